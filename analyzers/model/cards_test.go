package model

import (
	"fmt"
	"testing"
)

// TestPartsOfABatch: torch.nn.DataParallel gives each of several cards a part of the batch, and the first one has what
// all give.
func TestPartsOfABatch(t *testing.T) {
	const class = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))\n" +
		"        self.net = nn.DataParallel(net%s)\n    def forward(self, x):\n        return self.net(x)\n"
	for ids, rows := range map[string]int64{
		"": 10, ", device_ids=[0]": 10, ", device_ids=[0, 1]": 5, ", [0, 1, 2]": 4, ", device_ids=list(range(5))": 2, ", device_ids=None": 10,
		", device_ids=range(torch.cuda.device_count())": 10, ", device_ids=[0, 1], dim=1": 10,
	} {
		a, err := build(t, files{"m.py": head + fmt.Sprintf(class, ids)}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "10x4")})
		if err != nil {
			t.Fatal(err)
		}
		saved := 4 * (10*4 + rows*8) // what the cards are given is a part of the whole
		if !a.Ran || a.Saved != saved || len(a.Outputs) != 1 || a.Outputs[0][0] != 10 || a.Parameters != 58 {
			t.Errorf("%s: %d parameters, %d bytes are kept, not %d: %v %v", ids, a.Parameters, a.Saved, saved, a.Outputs, a.Unknown)
		}
	}
}

// TestPartsInOneCall: torch.nn.parallel.data_parallel does the same for one call; a card alone has the whole batch.
func TestPartsInOneCall(t *testing.T) {
	const class = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))\n" +
		"    def forward(self, x):\n        return nn.parallel.data_parallel(self.net, %s)\n"
	for call, rows := range map[string]int64{
		"x": 10, "x, range(1)": 10, "x, range(2)": 5, "(x,), device_ids=[0, 1, 2]": 4, "None, module_kwargs={'input': x}": 10,
	} {
		a, err := build(t, files{"m.py": head + fmt.Sprintf(class, call)}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "10x4")})
		if err != nil {
			t.Fatal(err)
		}
		saved := 4 * (10*4 + rows*8)
		if !a.Ran || a.Saved != saved || len(a.Outputs) != 1 || a.Outputs[0][0] != 10 || a.Parameters != 58 {
			t.Errorf("%s: %d parameters, %d bytes are kept, not %d: %v %v", call, a.Parameters, a.Saved, saved, a.Outputs, a.Unknown)
		}
	}
}

// TestGatheredNumbers: a loss that each card computes becomes a row of them.
func TestGatheredNumbers(t *testing.T) {
	const code = "class L(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 2)\n    def forward(self, x, y):\n        return {'loss': (self.a(x) - y).pow(2).mean()}\n" +
		"class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.DataParallel(L(), device_ids=[0, 1, 2])\n    def forward(self, x, y):\n        return self.net(x, y=y)['loss']\n"
	a, err := build(t, files{"m.py": head + code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "9x4 9x2")})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Ran || len(a.Outputs) != 1 || len(a.Outputs[0]) != 1 || a.Outputs[0][0] != 3 {
		t.Errorf("%v %v", a.Outputs, a.Unknown)
	}
}
