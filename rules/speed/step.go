package speed

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
)

// stepPlace is a short part of a training step to point at: the head of its loop, or the function.
func stepPlace(s *train.Step) run.Place {
	if s.Loop == nil {
		return run.Place{Unit: s.Entry.Function.Unit, Node: s.Entry.Function.At()}
	}
	return s.Loop.Head()
}

// calls reports whether a call is one of a library's functions.
func calls(names ...string) func(*run.Call) bool {
	return func(c *run.Call) bool {
		path, ok := c.Callee.(run.Symbol)
		return ok && slices.Contains(names, string(path))
	}
}

// around are the functions around a call and around the step's own statement, and that statement.
func around(c *run.Call, s *train.Step) []python.Node {
	step := stepNode(s)
	list := []python.Node{step.Node}
	for _, n := range []python.Node{c.At, step.Node} {
		if fn := python.EnclosingFunction(n); fn != nil {
			list = append(list, fn)
		}
	}
	return list
}

// stepNode is the loop or function of a training step.
func stepNode(s *train.Step) run.Place {
	if s.Loop == nil {
		return stepPlace(s)
	}
	return s.Loop.Place()
}

// removal is the statement that a call is, when it can go as a whole.
func removal(c *python.Call) (python.Stmt, bool) {
	s, ok := c.Parent().(*python.ExprStmt)
	return s, ok
}

// onGPU reports whether a file speaks of a GPU.
func onGPU(m *python.Module) bool {
	return bytes.Contains(m.File.Text, []byte("cuda")) || bytes.Contains(m.File.Text, []byte("Accelerator"))
}
