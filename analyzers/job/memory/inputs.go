package memory

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
)

// Input joins a property that an estimate rests on with the fields of a job that decide it. No other table does: what a
// flag, a plan or a note says of a property finds its field here.
type Input struct {
	Name string // as the estimator calls it
	// Fields decide it, the first known one first. A plan writes the one that Plan names.
	Fields []dialect.Field
	Plan   dialect.Field
	// direct says that the only field holds what the estimator takes, in its words.
	direct bool
}

var inputs = []Input{
	{Name: "model", Fields: []dialect.Field{dialect.Model}},
	direct("method", dialect.Method),
	direct("lora-rank", dialect.LoRARank),
	direct("lora-targets", dialect.LoRATargets),
	{Name: "weights", Fields: []dialect.Field{dialect.Quantisation, dialect.Weights}, Plan: dialect.Weights},
	{Name: "compute", Fields: []dialect.Field{dialect.Precision}, Plan: dialect.Precision},
	{Name: "optimizer", Fields: []dialect.Field{dialect.Optimizer}, Plan: dialect.Optimizer},
	direct("optimizer-impl", dialect.OptimizerImpl),
	direct("micro-batch", dialect.MicroBatch),
	direct("grad-accum", dialect.Accumulation),
	{Name: "seq-len", Fields: []dialect.Field{dialect.SeqLen}, direct: true},
	{Name: "image", Fields: []dialect.Field{dialect.ImageSize}},
	direct("checkpointing", dialect.Checkpointing),
	direct("attention", dialect.Attention),
	direct("loss", dialect.Loss),
	{Name: "kernels", Fields: []dialect.Field{dialect.Kernels}, direct: true},
	{Name: "gpus", Fields: []dialect.Field{dialect.GPUs, dialect.GPUsPerNode}},
	direct("sharding", dialect.Sharding),
	{
		Name:   "offload",
		Fields: []dialect.Field{dialect.OffloadParams, dialect.OffloadOptimizer, dialect.ActOffload},
		Plan:   dialect.OffloadOptimizer,
	},
}

func direct(name string, field dialect.Field) Input {
	return Input{Name: name, Fields: []dialect.Field{field}, Plan: field, direct: true}
}

// Inputs lists what an estimate rests on that a job decides.
func Inputs() []Input { return slices.Clone(inputs) }

// FieldsOf are the fields of a job that decide an input, the first known one first.
func FieldsOf(input string) []dialect.Field {
	for _, in := range inputs {
		if in.Name == input {
			return in.Fields
		}
	}
	return nil
}

// PlanField is the field that a plan writes when it changes an input; "" when it cannot be written.
func PlanField(input string) dialect.Field {
	for _, in := range inputs {
		if in.Name == input {
			return in.Plan
		}
	}
	return ""
}

// copyDirect takes over what needs no translation: numbers, lists and the words that the estimator has, too.
func copyDirect(j *job.Job, e *estimator.Job) {
	for _, in := range inputs {
		field, ok := estimator.FieldNamed(in.Name)
		if !in.direct || !ok {
			continue
		}
		text := j.Text(in.Fields[0])
		words := estimator.Words(in.Name)
		switch {
		case field.Number:
			field.Set(e, decimal(j.Int(in.Fields[0])))
		case words == nil || slices.Contains(words, text):
			field.Set(e, text)
		}
	}
}
