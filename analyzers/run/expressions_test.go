package run

import (
	"flag"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/expressions_unknown.txt anew")

// unescape undoes what testdata/expressions.py does to keep a program on one line.
var unescape = strings.NewReplacer(`\n`, "\n", `\\`, `\`)

// TestExpressionsAsCPythonHasThem holds every operator, builtin and method to what CPython makes of them
// (testdata/expressions.py): what is known is what CPython says, nothing is known of what raises there, and what is not
// known is listed, so that a change that knows less shows as well.
func TestExpressionsAsCPythonHasThem(t *testing.T) {
	text, err := os.ReadFile("testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var unknown strings.Builder
	for line := range strings.Lines(string(text)) {
		program, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		got := globals(t, unescape.Replace(program)+"\n", "x")[0]
		known := got != "unbound" && !strings.Contains(got, "unknown") && !strings.Contains(got, "…") && !strings.Contains(got, " or ")
		switch {
		case known && got != want && !sameSet(got, want) && !nextFloat(got, want):
			t.Errorf("%s\nx is %s\nwant %s", program, got, want)
		case !known && !strings.HasPrefix(want, "raises "):
			unknown.WriteString(program + "\t" + got + "\n")
		}
	}
	if *update {
		if err := os.WriteFile("testdata/expressions_unknown.txt", []byte(unknown.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	listed, err := os.ReadFile("testdata/expressions_unknown.txt")
	if err != nil {
		t.Fatal(err)
	}
	before, after := lines(string(listed)), lines(unknown.String())
	for line := range after {
		if !before[line] {
			t.Errorf("is not known, and was: %s", line)
		}
	}
	for line := range before {
		if !after[line] {
			t.Errorf("is known now, or unknown in another way: go test ./analyzers/run -run Expressions -update: %s", line)
		}
	}
}

func lines(text string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(text) {
		found[strings.TrimSuffix(line, "\n")] = true
	}
	return found
}

// sameSet: the items of a set are written in an order of no meaning.
func sameSet(a, b string) bool {
	sorted := func(text string) string {
		items := strings.Split(strings.Trim(text, "{}"), ", ")
		slices.Sort(items)
		return strings.Join(items, ", ")
	}
	return strings.HasPrefix(a, "{") && strings.HasPrefix(b, "{") && !strings.Contains(a+b, ":") && sorted(a) == sorted(b)
}

// nextFloat: C rounds the powers of floats better than Go does.
func nextFloat(a, b string) bool {
	f, err := strconv.ParseFloat(a, 64)
	g, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && strings.ContainsAny(b, ".e") && (math.Nextafter(f, g) == g)
}
