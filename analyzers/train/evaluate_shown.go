package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// detachedBehind reports whether each lap of a loop runs a network on what it gave in the lap before, and what is left
// behind the loop is detached in the same function, which returns nothing with a graph: the steps of a diffusion, whose
// graphs are all kept up to there.
func (e *Entry) detachedBehind(c, site *run.Call, loop *Loop) bool {
	g := e.graphs()
	if site != c || loop.Run.Caller != c.Caller || !isCount(loop.Over()) || g.returned(c) {
		return false
	}
	given := g.given(c)
	leads := func(v run.Value) bool { return g.computedOf(v, given) }
	chained, detached := false, false
	for _, other := range e.Calls {
		if other.Seq <= c.Seq || other.Caller != c.Caller {
			continue
		}
		m, method := other.Callee.(*run.Member)
		switch {
		case other.At == c.At && len(other.Args) > 0 && earlierLap(c.Laps, other.Laps, len(loop.Run.Laps)):
			chained = chained || leads(other.Args[0].Value)
		case method && m.Name == "detach" && !loop.has(other) && sameLaps(other.Laps, loop.Run.Laps):
			detached = detached || leads(m.Object)
		}
	}
	return chained && detached
}

// shown reports whether what a forward pass gives is handed, in the same lap, to what writes or shows it,
// save_image(fake, path), here or in a helper, or to a helper that takes it out of its graph.
func (e *Entry) shown(pass *run.Call) bool {
	inLap := func(by *run.Call) bool { return sameLaps(by.Laps, pass.Laps) }
	return e.endsIn(pass, inLap, reported) ||
		e.endsIn(pass, func(by *run.Call) bool { return by.Caller != pass.Caller && inLap(by) }, takenOut)
}

// shownInSomeLaps reports whether a training loop runs a module behind all that trains in the lap, in every n-th lap
// alone, and only what is detached of what it gives, or a number, is read: pictures for a log. Or once an epoch, behind
// the loop over the batches. Or it runs it once more in each lap, behind the step that changed it, to count what is
// right.
func (e *Entry) shownInSomeLaps(c, site *run.Call, loop *Loop, mode *Event) bool {
	if site != c || mode != nil && mode.Kind != TrainMode || !e.onlyTrainedBefore(c, loop) {
		return false
	}
	if module, ok := forwardedBy(c); ok && e.mayBeFunction(c, module) {
		return false
	}
	if !e.numberTakenOf(c) && !e.shown(c) || e.graphs().returned(c) {
		return false
	}
	own := c.Gates[min(len(loop.Run.Gates), len(c.Gates)):]
	return slices.ContainsFunc(own, func(l run.Literal) bool { return l.Holds && picksLaps(l.Condition) }) ||
		e.numberTakenOf(c) && e.behindStep(c, loop) ||
		e.looksOnceAnEpoch(c, loop)
}

// onlyTrainedBefore reports whether something is differentiated in a loop before a pass, and nothing behind it in the
// same lap. It is asked of each pass of each training, most of which are differentiated.
func (e *Entry) onlyTrainedBefore(c *run.Call, loop *Loop) bool {
	before := false
	for _, ev := range e.Events() {
		if ev.Kind != Backward && ev.Kind != Grad || !loop.has(ev.Call) {
			continue
		}
		if ev.Call.Seq > c.Seq && slices.Equal(ev.Call.Laps[:len(loop.Run.Laps)+1], c.Laps[:len(loop.Run.Laps)+1]) {
			return false
		}
		before = before || ev.Call.Seq < c.Seq
	}
	return before
}

// behindTraining reports whether all that trains in the lap of a loop is a loop of its own, which is over: what runs
// behind it looks at what that has learnt, once an epoch.
func (e *Entry) behindTraining(c *run.Call, loop *Loop) bool {
	if loop.direct != NoEvent {
		return false
	}
	depth := len(loop.Run.Laps)
	return slices.ContainsFunc(loop.children, func(inner *Loop) bool {
		return inner.Trains && inner.Run.End < c.Seq && inner.Run.Laps[depth] == c.Laps[depth]
	})
}

// looksOnceAnEpoch reports whether a pass stands behind the loop that trains in the lap of a loop, and is not told
// anyway because only its values are read.
func (e *Entry) looksOnceAnEpoch(c *run.Call, loop *Loop) bool {
	module, ok := forwardedBy(c)
	if m, method := c.Callee.(*run.Method); !ok && method {
		module, ok = m.Self.(*run.Object)
	}
	return ok && e.behindTraining(c, loop) && !e.readAlone(c, module)
}

// behindStep reports whether an optimizer has stepped in the lap of a pass, and trains what the pass runs.
func (e *Entry) behindStep(c *run.Call, loop *Loop) bool {
	module, ok := forwardedBy(c)
	if !ok {
		return false
	}
	events, pass := e.Events(), &Event{Kind: EvalMode, Call: c, Object: module}
	depth := len(loop.Run.Laps) + 1
	return slices.ContainsFunc(events, func(ev *Event) bool {
		return ev.StepsOptimizer() && ev.Call.Seq < c.Seq && loop.has(ev.Call) &&
			slices.Equal(ev.Call.Laps[:depth], c.Laps[:depth]) &&
			e.trains(events, ev, pass)
	})
}
