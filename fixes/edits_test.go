package fixes

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestEditsAreOrdered: by file and place; what is inserted stands before what is replaced at the same place, and in the
// order in which it was given.
func TestEditsAreOrdered(t *testing.T) {
	edit := func(file string, start, end int, text string) Edit {
		return Edit{File: file, Span: source.Span{Start: start, End: end}, New: text}
	}
	edits := []Edit{
		edit("b.py", 0, 1, "9"), edit("a.py", 5, 8, "6"), edit("a.py", 1, 9, "1"), edit("a.py", 5, 5, "3"), edit("a.py", 5, 5, "4"), edit("a.py", 2, 2, "2"), edit("a.py", 5, 5, "5"),
		edit("a.py", 5, 8, "7"), edit("a.py", 6, 6, "8"),
	}
	sortEdits(edits)
	got := ""
	for _, e := range edits {
		got += e.New
	}
	if got != "123456789" {
		t.Errorf("the order is %s", got)
	}
}
