package launch

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestScalarText: the text of a scalar is what YAML reads, and each byte of it stands where it is written.
func TestScalarText(t *testing.T) {
	for _, text := range []string{
		"plain text", "plain\n  that goes\n\n  on", "'it''s ''one'''", `"a \"b\" c\\d"`, "\"python a.py \\\n    --lr 1\\\n  0\"", "'folded\n  too'",
		"|\n  cat <<EOF\n    deeper\n  EOF\n\n  echo\n", "|-\n    x \n    y", ">\n  a\n  b\n\n  c\n    d\n  e\n", ">-  # why\n  a\n  b", "|2\n   x\n",
		"|\r\n  a\r\n  b\r\n", `"\u00e9 x"`, "a{{ b }}", "${{ a }}",
	} {
		f := source.New("a.yaml", []byte("k: "+text))
		value := config.Parse(f).Roots[0].Get("k")
		got := scalarText(f, value)
		if got.String() != value.Text || got.String() == "" {
			t.Errorf("%q: %q, want %q", text, got.String(), value.Text)
		}
		for i, c := range got {
			if c.at < 0 {
				if !strings.Contains(text, `\u`) {
					t.Errorf("%q: where byte %d of %q stands is not known", text, i, got.String())
				}
			} else if w := f.Text[c.at]; w != c.b && w != '\\' && (!isSpace(w) || !isSpace(c.b)) {
				t.Errorf("%q: byte %d of %q stands at a %q", text, i, got.String(), w)
			}
		}
	}
}
