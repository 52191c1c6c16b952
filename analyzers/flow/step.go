package flow

import (
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TrainingStep is a stretch of code that runs once for every training step: the body of a
// batch loop, or a function that holds a step and is called from elsewhere.
type TrainingStep struct {
	// Loop is the batch loop; nil when a function is the step.
	Loop     *Loop
	Function *python.Function
	Events   []Event
	Owner    Owner
}

// Steps lists the training steps of the file: wherever gradients are computed or
// an optimizer steps. A function that a batch loop of this file calls is part of
// that loop's step, not one of its own.
func (f *Facts) Steps() []*TrainingStep {
	if f.stepsDone {
		return f.steps
	}
	f.stepsDone = true
	covered := map[*python.Call]bool{}
	for _, l := range f.Loops() {
		if !l.Trains || l.Kind != BatchLoop {
			continue
		}
		if outer := outerBatchLoop(l); outer != nil {
			continue
		}
		f.addStep(&TrainingStep{Loop: l, Function: python.EnclosingFunction(l.Node), Events: f.EventsIn(l.Body)}, covered)
	}
	for _, fn := range f.functions() {
		events := f.EventsIn(fn.Body)
		if !has(events, Backward, Step, ScalerStep) || f.coveredBy(events, covered) {
			continue
		}
		f.addStep(&TrainingStep{Function: fn, Events: events}, covered)
	}
	return f.steps
}

func (f *Facts) addStep(s *TrainingStep, covered map[*python.Call]bool) {
	for i := range s.Events {
		covered[s.Events[i].Call] = true
	}
	at := python.Node(s.Function)
	if s.Loop != nil {
		at = s.Loop.Node
	}
	s.Owner = f.OwnerOf(at)
	f.steps = append(f.steps, s)
}

// outerBatchLoop is a batch loop around l in which the optimizer also steps.
func outerBatchLoop(l *Loop) *Loop {
	for p := l.Parent; p != nil; p = p.Parent {
		if p.Kind == BatchLoop && p.Trains {
			return p
		}
	}
	return nil
}

// coveredBy reports whether the events belong to a step that is known already.
func (f *Facts) coveredBy(events []Event, covered map[*python.Call]bool) bool {
	for i := range events {
		switch events[i].Kind {
		case Backward, Step, ScalerStep:
			if covered[events[i].Call] {
				return true
			}
		}
	}
	return false
}

func (f *Facts) functions() []*python.Function {
	var list []*python.Function
	python.WalkBody(f.Module.Body, func(n python.Node) bool {
		if fn, ok := n.(*python.Function); ok {
			list = append(list, fn)
		}
		return true
	})
	return list
}

func has(events []Event, kinds ...EventKind) bool {
	for i := range events {
		for _, k := range kinds {
			if events[i].Kind == k {
				return true
			}
		}
	}
	return false
}

// Has reports whether the step holds an event of one of the kinds.
func (s *TrainingStep) Has(kinds ...EventKind) bool { return has(s.Events, kinds...) }

// Of lists the step's events of one kind, in order.
func (s *TrainingStep) Of(kind EventKind) []*Event {
	var list []*Event
	for i := range s.Events {
		if s.Events[i].Kind == kind {
			list = append(list, &s.Events[i])
		}
	}
	return list
}

var syncName = regexp.MustCompile(`^(sync_gradients|is_accumulating|is_gradient_accumulation_boundary|should_step|should_update|is_last_microbatch|last_microbatch|need_update|update_now|do_step)$`)

// AccumulationGate is the condition that lets only every n-th micro-batch through
// to e: a modulo of a counter, or a framework's word for it. n is the divisor, nil
// when the condition does not show it. ok is false when no gate of e is one.
func (f *Facts) AccumulationGate(e *Event) (gate Gate, n python.Expr, ok bool) {
	for _, g := range e.Gates {
		if n, ok := f.accumulates(g.Test, 0); ok {
			return g, n, true
		}
	}
	return Gate{}, nil, false
}

func (f *Facts) accumulates(test python.Expr, depth int) (n python.Expr, ok bool) {
	if depth > 4 {
		return nil, false
	}
	switch t := test.(type) {
	case *python.Compare:
		for _, o := range t.Operands {
			if b, isBinary := o.(*python.Binary); isBinary && b.Op == "%" {
				return b.Right, true
			}
		}
	case *python.Binary:
		if t.Op == "%" { // if i % n:
			return t.Right, true
		}
	case *python.Bool:
		if n, ok := f.accumulates(t.Left, depth+1); ok {
			return n, true
		}
		return f.accumulates(t.Right, depth+1)
	case *python.Unary:
		return f.accumulates(t.Operand, depth+1)
	case *python.Attribute:
		return nil, syncName.MatchString(t.Attr)
	case *python.Call:
		return nil, syncName.MatchString(lastName(t.Func))
	case *python.Name:
		if syncName.MatchString(t.ID) {
			return nil, true
		}
		_, bindings := f.Module.Lookup(t.ID, t)
		if len(bindings) == 1 && bindings[0].Kind == python.Assigned {
			return f.accumulates(bindings[0].Value, depth+1)
		}
	}
	return nil, false
}
