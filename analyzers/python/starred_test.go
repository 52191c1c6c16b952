package python

import (
	"slices"
	"testing"
)

func TestStarredParenthesis(t *testing.T) {
	for text, whole := range map[string]bool{
		"def f(a, b):\n    return a, *(int(v) for v in b)\n": true,
		"def f(a, b):\n    return *(a or b), 1\n":            true,
		"def f(a, b):\n    yield a, *(b or [])\n":            true,
		"x = a, *(b)\nprint(a, *(b))\n":                      true,
		"def f():\n    return *[None] * 3, *a, *[b] * 4\n":   true,
		"x, *y = a, *[], *{1}\n":                             true,
		"x = a, *(b\n":                                       false,
		"x = a, *(b) *\n":                                    false,
		"x = a *(b) c\n":                                     false,
	} {
		if m := parse(t, text); (len(m.Errors) == 0) != whole {
			t.Errorf("%q: errors at %v, want it to parse: %v", text, m.Errors, whole)
		}
	}
	m := parse(t, "x = a, *(b)\nprint(a, *(b))\n")
	if args := m.AllCalls()[0].Args; len(args) != 2 || args[1].Star == 0 {
		t.Errorf("the star of an argument was lost: %v", args)
	}
}

// The stars that were taken so that the text parses are in the tree.
func TestBlankedStarsAreBack(t *testing.T) {
	m := parse(t, "x = a[ *[b] * 2, c, *(d)]\ny = e, *(f)\nz = [*[g], 1]\n")
	if len(m.Errors) > 0 {
		t.Fatal(m.Errors)
	}
	var stars []string
	WalkBody(m.Body, func(n Node) bool {
		if s, ok := n.(*Starred); ok {
			stars = append(stars, string(m.File.Text[s.Span().Start:s.Span().End]))
			if s.Value.Parent() != Node(s) {
				t.Errorf("%s: the value's parent is %T", stars[len(stars)-1], s.Value.Parent())
			}
		}
		return true
	})
	if want := []string{"*[b] * 2", "*(d)", "*(f)", "*[g]"}; !slices.Equal(stars, want) {
		t.Errorf("stars %q, want %q", stars, want)
	}
}
