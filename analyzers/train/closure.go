package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LateBinding is a checkpointed function that reads variables which the loop around the call binds anew: backward runs it
// again when the loop is over.
type LateBinding struct {
	// Given is where the function is given away: an argument of the checkpoint call, or of the call that leads to it.
	Given    run.Place
	Function *run.Function
	Loop     *Loop
	// Names are the variables, in the order in which the function reads them.
	Names []string
}

// LateBindings lists the checkpoint calls of an entry with such a function, each once.
func (e *Entry) LateBindings() []*LateBinding {
	var list []*LateBinding
	seen := map[python.Node]bool{}
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
		for loop != nil && !loop.Trains && !inside(f.At(), loop.Node()) && !sharesFunction(f.At(), loop.Node()) {
			loop = loop.Parent // one of the helper that calls checkpoint
		}
		if names := e.lateNames(f, loop); len(names) > 0 {
			list = append(list, &LateBinding{givenAt(c, f), f, loop, names})
		}
	}
	return list
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

// lateNames are the names that a function takes from the one around it and that a loop around the call binds anew.
func (e *Entry) lateNames(f *run.Function, loop *Loop) []string {
	var late []string
	owner := f.At()
	for l := loop; l != nil && !l.Trains; l = l.Parent {
		if !inside(owner, l.Node()) && !sharesFunction(owner, l.Node()) {
			break
		}
		late = appendLate(f, l.Node(), late)
	}
	return late
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

// sharesFunction reports whether a function is defined beside a loop, in the same function.
func sharesFunction(owner python.Node, loop python.Stmt) bool {
	around := python.EnclosingFunction(owner)
	return around != nil && around == python.EnclosingFunction(loop)
}

func appendLate(f *run.Function, loop python.Stmt, late []string) []string {
	module := f.Unit.Module
	python.Walk(f.At(), func(n python.Node) bool {
		if _, ok := n.(*python.Param); ok {
			return false // defaults are evaluated when the function is made
		}
		name, ok := n.(*python.Name)
		if !ok || slices.Contains(late, name.ID) {
			return true
		}
		_, bindings := module.Lookup(name.ID, name)
		if slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			return !inside(b.Node, f.At()) && inside(b.Node, loop) && bindsAnew(module, b, loop)
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
