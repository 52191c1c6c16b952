package syntax

import (
	"context"
	"reflect"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"
)

func keepAll(string, bool) Keep { return Tree }

// The binding's Node must start with the C struct, and hold nothing before it.
func TestNodeStartsWithTheCStruct(t *testing.T) {
	node := reflect.TypeFor[sitter.Node]()
	if first := node.Field(0); first.Offset != 0 || !strings.HasSuffix(first.Type.Name(), "TSNode") {
		t.Fatalf("sitter.Node now starts with %s %s: flatten_c.c would read something else", first.Name, first.Type)
	}
	const size = 4*4 + 2*8 // TSNode on 64-bit: context[4], id, tree
	if got := node.Field(0).Type.Size(); got != size {
		t.Fatalf("TSNode has %d bytes, flatten.h declares %d", got, size)
	}
	if got := reflect.TypeFor[Node]().Size(); got != 16 {
		t.Fatalf("syntax.Node has %d bytes, flat_node has 16", got)
	}
}

// The flat copy and a walk over the binding's nodes see the same tree.
func TestFlatCopyEqualsTheWalk(t *testing.T) {
	for name, text := range map[string]string{
		"plain":  "import torch\nfor x in y:\n    loss.backward(retain_graph=True)  # why\n",
		"string": "a = f'{x!r:>{width}} {y}' 'b' \"\"\"c\"\"\"\n",
		"broken": "def f(:\n  return (1,\n\nclass A\n",
		"empty":  "",
	} {
		t.Run(name, func(t *testing.T) {
			g := NewGrammar(python.GetLanguage(), keepAll)
			flat, err := g.Parse([]byte(text), make([]Node, 1)) // too small on purpose
			if err != nil {
				t.Fatal(err)
			}
			root, err := sitter.ParseCtx(context.Background(), []byte(text), python.GetLanguage())
			if err != nil {
				t.Fatal(err)
			}
			i := 0
			compareSubtree(t, root, flat, &i)
			if i != len(flat) {
				t.Fatalf("flat copy has %d nodes, the tree %d", len(flat), i)
			}
		})
	}
}

func compareSubtree(t *testing.T, n *sitter.Node, flat []Node, i *int) {
	t.Helper()
	if *i >= len(flat) {
		t.Fatalf("flat copy ends before %s", n)
	}
	f := flat[*i]
	if f.Symbol != uint16(n.Symbol()) || f.Start != n.StartByte() || f.End != n.EndByte() || f.Missing != n.IsMissing() {
		t.Fatalf("node %d is %+v, want %s [%d,%d)", *i, f, n.Type(), n.StartByte(), n.EndByte())
	}
	*i++
	for c := range int(n.ChildCount()) {
		compareSubtree(t, n.Child(c), flat, i)
	}
	if int(f.Next) != *i {
		t.Fatalf("%s ends at node %d, next says %d", n.Type(), *i, f.Next)
	}
}

// Both ways of flattening must see the same tree under every choice of nodes.
func TestWalkEqualsTheCLoop(t *testing.T) {
	text := []byte("a = f'{x!r:>{width}}'\nif not a in b: c += -1 # d\ndef f(:\n  return (1,\n")
	for _, choose := range []func(string, bool) Keep{
		keepAll,
		func(name string, named bool) Keep {
			switch {
			case name == "string":
				return Leaf
			case named:
				return Tree
			case name == "-" || name == "+=" || name == "in" || name == ":":
				return FieldLeaf
			}
			return Drop
		},
	} {
		g := NewGrammar(python.GetLanguage(), choose)
		fast, err := g.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		root, err := sitter.ParseCtx(context.Background(), text, python.GetLanguage())
		if err != nil {
			t.Fatal(err)
		}
		if slow := g.walk(root, nil); !reflect.DeepEqual(fast, slow) {
			t.Fatalf("the C loop gives\n%+v, the walk\n%+v", fast, slow)
		}
	}
}

func TestDropAndLeaf(t *testing.T) {
	g := NewGrammar(python.GetLanguage(), func(name string, named bool) Keep {
		switch {
		case name == "argument_list":
			return Leaf
		case named:
			return Tree
		}
		return Drop
	})
	flat, err := g.Parse([]byte("f(a, b)\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, n := range flat {
		names = append(names, g.Symbols()[n.Symbol])
	}
	if got, want := strings.Join(names, " "), "module expression_statement call identifier argument_list"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
}
