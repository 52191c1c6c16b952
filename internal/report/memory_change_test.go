package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// TestMemoryChange: the table has a column for the change only when there is one to show.
func TestMemoryChange(t *testing.T) {
	known := func(bytes int64) estimator.Result {
		return estimator.Result{Peak: bytes, Low: bytes, High: bytes, Device: bytes}
	}
	jobs := []JobMemory{{Name: "grown", Result: known(3 << 30), Before: known(1 << 30)}, {Name: "shrunk", Result: known(1 << 30), Before: known(2 << 30)},
		{Name: "same", Result: known(1 << 30), Before: known(1 << 30)}, {Name: "new", Result: known(1 << 30)}}
	var text strings.Builder
	jobs[0].Fields = []FieldChange{{"micro_batch", Setting{"2", "a|b.yaml", 3}, Setting{"8", "a|b.yaml", 4}}, {"precision", Setting{}, Setting{Text: "bf16"}}}
	links := Links{
		Now:    func(path string, line int) string { return fmt.Sprintf("https://example.org/now#L%d", line) },
		Before: func(path string, line int) string { return fmt.Sprintf("https://example.org/then#L%d", line) },
	}
	if err := WriteMemoryTable(&text, jobs, links); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| change |", "<code>grown</code> | 1.00 GiB → **3.00 GiB** | +2.00 GiB |", "<code>shrunk</code> | 2.00 GiB → **1.00 GiB** | -1.00 GiB |",
		"<code>same</code> | 1.00 GiB | none |", "<code>new</code> | – → **1.00 GiB** | – |",
		"- <code>grown</code>: micro&#95;batch 2 ([<code>a&#124;b.yaml&#58;3</code>](https://example.org/then#L3)) → 8 ([<code>a&#124;b.yaml&#58;4</code>](https://example.org/now#L4)), precision (nothing) → bf16\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	text.Reset()
	if err := WriteMemoryTable(&text, jobs[3:], Links{}); err != nil || strings.Contains(text.String(), "change") {
		t.Errorf("nothing to compare with: %v\n%s", err, text.String())
	}
}
