// Package flow knows what a training program does with what Python gives it:
// which loop is which, what happens in a training step and in what order, and
// which values carry an autograd graph.
package flow

import "github.com/trainlint/trainlint/analyzers/python"

// Facts answers questions about one module. Answers are computed when they are
// first asked for; like its module, a Facts belongs to one goroutine at a time.
type Facts struct {
	Module *python.Module
}

// New prepares the facts of a module.
func New(m *python.Module) *Facts { return &Facts{Module: m} }
