package rules_test

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// paired writes two assignments that stand together, and of which the second does not need the first, as one.
func paired(r *rewriter, n python.Node) bool {
	a, ok := n.(*python.Assign)
	if !ok {
		return false
	}
	block := r.module.Block(a)
	i := slices.Index(block, python.Stmt(a))
	if second, ok := pairOf(r, block, i); ok {
		at := a.Span().Start
		b := second.Targets[0].Span().Start
		r.say(at, r.text(a.Targets[0])+", ")
		r.say(b, r.text(second.Targets[0]))
		r.say(at, " = (")
		r.node(a.Value)
		r.say(at, ",\n")
		r.node(second.Value)
		r.say(b, ")")
		return true
	}
	for j := i - 1; j >= 0; j-- { // it may be the second of a pair: the one before it has written it
		if _, ok := pairOf(r, block, j); ok && j == i-1 {
			r.say(a.Span().Start, "pass")
			return true
		}
	}
	return false
}

// pairOf is the assignment after one that may be written with it. Pairs do not overlap.
func pairOf(r *rewriter, block []python.Stmt, i int) (*python.Assign, bool) {
	if i < 0 || i+1 >= len(block) {
		return nil, false
	}
	if _, taken := pairOf(r, block, i-1); taken {
		return nil, false
	}
	a, ok := single(r, block[i])
	if !ok {
		return nil, false
	}
	b, ok := single(r, block[i+1])
	if !ok {
		return nil, false
	}
	name := a.Targets[0].(*python.Name).ID
	if python.MentionsIn(b, func(word string) bool { return word == name }) {
		return nil, false
	}
	return b, true
}

// single is an assignment to one name on lines of its own.
func single(r *rewriter, s python.Stmt) (*python.Assign, bool) {
	a, ok := s.(*python.Assign)
	if !ok || len(a.Targets) != 1 || a.Annotation != nil || !isName(a.Targets[0]) || a.Value == nil {
		return nil, false
	}
	if python.EnclosingClass(a) != nil && python.EnclosingFunction(a) == nil {
		return nil, false
	}
	_, whole := r.wholeLines(a)
	return a, whole
}

// loopNamed gives what a loop goes over a name.
func loopNamed(r *rewriter, n python.Node) bool {
	f, ok := n.(*python.For)
	indent, first := r.startsLine(n)
	if !ok || !first || f.Async || isName(f.Iter) {
		return false
	}
	at := f.Iter.Span().Start
	r.say(at, "zz_over = ")
	r.node(f.Iter)
	r.say(at, "\n"+indent)
	r.copy(f.Span().Start, at)
	r.say(at, "zz_over")
	r.nodes(source.Span{Start: f.Iter.Span().End, End: f.Span().End}, append(statements(f.Body), statements(f.Else)...))
	return true
}
