package training

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// gradScaler reports whether a scaler may be one of PyTorch's and is not switched
// off for good. Classes of the file, and those of other libraries, wrap the whole step.
func gradScaler(p *rules.Pass, scaler python.Expr) bool {
	t := p.Python.TypeOf(scaler)
	if t != "" && !(strings.HasPrefix(t, "torch.") && strings.HasSuffix(t, "GradScaler")) {
		return false
	}
	made, _ := p.Flow.ValueOf(scaler).(*python.Call)
	if made == nil {
		return true
	}
	if t == "" { // made by a function of another file
		return false
	}
	return !p.Python.IsFalse(p.Python.Argument(made, "enabled", -1).Value)
}

// scaledBackward is the first backward pass of a loss that a scaler multiplied.
func scaledBackward(step *flow.TrainingStep) *flow.Event {
	for _, e := range step.Of(flow.Backward) {
		if e.Scaled {
			return e
		}
	}
	return nil
}

// scalerOf is the scaler of an event as an expression of the source, nil when the
// event has none.
func scalerOf(e *flow.Event) python.Expr {
	if e.Kind != flow.Backward {
		return e.Call.Receiver()
	}
	scale, ok := e.ScaledBy.(*python.Call)
	if !ok {
		return nil
	}
	return scale.Receiver()
}

// ownsScaling reports whether the step is run by a framework that scales itself.
func ownsScaling(step *flow.TrainingStep) bool {
	return step.Owner != flow.PlainTorch
}
