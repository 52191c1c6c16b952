package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// enterAgain enters functions that were called with an option left at its default, when something of a training step
// stands behind it that no entry came to: once more with the arguments of the call, and with the option open.
func (f *Facts) enterAgain(
	functions []*run.Function,
	visit func(fn *run.Function, self run.Value, given []run.Argument),
) {
	missed := f.passedOver()
	for _, fn := range functions {
		if !missed[fn.Node] {
			continue
		}
		if c := f.shortCall(fn); c != nil {
			if fn.Class != nil && fn.Kind != run.StaticMethod && len(c.Args) > 0 {
				visit(fn, c.Args[0].Value, c.Args[1:])
			} else {
				visit(fn, nil, c.Args)
			}
			continue
		}
		if fn.Class == nil {
			continue
		}
		if init, ok := f.machine.ClassMember(fn.Class, "__init__").(*run.Function); ok && f.shortCall(init) != nil {
			visit(fn, f.machine.SelfOf(fn), nil)
		}
	}
}

// passedOver are the functions of the file that were run, and in which a call stands that training steps are made of to
// which no entry came. There are none while something was not followed to its end: it may come to them all the same.
func (f *Facts) passedOver() map[python.Node]bool {
	came := map[python.Node]bool{}
	for _, e := range f.entries {
		if !e.Whole {
			return nil
		}
		for _, c := range e.Calls {
			came[c.At] = true
		}
	}
	missed := map[python.Node]bool{}
	for _, c := range f.Module.AllCalls() {
		if !knowledge.OfStep(python.LastName(c.Func)) || came[c] {
			continue
		}
		if fn := outermostFunction(c); fn != nil && f.machine.Visited(fn) > 0 {
			missed[fn] = true
		}
	}
	return missed
}

// shortCall is the last call of a function that leaves an option to its default; nil when there is none.
func (f *Facts) shortCall(fn *run.Function) *run.Call {
	for i := len(f.entries) - 1; i >= 0; i-- {
		calls := f.entries[i].Calls
		for j := len(calls) - 1; j >= 0; j-- {
			if c := calls[j]; functionOf(c) != nil && functionOf(c).At() == fn.At() && !c.Entry && leavesOption(fn, c) {
				return c
			}
		}
	}
	return nil
}

// leavesOption reports whether a call does not give a parameter whose default is a constant.
func leavesOption(fn *run.Function, c *run.Call) bool {
	given := map[string]bool{}
	position := 0
	for _, a := range c.Args {
		switch {
		case a.Star > 0:
			return false
		case a.Name != "":
			given[a.Name] = true
		default:
			position++
		}
	}
	for i, p := range fn.Params() {
		if p.Star == 0 && !given[p.Name] && (i >= position || p.KeywordOnly) && run.Known(fn.ParameterDefault(p.Name)) {
			return true
		}
	}
	return false
}

// outermostFunction is the function or method of the file in which a node stands, leaving out those inside of it.
func outermostFunction(n python.Node) *python.Function {
	var outer *python.Function
	for n = n.Parent(); n != nil; n = n.Parent() {
		if fn, ok := n.(*python.Function); ok {
			outer = fn
		}
	}
	return outer
}
