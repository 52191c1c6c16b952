package rules_test

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// blockSpan is where the statements of a block stand.
func blockSpan(body []python.Stmt) source.Span {
	return source.Span{Start: start(body[0]), End: body[len(body)-1].Span().End}
}

// start is where a statement begins, with its decorators.
func start(s python.Stmt) int {
	at := s.Span().Start
	switch s := s.(type) {
	case *python.Function:
		for _, d := range s.Decorators {
			at = min(at, d.Span().Start)
		}
	case *python.Class:
		for _, d := range s.Decorators {
			at = min(at, d.Span().Start)
		}
	}
	return at
}

// exchanged writes if not c: B else: A for if c: A else: B, with pass where there is no B.
func exchanged(r *rewriter, n python.Node) bool {
	i, ok := n.(*python.If)
	if !ok || i.Elif || strings.Contains(r.text(i.Test), "__name__") {
		return false
	}
	indent, whole := r.startsLine(i)
	if _, first := r.startsLine(i.Body[0]); !first || !whole {
		return false
	}
	if len(i.Else) > 0 {
		if e, is := i.Else[0].(*python.If); is && e.Elif {
			return false
		}
	}
	at := i.Span().Start
	r.say(at, "if not (")
	r.node(i.Test)
	r.say(at, "):\n")
	inner := r.module.File.Indent(i.Body[0].Span().Start)
	switch {
	case len(i.Else) == 0:
		r.say(at, inner+"pass\n")
	default:
		if _, first := r.startsLine(i.Else[0]); !first {
			r.say(at, inner)
		} else {
			r.say(at, r.module.File.Indent(i.Else[0].Span().Start))
		}
		r.nodes(blockSpan(i.Else), statements(i.Else))
		r.say(at, "\n")
	}
	r.say(at, indent+"else:\n"+inner)
	r.nodes(blockSpan(i.Body), statements(i.Body))
	return true
}

// declared gives a variable a type that says nothing.
func declared(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Assign)
	if !ok || len(a.Targets) != 1 || a.Annotation != nil || !isName(a.Targets[0]) || r.isGlobal(a) {
		return false
	}
	if python.EnclosingClass(a) != nil && python.EnclosingFunction(a) == nil { // a field of a dataclass
		return false
	}
	r.copy(a.Targets[0].Span().Start, a.Targets[0].Span().End)
	r.say(a.Span().Start, `: "typing.Any" = `)
	r.node(a.Value)
	return true
}

// isGlobal reports whether a function around a node takes names from further out.
func (r *rewriter) isGlobal(n python.Node) bool {
	for _, f := range python.FunctionsAround(n) {
		for inner := range python.AllIn(f.Body) {
			if _, is := inner.(*python.Scoping); is {
				return true
			}
		}
	}
	return false
}

// between writes a statement that has nothing to do with anything before each one.
func between(r *rewriter, n python.Node) bool {
	s, ok := n.(python.Stmt)
	if !ok {
		return false
	}
	switch s := s.(type) {
	case *python.Assign, *python.AugAssign, *python.Return, *python.For, *python.While, *python.With:
	case *python.ExprStmt:
		if _, isText := s.Value.(*python.String); isText {
			return false
		}
	default:
		return false
	}
	indent, first := r.startsLine(s)
	if !first || s.Parent() == nil && r.head < 0 {
		return false
	}
	if _, inClass := s.Parent().(*python.Class); inClass {
		return false
	}
	r.say(s.Span().Start, "zz_unrelated = 'something else'\n"+indent)
	r.below(s)
	return true
}

// named gives the numbers that calls are given names at the top of the file.
func named(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Arg)
	if !ok || a.Star != 0 || !isNumber(a.Value) {
		return false
	}
	name := fmt.Sprintf("ZZ_NUMBER_%d", len(r.before)+1)
	r.before = append(r.before, ahead{name + " = " + r.text(a.Value) + "\n", a.Span().Start})
	if a.Name != "" {
		r.copy(a.Span().Start, a.Value.Span().Start)
	}
	r.say(a.Value.Span().Start, name)
	return true
}

// computedBefore computes the first argument of a call before it, where that is a call itself.
func computedBefore(r *rewriter, n python.Node) bool {
	var value python.Expr
	switch n := n.(type) {
	case *python.Assign:
		value = n.Value
	case *python.ExprStmt:
		value = n.Value
	case *python.Return:
		value = n.Value
	default:
		return false
	}
	c, ok := value.(*python.Call)
	indent, first := r.wholeLines(n)
	if !ok || !first || len(c.Args) == 0 || !isPlain(c.Func) {
		return false
	}
	if _, inClass := n.Parent().(*python.Class); inClass {
		return false
	}
	inner, ok := c.Args[0].Value.(*python.Call)
	if !ok || python.LastName(c.Func) == "load_state_dict" || // what was loaded would live on
		c.Args[0].Name != "" || c.Args[0].Star != 0 {
		return false
	}
	at := inner.Span().Start
	r.say(at, "zz_first = ")
	r.node(inner)
	r.say(n.Span().Start, "\n"+indent)
	r.copy(n.Span().Start, inner.Span().Start)
	r.say(at, "zz_first")
	r.nodes(source.Span{Start: inner.Span().End, End: n.Span().End}, args(c.Args[1:]))
	return true
}

func args(list []*python.Arg) []python.Node {
	nodes := make([]python.Node, len(list))
	for i, a := range list {
		nodes[i] = a
	}
	return nodes
}

// returned gives what is returned a name.
func returned(r *rewriter, n python.Node) bool {
	s, ok := n.(*python.Return)
	if !ok || s.Value == nil || isPlain(s.Value) {
		return false
	}
	indent, whole := r.wholeLines(s)
	if _, isCall := s.Value.(*python.Call); !isCall || !whole {
		return false
	}
	r.say(s.Span().Start, "zz_result = ")
	r.node(s.Value)
	r.say(s.Span().Start, "\n"+indent+"return zz_result")
	return true
}

// unpackedLater unpacks what a loop is given in its body.
func unpackedLater(r *rewriter, n python.Node) bool {
	f, ok := n.(*python.For)
	if !ok || f.Async {
		return false
	}
	tuple, ok := f.Target.(*python.Sequence)
	inner, first := r.startsLine(f.Body[0])
	if !ok || !first {
		return false
	}
	at := f.Target.Span().Start
	r.copy(f.Span().Start, at)
	r.say(at, "zz_item")
	r.nodes(source.Span{Start: f.Target.Span().End, End: start(f.Body[0])}, []python.Node{f.Iter})
	r.say(at, r.text(tuple)+" = zz_item\n"+inner)
	r.nodes(source.Span{Start: start(f.Body[0]), End: f.Span().End}, append(statements(f.Body), statements(f.Else)...))
	return true
}
