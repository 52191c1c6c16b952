package model

import "testing"

// TestChanges: what torch 2.15 counts of models that are changed after they are made.
func TestChanges(t *testing.T) {
	const block = "import sys\nclass B(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(6, 6)\n    def forward(self, x):\n        return F.relu(self.fc(x))\n"
	for body, parameters := range map[string]int64{
		"    m = nn.Sequential(B(), B(), B(), B())\n    del m[2:]\n":                            84,
		"    m = nn.Sequential(B(), B(), B(), B())\n    del m[::3]\n":                           84,
		"    m = nn.Sequential(B(), B())\n    m = nn.SyncBatchNorm.convert_sync_batchnorm(m)\n": 84,
		"    m = torch.optim.swa_utils.AveragedModel(B())\n":                                    42,
		"    m = B()\n    nn.utils.weight_norm(m.fc)\n    nn.utils.remove_weight_norm(m.fc)\n":  42,
		"    m = nn.modules.container.Sequential(nn.modules.linear.Linear(6, 6))\n":             42,
		"    m = nn.Sequential(B())\n    for name, one in list(m.named_modules()):\n        above, dot, last = name.rpartition('.')\n" +
			"        if last == 'fc':\n            setattr(m.get_submodule(above), last, nn.Linear(6, 6, bias=False))\n": 36,
		"    assert __name__ in sys.modules\n    m = B()\n": 42,
	} {
		a, err := build(t, files{"m.py": head + block + "def make():\n" + body + "    return m\n"}, "m.py", Request{Name: "make", Inputs: inputsOf(t, "2x6")})
		if err != nil || len(a.Unknown) > 0 || a.Parameters != parameters {
			t.Errorf("%q: %+v, %v", body, a, err)
		}
	}
}

// TestLossesOfTheirOwn: torch's bases of losses hold a weight, as a buffer.
func TestLossesOfTheirOwn(t *testing.T) {
	const text = head + "from torch.nn.modules.loss import _WeightedLoss\nclass L(_WeightedLoss):\n    def __init__(self):\n        super().__init__(torch.ones(3))\n" +
		"        assert self.reduction == 'mean'\n    def forward(self, x):\n        return F.cross_entropy(x, torch.zeros(2, dtype=torch.long), self.weight, reduction=self.reduction)\n"
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "L", Inputs: inputsOf(t, "2x3")})
	if err != nil || len(a.Unknown) > 0 || a.Buffers != 3 {
		t.Errorf("%+v, %v", a, err)
	}
}
