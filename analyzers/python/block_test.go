package python

import "testing"

// Every statement stands in exactly the block that lists it.
func TestBlockOf(t *testing.T) {
	m := parse(t, "a = 1\nfor x in y:\n    b = 2\nelse:\n    c = 3\ntry:\n    d = 4\nexcept E:\n    e = 5\nfinally:\n    f = 6\nmatch x:\n    case 1:\n        g = 7\n")
	seen := 0
	WalkBody(m.Body, func(n Node) bool {
		s, ok := n.(Stmt)
		if !ok {
			return true
		}
		seen++
		if s.Parent() == nil {
			if BlockOf(s) != nil {
				t.Errorf("%T at module level has a block", s)
			}
			return true
		}
		found := false
		for _, other := range BlockOf(s) {
			found = found || other == s
		}
		if !found {
			t.Errorf("%T at %v is in no block", s, s.Span())
		}
		return true
	})
	if seen != 10 {
		t.Errorf("%d statements, want 10", seen)
	}
}
