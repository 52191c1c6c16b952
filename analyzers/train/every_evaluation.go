package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// InEvaluation is a call that happens in every lap of a loop over batches that runs a network and trains nothing.
type InEvaluation struct {
	Call *run.Call
	Loop *Loop
}

// EveryEvaluation lists the calls of one kind that happen for each batch of an evaluation, each place once.
func (f *Facts) EveryEvaluation(is func(*run.Call) bool) []InEvaluation {
	var list []InEvaluation
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || !is(c) || seen[c.At] || len(c.Laps) == 0 {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || loop.Trains || !loop.countsByBatch() && (loop.Kind != BatchLoop || isCount(loop.Over())) ||
				!onlyHardware(c.Gates[min(len(loop.Run.Gates), len(c.Gates)):]) || !e.runsQuietly(loop) {
				continue
			}
			seen[c.At] = true
			list = append(list, InEvaluation{c, loop})
		}
	}
	return list
}

// runsQuietly reports whether a loop runs a network itself with gradients off, or in evaluation mode.
func (e *Entry) runsQuietly(loop *Loop) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if !loop.has(c) || c.Caller != loop.Run.Caller || knowledge.NamesCriterion(calleeName(c)) {
			return false
		}
		module, ok := forwardedBy(c)
		if !ok || !e.isModule(module) && !isHandedNetwork(module) {
			return false
		}
		mode := e.modeOf(c, module)
		return c.Grad == run.Value(run.Bool(false)) || mode != nil && mode.Kind == EvalMode
	})
}
