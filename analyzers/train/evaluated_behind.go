package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// heldOutBehind judges a pass in no loop, on what is called held-out data, all of it at once, of a model that was trained before:
// model(X_test), behind the loop over the epochs.
func (e *Entry) heldOutBehind(c *run.Call, module *run.Object) *TrainModeEvaluation {
	if !e.looksAside(c) || calledByOthers(c) || ofModule(c.Caller) || saysItsMode(c) || e.switchesOutOfSight(c) || e.endUnseen(c) || !e.isLookedAt(c, module) {
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
	return &TrainModeEvaluation{Entry: e, Forward: c, Module: module, Mode: mode, HeldOut: true, Layer: layer, Keeps: keeps}
}

// maxPicked bounds how many values are looked at that were computed of what a pass gives.
const maxPicked = 60

// pickedForHeldOut reports whether what a pass gives, or what is computed of it, is picked by a mask that is called one of held-out data, and by no
// other: pred[data.test_mask].
func (e *Entry) pickedForHeldOut(c *run.Call) bool {
	var open []*run.Object
	for o := range e.graphs().given(c) {
		open = append(open, o)
	}
	slices.SortFunc(open, func(a, b *run.Object) int { return a.Seq - b.Seq })
	seen, picked := map[*run.Object]bool{}, false
	for len(open) > 0 && len(seen) < maxPicked {
		o := open[0]
		open = open[1:]
		if seen[o] {
			continue
		}
		seen[o] = true
		for _, d := range e.uses().derived[o] {
			if mask := maskOf(d, o); mask != "" {
				if !knowledge.NamesHeldOut(mask) {
					return false
				}
				picked = true
			}
			open = append(open, d)
		}
	}
	return picked
}

// maskOf is the name of what picks one value out of another, "" where it has none.
func maskOf(picked, whole *run.Object) string {
	if picked.Operator != "[]" || len(picked.Operands) < 2 || picked.Operands[0] != run.Value(whole) {
		return ""
	}
	mask, ok := picked.Operands[1].(*run.Object)
	if !ok {
		return ""
	}
	if mask.Named != "" {
		return mask.Named
	}
	return mask.Word
}
