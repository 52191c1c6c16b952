package bounds

import "strings"

// loopInputs are jobs whose training loops ask much of whoever follows them.
func loopInputs(size int) []input {
	head := "import copy, functools, itertools\nimport torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset\n\n"
	model := "model = nn.Linear(4, 4)\nopt = torch.optim.Adam(model.parameters())\n"
	step := "    opt.zero_grad()\n    model(x).sum().backward()\n    opt.step()\n"
	// in is a script that trains on items of its own dataset; it does something before, for each item, and in its loop.
	script := func(name, before, item, inside string) input {
		indented := func(text, by string) string {
			if text == "" {
				return ""
			}
			return by + strings.ReplaceAll(text, "\n", "\n"+by) + "\n"
		}
		return py("loop-"+name, head+before+"\n\nclass Data(Dataset):\n    def __len__(self):\n        return 100\n    def __getitem__(self, i):\n"+
			indented(item, "        ")+"        return torch.zeros(4)\n\n"+model+"for x in DataLoader(Data(), batch_size=8):\n"+indented(inside, "    ")+step)
	}
	inside := func(name, text string) input { return script(name, "", "", text) }
	return []input{
		inside("text-repeated", "a = 'x' * 2 ** 40"),
		inside("text-replaced", "a = 'a' * 60000\nfor i in range(100):\n    a = a.replace('a', 'aa')"),
		inside("text-joined", "a = ('x' * 60000).join(['y'] * 60000)"),
		inside("text-split", "a = ('a' * 100000)\nb = [a.split('a') for i in range(100000)]"),
		inside("text-percent", "a = 'x' * 60000\na = '%s' * 60000 % tuple([a] * 60000)"),
		inside("text-format", "a = 'x' * 60000\na = ('{0}' * 60000).format(a)"),
		inside("text-digits", "a = '%.2000000000f' % 1.0\nb = f'{1.0:.2000000000f}'"),
		inside("text-fstring", "a = 'x'\nwhile True:\n    a = f'{a}{a}'"),
		inside("text-items", "a = 'x' * 100000\nb = [a[i] for i in range(100000)]"),
		inside("text-lists", "b = [list('x' * 100000) for i in range(100000)]"),
		inside("text-evaluated", "for i in range(10 ** 9):\n    eval('+'.join(['1'] * 10000))"),
		inside("bytes", "a = b'x' * 2 ** 40"),
		inside("list-repeated", "a = [0] * 2 ** 40"),
		inside("list-of-range", "a = list(range(2 ** 40))"),
		inside("list-slices", "a = [0] * 100000\nb = [a[:] for i in range(100000)]"),
		inside("list-pops", "a = [0] * 100000\nwhile True:\n    a.pop(0)\n    a.insert(0, 1)"),
		inside("list-itself", "a = []\na.append(a)\nb = str(a)\nc = a == [a]\nd = copy.deepcopy(a)"),
		inside("list-deep", "a = []\nfor i in range(1000000):\n    a = [a]\nb = str(a)"),
		inside("list-deep-compared", "a, b = [], []\nfor i in range(300000):\n    a, b = [a], [b]\nc = a == b"),
		inside("list-deep-tensor", "a = [0]\nfor i in range(300000):\n    a = [a]\nb = torch.tensor(a)"),
		inside("range-walked", "a = all(range(1, 2 ** 40))\nb = 2 ** 39 in range(2 ** 40)\nc = 'x' in range(2 ** 40)"),
		inside("islice", "a = list(itertools.islice(range(2 ** 40), 2 ** 39))"),
		inside("numbers", "a = 2 ** 10 ** 9\nb = 10 ** 400\nc = 1 << 2 ** 40"),
		inside("dicts-copied", "a = {i: i for i in range(10000)}\nb = [dict(a) for i in range(10000)]"),
		inside("dicts-merged", "a = {i: i for i in range(10000)}\nb = [{**a} for i in range(10000)]\nc = [a | a for i in range(10000)]"),
		inside("sets", "a = set(range(10000))\nb = [a | a for i in range(10000)]"),
		inside("keys-doubling", "a = (1,)\nfor i in range(100):\n    a = (a, a)\nb = {a: 1}"),
		inside("tuples-doubling", "a, b = (1,), (1,)\nfor i in range(100):\n    a, b = (a, a), (b, b)\nc = a == b\nd = a < b"),
		inside("tuples-doubling-copied", "a = ([1],)\nfor i in range(100):\n    a = (a, a)\nb = copy.deepcopy(a)"),
		inside("tuples-doubling-held", "a = (x,)\nfor i in range(100):\n    a = (a, a)"),
		inside("generators", "a = [(y for y in [1]) for i in range(10 ** 6)]\nb = [next(g) for g in a]"),
		inside("generators-nested", "a = iter([1])\nfor i in range(100000):\n    a = (y for y in a)\nb = next(a)"),
		inside("partials", "f = print\nfor i in range(10 ** 6):\n    f = functools.partial(f, i)\nf()"),
		inside("product", "a = list(itertools.product(range(1000), repeat=10))\nb = list(itertools.combinations(range(60), 30))"),
		inside("classes", "for i in range(10 ** 6):\n    A = type('A', (A,) if i else (), {})"),
		inside("sums-of-lists", "a = sum([[0] * 1000] * 100000, [])"),
		inside("names", "for i in range(10 ** 6):\n    globals()[str(i)] = locals()"),
		inside("tensors-held", "a = []\nwhile True:\n    a.append(x + 1)"),
		inside("tensors-of-many", "a = [x + i for i in range(10 ** 6)]"),
		inside("tensors-cat", "a = x\nwhile True:\n    a = torch.cat([a, a])"),
		inside("backwards", "for i in range(10 ** 6):\n    model(x).sum().backward()"),
		inside("backwards-retained", "loss = model(x).sum()\nfor i in range(10 ** 6):\n    loss.backward(retain_graph=True)"),
		inside("updates", "for i in range(10 ** 6):\n    opt.step()"),
		inside("drops", "a = [model(x) for i in range(2000)]\nfor i in range(10 ** 6):\n    opt.zero_grad()"),
		inside("copies-of-models", "m = [copy.deepcopy(model) for i in range(10 ** 6)]"),
		inside("exceptions", "for i in range(10 ** 6):\n    try:\n        raise ValueError('x' * 10000)\n    except ValueError as e:\n        a = str(e)"),
		script("ways", "import random", "for i in range(64):\n    if random.random() < 0.5:\n        i = 1", ""),
		script("ways-of-items", "import random", "a = [random.random() < 0.5 for i in range(64)]\nfor y in a:\n    if y:\n        return torch.zeros(3)", ""),
		script("item-endless", "", "while True:\n    i += 1", ""),
		script("item-long", "", "a = [0] * 2 ** 40", ""),
		script("texts-before", numbered(size/2, "t%d = ('a' * 60000).replace('a', 'b' * 60000)\n"), "", ""),
		script("calls", "def f(n):\n    return f(n - 1) + f(n - 1) if n else 0\n", "", "a = f(60)"),
		script("collated", "def collate(items):\n    return items * 2 ** 40\n", "", "for y in DataLoader(Data(), batch_size=2 ** 40, collate_fn=collate):\n    pass"),
		py("loop-additions", head+model+"x = torch.zeros(8, 4)\nwhile True:\n    opt.zero_grad()\n    y = model(x)\n    for i in range(100000):\n        y = y + 1\n    y.sum().backward()\n    opt.step()\n"),
		py("loop-statements", head+model+"x = torch.zeros(8, 4)\nwhile True:\n    opt.zero_grad()\n    y = model(x)\n"+repeat(size, "    y = y + 1\n")+"    y.sum().backward()\n    opt.step()\n"),
		py("loop-models", head+numbered(size/2, "m%d = nn.Linear(4, 4)\n")+"opt = torch.optim.Adam(m0.parameters())\nx = torch.zeros(8, 4)\nwhile True:\n    opt.zero_grad()\n"+
			numbered(size/2, "    x = m%d(x)\n")+"    x.sum().backward()\n    opt.step()\n"),
		py("loop-optimizers", head+model+"x = torch.zeros(8, 4)\n"+numbered(size/2, "o%d = torch.optim.Adam(model.parameters())\n")+"while True:\n    model(x).sum().backward()\n"+
			numbered(size/2, "    o%d.step()\n")),
	}
}
