package estimator

import (
	"math"
	"slices"
	"testing"
)

// TestRemediesAreOfferedWhereTheyApply: a change is not offered to a job that has it
// already, or to one that it does nothing for.
func TestRemediesAreOfferedWhereTheyApply(t *testing.T) {
	base := llama(t)
	base.Method, base.Optimizer, base.Framework, base.Loss, base.Attention = Full, AdamW, HFTrainer, "", Eager
	base.Offload, base.Sharding = "", ""
	for _, c := range []struct {
		name     string
		remedies func(Job) axis
		change   func(*Job)
		want     bool
	}{
		{"eager attention", attentionRemedies, func(*Job) {}, true},
		{"sdpa already", attentionRemedies, func(j *Job) { j.Attention = SDPA }, false},
		{"a plain loss", lossRemedies, func(*Job) {}, true},
		{"Liger's loss already", lossRemedies, func(j *Job) { j.Loss = LigerLoss }, false},
		{"a fused linear loss already", lossRemedies, func(j *Job) { j.Loss = FusedLinear }, false},
		{"an image model has no such loss", lossRemedies, func(j *Job) { j.Model = lookup(t, "sdxl") }, false},
		{"a framework without the switch", lossRemedies, func(j *Job) { j.Framework = TorchTune }, false},
		{"states in GPU memory", offloadRemedies, func(*Job) {}, true},
		{"nothing offloaded, in words", offloadRemedies, func(j *Job) { j.Offload = OffloadNone }, true},
		{"offloaded already", offloadRemedies, func(j *Job) { j.Offload = OffloadOptimizer }, false},
		{"a method that is not said", offloadRemedies, func(j *Job) { j.Method = "" }, true},
		{"adapters", offloadRemedies, func(j *Job) { j.Method = LoRA }, false},
		{"an optimizer that is not known", offloadRemedies, func(j *Job) { j.Optimizer = "" }, false},
	} {
		job := base
		c.change(&job)
		if got := len(c.remedies(job)) > 0; got != c.want {
			t.Errorf("%s: offered is %t", c.name, got)
		}
	}
}

// Offloading is a part of DeepSpeed's ZeRO; a job that shards already keeps its way.
func TestOffloadBringsSharding(t *testing.T) {
	for before, after := range map[Sharding]Sharding{"": ZeRO2, Unsharded: ZeRO2, DDP: ZeRO2, ZeRO3: ZeRO3} {
		job := llama(t)
		job.Method, job.Optimizer, job.Sharding, job.Offload = Full, AdamW, before, ""
		remedies := offloadRemedies(job)
		if len(remedies) != 1 {
			t.Fatalf("%q: %d remedies", before, len(remedies))
		}
		remedies[0].apply(&job)
		if job.Offload != OffloadOptimizer || job.Sharding != after {
			t.Errorf("%q becomes %q with %q offloaded, want %q", before, job.Sharding, job.Offload, after)
		}
	}
}

// A job that does not say how it trains is a full fine-tuning, unless it names a rank.
func TestSettledMethod(t *testing.T) {
	for _, c := range []struct {
		method Method
		rank   int
		weight DType
		want   Method
		said   string
	}{
		{"", 0, BF16, Full, "method=full"},
		{"", 8, BF16, LoRA, "method=lora"},
		{"", 8, NF4, QLoRA, "method=lora"},
		{LoRA, 8, BF16, LoRA, ""},
		{LoRA, 8, NF4, QLoRA, ""},
	} {
		job := llama(t)
		job.Method, job.LoRARank, job.Weights, job.LoRATargets = c.method, c.rank, c.weight, []string{"all-linear"}
		f := settle(job)
		if f.Method != c.want || c.said != "" && !slices.Contains(f.assumed, c.said) || c.said == "" && slices.Contains(f.assumed, "method=lora") {
			t.Errorf("%q of rank %d in %s is %s, assumed %q", c.method, c.rank, c.weight, f.Method, f.assumed)
		}
	}
}

// TestBatchesBeyondReason: a config may say any number; what is divided and multiplied stays one.
func TestBatchesBeyondReason(t *testing.T) {
	for _, sizes := range [][2]int{{math.MaxInt, 1}, {math.MaxInt - 1, math.MaxInt}, {8, math.MaxInt}, {1 << 40, 1 << 40}} {
		job := llama(t)
		job.MicroBatch, job.GradAccum = sizes[0], sizes[1]
		if list := batchRemedies(job); len(list) > 0 {
			t.Errorf("%v: %s", sizes, list[0].Remark)
		}
	}
	job := llama(t)
	job.MicroBatch, job.GradAccum = 1<<20, 1
	if list := batchRemedies(job); len(list) != 12 {
		t.Errorf("2^20 is divided in %d ways", len(list))
	}
}
