package fixes

import (
	"math/rand/v2"
	"slices"
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

// TestClashAsEachPairSays: looking only at the neighbours finds what comparing with every edit would.
func TestClashAsEachPairSays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var taken edits
		for range random.IntN(5) {
			start := random.IntN(8)
			e := Edit{Span: source.Span{Start: start, End: start + random.IntN(4)}, New: string(rune('a' + random.IntN(2)))}
			if !slices.ContainsFunc(taken.list, func(o Edit) bool { return o.Span.Overlaps(e.Span) }) {
				taken.add(e)
			}
		}
		start := random.IntN(9)
		e := Edit{Span: source.Span{Start: start, End: start + random.IntN(4)}, New: string(rune('a' + random.IntN(2)))}
		want := slices.ContainsFunc(taken.list, func(o Edit) bool { return o != e && o.Span.Overlaps(e.Span) })
		if got := taken.clash(e); got != want {
			t.Fatalf("%v beside %v: clash is %v, want %v", e, taken.list, got, want)
		}
		before := len(taken.list)
		taken.add(e)
		taken.add(e)
		if !want && len(taken.list) > before+1 {
			t.Fatalf("%v stands twice in %v", e, taken.list)
		}
	}
}
