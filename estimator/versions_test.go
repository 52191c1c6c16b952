package estimator

import (
	"math"
	"testing"
)

// TestVersions: what earlier releases of libraries did, by the versions that a job declares.
func TestVersions(t *testing.T) {
	model, _ := LookupModel("meta-llama/Llama-2-7b-hf")
	base := Job{Model: model, Method: LoRA, LoRARank: 16, LoRATargets: []string{"all-linear"}, Weights: BF16, Compute: Pure, MicroBatch: 1, SeqLen: 1024,
		Checkpointing: CheckpointNone, Framework: HFTrainer, Optimizer: AdamW, Attention: SDPA, Loss: PlainLoss}
	of := func(change func(*Job)) Result {
		job := base
		change(&job)
		return Estimate(job)
	}
	newest := of(func(*Job) {})
	if old := of(func(j *Job) { j.Peft = "0.11.1" }); 2*old.Components.OptimizerState != newest.Components.OptimizerState {
		t.Errorf("adapters of PEFT 0.11 have states of %d, of the newest %d", old.Components.OptimizerState, newest.Components.OptimizerState)
	}
	if older := of(func(j *Job) { j.Peft = "0.5.0" }); older.Components.OptimizerState != newest.Components.OptimizerState {
		t.Errorf("adapters of PEFT 0.5 have states of %d, of the newest %d: they are in fp32", older.Components.OptimizerState, newest.Components.OptimizerState)
	}
	if first := of(func(j *Job) { j.Peft = "0.6.0" }); 2*first.Components.OptimizerState != newest.Components.OptimizerState {
		t.Errorf("adapters of PEFT 0.6 have states of %d, of the newest %d", first.Components.OptimizerState, newest.Components.OptimizerState)
	}
	if same := of(func(j *Job) { j.Peft = "0.12.0" }); same.Peak != newest.Peak {
		t.Errorf("PEFT 0.12: %d, the newest %d", same.Peak, newest.Peak)
	}
	quantised := func(j *Job) { j.Method, j.Weights, j.Compute = QLoRA, NF4, AMPBF16 }
	now := of(quantised)
	if old := of(func(j *Job) { quantised(j); j.Peft = "0.11" }); old.Peak != now.Peak {
		t.Error("adapters of a quantised base are in fp32 in every version")
	}
	// the inputs of q, k and v, of gate and up, and of down, in 32 layers; that of o is what attention gives, which is
	// kept anyway
	least := int64(32 * 1024 * 2 * (2*4096 + 11008))
	if old := of(func(j *Job) { quantised(j); j.BitsAndBytes = "0.43.1" }); old.Peak-now.Peak < least {
		t.Errorf("bitsandbytes 0.43.1 keeps %d more, at least %d are due", old.Peak-now.Peak, least)
	}
	if same := of(func(j *Job) { quantised(j); j.BitsAndBytes = "0.43.2" }); same.Peak != now.Peak {
		t.Error("bitsandbytes 0.43.2 keeps no inputs of frozen layers")
	}
}

// TestWholeGradients: accelerate's no_sync leaves FSDP's gradients whole until the last of several micro-batches.
func TestWholeGradients(t *testing.T) {
	model, _ := LookupModel("meta-llama/Llama-2-7b-hf")
	job := Job{Model: model, Method: Full, Weights: BF16, Compute: Pure, MicroBatch: 1, GradAccum: 4, SeqLen: 1024, Checkpointing: CheckpointFull,
		Framework: HFTrainer, Optimizer: AdamW, Attention: SDPA, Loss: PlainLoss, GPUs: 8, Sharding: "fsdp-full"}
	whole := Estimate(job)
	if got, want := whole.Components.Gradients, 2*model.Params; got < want {
		t.Errorf("gradients of %d bytes, whole ones are %d", got, want)
	}
	for name, change := range map[string]func(*Job){
		"one micro-batch": func(j *Job) { j.GradAccum = 1 }, "a loop that reduces each": func(j *Job) { j.Framework = TorchTune },
		"ZeRO": func(j *Job) { j.Sharding = ZeRO3 },
	} {
		other := job
		change(&other)
		if got := Estimate(other).Components.Gradients; got >= 2*model.Params {
			t.Errorf("%s: gradients of %d bytes", name, got)
		}
	}
}

// TestLossByTransformers: which heads compute their loss in fp32, and what is there beside it, is a matter of
// transformers' version.
func TestLossByTransformers(t *testing.T) {
	logits := func(name, version string, compute Compute) float64 {
		t.Helper()
		model, ok := LookupModel(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		job := Job{Model: model, Method: Full, Weights: BF16, Compute: compute, MicroBatch: 2, SeqLen: 512, Framework: HFTrainer, Optimizer: AdamW,
			Attention: SDPA, Loss: PlainLoss, GPUs: 1, Checkpointing: CheckpointFull, Transformers: version}
		l := lossOf(settle(job), newRegime(settle(job)), 1024)
		return (mostOf(l) - 6*float64(model.Hidden)*1024) / (1024 * float64(model.Vocab))
	}
	// with autocast accelerate makes fp32 logits of the model's output, beside those in half precision, their log-softmax
	// and its cast
	for _, c := range []struct {
		model, version string
		compute        Compute
		want           float64
	}{
		{"meta-llama/Llama-2-7b-hf", "", Pure, 12}, {"meta-llama/Llama-2-7b-hf", "4.45", Pure, 12}, {"meta-llama/Llama-2-7b-hf", "4.46.3", Pure, 14},
		{"meta-llama/Llama-2-7b-hf", "4.48.3", AMPBF16, 14}, {"meta-llama/Llama-2-7b-hf", "4.49.0", Pure, 12},
		{"gpt2", "4.45", Pure, 6}, {"gpt2", "4.48.0", Pure, 6}, {"gpt2", "4.48.0", AMPBF16, 12}, {"gpt2", "4.48.3", Pure, 14}, {"gpt2", "", Pure, 12},
		{"bigcode/starcoder", "4.38", Pure, 6}, {"t5-base", "", Pure, 6}, {"t5-base", "4.38", AMPBF16, 12},
	} {
		if got := logits(c.model, c.version, c.compute); math.Abs(got-c.want) > 8.0/512 { // a sample has 511 logits to shift
			t.Errorf("%s with transformers %q, %s: %.2f bytes a logit, want %.0f", c.model, c.version, c.compute, got, c.want)
		}
	}
}

// TestShardsByAccelerate: accelerate keeps FSDP's trainable shards in fp32 since 0.27.
func TestShardsByAccelerate(t *testing.T) {
	model, _ := LookupModel("meta-llama/Llama-2-7b-hf")
	job := Job{Model: model, Method: Full, Weights: BF16, Compute: AMPBF16, MicroBatch: 1, SeqLen: 1024, Checkpointing: CheckpointFull,
		Framework: HFTrainer, Optimizer: AdamW, Attention: SDPA, Loss: PlainLoss, GPUs: 8, Sharding: FSDPFull}
	job.rough = true // in the bytes that are asked for
	now := Estimate(job)
	if job.Accelerate = "0.26"; 2*Estimate(job).Components.OptimizerState != now.Components.OptimizerState {
		t.Errorf("states of %d, %d with accelerate 0.26", now.Components.OptimizerState, Estimate(job).Components.OptimizerState)
	}
}
