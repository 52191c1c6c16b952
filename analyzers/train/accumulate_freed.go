package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// forwardedIn reports whether what is added comes from a forward pass in this lap, not only from parameters, or from a
// graph that every lap adds once more.
func (g *graph) forwardedIn(added run.Value, laps []run.Lap) bool {
	from := g.reachOf([]run.Value{added}).all
	for o := range from {
		if (g.isForward(o) || g.differentiated[o] && !g.forwardedEarlier(from, laps)) && sameLaps(o.Laps, laps) &&
			!g.partOfAny(o, from) {
			return true
		}
	}
	return false
}

// forwardedEarlier reports whether the forward pass behind a loss ran before the lap, as one for all groups of a batch:
// their losses share its graph, which is there until the last of them is differentiated.
func (g *graph) forwardedEarlier(from map[*run.Object]bool, laps []run.Lap) bool {
	earlier := false
	for o := range from {
		if !g.isForward(o) || g.partOfAny(o, from) {
			continue
		}
		if sameLaps(o.Laps, laps) {
			return false
		}
		earlier = true
	}
	return earlier
}

// partOfAny reports whether an object is an item of one of several that a model gave: the rows of a batch have one
// graph, which is as old as the batch.
func (g *graph) partOfAny(o *run.Object, wholes map[*run.Object]bool) bool {
	if o.Operator != run.Iterating && o.Operator != "[]" || len(o.Operands) == 0 {
		return false
	}
	whole, ok := o.Operands[0].(*run.Object)
	return ok && wholes[whole] && g.isForward(whole)
}

func (g *graph) isForward(o *run.Object) bool {
	if o.Like != nil {
		return g.requires(o.Like) == Carries
	}
	return g.origin(o) == forward
}

// reachesBackward reports whether something differentiates what accumulates, or calls grad on a value in another lap.
func (g *graph) reachesBackward(s *run.Store, added run.Value) bool {
	if g.partOfReturned(s, added) {
		return true
	}
	for _, p := range g.passes {
		r := g.recorded(p)
		if s.Kind == run.StoreSummed {
			for _, v := range run.Alternatives(s.New) {
				if o, ok := v.(*run.Object); ok && r.all[o] {
					return true
				}
			}
			continue
		}
		if s.Target != nil && r.all[s.Target] {
			return true
		}
		if p.event.Call.Seq < s.Seq || sameLaps(p.event.Call.Laps, s.Laps) {
			continue
		}
		for _, v := range run.Alternatives(added) {
			if o, ok := v.(*run.Object); ok && r.all[o] {
				return true
			}
		}
	}
	return false
}

// partOfReturned reports whether what accumulates is part of what a trainer differentiates: a penalty summed part by
// part, or what a forward pass puts into a dictionary of its own, of which the loss is made item by item.
func (g *graph) partOfReturned(s *run.Store, added run.Value) bool {
	if !g.entry.isTrainersStep() {
		return false
	}
	whole := []run.Value{s.Target}
	switch {
	case s.Kind == run.StoreSummed:
		whole = run.Alternatives(s.New)
	case s.Target != nil && s.Target.Seq > g.entry.Calls[0].Seq && !ofModuleBody(s.Target):
		whole = append(whole, g.flatten(added)...)
	}
	return slices.ContainsFunc(g.entry.Returns, func(r *run.Return) bool {
		if r.Function.At() != g.entry.Function.At() {
			return false
		}
		from := g.reachOf(g.flatten(r.Value)).all
		return slices.ContainsFunc(
			whole,
			func(v run.Value) bool { o, _ := v.(*run.Object); return from[o] },
		)
	})
}

// freed reports whether a backward pass of the same lap goes through what the added value was computed from: a lap of
// the loop over which it grows, where that is known, in which an inner loop may add what it adds.
func (g *graph) freed(s *run.Store, added run.Value, loop *Loop) bool {
	mine := g.reachOf([]run.Value{added})
	for _, p := range g.passes {
		laps := p.event.Call.Laps
		if loop != nil && len(laps) > 0 {
			if depth := len(loop.Run.Laps) + 1; depth <= len(s.Laps) && sameLaps(laps, s.Laps[:depth]) &&
				p.event.Kind == Backward &&
				g.shares(mine, g.recorded(p)) != CarriesNot {
				return true
			}
		}
		// in whose laps the parts of the loss are stored, not what the model gives for other batches since
		beforeLoop := p.event.Call.Seq < s.Seq && sameLaps(s.Laps, laps) && !g.forwardedAfter(mine, p.event.Call.Seq)
		if p.event.Kind == Backward && (sameLaps(laps, s.Laps) || beforeLoop && len(laps) > 0) &&
			g.shares(mine, g.recorded(p)) != CarriesNot {
			return true
		}
	}
	return false
}

// wentThrough reports whether a backward pass surely starts at a value or goes through it: all that its graph saved is
// free then. What was computed from it behind the pass has saved tensors of its own: sqrt(mse_loss(out, y)).
func (g *graph) wentThrough(added run.Value) bool {
	o, ok := run.Bare(added).(*run.Object)
	return ok && (g.entry.isTrainersStep() || slices.ContainsFunc(g.passes, func(p *pass) bool {
		return p.event.Kind == Backward && g.recorded(p).sure[o]
	}))
}

// forwardedAfter reports whether a part of a graph comes from a forward pass that was made after some point of the run.
func (g *graph) forwardedAfter(r *reach, seq int) bool {
	for o := range r.all {
		if o.Seq > seq && g.isForward(o) {
			return true
		}
	}
	return false
}

// leaves reports whether what accumulates gets out of sight: the entry returns it, an unseen function is given it.
func (g *graph) leaves(s *run.Store, added run.Value) bool {
	if s.Kind == run.StoreItem && s.Target != nil && s.Target.Kind == run.Unknown {
		return true
	}
	escaped := g.escapedObjects()
	if s.Target != nil && escaped[s.Target] {
		return true
	}
	for _, list := range [][]run.Value{run.Alternatives(s.New), run.Alternatives(added)} {
		for _, v := range list {
			if o, ok := v.(*run.Object); ok && escaped[o] {
				return true
			}
		}
	}
	return s.Kind != run.StoreSummed && s.Target != nil && g.returnedWithGraph(s.Target) ||
		g.differentiatedElsewhere(s, added)
}

// returnedWithGraph reports whether the entry returns what it made of a container's items, and their graphs with it:
// torch.cat(list).
func (g *graph) returnedWithGraph(held *run.Object) bool {
	e := g.entry
	return e.Function != nil && slices.ContainsFunc(e.Returns, func(r *run.Return) bool {
		return r.Function.At() == e.Function.At() && g.reachOf([]run.Value{r.Value}).all[held]
	})
}

// cutInLap reports whether the laps of a loop let go of the graphs of what is written into, in place:
// values[step % n] = value, and values.detach_() when all n were used.
func (g *graph) cutInLap(s *run.Store, loop *Loop) bool {
	return s.Target != nil && slices.ContainsFunc(g.entry.Calls, func(c *run.Call) bool {
		f, ok := c.Callee.(*run.Member)
		return ok && knowledge.DetachesInPlace(f.Name) && run.Bare(f.Object) == run.Value(s.Target) &&
			(loop == nil || slices.ContainsFunc(c.Laps, func(l run.Lap) bool { return l.Entry == loop.Run.Entry }))
	})
}

// isTensor reports whether a value is one tensor: a loss, or arithmetic.
func (g *graph) isTensor(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	if g.differentiated[o] || o.Operator == ".loss" {
		return true
	}
	if o.Kind != run.Result {
		return false
	}
	if o.Made != nil {
		if callee, ok := o.Made.Callee.(*run.Object); ok && callee.Kind != run.Instance {
			return false // a loss function that is not seen may return several
		} else if ok && callee.Operator != library.Wraps {
			if class, ofLibrary := callee.Class.(run.Symbol); ofLibrary && knowledge.GivesOneTensor(string(class)) {
				return true
			}
		}
	}
	return g.origin(o) == computed
}
