package python

import (
	"slices"
	"testing"
)

// TestScopesOnDemand: in whichever order functions are asked about, the answers are those of the text's order.
func TestScopesOnDemand(t *testing.T) {
	m := parse(t, `
class Net:
    width = 1
    def first(self, a):
        self.size = a
        options.rate = 1
        def inner():
            self.size = 3
        return [q for q in self.parts]
    def second(self, b=lambda z: z):
        self.size = b
        options.rate = 2
`)
	class := m.Body[0].(*Class)
	second := class.Body[2].(*Function)
	m.load()
	if got := m.scopeOf(second).Bindings("b"); len(got) != 1 || got[0].Kind != Parameter {
		t.Errorf("b of second: %v", got)
	}
	starts := func(list []*Binding) (starts []int) {
		for _, b := range list {
			starts = append(starts, b.Node.Span().Start)
		}
		return starts
	}
	for what, list := range map[string][]*Binding{"self.size": m.Member(class, "size"), "options.rate": m.assigned("options.rate")} {
		want := map[string]int{"self.size": 3, "options.rate": 2}[what]
		if at := starts(list); len(at) != want || !slices.IsSorted(at) {
			t.Errorf("%s is set at %v", what, at)
		}
	}
}

// TestScopeInsideFunction: a node deep in a function that nobody asked about is in the innermost scope.
func TestScopeInsideFunction(t *testing.T) {
	m := parse(t, `
def outer(a):
    def inner(b):
        return [c + a + b for c in b]
`)
	inner := m.Body[0].(*Function).Body[0].(*Function)
	item := inner.Body[0].(*Return).Value.(*Comprehension)
	var names []string
	Walk(item, func(n Node) bool {
		if name, ok := n.(*Name); ok {
			if scope, found := m.Lookup(name.ID, name); scope != nil && len(found) == 1 {
				names = append(names, name.ID)
			}
		}
		return true
	})
	for _, want := range []string{"a", "b", "c"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not found: %v", want, names)
		}
	}
}
