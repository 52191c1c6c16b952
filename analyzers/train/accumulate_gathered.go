package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// gathered lists the comprehensions that keep what training steps give, one value for each batch, with its graph:
// [step(batch) for batch in loader]. What no optimizer stepped for may be wanted as a whole, by one backward pass.
func (e *Entry) gathered() (list []*Accumulation) {
	for _, w := range e.Walks {
		if w.Kept == nil || !e.stepsIn(w.Kept.Laps) {
			continue
		}
		g, s := e.graphs(), w.Kept
		if g.carries(s.Added) != Carries || g.asNumber(s.Added) || !g.freed(s, s.Added, nil) ||
			g.reachesBackward(s, s.Added) || e.measured(w.Laps) {
			continue
		}
		list = append(list, &Accumulation{
			Entry:    e,
			Store:    s,
			Gathered: true,
			Freed:    true,
			Whole:    g.wentThrough(s.Added),
			Tensor:   g.isTensor(s.Added),
		})
	}
	return list
}

// stepsIn reports whether an optimizer steps in a lap.
func (e *Entry) stepsIn(laps []run.Lap) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.StepsOptimizer() && sameLaps(ev.Call.Laps, laps)
	})
}
