package run

import "testing"

// TestAttributesThatMethodsChange: what a method finds on self is not what the constructor left there, where another
// method writes it. What nobody writes, and what is only set back to the same, is what the constructor says.
func TestAttributesThatMethodsChange(t *testing.T) {
	const head = "class A:\n    ready = False\n    size = 4\n    n = 3\n    def __init__(self):\n        self.n, self.k, self.begun = 0, 7, 1\n" +
		"        self.held, self.list, self.own = {}, [], {'a': 1}\n        self.fixed = [1, 2]\n" +
		"    def reset(self):\n        self.begun = 1\n" +
		"    def step(self, x):\n        self.n += 1\n        self.held[x] = x\n        self.list.append(x)\n        self.own[x] = 2\n        self.ready = True\n"
	for _, c := range []struct{ name, body, want string }{
		{"a counter", "mark(self.n)", "n, else 0"},
		{"nobody writes it", "mark(self.k)", "7"},
		{"only set back", "mark(self.begun)", "1"},
		{"a switch of the class", "mark(self.ready)", "ready, else False"},
		{"a constant of the class", "mark(self.size)", "4"},
		{"a counter that is asked", "assert self.n > 0\n        mark(1)", "1"},
		{"a dictionary that is filled", "assert self.held\n        assert 'b' in self.held\n        mark(len(self.held) == 0)", "True or False"},
		{"a list that is filled", "assert len(self.list) == 3\n        mark(1)", "1"},
		{"a list that nobody fills", "mark(len(self.fixed))", "2"},
		{"what is there from the beginning", "mark(self.own['a'])", "1"},
	} {
		if got := entered(t, head+"    def run(self):\n        "+c.body+"\n", "run", true); got != c.want {
			t.Errorf("%s: mark was given %q, want %q", c.name, got, c.want)
		}
	}
	if got := entered(t, head+"    def run(self):\n        mark(self.n, self.ready)\n", "run", false); got != "0 False" {
		t.Errorf("of a program that is known: mark was given %q, want 0 False", got)
	}
}

// TestNothingDeadWithoutCause: a test that the run cannot decide ends no program.
func TestNothingDeadWithoutCause(t *testing.T) {
	const register = "MODELS = {}\ndef register(name):\n    def wrap(cls):\n        MODELS[name] = cls\n        return cls\n    return wrap\n"
	for _, c := range []struct{ name, text, want string }{
		{"sizes of two probes are one", "def run(probe):\n    sizes = [probe() for _ in range(3)]\n    assert len(set(sizes)) == 1\n    mark(1)\n", "1"},
		{"added one by one", "def run(probe):\n    seen = set()\n    for _ in range(3):\n        seen.add(probe())\n    assert len(seen) == 1\n    mark(1)\n", "1"},
		{"written as a set", "def run(a, b):\n    assert len({a, b}) == 1\n    mark(1)\n", "1"},
		{"of a comprehension", "def run(a, b):\n    assert len({x.size for x in (a, b)}) == 1\n    mark(1)\n", "1"},
		{"a text and something unknown", "def run(a):\n    assert len({'x', a}) == 1\n    mark(1)\n", "1"},
		{"constants are as many as they are", "def run():\n    mark(len({1, 2, 2}), len({'a', 'b', 'a'}), len({'a', 1}))\n", "2 2 2"},
		{"objects of a class are themselves", "class A:\n    pass\ndef run():\n    mark(len({A(), A()}))\n", "2"},
		{"unless the class says what equals it", "class A:\n    def __eq__(self, other):\n        return True\ndef run():\n    assert len({A(), A()}) == 1\n    mark(1)\n", "1"},
		{"an ordered dictionary is one", "from collections import OrderedDict\ndef run():\n    assert isinstance(OrderedDict(), OrderedDict)\n    mark(1)\n", "1"},
		{"a dictionary is no module", "from torch import nn\ndef run():\n    mark(isinstance({}, nn.Module))\n", "False"},
		{"in another order", "import random\ndef run():\n    names = ['a', 'b']\n    random.shuffle(names)\n    assert names[0] == 'b'\n    mark(1)\n", "1"},
		{"in another order, with more behind it", "import random\ndef run(more):\n    names = ['a', *more]\n    random.shuffle(names)\n    assert names[0] == 'b'\n    mark(1)\n", "1"},
		{"a text by the name of a library", "import six\ndef run():\n    assert isinstance('a', six.string_types)\n    mark(1)\n", "1"},
		{"a number by the name of a library", "from six import integer_types\ndef run():\n    assert isinstance(3, (list, integer_types))\n    mark(1)\n", "1"},
		{"a list by the name of a library", "from torch._six import container_abcs\ndef run():\n    mark(isinstance([1], container_abcs.Sequence), isinstance([1], container_abcs.Mapping))\n", "True False"},
		{"a dictionary by another", "from six.moves import collections_abc\ndef run():\n    mark(isinstance({}, collections_abc.Mapping))\n", "True"},
		{"registered in another file", register + "def run():\n    assert 'big' in MODELS\n    mark(1)\n", "1"},
		{"a dictionary that is the function's own", "NAMES = {}\nNAMES['a'] = 1\ndef run():\n    assert 'b' in NAMES\n    mark(1)\n", ""},
	} {
		if got := entered(t, c.text, "run", true); got != c.want {
			t.Errorf("%s: mark was given %q, want %q", c.name, got, c.want)
		}
	}
}

// TestWrittenOnOneWayOnly: what nobody was seen to set is still what it was where a test does not come to the statement
// that writes it.
func TestWrittenOnOneWayOnly(t *testing.T) {
	const head = "import torch\nclass A:\n    def __init__(self, cfg):\n        self.cfg = cfg\n"
	for _, c := range []struct{ name, text, want string }{
		{"an attribute of something unknown", "def run(cfg):\n    if not cfg.cuda:\n        cfg.half = False\n    mark(cfg.half)\n", "False or unknown half (an attribute of something unknown)"},
		{"its item", "def run(cfg):\n    if not cfg['cuda']:\n        cfg['half'] = False\n    mark(cfg['half'])\n", "False or unknown half (an item of something unknown)"},
		{"in the constructor", head + "        if not cfg.cuda:\n            self.cfg.half = False\n    def run(self):\n        mark(self.cfg.half)\n", "False or unknown half (an attribute of something unknown)"},
		{"of something annotated", "class C:\n    def __init__(self, given):\n        self.half = given.pop('half')\ndef run(cfg: C):\n    if not cfg.cuda:\n        cfg.half = False\n    mark(cfg.half)\n", "False or unknown half (an attribute of something unknown)"},
		{"an option that a caller may give", "def run(**kw):\n    if not kw['cuda']:\n        kw['half'] = False\n    mark(kw['half'])\n", "False or unknown half (an item of something unknown)"},
		{"an item of what is known whole", "def run(cuda):\n    kw = {'half': True}\n    if not cuda:\n        kw['half'] = False\n    mark(kw['half'])\n", "False or True"},
		{"one that only this way gives", "def run(cuda):\n    kw = {}\n    if not cuda:\n        kw['half'] = False\n    mark(kw['half'])\n", "False"},
		{"written on every way", "def run(cfg):\n    cfg.half = False\n    mark(cfg.half)\n", "False"},
		{"on both of two", "def run(cfg):\n    if cfg.cuda:\n        cfg.half = 1\n    else:\n        cfg.half = 2\n    mark(cfg.half)\n", "1 or 2"},
	} {
		if got := entered(t, c.text, "run", true); got != c.want {
			t.Errorf("%s: mark was given %q, want %q", c.name, got, c.want)
		}
	}
}
