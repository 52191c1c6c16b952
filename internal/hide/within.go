package main

import (
	"path"
	"slices"
	"strings"

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
	for at := python.EnclosingLoop(n); at != nil; at = python.EnclosingLoop(at) {
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

// onlyGenerates reports whether all that a stretch of code has a model do is generate: transformers turns gradients off
// there itself.
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

// tests reports whether a file is one of tests: in them no model is anybody's, and the rules leave them alone.
func tests(m *python.Module) bool {
	if slices.ContainsFunc(
		strings.Split(path.Dir(m.File.Path), "/"),
		func(dir string) bool { return dir == "tests" || dir == "test" },
	) {
		return true
	}
	return slices.ContainsFunc(m.Body, func(s python.Stmt) bool {
		switch s := s.(type) {
		case *python.Function:
			return strings.HasPrefix(s.Name, "test_") && strings.HasPrefix(path.Base(m.File.Path), "test_")
		case *python.Class:
			return slices.ContainsFunc(s.Bases, func(base *python.Arg) bool { return python.LastName(base.Value) == "TestCase" })
		}
		return false
	})
}

// runsInLoop reports whether a stretch of code runs a model in a loop, as far as names show it: calls what is named so,
// or hands it to a function, or calls one of the file that does. A loop that shows pictures, or averages parameters,
// computes nothing with it.
func runsInLoop(m *python.Module, body []python.Stmt) bool {
	return contains(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && inLoop(n) && (runsModel(c) || callsOneThatRuns(m, c))
	})
}

func runsModel(c *python.Call) bool {
	if knowledge.NamesModule(python.LastName(c.Func)) || c.MethodName() == "forward" || c.MethodName() == "generate" {
		return true
	}
	if knowledge.NamesModule(python.LastName(c.Receiver())) && !knowledge.ModuleMethod(c.MethodName()) {
		return true
	}
	return slices.ContainsFunc(c.Args, func(a *python.Arg) bool {
		return knowledge.NamesModule(python.LastName(a.Value))
	}) &&
		python.LastName(c.Func) != "zip" &&
		python.LastName(c.Func) != "print"
}

// callsOneThatRuns reports whether a call is one of a function of the file in which a model runs.
func callsOneThatRuns(m *python.Module, c *python.Call) bool {
	name := python.LastName(c.Func)
	return contains(m.Body, func(n python.Node) bool {
		fn, ok := n.(*python.Function)
		return ok && fn.Name == name && contains(fn.Body, func(n python.Node) bool {
			c, ok := n.(*python.Call)
			return ok && runsModel(c)
		})
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
func inLoop(n python.Node) bool { return python.EnclosingLoop(n) != nil }
