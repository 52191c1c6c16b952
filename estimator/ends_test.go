package estimator

import (
	"slices"
	"testing"
)

// TestEnds: an answer for numbers that lie between two ends holds for both, says so, and is none where they decide.
func TestEnds(t *testing.T) {
	of := func(parameters, forward int64) *Written {
		step := &WrittenStep{Moves: stepOf(4*parameters, 4*parameters, forward, 0, 1<<20, 10)}
		return &Written{Weights: 4 * parameters, Gradients: 4 * parameters, Held: parameters, Width: 4, Step: step}
	}
	job := func(w *Written) Job {
		return Job{Model: Model{Params: w.Held, Written: w}, GPUs: 1, Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 4, GradAccum: 1}
	}
	both := func(low, high *Written) Result {
		w := *low
		w.More, w.Taken = high, []string{"num_classes=2 to 1000"}
		return Estimate(job(&w))
	}
	low, high := of(10_000_000, 1<<30), of(11_000_000, 1<<30+40<<20)
	a, b, got := Estimate(job(low)), Estimate(job(high)), both(low, high)
	if !got.Known() || got.Low != a.Low || got.High != b.High || got.Peak <= a.Peak || got.Peak >= b.Peak || got.Peak != got.Components.Sum() ||
		got.Device != got.Peak+got.Context+got.Allocator || !slices.Contains(got.Assumed, "num_classes=2 to 1000") {
		t.Errorf("%+v between %+v and %+v", got, a, b)
	}
	for _, p := range got.Phases {
		if p.Bytes > got.Peak || p.Phase == got.Phase && p.Bytes != got.Peak {
			t.Errorf("%s takes %d of %d", p.Phase, p.Bytes, got.Peak)
		}
	}
	if far := both(low, of(40_000_000, 1<<30)); far.Known() || far.Peak != 0 || !slices.Equal(far.Missing, []string{"model"}) {
		t.Errorf("numbers that decide: %+v", far)
	}
	if turned := both(of(10_000_000, 150<<20), of(11_000_000, 100<<20)); !turned.Known() || turned.Peak < 1 {
		t.Errorf("another phase: %+v", turned)
	}
	targets := *low
	step := *low.Step
	step.Targets, targets.Step = true, &step
	if open := Estimate(job(&targets)); !slices.Contains(open.Assumed, "targets as the loss takes them") || open.High-open.Low <= a.High-a.Low {
		t.Errorf("%+v", open)
	}
}
