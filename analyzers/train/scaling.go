package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
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

// ScalerIsOn reports whether a scaler is surely not switched off: nothing is said, or True.
func ScalerIsOn(scaler *run.Object) bool {
	if !TorchScaler(scaler) {
		return false
	}
	enabled, uncertain := scaler.Made.Argument("enabled", -1)
	return !uncertain && (enabled == nil || enabled == run.Value(run.Bool(true)))
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

// ScaledGradients tells whether the gradients at an event are still multiplied by a scaler that steps behind it:
// backward is the pass that made them so, optimize the step. Both are nil when something may have unscaled them. Where
// an option chooses between a scaled and a plain pass, it is asked of the way with the scaler.
func (s *Step) ScaledGradients(at *Event) (backward, optimize *Event) {
	for _, e := range s.Events {
		if e.Call.Seq < at.Call.Seq && e.Kind == Backward && e.Scaled && Compatible(e, at) && GradScaler(e.Scaler) {
			backward = e
		}
	}
	if backward == nil {
		return nil, nil
	}
	optimize = s.scalerStepAfter(at, backward)
	if optimize == nil || s.unscaled(at, backward, optimize) {
		return nil, nil
	}
	return backward, optimize
}

// scalerStepAfter is the step of a backward pass's scaler behind an event, on the way of the pass; nil where an
// optimizer steps by itself first.
func (s *Step) scalerStepAfter(at, backward *Event) *Event {
	for _, e := range s.Events {
		if e.Call.Seq <= at.Call.Seq || !Compatible(e, at) || !Compatible(e, backward) {
			continue
		}
		switch {
		// of one of several, whichever was made
		case e.Kind == ScalerStep && e.Scaler != backward.Scaler && s.stepsAt(e.Call.At, backward.Scaler):
		case e.Kind == OptimStep, e.Kind == ScalerStep && e.Scaler != backward.Scaler:
			return nil
		case e.Kind == ScalerStep:
			return e
		}
	}
	return nil
}

// stepsAt reports whether a call may be the step of a scaler.
func (s *Step) stepsAt(call python.Node, scaler *run.Object) bool {
	return slices.ContainsFunc(
		s.Events,
		func(e *Event) bool { return e.Kind == ScalerStep && e.Call.At == call && e.Scaler == scaler },
	)
}

// unscaled reports whether the gradients of a scaled backward pass may be unscaled at an event, or others of them are.
func (s *Step) unscaled(at, backward, optimize *Event) bool {
	for _, e := range s.Events {
		if e.Call.Seq >= at.Call.Seq || !Compatible(e, backward) {
			continue
		}
		behind := e.Call.Seq > backward.Call.Seq
		switch e.Kind {
		case Unscale: // before the pass it is another optimizer's
			if behind || e.Object == nil || e.Object == optimize.Object {
				return true
			}
		case ScalerStep, OptimStep:
			if behind && Compatible(e, at) {
				return true
			}
		case Backward: // what an attack on the input left is gone where it is cleared before the pass
			if !e.Scaled && Compatible(e, at) && !s.clearedUpTo(e, backward, optimize) {
				return true
			}
		}
	}
	return false
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

// scaledLoss is what a scaler was given to make an object, and the scaler: loss of scaler.scale(loss).
func scaledLoss(o *run.Object) (loss, scaler run.Value, ok bool) {
	if o == nil || o.Made == nil {
		return nil, nil, false
	}
	m, ok := o.Made.Callee.(*run.Member)
	if !ok || m.Name != "scale" || library.RoleOf(m.Object) != knowledge.Scaler {
		return nil, nil, false
	}
	loss, _ = o.Made.Argument("outputs", 0)
	return loss, m.Object, true
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
