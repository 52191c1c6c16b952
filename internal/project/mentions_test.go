package project

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/discover"
)

// TestStandsIn: looking for one word gives what noting all of them does.
func TestStandsIn(t *testing.T) {
	texts := []string{
		"", "a", "x.set_epoch(1)", "def set_epoch(self): pass", "reset_epoch = 1", "set_epochs", "getattr(s, 'set_epoch')", `s["set_epoch"]`,
		"a.set_epochs; b.set_epoch", "set_epoch", ".set_epoch", "x. set_epoch", "'.set_epoch'", "f'{set_epoch}'", "é.set_epoch", "éset_epoch", "set_epoché", "a.b.a", "aa a",
	}
	for _, word := range []string{"a", ".a", "set_epoch", ".set_epoch", ".", "", "b", ".b", "x"} {
		for _, text := range texts {
			var n noted
			n.add([]byte(text), 0, false)
			n.add([]byte(text), 0, true)
			if got, want := standsIn([]byte(text), word), len(n.files(word)) > 0; got != want {
				t.Errorf("%q in %q: %v, want %v", word, text, got, want)
			}
		}
	}
	kept := map[string]string{"0.py": "a.b", "1.py": strings.Repeat("c ", 9) + "b", "2.py": "b.a", "3.py": "a b \xff"}
	var buffer []byte
	read := 0
	m := mentions{wanted: &wanted{read: func(file discover.File) []byte {
		read++
		buffer = append(buffer[:0], kept[file.Path]...)
		return buffer
	}}}
	for _, name := range []string{"0.py", "1.py", "2.py", "3.py"} {
		m.at = append(m.at, discover.File{Path: name, Kind: discover.Python})
	}
	for range 2 {
		if got := m.holding([]string{"a", "b"}); len(got) != 2 || got[0] != 0 || got[1] != 2 || read != 4 {
			t.Errorf("both words stand in %v; %d files were read", got, read)
		}
	}
	for _, word := range []string{"d", "e", "f", ".b", "g"} {
		m.holding([]string{word})
	}
	if got := m.holdingOne([]string{"c", ".b", "h"}); len(got) != 2 || got[0] != 1 || got[1] != 0 {
		t.Errorf("one of the words stands in %v", got)
	}
	if read != 4*fewPasses {
		t.Errorf("%d files were read for ten words", read)
	}
}

// TestNoted: what is noted of the words of files is where they stand, the odd ones among them, which are looked for.
func TestNoted(t *testing.T) {
	texts := []string{"a b.c 12 b", "b c '12' x" + strings.Repeat("y", longest), "a.c", "12 .c"}
	m := mentions{read: func(file discover.File) []byte { return []byte(file.Path) }}
	for i, text := range texts {
		m.at, m.files = append(m.at, discover.File{Path: text}), append(m.files, text)
		m.words.add([]byte(text), int32(i), false)
	}
	for word, want := range map[string][]int32{
		"a": {0, 2}, "b": {0, 1}, "c": {0, 1, 2, 3}, ".c": {0, 2, 3}, "12": {0, 1, 3}, ".12": {1}, "x" + strings.Repeat("y", longest): {1}, "d": nil,
	} {
		if got := m.holding([]string{word}); !slices.Equal(got, want) {
			t.Errorf("%q stands in %v, want %v", word, got, want)
		}
	}
	if got := m.holding([]string{"b", "12"}); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("a word and an odd one stand in %v", got)
	}
}
