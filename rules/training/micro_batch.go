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
	return edit.RemoveStatement(statement).
		And(edit.InsertBefore(python.EnclosingStmt(a.Optimize.Node()), edit.Text(e.Node()))).
		Fixes(title, fixes.Unsafe)
}

// switchedAlone reports whether a statement stands under a condition under which another node does not: `if max_norm:`
// around the clipping, which would clip without being asked to where it is moved.
func switchedAlone(statement, other python.Node) bool {
	around := python.GatesOf(other)
	return slices.ContainsFunc(python.GatesOf(statement), func(g python.Gate) bool { return !slices.Contains(around, g) })
}
