package run

import (
	"strings"
	"testing"
)

// pythonValues are programs with what CPython 3.11 says x is behind them.
var pythonValues = []struct{ text, want string }{
	{"x = min(3, 1, 2)\n", "1"},
	{"x = max([4, 9, 2])\n", "9"},
	{"x = min('b', 'a')\n", "'a'"},
	{"x = max(1.5, 2)\n", "2"},
	{"x = sum([1, 2, 3])\n", "6"},
	{"x = sum((1, 2), 10)\n", "13"},
	{"x = sum([0.5, 0.25])\n", "0.75"},
	{"x = abs(-3), abs(2), abs(-1.5)\n", "(3, 2, 1.5)"},
	{"x = round(2.5), round(3.5), round(-2.5)\n", "(2, 4, -2)"},
	{"x = len('abc'), len([1, 2]), len({'a': 1}), len((1,)), len({1, 2})\n", "(3, 2, 1, 1, 2)"},
	{"x = list(reversed([1, 2, 3]))\n", "[3, 2, 1]"},
	{"x = list(range(5))\n", "[0, 1, 2, 3, 4]"},
	{"x = list(range(2, 8, 3))\n", "[2, 5]"},
	{"x = list(range(8, 2, -3))\n", "[8, 5]"},
	{"x = len(range(10, 0, -3)), len(range(0)), len(range(5, 2))\n", "(4, 0, 0)"},
	{"x = list(zip([1, 2, 3], 'ab'))\n", "[(1, 'a'), (2, 'b')]"},
	{"x = list(zip([1], [2], [3]))\n", "[(1, 2, 3)]"},
	{"x = list(enumerate('ab'))\n", "[(0, 'a'), (1, 'b')]"},
	{"x = list(enumerate('ab', 1))\n", "[(1, 'a'), (2, 'b')]"},
	{"x = list(map(str, [1, 2]))\n", "['1', '2']"},
	{"x = any([0, 1]), any([]), any([0])\n", "(True, False, False)"},
	{"x = all([1, 1]), all([]), all([1, 0])\n", "(True, True, False)"},
	{"x = bool(0), bool(''), bool([]), bool({}), bool('0'), bool(None), bool(0.0)\n", "(False, False, False, False, True, False, False)"},
	{"x = float('1e3'), float(2)\n", "(1000.0, 2.0)"},
	{"x = tuple([1, 2]), list((1, 2)), list('ab')\n", "((1, 2), [1, 2], ['a', 'b'])"},
	{"x = dict(a=1, b=2)\n", "{'a': 1, 'b': 2}"},
	{"x = dict([('a', 1), ('b', 2)])\n", "{'a': 1, 'b': 2}"},
	{"x = dict({'a': 1}, b=2)\n", "{'a': 1, 'b': 2}"},
	{"x = isinstance(1, int), isinstance('a', str), isinstance(1, str), isinstance(True, int), isinstance(1.0, (int, float))\n", "(True, True, False, True, True)"},
	{"x = isinstance([], list), isinstance({}, dict), isinstance((), tuple), isinstance(None, int)\n", "(True, True, True, False)"},
	{"class A: pass\nclass B(A): pass\nx = issubclass(B, A), issubclass(A, B), issubclass(B, (B, int))\n", "(True, False, True)"},
	{"class A:\n    def __init__(self): self.ab, self.ac, self.ad = 1, 2, 3\na = A()\nfor n in ['b', 'c', 'd']:\n    v = getattr(a, 'a' + n)\n    for i in range(2): str(i)\n    setattr(a, 'a' + n, v + 1)\nx = a.ab, a.ac, a.ad\n", "(2, 3, 4)"},
	{"x = pow(2, 10), 2 ** -1, 2 ** 0.5\n", "(1024, 0.5, 1.4142135623730951)"},
	{"x = getattr('ab', 'upper')()\n", "'AB'"},
	{"x = 7 // 2, -7 // 2, 7.5 // 2, 7 % 3, -7 % 3, 7 % -3, 7.5 % 2\n", "(3, -4, 3.0, 1, 2, -2, 1.5)"},
	{"x = 1 / 2, 4 / 2, 1e400 if False else 0\n", "(0.5, 2.0, 0)"},
	{"x = 5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, 256 >> 2\n", "(1, 7, 6, -6, 16, 64)"},
	{"x = not 0, not 'a', not []\n", "(True, False, True)"},
	{"x = 1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2\n", "(True, False, True)"},
	{"x = 1 != 2, 'a' != 'a', None != None\n", "(True, False, False)"},
	{"x = 1 in [1, 2], 3 in [1, 2], 'a' in 'cat', 'x' not in 'cat', 'k' in {'k': 1}, 2 in (1, 2), 2 not in {1, 2}\n", "(True, False, True, True, True, True, False)"},
	{"x = None is None, None is not None\n", "(True, False)"},
	{"from enum import Enum, auto\nclass S(Enum):\n    A = auto()\n    B = auto()\n    C = A\nx = S.A is S.A, S.A is S.B, S.A == S.B, S.C is S.A\n", "(True, False, False, True)"},
	{"x = 0 or 'a', 1 or 2, '' or [] or 3, 0 and 1, 1 and 2, None or 0\n", "('a', 1, 3, 0, 2, 0)"},
	{"x = 1 if [] else 2\n", "2"},
	{"x = '-'.join(['a', 'b']), ''.join('ab')\n", "('a-b', 'ab')"},
	{"x = ' a '.strip(), 'xaxx'.strip('x'), ' a '.lstrip(), ' a '.rstrip(), 'a.py'.rstrip('py')\n", "('a', 'a', 'a ', ' a', 'a.')"},
	{"x = 'abc'.startswith('ab'), 'abc'.endswith('bc'), 'abc'.startswith(('x', 'a')), 'abc'.endswith('x')\n", "(True, True, True, False)"},
	{"x = 'prefix_a'.removeprefix('prefix_'), 'a.py'.removesuffix('.py')\n", "('a', 'a')"},
	{"x = 'abcdef'[2], 'abcdef'[-1], 'abcdef'[1:4], 'abcdef'[::2], 'abcdef'[::-1], 'abcdef'[:-2], 'abcdef'[10:]\n", "('c', 'f', 'bcd', 'ace', 'fedcba', 'abcd', '')"},
	{"x = [1, 2, 3, 4][1:3], [1, 2, 3, 4][-2:], [1, 2, 3][::-1], (1, 2, 3)[1:], [1, 2, 3][-1]\n", "([2, 3], [3, 4], [3, 2, 1], (2, 3), 3)"},
	{"x = [n * 2 for n in range(4)], [n for n in range(6) if n % 2], [(a, b) for a in (1, 2) for b in 'xy']\n", "([0, 2, 4, 6], [1, 3, 5], [(1, 'x'), (1, 'y'), (2, 'x'), (2, 'y')])"},
	{"x = {n: n * n for n in range(3)}, {k: v for k, v in {'a': 1, 'b': 2}.items() if v > 1}\n", "({0: 0, 1: 1, 2: 4}, {'b': 2})"},
	{"x = sum(n for n in range(5)), max(len(s) for s in ['a', 'bcd']), list(n for n in (1, 2))\n", "(10, 3, [1, 2])"},
	{"x = [*range(3), 9], (*'ab', 'c'), {**{'a': 1}, 'b': 2, **{'a': 3}}\n", "([0, 1, 2, 9], ('a', 'b', 'c'), {'a': 3, 'b': 2})"},
	{"x = {'a': 1}.get('a'), {'a': 1}.get('b'), {'a': 1}.get('b', 5)\n", "(1, None, 5)"},
	{"x = list({'a': 1, 'b': 2}), list({'a': 1}.keys()), list({'a': 1}.values()), list({'a': 1}.items())\n", "(['a', 'b'], ['a'], [1], [('a', 1)])"},
	{"x = {'a': 1} | {'b': 2}\n", "{'a': 1, 'b': 2}"},
	{"x = (lambda a, b=2, *c, **d: (a, b, c, d))(1), (lambda a, b=2, *c, **d: (a, b, c, d))(1, 3, 4, k=5)\n", "((1, 2, (), {}), (1, 3, (4,), {'k': 5}))"},
	{"x = [[1, 2], [3]][0][1], {'a': {'b': [7]}}['a']['b'][0]\n", "(2, 7)"},
	{"x = 1_000, 0x10, 0b101, 0o17, 1e3, .5, 10j if False else 1\n", "(1000, 16, 5, 15, 1000.0, 0.5, 1)"},
	{"x = -2 ** 2, (-2) ** 2, 2 ** 3 ** 2, not 1 == 2\n", "(-4, 4, 512, True)"},
	{"x = 2 ** 100, -(2 ** 70) // 3, (2 ** 64) % 1000, 3 * 10 ** 20\n", "(1267650600228229401496703205376, -393530540239137101142, 616, 300000000000000000000)"},
	{"x = float('inf') > 1, float('-inf') < 0\n", "(True, True)"},
	{"x = int(1e15), int('  5 '), float(' 2.5 ')\n", "(1000000000000000, 5, 2.5)"},
	{"x = len(str(12345)), len('a' * 100)\n", "(5, 100)"},
	{"a=[1]\nb=a\nc=a.copy()\nd=list(a)\ne=a[:]\nb.append(2)\nx=(a,b,c,d,e)\n", "([1, 2], [1, 2], [1], [1], [1])"},
	{"x=[1,2,3]\ndel x[0]\nd={'a':1,'b':2}\ndel d['a']\nx=(x,d)\n", "([2, 3], {'b': 2})"},
	{"x=[1]\nx.clear()\nd={'a':1}\nd.clear()\nx=(x,d)\n", "([], {})"},
	{"a=[1]\nb=a\na+=[2]\nx=(a,b)\n", "([1, 2], [1, 2])"},
	{"a=[1]\nb=a\na=a+[2]\nx=(a,b)\n", "([1, 2], [1])"},
	{"a=(1,)\nb=a\na+=(2,)\nx=(a,b)\n", "((1, 2), (1,))"},
	{"d={'a':1}\nd['b']=2\nd.update({'c':3},e=5)\nd.setdefault('a',9)\nd.setdefault('z',0)\ny=d.pop('b')\nz=d.pop('q',None)\nx=(d,y,z)\n", "({'a': 1, 'c': 3, 'e': 5, 'z': 0}, 2, None)"},
	{"d={}\nfor k,v in [('a',1),('b',2),('a',3)]:\n    d.setdefault(k,[]).append(v)\nx=d\n", "{'a': [1, 3], 'b': [2]}"},
	{"x=[]\nfor k in {'a':1,'b':2}:\n    x.append(k)\n", "['a', 'b']"},
	{"a,(b,*c),d=1,(2,3,4),5\nx=(a,b,c,d)\n", "(1, 2, [3, 4], 5)"},
	{"*a,b=[1,2,3]\nx=(a,b)\n", "([1, 2], 3)"},
	{"a,b=1,2\na,b=b,a\nx=(a,b)\n", "(2, 1)"},
	{"a=b=[]\na.append(1)\nx=b\n", "[1]"},
	{"x=[y:=3,y+1]\nx=(x,y)\n", "([3, 4], 3)"},
	{"x=0\nwhile x<5:\n    x+=1\n    if x==3: break\n", "3"},
	{"x=0\nwhile x<2:\n    x+=1\nelse:\n    x=10\n", "10"},
	{"for i in range(3):\n    if i==5: break\nelse:\n    i='done'\nx=i\n", "'done'"},
	{"for i in range(3):\n    if i==1: break\nelse:\n    i='done'\nx=i\n", "1"},
	{"x=[]\nfor i in range(5):\n    if i%2: continue\n    x.append(i)\n", "[0, 2, 4]"},
	{"x=[]\nfor i in range(2):\n    for j in range(3):\n        if j==2: break\n        x.append((i,j))\n", "[(0, 0), (0, 1), (1, 0), (1, 1)]"},
	{"x=1\nx+=2;x*=3;x-=1;x//=3;x**=3;x%=5\n", "3"},
	{"class C: pass\nc=C()\nc.n=1\nc.n+=2\nx=c.n\n", "3"},
	{"d={'a':1}\nd['a']+=2\nl=[1]\nl[0]*=5\nx=(d,l)\n", "({'a': 3}, [5])"},
	{"def f(a,b=2,*c,k=3,**d):\n    return a,b,c,k,d\nx=f(1),f(1,2,3,4,k=5,z=6),f(*[1,2],**{'k':9})\n", "((1, 2, (), 3, {}), (1, 2, (3, 4), 5, {'z': 6}), (1, 2, (), 9, {}))"},
	{"def f(a,*,b): return a-b\nx=f(b=1,a=5)\n", "4"},
	{"def f(a,/,b): return a-b\nx=f(5,b=1)\n", "4"},
	{"def f(a,l=[]):\n    l.append(a)\n    return l\nf(1)\nx=f(2)\n", "[1, 2]"},
	{"def make(n):\n    def add(m): return n+m\n    return add\nx=make(3)(4)\n", "7"},
	{"def f():\n    n=0\n    def g():\n        nonlocal n\n        n+=1\n        return n\n    g()\n    return g()\nx=f()\n", "2"},
	{"n=1\ndef f():\n    global n\n    n=5\nf()\nx=n\n", "5"},
	{"n=1\ndef f():\n    n=5\n    return n\nf()\nx=n\n", "1"},
	{"def f(n):\n    for i in range(10):\n        if i==n: return i\n    return -1\nx=f(3),f(20)\n", "(3, -1)"},
	{"def f(): pass\nx=f()\n", "None"},
	{"def twice(f):\n    def g(*a): return f(*a)*2\n    return g\n@twice\ndef f(n): return n+1\nx=f(2)\n", "6"},
	{"def times(k):\n    def d(f):\n        return lambda n: f(n)*k\n    return d\n@times(3)\ndef f(n): return n+1\nx=f(2)\n", "9"},
	{"from functools import partial\ndef f(a,b,c): return a,b,c\nx=partial(f,1,c=3)(2)\n", "(1, 2, 3)"},
	{"class A:\n    k=1\n    def __init__(self,n): self.n=n\n    def f(self): return self.n+self.k\nx=A(2).f(),A.k\n", "(3, 1)"},
	{"class A:\n    def f(self): return 'A'\n    def g(self): return self.f()\nclass B(A):\n    def f(self): return 'B'+super().f()\nx=B().g()\n", "'BA'"},
	{"class A:\n    def f(self): return 'A'\nclass B:\n    def f(self): return 'B'\n    def h(self): return 'h'\nclass C(A,B): pass\nx=C().f()+C().h()\n", "'Ah'"},
	{"class O:\n    def f(self): return 'O'\nclass A(O):\n    def f(self): return 'A'+super().f()\nclass B(O):\n    def f(self): return 'B'+super().f()\nclass C(A,B):\n    def f(self): return 'C'+super().f()\nx=C().f()\n", "'CABO'"},
	{"class A:\n    def __init__(self): self._n=2\n    @property\n    def n(self): return self._n*2\n    @n.setter\n    def n(self,v): self._n=v\na=A()\ny=a.n\na.n=5\nx=(y,a.n)\n", "(4, 10)"},
	{"class A:\n    k=3\n    @staticmethod\n    def s(n): return n\n    @classmethod\n    def c(cls,n): return cls.k+n\nclass B(A): k=10\nx=A.s(1),A().s(2),A.c(1),B.c(1),B().c(2)\n", "(1, 2, 4, 11, 12)"},
	{"class A:\n    def __call__(self,n): return n+1\nx=A()(2)\n", "3"},
	{"class A:\n    def __init__(self,**kw):\n        self.d={}\n        for k,v in kw.items(): self.d[k]=v\n    def __getattr__(self,k):\n        if k not in self.d: raise AttributeError(k)\n        return self.d[k]\n" +
		"    def put(self,k,v): self.d[k]=v\na=A(n=3)\na.put('m',4)\nx=(a.n,a.m,len(a.d))\n", "(3, 4, 2)"},
	{"class A:\n    n=1\n    def __getattr__(self,k): return 7\na=A()\na.m=2\nx=(a.n,a.m,a.o)\n", "(1, 2, 7)"},
	{"class B: pass\nclass A(B):\n    def __init__(self,o): self.o=o\n    def __getattr__(self,k): return getattr(self.o,k)\nb=B()\nb.n=5\nx=A(b).n\n", "5"},
	{"class A:\n    def __getitem__(self,i): return i*2\n    def __len__(self): return 7\nx=A()[3],len(A())\n", "(6, 7)"},
	{"class A: l=[]\nA().l.append(1)\nA().l.append(2)\nx=A.l\n", "[1, 2]"},
	{"class A: n=1\na=A()\na.n=2\nx=a.n,A.n,A().n\n", "(2, 1, 1)"},
	{"class A: pass\na=A()\nsetattr(a,'n',3)\nx=getattr(a,'n'),getattr(a,'m',4),hasattr(a,'n'),hasattr(a,'m')\n", "(3, 4, True, False)"},
	{"from dataclasses import dataclass,field\n@dataclass\nclass A:\n    a:int\n    b:int=2\n    c:list=field(default_factory=list)\nx=A(1).b,A(1,3).b,A(a=4).a,A(1).c\n", "(2, 3, 4, [])"},
	{"from dataclasses import dataclass\n@dataclass\nclass A:\n    a:int\n    def __post_init__(self): self.b=self.a*2\nx=A(3).b\n", "6"},
	{"def f(n):\n    if n>1: raise ValueError('no')\n    return n\ntry:\n    x=f(1)\n    x=f(2)\nexcept ValueError as e:\n    x='caught'\n", "'caught'"},
	{"class M:\n    def __enter__(self): return 4\n    def __exit__(self,*a): pass\nwith M() as m:\n    x=m+1\n", "5"},
	{"def f(n):\n    if n<0: return 'neg'\n    elif n==0: return 'zero'\n    else: return 'pos'\nx=f(-1),f(0),f(2)\n", "('neg', 'zero', 'pos')"},
	{"x=1\nassert x==1\nx=2\n", "2"},
	{"x=1\ny=x\ndel x\nx=y\n", "1"},
	{"L=[]\ndef reg(f):\n    L.append(f.__name__)\n    return f\n@reg\ndef a(): pass\n@reg\ndef b(): pass\nx=L\n", "['a', 'b']"},
	{"R={}\ndef reg(name):\n    def d(c):\n        R[name]=c\n        return c\n    return d\n@reg('a')\nclass A:\n    v=1\nx=R['a']().v\n", "1"},
	{"from collections import defaultdict\nd=defaultdict(list)\nd['a'].append(1)\nd['a'].append(2)\nx=d['a']\n", "[1, 2]"},
	{"x=''\nfor i in range(3):\n    x+=str(i)+','\n", "'0,1,2,'"},
	{"def f(*a): return len(a)\nx=f(*range(4)),f(*[],*(1,2))\n", "(4, 2)"},
	{"fs=[lambda i=i:i for i in range(3)]\nx=[f() for f in fs]\n", "[0, 1, 2]"},
	{"fs=[lambda:i for i in range(3)]\nx=[f() for f in fs]\n", "[2, 2, 2]"},
	{"i=5\nl=[i for i in range(3)]\nx=i,l\n", "(5, [0, 1, 2])"},
	{"def f(a,g=lambda n:n+1): return g(a)\nx=f(1),f(1,lambda n:n*10)\n", "(2, 10)"},
	{"def f(**k): return g(**k)\ndef g(a=1,b=2): return a,b\nx=f(b=5)\n", "(1, 5)"},
	{"class A:\n    def f(self,n): return n*2\ng=A().f\nx=list(map(g,[1,2]))\n", "[2, 4]"},
	{"class A:\n    def __init__(self): self.a=1\nx=vars(A()),A().__dict__\n", "({'a': 1}, {'a': 1})"},
	{"class A: pass\nx=A.__name__,A().__class__.__name__\n", "('A', 'A')"},
	{"try:\n    import json as j\nexcept ImportError:\n    j=None\nx=j is not None\n", "True"},
}

// TestValuesOfPython: what is known of a program without unknowns is what Python makes of it.
func TestValuesOfPython(t *testing.T) {
	for _, c := range pythonValues {
		if got := globals(t, c.text, "x")[0]; got != c.want {
			t.Errorf("%s: x is %s, want %s", c.text, got, c.want)
		}
	}
}

// TestBuiltinsMiscalled: a call that Python would refuse, such as one that somebody is writing, gives something unknown
// and ends nothing.
func TestBuiltinsMiscalled(t *testing.T) {
	var text strings.Builder
	for name := range builtins {
		if strings.ContainsAny(string(name), ".") {
			module, _, _ := strings.Cut(string(name), ".")
			text.WriteString("import " + module + "\n")
		}
		for _, given := range []string{"", "None", "*a", "**a", "key=1", "[]", "(), ()", "'', 1", "a", "1, 2, 3, 4, 5"} {
			text.WriteString("x = " + string(name) + "(" + given + ")\n")
		}
	}
	m, u := ran(t, text.String()+"y = 7\n")
	if got := m.Show(m.get(u.scope, "y")); got != "7" {
		t.Errorf("behind them y is %s", got)
	}
}
