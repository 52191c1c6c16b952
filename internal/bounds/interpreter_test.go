package bounds

import (
	"fmt"
	"strings"
)

// interpreterInputs are programs that ask much of whoever runs them abstractly: values that double, states that fork,
// functions that call each other, files that import each other.
func interpreterInputs(size int) []input {
	return append(append(append(valueInputs(size), forkInputs(size)...), callInputs(size)...), projectInputs(size)...)
}

// step is a training step that uses what the name value stands for.
const step = `
for batch in loader:
    loss = model(batch, value)
    loss.backward()
    total += loss
    history.append(value)
    optimizer.step()
`

// valueInputs are large and doubling values.
func valueInputs(size int) []input {
	program := func(text string) string {
		return training + "import copy, functools, itertools, json, yaml\n" + text + step
	}
	times := func(n int, first, format, last string) string {
		return program(first + numberedTimes(n, format) + last + "\n")
	}
	many := func(first, format string) string { return program(first + numberedFrom(size, format) + "value = x1\n") }
	return []input{
		py("run-tuples-doubling-compared", times(60, "x0 = (data,)\ny0 = (data,)\n", "x%d = (x%d, x%[2]d)\ny%[1]d = (y%[2]d, y%[2]d)\n", "value = x60 == y60")),
		py("run-tuples-doubling-known", times(60, "x0 = (1,)\ny0 = (1,)\n", "x%d = (x%d, x%[2]d)\ny%[1]d = (y%[2]d, y%[2]d)\n", "value = x60 == y60")),
		py("run-tuples-doubling-printed", times(60, "x0 = (1,)\n", "x%d = (x%d, x%[2]d)\n", "value = str(x60) + f'{x60}' + '%s' % (x60,) + '{}'.format(x60)")),
		py("run-tuples-doubling-as-keys", times(60, "x0 = (1,)\ny0 = (1,)\n", "x%d = (x%d, x%[2]d)\ny%[1]d = (y%[2]d, y%[2]d)\n", "value = {x60: 1, y60: 2}[y60]")),
		py("run-tuples-doubling-in", times(60, "x0 = (1,)\ny0 = (1,)\n", "x%d = (x%d, x%[2]d)\ny%[1]d = (y%[2]d, y%[2]d)\n", "value = x60 in [y60, y60]")),
		py("run-tuples-doubling-returned", program("def build(a):\n    x0 = (torch.rand(1), a)\n"+strings.ReplaceAll(numberedTimes(60, "    x%d = (x%d, x%[2]d)\n"), "\n\n", "\n")+
			repeat(1000, "    a = a + 1\n")+"    return x60\n"+repeat(2000, "value = build(data)\n"))),
		py("run-lists-doubling-returned", program("def build(a):\n    x0 = [torch.rand(1), a]\n"+numberedTimes(60, "    x%d = [x%d, x%[2]d]\n")+
			repeat(4000, "    a = a + 1\n")+"    return x60\n"+repeat(2000, "value = build(data)\n"))),
		py("run-tuples-doubling-of-losses", program("x0 = (model(batch), model(batch))\n"+numberedTimes(60, "x%d = (x%d, x%[2]d)\n")+"loss = torch.stack(x60)\nloss.backward()\ntotal += x60\nhistory.append(x60)\nvalue = x60\n")),
		py("run-lists-doubling-of-losses", program("x0 = [model(batch), model(batch)]\n"+numberedTimes(60, "x%d = [x%d, x%[2]d]\n")+"loss = torch.stack(x60)\nloss.backward()\ntotal += x60\nhistory.append(x60)\nvalue = x60\n")),
		py("run-dicts-doubling-of-losses", program("x0 = {'a': model(batch)}\n"+numberedTimes(60, "x%d = {'a': x%d, 'b': x%[2]d}\n")+"loss = x60['a']\nloss.backward()\ntotal += x60\nhistory.append(x60)\nvalue = x60\n")),
		py("run-losses-doubling", program("x0 = model(batch)\n"+numberedTimes(3000, "x%d = x%d + x%[2]d\n")+"x3000.backward()\ntotal += x3000\nvalue = x3000\n")),
		py("run-losses-in-a-chain", program("x0 = model(batch)\n"+numberedFrom(size, "x%d = x%d + 1\n")+"x1.backward()\nvalue = x1\n")),
		py("run-numbers-doubling", times(3000, "x0 = len(data)\n", "x%d = x%d + x%[2]d\n", "value = x3000")),
		py("run-numbers-doubling-few", times(60, "x0 = len(data)\n", "x%d = x%d * x%[2]d\n", "value = x60")),
		py("run-numbers-in-a-chain", program("x0 = len(data)\n"+numberedFrom(size, "x%d = x%d + 1\n")+"value = x1\n")),
		py("run-unknowns-doubling", times(3000, "x0 = data\n", "x%d = f(x%d, x%[2]d)\n", "value = x3000")),
		py("run-choices-doubling", times(300, "x0 = data\n", "x%d = x%d if a%[1]d else [x%[2]d, x%[2]d]\n", "value = x300")),
		py("run-choices-of-tuples", times(60, "x0 = (data,)\n", "x%d = (x%d, x%[2]d) if a%[1]d else (x%[2]d, 1)\n", "value = x60 == x59")),
		py("run-choices-of-choices", times(60, "x0 = 0\n", "x%d = x%d + (1 if a%[1]d else 2 if b%[1]d else 3 if c%[1]d else 4)\n", "value = x60 * x59 * x58")),
		py("run-choices-multiplied", program(numbered(2000, "x%d = 1 if a%[1]d else 2 if b%[1]d else 3 if c%[1]d else 4 if d%[1]d else 5\n")+repeat(size, "value = x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8\n"))),
		py("run-lists-long", many("", "x%d = [0] * 4000\n")),
		py("run-tuples-long", many("", "x%d = (0,) * 4000\n")),
		py("run-tuples-long-nested", times(10, "x0 = (0,) * 4000\n", "x%d = (x%d,) * 4000\n", "value = str(x10)")),
		py("run-lists-sliced", many("a = [0] * 4000\n", "x%d = a[:]\n")),
		py("run-tuples-sliced", many("a = (0,) * 4000\n", "x%d = a[1:]\n")),
		py("run-lists-copied", many("a = [0] * 4000\n", "x%d = list(a)\n")),
		py("run-lists-copied-deep", many("a = [0] * 4000\n", "x%d = copy.deepcopy(a)\n")),
		py("run-lists-unpacked", many("a = [0] * 4000\n", "x%d = [*a]\n")),
		py("run-lists-reversed", many("a = [0] * 4000\n", "x%d = reversed(a)\n")),
		py("run-lists-zipped", many("a = [0] * 4000\n", "x%d = zip(a, a)\n")),
		py("run-lists-summed", many("a = [0] * 4000\n", "x%d = sum(a)\n")),
		py("run-lists-any", many("a = [0] * 4000\n", "x%d = any(a)\n")),
		py("run-lists-min", many("a = [0] * 4000\n", "x%d = min(a)\n")),
		py("run-lists-of-text", many("a = ['a' * 60] * 1000\n", "x%d = ','.join(a)\n")),
		py("run-lists-as-arguments", many("a = [0] * 4000\n", "x%d = f(*a)\n")),
		py("run-lists-as-arguments-of-ours", many("def f(*b):\n    return b\na = [0] * 4000\n", "x%d = f(*a)\n")),
		py("run-lists-in", many("a = [0] * 4000\n", "x%d = 1 in a\n")),
		py("run-lists-compared", many("a = [0] * 4000\nb = [0] * 4000\n", "x%d = a == b\n")),
		py("run-tuples-compared", many("a = (0,) * 4000\nb = (0,) * 4000\n", "x%d = a == b\n")),
		py("run-tuples-printed", many("a = (0,) * 4000\n", "x%d = str(a)\n")),
		py("run-ranges-listed", many("", "x%d = list(range(4096))\n")),
		py("run-ranges-gathered", many("", "x%d = [i for i in range(4096)]\n")),
		py("run-ranges-gathered-twice", many("", "x%d = [i for i in range(4096) for j in range(4096)]\n")),
		py("run-sets-gathered", many("", "x%d = {i for i in range(4096)}\n")),
		py("run-dicts-gathered", many("", "x%d = {i: i for i in range(4096)}\n")),
		py("run-dicts-long", program("a = {"+numbered(size/2, "'k%d': 1, ")+"}\n"+numberedFrom(size/2, "x%d = dict(a)\n")+"value = x1\n")),
		py("run-dicts-merged", program("a = {"+numbered(size/2, "'k%d': 1, ")+"}\n"+numberedFrom(size/2, "x%d = {**a, **a}\n")+"value = x1\n")),
		py("run-dicts-read", program("a = {"+numbered(size/2, "'k%d': 1, ")+"}\n"+numberedFrom(size/2, "x%d = a['k0']\n")+"value = x1\n")),
		py("run-dicts-read-numbers", program("a = {"+numbered(size/2, "%d: 1, ")+"}\n"+numberedFrom(size/2, "x%d = a[999]\n")+"value = x1\n")),
		py("run-dicts-filled-numbers", program("a = {}\n"+numbered(size, "a[%d] = 1\n")+"value = a\n")),
		py("run-dicts-of-dicts-filled", program("a = {'b': {'c': {}}}\n"+numbered(size, "a['b']['c']['k%d'] = 1\n")+"value = a\n")),
		py("run-dicts-updated", program("a = {"+numbered(size/2, "'k%d': 1, ")+"}\nb = {}\n"+repeat(size/2, "b.update(a)\n")+"value = b\n")),
		py("run-dicts-as-keywords", program("def f(**k):\n    return k\na = {"+numbered(size/2, "'k%d': 1, ")+"}\n"+numberedFrom(size/2, "x%d = f(**a)\n")+"value = x1\n")),
		py("run-default-dicts", program("import collections\na = collections.defaultdict(list)\n"+numbered(size, "a[%d].append(1)\n")+"value = a\n")),
		py("run-lists-appended", program("a = []\n"+repeat(size, "a.append(1)\n")+"value = a\n")),
		py("run-lists-appended-in-branches", program("a = []\n"+numbered(size, "if b%d: a.append(1)\n")+"value = a\n")),
		py("run-lists-extended", program("a = []\n"+repeat(size, "a.extend([1, 2, 3])\n")+"value = a\n")),
		py("run-lists-added", program("a = []\n"+repeat(size, "a += [1, 2, 3]\n")+"value = a\n")),
		py("run-lists-stored", program("a = [0] * 4000\n"+numbered(size, "a[%d %% 4000] = 1\n")+"value = a\n")),
		py("run-sets-added", program("a = set()\n"+numbered(size, "a.add(%d)\n")+"value = a\n")),
		py("run-texts-kept", many("a = 'a' * 65000\n", "x%d = a + 'b'\n")),
		py("run-texts-multiplied", many("", "x%d = 'a' * 65000\n")),
		py("run-texts-split", many("a = 'a ' * 32000\n", "x%d = a.split()\n")),
		py("run-texts-split-by", many("a = 'a,' * 32000\n", "x%d = a.split(',')\n")),
		py("run-texts-replaced", many("a = 'a' * 60000\n", "x%d = a.replace('a', 'b' * 60000)\n")),
		py("run-texts-replaced-empty", many("a = 'a' * 60000\n", "x%d = a.replace('', 'b' * 60000)\n")),
		py("run-texts-upper", many("a = 'a' * 65000\n", "x%d = a.upper()\n")),
		py("run-texts-formatted", many("a = 'a' * 60000\n", "x%d = f'{a}{a}'\n")),
		py("run-texts-formatted-grow", program("a = 'a'\n"+repeat(size, "a = f'{a}{a}'\n")+"value = a\n")),
		py("run-texts-format-grow", program("a = 'a'\n"+repeat(size, "a = '{}{}'.format(a, a)\n")+"value = a\n")),
		py("run-texts-percent-grow", program("a = 'a'\n"+repeat(size, "a = '%s%s' % (a, a)\n")+"value = a\n")),
		py("run-texts-replace-grow", program("a = 'a'\n"+repeat(size, "a = a.replace('a', 'aa')\n")+"value = a\n")),
		py("run-texts-join-grow", program("a = 'a'\n"+repeat(size, "a = a.join([a, a])\n")+"value = a\n")),
		py("run-texts-path-grow", program("import os\na = 'a'\n"+repeat(size, "a = os.path.join(a, a)\n")+"value = a\n")),
		py("run-texts-repr-grow", program("a = '\\'\"'\n"+repeat(size, "a = repr(a)\nb = '%r' % a\n")+"value = a\n")),
		py("run-texts-in-tuples-grow", program("a = 'a'\n"+repeat(size, "a = str((a, a))\n")+"value = a\n")),
		py("run-texts-walked", many("a = 'a' * 65000\n", "x%d = [b for b in a]\n")),
		py("run-texts-indexed", many("a = 'a' * 65000\n", "x%d = a[5]\n")),
		py("run-texts-measured", many("a = 'a' * 65000\n", "x%d = len(a)\n")),
		py("run-texts-compared", many("a = 'a' * 65000\nb = 'a' * 65000\n", "x%d = a == b\n")),
		py("run-texts-as-keys", program("a = 'a' * 65000\nd = {}\n"+numbered(size, "d[a + '%d'] = 1\n")+"value = d\n")),
		py("run-texts-as-attributes", program("a = 'a' * 65000\n"+numbered(size, "setattr(args, a + '%d', 1)\n")+"value = args\n")),
		py("run-texts-asked", program("a = 'a' * 65000\n"+numbered(size, "if data == a + '%d': pass\n")+"value = 1\n")),
		py("run-texts-as-arguments", program("def f(a):\n"+repeat(2000, "    b = 1\n")+"    return b\na = 'a' * 65000\n"+numbered(size, "value = f(a + '%d')\n"))),
		py("run-bytes", many("a = b'a' * 65000\n", "x%d = str(a)\n")),
		py("run-integers-long", program("a = 3\n"+repeat(size, "a = a * a + 1\n")+"value = a\n")),
		py("run-integers-long-kept", many("a = 3 ** 2500\n", "x%d = a + %[2]d\n")),
		py("run-integers-long-printed", many("a = 3 ** 2500\n", "x%d = str(a)\n")),
		py("run-integers-powers", many("", "x%d = 2 ** 4000\n")),
		py("run-integers-negative-power", program("value = 2 ** -10 ** 9 + (-1) ** (10 ** 30) + 0 ** 10 ** 30 + 1 ** 10 ** 30\n")),
		py("run-integers-of-text", many("a = '9' * 999\n", "x%d = int(a)\n")),
		py("run-integers-of-long-text", many("a = '9' * 65000\n", "x%d = int(a)\n")),
		py("run-floats-of-text", many("a = '9' * 65000\n", "x%d = float(a)\n")),
		py("run-integers-of-floats", many("a = 1e308\n", "x%d = int(a)\n")),
		py("run-ranges-huge", program("for i in range(-9223372036854775808, 9223372036854775807): pass\nvalue = [len(range(-9223372036854775808, 9223372036854775807)), list(range(0, 9223372036854775807, 9223372036854775807)), [i for i in range(9223372036854775800, 9223372036854775807, 5)], range(0, -9223372036854775808, -1)[-1], [0][-9223372036854775808:9223372036854775807:-9223372036854775808]]\n")),
		py("run-objects-with-attributes", program("class A: pass\na = A()\n"+numbered(size, "a.b%d = 1\n")+"value = vars(a)\n")),
		py("run-objects-vars", program("class A: pass\na = A()\n"+numbered(size/2, "a.b%d = 1\n")+numberedFrom(size/2, "x%d = vars(a)\n")+"value = x1\n")),
		py("run-attributes-in-a-chain", program("x0 = data\n"+numberedFrom(size, "x%d = x%d.a\n")+"value = x1\n")),
		py("run-attributes-many", program(numbered(size, "data.b%d = data.c%[1]d\n")+"value = data\n")),
		py("run-partials-in-a-chain", program("p = f\n"+repeat(size, "p = functools.partial(p, 1)\n")+repeat(1000, "value = p()\n"))),
		py("run-partials-of-ours", program("def f(*a):\n    return a\np = f\n"+repeat(size, "p = functools.partial(p, 1)\n")+repeat(1000, "value = p()\n"))),
		py("run-slices-nested", program("x0 = slice(1)\n"+numberedTimes(60, "x%d = data[x%d:x%[2]d]\n")+"value = x60\n")),
		py("run-lists-of-themselves", program("a = []\na.append(a)\nb = [a]\nb.append(b)\nd = {}\nd['a'] = d\nvalue = [str(a), copy.deepcopy(a), a == b, d == {'a': d}, a in b, sorted(b), sum([b, b], []), torch.stack(a), f'{a}', (a, b) == (b, a)]\ntotal += a\nhistory.append(a)\nd.update(d)\na.extend(a)\nb += b\n"+
			"for one in a:\n    for two in one:\n        for three in two:\n            three.backward()\n")),
		py("run-objects-of-themselves", program("class A:\n    def __init__(self):\n        self.a = self\n        self.b = [self]\n    def __getattr__(self, name):\n        return getattr(self, name)\n    def __getitem__(self, i):\n        return self[i]\n    def __call__(self, x):\n        return self(x)\n    def __len__(self):\n        return len(self)\n    def __iter__(self):\n        return iter(self)\n    def __bool__(self):\n        return bool(self)\n    def __eq__(self, b):\n        return self == b\n    def __setitem__(self, a, b):\n        self[a] = b\n    @property\n    def p(self):\n        return self.p + self.p\n"+
			"a = A()\n"+repeat(size, "a(a[a.p])\nfor b in a: a.c\na[1] = len(a)\nif a and a == 1: pass\n")+"value = a\n")),
		py("run-flags-and-parsers", training+numbered(size/2, "parser.add_argument('--flag_%d', type=int, default=1)\n")+repeat(size/2, "args = parser.parse_args()\n")+"value = args\n"+step),
		py("run-parsers-of-parsers", training+numberedTimes(6, "p%d = argparse.ArgumentParser(parents=[p%d] * 60)\n")+"p0.add_argument('--a', default=1)\n"+repeat(200, "args = p6.parse_args()\n")+"value = args\n"+step),
		py("run-parsers-of-commands", training+"s = parser.add_subparsers()\n"+numbered(size, "p%d = s.add_parser('a%[1]d')\ns = p%[1]d.add_subparsers()\n")+"args = parser.parse_args()\nvalue = args\n"+step),
		py("run-dotted-names", program("x0 = torch\n"+numberedFrom(size, "x%d = x%d.a\n")+"value = x1\n")),
		py("run-imports-of-a-long-module", training+"from "+repeat(size/2, "a.")+"a import "+strings.TrimSuffix(numbered(size/2, "b%d, "), ", ")+"\nvalue = b1\n"+step),
		py("run-sequentials-doubling", times(60, "x0 = torch.nn.Linear(1, 1)\n", "x%d = torch.nn.Sequential(x%d, x%[2]d)\n", "value = x60(data)\nfor m in x60: m(data).backward()")),
		py("run-prepared-doubling", times(60, "import accelerate\naccelerator = accelerate.Accelerator()\nx0 = model\n", "x%d = accelerator.prepare(x%d, x%[2]d)\n", "value = x60 == x60")),
		py("run-environment", program("import os\n"+numbered(size, "os.environ['K%d'] = 'a'\n")+"value = os.environ\n")),
		{name: "python/run-configs-read", path: "train.py", text: program(numbered(size/2, "c%d = yaml.safe_load(open('config.yaml'))\n") + "value = c0\n"),
			extra: map[string]string{"config.yaml": numbered(size/2, "k%d: [1, 2]\n")}},
		{name: "python/run-configs-of-aliases", path: "train.py", text: program(numbered(size/2, "c%d = yaml.safe_load(open('config.yaml'))\n") + "value = str(c0['a63'])\n"),
			extra: map[string]string{"config.yaml": aliasBomb(64, 9)}},
		{name: "python/run-configs-merged", path: "train.py", text: program("from omegaconf import OmegaConf\n" + numbered(size/2, "c%d = OmegaConf.merge(OmegaConf.load('config.yaml'), OmegaConf.load('config.yaml'))\n") + "value = c0.a63\n"),
			extra: map[string]string{"config.yaml": aliasBomb(64, 9)}},
	}
}

// forkInputs are programs whose state forks.
func forkInputs(size int) []input {
	program := func(text string) string { return training + text + step }
	inFunction := func(text string) string {
		return training + "def once(model, batch, a):\n    loss = model(batch)\n" + strings.ReplaceAll("\n"+strings.TrimSuffix(text, "\n"), "\n", "\n    ") +
			"\n    loss.backward()\n    return loss\nfor batch in loader:\n    total += once(model, batch, 1)\n"
	}
	variables := numbered(size/2, "v%d = 1\n")
	return []input{
		py("fork-returns", inFunction(numbered(size, "if a%d: return loss\n"))),
		py("fork-returns-of-the-same", inFunction(repeat(size, "if a == 1: return loss\n"))),
		py("fork-raises", inFunction(numbered(size, "if a%d: raise E\n"))),
		py("fork-asserts", inFunction(numbered(size, "assert a%d\n"))),
		py("fork-continues", program("for x in y:\n"+numbered(size, "    if a%d: continue\n")+"value = 1\n")),
		py("fork-breaks", program("for x in y:\n"+numbered(size, "    if a%d: break\n")+"value = 1\n")),
		py("fork-yields", inFunction(numbered(size, "if a%d: yield loss\n"))),
		py("fork-yields-in-withs", inFunction("with torch.no_grad():\n"+repeat(size, "    yield loss\n"))),
		py("fork-branches", program(numbered(size, "if a%d: v%[1]d = 1\n")+"value = v1\n")),
		py("fork-branches-of-one", program(numbered(size, "if a%d: v = v + 1\n")+"value = v\n")),
		py("fork-branches-of-texts", program("v = ''\n"+numbered(size, "if a%d: v += 'a'\n")+"value = v\n")),
		py("fork-branches-of-ands", program(numbered(size, "if a%d and b%[1]d or c%[1]d: v = v + 1\n")+"value = v\n")),
		py("fork-ands", program("if "+numbered(size/4, "a%d and ")+"1:\n    v = 1\nvalue = v\n")),
		py("fork-ors", program("if "+numbered(size/4, "a%d or ")+"1:\n    v = 1\nvalue = v\n")),
		py("fork-ands-in-a-chain", program("c0 = data\n"+numberedFrom(size, "c%d = c%d and d%[1]d\n")+"if c100: v = 1\nvalue = v\n")),
		py("fork-comparisons", program(numbered(size, "if data == %d: v = %[1]d\n")+"value = v\n")),
		py("fork-comparisons-of-texts", program(numbered(size, "if data == 'a%d': v = %[1]d\n")+"value = v\n")),
		py("fork-with-many-variables", program(variables+"if data:\n"+strings.ReplaceAll("    "+strings.TrimSuffix(variables, "\n"), "\n", "\n    ")+"\nvalue = v1\n")),
		py("fork-calls-with-many-variables", program("def f():\n    global "+strings.TrimSuffix(numbered(size/2, "v%d, "), ", ")+"\n    if data:\n"+strings.ReplaceAll("        "+strings.TrimSuffix(numbered(size/2, "v%d = 2\n"), "\n"), "\n", "\n        ")+"\n"+repeat(2000, "f()\n")+"value = v1\n")),
		py("fork-trys", program(repeat(size, "try:\n    v = f()\nexcept E:\n    v = g()\n")+"value = v\n")),
		py("fork-try-with-many-statements", program("try:\n"+numbered(size/2, "    v%d = f()\n")+numbered(size/2, "except E%d:\n    w = 1\n")+"value = w\n")),
		py("fork-try-with-one-variable", program("try:\n"+repeat(size/2, "    v = f()\n")+repeat(size/2, "except E:\n    w = v\n")+"value = w\n")),
		py("fork-trys-nested", program(nestedTry(300)+"value = 1\n")),
		py("fork-trys-in-loops", program("for x in y:\n  for z in x:\n"+repeat(size, "    try:\n      v = v + 1\n    except E:\n      continue\n    finally:\n      w = v\n")+"value = v\n")),
		py("fork-trys-nested-in-loops", program(nestedWith("for x in y:|try:", 18, "except E: break")+"value = 1\n")),
		py("fork-ifs-nested", program(nestedWith("if a:", 90, "else: v = 1")+"value = v\n")),
		py("fork-ifs-nested-different", program(nestedNumbered("if a%d:", 90, "else: v%d = v + 1")+"value = v\n")),
		py("fork-loops-nested", program(nestedNumbered("for x%d in range(3):", 18, "")+"value = 1\n")),
		py("fork-loops-nested-known", program(nestedNumbered("for x%d in [1, 2]:", 18, "")+"value = 1\n")),
		py("fork-loops-nested-unknown", program(nestedNumbered("for x%d in y%[1]d:", 18, "else: v%d = v + 1")+"value = 1\n")),
		py("fork-whiles-nested", program(nestedNumbered("while x%d < y:", 18, "")+"value = 1\n")),
		py("fork-whiles-true", program(nestedNumbered("while True:", 18, "if a: break")+"value = 1\n")),
		py("fork-loops-in-a-row", program(repeat(size, "for i in range(64): v = i\n")+"value = v\n")),
		py("fork-loops-of-unknowns", program(repeat(size, "for i in data: v = v + i\n")+"value = v\n")),
		py("fork-loops-of-whiles", program("i = 0\n"+repeat(size, "while i < 60: i += 1\n")+"value = i\n")),
		py("fork-loop-with-much", program("for i in range(60):\n"+numbered(size, "    v%d = i\n")+"value = v1\n")),
		py("fork-comprehensions", program(numbered(size, "v%d = [i for i in data if i if a%[1]d if b%[1]d]\n")+"value = v1\n")),
		py("fork-comprehensions-of-clauses", program("value = ["+"i "+repeat(size, "for i in range(2) ")+"]\n")),
		py("fork-comprehensions-nested", program("value = "+nest(2000, "[", "1", " for i in range(9)]")+"\n")),
		py("fork-comprehensions-of-ifs", program("value = [i for i in data "+numbered(size/4, "if a%d ")+"]\n")),
		py("fork-conditionals", program("value = "+numbered(2000, "%d if a%[1]d else ")+"1\n")),
		py("fork-match", program("match data:\n"+numbered(size, "    case {'a': %d, 'b': [x, *y]}:\n        v = %[1]d\n")+"value = v\n")),
		py("fork-withs", program(repeat(size, "with torch.no_grad():\n    v = model(batch)\n")+"value = v\n")),
		py("fork-withs-nested", program(nestedNumbered("with f() as w%d, torch.no_grad():", 18, "")+"value = 1\n")),
		py("fork-with-of-many", program("with "+strings.TrimSuffix(numbered(size/4, "f() as w%d, "), ", ")+":\n    pass\nvalue = 1\n")),
		py("fork-deletes", program(variables+numbered(size/2, "if a: del v%d\n")+"value = v1\n")),
		py("fork-walruses", program(numbered(size, "if (v := f(%d)): pass\n")+"value = v\n")),
		py("fork-unpacking", program(repeat(size, "a, (b, *c), d = data\n")+"value = a\n")),
		py("fork-unpacking-wide", program(strings.TrimSuffix(numbered(size/2, "a%d, "), " ")+" = data\n"+repeat(size/2, "a0, a1 = a1, a0\n")+"value = a0\n")),
	}
}

// nestedWith puts headers (several of one level divided by |) into each other, each with a clause behind its body.
func nestedWith(headers string, depth int, behind string) string {
	list := strings.Split(headers, "|")
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + list[i%len(list)] + "\n")
	}
	b.WriteString(strings.Repeat(" ", depth) + "v = v + 1\n")
	for i := depth - 1; i >= 0; i-- {
		if i%len(list) == len(list)-1 {
			b.WriteString(strings.Repeat(" ", i) + behind + "\n")
		}
	}
	return b.String()
}

// nestedNumbered is nestedWith where each level has its own number; a clause that is no else belongs to the body.
func nestedNumbered(header string, depth int, behind string) string {
	var b strings.Builder
	format := func(text string, i int) string {
		if !strings.Contains(text, "%") {
			return text
		}
		return fmt.Sprintf(text, i)
	}
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + format(header, i) + "\n")
	}
	b.WriteString(strings.Repeat(" ", depth) + "v = v + 1\n")
	for i := depth - 1; i >= 0 && behind != ""; i-- {
		at := i
		if !strings.HasPrefix(behind, "else") {
			at++
		}
		b.WriteString(strings.Repeat(" ", at) + format(behind, i) + "\n")
	}
	return b.String()
}

// callInputs are programs whose functions call each other in every way.
func callInputs(size int) []input {
	program := func(text string) string { return training + "import functools\n" + text + step }
	return []input{
		py("call-alternatives", program("def f0(x): return x\n"+numberedTimes(40, "def a%d(x): return f%d(x)\ndef b%[1]d(x): return f%[2]d(x)\nf%[1]d = a%[1]d if c%[1]d else b%[1]d\n")+"value = f40(data)\n")),
		py("call-alternatives-of-eight", program("def f0(x): return x\n"+numberedTimes(40, eight)+"value = f40(data)\n")),
		py("call-alternatives-of-steps", program("def f0(x): optimizer.step()\n"+numberedTimes(40, eight)+"for batch in loader:\n    f40(data)\nvalue = 1\n")),
		py("call-methods-of-alternatives", program("class C0:\n    def f(self, x): return x\n"+numberedTimes(60, "class A%d:\n    def f(self, x): return x.f(C%d())\nclass B%[1]d:\n    def f(self, x): return x.f(C%[2]d())\nC%[1]d = A%[1]d if a%[1]d else B%[1]d\n")+"value = C60().f(C59())\n")),
		py("call-returned-functions", program("def f0(x): return x\n"+numberedTimes(1000, "def f%d(x):\n    def g(y): return f%d(x)(y)\n    return g\n")+"value = f1000(data)(1)\n")),
		py("call-closures", program("def compose(f, g):\n    return lambda x: f(g(f(g(x))))\nh = f\n"+repeat(size, "h = compose(h, h)\n")+"value = h(data)\nfor batch in loader:\n    loss = h(model(batch))\n    loss.backward()\n")),
		py("call-lambdas", program("h0 = lambda x: x\n"+numberedFrom(size, "h%d = lambda x: h%d(h%[2]d(x))\n")+"value = h60(data)\n")),
		py("call-itself-with-itself", program("y = lambda f: f(f)\nvalue = y(y)\ng = lambda f: lambda x: f(f)(f(x))\nvalue = g(g)(g)\n"+repeat(size, "value = g(value)(g)\n"))),
		py("call-mutual-recursion", program(mutual(40)+"value = f0(data)\n")),
		py("call-mutual-recursion-of-steps", program(strings.ReplaceAll(mutual(40), "return", "optimizer.step(); return")+"value = f0(data)\n")),
		py("call-generators", program("def g0():\n    yield 1\n"+numberedTimes(60, "def g%d():\n    yield from g%d()\n    yield from g%[2]d()\n")+"value = list(g60())\n")),
		py("call-context-managers", program("import contextlib\n@contextlib.contextmanager\ndef g0():\n    yield 1\n"+numberedTimes(60, "@contextlib.contextmanager\ndef g%d():\n    with g%d(), g%[2]d():\n        yield 1\n")+"with g60():\n    value = 1\n")),
		py("call-decorators-of-ours", program("def d(f):\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n"+repeat(size, "@d\n")+"def h(x):\n    return x\nvalue = h(data)\n")),
		py("call-decorators-doubling", program("def d(f):\n    def g(*a, **k):\n        return f(f(*a, **k))\n    return g\n"+repeat(size, "@d\n")+"def h(x):\n    return x\nvalue = h(data)\n")),
		py("call-decorators-in-a-chain", program("def d0(f): return f\n"+numberedTimes(60, "@d%[2]d\ndef d%d(f):\n    @d%d\n    def g(*a): return f(*a)\n    return g\n")+"@d60\ndef h(x): return x\nvalue = h(data)\n")),
		py("call-decorators-of-classes", program("class D:\n    def __init__(self, f): self.f = f\n    def __call__(self, *a): return self.f(self.f(*a))\n"+repeat(size, "@D\n")+"def h(x):\n    return x\nvalue = h(data)\n")),
		py("call-decorators-with-steps", program("def d(f):\n    def g(*a, **k):\n        optimizer.step()\n        return f(f(*a, **k))\n    return g\n"+repeat(2000, "@d\n")+"def h(x):\n    return x\n"+repeat(size, "value = h(data)\n"))),
		py("call-decorators-on-many", program("def d(f):\n    @functools.wraps(f)\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n"+numbered(size, "@d\n@d\ndef h%d(x):\n    return h%[1]d(x)\n")+"value = h1(data)\n")),
		py("call-classes-in-a-chain", program("class C0:\n    def f(self): return 1\n"+numberedFrom(size, "class C%d(C%d):\n    def f(self): return super().f() + super().f()\n")+"value = C60().f()\n")),
		py("call-classes-supers", program("class C0:\n    def f(self): optimizer.step()\n"+numberedTimes(90, "class C%d(C%d):\n    def f(self):\n        super().f()\n        super().f()\n")+"for batch in loader: C90().f()\nvalue = 1\n")),
		py("call-classes-in-diamonds", program("class C0: pass\n"+numberedTimes(60, "class A%d(C%d): pass\nclass B%[1]d(C%[2]d): pass\nclass C%[1]d(A%[1]d, B%[1]d):\n    def __init__(self):\n        super().__init__()\n        self.x%[1]d = A%[1]d()\n")+"value = C60()\n")),
		py("call-classes-of-many-bases", program(numbered(size/2, "class C%d: pass\n")+"class D("+strings.TrimSuffix(numbered(size/2, "C%d, "), ", ")+"): pass\nvalue = D().a\n")),
		py("call-classes-chosen", program("C0 = torch.nn.Module\n"+numberedTimes(300, "class A%d(C%d): pass\nclass B%[1]d(C%[2]d): pass\nC%[1]d = A%[1]d if a%[1]d else B%[1]d\n")+"value = C300().f()\n")),
		py("call-classes-of-themselves", program("class A(A): pass\nclass B(C): pass\nclass C(B): pass\n"+repeat(size, "value = A().f(B().g(C().h()))\n"))),
		py("call-classes-nested", program(nestedNumbered("class A%d:", 90, "def f(self): return self.x.y.z")+"value = A0.A1.A2()\n")),
		py("call-classes-with-methods", program("class A(torch.nn.Module):\n"+numberedFrom(size, "    def f%d(self):\n        self.a%[1]d = self.a%[2]d\n        return self.f%[2]d()\n")+"value = A().f60()\nvalue = A().a60\n")),
		py("call-classes-settling", program("class A:\n"+numberedFrom(size/2, "    def f%d(self):\n        self.a%[1]d = self.a%[2]d + self.a%[2]d\n")+numbered(size/2, "A().a%d\n")+"value = A().a60\n")),
		py("call-properties", program("class A:\n"+numberedFrom(size, "    @property\n    def f%d(self):\n        return self.f%d + self.f%[2]d\n")+"value = A().f60\n")),
		py("call-instances-doubling", program("class C0: pass\n"+numberedTimes(60, "class C%d:\n    def __init__(self):\n        self.a = C%d()\n        self.b = C%[2]d()\n")+"value = C60()\n")),
		py("call-modules-doubling", program("class C0(torch.nn.Module):\n    def forward(self, x): return x\n"+numberedTimes(60, "class C%d(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = C%d()\n        self.b = C%[2]d()\n    def forward(self, x): return self.a(self.b(x))\n")+"model = C60()\nfor batch in loader:\n    loss = model(batch)\n    loss.backward()\n    total += loss\nvalue = model\n")),
		py("call-modules-in-lists", program("class A(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layers = torch.nn.ModuleList([torch.nn.Linear(1, 1) for i in range(4000)])\n    def forward(self, x):\n        for layer in self.layers: x = layer(x)\n        return x\n"+numbered(size, "m%d = A()\n")+"model = torch.nn.Sequential(m1, m2, m3)\nfor batch in loader:\n    loss = model(batch)\n    loss.backward()\nvalue = model\n")),
		py("call-dataclasses", program("import dataclasses\n@dataclasses.dataclass\nclass A:\n"+numbered(size/2, "    a%d: int = 1\n")+numberedFrom(size/2, "x%d = A()\n")+"value = x1\n")),
		py("call-enums", program("import enum\nclass A(enum.Enum):\n"+numbered(size/2, "    a%d = 1\n")+numberedFrom(size/2, "x%d = A(1)\n")+"value = x1\n")),
		py("call-parameters-many", program("def f("+strings.TrimSuffix(numbered(size/2, "a%d=1, "), ", ")+"): return a0\n"+numberedFrom(size/2, "x%d = f()\n")+"value = x1\n")),
		py("call-parameters-given", program("def f("+strings.TrimSuffix(numbered(size/4, "a%d=1, "), ", ")+"): return a0\n"+repeat(3*size/4, "value = f("+strings.TrimSuffix(numbered(size/10, "a%d=1, "), ", ")+")\n"))),
		py("call-parameters-annotated", program(numbered(size, "def f%d(a: A, b: 'B', c: Optional[C] = None, d: D | None = None): optimizer.step()\n")+"value = 1\n")),
		py("call-parameters-default-in-a-chain", program("def f0(a=1): return a\n"+numberedFrom(size, "def f%d(a=f%d()): return a\n")+"value = f60()\n")),
		py("call-many-entries", program(numbered(size, "def train%d(model, loader, optimizer):\n    for b in loader:\n        model(b).backward()\n        optimizer.step()\n")+"value = 1\n")),
		py("call-many-entries-that-loop", program("def heavy(x):\n    for i in range(60):\n        for j in range(60):\n            x = x + [i, j]\n    return x\n"+numbered(size, "def train%d(model):\n    heavy(model).backward()\n")+"value = 1\n")),
		py("call-many-events", program("def f():\n"+repeat(size/2, "    optimizer.step()\n")+"for batch in loader:\n"+repeat(size/2, "    f()\n")+"value = 1\n")),
		py("call-many-events-in-loops", program("for batch in loader:\n for b in loader:\n  for c in loader:\n"+repeat(size, "   model(c).backward(); optimizer.step()\n")+"value = 1\n")),
		py("call-many-losses", program("for batch in loader:\n"+numbered(size, "  l%d = model(batch); l%[1]d.backward(); t%[1]d += l%[1]d; h.append(l%[1]d)\n")+"value = 1\n")),
		py("call-many-models", program(numbered(size, "m%d = torch.nn.Linear(1, 1); o%[1]d = torch.optim.Adam(m%[1]d.parameters()); m%[1]d.eval(); m%[1]d(data).backward(); o%[1]d.step()\n")+"value = 1\n")),
		py("call-many-optimizers", program("for batch in loader:\n  model(batch).backward()\n"+numbered(size, "  o%d = torch.optim.Adam(model.parameters()); o%[1]d.step(); o%[1]d.zero_grad()\n")+"value = 1\n")),
		py("call-hooks", program(numbered(size, "def h%d(m, i, o): kept.append(o)\nmodel.register_forward_hook(h%[1]d)\n")+"for batch in loader:\n    model(batch).backward()\nvalue = kept\n")),
		py("call-checkpoints", program("from torch.utils.checkpoint import checkpoint\nx = data\n"+repeat(size, "x = checkpoint(lambda y: model(x), x)\n")+"value = x\n")),
		py("call-spawns", program("def f(rank):\n    for batch in loader:\n        model(batch).backward()\n"+repeat(size, "torch.multiprocessing.spawn(f, nprocs=2)\n")+"value = 1\n")),
		py("call-imports-by-name", program("import importlib\n"+numbered(size, "importlib.import_module('a.b%d').f()\n")+"value = 1\n")),
		py("call-globals", program("def f():\n    global g\n    g = g + 1\n    h()\ndef h():\n    global g\n    g = g * 2\n    f()\n"+repeat(size, "f()\n")+"value = g\n")),
		py("call-global-in-a-chain", "import torch\nfrom lib import x0\n"+training+numberedReversed(size, "x%d = x%d\n")+"value = x0\n"+step),
	}
}

const eight = `def a%d(x): return f%d(x)
f%[1]d = a%[1]d if c%[1]d else (lambda x: f%[2]d(x)) if d%[1]d else (lambda x: f%[2]d(x)) if e%[1]d else (lambda x: f%[2]d(f%[2]d(x)))
`

// mutual are functions each of which calls all of them.
func mutual(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def f%d(x): return (%s)\n", i, strings.TrimSuffix(numberedUpTo(n, "f%d(x), "), ", "))
	}
	return b.String()
}

func numberedUpTo(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// numberedReversed repeats a format with (0, 1), (1, 2), …: each refers to what comes after it.
func numberedReversed(size int, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, format, i, i+1)
	}
	return b.String()
}

// projectInputs are programs of many files, all of them together about size bytes large.
func projectInputs(size int) []input {
	project := func(name, main string, files map[string]string) input {
		return input{name: "project/" + name, path: "train.py", text: main, extra: files}
	}
	// ring is n files of about the same size, each of which imports some of the others.
	ring := func(n int, imports func(i int) string, body string) map[string]string {
		files := map[string]string{}
		for i := range n {
			text := imports(i) + strings.ReplaceAll(body, "N", fmt.Sprint(i))
			files[fmt.Sprintf("m%d.py", i)] = text
		}
		return files
	}
	next := func(format string, n int) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, (i+1)%n) }
	}
	everyone := func(format string, n int) func(int) string {
		return func(int) string { return numberedUpTo(n, format) }
	}
	loop := "\nimport torch\ndef trainN(model, loader, optimizer):\n    for b in loader:\n        loss = model(b)\n        loss.backward()\n        optimizer.step()\n        total += loss\n"
	starred := training + "from m0 import *\nfor batch in loader:\n    loss = f(model(batch))\n    loss.backward()\n    total += loss\n"
	n := max(2, size/400)
	square := max(2, min(70, size/1500))
	narrow := max(2, min(42, size/2400)) // where a line for each file is long
	return []input{
		project("star-ring", starred, ring(n, next("from m%d import *\n", n), loop+"a = unknown1\nb = unknown2(a)\nfor x in y:\n    c(d, e)\n")),
		project("star-everyone", starred, ring(square, everyone("from m%d import *\n", square), loop+"a = unknown1\nb = unknown2(a)\nfor x in y:\n    c(d, e)\n")),
		project("names-ring", training+"from m0 import x\nvalue = x\n"+step, ring(n, next("from m%d import x\n", n), loop)),
		project("names-everyone", training+"from m0 import x\nvalue = x\n"+step, ring(square, everyone("from m%d import x, y, z\n", square), loop+"v = x + y + z\n")),
		project("modules-everyone", training+"import m0\nvalue = m0.trainN\n"+step, ring(narrow, everyone("import m%d\n", narrow), loop+numberedUpTo(narrow, "m%d.train%[1]d(model, loader, optimizer)\n"))),
		project("calls-around-the-ring", training+"import m0\nm0.train0(model, loader, optimizer)\n", ring(n, next("import m%d as other\n", n), loop+"    other.f(model)\ndef f(x): return other.f(other.f(x))\nf(1)\n")),
		project("calls-of-everyone", training+"import m0\nm0.f(model)\n", ring(square, everyone("import m%d\n", square), loop+"def f(x):\n    optimizer.step()\n"+numberedUpTo(square, "    m%d.f(x)\n"))),
		project("classes-around-the-ring", training+"import m0\nmodel = m0.A()\nfor batch in loader:\n    model(batch).backward()\n", ring(n, next("import m%d as other\n", n), loop+"class A(other.A):\n    def forward(self, x): return super().forward(super().forward(x)) + self.a\n    def __init__(self):\n        super().__init__()\n        self.b = other.A()\n")),
		project("doubling-over-files", training+"import m0\nfor batch in loader:\n    m0.f()\n", ring(n, next("import m%d as other\n", n), loop+"def f():\n    optimizer.step()\n    other.f()\n    other.f()\n")),
		project("heavy-module-of-many", training+"import m0\n", heavyImported(size)),
		project("dotted-packages", training+"import "+repeat(2000, "a.")+"a\nvalue = a.a.a\n"+step, map[string]string{"a/__init__.py": "from . import a\nfrom .a import *\nfrom .. import a\n", "a/a/__init__.py": "from .. import a\nfrom ..a import *\n", "a/a/a.py": "from ... import a\n"}),
		project("relative-dots", training+"from "+strings.Repeat(".", size)+"a import b\n"+step, map[string]string{"a.py": "b = 1\n"}),
		project("imports-many", numbered(size/2, "import m%d\n")+training+step, map[string]string{"m0.py": numbered(size/2, "from m%d import *\n")}),
		project("gone-names-in-all", "import numpy as np\nx = np.int(1)\n", ring(n, func(int) string { return "import numpy as np\n" }, "def f(a):\n    return np.int(a) + np.float(a)\n"+strings.Repeat("b = [c.d(e), f(int)]\n", 10))),
		project("many-small-files", training+step, ring(n, func(int) string { return "" }, loop)),
		project("many-jobs", training+step, map[string]string{"run.sh": repeat(size/2, "python train.py --batch_size 8\n"), "config.yaml": numbered(size/4, "k%d: 1\n")}),
		project("many-folders", training+step, map[string]string{strings.Repeat("a/", 1000) + "b.py": loop, strings.Repeat("b/", 200) + ".gitignore": "a\n"}),
	}
}

// heavyImported is one file that costs much to run, and many that import it.
func heavyImported(size int) map[string]string {
	files := map[string]string{"m0.py": training + "def heavy(x):\n    for i in range(60):\n        for j in range(60):\n            x = x + [i, j]\n            optimizer.step()\n    return x\n" + repeat(size/2, "value = heavy(1)\n")}
	for i := 1; i < size/600; i++ {
		files[fmt.Sprintf("m%d.py", i)] = fmt.Sprintf("import torch\nimport m0\nfrom m0 import heavy, model, loader, optimizer\nfor b in loader:\n    loss = heavy(model(b))\n    loss.backward()\n    optimizer.step()\nvalue%d = m0.heavy(m0.value)\n", i)
	}
	return files
}
