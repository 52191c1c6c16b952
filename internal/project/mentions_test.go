package project

import (
	"strings"
	"testing"
)

// TestStandsIn: looking for one word gives what noting all of them does.
func TestStandsIn(t *testing.T) {
	texts := []string{
		"", "a", "x.set_epoch(1)", "def set_epoch(self): pass", "reset_epoch = 1", "set_epochs", "getattr(s, 'set_epoch')", `s["set_epoch"]`,
		"a.set_epochs; b.set_epoch", "set_epoch", ".set_epoch", "x. set_epoch", "'.set_epoch'", "f'{set_epoch}'", "é.set_epoch", "éset_epoch", "set_epoché", "a.b.a", "aa a",
	}
	for _, word := range []string{"a", ".a", "set_epoch", ".set_epoch", ".", "", "b", ".b", "x"} {
		for _, text := range texts {
			noted := mentions{in: map[string][]int32{}, files: []string{"a.py"}}
			noted.add([]byte(text))
			if got, want := standsIn([]byte(text), word), len(noted.in[word]) > 0; got != want {
				t.Errorf("%q in %q: %v, want %v", word, text, got, want)
			}
		}
	}
	long := mentions{texts: [][]byte{[]byte("a.b"), []byte(strings.Repeat("c ", 9) + "b"), []byte("b.a")}}
	if got := long.holding([]string{"a", "b"}); len(got) != 2 || got[0] != 0 || got[1] != 2 {
		t.Errorf("both words stand in %v", got)
	}
}
