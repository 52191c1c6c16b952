package estimator

import (
	"slices"
	"strings"
	"testing"
)

func card(t *testing.T, name string) Card {
	t.Helper()
	gpu, ok := LookupGPU(name)
	if !ok {
		t.Fatalf("no card %q", name)
	}
	return Card{Usable: gpu.Usable, BF16: Yes}
}

func TestPlansFitAndKeepTheEffectiveBatch(t *testing.T) {
	base := llama(t)
	base.Weights, base.Compute, base.MicroBatch, base.GradAccum, base.Checkpointing = FP32, ComputeFP32, 6, 4, CheckpointNone
	base.SeqLen, base.Framework = 2048, HFTrainer
	sdxl := Job{
		Model: lookup(t, "sdxl"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 2,
		GradAccum: 3, Image: Image{1, 1024, 1024}, Checkpointing: CheckpointNone, GPUs: 5, Sharding: DDP, Framework: Diffusers,
	}
	for name, job := range map[string]Job{"a100-80": base, "h200": base, "rtx4090": sdxl} {
		target := card(t, name)
		planning := Plans(job, target)
		if len(planning.Plans) == 0 {
			t.Errorf("%s: no plan", name)
		}
		for _, plan := range planning.Plans {
			if got := Estimate(plan.Job); got.Verdict(target.Usable) != Fits {
				t.Errorf("%s: %v does not fit: %s", name, plan.Changes(), got.Verdict(target.Usable))
			}
			before, after := job.MicroBatch*job.GradAccum*job.GPUs, plan.Job.MicroBatch*plan.Job.GradAccum*plan.Job.GPUs
			if before != after {
				t.Errorf("%s: %v trains %d samples a step instead of %d", name, plan.Changes(), after, before)
			}
		}
	}
}

func TestPlansAreRankedAndNotDominated(t *testing.T) {
	job := llama(t)
	job.Checkpointing, job.MicroBatch, job.SeqLen, job.Framework = CheckpointNone, 4, 4096, HFTrainer
	plans := Plans(job, card(t, "a100-80")).Plans
	for at := 1; at < len(plans); at++ {
		if plans[at].Meaning < plans[at-1].Meaning {
			t.Errorf("plan %d changes less of the experiment than plan %d", at, at-1)
		}
	}
	for i, a := range plans {
		for j, b := range plans {
			if i != j && dominates(a, b) {
				t.Errorf("%v dominates %v", a.Changes(), b.Changes())
			}
		}
	}
	if len(plans) == 0 || plans[0].Meaning != SameTraining {
		t.Errorf("the first plan of %d changes the experiment although harmless ones fit", len(plans))
	}
}

func TestPlansOfAJobThatFitsIsNoChange(t *testing.T) {
	job := llama(t)
	job.Method, job.LoRARank = LoRA, 8
	plans := Plans(job, card(t, "h200")).Plans
	if len(plans) != 1 || len(plans[0].Changes()) != 0 {
		t.Errorf("%d plans for a job that fits", len(plans))
	}
}

func TestPlansRefuse(t *testing.T) {
	resnet := Job{
		Model: lookup(t, "resnet50"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: SGDMomentum,
		MicroBatch: 512, Image: Image{1, 224, 224}, Checkpointing: CheckpointNone,
	}
	planning := Plans(resnet, card(t, "t4"))
	for _, plan := range planning.Plans {
		if plan.Job.MicroBatch != 512 {
			t.Errorf("batch norm was given micro-batch %d", plan.Job.MicroBatch)
		}
	}
	if !slices.ContainsFunc(planning.Refused, func(text string) bool { return strings.Contains(text, "batch norm") }) {
		t.Errorf("batch norm is not named: %v", planning.Refused)
	}
	if plans := Plans(Job{MicroBatch: 4}, card(t, "t4")).Plans; len(plans) != 0 {
		t.Errorf("%d plans for an unknown job", len(plans))
	}
	if plans := Plans(llama(t), Card{Usable: 2 << 30}).Plans; len(plans) != 0 {
		t.Errorf("7B parameters were made to fit 2 GiB: %v", plans[0].Changes())
	}
}

// A plan must not fit because an unknown was taken for its default.
func TestPlansKeepUnknowns(t *testing.T) {
	job := llama(t)
	job.Weights, job.Compute, job.Framework = "", "", HFTrainer
	for _, plan := range Plans(job, card(t, "a100-80")).Plans {
		heavy := plan.Job
		if heavy.Weights == "" {
			heavy.Weights = FP32
		}
		if got := Estimate(heavy).Verdict(card(t, "a100-80").Usable); got != Fits {
			t.Errorf("%v: %s once the weights turn out to be fp32", plan.Changes(), got)
		}
	}
}

func TestPlansMindHostMemory(t *testing.T) {
	job := llama(t)
	job.GPUs, job.Sharding = 1, Unsharded
	target := card(t, "rtx4090")
	target.HostMemory = 8 << 30
	for _, plan := range Plans(job, target).Plans {
		if plan.Result.Host > target.HostMemory {
			t.Errorf("%v needs %s of host memory", plan.Changes(), FormatBytes(plan.Result.Host))
		}
	}
}

// A remark must not say that something stays which the same plan changes.
func TestRemarksAgreeWithTheChanges(t *testing.T) {
	model, _ := LookupModel("meta-llama/Llama-3.2-1B")
	for _, gpus := range []int{1, 4} {
		job := Job{Model: model, Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 8, SeqLen: 2048, GPUs: gpus, Framework: HFTrainer,
			Checkpointing: CheckpointNone}
		for _, usable := range []int64{12 << 30, 24 << 30, 40 << 30} {
			for _, plan := range Plans(job, Card{Usable: usable, BF16: Yes}).Plans {
				for _, c := range plan.Changes() {
					for _, r := range plan.Remedies {
						if c.Field == "weights" && strings.Contains(r.Remark, "stay fp32") {
							t.Errorf("%s → %s, and %q", c.Old, c.New, r.Remark)
						}
					}
					if c.Field == "weights" && plan.Meaning == SameTraining {
						t.Errorf("%v trains the same with weights %s → %s", plan.Remedies, c.Old, c.New)
					}
				}
			}
		}
	}
}

// Weights go to bf16 only without the GradScaler that fp16 autocast brings, and a frozen
// base to the dtype that the job computes in.
func TestHalfWeightsGoWithTheScaler(t *testing.T) {
	model, _ := LookupModel("meta-llama/Llama-3.2-1B")
	for _, c := range []struct {
		method  Method
		compute Compute
		bf16    Tri
	}{{Full, AMPFP16, Yes}, {LoRA, AMPFP16, Yes}, {LoRA, AMPFP16, No}, {LoRA, AMPBF16, Yes}, {Full, AMPBF16, Yes}, {Full, ComputeFP32, No}} {
		job := Job{Model: model, Method: c.method, LoRARank: 8, Weights: FP32, Compute: c.compute, Optimizer: AdamW, MicroBatch: 4, SeqLen: 1024, GPUs: 1, Framework: HFTrainer}
		for _, usable := range []int64{4 << 30, 8 << 30, 16 << 30} {
			for _, plan := range Plans(job, Card{Usable: usable, BF16: c.bf16}).Plans {
				after := settle(plan.Job)
				if after.Weights == BF16 && after.Compute == AMPFP16 {
					t.Errorf("%v: bf16 weights under a GradScaler", plan.Remedies)
				}
				if c.bf16 == No && (after.Weights == BF16 || after.Compute == AMPBF16) {
					t.Errorf("%v: bf16 on a card without it", plan.Remedies)
				}
			}
		}
	}
}

func TestSensible(t *testing.T) {
	for _, c := range []struct {
		sharding Sharding
		offload  Offload
		method   Method
		want     bool
	}{
		{"", "", Full, true},
		{Unsharded, "", Full, true},
		{DDP, "", Full, true}, // every rank has whole states
		{ZeRO2, "", Full, false},
		{FSDPFull, "", Full, false},
		{"", OffloadOptimizer, Full, false},
		{"", OffloadBoth, Full, false},
		{"", "", LoRA, false},
	} {
		job := Job{Optimizer: AdamW8bit, Sharding: c.sharding, Offload: c.offload, Method: c.method}
		plan := Plan{Job: job, Remedies: make([]Remedy, 1)}
		if sensible(plan) != c.want {
			t.Errorf("8-bit states with %q, %q and %s: sensible is %t", c.sharding, c.offload, c.method, !c.want)
		}
		plan.Remedies = nil
		if !sensible(plan) {
			t.Errorf("%q, %q, %s: a job as it is written is refused", c.sharding, c.offload, c.method)
		}
	}
	lora := Plan{Job: Job{Optimizer: AdamW, Offload: OffloadOptimizer, Method: LoRA}, Remedies: make([]Remedy, 1)}
	if sensible(lora) {
		t.Error("the few states of adapters are moved to the host")
	}
}
