package estimator

import "testing"

// TestTrainedTextEncoder: it costs what every trained parameter costs, and some activations.
func TestTrainedTextEncoder(t *testing.T) {
	job := Job{Model: lookup(t, "runwayml/stable-diffusion-v1-5"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, OptimizerImpl: Fused, MicroBatch: 2,
		Image: Image{1, 512, 512}, GPUs: 1, Checkpointing: CheckpointNone, Attention: SDPA, CachedInputs: No}
	job.Model.Helpers = nil
	alone := compute(settle(job))
	const params = 123_060_480 // CLIP-L
	job.Model.Beside = []Component{{Role: "text encoder", Params: params}}
	with := compute(settle(job))
	if grown := with.Components.Weights - alone.Components.Weights; !near(float64(grown), 4*params, 0.01) {
		t.Errorf("weights grow by %d", grown)
	}
	if grown := with.Components.OptimizerState - alone.Components.OptimizerState; !near(float64(grown), 8*params, 0.01) {
		t.Errorf("optimizer states grow by %d", grown)
	}
	if with.Trainable-alone.Trainable != params {
		t.Errorf("%d more are trained", with.Trainable-alone.Trainable)
	}
	// 12 layers of 768 keep some 34 bytes a unit for each of 77 tokens in half precision, twice that in fp32.
	grown := float64(livesOf(job).stored)
	job.Model.Beside = nil
	grown -= livesOf(job).stored
	if want := 12.0 * 768 * 34 * 2 * 77 * 2; grown < 0.9*want || grown > 1.1*want {
		t.Errorf("activations grow by %.0f, want about %.0f", grown, want)
	}
}
