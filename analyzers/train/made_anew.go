package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Anew is an optimizer that is made in each lap of the loop whose batches it learns from, or of the loop of epochs
// around that.
type Anew struct {
	// Making makes it, Optimize steps it.
	Making   *run.Call
	Optimize *Event
	// Epochs: it is made for each epoch, not for each batch.
	Epochs bool
}

// MadeAnew lists the optimizers of a step that keep something from one step to the next and are made anew in each lap
// of its loop, or of the loop of epochs around it, for networks that stay: whatever the lap does, it does not begin
// with other weights.
func (s *Step) MadeAnew() []*Anew {
	if s.Loop == nil || s.Loop.Kind != BatchLoop || s.Owner != PlainTorch && s.Owner != Accelerate ||
		len(s.Events) > maxEvents {
		return nil
	}
	var list []*Anew
	for _, ev := range s.Events {
		if !ev.StepsOptimizer() || ev.Object == nil || ev.Object.Made == nil || ev.Object.Made.Node == nil ||
			!keepsAverages(ev.Object.Made) {
			continue
		}
		if slices.ContainsFunc(list, func(a *Anew) bool { return a.Making == ev.Object.Made }) {
			continue
		}
		for l := s.Loop; l != nil; l = l.Parent {
			if l != s.Loop && l.Kind != EpochLoop {
				break // folds, tasks, restarts
			}
			if s.madeAnewIn(l, ev) {
				list = append(list, &Anew{ev.Object.Made, ev, l != s.Loop})
				break
			}
		}
	}
	return list
}

// happensAgain reports whether a later lap of a loop makes a call again: what @cached_property keeps is made in the
// first one alone.
func (e *Entry) happensAgain(l *Loop, made *run.Call) bool {
	depth := len(l.Run.Laps)
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.At == made.At && len(c.Laps) > depth && c.Laps[depth].Entry == l.Run.Entry && c.Laps[depth].N > 0
	})
}

// madeAnewIn reports whether each lap of a loop makes the optimizer that an event steps, whatever happens in it, and
// nothing else of what that needs.
func (s *Step) madeAnewIn(l *Loop, ev *Event) bool {
	e, made := s.Entry, ev.Object.Made
	if !l.around(made.Laps) || len(l.gatesIn(made.Gates)) > 0 || !e.happensAgain(l, made) {
		return false
	}
	for _, inner := range e.AllLoops() {
		if inner != l && inner.around(made.Laps) && standsIn(inner, l) {
			return false // in a loop within the lap: one optimizer for each of several networks
		}
	}
	if l == s.Loop && len(s.InnerLoops(ev)) > 0 {
		return false // it steps several times for the one batch
	}
	of, ok := e.OptimizedBy(ev.Object)
	if !ok || !of.Whole || slices.ContainsFunc(of.Modules, func(m *run.Object) bool {
		return l.around(m.Laps) || base(m).Made == nil && (l != s.Loop || !isHandedIn(base(m))) || l.around(base(m).Laps)
	}) {
		return false
	}
	return !slices.ContainsFunc(
		e.Calls,
		func(c *run.Call) bool { return l.around(c.Laps) && knowledge.SetsWeights(calleeName(c)) },
	)
}

// standsIn reports whether a loop stands in another one.
func standsIn(inner, outer *Loop) bool {
	for p := inner.Parent; p != nil; p = p.Parent {
		if p == outer {
			return true
		}
	}
	return false
}

// keepsAverages reports whether an optimizer surely keeps something of the gradients from one step to the next.
func keepsAverages(made *run.Call) bool {
	path := symbolOf(made)
	if path == "torch.optim.SGD" {
		v, _ := made.Argument("momentum", 2)
		f, isFloat := run.Bare(v).(run.Float)
		return isFloat && f > 0
	}
	return knowledge.KeepsMoments(path)
}
