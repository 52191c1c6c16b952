package train

import (
	"strings"
	"testing"
)

// TestFrozenModels: a module none of whose parameters requires gradients records nothing, and nothing is saved by
// no_grad around it.
func TestFrozenModels(t *testing.T) {
	program := func(lines string) string {
		return "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 3)\n        self.scale = nn.Parameter(torch.ones(3))\n    def forward(self, x):\n        return self.fc(x) * self.scale\n" +
			"def evaluate(loader, other, flag):\n    net = Net()\n    net.eval()\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n    " + strings.ReplaceAll(lines, "\n", "\n    ") + "\n    correct = 0\n    for x, y in loader:\n        correct += (net(x).argmax(1) == y).sum().item()\n    return correct\n"
	}
	for lines, recorded := range map[string]bool{
		"pass":                                         true,
		"net.requires_grad_(False)":                    false,
		"net.requires_grad_(flag)":                     false, // perhaps
		"net.requires_grad_()":                         true,
		"net.requires_grad_(True)":                     true,
		"second = Net()\nsecond.requires_grad_(False)": true,
		"for p in net.parameters():\n    p.requires_grad = False":             false,
		"for p in net.parameters():\n    p.requires_grad_(False)":             false,
		"for p in net.parameters():\n    p.requires_grad = True":              true,
		"for p in net.parameters():\n    p.requires_grad = flag":              false,
		"for name, p in net.named_parameters():\n    p.requires_grad = False": false,
		"for p in other.parameters():\n    p.requires_grad = False":           true,
		"for x, y in loader:\n    x.requires_grad = False":                    true,
		"x = torch.zeros(3) + 1\nx.requires_grad = False":                     true,
		"net.apply(other)": false, // whatever it does
		"def frozen(m):\n    for p in m.parameters():\n        p.requires_grad = False\nnet.apply(frozen)": false,
		"def start(m):\n    torch.nn.init.zeros_(m.weight)\nnet.apply(start)":                              true,
		"net.requires_grad = False": true, // of a module it is an attribute like any other
		"net.fc.weight.requires_grad = False\nnet.fc.bias.requires_grad = False":    false, // what else there is is not asked
		"for p in net.parameters():\n    p.requires_grad = False\noptimizer.step()": true,  // it would raise if nothing were left
		"optimizer.step()\nfor p in net.parameters():\n    p.requires_grad = False": false,
	} {
		if got := len(factsOf(t, program(lines)).Evaluations()) > 0; got != recorded {
			t.Errorf("%s: recorded %v, want %v", lines, got, recorded)
		}
	}
}

// TestMeasuredLoops: who repeats a pass on made-up tensors with a clock beside it measures, and trains nothing.
func TestMeasuredLoops(t *testing.T) {
	program := func(head, loop, body string) string {
		return "import time\nimport torch\ndef run(model, loader, optimizer, batch):\n    " + head + "\n    " + loop + "\n        " + body + "\n"
	}
	const passes = "model(x).mean().backward()\n        optimizer.step()"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"noise":                 {program("x = torch.randn(2, 3)\n    start = time.time()", "for _ in range(10):", passes), true},
		"noise on a device":     {program("x = torch.randn(2, 3).cuda().half()\n    start = time.time()", "for _ in range(10):", passes), true},
		"zeros with gradients":  {program("x = torch.zeros(2, 3).requires_grad_()\n    start = time.perf_counter()", "for _ in range(10):", passes), true},
		"a variable":            {program("x = torch.autograd.Variable(torch.ones(2))\n    start = time.time()", "for _ in range(10):", passes), true},
		"an empty variable":     {program("x = torch.autograd.Variable()\n    start = time.time()", "for _ in range(10):", passes), false},
		"a variable of a batch": {program("x = torch.autograd.Variable(batch)\n    start = time.time()", "for _ in range(10):", passes), false},
		"noise of a function":   {program("def noise(n):\n        return torch.randn(2, 3)\n    y = noise(1)\n    x = noise(2)\n    start = time.time()", "for _ in range(10):", passes), true},
		"noise made longer":     {program("def noise(n):\n        return torch.randn(2, 3).cuda() * 255\n    w = [noise(1), noise(1), noise(1), noise(1), noise(1), noise(1)]\n    x = noise(1)\n    start = time.time()", "for _ in range(10):", passes), true},
		"a batch of a function": {program("def noise(n):\n        return batch\n    y = noise(1)\n    x = noise(2)\n    start = time.time()", "for _ in range(10):", passes), false},
		"memory":                {program("x = torch.randn(2, 3)\n    torch.cuda.max_memory_allocated()", "for _ in range(10):", passes), true},
		"no clock":              {program("x = torch.randn(2, 3)", "for _ in range(10):", passes), false},
		"a batch":               {program("x = batch\n    start = time.time()", "for _ in range(10):", passes), false},
		"computed from a batch": {program("x = batch + 1\n    start = time.time()", "for _ in range(10):", passes), false},
		"made from a batch":     {program("x = torch.zeros_like(batch)\n    start = time.time()", "for _ in range(10):", passes), false},
		"of a loader":           {program("start = time.time()", "for x in loader:", passes), false},
		"as a sum of noise":     {program("x = torch.randn(2, 3).mean(0)\n    start = time.time()", "for _ in range(10):", passes), false},
		"nothing is run":        {program("x = torch.randn(2, 3)\n    start = time.time()", "for _ in range(10):", "x.mean().backward()\n        optimizer.step()"), false},
		"a number":              {program("x = 3\n    start = time.time()", "for _ in range(10):", passes), false},
		"a loss of it":          {program("x = torch.randn(2, 3)\n    start = time.time()\n    criterion = torch.nn.MSELoss()", "for _ in range(10):", "criterion(model(x), batch).backward()\n        optimizer.step()"), true},
	} {
		met := false
		for _, s := range factsOf(t, c.text).Steps() {
			met = true
			if got := s.Loop.Measures(s.Entry); got != c.want {
				t.Errorf("%s: measures %v, want %v", name, got, c.want)
			}
		}
		if !met {
			t.Errorf("%s: no step", name)
		}
	}
}
