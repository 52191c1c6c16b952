package train

import (
	"math"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Decayed is a schedule that lets the learning rate decay by numbers which can only count epochs, and that steps with
// the optimizer for every batch.
type Decayed struct {
	Schedule *Event
	Of       *Step
	// Class is the class of the schedule.
	Class string
	// Decades is how many powers of ten of the learning rate are gone after DecayedAfter steps.
	Decades int
	// Last is the milestone behind which the schedule is over; 0 for one that has none.
	Last int
	// Said is the argument that counts epochs: step_size, milestones, gamma.
	Said run.Place
}

// DecayedAfter is the number of steps by which a schedule is judged: a small epoch, or a few of very small ones.
const DecayedAfter = 1000

// Nothing of a learning rate is left after so many powers of ten: no weight of 32 bits moves by what they leave. Where
// the number of epochs is not known, a schedule might be made for the few batches of a very small data set.
const (
	decadesGone   = 8
	decadesBeyond = 12
)

// DecayedSchedules lists the schedulers whose decay counts epochs, by its numbers, and that step with the optimizer for
// every batch of a loader, in a loop over epochs. A place is listed once, and not at all where another way to it is
// right.
func (f *Facts) DecayedSchedules() []*Decayed {
	var schedules perPlace[Decayed]
	for _, e := range f.Entries() {
		for _, s := range e.Steps() {
			if s.Loop == nil || s.Loop.Parent == nil || !s.optimizes() || !s.feedsBatches() {
				continue
			}
			for _, ev := range e.Events() {
				if s.stepsWithBatches(ev) && len(ev.Node().Args) == 0 {
					schedules.judge(ev.Node(), s.decayed(ev))
				}
			}
		}
	}
	return schedules.list()
}

// stepsWithBatches reports whether an event is the step of a scheduler that runs with the optimizer in the loop of a
// training step, whenever that does.
func (s *Step) stepsWithBatches(ev *Event) bool {
	if ev.Kind != Schedule || ev.Node() == nil || ev.Object == nil || ev.Object.Made == nil ||
		ev.Object.Made.Node == nil || s.Entry.directLoop(ev.Call.Laps) != s.Loop {
		return false
	}
	for _, o := range s.Events {
		if o.StepsOptimizer() && o.Object != nil && s.Drives(ev, o) && s.HappensWith(ev, o) {
			return !oneOfAFamily(ev.Object, s.epochsAround())
		}
	}
	return false
}

// epochsAround is the loop around that over the batches, without one over the phases of an epoch between the two.
func (s *Step) epochsAround() *Loop {
	around := s.Loop.Parent
	if loop, ok := around.Node().(*python.For); ok && around.Parent != nil {
		phase, _ := loop.Target.(*python.Name)
		if training, _ := s.Entry.Facts.phasesOf(loop, phase); training != "" {
			return around.Parent
		}
	}
	return around
}

// decayed is what becomes of the learning rate by a scheduler that steps with every batch; nil where something of it is
// left, or its numbers may count batches.
func (s *Step) decayed(ev *Event) *Decayed {
	made := ev.Object.Made
	class, _ := made.Callee.(run.Symbol)
	decay := knowledge.RateDecayOf(string(class))
	if decay == nil {
		return nil
	}
	gamma, said, ok := decayNumber(made, decay.Gamma, decay.Default)
	if !ok || gamma <= 0 || gamma >= 1 {
		return nil
	}
	d := &Decayed{Schedule: ev, Of: s, Class: string(class), Said: said}
	perDecay := -math.Log10(gamma)
	bound, _ := endOfRange(s.epochsAround())
	epochs, known := run.Number(unlessSaid(bound))
	switch {
	case decay.Every.Name != "":
		every, at, ok := decayNumber(made, decay.Every, 0)
		if !ok || every < 1 || known && every > epochs {
			return nil
		}
		d.Said = at
		d.Decades = int(math.Round(perDecay * math.Floor(DecayedAfter/every)))
		if !known && d.Decades < decadesBeyond {
			return nil
		}
	case decay.Milestones.Name != "":
		last, at := s.lastMilestone(made, decay.Milestones)
		if !known || last < 1 || float64(last) > epochs {
			return nil
		}
		d.Last, d.Said = last, at
		return d
	default:
		d.Decades = int(math.Round(perDecay * DecayedAfter))
	}
	if d.Decades < decadesGone {
		return nil
	}
	return d
}

// lastMilestone is the largest of the steps at which a schedule lets the rate fall; 0 where they are not known.
func (s *Step) lastMilestone(made *run.Call, arg knowledge.LengthArgument) (last int, at run.Place) {
	passed, open := made.Passed(arg.Name, arg.Position)
	if open || passed == nil {
		return 0, run.Place{}
	}
	items, exact := s.Entry.Facts.machine.Elements(unlessSaid(passed.Value))
	if !exact {
		return 0, run.Place{}
	}
	for _, item := range items {
		n, ok := run.Number(unlessSaid(item))
		if !ok {
			return 0, run.Place{}
		}
		last = max(last, int(n))
	}
	return last, made.Written(passed)
}

// decayNumber is a number that a call gives a schedule, and where; what it is without where nothing is given.
func decayNumber(made *run.Call, arg knowledge.LengthArgument, without float64) (n float64, at run.Place, ok bool) {
	passed, open := made.Passed(arg.Name, arg.Position)
	switch {
	case open:
		return 0, run.Place{}, false
	case passed == nil:
		return without, run.Place{}, true
	}
	n, ok = run.Number(unlessSaid(passed.Value))
	return n, made.Written(passed), ok
}
