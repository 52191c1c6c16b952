package training

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// runsPerMicroBatch reports whether an event happens once for every micro-batch.
func runsPerMicroBatch(step *train.Step, e *train.Event, a *train.Accumulated) bool {
	if a.Gate.Condition == nil { // a loop over micro-batches
		inner := step.InnerLoops(e)
		return len(step.Gates(e)) == 0 && len(inner) == 1 && inner[0].Kind == train.AccumulationLoop
	}
	if slices.ContainsFunc(step.Gates(e), func(l run.Literal) bool { return l.Condition == a.Gate.Condition }) {
		return false
	}
	if a.WithoutIt(step, e) {
		return false
	}
	return step.Unconditional(e) ||
		slices.ContainsFunc(a.Backwards, func(backward *train.Event) bool { return step.HappensWith(e, backward) })
}

// besideStep moves what runs for every micro-batch to right before the optimizer's step; nothing where it is no
// statement of its own in the same function.
func besideStep(step *train.Step, e *train.Event, a *train.Accumulated, title string) []fixes.Fix {
	statement, alone := e.Node().Parent().(*python.ExprStmt)
	if !alone || !step.Direct(e, a.Optimize) || switchedAlone(statement, a.Optimize.Node()) {
		return nil
	}
	edit := pyedit.New(e.Call.Unit.Module)
	return edit.MoveBefore(statement, python.EnclosingStmt(a.Optimize.Node())).
		Fixes(title, fixes.Unsafe)
}

// switchedAlone reports whether a statement stands under a condition under which another node does not: `if max_norm:`
// around the clipping, which would clip without being asked to where it is moved.
func switchedAlone(statement, other python.Node) bool {
	around := python.GatesOf(other)
	return slices.ContainsFunc(python.GatesOf(statement), func(g python.Gate) bool { return !slices.Contains(around, g) })
}

// clearedInMicroLoop reports whether a call clears the gradients in each lap of the loop over micro-batches behind
// which the optimizer steps.
func clearedInMicroLoop(step *train.Step, zero *train.Event, a *train.Accumulated) bool {
	return zero.Node() != nil && !zero.Accumulates() && step.Clears(zero, a.Optimize) &&
		step.SameBlock(zero, a.Backwards[0])
}

// killed is the step that waits for gradients which a call clears for every micro-batch; nil where it leaves them.
func killed(step *train.Step, zero *train.Event, a *train.Accumulated) *train.Event {
	waiting := step.ClearedBy(zero, a)
	if zero.Node() == nil || waiting == nil || len(step.InnerLoops(zero)) > 0 || zero.Accumulates() || zero.InHandler() {
		return nil // a batch that failed leaves no gradients behind
	}
	if everyMicroBatch(step, zero, a) ||
		slices.Contains(step.Gates(zero), a.Gate) && everyMicroBatch(step, zero, a, a.Gate) &&
			clearedBefore(zero, waiting, a) {
		return waiting
	}
	return nil
}

// everyMicroBatch reports whether gradients are cleared for each micro-batch that is differentiated: the conditions
// before the one, but for some, stand before the other, as where a batch is skipped.
func everyMicroBatch(step *train.Step, zero *train.Event, a *train.Accumulated, but ...run.Literal) bool {
	return !slices.ContainsFunc(a.Backwards, func(e *train.Event) bool {
		before := step.Gates(e)
		return slices.ContainsFunc(
			step.Gates(zero),
			func(l run.Literal) bool { return !slices.Contains(before, l) && !slices.Contains(but, l) },
		)
	})
}

// clearedBefore reports whether gradients are cleared before the last backward pass of the count, which the optimizer
// steps on alone then.
func clearedBefore(zero, waiting *train.Event, a *train.Accumulated) bool {
	for _, e := range a.Backwards {
		if zero.Call.Seq < e.Call.Seq && e.Call.Seq < waiting.Call.Seq {
			return true
		}
	}
	return false
}
