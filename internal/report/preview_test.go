package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

func TestPreviewOfShownFixes(t *testing.T) {
	file := source.New("a.py", []byte("x = DataLoader(data)\ny = 1\n"+strings.Repeat("z\n", 20)))
	r := &Report{Source: func(string) *source.File { return file }}
	show := func(safety fixes.Safety, start, end int, text string) string {
		var out bytes.Buffer
		r.preview(&out, fixes.Fix{Safety: safety, Edits: []fixes.Edit{{File: "a.py", Span: source.Span{Start: start, End: end}, New: text}}}, 1)
		return out.String()
	}
	if got, want := show(fixes.Shown, 19, 19, ", num_workers=4"), "    - x = DataLoader(data)\n    + x = DataLoader(data, num_workers=4)\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := show(fixes.Safe, 19, 19, ", num_workers=4"); got != "" {
		t.Errorf("a fix that --fix applies is shown:\n%s", got)
	}
	if got := show(fixes.Shown, 27, len(file.Text), ""); strings.Count(got, "\n") != previewLines+1 || !strings.Contains(got, "… 12 lines more") {
		t.Errorf("got\n%s", got)
	}
	long := ", prefetch_factor=" + strings.Repeat("9", 200)
	if got := show(fixes.Shown, 19, 19, long); strings.Contains(got, "……") || !strings.Contains(got, "999…\n") {
		t.Errorf("a line that is cut ends with one ellipsis:\n%s", got)
	}
	r.Style.Color = true
	if got := show(fixes.Shown, 25, 26, "\x1b[2J"); !strings.Contains(got, "y = \x1b[1;31m1\x1b[0m") || strings.Contains(got, "\x1b[2J") {
		t.Errorf("got %q", got)
	}
}
