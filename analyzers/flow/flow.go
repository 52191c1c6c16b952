// Package flow knows what a training program does with what Python gives it:
// which loop is which, what happens in a training step and in what order, and
// which values carry an autograd graph.
package flow

import "github.com/trainlint/trainlint/analyzers/python"

// Facts answers questions about one module. Answers are computed when they are
// first asked for; like its module, a Facts belongs to one goroutine at a time.
type Facts struct {
	Module *python.Module

	loops     []*Loop
	loopOf    map[python.Node]*Loop
	loopsDone bool
	holdsStep map[*Loop]bool
	steps     []*TrainingStep
	stepsDone bool
	called    map[*python.Function][]*python.Call
	events    map[python.Node]EventKind // of calls; 0 is none

	graph  *graphs
	stores map[*python.Function]bool // functions that assign to attributes of self
	// attributeReaders maps the name of an attribute to the functions that read it.
	attributeReaders map[string]map[*python.Function]bool
}

// New prepares the facts of a module.
func New(m *python.Module) *Facts {
	return &Facts{Module: m, holdsStep: map[*Loop]bool{}, events: map[python.Node]EventKind{}}
}

// CallsTo lists the calls in this file that run a function or method of it.
func (f *Facts) CallsTo(fn *python.Function) []*python.Call {
	if f.called == nil {
		f.called = map[*python.Function][]*python.Call{}
		for _, c := range f.Module.AllCalls() {
			if callee := f.Callee(c); callee != nil {
				f.called[callee] = append(f.called[callee], c)
			}
		}
	}
	return f.called[fn]
}

// Callee is the function of this file that a call runs, nil when it is another's.
// Calling an instance of a class of this file runs its forward or __call__.
func (f *Facts) Callee(c *python.Call) *python.Function {
	switch def := f.Module.Definition(c.Func).(type) {
	case *python.Function:
		return def
	case *python.Class:
		fn, _ := f.Module.Method(def, "__init__").(*python.Function)
		return fn
	}
	return nil
}
