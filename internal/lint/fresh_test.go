package lint

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestGitLine: in a file of an old Mac all is one line to git, which says that line 1 changed.
func TestGitLine(t *testing.T) {
	for text, want := range map[string]int{
		"a\nb\nHERE\n": 3, "a\r\nb\r\nHERE\r\n": 3, "a\rb\rHERE\r": 1, "a\rb\nc\rHERE\r\n": 2,
	} {
		if got := gitLine(source.New("a.py", []byte(text)), strings.Index(text, "HERE")); got != want {
			t.Errorf("%q: line %d, want %d", text, got, want)
		}
	}
}
