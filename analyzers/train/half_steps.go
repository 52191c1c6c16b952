package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// HalfStep is the step of an optimizer that divides by zero: its weights are of float16, and its eps is none there.
type HalfStep struct {
	Step *Event
	// Converted is the call that makes the weights float16.
	Converted *run.Call
	// Made makes the optimizer, Eps is what it is given, or has by default.
	Made *run.Call
	Eps  float64
}

// HalfSteps lists the steps of training loops in which one of torch's optimizers surely works on weights of float16
// alone, and adds an eps that float16 rounds to zero to the root of what it divides by.
func (f *Facts) HalfSteps() []*HalfStep {
	if NamesOtherDtype(f.Module) {
		return nil
	}
	var list []*HalfStep
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, s := range e.Steps() {
			if s.Loop == nil || s.Owner != PlainTorch {
				continue
			}
			for _, ev := range s.Of(OptimStep) {
				if h := e.halfStep(ev); h != nil && !seen[h.Converted.At] {
					seen[h.Converted.At] = true
					list = append(list, h)
				}
			}
		}
	}
	return list
}

func (e *Entry) halfStep(ev *Event) *HalfStep {
	if ev.Object == nil || ev.Object.Made == nil {
		return nil
	}
	made := ev.Object.Made
	position, ok := knowledge.AddsEpsToRoot(symbolOf(made))
	if !ok {
		return nil
	}
	eps, _, known := decayNumber(made, knowledge.LengthArgument{Name: "eps", Position: position}, knowledge.RootEpsDefault)
	if slices.ContainsFunc(e.Calls, func(c *run.Call) bool { return c.Node != nil && e.givenUnseen(c, ev.Object) }) {
		return nil // it may keep other weights beside
	}
	fused, open := made.Passed("fused", -1) // computes in float32
	if !known || eps >= knowledge.EpsIsZeroInHalf || open || fused != nil {
		return nil
	}
	optimized, ok := e.OptimizedBy(ev.Object)
	if !ok || !optimized.Whole || optimized.Filtered {
		return nil
	}
	var converted *run.Call
	for _, module := range optimized.Modules {
		c, ok := e.WeightsDtype(module, ev)
		if !ok || !knowledge.IsHalf(c.Dtype) || NamesOtherDtype(c.Call.Unit.Module) {
			return nil
		}
		converted = c.Call
	}
	return &HalfStep{ev, converted, made, eps}
}
