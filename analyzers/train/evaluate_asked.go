package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// evaluationAsked is the call of a function that is called an evaluation, and differentiates nothing, to which a
// training loop leaves a forward pass: it looks at a batch or a few between the steps. nil where it leaves it to none.
func (e *Entry) evaluationAsked(c *run.Call, loop *Loop) *run.Call {
	var by *run.Call
	for up := c.Caller; up != nil && up != loop.Run.Caller; up = up.Caller {
		name := calleeName(up)
		if knowledge.SamplesDropout(name) || ofModule(up) {
			return nil
		}
		if knowledge.NamesEvaluation(name) {
			by = up
		}
	}
	if by == nil || slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return (ev.Kind == Backward || ev.Kind == Grad) && within(ev.Call, by)
	}) {
		return nil
	}
	return by
}

// evaluatedAsked judges a forward pass on what is called held-out data, which a training loop leaves to a function that
// is called an evaluation: validate(model, next(val_batches)). It is told of the call in that function.
func (e *Entry) evaluatedAsked(c *run.Call, module *run.Object, loop *Loop) *Evaluated {
	by := e.evaluationAsked(c, loop)
	if by == nil {
		return nil
	}
	site := c
	for site.Caller != by {
		site = site.Caller
	}
	if site.Node == nil || !e.isGivenHeldOut(site) || e.switchesOutOfSight(c) || ofModule(c.Caller) ||
		!e.records(c, module) || e.besideQuietPass(c) || e.graphs().leadsToPass(c) || callsFrozen(c) ||
		e.alsoUnrecorded(c) || e.enteredUnrecorded(c) || e.measured(c.Laps) {
		return nil
	}
	return &Evaluated{Entry: e, Forward: site, Loop: loop, Read: true, Asked: true, pass: c}
}
