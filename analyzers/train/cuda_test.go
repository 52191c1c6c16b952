package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TestCUDABefore: what stands before a statement, around it or in functions that are called there may start CUDA.
func TestCUDABefore(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int // of the use; 0 for none
	}{
		"a device":                     {"x = torch.zeros(3, device='cuda')\nlast()\n", 3},
		"a copy":                       {"x.to('cuda:1')\nlast()\n", 3},
		"a copy to a device":           {"d = torch.device('cuda')\nx.to(d)\nlast()\n", 4},
		"a module":                     {"net.cuda()\nlast()\n", 3},
		"a function of torch.cuda":     {"torch.cuda.set_device(0)\nlast()\n", 3},
		"one that starts nothing":      {"torch.cuda.is_available()\nlast()\n", 0},
		"a class of torch.cuda":        {"torch.cuda.Stream\nlast()\n", 0},
		"a device alone":               {"d = torch.device('cuda')\nlast()\n", 0},
		"the CPU":                      {"x.to('cpu')\nlast()\n", 0},
		"behind":                       {"last()\nnet.cuda()\n", 0},
		"a helper":                     {"def f():\n    net.cuda()\nf()\nlast()\n", 5},
		"a helper that nobody runs":    {"def f():\n    net.cuda()\nlast()\n", 0},
		"a helper in a helper":         {"def f():\n    net.cuda()\ndef g():\n    f()\ng()\nlast()\n", 7},
		"helpers that call each other": {"def f():\n    g()\ndef g():\n    f()\ng()\nlast()\n", 0},
		"around the function":          {"net.cuda()\ndef f():\n    last()\n", 3},
		"around the block":             {"net.cuda()\nif x:\n    for y in z:\n        last()\n", 3},
		"in another branch":            {"if x:\n    net.cuda()\nelse:\n    last()\n", 0},
		"in a lambda":                  {"f = lambda: net.cuda()\nlast()\n", 0},
		"a device from itself":         {"d = torch.device(d)\nx.to(d)\nlast()\n", 0},
	} {
		f := factsOf(t, "import torch\n\n"+c.text)
		var stmt python.Stmt
		for _, call := range f.Module.AllCalls() {
			if python.LastName(call.Func) == "last" {
				stmt = python.EnclosingStmt(call)
			}
		}
		use, before := f.CUDABefore(stmt)
		line := 0
		if use != nil {
			line = f.Module.File.LineOf(use.Span().Start)
			if !python.Within(use, before) {
				t.Errorf("%s: the use stands outside of its statement", name)
			}
		}
		if line != c.line {
			t.Errorf("%s: CUDA is used in line %d, want %d", name, line, c.line)
		}
	}
}
