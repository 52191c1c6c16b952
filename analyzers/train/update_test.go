package train

import (
	"strings"
	"testing"
)

// TestUpdatedByHand: what may change parameters behind a backward pass when no optimizer of torch's does.
func TestUpdatedByHand(t *testing.T) {
	const each = "for p in model.parameters():\n    "
	for lines, want := range map[string]bool{
		"pass": false,
		// a gradient step, written out
		each + "p.data.add_(p.grad, alpha=-lr)":                 true,
		each + "p.data.add_(-lr * p.grad.data)":                 true,
		each + "p.data.sub_(p.grad.detach() * lr)":              true,
		each + "p.detach().sub_(p.grad * lr)":                   true,
		each + "p.data.detach().sub_(p.grad * lr)":              true,
		each + "p.sub_(lr * p.grad)":                            true,
		each + "p -= lr * p.grad":                               true,
		each + "p.data -= lr * p.grad":                          true,
		each + "p.data = p.data - lr * p.grad":                  true,
		each + "p.data = p - p.grad":                            true,
		each + "p.copy_(p - lr * p.grad)":                       true,
		each + "p.data.addcdiv_(p.grad, scale)":                 true,
		"w = model.weight\nw.data -= lr * w.grad":               true,
		"model.weight.data -= lr * model.weight.grad":           true,
		"torch._foreach_sub_(params, [p.grad for p in params])": true,
		// a momentum: what is added was computed from gradients that are read here
		each + "buffers[p] = buffers[p] * 0.9 + p.grad\n    p.data.sub_(buffers[p])": true,
		each + "print(p.grad)\n    p.data.sub_(scale)":                               true,
		// what changes nothing by a gradient
		each + "p.data.mul_(0.5)":                                                   false,
		each + "p.data.mul_(scale)":                                                 false,
		each + "p.grad = scale\n    p.data.mul_(0.5)":                               false,
		each + "p.grad.mul_(0.5)":                                                   false,
		each + "p.grad.data.add_(p.grad)":                                           false,
		each + "p.data.clamp_()":                                                    false,
		each + "p.data.add(p.grad)":                                                 false,
		each + "p.name = p.grad":                                                    false,
		each + "x.data = x - scale":                                                 false,
		"norm = 0.0\n" + each + "norm += p.grad.norm()":                             false,
		"total = torch.zeros(3)\n" + each + "total.add_(p.grad)":                    false,
		"total = torch.zeros(3)\n" + each + "total += p.grad":                       false,
		"total = torch.zeros(3)\n" + each + "total.data = total + p.grad":           false,
		"x.add_(scale)\nprint(model.weight.grad)":                                   false,
		"torch._foreach_norm([p.grad for p in params])":                             false,
		"torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)":                   false,
		"torch.nn.init.normal_(model.weight, model.weight.grad)":                    false,
		"def later():\n    print(model.weight.grad)\nmodel.weight.data.add_(scale)": true, // who reads it may be told what to add
		"scale = scale + 1\nmodel.weight.data = scale":                              false,
		// calls that are not seen
		"unknown.update(model)":             true,
		"unknown.update(x)":                 false,
		"unknown.update([model])":           true,
		"unknown.update({'net': model})":    true,
		"unknown.clip_gradients(model)":     false,
		"unknown.log(model)":                false,
		"unknown(model)":                    true,
		"unknown(x)":                        false,
		"unknown(model.forward)":            true,
		"model.update(x)":                   false,
		"print(model)":                      false,
		"lib.Updater(model).update()":       true,
		"lib.Updater(x).update()":           false,
		"lib.Updater(model).clip_gradients": true, // its constructor gets the model
		"torch.save(model)":                 false,
	} {
		f := factsOf(t, "import lib\nimport torch\ndef train(model, loader, unknown, lr, scale, params, buffers):\n    params = list(model.parameters())\n    for x in loader:\n        loss = model(x).mean()\n        loss.backward()\n        "+
			strings.ReplaceAll(lines, "\n", "\n        ")+"\n")
		steps := f.Steps()
		if len(steps) != 1 {
			t.Errorf("%s: %d steps", lines, len(steps))
			continue
		}
		if got := steps[0].mayUpdate(); got != want {
			t.Errorf("%s: may update %v, want %v", lines, got, want)
		}
	}
	for lines, want := range map[string]bool{ // before the backward pass, a call prepares it
		"unknown.update(model)\nmodel(x).mean().backward()":                                   false,
		"model(x).mean().backward()\nunknown.update(model)":                                   true,
		"for p in model.parameters():\n    p.data.sub_(p.grad)\nmodel(x).mean().backward()":   true,
		"if x:\n    model(x).mean().backward()\nelse:\n    unknown.update(model)":             true,
		"for y in x:\n    model(y).mean().backward()\nfor y in x:\n    unknown.update(model)": false,
		"for y in x:\n    model(y).mean().backward()\n    unknown.update(model)":              true,
	} {
		f := factsOf(t, "import torch\ndef train(model, loader, unknown):\n    for x in loader:\n        "+strings.ReplaceAll(lines, "\n", "\n        ")+"\n")
		for _, s := range f.Steps() {
			if got := s.mayUpdate(); got != want {
				t.Errorf("%s: may update %v, want %v", lines, got, want)
			}
		}
	}
}
