package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readOwnMethod says how models of the project's own are trained that optimizers hold as they were made: all of them,
// in the fp32 in which torch makes modules.
func (j *Job) readOwnMethod() {
	if len(j.Own) == 0 || j.OwnDoubt != nil || j.Library {
		return
	}
	for _, own := range j.Own {
		if own.Doubt != nil || own.Frozen || !slices.Contains(own.Held, "") || !inTurn(own.After) ||
			own.Made == nil {
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

// inTurn reports whether nothing is done to a model after it is made but that a loop freezes and thaws it in turn, as
// one does with the discriminators of a GAN.
func inTurn(changes []Change) bool {
	froze, thawed := false, false
	for _, c := range changes {
		if c.Method != "requires_grad_" || c.Path != "" || c.Set != "" || c.Thaws || len(c.laps) == 0 {
			return false
		}
		if len(c.Call.Items) == 0 {
			thawed = true
			continue
		}
		on, ok := c.Call.Items[0].Constant.(run.Bool)
		if !ok {
			return false
		}
		froze, thawed = froze || !bool(on), thawed || bool(on)
	}
	return froze == thawed
}
