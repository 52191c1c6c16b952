package knowledge_test

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// TestImportsByParts: a program that puts a module's name together chooses what it runs; a package that imports its own
// parts late does not.
func TestImportsByParts(t *testing.T) {
	for text, want := range map[string]bool{
		`mod = importlib.import_module(f"app.{name}.train")`:                  true,
		`mod = importlib.import_module("models." + args.model)`:               true,
		`mod = importlib.import_module("." + args.model, "models")`:           true,
		`return importlib.import_module("." + module_name, self.__name__)`:    false,
		`return getattr(importlib.import_module(module, package=None), cls)`:  true,
		`return importlib.import_module("torch")`:                             false,
		`module = importlib.import_module(path)`:                              true,
		`module = importlib.import_module(name, __name__)`:                    false,
		"a = import_module('.' + n, __name__)\nb = import_module('m.' + n)\n": true,
	} {
		if got := knowledge.ImportsByParts([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestUpdatesByHand: weights that are changed by their gradients, in one line or a few lines later; a gradient that is
// only looked at is none, nor is one that is read far above another subtraction.
func TestUpdatesByHand(t *testing.T) {
	for text, want := range map[string]bool{
		"w -= lr * w.grad\n":                                                 true,
		"for p in ps:\n    p.data.add_(-lr, p.grad)":                         true,
		"w.data = w - lr * w.grad":                                           true,
		"print(w.grad)\ng = w.grad.data\n# a step\n\n\nw -= lr * g\n":        true,
		"g = w.grad\n\n\n\n\nw -= lr * g":                                    true,
		"g = w.grad\n\n\n\n\n\nw -= lr * g":                                  false,
		"norm = w.grad.norm()\nprint(norm)\n":                                false,
		"w -= lr * g\n":                                                      false,
		"total -= 1\nprint(w.grad)\ncount -= 1\n":                            false,
		"a = x.grad_fn\nloss.backward()\n":                                   false,
		"print(a.grad)\nprint(b.grad)\nprint(c.grad)\nw.sub_(lr * w.grad)\n": true,
	} {
		if got := knowledge.UpdatesByHand([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
