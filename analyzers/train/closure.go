package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LateBinding is a checkpointed function that reads variables which the loop around the call binds anew: backward runs
// it again when the loop is over.
type LateBinding struct {
	Module *python.Module
	// Function is the def or lambda.
	Function python.Node
	// Given is where the function is given away: an argument of the checkpoint call, or of the call that leads to it.
	Given run.Place
	Loop  run.Place
	// Names are the variables, in the order in which the function reads them.
	Names []string
}

// LateBindings lists the checkpoint calls with such a function, each once: those that the programs of the file come to,
// and those behind options that are off.
func (f *Facts) LateBindings() []*LateBinding {
	seen := map[python.Node]bool{}
	var list []*LateBinding
	for _, e := range f.Entries() {
		list = append(list, e.lateBindings(seen)...)
	}
	for _, c := range f.Module.Calls("torch.utils.checkpoint.checkpoint") {
		if !seen[c] {
			list = append(list, f.unreached(c)...)
		}
	}
	return list
}

func (e *Entry) lateBindings(seen map[python.Node]bool) []*LateBinding {
	var list []*LateBinding
	for _, c := range e.Calls {
		path, ok := c.Callee.(run.Symbol)
		if !ok || !knowledge.Recomputes(string(path)) || c.Node == nil || seen[c.At] {
			continue
		}
		seen[c.At] = true
		given, _ := c.Argument("function", 0)
		f, ok := given.(*run.Function)
		if !ok {
			continue
		}
		loop := e.LoopAround(c.Laps)
		for loop != nil && !loop.Trains && !sharesFunction(f.At(), loop.Node()) {
			loop = loop.Parent // one of the helper that calls checkpoint
		}
		var late []string
		for l := loop; l != nil && !l.Trains && sharesFunction(f.At(), l.Node()); l = l.Parent {
			late = appendLate(f.Unit.Module, f.At(), l.Node(), late)
		}
		if len(late) > 0 {
			place := givenAt(c, f)
			list = append(list, &LateBinding{f.Unit.Module, f.At(), place, run.Place{Unit: f.Unit, Node: loop.Node()}, late})
		}
	}
	return list
}

// unreached judges a checkpoint call that no program comes to, by its own function alone.
func (f *Facts) unreached(c *python.Call) []*LateBinding {
	argument := f.Module.Argument(c, "function", 0)
	if argument.Direct == nil {
		return nil
	}
	given := argument.Value
	var owner python.Node
	switch e := given.(type) {
	case *python.Lambda:
		owner = e
	case *python.Name:
		if def, ok := f.Module.Definition(e).(*python.Function); ok {
			owner = def
		}
	}
	if owner == nil {
		return nil
	}
	var late []string
	var innermost python.Stmt
	for n := c.Parent(); n != nil; n = n.Parent() {
		loop, ok := n.(python.Stmt)
		if _, function := n.(*python.Function); function || ok && isLoop(loop) && differentiates(loop) {
			break
		}
		if !ok || !isLoop(loop) || !sharesFunction(owner, loop) {
			continue
		}
		if innermost == nil {
			innermost = loop
		}
		late = appendLate(f.Module, owner, loop, late)
	}
	if len(late) == 0 {
		return nil
	}
	unit := f.machine.Unit(f.Module, "__main__")
	return []*LateBinding{
		{f.Module, owner, run.Place{Unit: unit, Node: given}, run.Place{Unit: unit, Node: innermost}, late},
	}
}

func isLoop(s python.Stmt) bool {
	switch s.(type) {
	case *python.For, *python.While:
		return true
	}
	return false
}

// differentiates reports whether a loop calls a backward itself.
func differentiates(loop python.Stmt) bool {
	for n := range python.All(loop) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == "backward" {
			return true
		}
	}
	return false
}

// givenAt is the outermost argument through which a function reaches a call.
func givenAt(c *run.Call, f *run.Function) run.Place {
	at := run.Place{Unit: f.Unit, Node: f.At()}
	for ; c != nil; c = c.Caller {
		found := false
		for _, a := range c.Args {
			if a.Value == run.Value(f) {
				found = true
				if a.Node != nil {
					at = run.Place{Unit: c.Unit, Node: a.Node}
				}
			}
		}
		if !found {
			break
		}
	}
	return at
}

// inside reports whether a node is another one or stands in it.
func inside(n, outer python.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n == outer {
			return true
		}
	}
	return false
}

// sharesFunction reports whether a function is defined in a loop or beside it, in the same function. One that a factory
// gives holds what the factory was given.
func sharesFunction(owner python.Node, loop python.Stmt) bool {
	around := python.EnclosingFunction(owner)
	return around != nil && around == python.EnclosingFunction(loop)
}

// appendLate adds the names that a function takes from the one around it and that a loop there binds anew.
func appendLate(module *python.Module, owner python.Node, loop python.Stmt, late []string) []string {
	python.Walk(owner, func(n python.Node) bool {
		if _, ok := n.(*python.Param); ok {
			return false // defaults are evaluated when the function is made
		}
		name, ok := n.(*python.Name)
		if !ok || slices.Contains(late, name.ID) {
			return true
		}
		_, bindings := module.Lookup(name.ID, name)
		if slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			return !inside(b.Node, owner) && inside(b.Node, loop) && bindsAnew(module, b, loop)
		}) {
			late = append(late, name.ID)
		}
		return true
	})
	return late
}

// bindsAnew reports whether a binding gives its name another value in each lap. A function that the loop defines is
// another one where it holds something that the loop binds: def run(h, block=block).
func bindsAnew(module *python.Module, b *python.Binding, loop python.Stmt) bool {
	switch b.Kind {
	case python.LoopTarget, python.Assigned, python.Unpacked, python.Augmented:
		return true
	}
	f, ok := b.Node.(*python.Function)
	if !ok {
		return false
	}
	for n := range python.All(f) {
		name, ok := n.(*python.Name)
		if !ok {
			continue
		}
		_, bindings := module.Lookup(name.ID, name)
		for _, of := range bindings {
			if _, function := of.Node.(*python.Function); !function && !inside(of.Node, f) && inside(of.Node, loop) {
				return true
			}
		}
	}
	return false
}
