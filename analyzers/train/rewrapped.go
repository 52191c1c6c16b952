package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// NewLeaf is the call that makes a new leaf of a loss that was computed, so that a backward pass stops there: whichever
// of several it is. nil when the loss is none, or the leaf is what is optimised.
func (e *Entry) NewLeaf(backward *Event) *run.Call {
	var found *run.Call
	for _, v := range run.Alternatives(backward.Loss) {
		o, ok := v.(*run.Object)
		if !ok {
			return nil
		}
		leaf := e.newLeaf(o, maxReshaped)
		if leaf == nil && e.freshInStep(o, backward) {
			leaf = o.Made
		}
		if leaf == nil || e.leafIsUsed(o) {
			return nil
		}
		found = leaf
	}
	return found
}

func (e *Entry) newLeaf(o *run.Object, depth int) *run.Call {
	if o.Made == nil || depth == 0 {
		return nil
	}
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		if knowledge.CopiesTensor(string(callee)) && e.recordedFrom(o) && e.comesOfGraph(o.Made) {
			return o.Made
		}
	case *run.Member:
		inner, ok := callee.Object.(*run.Object)
		switch {
		case !ok:
		case callee.Name == "requires_grad_":
			if on, _ := o.Made.Argument("requires_grad", 0); (on == nil || on == run.Value(run.Bool(true))) && e.cutOff(inner) {
				return o.Made
			}
		case knowledge.MethodGives(callee.Name) == knowledge.Computed:
			return e.newLeaf(inner, depth-1)
		}
	}
	return nil
}

// freshInStep reports whether a step makes a tensor that requires gradients, goes backward from it and lets an
// optimizer step: whatever it was made of, an optimizer that was there before cannot hold it, and the backward pass
// reaches nothing else.
func (e *Entry) freshInStep(o *run.Object, backward *Event) bool {
	if o.Made == nil || len(o.Laps) == 0 || len(o.Laps) != len(backward.Call.Laps) ||
		!sameLaps(o.Laps, backward.Call.Laps) {
		return false
	}
	callee, ok := o.Made.Callee.(run.Symbol)
	if !ok || !knowledge.CopiesTensor(string(callee)) || !requiresGradArgument(o.Made) || isWritten(o.Made) {
		return false
	}
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.StepsOptimizer() && ev.Call.Seq > backward.Call.Seq && len(ev.Call.Laps) == len(o.Laps) &&
			sameLaps(ev.Call.Laps, o.Laps)
	})
}

// isWritten reports whether the values of a tensor are written in the code: the loss of a step that tries whether all
// is in place, torch.tensor([0.5], requires_grad=True).
func isWritten(made *run.Call) bool {
	if made.Node == nil || len(made.Node.Args) == 0 {
		return false
	}
	for n := range python.All(made.Node.Args[0].Value) {
		if _, named := n.(*python.Name); named {
			return false
		}
	}
	return true
}

// cutOff reports whether a tensor is a copy without the graph of what it was computed from.
func (e *Entry) cutOff(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		return knowledge.CopiesTensor(string(callee)) && e.comesOfGraph(o.Made)
	case *run.Member:
		return callee.Name == "detach" && e.graphBehind(callee.Object, maxReshaped)
	}
	return false
}

// recordedFrom reports whether operations on a tensor that was made new are recorded: it was asked for, or turned on.
func (e *Entry) recordedFrom(o *run.Object) bool {
	if requiresGradArgument(o.Made) {
		return true
	}
	for _, s := range e.Stores {
		if s.Target == o && s.Name == "requires_grad" && s.New == run.Value(run.Bool(true)) {
			return true
		}
	}
	for _, c := range e.Calls {
		if m, ok := c.Callee.(*run.Member); ok && m.Object == run.Value(o) && m.Name == "requires_grad_" {
			on, _ := c.Argument("requires_grad", 0)
			return on == nil || on == run.Value(run.Bool(true))
		}
	}
	return false
}

// comesOfGraph reports whether what a call is given first was computed from something that holds a graph, its values
// alone included: loss.item().
func (e *Entry) comesOfGraph(c *run.Call) bool {
	return len(c.Args) > 0 && c.Args[0].Star == 0 && e.graphBehind(c.Args[0].Value, maxReshaped)
}

func (e *Entry) graphBehind(v run.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, one := range e.graphs().flatten(v) {
		o, ok := one.(*run.Object)
		if !ok {
			continue
		}
		if o.Kind == run.Result && e.graphs().carriesOne(o) != CarriesNot {
			return true
		}
		for _, item := range e.Facts.machine.Contents(o) {
			if e.graphBehind(item, depth-1) {
				return true
			}
		}
		if o.Kind != run.Result && o.Kind != run.Unknown {
			continue
		}
		for _, operand := range operands(o) {
			if e.graphBehind(operand, depth-1) {
				return true
			}
		}
	}
	return false
}

// leafIsUsed reports whether a leaf is what is optimised: its gradient is read, or an optimizer is given it.
func (e *Entry) leafIsUsed(o *run.Object) bool {
	if e.Facts.machine.Get(o, "grad") != nil {
		return true
	}
	for _, c := range e.Calls {
		if library.RoleOf(c.Result) == knowledge.Optimizer && len(c.Args) > 0 &&
			e.leads(c.Args[0].Value, []*run.Object{o}, maxHeld) {
			return true
		}
	}
	return false
}
