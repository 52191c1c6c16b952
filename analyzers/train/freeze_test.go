package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

func TestFreezes(t *testing.T) {
	for text, want := range map[string]bool{
		"p.requires_grad = False": true, "p.requires_grad = flag": true, "p.requires_grad = True": false, "print(p.requires_grad)": false,
		"m.requires_grad_(False)": true, "m.requires_grad_(flag)": true, "m.requires_grad_()": false, "m.requires_grad_(True)": false,
		"x = zeros(3, requires_grad=False)": true, "x = zeros(3, requires_grad=flag)": false, "freeze_layers(m)": true, "m.freeze()": true, "m.train()": false,
	} {
		if got := factsOf(t, text+"\n").Freezes(); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestFrozenAround: a model that is frozen but for a part of it, as far as the same program shows.
func TestFrozenAround(t *testing.T) {
	const made = "import torch\ndef main(a):\n    net = torch.nn.Transformer()\n"
	const frozen = "    for p in net.parameters():\n        p.requires_grad = False\n"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"frozen and a part thawed":       {made + frozen + "    net.head.requires_grad_(True)\n    net.enable()\n", true},
		"thawed behind":                  {made + frozen + "    net.enable()\n    net.head.requires_grad_(True)\n", true},
		"frozen by the method":           {made + "    net.requires_grad_(False)\n    net.head.requires_grad_(True)\n    net.enable()\n", true},
		"nothing thawed":                 {made + frozen + "    net.enable()\n", false},
		"all thawed again":               {made + frozen + "    net.head.requires_grad_(True)\n    net.requires_grad_(True)\n    net.enable()\n", false},
		"frozen again":                   {made + "    net.head.requires_grad_(True)\n    net.requires_grad_(False)\n    net.enable()\n", false},
		"a part frozen":                  {made + "    net.encoder.requires_grad_(False)\n    net.head.requires_grad_(True)\n    net.enable()\n", false},
		"some parameters":                {made + "    for n, p in net.named_parameters():\n        if 'x' in n:\n            p.requires_grad = False\n    net.head.requires_grad_(True)\n    net.enable()\n", false},
		"some parameters, by two tests":  {made + "    for n, p in net.named_parameters():\n        if 'x' in n and p.dim() > 1:\n            p.requires_grad = False\n    net.head.requires_grad_(True)\n    net.enable()\n", false},
		"some parameters, or all":        {made + "    for n, p in net.named_parameters():\n        if a or 'x' in n:\n            p.requires_grad = False\n    net.head.requires_grad_(True)\n    net.enable()\n", false},
		"an attribute of the module":     {made + "    net.requires_grad = False\n    net.head.requires_grad_(True)\n    net.enable()\n", false},
		"another model":                  {made + "    other = torch.nn.Linear(1, 1)\n" + frozen + "    net.head.requires_grad_(True)\n    other.enable()\n", false},
		"another model's part":           {made + "    other = torch.nn.Transformer()\n" + frozen + "    other.head.requires_grad_(True)\n    net.enable()\n", false},
		"on the other way":               {made + "    if a:\n        net.requires_grad_(False)\n        net.head.requires_grad_(True)\n    else:\n        net.enable()\n", false},
		"frozen behind an optional call": {made + "    if a:\n        net.enable()\n" + frozen + "    net.head.requires_grad_(True)\n", false},
	} {
		f := factsOf(t, c.text)
		met := false
		for _, call := range f.Module.AllCalls() {
			if call.MethodName() != "enable" {
				continue
			}
			met = true
			if got := f.FrozenAround(call); (got != nil) != c.want {
				t.Errorf("%s: %v, want %v", name, got != nil, c.want)
			} else if got != nil && (got.On || python.EnclosingFunction(got.Place.Node) == nil) {
				t.Errorf("%s: %v is not what freezes", name, got.Path)
			}
		}
		if !met {
			t.Errorf("%s: nothing is enabled", name)
		}
	}
}
