package pyedit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
)

// newFaults finds what CPython's compiler rejects although it parses, where the
// text before had less of it.
func newFaults(before, after *python.Module) error {
	was, is := faults(before), faults(after)
	if len(is) > len(was) {
		last := is[len(is)-1]
		return fmt.Errorf("line %d: %s", after.File.LineOf(last.at), last.what)
	}
	return nil
}

type fault struct {
	at   int
	what string
}

func faults(m *python.Module) []fault {
	var list []fault
	add := func(n python.Node, what string) { list = append(list, fault{n.Span().Start, what}) }
	python.WalkBody(m.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Call:
			list = append(list, argumentFaults(n.Args)...)
		case *python.Simple:
			if n.Kind != python.Pass && !inLoop(n) {
				add(n, "break or continue stands outside a loop")
			}
		case *python.Return:
			if python.EnclosingFunction(n) == nil {
				add(n, "return stands outside a function")
			}
		case *python.Import:
			if n.From && n.Module == "__future__" && n.Level == 0 && !atHead(m, n) {
				add(n, "a __future__ import does not stand at the head of the file")
			}
		}
		return true
	})
	return list
}

// argumentFaults: a name given twice; a positional argument after a named one or
// after **; *args after **.
func argumentFaults(args []*python.Arg) []fault {
	var list []fault
	seen := map[string]bool{}
	named, stars := false, false
	for _, a := range args {
		at := a.Span().Start
		switch {
		case a.Name != "" && seen[a.Name]:
			list = append(list, fault{at, "the argument " + a.Name + " is given twice"})
		case a.Name == "" && a.Star == 0 && (named || stars), a.Star == 1 && stars:
			list = append(list, fault{at, "a positional argument follows a named one"})
		}
		named = named || a.Name != ""
		stars = stars || a.Star == 2
		seen[a.Name] = a.Name != ""
	}
	return list
}

// inLoop reports whether a statement stands in the body of a loop; the else of a
// loop is outside of it.
func inLoop(n python.Node) bool {
	for p := n.Parent(); p != nil; n, p = p, p.Parent() {
		switch p := p.(type) {
		case *python.For:
			if !contains(p.Else, n) {
				return true
			}
		case *python.While:
			if !contains(p.Else, n) {
				return true
			}
		case *python.Function, *python.Class:
			return false
		}
	}
	return false
}

func contains(list []python.Stmt, n python.Node) bool {
	for _, s := range list {
		if python.Node(s) == n {
			return true
		}
	}
	return false
}

// atHead reports whether only the docstring and other __future__ imports stand
// before a statement.
func atHead(m *python.Module, n python.Node) bool {
	for i, s := range m.Body {
		if python.Node(s) == n {
			return true
		}
		future, ok := s.(*python.Import)
		if (!ok || future.Module != "__future__") && (i > 0 || !isDocstring(s)) {
			return false
		}
	}
	return false
}
