package library_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

var declaration = regexp.MustCompile(`(?m)^add\(`)

// TestArgparse holds the parser of command lines to what Python's own makes of them: testdata/argparse.txt, with the
// answers of CPython (testdata/ask_argparse.py).
func TestArgparse(t *testing.T) {
	text, err := os.ReadFile("testdata/argparse.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		asked, want, ok := strings.Cut(paragraph, "\n# → ")
		if !ok {
			continue // the heading
		}
		words, program, _ := strings.Cut(asked, "\n")
		program = strings.Replace(declaration.ReplaceAllString(program, "p.add_argument("), "\nx = ", "\na = p.parse_args()\nx = ", 1)
		script := "import argparse\np = argparse.ArgumentParser()\n" + program + "\n"
		if got := lastX(t, "python src/train.py"+strings.TrimPrefix(words, "$"), script); got != want {
			t.Errorf("%s\nx is %s, want %s", asked, got, want)
		}
	}
}

// lastX is x at the end of a script.
func lastX(t *testing.T, command, script string) string {
	t.Helper()
	module, err := python.Parse(source.New("src/train.py", []byte(script)))
	if err != nil {
		t.Fatal(err)
	}
	lib := library.Library{Launch: started(t, command), Open: func(string) *config.Document { return nil }}
	m := run.New(run.Options{Main: module, Library: lib})
	m.Run(module, "train")
	return m.Show(m.Global(m.Unit(module, "train"), "x"))
}

// TestParsers holds three parsers of command lines to what they make of programs that were drawn by chance:
// testdata/parsers.txt, with the answers of the libraries (testdata/ask_parsers.py).
func TestParsers(t *testing.T) {
	text, err := os.ReadFile("testdata/parsers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		asked, want, ok := strings.Cut(paragraph, "\n# → ")
		if !ok {
			continue // the heading
		}
		words, program, _ := strings.Cut(asked, "\n")
		got := lastX(t, "python src/train.py"+strings.TrimPrefix(words, "$"), program+"\n")
		if (strings.Contains(program, "append") || strings.Contains(program, "multiple=True")) && strings.HasPrefix(got, "unknown ") { // what is put together is not followed
			continue
		}
		if got != want {
			t.Errorf("%s\nx is %s, want %s", asked, got, want)
		}
	}
}
