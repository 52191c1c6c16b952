package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// HandsOver reports whether a step gives one of the objects to a function that is not seen, or calls a method that only
// an unseen class can have: either may do to the object what is missed in the step.
func (s *Step) HandsOver(objects ...*run.Object) bool {
	for _, c := range s.calls() {
		if s.Entry.handsOver(c, objects) && newEvent(c) == nil && !s.Entry.insideEvent(c) {
			return true
		}
	}
	return false
}

// HandsOutModule reports whether a step gives a model to a function that is not seen, as G_loss(G, D, x): it may clear
// its gradients.
func (s *Step) HandsOutModule() bool {
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		callee, ok := c.Callee.(*run.Object)
		if !ok || callee.Kind != run.Unknown || library.IsModule(callee) || knowledge.SparesGradients(callee.Word) {
			return false
		}
		return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return library.IsModule(a.Value) })
	})
}

// HandsOverBetween is HandsOver of what happens between two events of the step, in any lap.
func (s *Step) HandsOverBetween(first, last *Event, objects ...*run.Object) bool {
	between := false
	for _, c := range s.calls() {
		switch {
		case c.At == first.Call.At:
			between = true
		case c.At == last.Call.At:
			between = false
		case between && s.Entry.handsOver(c, objects) && newEvent(c) == nil && !s.Entry.insideEvent(c):
			return true
		}
	}
	return false
}

// calls lists the calls of a step, of all laps and of every time that its loop is entered: a function that costs much
// is run in the first of them only.
func (s *Step) calls() []*run.Call {
	if s.Loop == nil {
		return s.Entry.Calls
	}
	if !s.callsKnown {
		s.callsKnown = true
		for _, c := range s.Entry.Calls {
			if s.during(c.Laps) {
				s.callsWithin = append(s.callsWithin, c)
			}
		}
	}
	return s.callsWithin
}

// during reports whether something that happened in these laps happened in the step's loop, whichever time.
func (s *Step) during(laps []run.Lap) bool {
	if s.Loop == nil {
		return true
	}
	for _, l := range laps {
		if l.Loop == s.Loop.Node() {
			return true
		}
	}
	return false
}

// handsOver reports whether a call leads one of the objects out of sight.
func (e *Entry) handsOver(c *run.Call, objects []*run.Object) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		if strings.HasPrefix(string(callee), "torch.") || knowledge.SparesGradients(run.LastPart(string(callee))) ||
			!strings.Contains(string(callee), ".") && (knowledge.CallGives(string(callee)) == knowledge.Number || // range, print
				knowledge.CallsNothing(string(callee))) {
			return false
		}
	case *run.Member:
		if knowledge.SparesGradients(callee.Name) {
			return false
		}
		if done, unseen := e.memberOutOfSight(callee, objects); done {
			return unseen
		}
	case *run.Object:
		if knowledge.SparesGradients(callee.Word) {
			return false
		}
	default:
		return false // it was run
	}
	for _, a := range c.Args {
		if e.leads(a.Value, objects, maxHeld) {
			return true
		}
	}
	return false
}

// memberOutOfSight judges a method by what it is called on; done is false when its arguments decide.
func (e *Entry) memberOutOfSight(callee *run.Member, objects []*run.Object) (done, unseen bool) {
	if super, ok := callee.Object.(*run.Super); ok {
		return true, !knowledge.ModuleMethod(callee.Name) && e.leads(super.Self, objects, maxHeld)
	}
	on, ok := callee.Object.(*run.Object)
	if !ok {
		return false, false
	}
	switch on.Kind {
	case run.List, run.Dict, run.Set:
		return true, false
	}
	switch library.RoleOf(on) {
	case knowledge.Accelerator, knowledge.Fabric, knowledge.Scheduler:
		return true, false
	}
	for _, o := range objects {
		if on == o { // optimizer.first_step()
			_, ofLibrary := o.Class.(run.Symbol)
			return true, !ofLibrary && !knowledge.OptimizerMethod(callee.Name)
		}
	}
	if class, ours := on.Class.(*run.Class); ours && on.Kind == run.Instance &&
		(class.Unseen() || e.Facts.machine.LeavesOpen(class, callee.Name)) && !knowledge.ModuleMethod(callee.Name) &&
		e.leads(on, objects, maxHeld) { // self.hook(), which only an unseen base can have
		return true, true
	}
	return false, false
}

// leads reports whether somebody who is given a value can reach one of the objects.
func (e *Entry) leads(v run.Value, objects []*run.Object, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case *run.Tuple:
			for _, item := range one.Items {
				if e.leads(item, objects, depth-1) {
					return true
				}
			}
		case *run.Method:
			if e.leads(one.Self, objects, depth-1) {
				return true
			}
		case *run.Object:
			if e.objectLeads(one, objects, depth) {
				return true
			}
		}
	}
	return false
}

func (e *Entry) objectLeads(from *run.Object, objects []*run.Object, depth int) bool {
	// pool.call(optimizer.step)
	if strings.HasPrefix(from.Operator, ".") && !isDatum(from) && e.leads(from.Operands[0], objects, depth-1) {
		return true
	}
	for _, o := range objects {
		if from == o || o.Operator != "" && o.Operator[0] == '.' && len(o.Operands) > 0 && o.Operands[0] == run.Value(from) {
			return true
		}
	}
	machine := e.Facts.machine
	list := machine.Contents(from)
	if from.Kind == run.Instance || from.Kind == run.Namespace {
		if _, ofLibrary := from.Class.(run.Symbol); !ofLibrary {
			list = machine.Attributes(from)
		}
	}
	for _, v := range list {
		if held, ok := v.(*run.Object); ok && madeAlike(held, objects) || e.leads(v, objects, depth-1) {
			return true
		}
	}
	return false
}

// madeAlike reports whether something was made where one of the objects was: an attribute of an object whose
// constructor ran once more since, for another entry.
func madeAlike(held *run.Object, objects []*run.Object) bool {
	return held.At.Node != nil && slices.ContainsFunc(objects, func(o *run.Object) bool {
		return o.Kind == held.Kind && o.At.Node == held.At.Node && o.Class == held.Class
	})
}

// isDatum reports whether an attribute of which nothing is known is something that its object holds, no method of it,
// so that nobody who is given it comes to the object: self.device, self.config.batch_size. The methods of a class whose
// bases are seen are known.
func isDatum(o *run.Object) bool {
	if o.Kind != run.Unknown || knowledge.ClearsGradients(o.Word) || o.Word == "step" {
		return false
	}
	if of, ok := o.Operands[0].(*run.Object); ok && of.Kind == run.Instance {
		if class, ours := of.Class.(*run.Class); ours && !class.Unseen() {
			return true
		}
	}
	word := strings.TrimLeft(o.Word, "_")
	return knowledge.NamesPlain(word) || knowledge.NamesModule(word) || knowledge.NamesCriterion(word) ||
		knowledge.NamesData(word)
}

// calleeName is the last name of what is called; "" when it has none.
func calleeName(c *run.Call) string {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return run.LastPart(string(callee))
	case *run.Member:
		return callee.Name
	case *run.Object:
		return callee.Word
	case *run.Function:
		return callee.Name()
	case *run.Method:
		return callee.Func.Name()
	case *run.Class:
		return callee.Name()
	}
	return ""
}

// Seen reports whether a call's own work is seen: it is a function or class of the project.
func seen(c *run.Call) bool {
	switch c.Callee.(type) {
	case *run.Function, *run.Method, *run.Class, *run.Partial:
		return true
	}
	return false
}
