package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LastOnly is an optimizer's step behind a loop over batches that clears its gradients for each of them: it goes by
// those of the last one.
type LastOnly struct {
	Zero, Optimize *Event
	Over           *Loop
}

// LastOnly is such an optimizer's step of a training step; nil where there is none, or gradients may be kept in another
// way.
func (s *Step) LastOnly() *LastOnly {
	if s.Loop == nil || !s.Has(ZeroGrad) {
		return nil
	}
	for _, optimize := range s.Events {
		if !optimize.StepsOptimizer() || optimize.Object == nil || optimize.Node() == nil ||
			len(optimize.Node().Args) > 0 || len(s.InnerLoops(optimize)) > 0 {
			continue
		}
		over := s.allBackwardsIn(optimize)
		if over == nil || !goesRound(over) || s.stepsWithin(optimize) {
			continue
		}
		zero := s.clearsEachLap(over, optimize)
		if zero == nil || s.WritesGradients() || s.HandsOutGradients() || s.BringsGradients(zero, optimize) {
			continue
		}
		return &LastOnly{zero, optimize, over}
	}
	return nil
}

// allBackwardsIn is the loop in which all backward passes stand whose gradients an optimizer may step on; nil where one
// stands elsewhere.
func (s *Step) allBackwardsIn(optimize *Event) (over *Loop) {
	for _, e := range s.Of(Backward) {
		if !Compatible(e, optimize) {
			continue
		}
		inner := s.InnerLoops(e)
		if len(inner) != 1 || over != nil && inner[0].Node() != over.Node() || e.Call.Seq > optimize.Call.Seq {
			return nil
		}
		if over == nil {
			over = inner[0]
		}
	}
	return over
}

// goesRound reports whether a loop goes over batches, more than one, and does nothing with gradients by hand.
func goesRound(l *Loop) bool {
	if l.Kind != BatchLoop && l.Kind != AccumulationLoop || python.MentionsIn(l.Node(), isGrad) {
		return false
	}
	if r, ok := l.Over().(*run.Range); ok && r.Len() <= 1 {
		return false
	}
	return !slices.ContainsFunc(l.Body(), func(s python.Stmt) bool { // for x in loader: …; break
		simple, ok := s.(*python.Simple)
		return ok && simple.Kind == python.Break
	})
}

// stepsWithin reports whether an optimizer steps in a loop on the way to another one's step behind it.
func (s *Step) stepsWithin(optimize *Event) bool {
	return slices.ContainsFunc(s.Events, func(e *Event) bool {
		return e.StepsOptimizer() && e.Node() != optimize.Node() && Compatible(e, optimize) &&
			len(s.InnerLoops(e)) > 0
	})
}

// clearsEachLap is the call that clears the gradients of an optimizer before each backward pass of a loop; nil for
// none.
func (s *Step) clearsEachLap(over *Loop, optimize *Event) *Event {
	first := slices.IndexFunc(s.Events, func(e *Event) bool { return e.Kind == Backward && Compatible(e, optimize) })
	backward := s.Events[first] // allBackwardsIn met it
	for _, zero := range s.Of(ZeroGrad) {
		inner := s.InnerLoops(zero)
		if zero.Node() != nil && len(inner) == 1 && inner[0].Node() == over.Node() && zero.Call.Seq < backward.Call.Seq &&
			!zero.InHandler() && !zero.Accumulates() && Compatible(zero, optimize) && s.Clears(zero, optimize) &&
			!slices.ContainsFunc(s.Gates(zero), func(l run.Literal) bool { return !slices.Contains(s.Gates(backward), l) }) {
			return zero
		}
	}
	return nil
}

func isGrad(word string) bool { return word == "grad" }
