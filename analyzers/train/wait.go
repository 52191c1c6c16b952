package train

import (
	"cmp"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Wait is a stretch of a training step in which Python waits for the GPU: a value that it fetches, and those behind it
// that are there already, because the step gives the GPU nothing large to do between.
type Wait struct {
	Fetches []Fetch
	// Looped is set when it happens several times in one run of the step, with work for the GPU between.
	Looped bool
}

// Waits lists where a training step waits for the GPU.
func (s *Step) Waits() []Wait {
	work := s.work()
	fetches := slices.DeleteFunc(s.lastFetches(), func(f Fetch) bool { return s.needs(f, work) })
	switch {
	case len(fetches) == 0:
		return nil
	case len(fetches) == 1 && !fetches[0].Looped: // one wait, whatever else the step does
		return []Wait{{Fetches: fetches}}
	}
	slices.SortStableFunc(fetches, func(a, b Fetch) int { return cmp.Compare(a.Call.Seq, b.Call.Seq) })
	var list []Wait
	for i, f := range fetches {
		looped := f.Looped &&
			(slices.ContainsFunc(work, func(w *run.Call) bool { return sameLoop(w, f.Call) }) || s.computedForEach(f))
		if i > 0 && !looped && !list[len(list)-1].Looped && !between(work, fetches[i-1].Call, f.Call) {
			list[len(list)-1].Fetches = append(list[len(list)-1].Fetches, f)
			continue
		}
		list = append(list, Wait{[]Fetch{f}, looped})
	}
	return list
}

// computedForEach reports whether a fetch in a loop over the parameters of a network waits for what the same lap
// computes of one of them: the norm of each gradient, or whether it is finite.
func (s *Step) computedForEach(f Fetch) bool {
	laps := f.Call.Laps
	if len(laps) == 0 {
		return false
	}
	loop := s.Entry.loopFor(laps[len(laps)-1])
	if loop == nil || loop == s.Loop {
		return false
	}
	over, ok := loop.Over().(*run.Object)
	if !ok || over.Made == nil || !knowledge.ListsParameters(calleeName(over.Made)) {
		return false
	}
	return slices.ContainsFunc(fetched(f.Call), func(o *run.Object) bool {
		return o.Made != nil && len(o.Laps) == len(laps) && slices.Equal(o.Laps, laps)
	})
}

// maxNeeded bounds how many values are looked at on the way back from what a step computes.
const maxNeeded = 20000

// needs reports whether what the GPU does later in the step is computed from a value that the step fetches: the weight
// of a loss, the masks that a library draws on the CPU. It cannot be fetched later.
func (s *Step) needs(f Fetch, work []*run.Call) bool {
	var given []run.Value
	for _, c := range work {
		if c.Seq > f.Call.Seq {
			given = append(append(given, argumentsOf(c)...), memberObject(c))
		}
	}
	seen, machine := map[*run.Object]bool{}, s.Entry.Facts.machine
	for len(given) > 0 && len(seen) < maxNeeded {
		v := given[0]
		given = given[1:]
		for _, one := range run.Alternatives(v) {
			if t, ok := one.(*run.Tuple); ok {
				given = append(given, t.Items...)
			}
			o, ok := one.(*run.Object)
			if !ok || seen[o] || o.Kind == run.Instance || library.IsModule(o) {
				continue
			}
			seen[o] = true
			if o.Made != nil && o.Made.At == f.Call.At { // of this lap or of the one before
				return true
			}
			given = slices.Concat(given, o.Operands, machine.Contents(o), s.Entry.graphs().putInto(o))
			if o.Made != nil {
				given = append(append(given, receiver(o.Made)), argumentsOf(o.Made)...)
			}
		}
	}
	return false
}

// lastFetches are the fetches of the last lap that has one: what happens in other laps alone is not in one step with
// them.
func (s *Step) lastFetches() []Fetch {
	list := s.Fetches()
	last := -1
	for _, f := range list {
		last = max(last, s.lapOf(f.Call))
	}
	return slices.DeleteFunc(list, func(f Fetch) bool { return s.lapOf(f.Call) != last })
}

// lapOf is the number of the lap of the step's loop in which a call happens.
func (s *Step) lapOf(c *run.Call) int {
	for _, l := range c.Laps {
		if l.Loop == s.Loop.Node() {
			return l.N
		}
	}
	return -1
}

// between reports whether one of several calls happens between two others.
func between(list []*run.Call, first, last *run.Call) bool {
	return slices.ContainsFunc(list, func(c *run.Call) bool { return first.Seq < c.Seq && c.Seq < last.Seq })
}

// sameLoop reports whether a call stands in the innermost loop of another one, in one of its laps.
func sameLoop(c, other *run.Call) bool {
	depth := len(other.Laps)
	return depth > 0 && len(c.Laps) >= depth && c.Laps[depth-1].Loop == other.Laps[depth-1].Loop
}

// work lists the calls of a step that keep the GPU busy: forward and backward passes, optimizer steps.
func (s *Step) work() []*run.Call {
	var list []*run.Call
	for _, c := range s.calls() {
		if ev := newEvent(c); ev != nil {
			if ev.Kind == Backward || ev.Kind == Grad || ev.StepsOptimizer() {
				list = append(list, c)
			}
			continue
		}
		if m := moduleCalled(c); m != nil && learns(m) {
			list = append(list, c)
		}
	}
	return list
}

// learns reports whether a module may have parameters: a loss has none.
func learns(m *run.Object) bool {
	if class, ok := m.Class.(run.Symbol); ok {
		return knowledge.HasParameters(string(class))
	}
	return !knowledge.NamesCriterion(m.Word)
}
