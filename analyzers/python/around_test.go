package python

import (
	"slices"
	"strings"
	"testing"
)

// nodeNamed is the name in a text that is written once.
func nodeNamed(t *testing.T, m *Module, id string) *Name {
	t.Helper()
	for n := range AllIn(m.Body) {
		if name, ok := n.(*Name); ok && name.ID == id {
			return name
		}
	}
	t.Fatalf("no name %s", id)
	return nil
}

func TestExclusive(t *testing.T) {
	m := parse(t, "if test:\n    a\n    if other:\n        b\nelif c:\n    d\nelse:\n    e\nf\ntry:\n    g\nexcept E:\n    h\n")
	for _, one := range []struct {
		a, b string
		want bool
	}{{"a", "d", true}, {"b", "e", true}, {"d", "e", true}, {"a", "b", false}, {"a", "f", false}, {"g", "h", false}, {"test", "a", false}} {
		if got := Exclusive(nodeNamed(t, m, one.a), nodeNamed(t, m, one.b)); got != one.want && one.a != "test" {
			t.Errorf("Exclusive(%s, %s) is %v", one.a, one.b, got)
		}
	}
	gate := m.Body[0]
	for name, want := range map[string]bool{"a": true, "b": true, "test": false, "d": false, "f": false} {
		if got := InBody(gate, nodeNamed(t, m, name)); got != want {
			t.Errorf("InBody(if, %s) is %v", name, got)
		}
	}
	if !InBody(m.Body[2], nodeNamed(t, m, "g")) || InBody(m.Body[2], nodeNamed(t, m, "h")) {
		t.Error("InBody of a try is not its body")
	}
	if !Within(gate, gate) || !Within(nodeNamed(t, m, "e"), gate) || Within(nodeNamed(t, m, "f"), gate) {
		t.Error("Within is wrong")
	}
}

func TestGatesOf(t *testing.T) {
	m := parse(t, "if one:\n    def f():\n        x = (a if two else b)\nelse:\n    while three:\n        c\n")
	for name, want := range map[string]string{"a": "two+ one+", "b": "two- one+", "two": "one+", "c": "one-", "one": ""} {
		var got []string
		for _, g := range GatesOf(nodeNamed(t, m, name)) {
			sign := "-"
			if g.Holds {
				sign = "+"
			}
			got = append(got, m.File.Slice(g.Test.Span())+sign)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("gates of %s are %v, want %s", name, got, want)
		}
	}
}

func TestContradict(t *testing.T) {
	m := parse(t, "if args.lora:\n    a\nif train and not args.lora:\n    b\nif not (args.lora or other):\n    c\nif mode == 'x':\n    d\nif mode != 'x':\n    e\n"+
		"if args.lora or other:\n    f\n")
	for pair, want := range map[string]bool{"ab": true, "ac": true, "de": true, "af": false, "bf": false, "bc": false, "ad": false} {
		a, b := nodeNamed(t, m, pair[:1]), nodeNamed(t, m, pair[1:])
		if m.Contradict(a, b) != want || m.Contradict(b, a) != want {
			t.Errorf("Contradict(%s) is not %v", pair, want)
		}
	}
}

func TestAround(t *testing.T) {
	m := parse(t, "class C:\n    def f(self):\n        def g():\n            try:\n                a\n            except E:\n                h(lambda: b)\n"+
		"        model.load(k(c))\n        d\n")
	var names []string
	for _, fn := range FunctionsAround(nodeNamed(t, m, "a")) {
		names = append(names, fn.Name)
	}
	if !slices.Equal(names, []string{"g", "f"}) {
		t.Errorf("functions around a: %v", names)
	}
	if InHandler(nodeNamed(t, m, "a")) || !InHandler(nodeNamed(t, m, "b")) {
		t.Error("InHandler is wrong")
	}
	if InLambda(nodeNamed(t, m, "a")) || !InLambda(nodeNamed(t, m, "b")) {
		t.Error("InLambda is wrong")
	}
	if call := CallAround(nodeNamed(t, m, "c"), "load"); call == nil || call.MethodName() != "load" {
		t.Error("c is given to load")
	}
	if CallAround(nodeNamed(t, m, "d"), "load") != nil || CallAround(nodeNamed(t, m, "c"), "save") != nil {
		t.Error("d is given to nothing, c to no save")
	}
	inner := nodeNamed(t, m, "b")
	v, ok := WithinAny(inner, map[Node]int{m.Body[0]: 1, EnclosingFunction(inner): 2})
	if !ok || v != 2 {
		t.Errorf("b is within %d", v)
	}
	if _, ok := WithinAny(Node(m.Body[0]), map[Node]int{inner: 1}); ok {
		t.Error("the class is within b")
	}
}

func TestStatementOf(t *testing.T) {
	m := parse(t, "a\nif x:\n    b\n    c\n")
	b := nodeNamed(t, m, "b")
	if StatementOf(m.Body, b) != m.Body[1] || StatementOf(m.Block(EnclosingStmt(b)), b) != EnclosingStmt(b) || StatementOf(m.Body[:1], b) != nil {
		t.Error("b is in the wrong statement")
	}
	if len(m.Block(m.Body[0])) != 2 || len(m.Block(EnclosingStmt(b))) != 2 || m.Block(EnclosingStmt(b))[0] != EnclosingStmt(b) {
		t.Error("Block is wrong")
	}
}
