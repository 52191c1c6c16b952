package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

const cycles = "itertools.cycle"

// Cycled is a call of itertools.cycle that goes over a loader again and again.
type Cycled struct {
	At run.Place
	// Site is the place in the file looked at that leads there, the same one where it stands in that file.
	Site run.Place
	// Name is what the code calls the loader, "" where it has no name.
	Name string
}

// CycledLoaders lists the calls of itertools.cycle, in the file and in what its runs enter of others, that go over a
// loader: what a run shows it to be, or, where no run comes to a call of the file, what it is called.
func (f *Facts) CycledLoaders() []*Cycled {
	var list []*Cycled
	add := func(cycle *python.Call, at, site run.Place) {
		list = append(list, &Cycled{At: at, Site: site, Name: python.PathText(cycle.Args[0].Value)})
	}
	for _, cycle := range f.Module.Calls(cycles) {
		if len(cycle.Args) != 1 || cycle.Args[0].Star > 0 {
			continue
		}
		met, loads := f.givenALoader(cycle)
		if !met {
			loads = f.calledALoader(cycle.Args[0].Value)
		}
		if loads && !givesLoaders(f.Module, cycle) {
			at := run.Place{Unit: &run.Unit{Module: f.Module}, Node: cycle}
			add(cycle, at, at)
		}
	}
	met := map[*python.Call]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if symbolOf(c) != cycles || c.Node == nil || c.Unit.Module == f.Module || len(c.Node.Args) != 1 ||
				c.Node.Args[0].Star > 0 || met[c.Node] {
				continue
			}
			met[c.Node] = true
			if _, loads := f.givenALoader(c.Node); loads && !givesLoaders(c.Unit.Module, c.Node) {
				add(c.Node, c.Place(), f.leadsTo(c))
			}
		}
	}
	return list
}

// leadsTo is the place in the file looked at whose call leads to one of another file; its own place where none does.
func (f *Facts) leadsTo(c *run.Call) run.Place {
	for at := c; at != nil; at = at.Caller {
		if at.Node != nil && at.Unit.Module == f.Module {
			return at.Place()
		}
	}
	return c.Place()
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
func givesLoaders(m *python.Module, cycle *python.Call) bool {
	assign, ok := python.EnclosingStmt(cycle).(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return false
	}
	kept := python.PathText(assign.Targets[0])
	loader := func(target python.Expr) bool {
		return knowledge.RoleOfWord(python.LastName(target)) == knowledge.Loader
	}
	for n := range python.AllIn(m.Body) {
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
