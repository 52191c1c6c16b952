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
	allocated, context := AtLeast(job)
	least := allocated + context
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
	if least, _ := AtLeast(job); least != 0 {
		t.Error("a job that is estimated has a lower bound of its own")
	}
	job.Method, job.Trainable = Partial, 131_072_000
	if plans := Plans(job, Card{Usable: 16 << 30}); len(plans.Plans) != 0 {
		t.Errorf("%d plans for a part", len(plans.Plans))
	}
}

// TestAtLeast: what is not known of a sample only adds to the weights, the gradients and what the optimizer keeps of
// them.
func TestAtLeast(t *testing.T) {
	whole := partialJob()
	whole.Method = Full
	states := 2 * 4 * whole.Model.Params // bf16 weights, gradients and two moments
	certain := func(job Job) int64 { least, _ := AtLeast(job); return least }

	job := whole
	job.SeqLen, job.MicroBatch = 0, 0
	if least := certain(job); least < states*85/100 || least > states {
		t.Errorf("at least %d bytes, the states are %d", least, states)
	}
	lean := job
	lean.Optimizer = ""
	if least := certain(lean); least >= certain(job) || least < states/2*85/100 {
		t.Errorf("at least %d bytes without a word about the optimizer", least)
	}
	part := job
	part.Method, part.OpenMethod = "", true
	if least := certain(part); least > states/4*110/100 || least < states/4*85/100 {
		t.Errorf("at least %d bytes where any part may be trained, the weights are %d", least, states/4)
	}
	silent := job
	silent.Method = ""
	if least := certain(silent); least > states/4*110/100 || least < states/4*85/100 {
		t.Errorf("at least %d bytes where nobody says what is trained, the weights are %d", least, states/4)
	}
	for name, change := range map[string]func(*Job){
		"sharding": func(j *Job) { j.Sharding, j.GPUs = UnknownSharding, 8 },
		"model":    func(j *Job) { j.Model = Model{ID: "nobody/knows"} },
		"weights":  func(j *Job) { j.Method, j.OpenMethod, j.Weights = "", true, "" },
		"bits":     func(j *Job) { j.Weights = "" },
	} {
		open := job
		change(&open)
		if least := certain(open); least != 0 {
			t.Errorf("at least %d bytes without the %s", least, name)
		}
	}
}
