package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Resplit is data that every epoch of one training divides anew, by chance, into what is trained on and what is held
// out.
type Resplit struct {
	// Call divides it, Loop is the loop over epochs.
	Call *run.Call
	Loop *Loop
	// HeldOut is the name of the part that is held out.
	HeldOut string
}

// Resplits lists them: the data were there before the loop, as was the optimizer, and nothing sets a seed.
func (f *Facts) Resplits() []*Resplit {
	var list []*Resplit
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			data := knowledge.SplitsByChance(symbolOf(c))
			if c.Node == nil || seen[c.Node] || data == knowledge.NoSplit || len(c.Laps) == 0 || !drawsAnew(c) {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || loop.Kind != EpochLoop || !loop.Trains || !loop.again() || len(loop.gatesIn(c.Gates)) > 0 ||
				!e.trainsOn(loop) || !e.stepsRightIn(loop) || e.seedsIn(loop) {
				continue
			}
			given := c.Args[:1]
			if data == knowledge.SplitsEach {
				given = c.Args
			}
			if slices.ContainsFunc(given, func(a run.Argument) bool { return a.Name == "" && !madeBefore(a.Value, loop) }) {
				continue
			}
			if held := heldOutPart(c); held != "" {
				seen[c.Node] = true
				list = append(list, &Resplit{c, loop, held})
			}
		}
	}
	return list
}

// drawsAnew reports whether nothing that a split is told makes it the same each time.
func drawsAnew(c *run.Call) bool {
	if len(c.Args) == 0 || slices.ContainsFunc(c.Args, func(a run.Argument) bool { return a.Star > 0 }) {
		return false
	}
	for _, a := range c.Args {
		if a.Name == "generator" || a.Name == "random_state" || a.Name == "shuffle" {
			shuffled := run.Value(run.Bool(true))
			if v := run.Bare(a.Value); a.Name == "shuffle" && v != shuffled || a.Name != "shuffle" && !run.IsNone(v) {
				return false
			}
		}
	}
	generator, _ := c.Argument("generator", 2)
	return !strings.HasSuffix(symbolOf(c), "random_split") || generator == nil || run.IsNone(generator)
}

// madeBefore reports whether a value is an object that stays the same in all laps of a loop, and no list that may grow.
func madeBefore(v run.Value, loop *Loop) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && o.Kind != run.List && !loop.around(o.Laps) && !loop.around(base(o).Laps)
}

// stepsRightIn reports whether each optimizer that steps in a loop over epochs does so in a loop over batches right in
// it: where that holds epochs itself, each lap is a training of its own.
func (e *Entry) stepsRightIn(epochs *Loop) bool {
	return !slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		if !ev.StepsOptimizer() || !epochs.has(ev.Call) {
			return false
		}
		inner := e.directLoop(ev.Call.Laps)
		return inner == nil || inner.Kind != BatchLoop || inner.Parent != epochs
	})
}

// seedsIn reports whether a loop sets the seed of a generator.
func (e *Entry) seedsIn(loop *Loop) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		path := symbolOf(c)
		return loop.has(c) && (knowledge.DrawsAfter(path) != "" || knowledge.NamesSeeding(path))
	})
}

// heldOutPart is the name of the part of a split that is held out, by its name, and used; "" for none.
func heldOutPart(c *run.Call) string {
	s, ok := python.EnclosingStmt(c.Node).(*python.Assign)
	if !ok || s.Value != python.Expr(c.Node) || len(s.Targets) != 1 {
		return ""
	}
	parts, ok := s.Targets[0].(*python.Sequence)
	if !ok {
		return ""
	}
	for _, part := range parts.Items {
		name, ok := part.(*python.Name)
		if !ok || !knowledge.NamesHeldOut(name.ID) {
			continue
		}
		_, bindings := c.Unit.Module.Lookup(name.ID, name)
		if slices.ContainsFunc(c.Unit.Module.Uses(bindings...), func(use *python.Name) bool { return use != name }) {
			return name.ID
		}
	}
	return ""
}
