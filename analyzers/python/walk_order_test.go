package python

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestWalkOrder: a walk along the list of a tree meets what one from node to node meets, with what it leaves out, and
// what stands in no tree is walked over as well.
func TestWalkOrder(t *testing.T) {
	m, err := Parse(source.New("a.py", []byte(`import torch
@f(x)
class A(B, key=lambda a, b=1: [i for i in a if i]):
    def g(self, *args: int) -> str:
        try:
            return {"k": f"{args[0]:>{w}}", **d}
        except E as e:
            del a.b, c[1:2]
        while (n := next(it)) and not done:
            with open(p) as h, q:
                n -= yield h
match x:
    case [1, *rest] if rest:
        assert x, "no"
`)))
	if err != nil || len(m.Errors) > 0 {
		t.Fatal(err, m.Errors)
	}
	var plain func(n Node, leave func(Node) bool) []Node
	plain = func(n Node, leave func(Node) bool) []Node {
		list := []Node{n}
		if !leave(n) {
			eachChild(n, func(c Node) { list = append(list, plain(c, leave)...) })
		}
		return list
	}
	nothing := func(Node) bool { return false }
	calls := func(n Node) bool { _, is := n.(*Call); return is }
	var all []Node
	for _, s := range m.Body {
		all = append(all, plain(s, nothing)...)
	}
	if len(all) < 60 {
		t.Fatalf("only %d nodes", len(all))
	}
	for _, n := range all {
		if got, want := slices.Collect(All(n)), plain(n, nothing); !slices.Equal(got, want) {
			t.Errorf("%T: %d nodes, want %d", n, len(got), len(want))
		}
		var got []Node
		Walk(n, func(c Node) bool {
			got = append(got, c)
			return !calls(c)
		})
		if want := plain(n, calls); !slices.Equal(got, want) {
			t.Errorf("%T without what stands in calls: %d nodes, want %d", n, len(got), len(want))
		}
	}
	if got := slices.Collect(AllIn(m.Body)); !slices.Equal(got, all) {
		t.Errorf("the body: %d nodes, want %d", len(got), len(all))
	}
	loose := &Attribute{Value: &Name{ID: "a"}, Attr: "b"}
	if got := slices.Collect(All(loose)); len(got) != 2 {
		t.Errorf("what stands in no tree: %d nodes", len(got))
	}
	for n := range All(m.Body[1]) { // who stops is told no more
		if n != Node(m.Body[1]) {
			t.Error("a walk goes on")
		}
		break
	}
}
