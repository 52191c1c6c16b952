package estimator

import "testing"

// everyJob is each model of the catalogue as a small job that states everything.
func everyJob() []Job {
	var jobs []Job
	for _, model := range modelCatalogue().all {
		for _, method := range []Method{Full, LoRA} {
			for _, compute := range []Compute{ComputeFP32, AMPBF16} {
				job := Job{
					Model: model, Method: method, LoRARank: 8, LoRATargets: []string{"attention"}, Weights: FP32, Compute: compute,
					Optimizer: AdamW, OptimizerImpl: Foreach, MicroBatch: 2, GradAccum: 1, SeqLen: 256, Image: Image{1, 224, 224},
					Checkpointing: CheckpointNone, Attention: SDPA, Loss: PlainLoss, GPUs: 4, Sharding: DDP, Offload: OffloadNone,
					CachedInputs: Yes, Framework: HFTrainer,
				}
				job.rough = true // for the time it takes
				if Estimate(job).Known() {
					jobs = append(jobs, job)
				}
			}
		}
	}
	return jobs
}

// What must hold for every model: more work never needs less, and no remedy needs more.
func TestChangesMoveTheEstimateTheRightWay(t *testing.T) {
	jobs := everyJob()
	if len(jobs) < 600 {
		t.Fatalf("only %d jobs of the catalogue can be sized", len(jobs))
	}
	grow := map[string]func(*Job){
		"twice the micro-batch":     func(job *Job) { job.MicroBatch *= 2 },
		"twice the tokens":          func(job *Job) { job.SeqLen *= 2 },
		"accumulation":              func(job *Job) { job.GradAccum = 4 },
		"an EMA copy":               func(job *Job) { job.EMA = Yes },
		"eager attention":           func(job *Job) { job.Attention = Eager },
		"inputs encoded on the fly": func(job *Job) { job.CachedInputs = No },
	}
	shrink := map[string]func(*Job){
		"checkpointing":      func(job *Job) { job.Checkpointing = CheckpointFull },
		"a fused optimizer":  func(job *Job) { job.OptimizerImpl = Fused },
		"8-bit states":       func(job *Job) { job.Optimizer, job.OptimizerImpl = AdamW8bit, "" },
		"SGD":                func(job *Job) { job.Optimizer = SGD },
		"a fused loss":       func(job *Job) { job.Loss = LigerLoss },
		"one sample":         func(job *Job) { job.MicroBatch = 1 },
		"the states sharded": func(job *Job) { job.Sharding = ZeRO1; job.Weights = FP32 },
	}
	for _, job := range jobs {
		before := Estimate(job)
		if before.Low > before.Peak || before.Peak > before.High || before.Peak != before.Components.Sum() || before.Peak <= 0 {
			t.Errorf("%s %s: %d in [%d, %d], sum %d", job.Model.ID, job.Method, before.Peak, before.Low, before.High, before.Components.Sum())
		}
		for _, part := range before.Components.Named() {
			if part.Bytes < 0 {
				t.Errorf("%s: %s is %d", job.Model.ID, part.Name, part.Bytes)
			}
		}
		compare(t, job, before, grow, 1)
		compare(t, job, before, shrink, -1)
	}
}

func compare(t *testing.T, job Job, before Result, changes map[string]func(*Job), direction int64) {
	t.Helper()
	for name, change := range changes {
		other := job
		change(&other)
		if name == "the states sharded" && (job.Compute != ComputeFP32 || job.Method != Full) {
			continue // under autocast DeepSpeed adds master copies; adapters have no states to speak of
		}
		if name == "eager attention" && layouts[layoutName(job.Model)].rotary {
			continue // the fused kernel's values are a view of queries and keys, too; eager attention copies them
		}
		if f := settle(job); name == "eager attention" && writtenOut(f, newRegime(f)) {
			continue // no kernel takes groups in fp32: both are written out
		}
		after := Estimate(other)
		if !after.Known() && job.Model.tower != nil {
			continue // it depends on the number of image tokens by then
		}
		if moved := (after.Peak - before.Peak) * direction; moved < -(8 << 20) {
			t.Errorf("%s %s %s: %s moves the peak from %s to %s", job.Model.ID, job.Method, job.Compute, name,
				FormatBytes(before.Peak), FormatBytes(after.Peak))
		}
	}
}
