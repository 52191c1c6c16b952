package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LeftOut is a module that takes part in training with a parameter of its own that no optimizer has: the proxies of a
// loss.
type LeftOut struct {
	Module *run.Object
	// Made makes the module, Forward runs it in the step, and Backward goes through what it gives.
	Made, Forward *run.Call
	Backward      *Event
	// Parameter is the attribute that holds the parameter.
	Parameter string
	// Optimizer makes an optimizer that steps.
	Optimizer *run.Call
}

// LeftOut lists the modules of a step that hold a Parameter which was made in sight and is trained by nobody: no
// optimizer has it, nobody loads, freezes or changes it, and what the module is given comes of a network that is
// trained. Of a network that is given data alone, Untrained speaks.
func (s *Step) LeftOut() []*LeftOut {
	e := s.Entry
	if s.Owner != PlainTorch && s.Owner != Accelerate || len(s.Events) > maxEvents || !e.Whole || s.takesGradients() {
		return nil
	}
	trained, ok := e.trainedModules()
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
			name, parameter := e.ownParameter(m)
			if parameter == nil || !r.holdsOf(c) || e.overlap([]*run.Object{m}, trained) || e.madeOf(m, trained) ||
				!e.leftAlone(m, parameter) ||
				g.most(given(c)) == CarriesNot {
				continue
			}
			if optimizer := s.optimizerSteps(); len(optimizer) > 0 && optimizer[0].Object.Made != nil {
				list = append(list, &LeftOut{m, m.Made, c, ev, name, optimizer[0].Object.Made})
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
		if knowledge.IsParameter(symbolOf(o.Made)) {
			if learns, _ := o.Made.Argument("requires_grad", 1); learns == nil || learns == run.Value(run.Bool(true)) {
				return names[i], o
			}
		}
	}
	return "", nil
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
