package main

import (
	"iter"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// applied is a file's text after some edits; nil when they do not fit together.
func applied(file *source.File, edits []source.Replacement) []byte {
	after, err := file.Replace(edits)
	if err != nil {
		return nil
	}
	return after.Text
}

// everything yields the nodes of a module.
func everything(m *python.Module) iter.Seq[python.Node] {
	return func(yield func(python.Node) bool) {
		for _, s := range m.Body {
			for n := range python.All(s) {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// loopsOf are the loops in a body, and those around it in its function.
func loopsOf(n python.Node, body []python.Stmt) []python.Stmt {
	var list []python.Stmt
	add := func(n python.Node) {
		switch n := n.(type) {
		case *python.For:
			list = append(list, n)
		case *python.While:
			list = append(list, n)
		}
	}
	for _, s := range body {
		for inner := range python.All(s) {
			add(inner)
		}
	}
	if _, whole := n.(*python.Function); whole {
		return list
	}
	for at := n.Parent(); at != nil; at = at.Parent() {
		if _, function := at.(*python.Function); function {
			break
		}
		add(at)
	}
	return list
}

// differentiates reports whether a body computes gradients or steps.
func differentiates(body []python.Stmt) bool {
	return contains(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && c.MethodName() == "backward"
	})
}

func contains(body []python.Stmt, is func(python.Node) bool) bool {
	for _, s := range body {
		for n := range python.All(s) {
			if is(n) {
				return true
			}
		}
	}
	return false
}

// inLoop reports whether a node stands in a loop of its function.
func inLoop(n python.Node) bool {
	for at := n.Parent(); at != nil; at = at.Parent() {
		switch at.(type) {
		case *python.For, *python.While:
			return true
		case *python.Function, *python.Class:
			return false
		}
	}
	return false
}
