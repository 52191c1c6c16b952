package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// enterInner enters the functions inside of functions that nothing called which is seen, when a training step is made
// in them, or a network is run in a loop: they are handed to an engine, or returned to whoever wanted a step made. The
// variables around them are as the function left them that defined them.
func (f *Facts) enterInner(visit func(fn *run.Function)) {
	entered := map[*python.Function]bool{}
	for _, c := range f.Module.AllCalls() {
		fn := python.EnclosingFunction(c)
		if fn == nil || entered[fn] || f.inner[fn] == nil ||
			!knowledge.OfStep(python.LastName(c.Func)) && !runsInLoop(c, fn) {
			continue
		}
		entered[fn] = true
		if !f.machine.Shown(fn) {
			visit(f.inner[fn])
		}
	}
}

// runsInLoop reports whether a call in a loop of a function runs a network, by its name.
func runsInLoop(c *python.Call, fn *python.Function) bool {
	switch innermostLoop(c).(type) {
	case *python.For, *python.While:
		said := strengthOfCall(c, fn, true)
		return said == strong || said == running || said == keeping
	}
	return false
}

// keepInner keeps the functions that a run has defined inside of others.
func (f *Facts) keepInner(defined []*run.Function) {
	for _, fn := range defined {
		if fn.Node == nil || python.EnclosingFunction(fn.Node) == nil {
			continue
		}
		if f.inner == nil {
			f.inner = map[*python.Function]*run.Function{}
		}
		f.inner[fn.Node] = fn
	}
}
