package job

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

func moduleOf(t *testing.T, text string) *python.Module {
	t.Helper()
	m, err := python.Parse(source.New("train.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// nth is the first node of a kind in a module, in the order of the text.
func nth[T python.Node](t *testing.T, m *python.Module) T {
	t.Helper()
	var found T
	ok := false
	python.WalkBody(m.Body, func(n python.Node) bool {
		if one, is := n.(T); is && !ok {
			found, ok = one, true
		}
		return !ok
	})
	if !ok {
		t.Fatalf("%q holds none", m.File.Text)
	}
	return found
}

// callOf is the first call in a module of what is called so, and of anything where name is "".
func callOf(t *testing.T, m *python.Module, name string) *python.Call {
	t.Helper()
	for _, c := range m.AllCalls() {
		if name == "" || python.LastName(c.Func) == name {
			return c
		}
	}
	t.Fatalf("%q does not call %s", m.File.Text, name)
	return nil
}

// TestAsked asks small questions about pieces of code. What is expected follows from what the code means.
func TestAsked(t *testing.T) {
	text := func(e python.Expr, m *python.Module) string {
		if e == nil {
			return "nothing"
		}
		return m.File.Slice(e.Span())
	}
	for question, c := range map[string]struct {
		ask   func(m *python.Module) any
		cases map[string]any // by the code
	}{
		"it fills up to a length or cuts at it": {func(m *python.Module) any { return bounds(nth[*python.Function](t, m), "n") }, map[string]any{
			"def f(n, a):\n    return n - len(a)\n": true, "def f(n, a):\n    return a[:n]\n": true, "def f(n, a):\n    return n + len(a)\n": false,
			"def f(n, a):\n    return n - size(a)\n": false, "def f(n, a):\n    return k - len(a)\n": false, "def f(n, a):\n    return a[n:]\n": false,
			"def f(n, a):\n    return a[1:n]\n": false, "def f(n, a):\n    return a[:k]\n": false, "def f(n, a):\n    return a[:]\n": false, "def f(n, a):\n    return n - 1\n": false,
		}},
		"the variable of the tokens": {func(m *python.Module) any { return boundTokens(callOf(t, m, "tok")) }, map[string]any{
			"a = tok(x)\n": "a", "a = tok(x)['input_ids']\n": "a", "self.a = tok(x).ids\n": "self.a", "a = [1] + tok(x)\n": "a", "a = len(tok(x))\n": "", "tok(x)\n": "", "a.append(tok(x))\n": "",
		}},
		"the tokens that a function joins": {func(m *python.Module) any {
			joined := tokenizingOf(nth[*python.Function](t, m))
			return fmt.Sprint(joined.apart, len(joined.joined), joined.joined["a"], joined.joined["b"])
		}, map[string]any{
			"def f(x, y):\n    a = tokenizer(x)\n    b = tokenizer(y)\n    return a + b\n":                                 "false 2 true true",
			"def f(x, y):\n    a = tokenizer(x)\n    b = tokenizer(y)\n    return a['i'] + [0] + b['i']\n":                 "false 2 true true",
			"def f(x, y):\n    a = tokenizer(x)\n    b = tokenizer(y)\n    return a\n":                                     "false 0 false false",
			"def f(x, y):\n    a = tokenizer(x)\n    return a + [0]\n":                                                     "false 0 false false",
			"def f(x, y):\n    a = tokenizer(x)\n    b = tokenizer(y)\n    return a + [0] * len(b)\n":                      "false 0 false false",
			"def f(x, y):\n    a = tokenizer(x)\n    return model.generate(a)\n":                                           "true 0 false false",
			"def evaluate(x, y):\n    a = tokenizer(x)\n    return a\n":                                                    "true 0 false false",
			"def f(x, y):\n    a = tokenizer(x)\n    b = other(y)\n    return a + b\n":                                     "false 0 false false",
			"def f(x, y):\n    a = tokenizer(x)\n    b = tokenizer(y)\n    c = tokenizer(y)\n    return (a + [1]) + (b)\n": "false 2 true true",
		}},
		"it starts a module whose name it is given": {func(m *python.Module) any { return startsChosen(m) }, map[string]any{
			"from importlib import import_module\nm = import_module(f'app.{x}')\nm.main()\n": true, "from importlib import import_module\nm = import_module('app.train')\nm.main()\n": false,
			"from importlib import import_module\nm = import_module(name)\nm.run()\n": true, "from importlib import import_module\nm = import_module(name)\nm.show()\n": false,
			"from importlib import import_module\nm = import_module()\nm.main()\n": false, "m = load(name)\nm.main()\n": false,
		}},
		"it sets a mode": {func(m *python.Module) any { return setsMode(callOf(t, m, "")) }, map[string]any{
			"model.train()\n": true, "model.train(False)\n": true, "model.train(mode=x)\n": true, "model.train(data, 3)\n": false, "model.train(epochs=3)\n": false, "model.train(*a)\n": false, "model.fit()\n": false,
		}},
		"it starts a training": {func(m *python.Module) any { return startsTraining(callOf(t, m, "")) }, map[string]any{
			"model.train()\n": false, "trainer.train()\n": true, "model.train(data, 3)\n": true, "fit(x)\n": true,
		}},
		"an optimizer of inputs": {func(m *python.Module) any { return optimizesInputs(m, callOf(t, m, "Adam")) }, map[string]any{
			"def f(image):\n    o = Adam([image])\n    net(image)\n": true, "def f(image):\n    o = Adam([image.requires_grad_()])\n    net(image)\n": true, "def f(image):\n    o = Adam([image])\n": false,
			"def f(image):\n    o = Adam()\n    net(image)\n": false, "def f(image):\n    o = Adam([])\n    net(image)\n": false, "def f(image):\n    o = Adam(image)\n    net(image)\n": false,
			"def f(image, w):\n    o = Adam([image, w])\n    net(image)\n": false, "def f(image):\n    o = Adam([image.x])\n    net(image)\n": false, "def f(image):\n    o = Adam([image])\ndef g(image):\n    net(image)\n": false,
			"def f(image):\n    o = Adam([image])\n    print(image)\n": false, "def f(image):\n    o = Adam([image])\n    saved.append(image)\n": false, "def f(self, image):\n    o = Adam([image])\n    self.net(image)\n": true,
			"def net(x): pass\ndef f(image):\n    o = Adam([image])\n    net(image)\n": false, "import torch\ndef f(image):\n    o = Adam([image])\n    torch.relu(image)\n": false,
			"image = x\no = Adam([image])\nnet(image)\n": true, "image = x\no = Adam([image])\nnet(y, image)\n": false, "image = x\no = Adam([image])\nnet()\n": false,
		}},
		"the gradient of an input is read": {func(m *python.Module) any { return readsInputGradient(m) }, map[string]any{
			"net(x)\ny = x.grad\n": true, "net(z)\ny = x.grad\n": false, "net(x)\ny = x.grads\n": false, "net(x)\ny = self.x.grad\n": false, "def f(x):\n    net(x)\n    return x.grad\n": true,
			"def f(x):\n    net(x)\ndef g(x):\n    return x.grad\n": false, "y = z.grad\nnet(x)\nw = x.grad\n": true,
		}},
		"how Lightning's command line gets its config": {func(m *python.Module) any { return commandLineOf(m) }, map[string]any{
			"from lightning.pytorch.cli import LightningCLI\nLightningCLI(Net)\n": "fit --config", "from lightning.pytorch.cli import LightningCLI\nLightningCLI(Net, run=False)\n": "--config",
			"print('LightningCLI')\n": "", "from lightning.pytorch.cli import LightningCLI\nclass C(LightningCLI): pass\nC(Net)\n": "fit --config", "class LightningCLI: pass\nLightningCLI(Net)\n": "",
		}},
		"its first word is a config": {func(m *python.Module) any { return readsFirstWord(m) }, map[string]any{
			"import sys, yaml\nc = yaml.safe_load(open(sys.argv[1]))\n": true, "import sys, yaml\nc = yaml.safe_load(open(sys.argv[1]))\nn = sys.argv[2]\n": false, "import sys\nc = open(sys.argv[1])\n": false,
			"import sys, yaml\nc = yaml.safe_load(open('a'))\n": false, "import sys, yaml\nfor p in sys.argv[1:]:\n    yaml.safe_load(open(p))\n": false, "import sys, yaml\nc = yaml.safe_load(open(argv[1]))\n": false,
		}},
		"what a call's result is bound to": {func(m *python.Module) any { return boundTo(callOf(t, m, "made")) }, map[string]any{
			"a = made()\n": "a", "self.a = made().to(d)\n": "self.a", "a, b = made()\n": "a", "a = DDP(made(), [0])\n": "a", "a = made() if x else None\n": "a", "a = [made()]\n": "", "made()\n": "", "a = made() + 1\n": "",
		}},
		"the first of some examples": {func(m *python.Module) any {
			return isFirst(nth[*python.Return](t, m).Value, "b")
		}, map[string]any{
			"def f(b):\n    return b[0]\n": true, "def f(b):\n    return b[1]\n": false, "def f(b):\n    return c[0]\n": false, "def f(b):\n    return b[i]\n": false, "def f(b):\n    return b[0, 1]\n": false, "def f(b):\n    return b\n": false, "def f(b):\n    return b.c[0]\n": false,
		}},
		"a class that has a batch size": {func(m *python.Module) any { return mentionsBatch(nth[*python.Class](t, m)) }, map[string]any{
			"class D:\n    def f(self):\n        return self.batch_size\n": true, "class D:\n    def __init__(self, batch_size): pass\n": true, "class D:\n    def __init__(self, Bucket): pass\n": true, "class D:\n    def __init__(self, batch): pass\n": false, "class D:\n    def f(self):\n        return self.batches\n": false,
		}},
		"the calls that load Python's configs": {func(m *python.Module) any {
			loads, engine := configLoads(m)
			return fmt.Sprint(len(loads), engine)
		}, map[string]any{
			"from mmengine.config import Config\nfrom mmengine.runner import Runner\nc = Config.fromfile('a')\nRunner.from_cfg(c)\n": "1 true",
			"from mmcv import Config\nfrom mmdet.apis import train_detector\nc = Config.fromfile('a')\ntrain_detector(c)\n":          "1 false",
			"from mmengine.config import Config\nc = Config.fromfile('a')\n":                                                         "0 false",
			"from mmengine.runner import Runner\nRunner.from_cfg(c)\n":                                                               "0 true",
		}},
		"the steps to a setting": {func(m *python.Module) any { return strings.Join(chain(m, nth[*python.Assign](t, m).Targets[0]), " ") }, map[string]any{
			"cfg.a.b = 1\n": "cfg a b", "cfg['a'].b = 1\n": "cfg a b", "cfg.a[i] = 1\n": "cfg a *", "cfg[0].b = 1\n": "cfg * b", "cfg = 1\n": "cfg", "cfg['a', 'b'] = 1\n": "cfg *", "f().a = 1\n": "", "f()['a'] = 1\n": "",
		}},
		"how often names are bound": {func(m *python.Module) any { times := boundOnce(m); return fmt.Sprint(times["a"], times["b"]) }, map[string]any{
			"a = 1\n": "1 0", "a = b = 1\nb = 2\n": "1 2", "a = 1\na += 1\n": "2 0", "def f():\n    a = 1\n": "0 0", "class A:\n    a = 1\n": "0 0", "if x:\n    a = 1\n": "1 0", "o.a = 1\no.b += 1\n": "0 0", "c = [a for a in b]\n": "0 0",
		}},
		"a method that a module asks for": {func(m *python.Module) any { return namesMethod(m, "step") }, map[string]any{
			"o.step()\n": true, "f = step\n": true, "getattr(o, 'step')\n": true, "def step(self):\n    self.inner.step()\n": false, "def f(self):\n    self.inner.step()\n": true, "o.steps()\n": false, "x = 'a step'\n": false, "def step(self): pass\n": false,
		}},
		"a number between brackets": {func(m *python.Module) any { return index(nth[*python.Subscript](t, m).Index[0]) }, map[string]any{
			"a[0]\n": "0", "a[-1]\n": "-1", "a[+1]\n": "", "a[i]\n": "", "a[-i]\n": "", "a['0']\n": "",
		}},
		"an attribute that is set": {func(m *python.Module) any { return isTarget(nth[*python.Attribute](t, m)) }, map[string]any{
			"a.b = 1\n": true, "c = a.b = 1\n": true, "c = a.b\n": false, "a.b += 1\n": false, "a.b[0] = 1\n": false, "a.b, c = 1, 2\n": false,
		}},
		"a part of a model that is changed": {func(m *python.Module) any { return changesPart(nth[*python.Attribute](t, m)) }, map[string]any{
			"m.head = Linear(2, 3)\n": true, "m.p = 0.5\n": false, "m.on = True\n": false, "m.on = None\n": true, "x = m.head\n": false, "del m.head\n": true, "m.data = x\n": false, "m.weight.data = x\n": false,
		}},
		"a number": {func(m *python.Module) any { return isNumber(nth[*python.Assign](t, m).Value) }, map[string]any{
			"a = 1\n": true, "a = 0.5\n": true, "a = True\n": true, "a = False\n": true, "a = None\n": false, "a = 'x'\n": false, "a = b\n": false,
		}},
		"a number behind a plus": {func(m *python.Module) any {
			sum, _ := nth[*python.Assign](t, m).Value.(*python.Binary)
			text, ok := numberAfter(sum)
			return fmt.Sprint(text, ok)
		}, map[string]any{"a = n + 1\n": "1true", "a = n - 1\n": "false", "a = 1 + n\n": "false", "a = n\n": "false"}},
		"what is called": {func(m *python.Module) any { return calledName(m, callOf(t, m, "")) }, map[string]any{
			"from itertools import count\ncount()\n": "itertools.count", "range(3)\n": "range", "self.steps(3)\n": "self.steps",
		}},
		"it names an attribute": {func(m *python.Module) any { return mentions(m.Body[0], "grad") }, map[string]any{"x = a.b.grad\n": true, "x = grad\n": false, "x = a.grads\n": false}},
		"it stands in a lambda": {func(m *python.Module) any { return inLambda(callOf(t, m, "f")) }, map[string]any{
			"g = lambda: f()\n": true, "g(lambda x: [f(x)])\n": true, "f()\n": false, "def g():\n    f()\n": false, "x = f(lambda: 1)\n": false,
		}},
		"a test of an option": {func(m *python.Module) any { return asksFor(nth[*python.If](t, m).Test, "eval") }, map[string]any{
			"if args.eval:\n    pass\n": true, "if args.train:\n    pass\n": false, "if not args.eval:\n    pass\n": false, "if eval:\n    pass\n": false,
		}},
		"it only tests": {func(m *python.Module) any { return onlyTests(m) }, map[string]any{
			"trainer.test(m)\n": true, "trainer.fit(m)\ntrainer.test(m)\n": false, "trainer.test(m)\ntrainer.fit(m)\n": false, "print(m)\n": false, "trainer.validate(m)\n": true,
		}},
		"it only differentiates": {func(m *python.Module) any { return onlyDifferentiates(m) }, map[string]any{
			"loss.backward()\n": true, "loss.backward()\noptimizer.step()\n": false, "loss.backward()\ntrainer.fit(m)\n": false, "loss.backward()\ntrain(m)\n": false, "loss.backward()\nprint(m)\n": true,
		}},
		"it asks nobody to train": {func(m *python.Module) any { return asksNobody(m) }, map[string]any{
			"t = Trainer(m)\n": true, "t = Trainer(m)\nt.train()\n": false, "t = Trainer(m)\ntrain(t)\n": false, "t = Trainer(m)\nfire.Fire(t)\n": false,
			"@app\ndef f(): pass\nt = Trainer(m)\n": false, "def f(): pass\nt = Trainer(m)\n": true,
		}},
		"it starts nothing": {func(m *python.Module) any { return startsNothing(m) }, map[string]any{"t = Trainer(m)\n": true, "t.train()\n": false, "t.fit(m)\n": false, "loss.backward()\n": false, "t.test()\n": true}},
		"what a function's last return gives": {func(m *python.Module) any { return len(valuesOf(nth[*python.Function](t, m).Body)) }, map[string]any{
			"def f():\n    return a\n": 1, "def f():\n    return a, b\n": 2, "def f():\n    return {'a': 1, 'b': 2, 'c': 3}\n": 3, "def f():\n    if x:\n        return a\n    return a, b\n": 0, "def f():\n    x = 1\n": 0,
		}},
		"it gives what it does a name": {func(m *python.Module) any { return assignsCalls(m) }, map[string]any{
			"history = train(model)\n": true, "history = model.fit(x)\n": true, "model = build()\n": false, "train(model)\n": false, "x = 1\n": false,
		}},
		"a command by its decorator": {func(m *python.Module) any {
			f := nth[*python.Function](t, m)
			name, ok := commandOf(f, f.Decorators[0].Value)
			return fmt.Sprint(name, ok)
		}, map[string]any{
			"@app.command()\ndef a(): pass\n": "atrue", "@app.command\ndef a(): pass\n": "atrue", "@app.command('b')\ndef a(): pass\n": "btrue", "@app.command(name='b')\ndef a(): pass\n": "btrue", "@app.command(help='b')\ndef a(): pass\n": "atrue",
			"@app.command(name)\ndef a(): pass\n": "atrue", "@app.option('b')\ndef a(): pass\n": "false", "@command\ndef a(): pass\n": "false",
		}},
		"a command beside one that trains": {func(m *python.Module) any { return besideTraining(m, "get-data") }, map[string]any{
			"@app.command()\ndef get_data(): pass\n@app.command()\ndef train(): pass\n": true, "@app.command()\ndef get_data(): pass\n@app.command()\ndef show(): pass\n": false,
			"@app.command()\ndef other(): pass\n@app.command()\ndef train(): pass\n": false, "def get_data(): pass\n@app.command()\ndef train(): pass\n": false, "@app.command('get-data')\ndef a(): pass\n@app.command('train')\ndef b(): pass\n": true,
		}},
		"it hands over what it trains": {func(m *python.Module) any { return handsOver(m, callOf(t, m, "prepare")) }, map[string]any{
			"from accelerate import Accelerator\nimport torch\na = Accelerator()\no = torch.optim.Adam(p)\na.prepare(m, o)\n": true, "from accelerate import Accelerator\na = Accelerator()\na.prepare(m, o)\n": false,
			"from accelerate import Accelerator\nimport torch\na = Accelerator()\no = torch.optim.Adam(p)\na.prepare(m)\n": false, "import torch\no = torch.optim.Adam(p)\na.prepare(m, o)\n": false,
		}},
		"a trainer that Hydra makes": {func(m *python.Module) any { return startsNamed(m, callOf(t, m, "fit")) }, map[string]any{
			"@hydra.main()\ndef f(c):\n    trainer.fit(m)\n": true, "@hydra.main()\ndef f(c):\n    self.Trainer.fit(m)\n": true, "@hydra.main()\ndef f(c):\n    model.fit(m)\n": false, "trainer.fit(m)\n": false,
		}},
		"a script": {func(m *python.Module) any { return isScript(m) }, map[string]any{
			"main()\n": true, "if __name__ == '__main__':\n    main()\n": true, "if args.train:\n    for x in y:\n        pass\n": true, "if args.train:\n    pass\nelse:\n    while x:\n        pass\n": true, "with x:\n    for a in b:\n        pass\n": true,
			"with x:\n    a = 1\n": false, "def f(): pass\nx = 1\n": false, "x = f()\n": false, "'text'\n": false, "def f(): pass\ntry:\n    f()\nfinally:\n    pass\n": true, "try:\n    for a in b:\n        c()\nfinally:\n    pass\n": true, "try:\n    set_start_method('spawn')\nexcept E:\n    pass\n": false, "if x:\n    y = 1\n": false, "from lightning.pytorch.cli import LightningCLI\ncli = LightningCLI(N)\n": true, "if x == '__main':\n    y = 1\n": false,
		}},
		"the key that is read last": {func(m *python.Module) any { return python.KeyRead(nth[*python.Assign](t, m).Value) }, map[string]any{
			"x = c.a.b\n": "b", "x = c['a']['b']\n": "b", "x = c[i]\n": "", "x = c\n": "", "x = c['a', 'b']\n": "", "x = f()\n": "",
		}},
		"what a sample holds as its tokens": {func(m *python.Module) any {
			for n := range python.AllIn(m.Body) {
				if e := givenTokens(n); e != nil {
					return text(e, m)
				}
			}
			return "none"
		}, map[string]any{
			"s = {'input_ids': ids[:n], 'a': b}\n": "ids[:n]", "s['input_ids'] = ids\n": "ids", "s['labels'] = ids\n": "none", "a = s['input_ids'] = ids\n": "none", "s.input_ids = ids\n": "none", "s[key] = ids\n": "none", "s['input_ids', 0] = ids\n": "none",
		}},
		"where a text is cut": {func(m *python.Module) any { return text(upperEnd(nth[*python.Assign](t, m).Value), m) }, map[string]any{
			"a = ids[:n]\n": "n", "a = torch.tensor(ids[:n])\n": "n", "a = ids[1:n]\n": "nothing", "a = ids[:n:2]\n": "nothing", "a = ids[n:]\n": "nothing", "a = ids[n]\n": "nothing", "a = ids[:n, 0]\n": "nothing", "a = other(ids[:n])\n": "nothing", "a = torch.tensor(data=ids[:n])\n": "nothing",
		}},
		"where a function cuts a variable": {func(m *python.Module) any { return text(cutTo(nth[*python.Function](t, m), "ids"), m) }, map[string]any{
			"def f(ids):\n    ids = ids[:n]\n    return ids\n":                                          "n",
			"def f(ids):\n    ids = ids[:n]\n    ids = ids + [0] * (n - len(ids))\n    return ids\n":    "n",
			"def f(ids):\n    ids = ids[:n]\n    ids = torch.tensor(ids)\n    return ids\n":             "n",
			"def f(ids):\n    ids = ids[:n]\n    ids.append(1)\n    return ids\n":                       "nothing",
			"def f(ids):\n    ids.append(1)\n    ids = ids[:n]\n    return ids\n":                       "n",
			"def f(ids):\n    ids = ids[:n]\n    ids += more\n    return ids\n":                         "nothing",
			"def f(ids):\n    ids = ids[:n]\n    ids = other(ids)\n    return ids\n":                    "nothing",
			"def f(ids):\n    if len(ids) > n:\n        ids = ids[:n]\n    return ids\n":                "n",
			"def f(ids):\n    if short:\n        ids = ids[:n]\n    return ids\n":                       "nothing",
			"def f(ids):\n    ids, mask = ids[:n], mask[:k]\n    return ids\n":                          "n",
			"def f(ids):\n    mask, ids = both(x)\n    return ids\n":                                    "nothing",
			"def f(ids):\n    ids = ids[:n]\n    mask, ids = both(x)\n    return ids\n":                 "nothing",
			"def f(ids):\n    other = ids[:n]\n    return ids\n":                                        "nothing",
			"def f(ids):\n    ids = ids[:n]\n    ids.show()\n    return ids\n":                          "n",
			"def f(ids):\n    ids = ids[:k]\n    ids = ids[:n]\n    return ids\n":                       "n",
			"def f(ids):\n    ids = ids[:n]\n    if deep:\n        ids = ids[:k]\n    return ids\n":     "n",
			"def f(ids):\n    if len(ids) > n:\n        x = 1\n        ids = ids[:n]\n    return ids\n": "n",
		}},
		"the main guard": {func(m *python.Module) any { return python.AsksMain(nth[*python.If](t, m).Test) }, map[string]any{
			"if __name__ == '__main__':\n    pass\n": true, "if '__main__' == __name__:\n    pass\n": true, "if name == '__main__':\n    pass\n": false,
		}},
		"what is chosen from": {func(m *python.Module) any {
			for n := range python.AllIn(m.Body) {
				if e := chosenFrom(n); e != nil {
					return text(e, m)
				}
			}
			return "nothing"
		}, map[string]any{
			"x = d[key]\n": "d", "x = c.d.get(key)\n": "c.d", "x = d.pop(key, 1)\n": "d", "x = d['a']\n": "nothing", "x = d[0]\n": "nothing", "x = d[1:2]\n": "nothing", "d[key] = 1\n": "nothing", "x = d.get('a')\n": "nothing", "x = d.get()\n": "nothing", "x = d.find(key)\n": "nothing", "x = d[a, b]\n": "nothing",
		}},
		"what texts with holes begin and end with": {func(m *python.Module) any { return fmt.Sprint(piecesOf(m)) }, map[string]any{
			"x = f'{a}_path'\n": "[[ _path]]", "x = f'data_{a}'\n": "[[data_ ]]", "x = '{}_b'.format(a)\n": "[[ _b]]", "x = 'a_' + b\n": "[[a_ a_]]", "x = b + \"_a\"\n": "[[_a _a]]", "x = 'a' * 3\n": "[]", "x = 'a'\n": "[]", "x = f'a b{c}d'\n": "[[ d]]", "x = f'{a}-{b}'\n": "[[ ]]", "x = '}{'\n": "[]",
		}},
		"what is kept of weights": {func(m *python.Module) any {
			name, trainable, ok := keptAs(callOf(t, m, "clone"))
			return fmt.Sprintf("%s %t %t", name, trainable, ok)
		}, map[string]any{
			"for n, p in ps:\n    shadow[n] = p.clone()\n":                                                  "shadow false true",
			"for n, p in ps:\n    if p.requires_grad:\n        shadow[n] = p.data.clone().float()\n":        "shadow true true",
			"for p in ps:\n    shadow.append(p.clone())\n":                                                  "shadow false true",
			"for p in ps:\n    shadow.extend(p.clone())\n":                                                  " false false",
			"shadow = {n: p.clone() for n, p in ps}\n":                                                      "shadow false true",
			"shadow = [p.clone() for p in ps if p.requires_grad]\n":                                         "shadow true true",
			"shadow = [p for p in ps if p.clone()]\n":                                                       " false false",
			"f([p.clone() for p in ps])\n":                                                                  " false false",
			"for n, p in ps:\n    shadow[n] = p.clone().cpu()\n":                                            " false false",
			"for n, p in ps:\n    shadow[n] = p.clone().to('cpu')\n":                                        " false false",
			"for n, p in ps:\n    shadow[n] = p.clone().to('cuda')\n":                                       "shadow false true",
			"for n, p in ps:\n    shadow[n] = p.clone().numpy()\n":                                          " false false",
			"for n, p in ps:\n    shadow = p.clone()\n":                                                     " false false",
			"shadow[n] = p.clone()\n":                                                                       " false false",
			"def f(n, p):\n    shadow[n] = p.clone()\n":                                                     " false false",
			"class E:\n    def f(self):\n        for n, p in ps:\n            self.shadow[n] = p.clone()\n": "E.self.shadow false true",
			"for n, p in ps:\n    shadow[n] = g(p.clone())\n":                                               " false false",
			"for n, p in ps:\n    if p.ndim:\n        shadow[n] = p.clone()\n":                              "shadow false true",
			"for n, p in ps:\n    if requires_grad:\n        shadow[n] = p.clone()\n":                       "shadow false true",
			"for n, p in ps:\n    def f():\n        shadow[n] = p.clone()\n":                                " false false",
			"for n, p in ps:\n    self.shadow[n] = p.detach().clone()\n":                                    "self.shadow false true",
			"shadow = {n: p.clone() for n, p in ps for q in p if q.requires_grad}\n":                        "shadow true true",
			"for n, p in ps:\n    p.clone()\n":                                                              " false false",
			"for n, p in ps:\n    shadow[n] = -p.clone()\n":                                                 " false false",
			"for n, p in ps:\n    kept.shadow.append(p.clone().detach())\n":                                 "kept.shadow false true",
			"for n, p in ps:\n    shadow[n] = p.clone(memory_format=f).to(device=d)\n":                      "shadow false true",
			"for n, p in ps:\n    shadow[n] = p.clone().to(device='cpu')\n":                                 " false false",
			"for n, p in ps:\n    append(p.clone())\n":                                                      " false false",
			"for n, p in ps:\n    while True:\n        shadow[n] = p.clone()\n":                             "shadow false true",
			"for n, p in ps:\n    shadow[n] = p.clone().cpu\n":                                              " false false",
			"for n, p in ps:\n    shadow[n], other = p.clone(), 1\n":                                        " false false",
			"for n, p in ps:\n    if x:\n        pass\n    else:\n        shadow.append(p.clone())\n":       "shadow false true",
			"for m in ms:\n    for n, p in m:\n        if p.requires_grad:\n            s[n] = p.clone()\n": "s true true",
			"for m in ms:\n    if m.requires_grad:\n        for n, p in m:\n            s[n] = p.clone()\n": "s false true",
		}},
		"a result that gets a name": {func(m *python.Module) any { return isNamed(callOf(t, m, "made")) }, map[string]any{
			"a = made()\n": true, "a = made().to(d)\n": true, "a = made() if x else b\n": true, "a = f(made())\n": false, "f(made())\n": false, "made()\n": false, "a = [made()]\n": false, "a = made().b\n": true,
		}},
		"steps that a script comes to": {func(m *python.Module) any { return !idleSteps(m) }, map[string]any{
			"def f():\n    loss.backward()\nf()\n": true, "def f():\n    loss.backward()\ndef g(): pass\ng()\n": false, "loss.backward()\n": true, "def f():\n    loss.backward()\ndef g():\n    f()\ng()\n": true,
			"class A:\n    def f(self):\n        loss.backward()\nA().f()\n": true, "class A:\n    def f(self):\n        loss.backward()\nB().f()\n": false, "@app\ndef f():\n    loss.backward()\n": true, "def f():\n    loss.backward()\nrun('f()')\n": true,
			"def f():\n    loss.backward()\nglobals()[x]()\n": true, "def f():\n    loss.backward()\nh = [f][0]\n": true,
			"class A:\n    def __init_subclass__(cls): pass\nclass B(A):\n    def f(self):\n        loss.backward()\nA.make()\n": true, "class A:\n    pass\nclass B(A):\n    def f(self):\n        loss.backward()\nA.make()\n": false,
			"class A:\n    def f(self):\n        loss.backward()\nclass B(A):\n    x = 1\nB().f()\n": true, "class A:\n    def f(self):\n        loss.backward()\nclass B(A):\n    x = 1\nC().f()\n": false,
		}},
		"a built optimizer": {func(m *python.Module) any { return mayBuildOptimizer(callOf(t, m, "")) }, map[string]any{
			"optimizer_class(p)\n": true, "optim_cls(p)\n": true, "optimizer(p)\n": false, "self.optimizer_class(p)\n": false, "model_class(p)\n": false, "Optimizer_Cls(p)\n": true,
		}},
		"a name like an optimizer's": {func(m *python.Module) any { return namedLikeOptimizer(callOf(t, m, "")) }, map[string]any{
			"optimizer_class(p)\n": true, "torch.optim.AdamW(p)\n": true, "cls(p)\n": true, "self.cls(p)\n": true, "build_opt(p)\n": true, "Linear(p)\n": false, "self.build(p)\n": false,
		}},
	} {
		for code, want := range c.cases {
			if got := c.ask(moduleOf(t, code)); got != want {
				t.Errorf("%s of\n%s\t%v, want %v", question, code, got, want)
			}
		}
	}
}

// TestAskedOfWords asks small questions about words: names, paths, lines of a launcher.
func TestAskedOfWords(t *testing.T) {
	for question, c := range map[string]struct {
		ask   func(word string) any
		cases map[string]any
	}{
		"a config within the project": {func(w string) any { return withinProject(w) }, map[string]any{
			"configs/a.yaml": true, "a.json": true, "../a.yaml": true, "../../a.yaml": false, "/a.yaml": false, "~/a.yaml": false, "$D/a.yaml": false, "a*.yaml": false, "a.py": false, "a": false, "{a}.yaml": false, "<a>.yaml": false, "a b.yaml": false, "c:a.yaml": false,
		}},
		"a line without its comment": {func(w string) any { return withoutComment(w) }, map[string]any{"a # b": "a", "# a": "", "  # a": "", "a#b": "a#b", "a": "a"}},
		"a line that brings a.yaml": {func(w string) any { return bringsFile(w, "a.yaml") }, map[string]any{
			"python t.py --config a.yaml": false, "python t.py --config=a.yaml": false, "wget http://x/a.yaml": true, "cp b.yaml a.yaml": true, "python t.py --config conf/a.yaml": false, "python t.py --c a.yaml; rm a.yaml": true,
			"CONFIG=a.yaml": false, "CONFIG=conf/a.yaml": false, "a.yaml": true, "python t.py b.yaml": false, "cat conf/a.yaml": true, "echo x > a.yaml": true,
		}},
		"the parts of a path":         {func(w string) any { return strings.Join(places(w), " ") }, map[string]any{"out/a": "out a", "/out/./a/": "out a", "..\\out\\a": "out a", ".": "", "../../a": "a", "": ""}},
		"a name's owner":              {func(w string) any { owner, last := ownerOf(w); return owner + " " + last }, map[string]any{"a.b.c": "a.b c", "a": " a", ".a": ". a", "..a": ".. a", ".a.b": ".a b", "..a.b": "..a b"}},
		"a definition of Net":         {func(w string) any { return defines(source.New("a.py", []byte(w)), "Net") }, map[string]any{"class Net:\n": true, "def Net():\n": true, "def Net2():\n": false, "Net = 1\n": false, "class Ne:\n": false}},
		"where a folder's model lies": {func(w string) any { return modelCalled(w) }, map[string]any{"a/B": "b", "B": "b", "/m/models--o--N/snapshots/h": "n", "a\\b": "b", "": "", "/": "", "models--n": "n"}},
		"a name on the hub":           {func(w string) any { return isHubID(w) }, map[string]any{"o/n": true, "o/n/m": false, "n": false, "/n": false, "o/": false, "./n": false, "~/n": false, "models/n": false, "Models/n": false, "$o/n": false, "o/n.1": true, "o.x/n": false, "o/n\\m": false}},
		"the last of a dotted name":   {func(w string) any { before, last, ok := cutLast(w); return fmt.Sprint(before, " ", last, " ", ok) }, map[string]any{"a.b.c": "a.b c true", "a": "  false", ".a": "  false", "a.": "a  true"}},
		"a key below optimizer":       {func(w string) any { return below(w, "optimizer") }, map[string]any{"optimizer": true, "optimizer.lr": true, "optimizers": false, "a.optimizer": false, "": false}},
		"a key below all":             {func(w string) any { return below(w, "") }, map[string]any{"a": true, "": true}},
		"a class like an optimizer":   {func(w string) any { return calledLikeOptimizer(w) }, map[string]any{"AdamW": true, "MySGD": true, "LambdaLR": false, "AdamScheduler": false, "Linear": false, "DistributedOptimizer": true, "Lion8bit": true}},
		"a model at the end of a path": {func(w string) any { name, ok := modelAtEnd(w); return fmt.Sprint(name, " ", ok) }, map[string]any{
			"${M}/Llama-3-8B": "Llama-3-8B true", "${M}/Llama-3-8B/": "Llama-3-8B true", "$M/out": "out false", "m/Llama-3-8B": " false", "Llama-3-8B": " false", "$M/Llama-$S": "Llama-$S false",
		}},
		"a text that declares mode": {func(w string) any { return declares([]byte(w), "mode") }, map[string]any{
			"\"--mode\"": true, "args.mode": true, "mode: str": true, "f(mode=None)": true, "'mode'": true, "a mode b": false, "args.model": false, "--mode_x": false, "my_mode=1": false, "amode:": false, "mode2=1": false, "modes=1 mode=2": true, "the mode.": false, "mode": false, "1mode=": false,
		}},
		"a side":                 {func(w string) any { return side(len(w)) }, map[string]any{"": "", "aaa": "3"}},
		"a part of encoder":      {func(w string) any { return isWithin(w, "encoder") }, map[string]any{"encoder": true, "encoder.layer": true, "encoder*": true, "encoders": false, "decoder": false, "a.encoder": false}},
		"a part of all":          {func(w string) any { return isWithin(w, "") }, map[string]any{"encoder": true, "": true}},
		"a key or a part of one": {func(w string) any { return word(w) }, map[string]any{"a_B9": "a_B9", "a b": "", "a-b": "", "a.b": "", "": "", "ä": ""}},
		"a name of batches":      {func(w string) any { return namesBatch(w) }, map[string]any{"batch_size": true, "Batch_Sizes": true, "bucket": true, "batch": false, "size": false}},
		"a module of a library":  {func(w string) any { return isLibrary(w) }, map[string]any{"torch.nn": true, "torch": false, "mine.nn": false}},
		"a model's or its batches' key": {func(w string) any { return decidesModel(w) }, map[string]any{
			"": true, "model": true, "model.head": true, "train_cfg": true, "fp16.loss_scale": true, "data.train.pipeline": true, "data.workers": false, "train_dataloader.dataset.pipeline": true, "optimizer": false, "models": false,
		}},
		"precision by a setting": {func(w string) any { return decidesPrecision(dialect.Pair{Key: w}) }, map[string]any{"fp16": true, "fp16.loss_scale": true, "optim_wrapper": true, "optim_wrapper.type": true, "optim_wrapper.lr": false, "fp": false}},
		"half of a precision":    {func(w string) any { return halfOf(w) }, map[string]any{"amp-fp16": "fp16", "amp-bf16": "bf16", "fp32": "fp32", "": ""}},
		"a table": {func(w string) any { return alike(config.Parse(source.New("a.yaml", []byte(w))).Root()) }, map[string]any{
			"a: {x: 1}\nb: {x: 2}\nc: {x: 3}\n": true, "a: {x: 1}\nb: {x: 2}\n": false, "a: {x: 1}\nb: {y: 2}\nc: {x: 3}\n": false, "a: {x: 1}\nb: {x: 2, y: 1}\nc: {y: 1, x: 3}\n": true, "a: {x: 1}\nb: {x: 2}\nc: {x: 3}\nd: 1\ne: 2\nf: 3\n": false,
			"a: {x: 1}\nb: {x: 2}\nc: {x: 3}\nd: 1\ne: 2\n": true, "a: {x: 1}\nb: {}\nc: {x: 3}\nd: {x: 1}\n": false, "a: 1\nb: 2\nc: 3\n": false,
		}},
		"keys of the program's own": {func(w string) any { return namedByProgram(config.Parse(source.New("a.yaml", []byte(w)))) }, map[string]any{
			"lr: 1\n": true, "- 1\n- 2\n": false, "lr: 1\n---\nlr: 2\n": false, "base_model: a/b\nmicro_batch_size: 2\nadapter: lora\nsequence_len: 512\n": false, "lr: [1\n": false,
		}},
		"words of code": {func(w string) any {
			all := words{}
			all.add([]byte(w))
			return fmt.Sprint(all["a"], all["b_1"], all["c"], len(all))
		}, map[string]any{
			"a b_1": "true true false 2", "a.b_1(c)": "true true true 3", "": "false false false 0", "-a-": "true false false 1", "ab_1": "false false false 1",
		}},
		"words of interpolations": {func(w string) any {
			all := words{}
			all.addReferences([]byte(w))
			return fmt.Sprint(all["a"], all["b"], all["c"])
		}, map[string]any{
			"x: ${a.b}/c": "true true false", "x: $a": "false false false", "x: ${a": "false false false", "x: ${a}-${c}": "true false true",
		}},
		"a script near its config":            {func(w string) any { return near("part/configs/a.yaml", w) }, map[string]any{"train.py": true, "tools/train.py": true, "part/tools/train.py": true, "other/tools/train.py": false}},
		"a config beside a script":            {func(w string) any { return beside(w, "part/train.py") }, map[string]any{"part/a.yaml": true, "part/configs/a.yaml": true, "configs/a.yaml": true, "other/a.yaml": false, "part/data/a.yaml": false, "a.yaml": false}},
		"a config beside a script at the top": {func(w string) any { return beside(w, "train.py") }, map[string]any{"a.yaml": true, "configs/a.yaml": true, "data/a.yaml": false}},
		"a config beside a script deep below": {func(w string) any { return beside(w, "a/b/train.py") }, map[string]any{"a/b/x.yaml": true, "configs/x.yaml": false, "a/b/configs/x.yaml": true}},
		"words of a training": {func(w string) any {
			s := launch.Read(source.New("run.sh", []byte("python main.py "+w+"\n")))
			l, ok := launch.Training(&s.Commands[0])
			return ok && wordsOfTraining(&l)
		}, map[string]any{
			"--do_train": true, "--do_train true": true, "--do_train false": false, "--mode train": true, "--mode eval": false, "--mode $M": false, "train": true, "eval": false, "$W": false, "--lr 3": false, "": false, "--train": true, "--mode": false,
		}},
	} {
		for w, want := range c.cases {
			if got := c.ask(w); got != want {
				t.Errorf("%s, %q: %v, want %v", question, w, got, want)
			}
		}
	}
	if !endsAlike([]string{"a"}, []string{"a"}) || endsAlike([]string{"a"}, []string{"b", "a"}) || !endsAlike([]string{"b", "a"}, []string{"c", "b", "a"}) || !endsAlike([]string{"c", "b", "a"}, []string{"b", "a"}) ||
		endsAlike([]string{"b", "a"}, []string{"c", "d", "a"}) {
		t.Error("two parts at the end have to be the same")
	}
	for _, c := range []struct {
		key  string
		v    run.Value
		want string
	}{
		{"load_in_4bit", run.Bool(true), "nf4"}, {"load_in_8bit", run.Bool(true), "int8"}, {"load_in_4bit", run.Bool(false), ""}, {"load_in_8bit", nil, "?"}, {"other", run.Bool(true), ""},
	} {
		if got := bits(c.key, Found{Value: c.v}); got != c.want {
			t.Errorf("%s=%v: %q, want %q", c.key, c.v, got, c.want)
		}
	}
}
