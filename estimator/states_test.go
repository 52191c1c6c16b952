package estimator

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func near(got, want, share float64) bool { return math.Abs(got-want) <= share*want }

func statesOf(job Job) states { return countStates(settle(job)) }

func TestShardingDividesStates(t *testing.T) {
	params := float64(6738415616)
	for _, test := range []struct {
		sharding                            Sharding
		weights, gradients, optimizer, main float64 // bytes a parameter over 8 ranks
	}{
		{DDP, 2, 2, 4, 0}, {ZeRO1, 2, 2, 8.0 / 8, 4.0 / 8}, {ZeRO2, 2, 2.0 / 8, 8.0 / 8, 4.0 / 8},
		{ZeRO3, 2.0 / 8, 2.0 / 8, 8.0 / 8, 4.0 / 8}, {FSDPFull, 2.0 / 8, 2.0 / 8, 4.0 / 8, 0},
	} {
		job := llama(t)
		job.GPUs, job.Sharding = 8, test.sharding
		s := statesOf(job)
		for name, pair := range map[string][2]float64{
			"weights": {s.weights, test.weights}, "gradients": {s.gradients, test.gradients},
			"optimizer": {s.optimizer, test.optimizer}, "master": {s.master, test.main},
		} {
			if !near(pair[0], pair[1]*params, 1e-9) {
				t.Errorf("%s %s: %.3f bytes a parameter, want %.3f", test.sharding, name, pair[0]/params, pair[1])
			}
		}
		if test.sharding != Unsharded && s.gather == 0 {
			t.Errorf("%s has no buffers", test.sharding)
		}
	}
}

// TestBucketsAreAllocatedWhole: adapters have few gradients, and the buffers that they are copied into are as large as
// ever.
func TestBucketsAreAllocatedWhole(t *testing.T) {
	for _, test := range []struct {
		sharding Sharding
		elements int64
		overlap  Tri
		bytes    float64
	}{
		{ZeRO2, 0, No, 1e9}, {ZeRO2, 0, Yes, 2e9}, {ZeRO2, 0, Unsaid, 2e9}, {ZeRO2, 2e8, No, 4e8}, {ZeRO2, 4096 * 4096, Yes, 4 * 4096 * 4096},
		{ZeRO3, 2e8, Yes, 2*1e9 + 2*2e8}, {ZeRO1, 2e8, Yes, 2 * 4194304},
	} {
		job := llama(t)
		job.Method, job.LoRARank, job.LoRATargets, job.Trainable = LoRA, 8, []string{"q_proj", "v_proj"}, 4194304
		job.GPUs, job.Sharding, job.ReduceBucket, job.OverlapComm = 8, test.sharding, test.elements, test.overlap
		if got := statesOf(job).gather; got != test.bytes {
			t.Errorf("%s, %d elements, overlap %d: %.0f bytes, want %.0f", test.sharding, test.elements, test.overlap, got, test.bytes)
		}
	}
}

func TestAccelerateUpcastsFSDPShards(t *testing.T) {
	job := llama(t)
	job.GPUs, job.Sharding, job.Compute, job.Framework = 4, FSDPFull, AMPBF16, HFTrainer
	result := Estimate(job)
	if got := float64(result.Peak) * 4 / float64(job.Model.Params); !near(got, 20, 0.01) || result.Phase != PhaseOptimizer {
		t.Errorf("%.2f bytes a parameter in %s, want 20 in the optimizer step", got, result.Phase)
	}
	if !slices.ContainsFunc(result.Assumed, func(text string) bool { return strings.Contains(text, "upcasts") }) {
		t.Errorf("the upcast is not named: %v", result.Assumed)
	}
	for name, change := range map[string]func(*Job){
		"torchtitan's FSDP": func(job *Job) { job.Framework = TorchTitan },
		"adapters":          func(job *Job) { job.Method, job.LoRARank = LoRA, 8 },
		"no autocast":       func(job *Job) { job.Compute = Pure },
	} {
		other := job
		change(&other)
		if got := settle(other).Weights; got != BF16 {
			t.Errorf("%s: weights became %s", name, got)
		}
	}
}

func TestOptimizerStates(t *testing.T) {
	for optimizer, want := range map[Optimizer]float64{
		AdamW: 4, AdamW8bit: 2.03, AdamW4bit: 1.06, Lion: 2, SGD: 0, SGDMomentum: 2, Adafactor: 0.02, AdamWBF16: 6,
		"adamw+in-backward": 4, "paged-adamw": 0, "adamw-8bit+in-backward": 2.03,
	} {
		job := llama(t)
		job.Optimizer, job.OptimizerImpl = optimizer, ""
		if got := statesOf(job).optimizer / float64(job.Model.Params); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %.3f bytes a parameter, want %.2f", optimizer, got, want)
		}
	}
	job := llama(t)
	job.Optimizer = "ademamix9000"
	if got := Estimate(job); !slices.Contains(got.Missing, "optimizer") {
		t.Errorf("an optimizer nobody knows was sized: %+v", got.Missing)
	}
}

func TestOffloadMovesStatesToTheHost(t *testing.T) {
	job := llama(t)
	job.Sharding, job.GPUs, job.Offload = ZeRO2, 4, OffloadOptimizer
	result := Estimate(job)
	if result.Components.OptimizerState != 0 || result.Components.MasterCopy != 0 {
		t.Errorf("states stayed on the GPU: %+v", result.Components)
	}
	want := 1.5 * (12 + 2) / 4 * float64(job.Model.Params)
	if !near(float64(result.Host), want, 0.01) {
		t.Errorf("host memory %s, want %s", FormatBytes(result.Host), FormatBytes(int64(want)))
	}
	job.Offload = OffloadNone
	if Estimate(job).Host != 0 {
		t.Error("host memory without offload")
	}
}

func TestQuantisedWeights(t *testing.T) {
	job := llama(t)
	job.Method, job.LoRARank, job.LoRATargets, job.Weights, job.Compute = QLoRA, 8, []string{"qv"}, NF4, AMPBF16
	adapters := 4.0 * 8 * 32 * (2 * (4096 + 4096))
	embeddings := 2.0 * 32000 * 4096
	linear := float64(job.Model.Params) - embeddings - 65*4096
	want := linear*0.5625 + embeddings*2 + adapters
	if got := statesOf(job).weights; !near(got, want, 0.001) {
		t.Errorf("weights %s, want %s", FormatBytes(int64(got)), FormatBytes(int64(want)))
	}
	job.rough = true // in the bytes that are asked for
	before := Estimate(job)
	job.KbitPrepared = Yes
	after := Estimate(job)
	if grown := float64(after.Components.Weights - before.Components.Weights); !near(grown, embeddings*2, 0.01) {
		t.Errorf("k-bit preparation grew the weights by %s, want the embeddings' upcast", FormatBytes(int64(grown)))
	}
	if after.Components.Activations < 2*before.Components.Activations-1<<20 {
		t.Error("k-bit preparation left the residual stream in 16 bits")
	}
}

func TestAdapterParameters(t *testing.T) {
	for _, test := range []struct {
		targets string
		want    float64
	}{
		{"qv", 8 * 32 * 2 * (4096 + 4096)},
		{"all-linear", 8 * 32 * (4*(4096+4096) + 3*(4096+11008))},
		{"q_proj v_proj", 8 * 32 * 2 * (4096 + 4096)},
		{"gate_proj", 8 * 32 * (4096 + 11008)},
		{"self_attn.q_proj model.layers.0.self_attn.v_proj", 8 * 32 * 2 * (4096 + 4096)},
	} {
		job := llama(t)
		job.Method, job.LoRARank, job.LoRATargets = LoRA, 8, strings.Fields(test.targets)
		if got := statesOf(job).trainable; got != test.want {
			t.Errorf("%s: %.0f parameters, want %.0f", test.targets, got, test.want)
		}
	}
}

func TestEMAAndHelpers(t *testing.T) {
	job := Job{
		Model: lookup(t, "sdxl"), Method: Full, Weights: FP32, Compute: AMPFP16, Optimizer: AdamW, MicroBatch: 1,
		Image: Image{1, 512, 512}, Checkpointing: CheckpointFull, GPUs: 1, CachedInputs: Yes,
	}
	job.rough = true // in the bytes that are asked for
	cached := Estimate(job)
	job.CachedInputs = No
	encoded := Estimate(job)
	helpers := 2 * float64(123060480+694659840+83653863)
	if got := float64(encoded.Components.FrozenHelpers); cached.Components.FrozenHelpers != 0 || !near(got, helpers, 0.001) {
		t.Errorf("frozen helpers %s and, cached, %s", FormatBytes(int64(got)), FormatBytes(cached.Components.FrozenHelpers))
	}
	job.EMA = Yes
	if got := float64(Estimate(job).Components.EMA); !near(got, 4*float64(job.Model.Params), 0.001) {
		t.Errorf("EMA of %s", FormatBytes(int64(got)))
	}
}

// Target names nobody knows are not silently all of them.
func TestUnknownAdapterTargetsAreAssumed(t *testing.T) {
	job := llama(t)
	job.Method, job.LoRARank, job.LoRATargets = LoRA, 8, []string{"my_own_projection"}
	if result := Estimate(job); !slices.Contains(result.Assumed, "lora-targets=all-linear") {
		t.Errorf("assumed %v", result.Assumed)
	}
	job.LoRATargets = []string{"q_proj"}
	if result := Estimate(job); slices.Contains(result.Assumed, "lora-targets=all-linear") {
		t.Errorf("q_proj became %v", result.Assumed)
	}
}
