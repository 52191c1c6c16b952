package main

import (
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
	for inner := range python.AllIn(body) {
		add(inner)
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
	for n := range python.AllIn(body) {
		if is(n) {
			return true
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
