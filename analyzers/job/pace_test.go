package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

func TestPace(t *testing.T) {
	const head = `import argparse, torch
from tqdm import tqdm, trange
p = argparse.ArgumentParser()
p.add_argument("--epochs", type=int, default=7)
p.add_argument("--start", type=int)
a = p.parse_args()
net = torch.nn.Linear(2, 2)
o = torch.optim.SGD(net.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader([1], batch_size=4)
def one(batch):
    o.zero_grad()
    net(batch).sum().backward()
    o.step()
`
	for name, c := range map[string]struct{ loop, epochs, steps string }{
		"a plain loop":         {"for epoch in range(a.epochs):\n    for x in loader:\n        one(x)\n", "7", ""},
		"from one on":          {"for epoch in range(1, a.epochs + 1):\n    for x in loader:\n        one(x)\n", "7", ""},
		"goes on":              {"for epoch in range(a.start, a.epochs):\n    for x in loader:\n        one(x)\n", "7", ""},
		"goes on, from one":    {"start = 1\nif resumed():\n    start = restored()\nfor epoch in range(start, 7 + 1):\n    for x in loader:\n        one(x)\n", "7", ""},
		"shows its progress":   {"for ep in tqdm(range(5), desc='x'):\n    for x in loader:\n        one(x)\n", "5", ""},
		"trange":               {"for epoch in trange(5):\n    for step, x in enumerate(loader):\n        one(x)\n", "5", ""},
		"a bar that is held":   {"it = iter(loader)\nwith trange(1, 100 + 1) as bar:\n    for step in bar:\n        one(next(it))\n", "", "100"},
		"a bar of batches":     {"bar = tqdm(loader)\nfor step in bar:\n    one(step)\n", "", ""},
		"in a function":        {"def fit(epochs):\n    for epoch in range(epochs):\n        for x in loader:\n            one(x)\nfit(3)\n", "3", ""},
		"not known":            {"import time\nfor epoch in range(int(time.time())):\n    for x in loader:\n        one(x)\n", "", ""},
		"two loops":            {"for epoch in range(2):\n    for x in loader:\n        one(x)\nfor epoch in range(3):\n    for x in loader:\n        one(x)\n", "", ""},
		"steps":                {"it = iter(loader)\nfor step in range(100):\n    one(next(it))\n", "", "100"},
		"and one lap more":     {"it = iter(loader)\nfor step in range(100 + 1):\n    one(next(it))\n", "", ""},
		"until it is stopped":  {"for epoch in range(1000000):\n    for x in loader:\n        one(x)\n", "", ""},
		"steps of an epoch":    {"it = iter(loader)\nfor epoch in range(2):\n    for step in range(100):\n        one(next(it))\n", "2", ""},
		"rollouts":             {"for iteration in range(1, 98):\n    x = next(iter(loader))\n    for epoch in range(4):\n        for start in range(0, 8, 2):\n            one(x)\n", "", ""},
		"rollouts in epochs":   {"for epoch in range(3):\n    for step in range(10):\n        for k_epoch in range(4):\n            one(step)\n", "3", ""},
		"by its bound":         {"for i in range(a.epochs):\n    for x in loader:\n        one(x)\n", "7", ""},
		"by its bound's key":   {"c = {'epochs': 4}\nfor i in range(1, c['epochs'] + 1):\n    for x in loader:\n        one(x)\n", "4", ""},
		"steps by their bound": {"it = iter(loader)\nnum_iters = 90\nfor i in range(a.start, num_iters):\n    one(next(it))\n", "", "90"},
		"updates of a rollout": {"epochs = 4\nfor episode in range(3):\n    for _ in range(epochs):\n        for x in loader:\n            one(x)\n", "", ""},
		"folds of epochs":      {"folds = 4\nfor i in range(folds):\n    for x in loader:\n        one(x)\n", "", ""},
		"another number":       {"for fold in range(5):\n    for x in loader:\n        one(x)\n", "", ""},
		"nothing is trained":   {"for epoch in range(9):\n    print(epoch)\nfor x in loader:\n    one(x)\n", "", ""},
		"from a number on":     {"for epoch in range(2, 7):\n    for x in loader:\n        one(x)\n", "5", ""},
		"of a star":            {"bounds = (2, 7)\nfor epoch in range(*bounds):\n    for x in loader:\n        one(x)\n", "", ""},
		"none":                 {"for epoch in range(0):\n    for x in loader:\n        one(x)\n", "", ""},
		"a hundred thousand":   {"for epoch in range(100_000):\n    for x in loader:\n        one(x)\n", "100000", ""},
		"and one more epoch":   {"for epoch in range(a.epochs + 1):\n    for x in loader:\n        one(x)\n", "8", ""},
		"and two more":         {"for epoch in range(a.start, a.epochs + 2):\n    for x in loader:\n        one(x)\n", "9", ""},
		"one less":             {"for epoch in range(a.start, a.epochs - 1):\n    for x in loader:\n        one(x)\n", "6", ""},
		"a list":               {"for epoch in [1, 2, 3]:\n    for x in loader:\n        one(x)\n", "", ""},
		"a while":              {"epoch = 0\nwhile epoch < 3:\n    for x in loader:\n        one(x)\n    epoch += 1\n", "", ""},
		"without a loop in it": {"epochs = 9\nfor i in range(epochs):\n    one(next(iter(loader)))\n", "", ""},
		"by their bound in it": {"steps = 9\nfor i in range(steps):\n    for x in loader:\n        one(x)\n", "", ""},
		"of three numbers":     {"epochs = 9\nfor i in range(0, 1, epochs):\n    for x in loader:\n        one(x)\n", "", ""},
		"evaluated alone":      {"for epoch in range(4):\n    for x in loader:\n        one(x)\n    for epoch in range(9):\n        net(x)\n", "4", ""},
		"by hundreds, a third": {"it = iter(loader)\nfor step in range(0, 100, 10):\n    one(next(it))\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := find(t, "-- train.py --\n"+head+c.loop)
			if epochs, steps := j.Text(dialect.Epochs), j.Text(dialect.MaxSteps); epochs != c.epochs || steps != c.steps {
				t.Errorf("%q epochs and %q steps, want %q and %q", epochs, steps, c.epochs, c.steps)
			}
		})
	}
}

// TestWrittenEpochs: what is said to be written at the place of the epochs stands there, and not the end of the range
// that is made of it.
func TestWrittenEpochs(t *testing.T) {
	j := find(t, "-- train.py --\nimport torch, yaml\ncfg = yaml.safe_load(open('c.yaml'))\nnet = torch.nn.Linear(2, 2)\n"+
		"o = torch.optim.SGD(net.parameters(), lr=0.1)\nloader = torch.utils.data.DataLoader([1], batch_size=4)\n"+
		"for epoch in range(1, cfg['epochs'] + 1):\n    for x in loader:\n        o.zero_grad()\n        net(x).sum().backward()\n        o.step()\n"+
		"-- c.yaml --\nepochs: 20\n")
	if v := j.Fields[dialect.Epochs]; v.Text != "20" || v.Written != "20" || v.Place.File == nil || v.Place.File.Path != "c.yaml" {
		t.Errorf("%q epochs, written %q in %v", v.Text, v.Written, v.Place)
	}
}

// TestGates: an optimizer that steps after several backward passes.
func TestGates(t *testing.T) {
	const head = "import argparse, torch\np = argparse.ArgumentParser()\np.add_argument('--accum', type=int, default=4)\na = p.parse_args()\n" +
		"net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\nloader = torch.utils.data.DataLoader([1], batch_size=4)\n"
	for name, c := range map[string]struct{ body, want string }{
		"a gate":                {"    net(x).sum().backward()\n    if (i + 1) % a.accum == 0:\n        o.step()\n        o.zero_grad()\n", "4"},
		"or the last batch":     {"    net(x).sum().backward()\n    if (i + 1) % 8 == 0 or i + 1 == len(loader):\n        o.step()\n        o.zero_grad()\n", "8"},
		"a branch in the gate":  {"    net(x).sum().backward()\n    if (i + 1) % 8 == 0:\n        if a.accum:\n            o.step()\n        o.zero_grad()\n", "8"},
		"each time":             {"    o.zero_grad()\n    net(x).sum().backward()\n    o.step()\n", ""},
		"a net of its own":      {"    if i % 5 == 0:\n        net(x).sum().backward()\n        o.step()\n", ""},
		"not known":             {"    net(x).sum().backward()\n    if (i + 1) % int(input()) == 0:\n        o.step()\n", ""},
		"another word for none": {"    net(x).sum().backward()\n    if i % 2 == 0:\n        print(i)\n    o.step()\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := find(t, "-- train.py --\n"+head+"for i, x in enumerate(loader):\n"+c.body).Text(dialect.Accumulation); got != c.want {
				t.Errorf("a step after %q passes, want %q", got, c.want)
			}
		})
	}
}
