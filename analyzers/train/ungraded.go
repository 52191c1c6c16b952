package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Ungraded is an optimizer step for which no backward pass computes gradients: what its networks give is cut off from
// the loss.
type Ungraded struct {
	Optimize, Backward *Event
	// Forward is the call of the network; Cut is what takes its result out of the graph: a detach(), or the call itself
	// where it is made with gradients off.
	Forward, Cut *run.Call
}

// Ungraded lists those steps.
func (s *Step) Ungraded() []*Ungraded {
	if len(s.Events) > maxEvents || s.Owner == DeepSpeed || s.Owner == HFTrainer || s.Entry.writesGradients(s.during) {
		return nil
	}
	var list []*Ungraded
	for _, optimize := range s.optimizerSteps() {
		if u := s.ungraded(optimize); u != nil {
			list = append(list, u)
		}
	}
	return list
}

func (s *Step) ungraded(optimize *Event) *Ungraded {
	o, ok := s.Entry.OptimizedBy(optimize.Object)
	own := s.LastBackward(optimize)
	if !ok || !o.Whole || own == nil || s.Has(Grad) || UnseenClosure(optimize) || s.HandsOver(optimize.Object) {
		return nil
	}
	g := s.Entry.graphs()
	var witness *Ungraded
	for _, ev := range s.Of(Backward) {
		p := g.passOf(ev)
		if p == nil {
			return nil
		}
		if reached, ok := g.passesFor(g.recorded(p), o.Modules); reached || !ok {
			if ev == own || !s.clearedBetween(ev, optimize) {
				return nil
			}
		}
		if ev == own {
			if forward, cut := s.Entry.detachedFrom(p.loss, o.Modules, own.Call.Laps); cut != nil &&
				!evaluatesThere(cut, own.Call) && !s.Entry.doneBefore(forward, own.Call) {
				witness = &Ungraded{optimize, own, forward, cut}
			}
		}
	}
	return witness
}

// evaluatesThere reports whether a backward pass is made in training mode only, and who called the function that runs
// the network turned gradients off: it evaluates, as far as that shows.
func evaluatesThere(forward, backward *run.Call) bool {
	return forward.Node != nil && inTrainingOnly(backward) && !inTrainingOnly(forward) &&
		(within(backward, forward) || !quietAround(forward.Unit.Module, forward.Node))
}

// doneBefore reports whether a network is trained only where a file is missing, and the same lines have trained it
// before, with gradients on, under such a test: load_or_train() in an evaluation that runs behind the first one. The
// file is there by then.
func (e *Entry) doneBefore(forward, backward *run.Call) bool {
	asks := func(c *run.Call) bool {
		return slices.ContainsFunc(c.Gates, func(l run.Literal) bool { return asksForFile(l.Condition) })
	}
	return asks(backward) && slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.At == forward.At && c.Seq < forward.Seq && c.Grad == run.Value(run.Bool(true)) && asks(c)
	})
}

// asksForFile reports whether a condition asks whether a file is there: os.path.exists(path), path.is_file().
func asksForFile(c *run.Condition) bool {
	if c.Object != nil && c.Object.Made != nil {
		switch callee := run.Bare(c.Object.Made.Callee).(type) {
		case run.Symbol:
			return knowledge.AsksWhetherThere(string(callee))
		case *run.Member:
			return knowledge.AsksPathWhetherThere(callee.Name)
		}
	}
	return slices.ContainsFunc(c.Parts, func(l run.Literal) bool { return asksForFile(l.Condition) })
}

// clearedBetween reports whether the gradients of a backward pass are cleared before an optimizer steps on them in the
// same lap.
func (s *Step) clearedBetween(backward, optimize *Event) bool {
	return s.clearedUpTo(backward, optimize, optimize)
}

// clearedUpTo reports whether the gradients of a backward pass that an optimizer would step on are cleared between it
// and a later event of the same lap.
func (s *Step) clearedUpTo(backward, until, optimize *Event) bool {
	return slices.ContainsFunc(s.Events, func(ev *Event) bool {
		return ev.Kind == ZeroGrad && ev.Call.Seq > backward.Call.Seq && ev.Call.Seq < until.Call.Seq &&
			s.Clears(ev, optimize)
	})
}

// detachedFrom is the detach(), or the call with gradients off in the same laps, that all ways from values back to one
// of several modules pass, and the call of the module.
func (e *Entry) detachedFrom(from []run.Value, modules []*run.Object, laps []run.Lap) (forward, cut *run.Call) {
	type visit struct {
		o   *run.Object
		cut bool
	}
	seen := map[visit]bool{}
	whole := false // a way without any detach()
	var walk func(list []run.Value, cut *run.Call)
	walk = func(list []run.Value, behind *run.Call) {
		for _, v := range list {
			for _, one := range e.graphs().flatten(v) {
				o, ok := one.(*run.Object)
				if !ok || seen[visit{o, behind != nil}] || whole {
					continue
				}
				seen[visit{o, behind != nil}] = true
				if c := e.passInto(o, modules); c != nil {
					// with torch.no_grad(): out = model(x)
					if behind == nil && c.Grad == run.Value(run.Bool(false)) && o.Like == nil && sameLaps(c.Laps, laps) {
						behind = c
					}
					if behind == nil {
						whole = true
					} else if forward == nil {
						forward, cut = c, behind
					}
					continue
				}
				next := behind
				if o.Made != nil {
					if m, ok := o.Made.Callee.(*run.Member); ok && m.Name == "detach" {
						next = o.Made
					}
				}
				walk(operands(o), next)
			}
		}
	}
	walk(from, nil)
	if whole {
		return nil, nil
	}
	return forward, cut
}
