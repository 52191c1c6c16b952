package flow

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// harmless are functions of other files that are given an optimizer or scaler and,
// by their name, do nothing to gradients.
var harmless = regexp.MustCompile(`(?i)(^|_)(lr|learning_?rate|save|log|print|checkpoint|clip|lr_?scheduler|schedule|state|isinstance|len|id|type|str|repr|hasattr|getattr|get|format|debug|info|append|dump)(_|$)|^(set|adjust|update)_(lr|learning)|lr$|scheduler$|LR$|save`)

// HandsOver reports whether a body, or what it calls in this file, gives an object
// to a function that the file does not show, or calls a method of self that an
// unseen base class must hold: either may do to the object what is missed here.
func (f *Facts) HandsOver(body []python.Stmt, paths ...string) bool {
	return f.handsOver(body, paths, 0)
}

func (f *Facts) handsOver(body []python.Stmt, paths []string, depth int) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok || found {
			return !found
		}
		if fn := f.Callee(c); fn != nil {
			found = depth < maxFollow && f.handsOver(fn.Body, paths, depth+1)
			return !found
		}
		found = f.unseenUse(c, paths)
		return !found
	})
	return found
}

func (f *Facts) unseenUse(c *python.Call, paths []string) bool {
	if f.kindOf(c) != NoEvent || harmless.MatchString(lastName(c.Func)) || strings.HasPrefix(f.Module.Resolve(c.Func), "torch.") {
		return false
	}
	if receiver := c.Receiver(); receiver != nil {
		switch f.RoleOf(receiver) {
		case Accelerator, Fabric, Scheduler:
			return false
		}
		// self.hook(): a method that only an unseen base can have
		if name, ok := receiver.(*python.Name); ok && f.Module.ClassOf(name) != nil && holdsAttribute(paths, name.ID) {
			class := f.Module.ClassOf(name)
			if f.hasUnseenBase(class) && f.Module.Method(class, lastName(c.Func)) == nil && !f.hasMember(class, lastName(c.Func)) {
				return !isModuleMethod(lastName(c.Func))
			}
		}
	}
	for _, a := range c.Args {
		if given := python.PathText(a.Value); given != "" {
			for _, path := range paths {
				if given == path || given == "self" && strings.HasPrefix(path, "self.") {
					return true
				}
			}
		}
	}
	return false
}

// hasUnseenBase reports whether a class inherits methods that the file does not show.
func (f *Facts) hasUnseenBase(class *python.Class) bool {
	for _, c := range f.Module.Ancestry(class) {
		for _, base := range c.Bases {
			if _, here := f.Module.Definition(base.Value).(*python.Class); here || base.Name != "" {
				continue
			}
			switch path := f.Module.Resolve(base.Value); {
			case path == "object", path == "abc.ABC", strings.HasPrefix(path, "torch.nn."), strings.HasPrefix(path, "typing."):
			default:
				return true
			}
		}
	}
	return false
}

func (f *Facts) hasMember(class *python.Class, name string) bool {
	for _, c := range f.Module.Ancestry(class) {
		if len(f.Module.Member(c, name)) > 0 {
			return true
		}
	}
	return false
}

// holdsAttribute reports whether one of the paths is an attribute of the name.
func holdsAttribute(paths []string, name string) bool {
	for _, p := range paths {
		if strings.HasPrefix(p, name+".") {
			return true
		}
	}
	return false
}

// isModuleMethod reports whether torch.nn.Module has the method.
func isModuleMethod(name string) bool {
	switch name {
	case "train", "eval", "parameters", "named_parameters", "state_dict", "load_state_dict", "to", "cuda", "cpu", "log", "modules", "children", "print", "log_dict":
		return true
	}
	return false
}

var clearing = regexp.MustCompile(`(?i)(zero|clear|reset|clean|remove|flush|free)_?(all_?)?(the_?)?grad|grads?_?(zero|clear|reset|none)|set_to_none`)

// WritesGradients reports whether a body touches `.grad` itself, or calls what by
// its name clears gradients: `p.grad = None`, `p.grad.zero_()`, `clear_grads()`.
func (f *Facts) WritesGradients(body []python.Stmt) bool { return f.writesGradients(body, 0) }

func (f *Facts) writesGradients(body []python.Stmt, depth int) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				found = found || isGrad(t)
			}
		case *python.AugAssign:
			found = found || isGrad(n.Target)
		case *python.Delete:
			for _, t := range n.Targets {
				found = found || isGrad(t)
			}
		case *python.Call:
			found = found || f.gradientCall(n, depth)
		}
		return !found
	})
	return found
}

func (f *Facts) gradientCall(c *python.Call, depth int) bool {
	if name := lastName(c.Func); clearing.MatchString(name) && f.kindOf(c) == NoEvent {
		return true
	}
	if receiver := c.Receiver(); receiver != nil && strings.HasSuffix(c.MethodName(), "_") && isGrad(receiver) {
		return true
	}
	fn := f.Callee(c)
	return fn != nil && depth < maxFollow && f.writesGradients(fn.Body, depth+1)
}

// HandsOutGradients reports whether a body, or what it calls in this file, gives gradients
// another name or passes them on: `g = p.grad`, `grads = [p.grad for p in …]`,
// `torch._foreach_mul_(grads, 1 / n)`. What is done to them then is not seen.
func (f *Facts) HandsOutGradients(body []python.Stmt) bool { return f.handsOutGradients(body, 0) }

func (f *Facts) handsOutGradients(body []python.Stmt, depth int) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			found = found || isGrad(n) && handedOut(n)
		case *python.Call:
			fn := f.Callee(n)
			found = found || fn != nil && depth < maxFollow && f.handsOutGradients(fn.Body, depth+1)
		}
		return !found
	})
	return found
}

// handedOut reports whether an expression is a value of its own: not looked at by a
// comparison or by its attributes and methods.
func handedOut(e python.Expr) bool {
	switch p := e.Parent().(type) {
	case *python.Attribute, *python.Compare:
		return false
	case *python.Assign:
		return p.Value == e
	}
	return true
}

// isGrad reports whether an expression is x.grad or x.grad.data.
func isGrad(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Attribute:
		return e.Attr == "grad" || e.Attr == "data" && isGrad(e.Value)
	case *python.Subscript:
		return isGrad(e.Value)
	}
	return false
}

// Compatible reports whether two events can happen in the same iteration: no
// condition that one needs is one that the other excludes.
func (f *Facts) Compatible(a, b *Event) bool {
	for _, g := range a.Gates {
		for _, h := range b.Gates {
			if g.Test == nil || h.Test == nil {
				continue
			}
			textA, notA := f.condition(g)
			textB, notB := f.condition(h)
			if textA == textB && notA != notB {
				return false
			}
		}
	}
	return true
}

// condition is the text of a gate's test without leading nots, and whether it must be false.
func (f *Facts) condition(g Gate) (text string, negated bool) {
	test, negated := g.Test, g.Negated
	for {
		u, ok := test.(*python.Unary)
		if !ok || u.Op != "not" {
			return f.Module.File.Slice(test.Span()), negated
		}
		test, negated = u.Operand, !negated
	}
}

// Seen reports whether the object of an optimizer step is an optimizer of PyTorch
// or one that nothing in the file contradicts. A class of this file may clear the
// gradients in its step.
func (f *Facts) Seen(e *Event) bool {
	receiver := e.Call.Receiver()
	if e.Kind == ScalerStep && len(e.Call.Args) > 0 {
		receiver = e.Call.Args[0].Value
	}
	t := f.Module.TypeOf(receiver)
	return !strings.HasPrefix(t, ".")
}

// ClearedAround reports whether a batch loop stands in another one that clears
// gradients, or in a function that a hook or an unseen caller may do so for.
func (f *Facts) ClearedAround(l *Loop) bool {
	for p := l.Parent; p != nil; p = p.Parent {
		if p.Kind == EpochLoop {
			return false
		}
		if has(f.EventsIn(p.Body), ZeroGrad) || f.WritesGradients(p.Body) {
			return true
		}
	}
	return false
}
