package train

import (
	"strings"
	"testing"
)

// TestClearedByHand: what a step does to gradients without zero_grad. Scaling them between the pass and the optimizer's step clears nothing.
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
		"for p in self.param_groups[0]['params']: p.grad = None":  true,
		"for p in self.param_groups[0]['params']: p.grad.zero_()": true,
		"for p in self.param_groups[0]['params']: p.data.zero_()": false,
		"for p in self.param_groups[0]['params']: print(p.grad)":  false,
		"grads = [1]; grads.zero_()":                              true,
		"self.clear_gradients()":                                  true,
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
