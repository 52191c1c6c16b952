package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// inTrainModeAlone judges a pass in no loop.
func (e *Entry) inTrainModeAlone(c *run.Call, module *run.Object) *TrainModeEvaluation {
	if ev := e.heldOutBehind(c, module); ev != nil {
		return ev
	}
	return e.loadedInTrainMode(c, module)
}

// heldOutBehind judges a pass in no loop, on what is called held-out data, all of it at once, of a model that was
// trained before: model(X_test), behind the loop over the epochs; or
// in a comprehension that evaluates.
func (e *Entry) heldOutBehind(c *run.Call, module *run.Object) *TrainModeEvaluation {
	if !e.isGivenHeldOut(c) && e.heldOutWalk(c) == nil || calledByOthers(c) || ofModule(c.Caller) || saysItsMode(c) ||
		e.switchesOutOfSight(c) ||
		e.endUnseen(c) ||
		!e.isLookedAt(c, module) {
		return nil
	}
	pass := &Event{Kind: EvalMode, Call: c, Object: module}
	trained := e.lastTrained(pass)
	if trained == nil || !onlyOne(e.Events(), trained) {
		return nil
	}
	mode := e.modeOf(c, module)
	networks := unwrapped(module, maxHeld)
	from := e.trainsSince(networks, mode, trained, false)
	if from == nil || slices.ContainsFunc(networks, func(o *run.Object) bool {
		return e.handsAway(&Event{Call: from, Object: o}, pass) || e.mayHaveLeft(from, c, o)
	}) {
		return nil
	}
	layer, keeps := (&modes{e, map[*run.Object]bool{}}).differs(module, 3*maxHeld)
	if layer == nil || e.graphs().leadsToPass(c) || callsFrozen(c) {
		return nil
	}
	return &TrainModeEvaluation{
		Entry:   e,
		Forward: c,
		Module:  module,
		Mode:    mode,
		HeldOut: true,
		Layer:   layer,
		Keeps:   keeps,
	}
}
