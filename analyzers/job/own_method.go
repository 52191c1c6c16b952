package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// readOwnMethod says how models of the project's own are trained that optimizers hold as they were made: all of them,
// in the fp32 in which torch makes modules.
func (j *Job) readOwnMethod() {
	if len(j.Own) == 0 || j.OwnDoubt != nil || j.Library {
		return
	}
	for _, own := range j.Own {
		if own.Doubt != nil || own.Frozen || !slices.Contains(own.Held, "") || len(own.After) > 0 || own.Made == nil {
			return
		}
	}
	v := wordAt(j.Own[0].Made.At)
	v.Default = true
	j.claim(dialect.Method, "full", byConvention, "the optimizer holds all of it", v)
	// which gives halves on a GPU
	if len(j.Program.Module().Calls("torch.set_default_dtype", "torch.set_default_tensor_type", "clip.load")) == 0 {
		j.claim(dialect.Weights, "fp32", byConvention, "torch makes modules in fp32", v)
	}
}
