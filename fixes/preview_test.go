package fixes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// show writes a preview with the changed parts in brackets.
func show(lines []fixes.PreviewLine) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%c%d ", l.Sign, l.Line)
		for _, p := range l.Parts {
			if p.Changed {
				b.WriteString("[" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPreview(t *testing.T) {
	text := "import torch\n\nloss.backward(retain_graph=True)\nstep()\nx = 1\n"
	at := func(s string) int { return strings.Index(text, s) }
	for _, test := range []struct {
		name  string
		edits []fixes.Edit
		want  string
	}{
		{"part of a line", []fixes.Edit{edit("a", at("retain"), at(")\nstep"), "")},
			"-3 loss.backward([retain_graph=True])\n+3 loss.backward()\n"},
		{"a line removed", []fixes.Edit{edit("a", at("step"), at("x ="), "")}, "-4 [step()]\n"},
		{"a line inserted, another changed", []fixes.Edit{edit("a", at("x ="), at("x ="), "y = 2\n"), edit("a", 0, 6, "from")},
			"-1 [import] torch\n+1 [from] torch\n+5 [y = 2]\n"},
		{"a line added at the end", []fixes.Edit{edit("a", len(text), len(text), "z\n")}, "+6 [z]\n"},
		{"the first line changed, a line added at the end", []fixes.Edit{edit("a", 0, 6, "from"), edit("a", len(text), len(text), "z\n")},
			"-1 [import] torch\n+1 [from] torch\n+6 [z]\n"},
		{"another file", []fixes.Edit{edit("b", 0, 1, "x")}, ""},
	} {
		if got := show(fixes.Preview(source.New("a", []byte(text)), fixes.Fix{Edits: test.edits})); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
	// The last line need not end.
	if got, want := show(fixes.Preview(source.New("a", []byte("y\nx = 1")), fixes.Fix{Edits: []fixes.Edit{edit("a", 6, 7, "2")}})), "-2 x = [1]\n+2 x = [2]\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
