package memory

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
)

// otherwise are the inputs that jobs have always called something else.
var otherwise = map[string]bool{"compute": true, "image": true, "offload": true}

// TestInputs: each input is a property of the estimator, and a field that decides it has its name, but for dashes.
func TestInputs(t *testing.T) {
	if len(Inputs()) == 0 || !slices.Equal(FieldsOf("gpus"), []dialect.Field{dialect.GPUs, dialect.GPUsPerNode}) {
		t.Errorf("%d inputs, gpus from %v", len(Inputs()), FieldsOf("gpus"))
	}
	for _, in := range Inputs() {
		field, ok := estimator.FieldNamed(in.Name)
		if !ok && in.Name != "model" {
			t.Errorf("%s is nothing that an estimate rests on", in.Name)
		}
		same := false
		for _, f := range in.Fields {
			same = same || in.Name == "model" || string(f) == field.Column()
			if in.direct && field.Number != (f.Type() == dialect.Number) {
				t.Errorf("%s and %s are not of one type", in.Name, f)
			}
		}
		if same == otherwise[in.Name] {
			t.Errorf("%s is decided by %v", in.Name, in.Fields)
		}
		if in.direct && len(in.Fields) != 1 {
			t.Errorf("%s is taken as it is from %d fields", in.Name, len(in.Fields))
		}
	}
	for _, f := range estimator.Fields() {
		if f.Listed && f.Name != "master" && f.Name != "framework" && FieldsOf(f.Name) == nil {
			t.Errorf("no field of a job decides %s", f.Name)
		}
	}
	if PlanField("weights") != dialect.Weights || PlanField("seq-len") != "" || PlanField("no such input") != "" {
		t.Error("a plan writes the wrong field")
	}
}

func TestCopyDirect(t *testing.T) {
	fields := map[dialect.Field]job.Value{}
	for f, text := range map[dialect.Field]string{
		dialect.MicroBatch: "4", dialect.Accumulation: "8", dialect.SeqLen: "2048", dialect.LoRATargets: "q_proj,v_proj", dialect.Kernels: "liger",
		dialect.Checkpointing: "full", dialect.Attention: "paged", dialect.Method: "lora",
	} {
		fields[f] = job.Value{Text: text}
	}
	var e estimator.Job
	copyDirect(&job.Job{Fields: fields}, &e)
	if e.MicroBatch != 4 || e.GradAccum != 8 || e.SeqLen != 2048 || len(e.LoRATargets) != 2 || len(e.Kernels) != 1 || e.Method != estimator.LoRA ||
		e.Checkpointing != estimator.CheckpointFull {
		t.Errorf("%+v", e)
	}
	if e.Attention != "" {
		t.Errorf("the estimator has no word %q", e.Attention)
	}
}
