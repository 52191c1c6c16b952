package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// freezing is a place that turns gradients off, or may do so.
type freezing struct {
	// module is whose parameters they are; nil where that does not show.
	module *run.Object
	seq    int
}

// mayBeFrozen reports whether no parameter of a module may require gradients when a call runs it: it records nothing
// then. What was turned off before an optimizer stepped on the module left some of them on: the backward pass would
// raise. A copy is as frozen as what it was copied from.
func (e *Entry) mayBeFrozen(c *run.Call, module *run.Object) bool {
	if slices.ContainsFunc(e.freezings(), func(f freezing) bool {
		return f.seq < c.Seq && (f.module == nil || e.related(f.module, module) && !e.isOneLayerOf(f.module, module)) &&
			!e.trainedBetween(f.seq, c.Seq, module)
	}) {
		return true
	}
	if original, ok := module.CopyOf(); ok && !e.thawedBefore(c, module) && e.mayBeFrozen(c, original) {
		return true
	}
	return e.cameFrozen(c, module) || e.givenWhereAllFreezes(module)
}

// givenWhereAllFreezes reports whether a method is handed the module from out of sight, and its class freezes something
// by a call, self.network.freeze_backbone(), and computes no gradients anywhere: it fits a classifier to what a frozen
// network gives.
func (e *Entry) givenWhereAllFreezes(module *run.Object) bool {
	if e.Function == nil || e.Function.Class == nil || !isGiven(module) {
		return false
	}
	class := e.Function.Class.Node
	only, known := e.Facts.freezeOnly[class]
	if !known {
		freezes, trains := false, false
		for n := range python.AllIn(class.Body) {
			if c, ok := n.(*python.Call); ok {
				freezes = freezes || strings.HasPrefix(c.MethodName(), "freeze")
				trains = trains || c.MethodName() == "backward"
			}
		}
		only = freezes && !trains
		if e.Facts.freezeOnly == nil {
			e.Facts.freezeOnly = map[*python.Class]bool{}
		}
		e.Facts.freezeOnly[class] = only
	}
	return only
}

// surelyFrozen reports whether a call runs a module all of whose parameters the program has frozen before, whichever
// way it went, and has not thawed again, nor the parts of it.
func (e *Entry) surelyFrozen(c *run.Call) bool {
	if c == nil {
		return false
	}
	m := moduleCalled(c)
	if m == nil {
		m, _ = c.Callee.(*run.Object)
	}
	if m == nil || !library.IsModule(m) {
		return false
	}
	last := -1
	for _, s := range e.Facts.switches() {
		if s.entry == e && s.seq < c.Seq && !s.On && s.Module == m && !s.Part && holdAll(s.gates, c.Gates) {
			last = s.seq
		}
	}
	return last >= 0 && !slices.ContainsFunc(e.thawings(), func(t freezing) bool {
		return t.seq > last && t.seq < c.Seq && (t.module == nil || e.related(t.module, m))
	})
}

// thawings lists where an entry turns gradients on, or may do so: of a module, a part of it, or a parameter.
func (e *Entry) thawings() []freezing {
	if e.known.thawings {
		return e.thawed
	}
	e.known.thawings = true
	for _, s := range e.Stores {
		if s.Name == "requires_grad" && s.New != run.Value(run.Bool(false)) && mayBeParameter(s.Target, 0) {
			e.thawed = append(e.thawed, freezing{ownerOf(s.Target), s.Seq})
		}
	}
	for _, c := range e.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "requires_grad_" && !knowledge.Thaws(m.Name) {
			continue
		}
		if flag, _ := c.Argument("requires_grad", 0); m.Name == "requires_grad_" && flag == run.Value(run.Bool(false)) {
			continue
		}
		on, _ := m.Object.(*run.Object)
		e.thawed = append(e.thawed, freezing{ownerOf(on), c.Seq})
	}
	return e.thawed
}

// holdAll reports whether what happens under some conditions does so under others, too.
func holdAll(conditions, among []run.Literal) bool {
	return !slices.ContainsFunc(conditions, func(l run.Literal) bool { return !slices.Contains(among, l) })
}

// thawedBefore reports whether a module itself is thawed whole before a call runs it.
func (e *Entry) thawedBefore(c *run.Call, module *run.Object) bool {
	return slices.ContainsFunc(e.Facts.switches(), func(s *Switch) bool {
		return s.entry == e && s.Module == module && s.On && !s.Part && s.seq < c.Seq
	})
}

// cameFrozen reports whether a module, or one that it holds, was frozen before the entry began: the first that the
// entry switches of it, or of a copy of it, is that it thaws it. Nobody thaws what records. What the entry makes in
// sight is as its constructor leaves it.
func (e *Entry) cameFrozen(c *run.Call, module *run.Object) bool {
	switched := map[*run.Object]bool{}
	for _, s := range e.Facts.switches() {
		if s.entry != e || s.Module == nil || switched[s.Module] {
			continue
		}
		switched[s.Module] = true
		if !s.On || s.Part || e.frozenHere(s) {
			continue
		}
		given := s.Module
		if original, ok := given.CopyOf(); ok {
			given = original
		} else if c.Seq > s.seq {
			continue
		}
		if isGiven(given) && (e.holds(module, given) || e.keepsWhatItIsHanded(module)) {
			return true
		}
	}
	return false
}

// frozenHere reports whether the entry itself may have frozen what it thaws.
func (e *Entry) frozenHere(thaw *Switch) bool {
	return slices.ContainsFunc(e.freezings(), func(f freezing) bool {
		return f.seq < thaw.seq && (f.module == nil || e.related(f.module, thaw.Module))
	})
}

// isGiven reports whether nothing of how a module was made stands in the program that runs.
func isGiven(o *run.Object) bool { return o.Made == nil && o.Kind != run.Instance }

// isOneLayerOf reports whether what was frozen is a single layer that a module has besides others, which still record:
// a norm, or an embedding beside a layer that nobody freezes.
func (e *Entry) isOneLayerOf(frozen, module *run.Object) bool {
	class, ok := frozen.Class.(run.Symbol)
	if !ok || frozen == module {
		return false
	}
	return knowledge.IsNorm(string(class)) || isLeaf(frozen) && e.holds(module, frozen) && e.hasFreeLayer(module, maxHeld)
}

// isLeaf reports whether a module is a layer of torch's that has parameters of its own.
func isLeaf(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && strings.HasPrefix(string(class), "torch.nn.") && knowledge.HasParameters(string(class)) && !listsParts(o)
}

// hasFreeLayer reports whether a module holds a layer with parameters that nothing in the entry may freeze.
func (e *Entry) hasFreeLayer(module *run.Object, depth int) bool {
	for _, v := range e.Facts.machine.Attributes(module) {
		o, ok := v.(*run.Object)
		if !ok || !library.IsModule(o) || o == module {
			continue
		}
		if isLeaf(o) &&
			!slices.ContainsFunc(e.freezings(), func(f freezing) bool { return f.module == nil || e.related(f.module, o) }) {
			return true
		}
		if depth > 0 && e.hasFreeLayer(o, depth-1) {
			return true
		}
	}
	return false
}

// trainedBetween reports whether an optimizer that takes parameters of a module, or of one that holds it, steps
// between two moments.
func (e *Entry) trainedBetween(from, to int, module *run.Object) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		if !ev.StepsOptimizer() || ev.Call.Seq < from || ev.Call.Seq > to {
			return false
		}
		o, ok := e.OptimizedBy(ev.Object)
		return ok && slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return e.holds(module, m) })
	})
}

// freezings lists where an entry sets requires_grad to anything but True, and where it calls requires_grad_ of
// anything but a module that it thaws, a freeze() that is not followed: a LightningModule has one, or has a module
// apply what may freeze its parts. An attribute requires_grad of a module itself does nothing.
func (e *Entry) freezings() []freezing {
	if e.known.freezings {
		return e.frozen
	}
	e.known.freezings = true
	for _, s := range slices.Concat(e.Built.Stores, e.Stores) {
		off := s.Name == "requires_grad" && s.New != run.Value(run.Bool(true))
		if off && !isPlainModule(s.Target) && mayBeParameter(s.Target, 0) {
			e.frozen = append(e.frozen, freezing{ownerOf(s.Target), s.Seq})
		}
	}
	for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
		m, ok := c.Callee.(*run.Member)
		if ok && (knowledge.Freezes(m.Name) || m.Name == "apply" && library.IsModule(m.Object) && appliesFreezing(c)) {
			on, _ := m.Object.(*run.Object)
			e.frozen = append(e.frozen, freezing{ownerOf(on), c.Seq})
		}
		if ok && m.Name == "requires_grad_" {
			flag, _ := c.Argument("requires_grad", 0)
			if flag == nil || flag == run.Value(run.Bool(true)) { // also what a penalty mixes of real and generated pictures
				continue
			}
			on, _ := m.Object.(*run.Object)
			e.frozen = append(e.frozen, freezing{ownerOf(on), c.Seq})
		}
	}
	return e.frozen
}

// appliesFreezing reports whether a module's apply() is given a function that may turn gradients off: one that speaks
// of requires_grad, or is not seen. One that initialises weights does not.
func appliesFreezing(c *run.Call) bool {
	fn, _ := c.Argument("fn", 0)
	f, ok := fn.(*run.Function)
	if !ok {
		return true
	}
	return speaksOfFreezing(f.At())
}

// speaksOfFreezing reports whether a function may turn the gradients of something off.
func speaksOfFreezing(f python.Node) bool {
	for n := range python.All(f) {
		if a, ok := n.(*python.Attribute); ok && (knowledge.Freezes(a.Attr) || strings.HasPrefix(a.Attr, "requires_grad")) {
			return true
		}
	}
	return false
}

// isPlainModule reports whether an object is a module for sure.
func isPlainModule(o *run.Object) bool { return o != nil && o.Class != nil && library.IsModule(o) }

// ownerOf is the module of which an object is a parameter, or the object itself where it is a module; nil where that
// does not show.
func ownerOf(o *run.Object) *run.Object {
	if o == nil || library.IsModule(o) {
		return o
	}
	if all := parametersBehind(o); all != nil {
		return parametersOf(all)
	}
	if o.Made != nil && knowledge.CallGives(symbolOf(o.Made)) == knowledge.Leaf {
		return o // a parameter that the program makes beside its modules
	}
	if strings.HasPrefix(o.Operator, ".") && len(o.Operands) > 0 { // self.fc.weight
		layer, ok := o.Operands[0].(*run.Object)
		if ok &&
			(library.IsModule(layer) ||
				strings.HasPrefix(layer.Operator, ".") && knowledge.NamesSingleParameter(o.Operator[1:])) {
			return layer // that of one layer is not what others are made of: resnet.conv1.weight
		}
	}
	return nil
}

// mayBeParameter reports whether a tensor may be one of a module's: it is not taken from a batch, and not computed.
func mayBeParameter(o *run.Object, depth int) bool {
	switch {
	case o == nil || depth > maxParts:
		return true
	case o.Operator == "[]", o.Operator == run.Iterating, o.Operator == run.Wrapping, o.Operator == run.Enumerated:
		for _, of := range run.Alternatives(o.Operands[0]) {
			if whole, ok := of.(*run.Object); ok && mayBeParameter(whole, depth+1) {
				return true
			}
		}
		return false
	case library.RoleOf(o) == knowledge.Loader, o.Kind == run.Unknown && o.Made == nil && knowledge.NamesData(o.Word):
		return false
	case o.Made == nil:
		return o.Kind != run.Result
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		// A dictionary's as well as a sparse tensor's: m._parameters.values()
		if of, ok := callee.Object.(*run.Object); ok && callee.Name == "values" && library.RoleOf(of) == knowledge.NoRole {
			return mayBeParameter(of, depth+1)
		}
		return knowledge.MethodGives(callee.Name) != knowledge.Computed || library.IsModule(callee.Object)
	case run.Symbol:
		gives := knowledge.CallGives(string(callee))
		return gives != knowledge.Computed && gives != knowledge.Data
	}
	return true
}

// runsFrozen reports whether a forward pass runs a module that the program freezes, or may: what that gives has no
// graph of its own then.
func (g *graph) runsFrozen(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	module, ok := o.Made.Callee.(*run.Object)
	return ok && g.entry.isModule(module) && g.entry.mayBeFrozen(o.Made, module)
}

// runsFrozenPart reports whether an object is what a part of a network gives that is surely frozen, the latents of
// vae.encode(x): it has the graph of what went in.
func (g *graph) runsFrozenPart(o *run.Object) bool {
	return o.Made != nil && knowledge.RunsPart(calleeName(o.Made)) && g.entry.surelyFrozen(o.Made)
}
