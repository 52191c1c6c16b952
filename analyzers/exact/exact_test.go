package exact

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func init() { Loud = true }

// run runs a text as a module; its global `out` is the answer.
func run(t *testing.T, text string) (m *Machine, out Value) {
	t.Helper()
	module, err := python.Parse(source.New("a.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	m = New(nil, nil)
	t.Cleanup(m.Close)
	u := m.Unit(module, "a")
	return m, m.Global(u, "out")
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"out = [x * 2 for x in range(5) if x % 2]", "[2, 6]"},
		{"a, *b, c = range(5)\nout = (a, b, c)", "(0, [1, 2, 3], 4)"},
		{"def f(a, *args, b=2, **kw):\n    return a, args, b, kw\nout = f(1, 3, 4, c=5)", "(1, (3, 4), 2, {'c': 5})"},
		{"class A:\n    x = 3\n    def __init__(self, y): self.y = y\n    def f(self): return self.x + self.y\nclass B(A):\n    def f(self): return super().f() * 2\nout = B(4).f()", "14"},
		{"def g():\n    for i in range(3):\n        yield i\n    yield from [7, 8]\nout = list(g())", "[0, 1, 2, 7, 8]"},
		{"import itertools\ndef g():\n    for i in itertools.count():\n        yield i\nit = g()\nout = [next(it), next(it), next(it)]", "[0, 1, 2]"},
		{"import sys\ncfg = 3\ndef f(a, *, b=2): pass\nout = sys.modules[f.__module__].cfg", "3"},
		{"from inspect import signature, _empty, Parameter\ndef f(a, *c, b=2, **d): pass\np = signature(f).parameters\nout = [(k, v.default is _empty, v.kind == Parameter.KEYWORD_ONLY) for k, v in p.items()]",
			"[('a', True, False), ('c', True, False), ('b', False, True), ('d', True, False)]"},
		{"out = eval(' ' * 99 + '(1, 2)')", "(1, 2)"},
		{"try:\n    {}['a']\nexcept KeyError as e:\n    out = 'caught'\nelse:\n    out = 'not'", "'caught'"},
		{"def f():\n    try:\n        return 1\n    finally:\n        out.append(2)\nout = []\nout.append(f())", "[2, 1]"},
		{"import functools, math\np = functools.partial(math.sqrt, 4)\nout = functools.partial(dict, 1, a=2).keywords, type(p) == functools.partial, isinstance(p, functools.partial), p.func == math.sqrt, isinstance(math.sqrt, functools.partial), p()", "({'a': 2}, True, True, True, False, 2.0)"},
		{"from functools import partial, reduce\nadd = lambda a, b: a + b\nout = (partial(add, 1)(2), reduce(add, [1, 2, 3]))", "(3, 6)"},
		{"from yacs.config import CfgNode as CN\n_C = CN()\n_C.A = CN({'B': 1, 'freeze': 2})\nc = _C.clone()\nc.defrost()\nc.A.B = 5\nc.merge_from_list(['A.N', '3', 'A.L', '1e-4', 'A.T', 'True'])\n" +
			"c.merge_from_other_cfg(CN({'A': {'W': 'w'}}))\nc.freeze()\nout = _C.A.B, c.A.B, c.A.freeze, c.A.N, c.A.L, c.A.T, c.A.W, sorted(_C.A.keys())",
			"(1, 5, 2, 3, 0.0001, True, 'w', ['B', 'freeze'])"},
		{"from yacs.config import CfgNode\nc = CfgNode()\ntry:\n    c.merge_from_list(['A.B', 1])\nexcept KeyError as e:\n    out = 'no key'", "'no key'"},
		{"from easydict import EasyDict\ntry:\n    EasyDict().nothing\nexcept AttributeError as e:\n    out = 'none'", "'none'"},
		{"x = [3, 1, 2]\nx.sort(key=lambda v: -v)\nx.insert(0, 9)\nout = x[::-1]", "[1, 2, 3, 9]"},
		{"a = 5\nout = f'{a:03d}-{a / 2:.1f}-{\"x\"!r}' f'b{{}}'", `"005-2.5-'x'b{}"`},
		{"out = '%s_%d' % ('a', 3) + '{}{x}'.format(1, x=2)", "'a_312'"},
		{"try:\n    '%f' % None\nexcept TypeError as e:\n    out = str(e)", "'%f format: a number is required, not NoneType'"},
		{"from collections import deque\nd = deque([1, 2, 3], maxlen=3)\nd.append(4)\nd.appendleft(0)\nd.extend([5, 6])\nout = list(d), len(d)", "([3, 5, 6], 3)"},
		{"import random\nout = random.sample([(1, 2), (3, 4), (5, 6)], 2)", "[(1, 2), (3, 4)]"},
		{"out = -7 // 2, -7 % 3, 7 / 2, 2 ** 10, round(2.5), int('12')", "(-4, 2, 3.5, 1024, 2, 12)"},
		{"from dataclasses import dataclass, field\n@dataclass\nclass C:\n    a: int\n    b: list = field(default_factory=list)\nout = (C(1).a, C(1, b=[2]).b)", "(1, [2])"},
		{"from collections import namedtuple, OrderedDict, defaultdict\nP = namedtuple('P', 'x y')\np = P(1, y=2)\nd = defaultdict(list)\nd['a'].append(1)\nout = (p.x, p[1], list(OrderedDict([('a', 1)]).items()), dict(d))", "(1, 2, [('a', 1)], {'a': [1]})"},
		{"from collections import namedtuple\nP = namedtuple('P', 'x y')\np = P(1, 2)._replace(y=5)\nout = p.x, p.y, P._fields, p._asdict()", "(1, 5, ('x', 'y'), {'x': 1, 'y': 5})"},
		{"import re\nout = re.split(r'(\\d.*)', 'k3s11'), re.split(',', 'a,b'), re.match('b', 'ab'), re.search('(a)(b)?', 'xa').groups(), re.findall('[a-c]+', 'ab-c'), re.sub('b', 'x', 'abb')",
			"(['k', '3s11', ''], ['a', 'b'], None, ('a', None), ['ab', 'c'], 'axx')"},
		{"import re\np = re.compile(r'layer(?P<n>\\d+)')\nm = p.match('layer12.conv')\nout = m.group(1), m['n'], m.group(), m.end(), p.fullmatch('layer1x'), p.sub('L', 'layer3.w')",
			"('12', '12', 'layer12', 7, None, 'L.w')"},
		{"import json\nout = json.loads('{\"a\": [1, 2.5, null, true], \"b\": {\"c\": \"d\"}}')", "{'a': [1, 2.5, None, True], 'b': {'c': 'd'}}"},
		{"from enum import Enum\nclass E(Enum):\n    A = 'a'\n    B = 'b'\nout = (E.A.value, E('b').name, len(list(E)))", "('a', 'B', 2)"},
		{"from enum import Enum\nclass E(Enum):\n    A = 'a'\n    B = 'b'\nout = ('a' in E._value2member_map_, 'c' in E._value2member_map_, E._member_map_['B'].value)", "(True, False, 'b')"},
		{"class A:\n    x = 1\nout = ('x' in dir(A), 'y' in dir(A()))", "(True, False)"},
		{"def deco(f):\n    def g(*a, **k):\n        return f(*a, **k) + 1\n    return g\n@deco\ndef f(x): return x\nout = f(1)", "2"},
		{"class A:\n    @property\n    def p(self): return 1\n    @staticmethod\n    def s(): return 2\n    @classmethod\n    def c(cls): return cls.__name__\nout = (A().p, A.s(), A.c(), A().c())", "(1, 2, 'A', 'A')"},
		{"class A:\n    def __getattr__(self, n): return n\nout = A().x + getattr(A(), 'y', 1)", "'xy'"},
		{"class D(dict):\n    def __getattr__(self, n):\n        if n in self:\n            return self[n]\n        raise AttributeError(n)\nd = D(a=1, pop=2)\nout = (d.a, d.pop('a'), d.get('pop'), hasattr(d, 'b'))", "(1, 1, 2, False)"},
		{"from six.moves import map, xrange, zip as both\nout = (list(map(str, xrange(2))), list(both([1], [2])))", "(['0', '1'], [(1, 2)])"},
		{"n = 0\ndef f():\n    global n\n    n += 1\n    def g():\n        nonlocal_ = 1\n        return nonlocal_\n    return g()\nf(); f()\nout = n", "2"},
		{"def f():\n    k = 0\n    def g():\n        nonlocal k\n        k += 2\n    g(); g()\n    return k\nout = f()", "4"},
		{"from contextlib import contextmanager\nlog = []\n@contextmanager\ndef c():\n    log.append(1)\n    yield 5\n    log.append(3)\nwith c() as x:\n    log.append(x)\nout = log", "[1, 5, 3]"},
		{"import copy\na = {'x': [1]}\nb = copy.deepcopy(a)\nb['x'].append(2)\nout = a, b", "({'x': [1]}, {'x': [1, 2]})"},
		{"out = sum(x for x in (1, 2)), max([1, 5, 3]), list(zip('ab', [1, 2])), sorted({'b': 1, 'a': 2}), any(x > 4 for x in [1, 5])", "(3, 5, [('a', 1), ('b', 2)], ['a', 'b'], True)"},
		{"class L(list):\n    def second(self): return self[1]\nl = L([1, 2])\nl.append(3)\nout = l.second(), len(l), [x for x in l]", "(2, 3, [1, 2, 3])"},
		{"x = 3\nout = 'a' if x > 2 and not x == 4 else 'b'\nwhile x:\n    x -= 1\n    if x == 1: break\nelse:\n    out = 'c'\nout += str(x)", "'a1'"},
		{"class A: pass\nclass B(A): pass\nclass C(A): pass\nclass D(B, C): pass\nout = [c.__name__ for c in D.__mro__], issubclass(D, A), isinstance(D(), (int, C))", "(['D', 'B', 'C', 'A', 'object'], True, True)"},
		{"class B:\n    def f(self, z, a=1):\n        q = 2\n        return list(locals()), '__class__' in vars()\nclass C(B):\n    def f(self, b):\n        d = locals()\n        d.pop('self')\n" +
			"        return super(C, self).f(1), list(d), d.pop('__class__') is C\nout = C().f(3)", "((['self', 'z', 'a', 'q'], False), ['b', '__class__'], True)"},
		{"def f(e):\n    try:\n        raise e('x')\n    except (IOError, SystemError) as err:\n        return type(err).__name__\n    except UnicodeError:\n        return 'u'\n" +
			"out = f(PermissionError), f(SystemError), f(UnicodeEncodeError), f(OSError), issubclass(TabError, SyntaxError), issubclass(ConnectionResetError, IOError), IOError is OSError", "('PermissionError', 'SystemError', 'u', 'OSError', True, True, True)"},
		{"def f():\n    try:\n        exit(1)\n    except Exception:\n        return 1\n    except SystemExit:\n        return 2\nout = f(), callable(quit)", "(2, True)"},
		{"class A: pass\nclass B(A):\n    def __init__(self): pass\nout = [c.__name__ for c in type.mro(B)], B.mro() == type.mro(B), ['__init__' in vars(c) for c in type.mro(B)][:2], len(type.mro(int))", "(['B', 'A', 'object'], True, [True, False], 2)"},
		{"x = (1, 2)\nclass A: y = x\na, b, c = *A.y, 3\nout = a, b, c, 2 * (a), b, *(v for v in x)", "(1, 2, 3, 2, 2, 1, 2)"},
		{"import random\nr = random.random\nout = [r() < 0, r() < 0.0, r() >= 1, 1 > r(), 0 <= r(), r() > 1, not (r() < 2)]", "[False, False, False, True, True, False, False]"},
		{"import argparse\na = argparse.Namespace(x=1)\nout = 'x' in a, 'y' in a", "(True, False)"},
		{"from somelib import n\nx = 1\nif n > 2:\n    pass\nout = x", "1"},
		{"x = eval('1 + 2')\nd = {'a': 1, **{'b': 2}}\ndel d['a']\nout = x, d, 'b' in d", "(3, {'b': 2}, True)"},
	} {
		m, out := run(t, c.text)
		if out == nil {
			t.Errorf("%s\nbinds no out", c.text)
			continue
		}
		if u, ok := out.(*Unknown); ok {
			t.Errorf("%s\nis not known: %s", c.text, u.Why)
			continue
		}
		if got := m.Repr(out); got != c.want {
			t.Errorf("%s\ngives %s, not %s", c.text, got, c.want)
		}
	}
}

// TestUnlikeGo: what Go reads otherwise than Python is not known.
func TestUnlikeGo(t *testing.T) {
	for _, text := range []string{
		"import re\nout = re.findall('a*', 'ba')", // ['', 'a', ''], and Go leaves the last one out
		"import re\nout = re.search('a{,2}', 'aa')",
		"import re\nout = re.search('a$', 'a')",
		"import re\nout = re.search('[[:alpha:]]', 'a')",
		"import re\nout = re.search('(?<n>a)', 'a')",
		"import re\nout = re.search(r'\\Qa', 'a')",
		"import json\nout = json.loads('123456789012345678901')",
	} {
		if _, out := run(t, text); out != nil {
			if _, ok := out.(*Unknown); !ok {
				t.Errorf("%s\ngives %v", text, out)
			}
		}
	}
}

// TestStops: what is not known ends the run where it decides something, and is carried on where it does not.
func TestStops(t *testing.T) {
	for text, want := range map[string]string{
		"import somelib\nx = somelib.f()\ny = x + 1\nif y > 2:\n    out = 1\nelse:\n    out = 2": "a.py:4",
		"import random\nout = 1 if random.random() < 0.5 else 2":                                 "a.py:2",
		"import random\nout = 1 if random.random() > 0 else 2":                                   "a.py:2",
		"from somelib import n\nd = {}\nif n > 2:\n    d['x'] = 1\nout = d":                      "a.py:3",
		"import random\nout = [0 for _ in range(random.randint(1, 3))]":                          "a.py:2",
	} {
		_, out := run(t, text)
		u, ok := out.(*Unknown)
		if !ok {
			t.Fatalf("%s\ngives %v", text, out)
		}
		if at := u.At; at.Path+":"+string(rune('0'+at.Line)) != want {
			t.Errorf("%s\nstops at %v, not %s", text, at, want)
		}
	}
}

// TestPaid: what is long costs steps before it is made, and what holds itself is told apart from what does not.
func TestPaid(t *testing.T) {
	const long = "a text or list that grows very long"
	const steps = "the program takes too long to be followed to its end"
	const deep = "RecursionError: maximum recursion depth exceeded"
	for text, why := range map[string]string{
		"'x' * 2 ** 40": long,
		"[0] * 2 ** 40": long,
		"('a' * 60000).replace('a', 'b' * 60000)":          long,
		"('x' * 60000).join(['y'] * 60000)":                long,
		"'%s' * 60000 % (('x' * 60000,) * 60000)":          long,
		"('{0}' * 60000).format('x' * 60000)":              long,
		"'%.2000000000f' % 1.0":                            "a number of very many digits",
		"list(range(2 ** 40))":                             steps,
		"all(range(1, 2 ** 40))":                           steps,
		"[('a' * 100000).split('a') for i in range(1000)]": steps,
		"[('a' * 100000)[i] for i in range(1000000)]":      steps,
		"[(y for y in [1]) for i in range(1000000)]":       steps,
		"str(((a := []), a.append(a), a))":                 deep,
		"2 ** 39 in range(2 ** 40)":                        "",
		"2 ** 41 in range(2 ** 40)":                        "",
		"len('x' * 1000000)":                               "",
		"' '.join(str(i) for i in range(10000)).split()":   "",
		"sorted(range(10000), key=lambda i: -i)":           "",
	} {
		m := New(nil, nil)
		module, err := python.Parse(source.New("a.py", nil))
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Evaluate(m.Unit(module, "a"), text)
		m.Close()
		if got := fmt.Sprint(err); why == "" && err != nil || why != "" && !strings.Contains(got, why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}

// TestOwnFaults: a fault of trainlint's own ends what is followed, and says so.
func TestOwnFaults(t *testing.T) {
	Loud = false
	defer func() { Loud = true }()
	m, _ := run(t, "out = 1\n")
	err := m.Try(func() {
		m.Call(&Builtin{Name: "first", Do: func(_ *Machine, a Args) Value { return a.Pos[3] }}, Args{})
	})
	var stop *Stop
	if !errors.As(err, &stop) || !strings.Contains(stop.Reason, "trainlint fails here") {
		t.Errorf("%v", err)
	}
}

// folder is a project of which programs read the files.
type folder map[string]string

func (folder) Find(string, string) (*python.Module, string) { return nil, "" }
func (f folder) Text(path string) []byte {
	if text, ok := f[path]; ok {
		return []byte(text)
	}
	return nil
}

func TestFilesAreRead(t *testing.T) {
	files := folder{"config/net.cfg": "[conv]\nfilters=16\r\n\n# end", "sizes.json": "{\"width\": [8, 16]}"}
	files["book.txt"] = strings.Repeat("ab\n", longText)
	for _, c := range []struct{ text, want string }{
		{"out = sorted(set(open('book.txt').read()))", "['\\n', 'a', 'b']"},
		{"text = open('book.txt').read()\nnumber = {c: i for i, c in enumerate('ab\\n')}\nids = [number[c] for c in text]\nout = len(set(text))", "3"},
		{"out = open('config/net.cfg', 'r').read().split('\\n')", "['[conv]', 'filters=16', '', '# end']"},
		{"with open('./config/../config/net.cfg') as f:\n    out = [line.strip() for line in f]", "['[conv]', 'filters=16', '', '# end']"},
		{"f = open('config/net.cfg')\nout = f.readline(), len(f.readlines())", "('[conv]\\n', 3)"},
		{"import json\nwith open('sizes.json') as f:\n    out = json.load(f)['width'][1]", "16"},
	} {
		module, err := python.Parse(source.New("a.py", []byte(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(files, nil)
		if got := m.Repr(m.Global(m.Unit(module, "a"), "out")); fmt.Sprint(got) != c.want {
			t.Errorf("%s\nis %v, not %s", c.text, got, c.want)
		}
		m.Close()
	}
	for _, text := range []string{"out = open('other.cfg').read()", "out = open('/etc/hosts').read()", "out = open('sizes.json', 'w')", "out = open('../sizes.json').read()"} {
		module, err := python.Parse(source.New("a.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(files, nil)
		if _, unknown := m.Global(m.Unit(module, "a"), "out").(*Unknown); !unknown {
			t.Errorf("%s is known", text)
		}
		m.Close()
	}
}
