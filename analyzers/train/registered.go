package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Unregistered is something that learns and that a module keeps where torch.nn.Module does not look: parameters() does
// not give it, to() does not move it, state_dict() does not hold it.
type Unregistered struct {
	Class *python.Class
	// Target is the attribute of self that it is put under.
	Target *python.Attribute
	// Part is where what learns is made: a layer in a container, or the parameter that something was computed of; no place
	// where that says nothing.
	Part run.Place
	// By is what makes another tensor of the parameter: cuda, view, "*"; "" for what stands in a container.
	By string
	// Parameters: what stands in the container are no layers, but parameters.
	Parameters bool
	// Device is the constructor's own word for the device that it moves the parameter to, where no run shows which one
	// that is: on a CPU it stays what it is. "" where it surely becomes another tensor.
	Device string
}

// UnregisteredLayers lists the plain lists and dictionaries of layers that modules keep on self and run, and that no
// code of this file registers, or hands to an optimizer, in another way.
func (f *Facts) UnregisteredLayers() []Unregistered {
	var list []Unregistered
	for _, h := range f.heldModules(mayKeepContainer) {
		if slices.ContainsFunc(h.wholeLineage(), registersByHand) {
			continue
		}
		for _, s := range h.keptStores() {
			if f.partOfContainer(s.value) {
				continue
			}
			parts := h.partsIn(h.heldUnder(s.target.Attr), 0)
			at := slices.IndexFunc(parts, func(part run.Value) bool { return h.learns(part, 0) })
			if at < 0 || !slices.ContainsFunc(parts, h.runs) || !f.onlyWalked(h.class.Node, s.target.Attr) ||
				slices.ContainsFunc(list, func(o Unregistered) bool { return o.Target == s.target }) {
				continue
			}
			list = append(list, Unregistered{
				Class: h.class.Node, Target: s.target, Part: placeMade(parts[at]), Parameters: isParameter(parts[at]),
			})
		}
	}
	return list
}

// partOfContainer reports whether an expression is a part of a ModuleList or Sequential, which is one itself:
// blocks[::-1].
func (f *Facts) partOfContainer(e python.Expr) bool {
	s, ok := e.(*python.Subscript)
	if !ok || len(s.Index) != 1 {
		return false
	}
	_, slice := s.Index[0].(*python.Slice)
	return slice && slices.Contains(containersOfLayers, f.Module.TypeOf(s.Value))
}

// mayKeepContainer reports whether a method of a class puts something on self that may be a list or a dictionary, and
// goes over it or looks into it: only then the class is run.
func mayKeepContainer(class *python.Class) bool {
	return slices.ContainsFunc(storesOn(class), func(s stored) bool {
		switch s.value.(type) {
		case *python.Sequence, *python.Dict, *python.Comprehension, *python.Name, *python.Call, *python.Binary,
			*python.Subscript:
		default:
			return false
		}
		for n := range python.All(class) {
			a, ok := n.(*python.Attribute)
			if !ok || a.Attr != s.target.Attr || a == s.target {
				continue
			}
			if at, ok := a.Parent().(*python.Subscript); ok && at.Value == python.Expr(a) || walkOver(a) != nil {
				return true
			}
			if view, ok := a.Parent().(*python.Attribute); ok && viewOf(view) != nil {
				return true
			}
		}
		return false
	})
}

// partsIn are the modules and parameters in a plain list, tuple or dictionary, however deep, that the module does not
// have besides; none where the value may be something else.
func (h *heldModule) partsIn(v run.Value, depth int) []run.Value {
	all := run.Alternatives(run.Bare(v))
	if depth > maxContainers || len(all) == 0 {
		return nil
	}
	var list []run.Value
	for _, one := range all {
		var held []run.Value
		switch one := run.Bare(one).(type) {
		case *run.Tuple:
			held = one.Items
		case *run.Object:
			if one.Kind != run.List && one.Kind != run.Dict {
				return nil
			}
			held = h.machine.Contents(one)
		default:
			return nil
		}
		for _, part := range held {
			if inner := h.partsIn(part, depth+1); inner != nil {
				list = append(list, inner...)
				continue
			}
			each := run.Alternatives(run.Bare(part))
			if !slices.ContainsFunc(each, func(one run.Value) bool { return !isPart(one) || h.has(one) || h.handsOn(one) }) {
				list = append(list, each...)
			}
		}
	}
	return list
}

// isPart reports whether a value is a module or a parameter: of torch's, of the project's, or of a library that is not
// at hand by its name.
func isPart(v run.Value) bool {
	if library.IsModule(run.Bare(v)) || isParameter(v) {
		return true
	}
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil {
		return false
	}
	path, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok && (knowledge.IsLayerOfLibrary(string(path)) || knowledge.IsMadeOfLayers(string(path)))
}

// handsOn reports whether the making of the module gives a part, or a list with it, to somebody who may register it or
// train it: nn.ModuleList(blocks), keep(blocks).
func (h *heldModule) handsOn(part run.Value) bool {
	var holds func(v run.Value, depth int) bool
	holds = func(v run.Value, depth int) bool {
		return slices.ContainsFunc(run.Alternatives(run.Bare(v)), func(one run.Value) bool {
			if run.Bare(one) == part {
				return true
			}
			o, ok := run.Bare(one).(*run.Object)
			return ok && depth < maxContainers && (o.Kind == run.List || o.Kind == run.Dict) &&
				slices.ContainsFunc(h.machine.Contents(o), func(each run.Value) bool { return holds(each, depth+1) })
		})
	}
	return slices.ContainsFunc(h.built.Calls, func(c *run.Call) bool {
		switch callee := run.Bare(c.Callee).(type) {
		case run.Symbol:
			if path := string(callee); !strings.Contains(path, ".") && path != "setattr" ||
				knowledge.InitialisesWeights(path[strings.LastIndexByte(path, '.')+1:]) {
				return false
			}
		case *run.Member:
			if knowledge.ChangesList(callee.Name) {
				return false
			}
			if knowledge.GivesParameters(callee.Name) && holds(callee.Object, 0) {
				return true
			}
		case *run.Class:
			if callee == h.class {
				return false
			}
		case *run.Object: // act(x)
			return false
		case *run.Method:
			if callee.Func.Name() == "__init__" {
				return false
			}
		case *run.Function:
			if callee.Name() == "__init__" || knowledge.InitialisesWeights(callee.Name()) {
				return false
			}
		}
		return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return holds(a.Value, 0) })
	})
}

// isParameter reports whether a value is a torch.nn.Parameter that somebody made.
func isParameter(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return false
	}
	class, _ := o.Class.(run.Symbol)
	if o.Made != nil {
		if made, ok := run.Bare(o.Made.Callee).(run.Symbol); ok {
			class = made
		}
	}
	return knowledge.MakesParameter(string(class))
}

// has reports whether a part is one that the module registers: under a name of its own, or in a container of torch's.
func (h *heldModule) has(part run.Value) bool {
	var in func(v run.Value, depth int) bool
	in = func(v run.Value, depth int) bool {
		return slices.ContainsFunc(run.Alternatives(run.Bare(v)), func(one run.Value) bool {
			one = run.Bare(one)
			if one == part {
				return true
			}
			o, ok := one.(*run.Object)
			if !ok || depth > maxContainers {
				return false
			}
			if depth > 0 && (o.Kind == run.List || o.Kind == run.Dict) {
				return slices.ContainsFunc(h.machine.Contents(o), func(each run.Value) bool { return in(each, depth+1) })
			}
			if !isPart(o) {
				return false
			}
			if held, ok := run.Bare(h.machine.Get(o, run.Elements)).(*run.Object); ok &&
				slices.ContainsFunc(h.machine.Contents(held), func(each run.Value) bool { return in(each, depth+1) }) {
				return true
			}
			if o.Made != nil && slices.ContainsFunc(given(o.Made), func(each run.Value) bool { return in(each, depth+1) }) {
				return true
			}
			return slices.ContainsFunc(h.machine.Attributes(o), func(each run.Value) bool { return in(each, depth+1) })
		})
	}
	return slices.ContainsFunc(h.machine.Attributes(h.self), func(v run.Value) bool { return in(v, 0) })
}

// learns reports whether a part surely has parameters.
func (h *heldModule) learns(part run.Value, depth int) bool {
	o, ok := run.Bare(part).(*run.Object)
	if !ok || depth > maxLayers {
		return false
	}
	if isParameter(o) {
		return o.Made == nil || !says(o.Made, "requires_grad")
	}
	any := func(list []run.Value) bool {
		return slices.ContainsFunc(list, func(v run.Value) bool {
			all := run.Alternatives(run.Bare(v))
			return len(all) > 0 && !slices.ContainsFunc(all, func(one run.Value) bool { return !h.learns(one, depth+1) })
		})
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		path := string(class)
		switch {
		case knowledge.HoldsModules(path):
			held, ok := run.Bare(h.machine.Get(o, run.Elements)).(*run.Object)
			return ok && any(h.machine.Contents(held)) || o.Made != nil && any(given(o.Made))
		case knowledge.IsPart(path):
			return knowledge.HasParameters(path)
		}
		return knowledge.IsLayerOfLibrary(path) || knowledge.IsMadeOfLayers(path)
	case *run.Class:
		for _, one := range class.Line() {
			if c, ours := one.(*run.Class); ours && c.Node != nil && registersByHand(c.Node) {
				return false
			}
		}
		return any(h.machine.Attributes(o))
	}
	if o.Made != nil {
		path, ok := run.Bare(o.Made.Callee).(run.Symbol)
		return ok && knowledge.IsMadeOfLayers(string(path))
	}
	return false
}

// runs reports whether the forward pass calls a part, or computes with it where it is a parameter.
func (h *heldModule) runs(part run.Value) bool {
	is := func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(run.Bare(v)), func(one run.Value) bool { return run.Bare(one) == part })
	}
	if slices.ContainsFunc(h.passes.Calls, func(c *run.Call) bool { return is(c.Callee) || callsMethodOf(c, part) }) {
		return true
	}
	if !isParameter(part) {
		return false
	}
	for _, fn := range h.functions() {
		for n := range python.AllIn(fn.Node.Body) {
			e, ok := n.(python.Expr)
			if !ok || !h.facts.isOperand(e) {
				continue
			}
			if v, met := h.machine.ValueOf(e); met && is(v) {
				return true
			}
		}
	}
	return false
}

// callsMethodOf reports whether a call is that of the forward pass of a module of the project.
func callsMethodOf(c *run.Call, part run.Value) bool {
	method, ok := run.Bare(c.Callee).(*run.Method)
	return ok && run.Bare(method.Self) == part
}

// placeMade is where what a value is was made.
func placeMade(v run.Value) run.Place {
	if o, ok := run.Bare(v).(*run.Object); ok {
		if o.Made != nil {
			return o.Made.Place()
		}
		return o.At
	}
	return run.Place{}
}

// runClass is the class of the project that a name of the file stands for, wherever it is written; nil for anything
// else.
func (f *Facts) runClass(name string) *run.Class {
	if f.project == nil {
		return nil
	}
	machine := f.Machine()
	class, _ := machine.Global(machine.Unit(f.Module, "__main__"), name).(*run.Class)
	return class
}

// wholeLineage are a class and its bases in the project.
func (f *Facts) wholeLineage(class *python.Class) []*python.Class {
	list := f.Module.Ancestry(class)
	if of := f.runClass(class.Name); of != nil && of.Node == class {
		for _, base := range of.Line() {
			if b, ours := base.(*run.Class); ours && b.Node != nil && !slices.Contains(list, b.Node) {
				list = append(list, b.Node)
			}
		}
	}
	return list
}

// stored is one attribute of self that a method assigns, and what it is given.
type stored struct {
	at     *python.Assign
	target *python.Attribute
	value  python.Expr
}

// storesOn are the attributes of self that a class's methods assign: one in a statement, or several with a value each.
func storesOn(class *python.Class) []stored {
	var list []stored
	for _, s := range class.Body {
		fn, ok := s.(*python.Function)
		if !ok || len(fn.Params) == 0 {
			continue
		}
		for n := range python.AllIn(fn.Body) {
			assign, ok := n.(*python.Assign)
			if !ok || len(assign.Targets) != 1 || assign.Value == nil {
				continue
			}
			for i, target := range targetsOf(assign) {
				attribute, ok := target.(*python.Attribute)
				if value := givenTo(assign, i); ok && value != nil && isName(attribute.Value, fn.Params[0].Name) {
					list = append(list, stored{assign, attribute, value})
				}
			}
		}
	}
	return list
}

// targetsOf are what an assignment of one target gives values to: self.down, self.up = [], [] has two.
func targetsOf(s *python.Assign) []python.Expr {
	if several, ok := s.Targets[0].(*python.Sequence); ok {
		return several.Items
	}
	return s.Targets
}

// givenTo is what the target of a number is given; nil where the values are not written one by one.
func givenTo(s *python.Assign, number int) python.Expr {
	targets, ok := s.Targets[0].(*python.Sequence)
	if !ok {
		return s.Value
	}
	values, ok := s.Value.(*python.Sequence)
	if !ok || len(values.Items) != len(targets.Items) {
		return nil
	}
	return values.Items[number]
}

// registersByHand reports whether a class registers parts by their names, hides them on purpose, or says itself what
// its parameters are.
func registersByHand(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Function:
			switch n.Name {
			case "parameters", "named_parameters", "children", "modules", "named_modules", "_apply", "to", "state_dict",
				"__setattr__", "__getattr__":
				return true
			}
		case *python.Attribute:
			switch n.Attr {
			case "add_module", "register_module", "_modules", "_parameters", "__dict__", "__setattr__", "requires_grad_":
				return true
			case "requires_grad": // one that is read only counts what there is to train
				if n.Assignment() != nil {
					return true
				}
			}
		case *python.Name:
			if n.ID == "setattr" || n.ID == "vars" {
				return true
			}
		}
	}
	return false
}

// maxLayers bounds how deep layers in layers are looked into.
const maxLayers = 4

// ReadsOfOthers reports whether code of a file asks an object that is not its own self for an attribute.
func ReadsOfOthers(m *python.Module, attribute string) bool {
	for n := range python.AllIn(m.Body) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == attribute && !knowledge.IsSchedulerModule(m.Resolve(a)) {
			if name, ok := a.Value.(*python.Name); !ok || m.ClassOf(name) == nil {
				return true
			}
		}
	}
	return false
}

// amongTargets reports whether an attribute is one of several that a statement assigns.
func amongTargets(e *python.Attribute) bool {
	several, ok := e.Parent().(*python.Sequence)
	if !ok {
		return false
	}
	s, ok := several.Parent().(*python.Assign)
	return ok && s.Value != nil && slices.Contains(s.Targets, python.Expr(several))
}
