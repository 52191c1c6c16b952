package model

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// TestBare: what torch says of modules whose class does not call the constructor of torch.nn.Module, or calls it late.
func TestBare(t *testing.T) {
	const text = `import torch
from torch import nn

class Layer(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(3, 4)

class Inherits(Layer):
    def __init__(self):
        Layer.__init__(self)

class Weight(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.zeros(3, 4))

class Buffer(nn.Module):
    def __init__(self):
        self.register_buffer("a", torch.zeros(3))

class Row(nn.Sequential):
    def __init__(self):
        self.fc = nn.Linear(3, 4)

class Nothing(nn.Module):
    def __init__(self):
        self.width = 4
    def forward(self, x):
        return x * self.width

class Late(nn.Module):
    def __init__(self):
        self.width = 4
        super().__init__()
        self.fc = nn.Linear(3, self.width)
    def forward(self, x):
        return self.fc(x)

class Named(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.fc = nn.Linear(3, 4)
    def forward(self, x):
        return self.fc(x)

class Without(nn.Module):
    def forward(self, x):
        return x * 2
`
	for name, want := range map[string]string{
		"Layer":    "the program raises AttributeError: cannot assign module before Module.__init__() call",
		"Inherits": "the program raises AttributeError: cannot assign module before Module.__init__() call",
		"Weight":   "the program raises AttributeError: cannot assign parameters before Module.__init__() call",
		"Buffer":   "the program raises AttributeError: cannot assign buffer before Module.__init__() call",
		"Row":      "the program raises AttributeError: cannot assign module before Module.__init__() call",
		"Nothing":  "the program raises AttributeError: 'Nothing' object has no attribute '_modules'",
		"Late":     "", "Named": "", "Without": "",
	} {
		a, err := build(t, files{"net.py": text}, "net.py", Request{Name: name, Inputs: []Input{{Shape: []int64{2, 3}, DType: tensor.Float32}}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(a.Unknown) > 0 {
			got = a.Unknown[0].Reason
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
