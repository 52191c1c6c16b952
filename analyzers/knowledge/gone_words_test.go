package knowledge

import (
	"slices"
	"strings"
	"testing"
)

// The words are cut out of the tables' text; they are those of the names that were read from it.
func TestGoneWordsAreThoseOfTheNames(t *testing.T) {
	var want []string
	for path, g := range goneNames() {
		last := path[strings.LastIndexByte(path, '.')+1:]
		if g.Library == "numpy" && len(last) < 8 {
			last = "." + last
		}
		want = append(want, last+" "+g.Library)
	}
	slices.Sort(want)
	got := GoneWords()
	if len(got) < 500 {
		t.Errorf("%d words: the tables hold more", len(got))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d words, want %d", len(got), len(want))
	}
}
