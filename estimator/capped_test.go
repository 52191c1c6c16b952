package estimator

import (
	"slices"
	"testing"
)

// TestCapped: where a number has a most, the answer is for that and its interval begins at the least, unless the two say
// nothing together; FSDP gathers at most all of a model that somebody wrote at once. Findings take none of it.
func TestCapped(t *testing.T) {
	of := func(parameters, forward int64) *Written {
		step := &WrittenStep{Moves: stepOf(4*parameters, 4*parameters, forward, 0, 1<<20, 10)}
		return &Written{Weights: 4 * parameters, Gradients: 4 * parameters, Held: parameters, Width: 4, Step: step}
	}
	job := func(w *Written) Job {
		return Job{Model: Model{Params: w.Held, Written: w}, GPUs: 1, Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 4, GradAccum: 1}
	}
	upTo := func(low, high *Written) Result {
		w := *low
		w.More, w.Taken, w.Capped = high, []string{"images=800x1333 at most"}, true
		return Estimate(job(&w))
	}
	least, most := of(10_000_000, 2<<30), of(10_000_000, 6<<30)
	a, b, got := Estimate(job(least)), Estimate(job(most)), upTo(least, most)
	if got.Peak != b.Peak || got.Device != b.Device || got.DeviceLow() != a.DeviceLow() || got.DeviceHigh() != b.DeviceHigh() ||
		!slices.Equal(got.Bounds(), []string{"images=800x1333 at most"}) {
		t.Errorf("%+v from %+v to %+v", got, a, b)
	}
	if far := upTo(least, of(10_000_000, 60<<30)); far.Known() || !slices.Equal(far.Missing, []string{"input"}) {
		t.Errorf("far apart: %+v", far)
	}

	sharded := job(of(100_000_000, 1<<30))
	sharded.GPUs, sharded.Sharding = 4, FSDPFull
	if sure := Estimate(sharded); sure.Known() {
		t.Errorf("findings take %+v", sure)
	}
	whole := sharded
	whole.Sharding = DDP
	sharded.AtMost = true
	got, b = Estimate(sharded), Estimate(whole)
	share := b.DeviceLow() - (b.Components.Weights+b.Components.Gradients+b.Components.OptimizerState)*3/4
	if got.Device != b.Device || got.DeviceLow() != share || !slices.Equal(got.Bounds(), []string{"units of FSDP=one at most"}) {
		t.Errorf("%+v, want at most %+v and at least %d", got, b, share)
	}
	sharded.Offload = OffloadParams
	if got := Estimate(sharded); got.Known() {
		t.Errorf("offloaded: %+v", got)
	}
}
