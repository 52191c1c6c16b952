package run

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// globals runs a script and shows what its names are at the end.
func globals(t *testing.T, text string, names ...string) []string {
	t.Helper()
	m, u := ran(t, text)
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = m.Show(m.get(u.scope, name))
	}
	return shown
}

// ran is a script that was run, alone.
func ran(t *testing.T, text string) (*Machine, *Unit) {
	t.Helper()
	module, err := python.Parse(source.New("script.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Main: module})
	m.Run(module, "script")
	return m, m.Unit(module, "script")
}

var valueTests = []struct{ name, text, want string }{
	{"an item deleted", "x = [1, 2, 3]\ndel x[0]\n", "[2, 3]"},
	{"the last item deleted", "x = [1, 2, 3]\ndel x[-1]\n", "[1, 2]"},
	{"an item of somewhere deleted", "x = [1, 2]\ndel x[n]\n", "[… 1 or 2]"},
	{"a part deleted", "x = [1, 2]\ndel x[:1]\n", "[2]"},
	{"an unknown part deleted", "x = [1, 2]\ndel x[:n]\n", "[… 1 or 2]"},
	{"an item that is not there deleted", "x = []\ndel x[0]\n", "[]"},
	{"an alias sees what is deleted", "x = [1, 2]\ny = x\ndel y[0]\n", "[2]"},
	{"a key deleted", "x = {'a': 1, 'b': 2}\ndel x['a']\n", "{'b': 2}"},
	{"a part that a call gave is copied", "import copy, lib\nclass A: pass\na = A()\na.part = lib.make()\nb = copy.deepcopy(a)\nx = b.part is a.part\n", "True or False"},
	{"a part that nobody knows is not", "import copy\nclass A: pass\na = A()\na.part = n\nb = copy.deepcopy(a)\nx = b.part is a.part\n", "True"},
	{"a part replaced", "x = [1, 2]\nx[0:1] = [5]\n", "[… 1 or 2 or 5]"},
	{"assignment replaces", "x = 1\nx = 2\n", "2"},
	{"a text cut once", "x = 'a.b.c'.split('.', 1)\n", "['a', 'b.c']"},
	{"a text cut once from its end", "x = 'a.b.c'.rsplit('.', 1)\n", "['a.b', 'c']"},
	{"by names of arguments", "x = 'a.b.c.d'.rsplit(sep='.', maxsplit=2)\n", "['a.b', 'c', 'd']"},
	{"cut never", "x = 'a.b'.split('.', 0)\n", "['a.b']"},
	{"cut as often as there is something", "x = 'a.b'.rsplit('.', 9)\n", "['a', 'b']"},
	{"blanks, a limit", "x = 'a b c'.split(None, 1)\n", "unknown split (the result of .split())"},
	{"a limit that nobody knows", "x = 'a.b'.split('.', given)\n", "unknown split (the result of .split())"},
	{"parted", "x = 'a.b.c'.partition('.')\n", "('a', '.', 'b.c')"},
	{"parted at the end", "x = 'a.b.c'.rpartition('.')\n", "('a.b', '.', 'c')"},
	{"nothing to part at", "x = ('a'.partition('.'), 'a'.rpartition('.'))\n", "(('a', '', ''), ('', '', 'a'))"},
	{"the type of a number", "x = type(1) == int\n", "True"},
	{"the types of two constants", "x = type('a') == type(1)\n", "False"},
	{"floor of negative numbers", "x = -7 // 2, -7 % 3, 7 // -2\n", "(-4, 2, -4)"},
	{"long integers", "x = 2 ** 64 // 3\n", "6148914691236517205"},
	{"integers have no bound of a float", "x = 9223372036854775807 + 1\n", "9223372036854775808"},
	{"both ways", "import os\nif os.path.exists('a'):\n    x = 1\nelse:\n    x = 2\n", "1 or 2"},
	{"one of two conditions, kept in a variable", `
import os
flag = os.path.exists("a") or os.path.exists("b")
x = 0
if flag:
    x = 1
if flag:
    x = x + 1
`, "2 or 0"},
	{"two questions to one of two values are two conditions", `
import os
step = 0
if os.environ.get("A"):
    step = int(os.environ.get("A"))
last = int(os.environ.get("B"))
x = 0
if step < last:
    x = 1
    if step >= last:
        x = 5
if step < last:
    x = x + 1
`, "6 or 2 or 0"},
	{"one condition of two functions that answer by the same", `
import os
rank = os.environ.get("RANK")
def number():
    if rank is None:
        return 0
    return rank
def first():
    return number() == 0
x = 0
if first():
    x = 1
if first():
    x = x + 1
`, "2 or 0"},
	{"a value that is taken back on one way is one condition", `
import os
flag = bool(os.environ.get("A"))
if os.environ.get("B"):
    flag = False
x = 0
if flag:
    x = 1
else:
    x = 5
if flag:
    x = x + 1
`, "2 or 5"},
	{"the same condition goes the same way", `
import os
flag = os.environ.get("F")
if flag:
    a = 1
else:
    a = 2
if flag:
    x = a
else:
    x = 5
`, "1 or 5"},
	{"a return under a condition", `
def f(n):
    if n is None:
        return 3
    return n + 1
x = f(None), f(4)
`, "(3, 5)"},
	{"a dictionary filled step by step", `
kw = {"a": 1}
kw["b"] = 2
kw.update(c=3)
kw.setdefault("a", 9)
def f(a, b, c):
    return a + b + c
x = f(**kw)
`, "6"},
	{"a dictionary that is filled by setdefault under keys that nobody knows", `
d = {}
for k in given():
    d.setdefault(int(k), set()).add(1)
known = {}
known.setdefault("a", 1)
x = len(known), len(d)
`, "(1, unknown (computed from something unknown))"},
	{"what str gives is never None", `
def f(p, q):
    return 1 if p is None else 2, 1 if q is None else 2
x = f(str(given()), given())
`, "(2, 1 or 2)"},
	{"objects are kept apart", `
class Box:
    def __init__(self, n):
        self.n = n
    def add(self, k=1):
        self.n += k
        return self
a = Box(1)
b = Box(10)
a.add().add(2)
x = a.n, b.n
`, "(4, 10)"},
	{"inheritance and super", `
class A:
    scale = 2
    def __init__(self, n):
        self.n = n * self.scale
class B(A):
    scale = 3
    def __init__(self, n, m=1):
        super().__init__(n)
        self.m = m
    @property
    def both(self):
        return self.n + self.m
x = B(2).both
`, "7"},
	{"a known loop is unrolled", `
x = []
for i in range(4):
    if i == 2:
        continue
    x.append(i * i)
`, "[0, 1, 9]"},
	{"break", `
x = 0
for i in range(10):
    if i > 3:
        break
    x = i
`, "3"},
	{"what is tried again until it does not raise", `
x = None
for attempt in range(1, 31):
    try:
        x = 7
        print(attempt)
        break
    except OSError:
        pause(30)
`, "7 or None"},
	{"what is tried with another number each time", `
x = None
for n in range(4):
    try:
        x = n
        load()
        break
    except OSError:
        pause(30)
`, "0 or 1 or 2 or 3 or None"},
	{"a closure", `
def outer(n):
    def inner(k):
        return n + k
    return inner
x = outer(2)(3)
`, "5"},
	{"a comprehension", "x = [i * 2 for i in range(5) if i % 2]\n", "[2, 6]"},
	{"f-strings", "n = 7\nx = f'model-{n}b-{n:03d}'\n", "'model-7b-007'"},
	{"a registry filled by decorators", `
REGISTRY = {}
def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls
    return wrap
@register("net")
class Net:
    width = 4
x = REGISTRY["net"]().width
`, "4"},
	{"dataclasses", `
from dataclasses import dataclass, field
@dataclass
class Config:
    lr: float = 0.1
    layers: list = field(default_factory=lambda: [1, 2])
    depth: int = 3
    def __post_init__(self):
        self.depth = self.depth * 2
c = Config(0.5, depth=4)
x = c.lr, c.layers, c.depth
`, "(0.5, [1, 2], 8)"},
	{"all combinations", "import itertools\nx = [(a, b) for a, b in itertools.product([1, 2], ['u', 'v'])]\n", "[(1, 'u'), (1, 'v'), (2, 'u'), (2, 'v')]"},
	{"combinations with something unknown", "import itertools\nx = [a for a, b in itertools.product([1], input())]\n", "[… unknown (an item of something unknown)]"},
	{"a partial", "from functools import partial\ndef f(a, b):\n    return a - b\nx = partial(f, b=1)(5)\n", "4"},
	{"a generator", "def g():\n    yield 1\n    yield 2\nx = [v for v in g()]\n", "[… 1 or 2]"},
	{"unpacking", "a, (b, *c) = 1, (2, 3, 4)\nx = a, b, c\n", "(1, 2, [3, 4])"},
	{"and, or", "x = (None or 5, 0 and 1, [] or 'a')\n", "(5, 0, 'a')"},
	{"a global", "n = 1\ndef f():\n    global n\n    n = 2\nf()\nx = n\n", "2"},
	{"nonlocal", "def f():\n    n = 1\n    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n\nx = f()\n", "2"},
	{"raise ends a way", "import os\nn = os.getenv('N')\nif n:\n    raise ValueError\nx = 1 if n else 2\n", "2"},
	{"a lambda in a dictionary", "d = {'a': lambda v: v + 1}\nx = d['a'](2)\n", "3"},
	{"setattr and getattr", "class A: pass\na = A()\nsetattr(a, 'n', 3)\nx = getattr(a, 'n'), getattr(a, 'k', 5)\n", "(3, 5)"},
	{"a list that nested loops fill", "x = []\nn = 0\nfor i in range(3):\n    for f in ['s', 'c']:\n        x.append((i, f))\n        n += 1\nx = len(x), n\n", "(6, 6)"},
	{"nested loops of a constructor", "class C:\n    def __init__(self, fns):\n        self.n = 0\n        for i in range(3):\n            for f in fns:\n                f(i)\n                self.n += 1\nx = C([abs, str]).n\n", "6"},
	{"epochs that count steps", "n = 0\nfor epoch in range(3):\n    for i in range(2):\n        fit(i)\n        n += 1\nx = n\n", "unknown n (changed in the loop at line 2)"},
	{"a counter in an unknown loop", "import sys\nn = 0\nfor line in sys.stdin:\n    n += 1\nx = n\n", "unknown n (changed in the loop at line 3) or 0"},
	{"tests of isinstance", "x = 1 if isinstance('a', str) else 2\n", "1"},
	{"isinstance of abstract classes", "import collections, numbers\nfrom collections.abc import Mapping, Sequence\nx = [isinstance([1], collections.Iterable), isinstance(2, numbers.Number), isinstance(2.5, numbers.Integral), isinstance({}, Mapping), isinstance({}, Sequence)]\n", "[True, True, False, True, False]"},
	{"a match", "k = 'b'\nmatch k:\n    case 'a':\n        x = 1\n    case 'b':\n        x = 2\n", "2"},
	{"a dict whose keys are attributes", "class A(dict):\n    def __init__(self, **kw):\n        super().__init__(**kw)\n        self.__dict__ = self\na = A(n=1)\na.n += 1\nx = a['n'], a.n, len(a)\n", "(2, 2, 1)"},
	{"a dict that reads its items itself", "class A(dict):\n    def __getitem__(self, k):\n        return 5\nx = A(q=1)['q']\n", "5"},
	{"setattr of some name", "class C:\n    k = 2\n    def __init__(self):\n        self.n = 3\nc = C()\nfor key, value in load().items():\n    setattr(c, key, value)\nx = c.n, c.k\n", "(unknown (an attribute that setattr may set) or 3, unknown (an attribute that setattr may set) or 2)"},
	{"setattr of some layer", "class C:\n    def __init__(self):\n        self.n = 3\nclass L:\n    pass\nc = C()\nfor i in load():\n    setattr(c, f'l{i}', L())\nx = c.n\n", "3"},
	{"a dict that stores its items itself", "class A(dict):\n    def __setitem__(self, k, v):\n        super().__setitem__(k, v)\n        self.__setattr__(k, v)\na = A()\na['q'] = 1\na['r'] = 2\ndef f(q, r):\n    return q, r\nx = f(**a), a.q, a['r'], len(a)\n", "((1, 2), 1, 2, 2)"},
	{"a dict that stores something else", "class A(dict):\n    def __setitem__(self, k, v):\n        super(A, self).__setitem__(k, v + 1)\na = A()\na['q'] = 1\nx = a['q'], a.get('r', 5)\n", "(2, 5)"},
	{"a dict that stores nothing", "class A(dict):\n    def __setitem__(self, k, v):\n        pass\na = A(q=1)\na['q'] = 2\nx = a['q']\n", "1"},
	{"a dict that stores in lower case, filled in a function", "class A(dict):\n    def __setitem__(self, k, v):\n        super().__setitem__(k.lower(), v)\ndef f():\n    a = A()\n    a['Q'] = 1\n    return a\nx = f()['q']\n", "1"},
	{"all of what is known in part", "x = all([given, 1])\n", "unknown all (built by all)"},
	{"any of what is known in part", "x = any([given, 0])\n", "unknown any (built by any)"},
	{"one value in two ways that have a condition in common", "if a:\n    q, r = 1, 1\nelse:\n    q, r = 2, 3\nif c:\n    y = q\nelse:\n    y = r\nx = 0\nif not a:\n    x = y\n", "2 or 3 or 0"},
	{"a number of very many digits", "x = int('1' * 1200)\n", "unknown int (built by int)"},
	{"a generator that an exception leaves", "import contextlib\ntold = []\n@contextlib.contextmanager\ndef a():\n    try:\n        yield\n        told.append(1)\n" +
		"    finally:\n        told.append(2)\n    told.append(3)\n@contextlib.contextmanager\ndef b():\n    yield\n    told.append(4)\n" +
		"try:\n    with a(), b():\n        raise ValueError\nexcept ValueError:\n    pass\nx = told\n", "[… 2]"},
	{"an attribute by its name", "class A:\n    pass\na = A()\na.__setattr__('n', 3)\nx = a.n\n", "3"},
	{"a dict with methods", "class A(dict):\n    def both(self):\n        return self['a'] + self['b']\nx = A(a=1, b=2).both()\n", "3"},
	{"a library's names by a text", "import torchvision.models as models\nx = models.__dict__['resnet18']\n", "torchvision.models.resnet18"},
	{"a library's names by who knows what", "import torchvision.models as models\nx = models.__dict__[input()]\n", "torchvision.models.__dict__"},
	{"stored in vars()", "class A: pass\na = A()\na.n = 1\nvars(a)['n'] = 2\na.__dict__.update(k=3)\nx = a.n, a.k\n", "(2, 3)"},
	{"slices", "x = [1, 2, 3, 4][1:-1], 'hello'[::-1]\n", "([2, 3], 'olleh')"},
	{"a default is evaluated once, where it stands", "n = 1\ndef f(a=n):\n    return a\nn = 2\nx = f()\n", "1"},
	{"a loop's else runs where no break leaves", `
import re
def f(text):
    for pattern in ("a", "b"):
        if re.match(pattern, text):
            break
    else:
        raise ValueError(text)
    return 5
x = f(input())
`, "5"},
	{"a loop over many numbers goes round", "x = None\nfor i in range(1000):\n    x = [1]\n", "[1]"},
	{"what comes to a name in the third lap", `
import sys
last = before = now = 0
for line in sys.stdin:
    last, before, now = before, now, 5
x = last
`, "unknown now (changed in the loop at line 4) or 0"},
	{"a function that calls itself, as often as it is followed", `
def countdown(n):
    return "done" if n == 0 else countdown(n - 1)
x = countdown(7), countdown(8)
`, "('done', unknown (the result of countdown, which calls itself or goes too deep))"},
	{"a function that calls itself where only the run knows whether", `
import os
def countdown(n):
    if os.getenv("GO"):
        return "done" if n == 0 else countdown(n - 1)
    return "out"
x = countdown(1), countdown(2)
`, "('done' or 'out', unknown (the result of countdown, which calls itself or goes too deep) or 'out')"},
	{"a while that ends", "n = 0\nwhile False:\n    n = 1\nelse:\n    n = 2\nx = n\n", "2"},
	{"what is found to be None is None", "import os\nn = os.getenv('N')\nif n is not None:\n    n = 3\nx = n\n", "3 or None"},
	{"a choice that a loop adds to", "import os\nu = os.getenv('U')\nb = 2 if u == 'x' else 3\nfor c in u:\n    b += b\nx = b == 3 if u != 'x' else True\n", "True or False"},
	{"many ways through nested loops", `
import os
u = os.getenv("U")
m = {}
for i in range(3):
    for k in [1, 2, 3, 4]:
        if u is not None:
            m.update({"x": 5})
x = m.get("x", 7) if u is None else m["x"]
`, "7 or 5"},
	{"star arguments", "def f(*args, **kw):\n    return len(args) + len(kw)\nx = f(1, *[2, 3], a=1, **{'b': 2})\n", "5"},
}

// TestValuesThatDouble: what holds itself twice, sixty times over, stands for 2^60 values. All of this ends at once, or
// never.
func TestValuesThatDouble(t *testing.T) {
	tests := []struct{ name, first, each, last string }{
		{"tuples compared", "x0 = (data,)\ny0 = (data,)", "xN = (xM, xM)\nyN = (yM, yM)", "x = x60 == y60"},
		{"tuples as keys", "x0 = (1,)\ny0 = (1,)", "xN = (xM, xM)\nyN = (yM, yM)", "x = {x60: 1, y60: 2}[y60], x60 in [y60]"},
		{"numbers", "x0 = len(data)", "xN = xM + xM", "x = x60 * x60"},
		{"texts", "x0 = 'ab'", "xN = f'{xM}{xM}'", "x = x60"},
		{"texts formatted", "x0 = 'ab'", "xN = '%s%s' % (xM, xM) + '{}{}'.format(xM, xM)", "x = x60"},
		{"texts replaced", "x0 = 'ab'", "xN = xM.replace('a', xM)", "x = x60"},
		{"results of calls", "def f(x):\n    return x", "xN = f((xM, xM))", "x = x60 == x60"},
		{"choices", "x0 = (data,)", "xN = (xM, xM) if data else (xM, 1)", "x = x60 == x60"},
		{"functions", "def f0(x):\n    return x", "def fN(x):\n    return fM(x) + fM(x)", "x = f60(data)"},
		{"partials", "import functools\nx0 = print", "xN = functools.partial(xM, *[1] * 4000)", "x = x60()"},
	}
	for _, test := range tests {
		text := test.first + "\n"
		for i := 1; i <= 60; i++ {
			text += strings.NewReplacer("N", strconv.Itoa(i), "M", strconv.Itoa(i-1)).Replace(test.each) + "\n"
		}
		t.Run(test.name, func(t *testing.T) { globals(t, text+test.last+"\n", "x") })
	}
}

func TestValues(t *testing.T) {
	for _, c := range valueTests {
		t.Run(c.name, func(t *testing.T) {
			if got := globals(t, c.text, "x")[0]; got != c.want {
				t.Errorf("x is %s, want %s", got, c.want)
			}
		})
	}
}

// TestLongNames: a name may be longer than any library's, and what it is of shorter than what is quoted of it.
func TestLongNames(t *testing.T) {
	if got := globals(t, "import re\nx = re."+strings.Repeat("a", 2*maxSymbol)+"\n", "x")[0]; !strings.Contains(got, "a part of re") {
		t.Errorf("x is %s", got)
	}
}

// TestCopyOfWhatHoldsOneOfTwo: a deep copy holds copies of whatever the original may hold, also where it is made on one
// way only, and of what a call gives that nobody knows.
func TestCopyOfWhatHoldsOneOfTwo(t *testing.T) {
	m, u := ran(t, "from copy import deepcopy\nimport os, nets\nclass A: pass\nclass B:\n  def __init__(self, part):\n    self.part = part\n    self.made = nets.build()\n"+
		"a, b = A(), A()\nwhole = B(a if os.environ.get('U') else b)\nx = whole\nif os.environ.get('V'):\n  x = deepcopy(whole)\n")
	whole := m.get(u.scope, "whole").(*Object)
	held := []Value{m.get(u.scope, "a"), m.get(u.scope, "b"), m.get(whole, "made")}
	ways := Alternatives(m.get(u.scope, "x"))
	if len(ways) != 2 {
		t.Fatalf("%d ways, want 2", len(ways))
	}
	for _, way := range ways {
		twin := Bare(way).(*Object)
		if twin == whole {
			continue
		}
		for _, name := range []string{"part", "made"} {
			parts := Alternatives(m.get(twin, name))
			if len(parts) == 0 {
				t.Errorf("a copy has no %s", name)
			}
			for _, one := range parts {
				if slices.Contains(held, Bare(one)) {
					t.Errorf("a copy shares %s", name)
				}
			}
		}
		for _, v := range m.Attributes(twin) {
			for _, one := range Alternatives(v) {
				if slices.Contains(held, Bare(one)) {
					t.Error("an attribute of a copy is the original's")
				}
			}
		}
	}
}

// TestCopyOfOneOfTwo: a copy of one of two objects is neither of them.
func TestCopyOfOneOfTwo(t *testing.T) {
	m, u := ran(t, "from copy import deepcopy\nimport os\nclass A: pass\na, b = A(), A()\nx = a if os.environ.get('U') else b\ny = deepcopy(x)\ny.n = 1\n")
	copies := Alternatives(m.get(u.scope, "y"))
	if len(copies) != 2 {
		t.Fatalf("%d copies, want 2", len(copies))
	}
	for _, name := range []string{"a", "b"} {
		original := m.get(u.scope, name).(*Object)
		if m.get(original, "n") != nil {
			t.Errorf("what is set on the copy is set on %s", name)
		}
		for _, one := range copies {
			if Bare(one) == Value(original) {
				t.Errorf("a copy is %s itself", name)
			}
		}
	}
}
