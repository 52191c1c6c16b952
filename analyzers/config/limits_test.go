package config

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// hostile files must cost little time and give one clear problem.
func TestHostileFiles(t *testing.T) {
	tests := []struct {
		name, file, text, message string
	}{
		{"huge", "x.yaml", strings.Repeat("a: 1\n", 10<<20), "more than the 8388608"},
		{"deep flow", "x.yaml", strings.Repeat("[", 10_000), "nested more than"},
		{"deep flow mapping", "x.yaml", strings.Repeat("{a: ", 10_000), "nested more than"},
		{"deep block", "x.yaml", deepBlock(3_000), "nested more than"},
		{"deep dashes", "x.yaml", strings.Repeat("- ", 10_000) + "a", "nested more than"},
		{"deep explicit keys", "x.yaml", strings.Repeat("? ", 10_000) + "a", "nested more than"},
		{"deep json", "x.json", strings.Repeat(`{"a":`, 10_000), "nested more than"},
		{"deep toml array", "x.toml", "a = " + strings.Repeat("[", 10_000), "nested more than"},
		{"deep toml key", "x.toml", "[" + strings.Repeat("a.", 10_000) + "a]", "nested more than"},
		{"many values", "x.json", "[" + strings.Repeat("1,", 1_000_000) + "1]", "more than 400000 values"},
		{"many open brackets", "x.yaml", strings.Repeat("- [\n", 500_000), "cannot start a value"},
		{"many stray quotes", "x.json", "[" + strings.Repeat("\"a\n,", 200_000) + "1]", "never closed"},
		{"one long line", "x.yaml", strings.Repeat("a b ", 1_000_000), ""},
		{"long line of dashes", "x.yaml", strings.Repeat("- ", 200) + strings.Repeat("x ", 1_000_000), ""},
		{"invalid utf-8", "x.yaml", "a: \xff\nb: 1\n", "not UTF-8"},
		{"utf-16", "x.yaml", "\xff\xfea\x00", "UTF-16"},
		{"binary", "x.json", "{\"a\": \x00}", "NUL"},
		{"many toml tables", "x.toml", manyTables(60_000), ""},
		{"merges of itself", "x.yaml", "a: &a\n" + strings.Repeat("  <<: [*a, *a]\n", 6_000), "contains itself"},
		{"merges of one", "x.yaml", "a: &a {" + strings.Repeat("k: 1, ", 9_000) + "}\nb:\n  <<: [" + strings.Repeat("*a, ", 9_000) + "]\n", "aliases within aliases"},
		{"many duplicates", "x.json", "{" + strings.Repeat(`"a":1,`, 100_000) + `"a":1}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			watch := budget.Start()
			d := Parse(source.New(test.file, []byte(test.text)))
			for place := range d.All() {
				place.Value.Find("no such key")
			}
			if watch.Over(5 * time.Second) {
				t.Error("it takes more than 5 seconds")
			}
			if test.message == "" {
				if d.Broken() {
					t.Errorf("problems: %v", d.Problems)
				}
				return
			}
			clear := 0 // one finding is enough, more say no more
			for _, p := range d.Problems {
				if strings.Contains(p.Message, test.message) {
					clear++
				}
			}
			if clear == 0 || clear > maxProblems {
				t.Errorf("%d problems say %q: %v", clear, test.message, d.Problems)
			}
		})
	}
}

func deepBlock(levels int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func manyTables(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[t%d.x]\n", i)
	}
	return b.String()
}

func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 8), i-1)
	}
	d := Parse(source.New("bomb.yaml", []byte(b.String())))
	if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, "aliases within aliases") {
		t.Errorf("problems %v", d.Problems)
	}
	watch, places := budget.Start(), 0
	for range d.All() {
		places++
	}
	if places > 3*maxBorrowed || watch.Over(2*time.Second) {
		t.Errorf("%d places", places)
	}
}

func TestRecursiveAnchors(t *testing.T) {
	for _, text := range []string{"a: &x [*x]\n", "a: &x\n  b: *x\n", "a: &x\n  <<: *x\n  c: 1\n", "a: &x\n  b: &y\n    <<: *x\n    c: *y\n"} {
		d := Parse(source.New("x.yaml", []byte(text)))
		places := 0
		for range d.All() {
			places++
		}
		d.Get("a.b.b.b.b.b.missing")
		d.Get("a.missing")
		if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, "contains itself") {
			t.Errorf("%q: problems %v", text, d.Problems)
		}
		if places == 0 || places > 20 {
			t.Errorf("%q: %d places", text, places)
		}
		for place := range d.All() {
			if place.Value.Kind == Alias && place.Value.Resolve() != nil {
				t.Errorf("%q: %s stands for something in a file that nothing can load", text, place.Path)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a: 1\nb: [1, {c: d}]\n", "- &x a\n- *x\n", "a: |\n  x\n", "? a\n: b\n", "{{ a }}: {% b %}\n", "a: \"\\x41\\\n b\"\n",
		"{\"a\": [1, 2,], // c\n}", "[a.b]\nc = \"\"\"x\"\"\"\n[[d]]\ne.f = {g = 1}\n", "a:\r\n\t- b\r\n", "--- !x &y\n...\n%a\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []Format{YAML, JSON, TOML} {
			d := ParseAs(source.New("x", []byte(text)), format)
			for place := range d.All() {
				span := place.Value.Outer()
				if span.Start < 0 || span.End < span.Start || span.End > len(text) {
					t.Fatalf("%v: %s has span %v in %d bytes", format, place.Path, span, len(text))
				}
				if e := place.Entry; e != nil && !(0 <= e.Span.Start && e.Span.Start <= e.Span.End && e.Span.End <= len(text)) {
					t.Fatalf("%v: entry %s has span %v", format, place.Path, e.Span)
				}
				for _, host := range []*Host{PyYAML, OmegaConf, Jsonargparse, Ruamel, YACS, JSONHost, TOMLHost} {
					host.Value(place.Value)
				}
			}
		}
	})
}

func TestManyUsesOfOneAnchor(t *testing.T) {
	text := "base: &b {lr: 1, wd: 2, eps: 3}\nruns:\n" + strings.Repeat("  - <<: *b\n    n: 1\n", 5_000)
	if d := Parse(source.New("x.yaml", []byte(text))); len(d.Problems) > 0 {
		t.Errorf("problems %v", d.Problems)
	}
}
