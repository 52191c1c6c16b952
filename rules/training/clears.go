package training

import (
	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
)

// optimizerOf is the optimizer of a step as an expression of the source.
func optimizerOf(e *flow.Event) python.Expr {
	if e.Kind == flow.ScalerStep {
		if len(e.Call.Args) == 0 {
			return nil
		}
		return e.Call.Args[0].Value
	}
	return e.Call.Receiver()
}
