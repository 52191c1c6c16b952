package training

import "github.com/trainlint/trainlint/analyzers/train"

// runsPerMicroBatch reports whether an event happens once for every micro-batch.
func runsPerMicroBatch(step *train.Step, e *train.Event, a *train.Accumulated) bool {
	if a.Gate.Condition == nil { // a loop over micro-batches
		inner := step.InnerLoops(e)
		return len(step.Gates(e)) == 0 && len(inner) == 1 && inner[0].Kind == train.AccumulationLoop
	}
	return step.Unconditional(e)
}
