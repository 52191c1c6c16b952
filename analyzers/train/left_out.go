package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LeftOut is a module that takes part in training with a parameter of its own that no optimizer has: the proxies of a
// loss.
type LeftOut struct {
	Module *run.Object
	// Made makes the module, and Forward runs it in the step.
	Made, Forward *run.Call
	// Parameter is the attribute that holds the parameter; "" where the module has layers alone.
	Parameter string
	// Layer is the class of a layer with random weights that it is or holds: Linear; "" beside a Parameter.
	Layer string
	// Anew is set where each lap of the step's loop makes the module.
	Anew bool
	// Optimizer makes an optimizer that steps; nil where a framework steps it.
	Optimizer *run.Call
}

// LeftOut lists the modules that training steps leave out: see leftOut and leftOutOfHook.
func (f *Facts) LeftOut() []*LeftOut {
	var list []*LeftOut
	for _, s := range f.Steps() {
		list = append(list, s.leftOut()...)
	}
	for _, s := range f.hookSteps() {
		list = append(list, s.leftOutOfHook()...)
	}
	return list
}

// leftOutOfHook lists the modules with layers that a framework's training step runs behind a network and that no
// optimizer can have: what the step makes anew each time, and what the module keeps beside those whose parameters its
// configure_optimizers() lists one by one.
func (s *Step) leftOutOfHook() []*LeftOut {
	e := s.Entry
	g := e.graphs()
	fn := e.Function.Node
	listed := listsEach(e.Function.Class)
	var list []*LeftOut
	for _, c := range s.calls() {
		m, ok := c.Callee.(*run.Object)
		if !ok || c.Node == nil || m.Made == nil || m.Made.Node == nil || c.Grad == run.Value(run.Bool(false)) ||
			!library.IsModule(m) || insideOther(c) || s.weightsTouched(c) ||
			slices.ContainsFunc(list, func(u *LeftOut) bool { return u.Module == m }) {
			continue
		}
		made := inFunction(m.Made, fn)
		if made == nil && (!listed || !ofSelf(c, fn)) || g.most(given(c)) == CarriesNot || s.givenData(m) {
			continue
		}
		layer := e.ownLayer(m)
		if layer == nil || (inFunction(layer.Made, fn) == nil) != (made == nil) || !e.leftAlone(m, layer) {
			continue
		}
		left := &LeftOut{
			Module: m, Made: made, Forward: c, Layer: run.LastPart(string(layer.Class.(run.Symbol))), Anew: made != nil,
		}
		if made == nil {
			left.Made = m.Made
		}
		list = append(list, left)
	}
	return list
}

// listsEach reports whether a class has a configure_optimizers() of its own that names the attributes of self whose
// parameters the optimizers get, and does nothing else with self that could give more of them.
func listsEach(class *run.Class) bool {
	for _, s := range class.Node.Body {
		fn, ok := s.(*python.Function)
		if !ok || fn.Name != knowledge.ConfiguresOptimizers || len(fn.Params) == 0 {
			continue
		}
		listed := false
		for n := range python.AllIn(fn.Body) {
			self, ok := n.(*python.Name)
			if !ok || self.ID != fn.Params[0].Name {
				continue
			}
			of, ok := self.Parent().(*python.Attribute)
			if !ok || knowledge.TouchesWeights(of.Attr) {
				return false
			}
			if c, called := of.Parent().(*python.Call); called && c.Func == python.Expr(of) {
				return false
			}
			up, ok := of.Parent().(*python.Attribute)
			listed = listed || ok && knowledge.ListsParameters(up.Attr)
		}
		if listed {
			return true
		}
	}
	return false
}

// ofSelf reports whether a call in a method itself runs an attribute of self.
func ofSelf(c *run.Call, method *python.Function) bool {
	a, ok := c.Node.Func.(*python.Attribute)
	if !ok || len(method.Params) == 0 {
		return false
	}
	self, ok := a.Value.(*python.Name)
	return ok && self.ID == method.Params[0].Name && python.EnclosingFunction(c.Node) == method
}

// inFunction is what a call is a part of that stands in a function itself; nil where it happens elsewhere.
func inFunction(c *run.Call, fn *python.Function) *run.Call {
	for ; c != nil; c = c.Caller {
		if c.Node != nil && python.EnclosingFunction(c.Node) == fn {
			return c
		}
	}
	return nil
}

// leftOut lists the modules of a step that hold a Parameter, or a layer with random weights, which was made in sight
// and is trained by nobody: no optimizer has it, nobody loads, freezes or changes it, and what the module is given
// comes of a network that is trained. Of a network that is given data alone, Untrained speaks.
func (s *Step) leftOut() []*LeftOut {
	e := s.Entry
	trained, ok := s.trainedInSight()
	if !ok {
		return nil
	}
	g := e.graphs()
	var list []*LeftOut
	for _, ev := range s.Of(Backward) {
		p := g.passOf(ev)
		if p == nil {
			continue
		}
		r := g.recorded(p)
		for _, c := range s.calls() {
			m, ok := c.Callee.(*run.Object)
			if !ok || c.Node == nil || m.Made == nil || c.Seq > ev.Call.Seq || c.Grad != run.Value(run.Bool(true)) ||
				!library.IsModule(m) ||
				slices.ContainsFunc(list, func(u *LeftOut) bool { return u.Module == m }) {
				continue
			}
			left := &LeftOut{Module: m, Made: m.Made, Forward: c}
			name, parameter := e.ownParameter(m)
			if left.Parameter = name; parameter == nil && !insideOther(c) && !s.weightsTouched(c) && !s.givenData(m) {
				if s.MadeIn(m) != s.during(m.Made.Laps) { // a copy of what was made before
					continue
				}
				parameter = e.ownLayer(m)
				if left.Anew = s.MadeIn(m); left.Anew {
					left.Made = s.inLoop(m.Made)
				}
				if parameter != nil {
					left.Layer = run.LastPart(string(parameter.Class.(run.Symbol)))
				}
			}
			if parameter == nil || !r.holdsOf(c) || e.overlap([]*run.Object{m}, trained) || e.madeOf(m, trained) ||
				!e.leftAlone(m, parameter) ||
				g.most(given(c)) == CarriesNot {
				continue
			}
			if optimizer := s.optimizerSteps(); len(optimizer) > 0 && optimizer[0].Object.Made != nil {
				left.Optimizer = optimizer[0].Object.Made
				list = append(list, left)
			}
		}
	}
	return list
}

// holdsOf reports whether a graph holds something that a call, or what it ran, made.
func (r *reach) holdsOf(c *run.Call) bool {
	for o := range r.all {
		if madeWithin(o, c) {
			return true
		}
	}
	return false
}

// ownParameter is a parameter that learns and that a module keeps itself, and the name of its attribute.
func (e *Entry) ownParameter(m *run.Object) (name string, parameter *run.Object) {
	names, values := e.Facts.machine.Named(m)
	for i, v := range values {
		o, ok := v.(*run.Object)
		if !ok || o.Made == nil {
			continue
		}
		if !knowledge.MakesParameter(symbolOf(o.Made)) {
			continue
		}
		if learns, _ := o.Made.Argument("requires_grad", 1); learns == nil || learns == run.Value(run.Bool(true)) {
			return names[i], o
		}
	}
	return "", nil
}

// inLoop is what a call is a part of that stands in the loop of the step itself: adapter("wide"), which makes the
// module.
func (s *Step) inLoop(c *run.Call) *run.Call {
	for up := c; up != nil; up = up.Caller {
		if up.Caller == s.Loop.Run.Caller {
			return up
		}
	}
	return c
}

// insideOther reports whether a call happens in the forward pass of another module than the one that it calls, or in
// another method of one: what a network is made of may be trained in part.
func insideOther(c *run.Call) bool {
	for up := c.Caller; up != nil; up = up.Caller {
		switch callee := up.Callee.(type) {
		case *run.Object: // of a class of which not all is seen, too
			return true
		case *run.Method:
			if library.IsModule(callee.Self) || callee.Func != nil && callee.Func.Name() == "forward" {
				return true
			}
		}
	}
	return false
}

// givenData reports whether a step runs a module on data alone, too: Untrained speaks of it.
func (s *Step) givenData(m *run.Object) bool {
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		return c.Callee == run.Value(m) && s.Entry.graphs().most(given(c)) == CarriesNot
	})
}

// weightsTouched reports whether a file reads, loads or freezes the weights of what the step calls, by its name: an
// optimizer that another method steps is given critic.parameters(), or head.weight is written.
func (s *Step) weightsTouched(c *run.Call) bool {
	name := python.LastName(c.Node.Func)
	if m, ok := c.Callee.(*run.Object); ok && name == "" {
		name = m.Word
	}
	for _, m := range []*python.Module{s.Entry.Facts.Module, c.Unit.Module} {
		for _, a := range m.Attributes(knowledge.TouchesWeights) {
			if name != "" && python.LastName(a.Value) == name {
				return true
			}
		}
	}
	return false
}

// ownLayer is a layer of torch's with random weights that a module is or holds, made in sight: those that torchvision
// or timm make of what they load are not.
func (e *Entry) ownLayer(m *run.Object) *run.Object {
	switch class := m.Class.(type) {
	case run.Symbol:
		if knowledge.StartsRandom(string(class)) && m.Made != nil && symbolOf(m.Made) == string(class) {
			return m
		}
		if !knowledge.HoldsModules(string(class)) {
			return nil
		}
		for _, v := range (&modes{entry: e}).items(m) {
			if o, ok := v.(*run.Object); ok && o != m {
				if layer := e.ownLayer(o); layer != nil {
					return layer
				}
			}
		}
	case *run.Class:
		_, values := e.Facts.machine.Named(m)
		for _, v := range values {
			o, ok := v.(*run.Object)
			if !ok || o == m {
				continue
			}
			if _, ofLibrary := o.Class.(run.Symbol); !ofLibrary {
				continue
			}
			if layer := e.ownLayer(o); layer != nil {
				return layer
			}
		}
	}
	return nil
}

// leftAlone reports whether nothing in the entry loads, freezes, lists or changes the parameters of a module, and no
// function that is not seen is given it.
func (e *Entry) leftAlone(m, parameter *run.Object) bool {
	if slices.ContainsFunc(e.freezings(), func(f freezing) bool { return f.module == nil || e.related(f.module, m) }) {
		return false
	}
	of := func(v run.Value) bool { // the parameter, what .data of it gives, or the module
		for depth := 0; depth < maxParts; depth++ {
			o, ok := v.(*run.Object)
			if !ok {
				return false
			}
			if o == parameter || o == m {
				return true
			}
			if len(o.Operands) == 0 {
				return false
			}
			v = o.Operands[0]
		}
		return false
	}
	if slices.ContainsFunc(
		e.Stores,
		func(s *run.Store) bool { return s.Target != m && !constructing(s.Caller) && of(s.Target) },
	) {
		return false
	}
	return !slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		name := calleeName(c)
		if knowledge.ListsParameters(name) && e.mayCall(c, m) || name == "load_state_dict" && e.mayCall(c, m) {
			return true
		}
		if strings.HasSuffix(name, "_") && !strings.HasSuffix(name, "__") && !constructing(c.Caller) && of(receiver(c)) {
			return true
		}
		return !seen(c) && newEvent(c) == nil && name != "__init__" && c.Result != run.Value(m) && c.Callee != run.Value(m) &&
			library.RoleOf(c.Result) != knowledge.Model && e.handsOver(c, []*run.Object{m, parameter}) && !of(receiver(c))
	})
}
