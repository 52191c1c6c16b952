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

func TestBlockAround(t *testing.T) {
	m := parse(t, "if a:\n    x = 1\n    use(x)\nif b:\n    try:\n        y = 1\n    except E:\n        use(y)\nif a:\n    y\n"+
		"def f():\n    if c:\n        z = 1\n    return z\n")
	for name, want := range map[string]int{"x": 2, "y": 4, "z": 2} {
		var set Stmt
		for n := range AllIn(m.Body) {
			if a, ok := n.(*Assign); ok && PathText(a.Targets[0]) == name {
				set = a
			}
		}
		_, bindings := m.Lookup(name, set)
		if got := len(m.BlockAround(set, m.Uses(bindings[0]))); got != want {
			t.Errorf("%s: a block of %d statements, want %d", name, got, want)
		}
	}
}
