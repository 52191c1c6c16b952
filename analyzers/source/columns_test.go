package source

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestColumnsOfLongLines: counting from marks gives what counting from the line's start does.
func TestColumnsOfLongLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("\ufeffé = 1\n")
	for b.Len() < 20*stride {
		b.WriteString([]string{"a", "é", "€", "😀", " "}[random.IntN(5)])
	}
	f := New("x.py", []byte(b.String()+"\nend\n"))
	for range 2000 {
		offset := random.IntN(len(f.Text))
		for offset > 0 && f.Text[offset]&0xc0 == 0x80 { // in the middle of a character
			offset--
		}
		start := f.LineSpan(f.LineOf(offset)).Start
		if start == 0 {
			start = 3
		}
		column, units := 1, 1
		for _, r := range string(f.Text[min(start, offset):offset]) {
			column++
			units++
			if r > 0xffff {
				units++
			}
		}
		if p := f.Position(offset); p.Column != column || p.UTF16 != units {
			t.Fatalf("offset %d: %+v, want column %d, %d units", offset, p, column, units)
		}
	}
}
