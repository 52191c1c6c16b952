package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// GradScaler reports whether a scaler may be one of PyTorch's and is not switched off for good. Classes of the project,
// and those of other libraries, wrap the whole step.
func GradScaler(scaler *run.Object) bool {
	if scaler == nil || library.RoleOf(scaler) != knowledge.Scaler {
		return false
	}
	if scaler.Class == nil {
		return scaler.Made == nil // not what a function that is not seen has made
	}
	path, ok := scaler.Class.(run.Symbol)
	if !ok || !strings.HasPrefix(string(path), "torch.") || !strings.HasSuffix(string(path), "GradScaler") {
		return false
	}
	if scaler.Made == nil {
		return true
	}
	enabled, _ := scaler.Made.Argument("enabled", -1)
	return enabled != run.Value(run.Bool(false))
}

// TorchScaler reports whether a scaler is surely one of PyTorch's, and is not switched off for good.
func TorchScaler(scaler *run.Object) bool {
	return scaler != nil && scaler.Made != nil && scaler.Class != nil && GradScaler(scaler)
}

// ScaledBackward is the first backward pass of a step whose loss a scaler has multiplied.
func (s *Step) ScaledBackward() *Event {
	for _, e := range s.Of(Backward) {
		if e.Scaled {
			return e
		}
	}
	return nil
}

// ScaledGradients tells whether the gradients at an event are still multiplied by a scaler that steps behind it: backward
// is the pass that made them so, optimize the step. Both are nil when something may have unscaled them.
func (s *Step) ScaledGradients(at *Event) (backward, optimize *Event) {
	for i := len(s.Events) - 1; i >= 0; i-- {
		e := s.Events[i]
		if e.Call.Seq >= at.Call.Seq {
			continue
		}
		switch e.Kind {
		case Unscale:
			return nil, nil
		case ScalerStep, OptimStep:
			if backward == nil && Compatible(e, at) {
				return nil, nil
			}
		case Backward:
			switch {
			case !Compatible(e, at):
			case !e.Scaled:
				return nil, nil
			case backward == nil && GradScaler(e.Scaler):
				backward = e
			}
		}
	}
	for _, e := range s.Events {
		if e.Call.Seq <= at.Call.Seq || !Compatible(e, at) {
			continue
		}
		if e.Kind == OptimStep {
			return nil, nil
		}
		if e.Kind == ScalerStep {
			optimize = e
			break
		}
	}
	if backward == nil || optimize == nil || optimize.Scaler != backward.Scaler {
		return nil, nil
	}
	return backward, optimize
}

// UpdatesElsewhere reports whether another entry updates a scaler: it may be called where nothing shows it.
func (s *Step) UpdatesElsewhere(scaler *run.Object) bool {
	for _, e := range s.Entry.Facts.Entries() {
		for _, ev := range e.Events() {
			if ev.Kind == Update && ev.Scaler == scaler {
				return true
			}
		}
	}
	return false
}

// ScaleCall is the call that multiplied the loss of a scaled backward pass; nil when there is none.
func (e *Event) ScaleCall() *run.Call {
	on := e.Call.Callee
	if m, ok := on.(*run.Member); ok {
		on = m.Object
	}
	o, ok := on.(*run.Object)
	if !e.Scaled || !ok || o.Made == nil || calleeName(o.Made) != "scale" {
		return nil
	}
	return o.Made
}
