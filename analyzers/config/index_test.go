package config_test

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestIndex: one walk finds for every key the entry that Find does.
func TestIndex(t *testing.T) {
	text := "a: &a {x: 1, y: 2}\nb: &b\n  <<: *a\n  y: 3\n  z: 4\nc:\n  <<: [*b, {z: 5, w: 6}]\n  x: 7\n  x: 8\nd:\n  <<: *a\n  <<: *b\ne: {<<: [*a, *b], y: 9}\n"
	d := config.Parse(source.New("a.yaml", []byte(text)))
	found := 0
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		n := d.Root().Get(name)
		index := n.Index()
		for _, key := range []string{"x", "y", "z", "w", "none"} {
			if index[key] != n.Find(key) {
				t.Errorf("%s.%s: %v, want %v", name, key, index[key], n.Find(key))
			}
			if index[key] != nil {
				found++
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d keys were found", found)
	}
}
