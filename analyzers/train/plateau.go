package train

import (
	"math"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Plateaued is a ReduceLROnPlateau whose patience counts epochs, by its number, and that is given the loss of every
// batch.
type Plateaued struct {
	Schedule *Event
	Of       *Step
	// Patience is for how many batches without a better loss it waits, Factor what it multiplies the rate by then.
	Patience int
	Factor   float64
	// Said is where the patience stands, or where the schedule is made that has the default.
	Said run.Place
}

// epochsPatience is the largest patience that is one of epochs. People who give it every batch wait for hundreds.
const epochsPatience = 30

// PlateausPerBatch lists the schedulers that wait for a better loss for a number of epochs, and are given the loss of
// every batch of a loader, in a loop over epochs. A place is listed once, and not at all where another way to it is
// right.
func (f *Facts) PlateausPerBatch() []*Plateaued {
	var schedules perPlace[Plateaued]
	for _, e := range f.Entries() {
		for _, s := range e.Steps() {
			if s.Loop == nil || s.Loop.Parent == nil || !s.optimizes() || !s.feedsBatches() {
				continue
			}
			for _, ev := range e.Events() {
				if s.stepsWithBatches(ev) && symbolOf(ev.Object.Made) == knowledge.Plateau && len(ev.Node().Args) == 1 {
					schedules.judge(ev.Node(), s.plateaued(ev))
				}
			}
		}
	}
	return schedules.list()
}

// plateaued is what a ReduceLROnPlateau makes of the losses of batches; nil where its patience may be one of batches,
// or what it is given is no loss of the step.
func (s *Step) plateaued(ev *Event) *Plateaued {
	made := ev.Object.Made
	patience, said, ok := decayNumber(made, knowledge.PlateauPatience, knowledge.PlateauPatienceDefault)
	if !ok || patience < 0 || patience > epochsPatience {
		return nil
	}
	cooldown, _, ok := decayNumber(made, knowledge.PlateauCooldown, 0)
	if !ok || cooldown > epochsPatience {
		return nil
	}
	factor, _, ok := decayNumber(made, knowledge.PlateauFactor, knowledge.PlateauFactorDefault)
	if !ok || factor <= 0 || factor >= 1 {
		return nil
	}
	falls := math.Floor(DecayedAfter / (patience + 1 + cooldown))
	if -math.Log10(factor)*falls < decadesGone || !s.isItsLoss(ev.Call.Args[0].Value, maxParts) {
		return nil
	}
	if said.Node == nil {
		said = made.Place()
	}
	return &Plateaued{Schedule: ev, Of: s, Patience: int(patience), Factor: factor, Said: said}
}

// isItsLoss reports whether a figure is the loss that a step differentiates, or the number of it.
func (s *Step) isItsLoss(v run.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	bare := run.Bare(v)
	if slices.ContainsFunc(s.Of(Backward), func(ev *Event) bool { return ev.Loss != nil && run.Bare(ev.Loss) == bare }) {
		return true
	}
	o, ok := bare.(*run.Object)
	if !ok || o.Made == nil {
		return false
	}
	callee, ok := o.Made.Callee.(*run.Member)
	return ok && (knowledge.GivesNumber(callee.Name) || knowledge.PassesOn(callee.Name)) &&
		s.isItsLoss(callee.Object, depth-1)
}
