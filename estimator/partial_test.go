package estimator

import "testing"

func partialJob() Job {
	model, _ := LookupModel("meta-llama/Llama-2-7b-hf")
	return Job{Model: model, Method: Partial, Weights: BF16, Compute: Pure, Optimizer: AdamW, MicroBatch: 2, SeqLen: 512, GPUs: 1, Framework: HFTrainer}
}

// TestPartial: the weights are certain, the activations of what is frozen are not.
func TestPartial(t *testing.T) {
	job := partialJob()
	if r := Estimate(job); r.Known() || len(r.Missing) != 1 || r.Missing[0] != "trainable" {
		t.Fatalf("without a count: missing %v", r.Missing)
	}
	least := AtLeast(job)
	job.Trainable = 131_072_000
	some := Estimate(job)
	job.Method, job.Trainable = Full, 0
	all := Estimate(job)
	weights := 2 * job.Model.Params
	if least < weights || least > weights+weights/10 {
		t.Errorf("at least %d bytes, the weights are %d", least, weights)
	}
	if some.Low > weights+weights/5 || some.Low < weights {
		t.Errorf("low end %d holds more than weights (%d), gradients and states of the part", some.Low, weights)
	}
	if some.High >= all.Low {
		t.Errorf("a part takes up to %d, everything from %d", some.High, all.Low)
	}
	if some.Trainable != 131_072_000 || some.Inputs[2].Value != "partial" {
		t.Errorf("trainable %d, inputs %v", some.Trainable, some.Inputs)
	}
	if AtLeast(job) != 0 {
		t.Error("a full job has a lower bound of its own")
	}
	job.Method, job.Trainable = Partial, 131_072_000
	if plans := Plans(job, Card{Usable: 16 << 30}); len(plans.Plans) != 0 {
		t.Errorf("%d plans for a part", len(plans.Plans))
	}
}
