package config

import (
	"slices"
	"testing"
)

func TestDiff(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       []string
	}{
		{"same", "a: 1\nb: [x]\n", "b: [x] # c\na:   1\n", nil},
		{"changed", "a: 1\nb: 2\n", "a: 1\nb: 3\n", []string{"b"}},
		{"quoted is another value", "a: no\n", "a: 'no'\n", []string{"a"}},
		{"quotes of one kind or the other", "a: \"x\"\n", "a: 'x'\n", nil},
		{"removed", "a: 1\nm:\n  k: 1\n  l: 2\n", "a: 1\nm:\n  l: 2\n", []string{"m.k"}},
		{"a whole mapping removed", "a: 1\nm:\n  k: 1\n  l: 2\n", "a: 1\n", []string{"m.k", "m.l"}},
		{"added", "a: 1\n", "a: 1\nb: 2\n", []string{"b"}},
		{"item", "a: [1, 2]\n", "a: [1, 3, 4]\n", []string{"a[1]", "a[2]"}},
		{"through an alias", "a: &x {k: 1}\nb: *x\n", "a: &x {k: 2}\nb: *x\n", []string{"a.k", "b.k"}},
		{"through a merge", "a: &x {k: 1}\nb:\n  <<: *x\n", "a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n", []string{"b.k"}},
		{"shadowed duplicates do not count", "a: 1\na: 2\n", "a: 3\na: 2\n", nil},
		{"tag", "a: 1\n", "a: !!float 1\n", []string{"a"}},
		{"second document", "a: 1\n---\nb: 1\n", "a: 1\n---\nb: 2\n", []string{"1:b"}},
		{"shape", "a: 1\n", "a:\n  b: 1\n", []string{"a.b"}},
		{"recursive", "a: &x [*x, 1]\n", "a: &x [*x, 2]\n", []string{"a[1]"}},
		{"empty and null text", "a:\n", "a: null\n", []string{"a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Diff(parse(t, "a.yaml", test.a), parse(t, "b.yaml", test.b))
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
