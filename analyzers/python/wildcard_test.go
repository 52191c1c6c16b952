package python

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestWildcard: _ takes everything and binds nothing; a name binds it.
func TestWildcard(t *testing.T) {
	m, err := Parse(source.New("a.py", []byte("match a:\n    case [_, b]:\n        pass\n    case _:\n        pass\n    case c:\n        pass\n")))
	if err != nil {
		t.Fatal(err)
	}
	cases := m.Body[0].(*Match).Cases
	for i, want := range []struct {
		plain bool
		name  string
	}{{false, ""}, {true, "_"}, {true, "c"}} {
		name := ""
		if one, ok := cases[i].Patterns[0].(*Name); ok && cases[i].Plain {
			name = one.ID
		}
		if cases[i].Plain != want.plain || name != want.name {
			t.Errorf("case %d: %t %q", i, cases[i].Plain, name)
		}
	}
	for name, want := range map[string]int{"_": 0, "b": 1, "c": 1} {
		if got := len(m.ModuleScope().Bindings(name)); got != want {
			t.Errorf("%s is bound %d times", name, got)
		}
	}
}
