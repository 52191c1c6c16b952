package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
)

// TestComputeOf: what the loop casts to has a word, but where it casts to several types, or weights that may not be
// fp32 are left as they are.
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

// TestFollow: a step of a model alone, on what it is said to be fed.
func TestFollow(t *testing.T) {
	const data = "model = Net().cuda()\nopt = torch.optim.Adam(model.parameters())\nsteps(model, DataLoader(read('.')), opt)\n"
	images := Fed{Inputs: []model.Input{{Name: "x", Shape: []int64{2, 3, 8, 8}, DType: tensor.Float32}}}
	for name, c := range map[string]struct{ from, to, want string }{
		"followed":           {"", "", ""},
		"without a gradient": {"mean((1, 2, 3))", "mean((1, 2, 3)).detach()", "nothing that it gives has a gradient"},
		"with a hook":        {"model = Net().cuda()\n", "model = Net().cuda()\nmodel.register_forward_hook(show)\n", "?"},
		"of another shape":   {"nn.Conv2d(3", "nn.Conv2d(1", "?"},
	} {
		j := jobOf(t, strings.Replace(scriptHead+data, c.from, c.to, 1))
		answer, gap := Follow(j, j.Own[0], images)
		if (answer != nil) != (gap == nil) || (gap == nil) != (c.want == "") || gap != nil && c.want != "?" && gap.Reason != c.want {
			t.Errorf("%s: %+v, %+v", name, answer, gap)
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

// TestInTurn: of several models the largest gradients of one are told apart, of one alone there are no others.
func TestInTurn(t *testing.T) {
	const one = "loader = DataLoader(datasets.CIFAR10('.', transform=T.ToTensor()), batch_size=16)\nmodel = Net().cuda()\nopt = torch.optim.Adam(model.parameters())\n"
	const two = "other = Net(16).cuda()\ntheirs = torch.optim.Adam(other.parameters())\nfor x, y in loader:\n    loss = model(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n" +
		"    loss = other(x.cuda()).mean()\n    theirs.zero_grad()\n    loss.backward()\n    theirs.step()\n"
	for script, want := range map[string]int64{one + "steps(model, loader, opt)\n": 0, one + two: 4 * 16 * (3*9 + 1)} {
		got := Of(jobOf(t, scriptHead+script)).Estimated().Written
		if got == nil || got.InTurn != want {
			t.Errorf("%+v, want %d bytes in turn", got, want)
		}
	}
}
