package built

import (
	"os"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
)

// changing are the models that the cases change after they are made.
const changing = `
-- net.py --
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act(self.fc(x))


class Net(nn.Module):
    def __init__(self, n=8, depth=4):
        super().__init__()
        self.stem = nn.Linear(6, n)
        self.blocks = nn.ModuleList([Block(n) for _ in range(depth)])
        self.head = nn.Linear(n, 6)

    def forward(self, x):
        x = self.stem(x)
        for b in self.blocks:
            x = b(x)
        return self.head(x)

    def grow(self):
        self.blocks.append(Block(8))


class Wrap(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body
        self.out = nn.Linear(6, 3)

    def forward(self, x):
        return self.out(self.body(x))
`

// TestChanged: what torch counts of models that are changed after they are made, or given away, is what is said, or
// nothing is.
func TestChanged(t *testing.T) {
	const unknown = "?"
	for script, want := range map[string]string{
		// an item of what was given away, by its first name
		"body = nn.Sequential(Block(6), Block(6))\nmodel = Wrap(body)\nbody[0].fc = nn.Linear(6, 6, bias=False)\n": "Wrap 99 99 99",
		"body = nn.Sequential(Block(6), Block(6))\nbody[0].fc = nn.Linear(6, 6, bias=False)\nmodel = Wrap(body)\n": "Wrap 99 99 99",
		"a, b = Block(6), Block(6)\nmodel = nn.Sequential(a, b)\na.fc, b.fc = nn.Identity(), nn.Identity()\n":      "Sequential 0 0 0",
		"layers = [Block(6), Block(6)]\nmodel = nn.Sequential(*layers)\nlayers[0].fc = nn.Identity()\n":            "Sequential 42 42 42",
		"body = nn.Sequential(Block(6), Block(6))\nmodel = Wrap(body)\nbody[1] = nn.Identity()\n":                  unknown,
		"body = nn.Sequential(Block(6), Block(6))\nmodel = Wrap(body)\nbody.append(nn.Linear(6, 6))\n":             unknown,
		"b = Block(6)\nc = copy.deepcopy(b)\nc.fc = nn.Identity()\nmodel = nn.Sequential(b, c)\n":                  "Sequential 42 42 42",
		"model = Net()\nb = model.blocks[0]\nb.fc = nn.Linear(8, 8, bias=False)\n":                                 unknown,
		"model = Net()\nfor b in model.blocks:\n    b.fc = nn.Identity()\n":                                        unknown,
		"model = Net()\ndel model.blocks[0]\n":                                                                     unknown,
		"model = Net()\nmodel.extra = nn.Linear(3, 3)\ndel model.extra\n":                                          unknown,
		"model = Net()\nmodel.grow()\n":                                                                              unknown,
		"model = Net()\nmodel._modules['head'] = nn.Identity()\n":                                                    unknown,
		"model = Net()\nmodel.head.bias = None\n":                                                                    unknown,
		"model = Net(n=6)\nmodel.head.weight = model.stem.weight\n":                                                  unknown,
		"model = Net()\nmodel.blocks[1].fc = model.blocks[0].fc\n":                                                   unknown,
		"model = Net()\nnn.utils.weight_norm(model.head)\n":                                                          unknown,
		"model = Net()\nfor n, m in model.named_children():\n    setattr(model, n, nn.Identity())\n":                 unknown,
		"def cut(m):\n    if isinstance(m, Block):\n        m.fc = nn.Identity()\nmodel = Net()\nmodel.apply(cut)\n": unknown,
		// what is as it was
		"ema = None\nmodel = Net()\nema = copy.deepcopy(model)\nema.head = nn.Identity()\n":                                                                                     "Net 398 398 398",
		"def init(m):\n    if isinstance(m, nn.Linear):\n        m.weight.data.fill_(0.1)\n        m.bias.data = torch.zeros(1)\nmodel = Net()\nmodel.apply(init)\n":            "Net 398 398 398",
		"model = Net()\nmodel.epoch = 3\nmodel.note = str(data)\nfor m in model.modules():\n    m.eps = 1e-3\n":                                                                 "Net 398 398 398",
		"model = Net()\nhistory = []\nhistory.append(model)\nbest = {'net': model}\nbest['net'] = model\n":                                                                      "Net 398 398 398",
		"model = Net()\nsetattr(model, 'head', nn.Linear(8, 3))\n":                                                                                                              "Net 371 371 371",
		"model = Net()\nheld = model.state_dict()\nfor k in held:\n    held[k] = torch.zeros(1)\nheld.update({})\nmodel.load_state_dict(held)\n":                                "Net 398 398 398",
		"def still(m):\n    if isinstance(m, nn.Linear):\n        m.track = False\nmodel = Net()\nmodel.apply(still)\n":                                                         "Net 398 398 398",
		"class Counted(Net):\n    def update(self, n):\n        self.seen = n\n    def pop(self):\n        return self.seen\nmodel = Counted()\nmodel.update(3)\nmodel.pop()\n": "Counted 398 398 398",
		"class Listed(nn.ModuleList):\n    pass\nmodel = Listed([Net(), Net()])\nmodel.pop(0)\n":                                                                                unknown,
		"class Runner:\n    def __init__(self, model):\n        self.model = model\n        self.spare = None\nmodel = Net()\nrunner = Runner(model)\nrunner.spare = model\n":   "Net 398 398 398",
		"class Hooks:\n    def apply(self):\n        print('applied')\nmodel = Net()\nHooks().apply()\nmake_hooks().apply()\n":                                                  "Net 398 398 398",
		"model = Net()\nfor pair in [(model, 'head', nn.Linear(8, 3))]:\n    setattr(*pair)\n":                                                                                  "Net 371 371 371",
		// some of the parameters, and which is not told
		"model = Net()\nfor p in list(model.parameters())[:4]:\n    p.requires_grad = False\n": "Net 398 398 398 unsure",
		"model = Net()\nmodel.blocks[0].fc.weight.requires_grad = False\n":                     "Net 398 398 398 unsure",
		"model = Net()\nfor p in model.stem.parameters():\n    p.requires_grad = False\n":      "Net 398 342 342",
	} {
		j := jobOf(t, changing+"\n-- train.py --\n"+changingHead+script+"opt = torch.optim.Adam(model.parameters())\n"+training)
		got := said(Of(j))
		if want == unknown && !strings.Contains(got, " ? ") || want != unknown && got != want {
			t.Errorf("%q: got %s, want %s", script, got, want)
		}
	}
}

// TestTransformersMethods: what a method of transformers makes of a model that stands on its base is not known, and
// which parts it checkpoints only of the step. Halved copies of the weights cast nothing.
func TestTransformersMethods(t *testing.T) {
	const head = "\n-- train.py --\nimport torch\nfrom torch import nn\nfrom transformers import PreTrainedModel, PretrainedConfig\n" +
		"class Tiny(PreTrainedModel):\n    def __init__(self, config):\n        super().__init__(config)\n        self.fc = nn.Linear(4, 4)\n" +
		"    def forward(self, x):\n        return self.fc(x)\nmodel = Tiny(PretrainedConfig())\n"
	const loop = "opt = torch.optim.SGD(model.parameters(), lr=0.1)\nloader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(80, 4)), batch_size=8)\n" +
		"for (x,) in loader:\n    opt.zero_grad()\n    loss = model(x).mean()\n    loss.backward()\n    opt.step()\n"
	for line, want := range map[string]struct {
		said  string
		steps bool
	}{
		"": {"Tiny 20 20 20", true},
		"model.gradient_checkpointing_enable()\n":                                                   {"Tiny 20 20 20", false},
		"model.resize_token_embeddings(9)\n":                                                        {"?", false},
		"small = {k: v.half() for k, v in model.state_dict().items()}\ntorch.save(small, 'a.pt')\n": {"Tiny 20 20 20", true},
		"for p in model.parameters():\n    print(p.float().norm())\n":                               {"Tiny 20 20 20", true},
		"model.half()\n": {"Tiny 20 20 20", false}, // torch refuses float input
	} {
		j := jobOf(t, head+line+loop)
		_, gap := train(j, model.Training{})
		if got := said(Of(j)); got != want.said && !(want.said == "?" && strings.Contains(got, " ? ")) || (gap == nil) != want.steps {
			t.Errorf("%q: got %s, a step: %t (%+v), want %+v", line, got, gap == nil, gap, want)
		}
	}
}

const changingHead = "import copy\nimport torch\nfrom torch import nn\nfrom net import Block, Net, Wrap\n"

// TestChangedLater: what becomes of a model behind its last backward pass is not what is trained.
func TestChangedLater(t *testing.T) {
	for _, later := range []string{"model.head = nn.Identity()\n", "model.blocks[0].fc = nn.Identity()\n", "del model.head\n"} {
		j := jobOf(t, changing+"\n-- train.py --\n"+changingHead+"model = Net()\nopt = torch.optim.Adam(model.parameters())\n"+training+later)
		if got := said(Of(j)); got != "Net 398 398 398" {
			t.Errorf("%q: got %s", later, got)
		}
	}
}

// TestKept: what a model is told to keep decides what its forward pass does; torch 2.15 keeps 2 x 2 MB less without the
// part that is left out.
func TestKept(t *testing.T) {
	const deep = "import torch\nfrom torch import nn\nclass Deep(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(64, 64)\n" +
		"        self.b = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64))\n        self.deep, self.note = True, None\n\n    def forward(self, x):\n" +
		"        x = self.a(x)\n        return self.b(x) if self.deep else x\n\nmodel = Deep()\n"
	const loop = "opt = torch.optim.SGD(model.parameters(), lr=0.1)\nloader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(80000, 64)), batch_size=8000)\n" +
		"for epoch in range(2):\n    for (x,) in loader:\n        opt.zero_grad()\n        loss = model(x).mean()\n        loss.backward()\n        opt.step()\n"
	bytes := func(told string) int64 {
		step, gap := train(jobOf(t, "\n-- train.py --\n"+deep+told+loop), model.Training{})
		if gap != nil {
			return 0
		}
		return step.Forward.Bytes
	}
	whole, part := bytes(""), bytes("model.deep = False\n")
	if part == 0 || whole-part < 2*8000*64*4 {
		t.Errorf("%d bytes, and %d without a part", whole, part)
	}
	for told, want := range map[string]int64{
		"model.deep = False\nmodel.deep = True\n": whole, "model.note = str(model)\n": whole, "model.other = 3\n": whole,
		"def shallow(m):\n    m.deep = False\nshallow(model)\n": part, "model.deep = len(str(model)) > 7\n": 0,
	} {
		if got := bytes(told); got != want {
			t.Errorf("%q: %d bytes, want %d", told, got, want)
		}
	}
}

// TestCounted compares what is said of some two hundred models that are changed, wrapped, frozen and copied with what
// torch counted.
func TestCounted(t *testing.T) {
	text, err := os.ReadFile("testdata/counted.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		expected, script, ok := strings.Cut(line, "\t")
		if !ok {
			continue // the heading
		}
		script = strings.ReplaceAll(script, "|", "\n") + "\n"
		got := said(Of(jobOf(t, changing+"\n-- train.py --\nimport itertools, functools\n"+changingHead+script+"opt = torch.optim.Adam(model.parameters())\n"+training)))
		counted := expected[2:]
		switch expected[0] {
		case '=':
			ok = got == counted
		case '~':
			ok = strings.HasSuffix(got, " unsure") && strings.HasPrefix(got, strings.Join(strings.Fields(counted)[:2], " ")+" ")
		default:
			ok = got == "none" || strings.Contains(got, " ? ")
		}
		if !ok {
			t.Errorf("%q: said %s; torch counts %s", script, got, counted)
		}
	}
}
