package run

import "testing"

const chance = "import os\nflag = os.environ.get('FLAG')\n"

// mayBe are programs whose end depends on what only the run knows, with all that x may be then.
var mayBe = []struct{ name, text, want string }{
	{"the order after a sort", "x = [3, 1]\nx.sort()\n", "[… 3 or 1]"},
	{"the order of one item", "x = [3]\nx.reverse()\n", "[… 3]"},
	{"nothing to sort", "x = []\nx.sort()\n", "[]"},
	{"inserted somewhere", "x = [1]\nx.insert(0, 2)\n", "[… 1 or 2]"},
	{"removed", "x = [1, 2]\nx.remove(1)\n", "[… 1 or 2]"},
	{"popped from the front", "from collections import deque\nd = deque([1, 2])\nx = d.popleft(), list(d)\n", "(1, [2])"},
	{"popped by index", "l = [1, 2]\nx = l.pop(0)\n", "1 or 2"},

	{"either value", chance + "x = 1 if flag else 2\n", "1 or 2"},
	{"either branch", chance + "x = 0\nif flag:\n    x = 1\n", "1 or 0"},
	{"the same in both", chance + "if flag:\n    x = 1\nelse:\n    x = 1\n", "1"},
	{"three ways", chance + "if flag == 'a':\n    x = 1\nelif flag == 'b':\n    x = 2\nelse:\n    x = 3\n", "1 or 2 or 3"},
	{"computed from either", chance + "n = 1 if flag else 2\nx = n * 10 + 1\n", "11 or 21"},
	{"asked the other way round", chance + "a = 1 if flag else 2\nx = a if not flag else 0\n", "2 or 0"},
	{"both of two", chance + "a = os.environ.get('A')\nx = 0\nif flag and a:\n    x = 1\n", "1 or 0"},
	{"one of two", chance + "x = flag and 3\n", "unknown get (built by os.environ.get) or 3"},
	{"a key on one way", chance + "d = {}\nif flag:\n    d['k'] = 1\nx = d.get('k', 2)\n", "1 or 2"},
	{"whether a key is there", chance + "d = {}\nif flag:\n    d['k'] = 1\nx = 'k' in d\n", "True or False"},
	{"a key of another value", chance + "d = {'k': 0}\nif flag:\n    d['k'] = 1\nx = d['k']\n", "1 or 0"},
	{"an item on one way", chance + "x = [1]\nif flag:\n    x.append(2)\n", "[1, … 2]"},
	{"one of several items", "l = [1, 2]\nx = l[undefined.n]\n", "1 or 2"},
	{"one of several keys", "d = {'a': 1, 'b': 2}\nx = d[undefined.n]\n", "1 or 2"},
	{"a slice with an unknown bound", "x = [1, 2][:undefined.n]\n", "[… 1 or 2]"},
	{"a list and something unknown", "x = [1, *undefined.n]\n", "[1, … unknown (an item of what is iterated)]"},
	{"times an unknown number", "x = [1, 2] * undefined.n\n", "[… 1 or 2]"},

	{"a try that may fail", "x = 1\ntry:\n    x = undefined.f()\nexcept ValueError:\n    x = 2\n", "unknown f (the result of .f()) or 2"},
	{"what finally does", chance + "x = 0\ntry:\n    undefined.f()\nfinally:\n    x = 3\n", "3"},
	{"a return on one way", chance + "def f():\n    if flag:\n        return 1\n    return 2\nx = f()\n", "1 or 2"},
	{"an exception on the other", chance + "def f():\n    if flag:\n        raise ValueError\n    return 2\nx = f()\n", "2"},
	{"an assertion decides", chance + "assert flag\nx = 1 if flag else 2\n", "1"},
	{"two functions", chance + "f = len if flag else sum\nx = f([1, 5])\n", "2 or 6"},
	{"two methods", chance + "class A:\n    def f(self): return 1\nclass B:\n    def f(self): return 2\nx = (A() if flag else B()).f()\n", "1 or 2"},
	{"an attribute set on one way", chance + "class A:\n    n = 1\na = A()\nif flag:\n    a.n = 2\nx = a.n\n", "2 or 1"},

	{"a loop of unknown length", "x = 0\nfor i in undefined.n:\n    x = 5\n", "unknown x (changed in the loop at line 2) or 0"},
	{"a loop that may break", chance + "for x in (1, 2, 3):\n    if flag:\n        break\n", "1 or 2 or 3"},
	{"what else does", chance + "for i in (1, 2):\n    if flag:\n        x = 'broken'\n        break\nelse:\n    x = 'whole'\n", "'broken' or 'whole'"},
	{"spread arguments", "def f(a, b=2): return b\nx = f(*undefined.n)\n", "unknown b (an item of something unknown)"},
	{"isinstance of either", chance + "n = 1 if flag else 'a'\nx = isinstance(n, int)\n", "True or False"},
	{"text of either", chance + "n = 'a' if flag else 'b'\nx = n.upper() + '!'\n", "'A!' or 'B!'"},
	{"a comparison of either", chance + "n = 1 if flag else 5\nx = n > 3, n > 0, n == 9\n", "(True or False, True, False)"},
	{"a match of either", chance + "n = 'a' if flag else 'b'\nmatch n:\n    case 'a': x = 1\n    case 'b': x = 2\n", "1 or 2"},
}

func TestWhatMayBe(t *testing.T) {
	for _, c := range mayBe {
		if got := globals(t, c.text, "x")[0]; got != c.want {
			t.Errorf("%s: x is %s, want %s", c.name, got, c.want)
		}
	}
}
