package built

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
)

// TestComputeOf: what the loop casts to has a word, but where it casts to several types, or weights that may not be fp32 are left
// as they are.
func TestComputeOf(t *testing.T) {
	for _, c := range []struct {
		step    model.Step
		weights estimator.DType
		want    estimator.Compute
	}{
		{model.Step{Casts: tensor.Float16}, estimator.FP32, estimator.AMPFP16},
		{model.Step{Casts: tensor.BFloat16}, estimator.FP32, estimator.AMPBF16},
		{model.Step{Casts: tensor.BFloat16, Mixed: true}, estimator.FP32, ""},
		{model.Step{}, estimator.FP32, estimator.ComputeFP32},
		{model.Step{}, estimator.BF16, ""},
		{model.Step{Casts: tensor.Float64}, estimator.FP32, ""},
	} {
		if got := ComputeOf(&c.step, c.weights); got != c.want {
			t.Errorf("casts to %v, mixed %t, of %s: %q, want %q", c.step.Casts, c.step.Mixed, c.weights, got, c.want)
		}
	}
}

// TestStep: a step that is followed to its end tells the estimator of its model; one that is not changes nothing.
func TestStep(t *testing.T) {
	const data = "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=16)\nmodel = Net().cuda()\nopt = torch.optim.Adam(model.parameters())\n"
	for script, follows := range map[string]bool{
		data + "steps(model, loader, opt)\n":                          true,
		data + "steps(model, DataLoader(read('.')), opt)\n":           false,
		data + "import tuned\ntuned.run(steps(model, loader, opt))\n": true,
	} {
		e := &estimator.Job{Compute: estimator.ComputeFP32}
		step := Step(jobOf(t, scriptHead+script), e)
		if (step != nil) != follows || (e.Model.Written != nil) != follows {
			t.Errorf("%s: %+v, %+v", script, step, e.Model)
		}
	}
}
