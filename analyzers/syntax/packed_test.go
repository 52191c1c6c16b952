package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/smacker/go-tree-sitter/python"
)

// What is unpacked is what was parsed, invented and broken nodes included.
func TestUnpackedTreesAreTheParsedOnes(t *testing.T) {
	g := NewGrammar(python.GetLanguage(), keepAll)
	for _, text := range []string{
		"", "import torch\n", "def f(:\n  return (1,\n\nclass A\n", "x = f'{a!r:>{w}}' \"\"\"b\"\"\"\n",
		strings.Repeat("a = [1, 2, 'three']\n", 500), "é = 'ü' # ö\n",
	} {
		parsed, err := g.Parse([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := unpack(pack(parsed), nil); !slices.Equal(got, parsed) {
			t.Errorf("%.30q: unpacked %v, parsed %v", text, got, parsed)
		}
		if got := unpack(pack(parsed), make([]Node, 1000)); !slices.Equal(got, parsed) {
			t.Errorf("%.30q: unpacked into a longer slice %v, parsed %v", text, got, parsed)
		}
	}
}

// A memory answers for the text that it was asked about, keeps no more than it may, and does without any.
func TestMemoryOfTexts(t *testing.T) {
	g := NewGrammar(python.GetLanguage(), keepAll)
	first, second := []byte("a = 1\n"), []byte("a = b\n")
	want := map[string][]Node{}
	for _, text := range [][]byte{first, second} {
		nodes, err := g.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		want[string(text)] = nodes
	}
	one := len(pack(want[string(first)]))
	for _, max := range []int{0, one, 2 * one, 1 << 20} {
		m := &Memory{Max: max}
		for range 3 {
			for text, nodes := range want {
				got, err := m.Parse(g, []byte(text), nil)
				if err != nil || !slices.Equal(got, nodes) {
					t.Fatalf("%q within %d bytes: %v, %v, want %v", text, max, got, err, nodes)
				}
			}
		}
		if kept := len(m.packed); m.size > max || max >= one && kept == 0 || max > 2*one && kept != 2 {
			t.Errorf("within %d bytes %d trees of %d bytes are kept", max, kept, m.size)
		}
	}
	var none *Memory
	if got, err := none.Parse(g, first, nil); err != nil || !slices.Equal(got, want[string(first)]) {
		t.Errorf("without a memory: %v, %v", got, err)
	}
}
