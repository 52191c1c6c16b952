package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// SameBlock reports whether two events of a step run one after the other whenever one of them runs: under the same
// conditions, in the same loops.
func (s *Step) SameBlock(a, b *Event) bool {
	return slices.Equal(s.Gates(a), s.Gates(b)) && slices.Equal(s.InnerLoops(a), s.InnerLoops(b))
}

// SameBlockBut is SameBlock for an event that may stand behind a switch of its own: `if scheduler is not None:`.
func (s *Step) SameBlockBut(a, b *Event) bool {
	others := s.Gates(b)
	for _, l := range s.Gates(a) {
		if !slices.Contains(others, l) && !settled(l.Condition, 0) {
			return false
		}
	}
	return s.implies(a, b, s.loopsOfWork) && slices.Equal(s.loopsOfWork(a), s.loopsOfWork(b))
}

// loopsOfWork are the loops between the step and an event, those over optimizers and the like left out.
func (s *Step) loopsOfWork(e *Event) []*Loop {
	return slices.DeleteFunc(s.InnerLoops(e), (*Loop).overObjects)
}

// Unconditional reports whether an event happens in every lap of a step, or in none: only switches stand before it. Of
// a step that is called for each batch, what its function is given may change from call to call.
func (s *Step) Unconditional(e *Event) bool {
	if s.Loop == nil &&
		slices.ContainsFunc(s.Gates(e), func(l run.Literal) bool { return !asksWhetherThere(l.Condition) }) {
		return false
	}
	return len(s.InnerLoops(e)) == 0 &&
		!slices.ContainsFunc(s.Gates(e), func(l run.Literal) bool { return !settled(l.Condition, 0) })
}

// HappensWith reports whether an event happens in every lap in which another one does that comes before it: each
// condition before it stands before that one, too, or is decided before any loop. A batch that is skipped is no lap of
// either.
func (s *Step) HappensWith(e, other *Event) bool {
	if s.Loop == nil || other.Call.Seq > e.Call.Seq || len(s.InnerLoops(e)) > 0 {
		return false
	}
	shared := s.Gates(other)
	return !slices.ContainsFunc(
		s.Gates(e),
		func(l run.Literal) bool { return !slices.Contains(shared, l) && !settled(l.Condition, 0) },
	)
}

// asksWhetherThere reports whether a condition asks an attribute or a variable whether it is there: `if
// self.scheduler:`.
func asksWhetherThere(c *run.Condition) bool {
	return c.Object != nil && (c.Operator == "is None" || c.Operator == "") && c.Object.Kind == run.Unknown &&
		c.Object.Operator != run.Counting &&
		library.RoleOf(c.Object) != knowledge.NoRole
}

// settled reports whether a condition is decided before any loop is entered: it asks about an option, or about what was
// made outside of all loops.
func settled(c *run.Condition, depth int) bool {
	if depth > maxParts || c.Object == nil && len(c.Parts) == 0 {
		return false
	}
	if slices.ContainsFunc(c.Parts, func(l run.Literal) bool { return !settled(l.Condition, depth+1) }) {
		return false
	}
	return c.Object == nil || fixed(c.Object, 0) && !counts(c)
}

// fixed reports whether an object is what it is before any loop: neither made in one nor computed from what is.
func fixed(o *run.Object, depth int) bool {
	if len(o.Laps) > 0 || o.Operator == run.Counting || o.Operator == run.Iterating || depth > maxParts {
		return false
	}
	for _, v := range o.Operands {
		if inner, ok := v.(*run.Object); ok && !fixed(inner, depth+1) {
			return false
		}
	}
	return true
}

// counts reports whether a test may compare with a counter: with anything but a constant that stands in the test.
func counts(c *run.Condition) bool {
	switch c.Operand.(type) {
	case nil, run.NoneType, run.Bool, run.Str:
		return false
	}
	test, ok := c.Test.Node.(*python.Compare)
	return !ok ||
		!slices.ContainsFunc(test.Operands, func(e python.Expr) bool { _, number := e.(*python.Number); return number })
}

// Implies reports whether b runs in every lap in which a does: no condition lets a through that b does not pass.
func (s *Step) Implies(a, b *Event) bool { return s.implies(a, b, s.InnerLoops) }

func (s *Step) implies(a, b *Event, loops func(*Event) []*Loop) bool {
	mine := s.Gates(a)
	for _, l := range s.Gates(b) {
		if !slices.Contains(mine, l) {
			return false
		}
	}
	inner, outer := loops(b), loops(a)
	return len(inner) <= len(outer) && slices.Equal(inner, outer[:len(inner)])
}

// AsDeep reports whether two events of a step stand in as many loops of it. A loop that goes round once for each of
// several things that are known is none: hooks = [Clip(), Log()], of which one clips.
func (s *Step) AsDeep(a, b *Event) bool { return s.depth(a) == s.depth(b) }

func (s *Step) depth(e *Event) int {
	n := 0
	for _, l := range s.InnerLoops(e) {
		if !slices.ContainsFunc(e.Call.Laps, func(lap run.Lap) bool { return lap.Exact && lap.Entry == l.Run.Entry }) {
			n++
		}
	}
	return n
}

// OnlyOptimizer is the optimizer step of a training step; nil when several statements step. One statement that steps
// one of several optimizers is one, and so is one that steps an optimizer of PyTorch or, in another case, an object of
// the project that steps the one that it wraps.
func (s *Step) OnlyOptimizer() *Event {
	var only *Event
	for _, e := range s.Events {
		switch {
		case !e.StepsOptimizer():
			continue
		case e.Object == nil:
			return nil
		case only == nil:
			only = e
		case only.Call.At == e.Call.At && slices.Equal(only.Call.Laps, e.Call.Laps):
		case !eitherOr(only.Call, e.Call):
			return nil
		case len(s.Via(e)) < len(s.Via(only)):
			only = e
		}
	}
	return only
}

// eitherOr reports whether two calls are made by one call of the program, which does one thing or the other: what is
// called there is one of several values.
func eitherOr(a, b *run.Call) bool {
	for x := a; x != nil; x = x.Caller {
		for y := b; y != nil && x.At != nil; y = y.Caller {
			if x.At == y.At && x.Caller == y.Caller {
				return x != y && slices.Equal(x.Laps, y.Laps)
			}
		}
	}
	return false
}

// NextStep is the first optimizer step behind an event in the same lap, unless gradients are computed between.
func (s *Step) NextStep(after *Event) *Event {
	for _, e := range s.Events {
		if e.Call.Seq <= after.Call.Seq || !Compatible(e, after) {
			continue
		}
		switch e.Kind {
		case OptimStep, ScalerStep:
			return e
		case Backward, Grad:
			return nil
		}
	}
	return nil
}

// LastBackward is the backward pass before an event in the same lap, unless an optimizer has stepped since.
func (s *Step) LastBackward(before *Event) *Event {
	for i := len(s.Events) - 1; i >= 0; i-- {
		e := s.Events[i]
		if e.Call.Seq >= before.Call.Seq || !Compatible(e, before) {
			continue
		}
		switch e.Kind {
		case Backward:
			return e
		case OptimStep, ScalerStep, Grad:
			return nil
		}
	}
	return nil
}

// OnlyBackward is the one backward pass of a lap, where it runs before an event: what other optimizers stepped on since
// then changes none of its gradients. Nil where the step computes gradients at several places.
func (s *Step) OnlyBackward(before *Event) *Event {
	var only *Event
	for _, e := range s.Events {
		switch {
		case e.Kind == Grad || e.Kind == Backward && only != nil && e.Call.At != only.Call.At:
			return nil
		case e.Kind == Backward && e.Call.Seq < before.Call.Seq && Compatible(e, before):
			only = e
		}
	}
	return only
}

// CallsBetween lists the calls between two events.
func (s *Step) CallsBetween(a, b *Event) []*run.Call {
	var list []*run.Call
	for _, c := range s.Entry.Calls {
		if c.Seq > a.Call.Seq && c.Seq < b.Call.Seq {
			list = append(list, c)
		}
	}
	return list
}

// MayMakeGradients reports whether an unseen function between two events may, by its name, compute gradients.
func (s *Step) MayMakeGradients(a, b *Event, names func(string) bool) bool {
	for _, c := range s.CallsBetween(a, b) {
		if !seen(c) && newEvent(c) == nil && names(calleeName(c)) {
			return true
		}
	}
	return false
}

// Site is the place in the step's own file that leads to an event: the event itself, or the call of a helper elsewhere.
func (s *Step) Site(e *Event) run.Place {
	if s.Loop == nil || e.Call.Unit == s.Loop.Run.Unit {
		return e.Place()
	}
	for _, c := range s.Via(e) {
		if c.Unit == s.Loop.Run.Unit && c.Node != nil {
			return c.Place()
		}
	}
	return e.Place()
}

// Direct reports whether events stand in the step's own function, not in one that it calls.
func (s *Step) Direct(list ...*Event) bool {
	return !slices.ContainsFunc(list, func(e *Event) bool { return len(s.Via(e)) > 0 || e.Node() == nil })
}

// Once reports whether an event happens in the first lap of the step's loop only: a break follows.
func (s *Step) Once(e *Event) bool {
	depth := len(s.Loop.Run.Laps)
	return len(e.Call.Laps) > depth && e.Call.Laps[depth].N == 0
}

// MadeIn reports whether an object is made anew in each lap of the step's loop.
func (s *Step) MadeIn(o *run.Object) bool { return s.Loop != nil && s.during(o.Laps) }

// UnseenClosure reports whether an optimizer step is given something to call that is not a function of the project.
func UnseenClosure(e *Event) bool {
	if e.Kind != OptimStep {
		return false
	}
	args := e.Call.Args
	if m, ours := e.Call.Callee.(*run.Method); ours && len(args) > 0 && args[0].Node == nil && args[0].Value == m.Self {
		args = args[1:] // the optimizer itself
	}
	for _, a := range args {
		for _, v := range run.Alternatives(a.Value) {
			switch v.(type) {
			case *run.Function, *run.Method, run.NoneType:
			default:
				return true
			}
		}
	}
	return false
}

// OwnOptimizer reports whether a step runs code of the project's own optimizer, or of one that nothing shows: it may
// clear the gradients.
func OwnOptimizer(e *Event) bool {
	if _, ours := e.Call.Callee.(*run.Method); ours {
		return true
	}
	if e.Object == nil {
		return true
	}
	_, ours := e.Object.Class.(*run.Class)
	return ours
}
