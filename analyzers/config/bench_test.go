package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// BenchmarkParse reads a file of the usual size (3 KB) and shape. 7,000 of them
// must stay far below three seconds on two cores: 400 µs each.
func BenchmarkParse(b *testing.B) {
	var text strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "section_%d:\n  learning_rate: 1e-4 # peak\n  betas: [0.9, 0.999]\n  name: 'run %d'\n  nested:\n    path: ${dir}/x\n    # a comment of its own\n    items:\n      - a: 1\n        b: two words\n      - a: 2\n        b: \"quoted\"\n", i, i)
	}
	raw := []byte(text.String())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if d := Parse(source.New("x.yaml", raw)); len(d.Problems) > 0 {
			b.Fatal(d.Problems)
		}
	}
}
