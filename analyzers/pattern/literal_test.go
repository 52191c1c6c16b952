package pattern

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestLiterals: a choice of words is found where the automaton of the regular expression finds one.
func TestLiterals(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var write func(depth int) string
	write = func(depth int) string {
		if depth == 0 {
			return pick("k", "sa", "S", "_", "1", `\b`, "^", "$", "[_-]", "[ab]", "K?", "(?:_a)?", "")
		}
		parts := make([]string, 1+random.IntN(3))
		for i := range parts {
			parts[i] = write(depth - 1)
		}
		return "(" + strings.Join(parts, pick("", "|")) + ")"
	}
	words := 0
	for range 6000 {
		text := pick("", "(?i)") + write(random.IntN(3))
		l, compiled := literalsOf(text), regexp.MustCompile(text)
		if l == nil {
			continue
		}
		words++
		for range 40 {
			var of strings.Builder
			for range random.IntN(6) {
				of.WriteString(pick("k", "s", "a", "K", "S", "_", "1", "b", "-", ".", "é", "\u212a", "ſ", "\n", "\xe2"))
			}
			found, known := in(l, of.String())
			if known && found != compiled.MatchString(of.String()) {
				t.Fatalf("%s in %q: %v", text, of.String(), found)
			}
			if bytes, knownToo := in(l, []byte(of.String())); bytes != found || knownToo != known {
				t.Fatalf("%s in %q: bytes are read otherwise", text, of.String())
			}
			if !known && !strings.ContainsAny(of.String(), "\u212aſ") {
				t.Fatalf("%s in %q: not known", text, of.String())
			}
		}
	}
	if words < 1000 {
		t.Errorf("only %d patterns are a choice of words", words)
	}
	for text, want := range map[string]bool{
		`(?i)train|\bfit|epoch`: true, `(^|_)lr$`: true, `a+`: false, `x|`: false, `[a-z]`: false, `a\bb`: false,
		`(?i:a)b`: false, `é`: false, `[é]`: false, `a{40}(b|c)(b|c)(b|c)(b|c)(b|c)(b|c)(b|c)`: false, `(?m)^a`: false,
	} {
		if got := literalsOf(text) != nil; got != want {
			t.Errorf("%s is a choice of words: %v", text, got)
		}
	}
}
