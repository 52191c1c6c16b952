package train

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
)

// TestClearedByHand: what a step does to gradients without zero_grad. Scaling them between the pass and the optimizer's
// step clears nothing.
func TestClearedByHand(t *testing.T) {
	const own = "class Own(torch.optim.SGD):\n    def step(self, closure=None):\n        super().step(closure)\n        LINE\n"
	program := func(lines string) string {
		return "import torch\ndef train(model, loader, unknown):\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    for x in loader:\n        model(x).mean().backward()\n        " +
			strings.ReplaceAll(lines, "\n", "\n        ") + "\n        optimizer.step()\n"
	}
	for lines, want := range map[string]bool{ // gradients may be gone when the next lap adds its own
		"pass": false,
		"for p in model.parameters():\n    p.grad = None":             true,
		"for p in model.parameters():\n    p.grad.zero_()":            true,
		"for p in model.parameters():\n    p.grad.data.zero_()":       true,
		"for p in model.parameters():\n    p.grad.detach().zero_()":   true,
		"for p in model.parameters():\n    g = p.grad\n    g.zero_()": true,
		"for p in model.parameters():\n    p.grad.fill_(0)":           true,
		"for p in model.parameters():\n    p.grad.copy_(x)":           true,
		"for p in model.parameters():\n    p.grad.mul_(0.5)":          false,
		"for p in model.parameters():\n    p.grad.clamp_(-1, 1)":      false,
		"for p in model.parameters():\n    p.grad.div_(2)":            false,
		"for p in model.parameters():\n    p.grad *= x":               false,
		"for p in model.parameters():\n    p.grad /= 2":               false,
		"for p in model.parameters():\n    p.grad += x":               true, // whatever is added may be its negative
		"for p in model.parameters():\n    p.grad = p.grad * x":       false,
		"for p in model.parameters():\n    p.grad = x * p.grad":       false,
		"for p in model.parameters():\n    p.grad = p.grad / 2":       false,
		"for p in model.parameters():\n    p.grad = 2 / p.grad":       true,
		"for p in model.parameters():\n    p.grad = x * x":            true,
		"for p in model.parameters():\n    p.grad = p.grad - p.grad":  true,
		"for p in model.parameters():\n    p.grad = q = p.grad * x":   true,
		"for p in model.parameters():\n    p.grad.data *= x":          false,
		"for p in model.parameters():\n    p.grad[0] = 0":             true,
		"for p in model.parameters():\n    p.data.zero_()":            false,
		"for p in model.parameters():\n    p.grad.norm()":             false,
		"x.zero_()": false,
		"torch._foreach_zero_([p.grad for p in model.parameters()])": true,
		"torch._foreach_zero_([p.data for p in model.parameters()])": false,
		"unknown.clear_gradients()":                                  true,
		"unknown.log(x)":                                             false,
	} {
		for _, s := range factsOf(t, program(lines)).Steps() {
			if got := s.MayClearByHand(s.Of(Backward)[0], s.Of(OptimStep)[0]); got != want {
				t.Errorf("%s: may clear %v, want %v", lines, got, want)
			}
		}
	}
	for line, want := range map[string]bool{
		"pass":             false,
		"self.zero_grad()": true,
		"for p in self.param_groups[0]['params']: p.grad = None":       true,
		"for p in self.param_groups[0]['params']: p.grad.zero_()":      true,
		"for p in self.param_groups[0]['params']: p.data.zero_()":      false,
		"for p in self.param_groups[0]['params']: print(p.grad)":       false,
		"grads = [1]; grads.zero_()":                                   true,
		"self.clear_gradients()":                                       true,
		"for p in self.param_groups[0]['params']: p.grad.data.zero_()": true,
		"self.state[0].zero_()":                                        false,
		"self.grad_norm = self.grad":                                   false,
	} {
		f := factsOf(t, "import torch\n"+strings.Replace(own, "LINE", line, 1)+"def train(model, loader):\n    optimizer = Own(model.parameters(), 0.1)\n    for x in loader:\n        model(x).mean().backward()\n        optimizer.step()\n")
		met := false
		for _, s := range f.Steps() {
			for _, e := range s.Of(OptimStep) {
				if met = true; e.Object != nil && e.ClearsItself() != want {
					t.Errorf("%s: clears itself %v, want %v", line, !want, want)
				}
			}
		}
		if !met {
			t.Errorf("%s: no step", line)
		}
	}
}

// TestGradientsHandedOut: what an unseen function does to gradients that it is given is not known; what only reads the
// model, or is known, does nothing.
func TestGradientsHandedOut(t *testing.T) {
	for line, want := range map[string]bool{
		"pass":                               false,
		"lib.reduce(model.weight.grad)":      true,
		"lib.reduce(model.weight.grad.data)": true,
		"lib.reduce([p.grad for p in model.parameters()])": true,
		"lib.reduce(grad=model.weight.grad)":               true,
		"lib.reduce(model.weight)":                         false,
		"lib.reduce(model)":                                false,
		"lib.reduce(x)":                                    false,
		"lib.reduce([x, 1])":                               false,
		"unknown(model.weight.grad)":                       true,
		"unknown.reduce(model.weight.grad)":                true,
		"unknown.sum(model.weight.grad)":                   false, // what the method of a tensor does
		"unknown.log(model.weight.grad)":                   false,
		"print(model.weight.grad)":                         false,
		"torch.distributed.all_reduce(model.weight.grad)":  false,
		"own(model.weight.grad)":                           false,
		"g = model.weight.grad\nlib.reduce(g)":             true,
	} {
		f := factsOf(t, "import lib\nimport torch\ndef own(g):\n    return 1\ndef train(model, loader, unknown):\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    for x in loader:\n        model(x).mean().backward()\n        "+
			strings.ReplaceAll(line, "\n", "\n        ")+"\n        optimizer.step()\n")
		for _, s := range f.Steps() {
			if got := s.HandsOutGradients(); got != want {
				t.Errorf("%s: hands out %v, want %v", line, got, want)
			}
		}
	}
}

// TestClipsItself: a function that is called as clipping is clips if it changes gradients; one that calls PyTorch's
// clips by that call.
func TestClipsItself(t *testing.T) {
	for body, want := range map[string]bool{
		"for p in params:\n        p.grad.mul_(0.1)":                                                    true,
		"for p in params:\n        p.grad.data.clamp_(-limit, limit)":                                   true,
		"for p in params:\n        p.grad.detach().div_(limit)":                                         true,
		"torch._foreach_mul_([p.grad for p in params], 0.1)":                                            true,
		"for p in params:\n        print(p.grad.norm())":                                                false,
		"for p in params:\n        p.data.clamp_(-limit, limit)":                                        false,
		"torch.nn.utils.clip_grad_norm_(params, limit)":                                                 false,
		"for p in params:\n        p.grad.mul_(0.1)\n    torch.nn.utils.clip_grad_norm_(params, limit)": false,
		"pass": false,
	} {
		f := factsOf(t, "import torch\ndef clip_grad_norm_(params, limit):\n    "+body+"\ndef train(model, loader):\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    for x in loader:\n        model(x).mean().backward()\n"+
			"        clip_grad_norm_(list(model.parameters()), 1.0)\n        for p in model.parameters():\n            p.grad.mul_(2)\n        optimizer.step()\n")
		met := false
		for _, s := range f.Steps() {
			for _, clip := range s.Of(Clip) {
				met = true
				if _, own := clip.Call.Callee.(*run.Function); own && s.ClipsItself(clip) != want {
					t.Errorf("%s: clips itself %v, want %v", body, !want, want)
				}
			}
		}
		if !met {
			t.Errorf("%s: nothing clips", body)
		}
	}
}
