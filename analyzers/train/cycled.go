package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// CycledLoaders lists the calls of itertools.cycle in the file that go over a loader again and again: what a run shows
// it to be, or, where no run comes to the call, what it is called.
func (f *Facts) CycledLoaders() []*python.Call {
	var list []*python.Call
	for _, cycle := range f.Module.Calls("itertools.cycle") {
		if len(cycle.Args) != 1 || cycle.Args[0].Star > 0 {
			continue
		}
		met, loads := f.givenALoader(cycle)
		if !met {
			loads = f.calledALoader(cycle.Args[0].Value)
		}
		if loads && !f.givesLoaders(cycle) {
			list = append(list, cycle)
		}
	}
	return list
}

// calledALoader reports whether an expression is called as loaders are, and is none that goes over its data in their
// own order anyway.
func (f *Facts) calledALoader(e python.Expr) bool {
	if knowledge.RoleOfWord(python.LastName(e)) != knowledge.Loader {
		return false
	}
	name, ok := e.(*python.Name)
	if !ok {
		return true
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	return !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		made, ok := b.Value.(*python.Call)
		return ok && f.keepsOrder(made)
	})
}

// keepsOrder reports whether a call makes a loader of torch's that says nothing of another order.
func (f *Facts) keepsOrder(made *python.Call) bool {
	given := func(option string, position int) bool {
		return f.Module.Argument(made, option, position).Presence != python.Absent
	}
	return knowledge.IsLoaderOfTorch(f.Module.Resolve(made.Func)) && !made.Spreads() &&
		!given("shuffle", 2) && !given("sampler", 3) && !given("batch_sampler", 4)
}

// givesLoaders reports whether what a call of cycle gives one after the other are loaders themselves: loader =
// next(loaders).
func (f *Facts) givesLoaders(cycle *python.Call) bool {
	assign, ok := python.EnclosingStmt(cycle).(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return false
	}
	kept := python.PathText(assign.Targets[0])
	loader := func(target python.Expr) bool {
		return knowledge.RoleOfWord(python.LastName(target)) == knowledge.Loader
	}
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.For:
			if python.PathText(n.Iter) == kept && loader(n.Target) {
				return true
			}
		case *python.Assign:
			next, ok := n.Value.(*python.Call)
			if ok && len(n.Targets) == 1 && python.LastName(next.Func) == "next" && len(next.Args) > 0 &&
				python.PathText(next.Args[0].Value) == kept && loader(n.Targets[0]) {
				return true
			}
		}
	}
	return false
}

// givenALoader reports whether some run comes to a call of one argument, and whether that is a loader whenever one
// does.
func (f *Facts) givenALoader(call *python.Call) (met, loads bool) {
	loads = true
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node != call || len(c.Args) != 1 {
				continue
			}
			met = true
			given := c.Args[0].Value
			listed := slices.ContainsFunc(run.Alternatives(given), func(v run.Value) bool {
				o, ok := v.(*run.Object)
				return !ok || o.Kind == run.List || o.Made != nil && o.Made.Node != nil && f.keepsOrder(o.Made.Node)
			})
			loads = loads && !listed && library.RoleOf(given) == knowledge.Loader
		}
	}
	return met, loads
}
