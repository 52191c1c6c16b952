package report

import (
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
	if err := WriteMemoryTable(&text, jobs); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| change |", "<code>grown</code> | 3.00 GiB | +2.00 GiB |", "<code>shrunk</code> | 1.00 GiB | -1.00 GiB |", "<code>same</code> | 1.00 GiB | none |", "<code>new</code> | 1.00 GiB | – |"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	text.Reset()
	if err := WriteMemoryTable(&text, jobs[3:]); err != nil || strings.Contains(text.String(), "change") {
		t.Errorf("nothing to compare with: %v\n%s", err, text.String())
	}
}
