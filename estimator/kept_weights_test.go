package estimator

import (
	"slices"
	"strings"
	"testing"
)

func diffusionJob(t *testing.T, model string, change func(*Job)) Result {
	t.Helper()
	m, ok := LookupModel(model)
	if !ok {
		t.Fatal(model)
	}
	job := Job{
		Model: m, Method: LoRA, LoRARank: 16, LoRATargets: []string{"attention"}, Weights: BF16, Compute: AMPBF16, Optimizer: "adamw", MicroBatch: 1,
		Image: Image{Height: 512, Width: 512}, Framework: SimpleTuner, Checkpointing: CheckpointFull, GPUs: 1,
	}
	change(&job)
	r := Estimate(job)
	if !r.Known() {
		t.Fatal(r.Missing)
	}
	return r
}

// TestDequantisedWeights: torchao's weight-only layers keep the weight that they dequantise until their backward pass,
// so many of them as are alive between checkpoints: Lumina's four refiners are never checkpointed, and one more layer
// is recomputed.
func TestDequantisedWeights(t *testing.T) {
	const lumina = "Alpha-VLLM/Lumina-Image-2.0"
	m, _ := LookupModel(lumina)
	layer := 2 * (&facts{Job: Job{Model: m}}).quantisable() / 30
	for checkpointing, layers := range map[Checkpointing]float64{CheckpointNone: 30, CheckpointFull: 5, "interval-2": 6, "other:seg2-stride4": 18} {
		with := func(kernels ...string) int64 {
			return diffusionJob(t, lumina, func(j *Job) { j.Weights, j.Kernels, j.Checkpointing = FP8, kernels, checkpointing }).Peak
		}
		got := float64(with("torchao-fp8-weight-only")-with()) / layer
		if got < layers-0.03 || got > layers+0.03 {
			t.Errorf("%s: %.2f dequantised layers, not %.0f", checkpointing, got, layers)
		}
	}
}

// TestUnknownProducts: what SDNQ's kernels keep is not known; the interval says so, the estimate stays.
func TestUnknownProducts(t *testing.T) {
	with := func(weights DType, kernels ...string) Result {
		return diffusionJob(t, "Alpha-VLLM/Lumina-Image-2.0", func(j *Job) { j.Weights, j.Kernels, j.Checkpointing = weights, kernels, CheckpointNone })
	}
	assumed := func(r Result) bool {
		return slices.ContainsFunc(r.Assumed, func(text string) bool { return strings.HasPrefix(text, "kernels:") })
	}
	plain, open := with(Int8), with(Int8, "sdnq-hadamard-int8")
	if open.Peak != plain.Peak || open.High < plain.High+2_000_000_000 || open.Low > plain.Low || !assumed(open) || assumed(plain) {
		t.Errorf("plain %d to %d to %d, %v; unknown kernels %d to %d to %d, %v", plain.Low, plain.Peak, plain.High, plain.Assumed,
			open.Low, open.Peak, open.High, open.Assumed)
	}
	if r := with(BF16, "sdnq-hadamard-int8"); assumed(r) {
		t.Errorf("weights that are not quantised: %v", r.Assumed)
	}
}

// TestBlocksAtAnInterval: SimpleTuner's FLUX and its kin checkpoint every second block at an interval of 2 and keep all
// of the others; Lumina runs in segments of two, as what other frameworks call so does.
func TestBlocksAtAnInterval(t *testing.T) {
	share := func(model string, framework Framework) float64 {
		with := func(c Checkpointing) float64 {
			return float64(diffusionJob(t, model, func(j *Job) { j.Checkpointing, j.Framework = c, framework }).Peak)
		}
		full := with(CheckpointFull)
		return (with("interval-2") - full) / (with(CheckpointNone) - full)
	}
	if got := share("lodestones/Chroma1-Base", SimpleTuner); got < 0.45 || got > 0.55 {
		t.Errorf("Chroma keeps %.2f of what it keeps without checkpoints", got)
	}
	for _, got := range []float64{share("Alpha-VLLM/Lumina-Image-2.0", SimpleTuner), share("lodestones/Chroma1-Base", Diffusers)} {
		if got > 0.1 {
			t.Errorf("segments of two keep %.2f", got)
		}
	}
}
