package library_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestScripts holds whole scripts to what CPython made of them: testdata/scripts.txt, with the answers of
// testdata/ask_scripts.py. What is known is what CPython computed; only where the answer stands behind ⊆ it may be
// unknown.
func TestScripts(t *testing.T) {
	text, err := os.ReadFile("testdata/scripts.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		asked, want, must := strings.Cut(paragraph, "\n# → ")
		if !must {
			asked, want, _ = strings.Cut(paragraph, "\n# ⊆ ")
		}
		words, script, ok := strings.Cut(asked, "\n")
		if !ok {
			continue // the heading
		}
		got := endOf(t, "python src/train.py"+strings.TrimPrefix(words, "$"), script+"\n")
		unknown := strings.Contains(got, "unknown") || strings.Contains(got, "…") || strings.Contains(got, " or ")
		if got != want && (must || !unknown) || !must && got == want {
			t.Errorf("%s\nx is %s, CPython %s (to be known: %v)", asked, got, want, must)
		}
	}
}

// endOf is x at the end of a script of the project below testdata/scripts.
func endOf(t *testing.T, command, script string) string {
	t.Helper()
	module, err := python.Parse(source.New("src/train.py", []byte(script)))
	if err != nil {
		t.Fatal(err)
	}
	open := func(name string) *config.Document {
		text, err := os.ReadFile(path.Join("testdata/scripts", path.Clean("/"+name)))
		if err != nil {
			return nil
		}
		return config.Parse(source.New(name, text))
	}
	m := run.New(run.Options{Main: module, Library: library.Library{Launch: started(t, command), Open: open}})
	m.Run(module, "__main__")
	return m.Show(m.Global(m.Unit(module, "__main__"), "x"))
}
