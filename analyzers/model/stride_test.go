package model

import "testing"

// TestStrides: a stride of 0 is what torch 1 takes for the size of a pool's window and torch 2 refuses, so that it is
// not followed; a convolution refuses it.
func TestStrides(t *testing.T) {
	for layer, raised := range map[string]bool{
		"nn.MaxPool2d(2, stride=0)":     false,
		"nn.AvgPool2d(2, stride=0)":     false,
		"nn.Conv2d(3, 4, 2, stride=0)":  true,
		"nn.Conv2d(3, 4, 2, stride=-1)": true,
		"nn.Unfold(2, stride=0)":        true,
	} {
		code := "import torch.nn as nn\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = " + layer +
			"\n        self.b = nn.Linear(4, 4)\n    def forward(self, x):\n        return self.b(self.a(x)).sum()\n"
		a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x3x8x8")})
		if err != nil {
			t.Fatal(err)
		}
		if a.Ran || len(a.Unknown) == 0 || a.Unknown[0].Raised != raised {
			t.Errorf("%s: %+v", layer, a.Unknown)
		}
	}
}
