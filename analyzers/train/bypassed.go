package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Bypassed is a backward pass through a model that DistributedDataParallel wraps, whose loss was computed without
// calling the wrapper: the wrapper then averages no gradients.
type Bypassed struct {
	Backward *Event
	// Through is the call of the model, or of a method of it, that the loss comes from. Wrapped is where the model is
	// wrapped.
	Through, Wrapped *run.Call
}

// Bypassed lists the backward passes of a step that pass the wrapper by.
func (s *Step) Bypassed() []*Bypassed {
	if s.Owner != PlainTorch {
		return nil
	}
	var list []*Bypassed
	for _, wrapper := range s.Entry.wrappers() {
		inner, ok := run.Bare(wrapper.Operands[0]).(*run.Object)
		if !ok || s.averages(wrapper, inner) {
			continue
		}
		for _, backward := range s.Of(Backward) {
			if b := s.bypassed(backward, wrapper, inner); b != nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// wrappers are the objects of DistributedDataParallel that an entry meets.
func (e *Entry) wrappers() []*run.Object {
	var list []*run.Object
	for _, c := range e.Calls {
		for _, v := range []run.Value{c.Result, receiver(c)} {
			if o, ok := run.Bare(v).(*run.Object); ok && library.Wrapped(o) != nil && library.IsDistributed(o) &&
				!slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// receiver is the object that a call calls, or whose method it calls; nil for any other.
func receiver(c *run.Call) run.Value {
	switch callee := c.Callee.(type) {
	case *run.Object:
		return callee
	case *run.Method:
		return callee.Self
	case *run.Member:
		return callee.Object
	}
	return nil
}

// averages reports whether a step calls the wrapper as well, which makes ready for the backward pass, or may average
// gradients by itself.
func (s *Step) averages(wrapper, inner *run.Object) bool {
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		if run.Bare(c.Callee) == run.Value(wrapper) {
			return true
		}
		if m, ok := c.Callee.(*run.Member); ok && run.Bare(m.Object) == run.Value(wrapper) && m.Name == "forward" {
			return true
		}
		return knowledge.AveragesGradients(functionName(c)) ||
			s.Entry.handsOver(c, []*run.Object{wrapper, inner}) && newEvent(c) == nil && !s.Entry.insideEvent(c)
	})
}

// functionName is the dotted name of the library's function, or the name of the project's, that a call calls.
func functionName(c *run.Call) string {
	if path, ok := c.Callee.(run.Symbol); ok {
		return string(path)
	}
	return calleeName(c)
}

func (s *Step) bypassed(backward *Event, wrapper, inner *run.Object) *Bypassed {
	g := s.Entry.graphs()
	p := g.passOf(backward)
	if p == nil {
		return nil
	}
	var through *run.Call
	for o := range g.recorded(p).all {
		for c := o.Made; c != nil; c = c.Caller {
			// the model, or a part of it: net.module.head(net.module.body(x))
			of, _ := run.Bare(receiver(c)).(*run.Object)
			if of != nil && (of == inner || library.IsModule(of) && s.Entry.holds(inner, of)) && s.during(c.Laps) &&
				(through == nil || c.Seq < through.Seq) {
				through = c
			}
		}
	}
	if through == nil || through.Node == nil ||
		!g.surelyThrough(p, func(o *run.Object) bool { return madeWithin(o, through) }) {
		return nil
	}
	for _, ev := range s.Events {
		if !ev.StepsOptimizer() || ev.Call.Seq < backward.Call.Seq {
			continue
		}
		held, known := s.Entry.OptimizedBy(ev.Object)
		if known &&
			slices.ContainsFunc(
				held.Modules,
				func(m *run.Object) bool { return m == inner || m == wrapper || s.Entry.holds(wrapper, m) },
			) {
			return &Bypassed{Backward: backward, Through: through, Wrapped: wrapper.Made}
		}
	}
	return nil
}
