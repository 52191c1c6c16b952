package main

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
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
	list := loopsIn(body)
	if _, whole := n.(*python.Function); whole {
		return list
	}
	for at := loopAround(n); at != nil; at = loopAround(at) {
		list = append(list, at)
	}
	return list
}

func loopsIn(body []python.Stmt) []python.Stmt {
	var list []python.Stmt
	for n := range python.AllIn(body) {
		switch n := n.(type) {
		case *python.For:
			list = append(list, n)
		case *python.While:
			list = append(list, n)
		}
	}
	return list
}

// loopAround is the innermost loop of a function in which a node stands; nil when there is none.
func loopAround(n python.Node) python.Stmt {
	for at := n.Parent(); at != nil; at = at.Parent() {
		switch at := at.(type) {
		case *python.For:
			return at
		case *python.While:
			return at
		case *python.Function, *python.Class:
			return nil
		}
	}
	return nil
}

// bodyOf is what a loop repeats.
func bodyOf(loop python.Stmt) []python.Stmt {
	switch loop := loop.(type) {
	case *python.For:
		return loop.Body
	case *python.While:
		return loop.Body
	}
	return nil
}

// differentiates reports whether a body computes gradients or steps.
func differentiates(body []python.Stmt) bool {
	return contains(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && c.MethodName() == "backward"
	})
}

// onlyGenerates reports whether all that a stretch of code has a model do is generate: transformers turns gradients off there itself.
func onlyGenerates(body []python.Stmt) bool {
	generates := contains(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && c.MethodName() == "generate"
	})
	return generates && !contains(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && knowledge.NamesModule(python.LastName(c.Func))
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
func inLoop(n python.Node) bool { return loopAround(n) != nil }
