package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// lists reports whether a list of modules, which is no model itself, has a module among its items: an optimizer of the
// list trains it. What a model holds is part of it instead, and may be frozen by its mode.
func (e *Entry) lists(list, module *run.Object) bool {
	class, ok := list.Class.(run.Symbol)
	if !ok || !knowledge.ListsModules(string(class)) {
		return false
	}
	items, ok := e.Facts.machine.Get(list, run.Elements).(*run.Object)
	return ok && slices.ContainsFunc(e.Facts.machine.Contents(items), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			item, ok := one.(*run.Object)
			return ok && e.holds(module, item)
		})
	})
}

// passesThrough reports whether a backward pass goes through the result of a module, or of one that it holds.
func (g *graph) passesThrough(backward *Event, module *run.Object, e *Entry) bool {
	for _, p := range g.passes {
		if p.event != backward {
			continue
		}
		for o := range g.recorded(p).all {
			if o.Made == nil {
				continue
			}
			for c := o.Made; c != nil; c = c.Caller {
				called := moduleCalled(c) // a criterion may be the default of a parameter, of which two networks hold the same
				if called != nil && !learnsNothing(called) && e.holds(module, called) || c.Callee == run.Value(module) {
					return true
				}
			}
		}
	}
	return false
}

// moduleCalled is the module whose forward pass a call runs; nil when it is none.
func moduleCalled(c *run.Call) *run.Object {
	if o, ok := receiver(c).(*run.Object); ok && library.IsModule(o) {
		return o
	}
	return nil
}

// related reports whether two modules are the same, or one is part of the other.
func (e *Entry) related(a, b *run.Object) bool {
	return e.holds(a, b) || e.holds(b, a) || base(a) == base(b) || sameOwner(base(a), base(b))
}

// sameOwner reports whether two objects are parts of what may be one object, one of several: each time that
// self.network.model is read where self.network is one of two, it is an object anew.
func sameOwner(a, b *run.Object) bool {
	if len(a.Operands) == 0 || len(b.Operands) == 0 || a.Operator != b.Operator {
		return false
	}
	one, isChoice := run.Bare(a.Operands[0]).(*run.Choice)
	other, too := run.Bare(b.Operands[0]).(*run.Choice)
	return isChoice && too && slices.ContainsFunc(one.Alternatives, func(x run.Alternative) bool {
		o, ok := x.Value.(*run.Object)
		return ok && holdsObject(other, o)
	})
}

// mayBeRelated is related for an object that may be one of many, of which not all are known.
func (e *Entry) mayBeRelated(a, b *run.Object) bool {
	return e.related(a, b) || len(run.Among(a)) > 0 || e.hasAttribute(a, b)
}

// hasAttribute reports whether a module has an object among its attributes: self.train() in a module that keeps the
// network that it was given, whatever that is.
func (e *Entry) hasAttribute(whole, part *run.Object) bool {
	return library.IsModule(whole) && slices.ContainsFunc(e.Facts.machine.Attributes(whole), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			o, ok := one.(*run.Object)
			return ok && sameGiven(o, part)
		})
	})
}

// sameGiven reports whether two objects are one, or what one parameter is given, in the same wrapper.
func sameGiven(a, b *run.Object) bool {
	if a == b || sameParameter(a, b) {
		return true
	}
	inA, wrapsA := wrapped(a)
	inB, wrapsB := wrapped(b)
	return wrapsA && wrapsB && inA != a && sameGiven(inA, inB)
}

// sameParameter reports whether two unknown objects stand for what one parameter is given: a constructor that nobody
// calls may have been looked into more than once.
func sameParameter(a, b *run.Object) bool {
	return a.Kind == run.Unknown && b.Kind == run.Unknown && a.Operator == b.Operator && a.At.Node != nil && a.At == b.At
}

// base is the object of whose attributes and wrappings an object is part.
func base(o *run.Object) *run.Object {
	for len(o.Operands) > 0 && (strings.HasPrefix(o.Operator, ".") || o.Operator == library.Wraps) {
		inner, ok := o.Operands[0].(*run.Object)
		if !ok {
			break
		}
		o = inner
	}
	return o
}

// holds reports whether a module is the other one, wraps it, or has it among its parts.
func (e *Entry) holds(whole, part *run.Object) bool {
	if whole.Like != nil && whole.Like == part || part.Like != nil && part.Like == whole || e.Covers(whole, part) {
		return true
	}
	if inner, ok := wrapped(part); ok { // the wrapped model is trained when its wrapper is called
		return e.holds(whole, inner)
	}
	inner, ok := wrapped(whole) // and what a wrapper runs has the wrapper's mode
	return ok && e.holds(inner, part)
}

// wrapped is the module that another one runs.
func wrapped(o *run.Object) (inner *run.Object, ok bool) {
	inner, ok = library.Wrapped(o).(*run.Object)
	return inner, ok
}

// madeIn reports whether a module is made anew in every lap of a loop: the next lap trains another one.
func madeIn(module *run.Object, loop *Loop) bool { return loop.around(base(module).Laps) }

// isSetting reports whether a module only holds something that is no module: the settings that it was made with.
// Whoever is given them cannot put the module into a mode.
func isSetting(o, module *run.Object, e *Entry) bool {
	return !library.IsModule(o) && !e.holds(o, module) && base(o) != base(module)
}

// selfOf is the object whose method a call runs.
func selfOf(c *run.Call) run.Value {
	switch f := c.Callee.(type) {
	case *run.Method:
		return f.Self
	case *run.Function:
		if f.Class != nil && len(c.Args) > 0 {
			return c.Args[0].Value
		}
	}
	return nil
}
