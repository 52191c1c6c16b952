package train

import "testing"

// TestEvaluations: which forward passes in a loop behind eval() record a graph.
func TestEvaluations(t *testing.T) {
	const head = "import torch\nimport torch.nn as nn\n\n"
	const class = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(2, 2)\n"
	const loop = "\ndef test(loader):\n    model = Net()\n    model.eval()\n    for x in loader:\n        print(model(x))\n"
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"a layer":             {class + "    def forward(self, x):\n        return self.fc(x)\n" + loop, 1},
		"cut from the result": {class + "    def forward(self, x):\n        return self.fc(x).argmax(-1).tolist()\n" + loop, 1},
		"gradients off":       {class + "    def forward(self, x):\n        with torch.no_grad():\n            return self.fc(x)\n" + loop, 0},
		"gradients off for the most": {class + "    def forward(self, x, k=3):\n        with torch.no_grad():\n" +
			"            y = self.fc(x)\n        return [self.fc(y)][k]\n" + loop, 0},
		"gradients inside": {class + "    def forward(self, x):\n        return torch.autograd.grad(self.fc(x).sum(), x)[0]\n" + loop, 0},
		"no layers":        {class + "    def forward(self, x):\n        return [x][len(x)]\n" + loop, 0},
		"unseen":           {"def test(loader):\n    thing = make()\n    thing.eval()\n    for x in loader:\n        print(thing(x))\n", 1},
		"no module":        {"def test(loader):\n    thing = make()\n    thing.start()\n    for x in loader:\n        print(thing(x))\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := len(factsOf(t, head+c.text).Evaluations()); got != c.want {
				t.Errorf("%d evaluations, want %d", got, c.want)
			}
		})
	}
}
