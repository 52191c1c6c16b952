package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Reseeded is a generator of random numbers that is put back to the same seed again and again.
type Reseeded struct {
	// Call sets the seed.
	Call *run.Call
	// Site is the place in the loop that leads there.
	Site run.Place
	// Loop is the loop that trains, in each lap of which it happens; nil where it happens for every sample of a dataset.
	Loop *Loop
}

// Reseeded lists where the laps of a training, its steps or its epochs, set one and the same seed.
func (f *Facts) Reseeded() []*Reseeded {
	var list []*Reseeded
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || !knowledge.SeedsTorch(symbolOf(c)) || len(c.Args) != 1 || c.Args[0].Star > 0 ||
				len(c.Laps) == 0 {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || !loop.Trains || !loop.again() || len(loop.gatesIn(c.Gates)) > 0 || !e.trainsOn(loop) ||
				!e.sameSeed(c, loop) {
				continue
			}
			if site := e.siteIn(loop, c); !seen[site.Node] {
				seen[site.Node] = true
				list = append(list, &Reseeded{Call: c, Site: site, Loop: loop})
			}
		}
	}
	return list
}

// trainsOn reports whether an optimizer that was made before a loop steps in it, and none that the loop makes: folds
// and trials begin anew, and should begin alike.
func (e *Entry) trainsOn(loop *Loop) bool {
	steps := false
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() || !loop.has(ev.Call) {
			continue
		}
		if ev.Object == nil || ev.Object.Made == nil || madeIn(ev.Object, loop) {
			return false
		}
		steps = true
	}
	return steps
}

// sameSeed reports whether a call sets the same seed in the first lap of a loop and in a later one.
func (e *Entry) sameSeed(c *run.Call, loop *Loop) bool {
	depth := len(loop.Run.Laps)
	return slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
		return other != c && other.At == c.At && loop.has(other) && other.Laps[depth].N != c.Laps[depth].N &&
			len(other.Args) == 1 && run.Bare(other.Args[0].Value) == run.Bare(c.Args[0].Value)
	})
}

// siteIn is the call that sets the seed, or that of the helper which does nothing else, where it stands in a loop.
func (e *Entry) siteIn(loop *Loop, c *run.Call) run.Place {
	at := c
	for at.Caller != nil && at.Caller.Node != nil && loop.has(at.Caller) {
		fn := python.EnclosingFunction(at.At)
		if fn == nil || !knowledge.NamesSeeding(fn.Name) {
			break
		}
		at = at.Caller
	}
	return at.Place()
}
