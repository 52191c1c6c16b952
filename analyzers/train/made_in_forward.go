package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// MadeInForward is a layer of torch's that a forward pass makes anew each time it runs, and calls.
type MadeInForward struct {
	Made *python.Call
	// Layer is its class: Linear.
	Layer string
}

// LayersMadeInForward lists the layers with random weights that the forward passes of the file's modules make, call and
// forget.
func (f *Facts) LayersMadeInForward() []MadeInForward {
	var list []MadeInForward
	f.inForward(func(c *python.Call) {
		path := f.Module.Resolve(c.Func)
		if name, ok := strings.CutPrefix(path, "torch.nn."); ok && knowledge.StartsRandom(path) && f.calledAndForgotten(c) {
			list = append(list, MadeInForward{c, name})
		}
	})
	return list
}

// inForward visits the calls of the forward passes of the file's modules that run whenever these do.
func (f *Facts) inForward(visit func(c *python.Call)) {
	for _, class := range f.moduleClasses() {
		for _, s := range class.Body {
			fn, ok := s.(*python.Function)
			if !ok || fn.Name != "forward" || len(fn.Params) == 0 || len(fn.Decorators) > 0 {
				continue
			}
			for n := range python.AllIn(fn.Body) {
				if c, ok := n.(*python.Call); ok && python.EnclosingFunction(c) == fn && len(python.GatesOf(c)) == 0 &&
					!python.InLambda(c) {
					visit(c)
				}
			}
		}
	}
}

// calledAndForgotten reports whether a layer is called where it is made, or under a name that is used for nothing else:
// nobody gives it weights.
func (f *Facts) calledAndForgotten(made *python.Call) bool {
	e := python.Expr(made)
	for { // nn.Linear(8, 8).to(x.device)
		a, ok := e.Parent().(*python.Attribute)
		if !ok || !knowledge.ReturnsItself(a.Attr) {
			break
		}
		c, ok := a.Parent().(*python.Call)
		if !ok || c.Func != python.Expr(a) {
			return false
		}
		e = c
	}
	switch up := e.Parent().(type) {
	case *python.Call:
		return up.Func == e
	case *python.Assign:
		if len(up.Targets) != 1 || up.Value != e {
			return false
		}
		name, ok := up.Targets[0].(*python.Name)
		if !ok {
			return false
		}
		_, bindings := f.Module.Lookup(name.ID, name)
		if len(bindings) != 1 {
			return false
		}
		uses := f.Module.Uses(bindings[0])
		return len(uses) > 0 && !slices.ContainsFunc(uses, func(use *python.Name) bool {
			c, ok := use.Parent().(*python.Call)
			return !ok || c.Func != python.Expr(use)
		})
	}
	return false
}

// ModelessDropout is a dropout in a forward pass that drops out in evaluation mode as well.
type ModelessDropout struct {
	Call *python.Call
	// Self is what the method calls the module; "" where the dropout is a module that is made anew, and so in training
	// mode.
	Self string
	// Rate is the argument that says how much is dropped, where the function has no argument for the mode: attention of
	// torch.nn.functional.
	Rate *python.Arg
}

// ModelessDropouts lists the dropouts in the file's modules that surely do: functions that are told nothing of the
// mode, and modules that a forward pass makes and calls.
func (f *Facts) ModelessDropouts() []ModelessDropout {
	var list []ModelessDropout
	for _, class := range f.moduleClasses() {
		if knowledge.SamplesDropout(class.Name) {
			continue
		}
		for _, s := range class.Body {
			fn, ok := s.(*python.Function)
			if !ok || len(fn.Params) == 0 || len(fn.Decorators) > 0 || knowledge.SamplesDropout(fn.Name) ||
				strings.HasPrefix(fn.Name, "train") ||
				f.asksForMode(fn) {
				continue
			}
			for n := range python.AllIn(fn.Body) {
				c, ok := n.(*python.Call)
				if !ok || f.onlyWhere(c) {
					continue
				}
				if rate := f.dropsInAttention(c, class); rate != nil || f.dropsInAnyMode(c) {
					list = append(list, ModelessDropout{c, fn.Params[0].Name, rate})
				}
			}
		}
	}
	f.inForward(func(c *python.Call) {
		if drops, keeps := knowledge.AsksForMode(f.Module.Resolve(c.Func)); drops && !keeps &&
			strings.HasPrefix(f.Module.Resolve(c.Func), "torch.nn.") &&
			f.mayDrop(c, 0) &&
			f.calledAndForgotten(c) {
			list = append(list, ModelessDropout{Call: c})
		}
	})
	return list
}

// asksForMode reports whether a function does something else in each mode: it knows in which it drops out.
func (f *Facts) asksForMode(fn *python.Function) bool {
	for n := range python.AllIn(fn.Body) {
		if test, ok := n.(*python.If); ok && strings.Contains(f.Module.File.Slice(test.Test.Span()), "training") {
			return true
		}
	}
	return false
}

// dropsInAnyMode reports whether a call is one of a function that drops out unless it is told not to, and it is told
// nothing.
func (f *Facts) dropsInAnyMode(c *python.Call) bool {
	return knowledge.DropsUnlessTold(f.Module.Resolve(c.Func)) &&
		f.Module.Argument(c, "training", 2).Presence == python.Absent &&
		f.mayDrop(c, 1)
}

// dropsInAttention is the rate at which a function that computes attention drops out, whatever the mode of the module:
// nil where the rate may be 0, or may have been chosen by the mode.
func (f *Facts) dropsInAttention(c *python.Call, class *python.Class) *python.Arg {
	position, ok := knowledge.RateOfAttention(f.Module.Resolve(c.Func))
	if !ok {
		return nil
	}
	rate := f.Module.Argument(c, knowledge.DropoutRate, position)
	if rate.Direct == nil || !f.surelyDrops(rate.Value, class) {
		return nil
	}
	return rate.Direct
}

// surelyDrops reports whether a rate is a number other than 0: it is written, or an attribute of the module that the
// constructor takes from a parameter whose default is such a number. Of a dropout kept as a module it is the rate.
func (f *Facts) surelyDrops(rate python.Expr, class *python.Class) bool {
	if v, known := f.Module.Const(rate); known {
		return aboveZero(v)
	}
	a, ok := rate.(*python.Attribute)
	if !ok {
		return false
	}
	if inner, ok := a.Value.(*python.Attribute); ok && a.Attr == "p" { // self.dropout.p
		a = inner
	}
	if _, ok := a.Value.(*python.Name); !ok {
		return false
	}
	set := storesOf(class, a.Attr)
	if len(set) != 1 || set[0].Value == nil {
		return false
	}
	value := set[0].Value
	if c, ok := value.(*python.Call); ok && a != rate {
		drops, _ := knowledge.AsksForMode(f.Module.Resolve(c.Func))
		p := f.Module.Argument(c, "p", 0)
		if !drops || p.Presence == python.Uncertain {
			return false
		}
		if p.Presence == python.Absent {
			return true // 0.5
		}
		value = p.Value
	}
	if name, ok := value.(*python.Name); ok {
		fn := python.EnclosingFunction(set[0])
		if fn == nil || fn.Name != "__init__" {
			return false
		}
		i := slices.IndexFunc(fn.Params, func(p *python.Param) bool { return p.Name == name.ID })
		if i < 0 || fn.Params[i].Default == nil {
			return false
		}
		value = fn.Params[i].Default
	}
	v, known := f.Module.Const(value)
	return known && aboveZero(v)
}

func aboveZero(v python.Value) bool {
	n, ok := v.Number()
	return ok && n > 0
}

// storesOf are the assignments to an attribute of the instance in the methods of a class.
func storesOf(class *python.Class, attribute string) []*python.Assign {
	var list []*python.Assign
	for n := range python.AllIn(class.Body) {
		s, ok := n.(*python.Assign)
		if ok && slices.ContainsFunc(s.Targets, func(e python.Expr) bool {
			a, ok := e.(*python.Attribute)
			return ok && a.Attr == attribute
		}) {
			list = append(list, s)
		}
	}
	return list
}

// mayDrop reports whether a dropout has a rate that is not plainly 0.
func (f *Facts) mayDrop(c *python.Call, position int) bool {
	rate := f.Module.Argument(c, "p", position)
	switch rate.Presence {
	case python.Absent:
		return true
	case python.Uncertain:
		return false
	}
	v, known := f.Module.Const(rate.Value)
	return !known || !v.IsZero()
}

// onlyWhere reports whether a dropout runs under a condition that may be about the mode, or about something that is
// perturbed on purpose; one that asks for its rate is neither, nor one that asks which layer it is.
func (f *Facts) onlyWhere(c *python.Call) bool {
	return slices.ContainsFunc(python.GatesOf(c), func(g python.Gate) bool {
		return g.Holds && f.leftToCaller(g.Test, c) || !f.asksWhichLayer(g.Test) &&
			!strings.Contains(f.Module.File.Slice(g.Test.Span()), "drop") ||
			strings.Contains(f.Module.File.Slice(g.Test.Span()), "train")
	})
}

// leftToCaller reports whether a test holds only where a flag does that the function is given, and that is off unless
// somebody says so: if use_dropout and self.rate > 0. A rate that is handed to the dropout is no flag.
func (f *Facts) leftToCaller(test python.Expr, dropout *python.Call) bool {
	if both, ok := test.(*python.Bool); ok && both.Op == "and" {
		return f.leftToCaller(both.Left, dropout) || f.leftToCaller(both.Right, dropout)
	}
	flag, ok := test.(*python.Name)
	if !ok || slices.ContainsFunc(dropout.Args, func(a *python.Arg) bool { return python.PathText(a.Value) == flag.ID }) {
		return false
	}
	_, bindings := f.Module.Lookup(flag.ID, flag)
	if len(bindings) != 1 || bindings[0].Kind != python.Parameter {
		return false
	}
	p, ok := bindings[0].Node.(*python.Param)
	return ok && (p.Default == nil || !f.Module.IsTrue(p.Default))
}

// asksWhichLayer reports whether a test compares the number of a loop's round with something: i < len(self.convs) - 1.
func (f *Facts) asksWhichLayer(test python.Expr) bool {
	compare, ok := test.(*python.Compare)
	if !ok {
		return false
	}
	return slices.ContainsFunc(compare.Operands, func(e python.Expr) bool {
		counter, ok := e.(*python.Name)
		if !ok {
			return false
		}
		_, bindings := f.Module.Lookup(counter.ID, counter)
		return len(bindings) > 0 && !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			return b.Kind != python.LoopTarget
		})
	})
}
