package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// cutsBatch reports whether a loop goes over the parts of a batch and differentiates the loss of each as it is: one
// that is divided may be by the number of parts in other words, len(parts).
func (s *Step) cutsBatch(micro *Loop) bool {
	return isCutBatch(micro.Over()) && !slices.ContainsFunc(s.Of(Backward), func(e *Event) bool {
		loss, ok := e.Loss.(*run.Object)
		return ok && (loss.Operator == "/" || loss.Operator == "*")
	})
}

// countParts notes how many laps a loop has that goes over the parts of a batch of so many samples each: what the file
// of the loop counts of them, len(parts).
func (s *Step) countParts(a *Accumulated, over run.Value) bool {
	parts, ok := over.(*run.Object)
	if !ok || !isCutBatch(over) {
		return false
	}
	for _, c := range s.Entry.Calls {
		if c.Node != nil && c.Unit == a.Unit && c.Callee == run.Value(run.Symbol("len")) && len(c.Args) == 1 &&
			run.Bare(c.Args[0].Value) == run.Value(parts) {
			a.N, a.Every = c.Result, c.Node
			return true
		}
	}
	return false
}

// isCutBatch reports whether a loop goes over the parts of a batch that was cut along its first dimension:
// batch.chunk(n), batch.split(size). Whatever the loop is called, as many samples as were loaded together make a step.
func isCutBatch(over run.Value) bool {
	o, ok := over.(*run.Object)
	if !ok || o.Made == nil || o.Made.Node == nil || len(o.Made.Args) != 1 {
		return false
	}
	_, text := run.Bare(o.Made.Args[0].Value).(run.Str) // line.split(",")
	name := calleeName(o.Made)
	return name == "chunk" || name == "split" && !text
}
