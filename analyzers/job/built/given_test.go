package built

import (
	"fmt"
	"strings"
	"testing"
)

// chains is a model whose layers are as many and as wide as it is told; torch counts the parameters that the cases
// state.
const chains = `
-- chain.py --
import torch
from torch import nn

class Chain(nn.Module):
    def __init__(self, widths, cfg=None, act=nn.ReLU):
        super().__init__()
        if isinstance(cfg, dict):
            self.extra = nn.Linear(cfg["extra"], 1)
        self.net = nn.ModuleList([nn.Linear(w, 2) for w in widths])
        self.act = act()

    def forward(self, x):
        return self.act(sum(layer(x) for layer in self.net))


class Both(Chain):
    def __init__(self, first, second):
        super().__init__([2])
        self.first, self.second = first, second

    def forward(self, x):
        return self.second(self.first(x))


class Size:
    def __init__(self, wide):
        self.wide = wide
        self.classes = 3

    class Inner:
        pass


def activation():
    return nn.ReLU()


def stack(widths, wide=2):
    layers = []
    for w in widths:
        layers += [nn.Linear(wide, w), nn.ReLU()]
        wide = w
    return nn.Sequential(*layers)
`

// members is a layer that is told its size by a member of an enumeration.
const members = `import enum
class Kind(enum.Enum):
    SMALL = 4
    LARGE = 8
class Sized(nn.Linear):
    def __init__(self, kind):
        if kind != Kind.SMALL:
            raise ValueError(kind)
        super().__init__(3, 2)
`

// TestGiven: what the program hands to a constructor, at that moment, is what the model is built from.
func TestGiven(t *testing.T) {
	const several = "it is one of several values, and only the run can tell which"
	for _, c := range []struct{ name, script, want string }{
		{"a range", "model = Chain(range(2, 5))\n", "Chain 24 24 24"},
		{"a range in steps", "model = Chain(range(2, 7, 2))\n", "Chain 30 30 30"},
		{"a list", "model = Chain([2, 3, 4])\n", "Chain 24 24 24"},
		{"a tuple", "model = Chain((2, 3, 4))\n", "Chain 24 24 24"},
		{"a set", "model = Chain({2, 3, 4, 4})\n", "Chain 24 24 24"},
		{"a set that is joined with another", "class Taps(Chain):\n    def __init__(self, taps):\n        super().__init__(sorted(taps | {4}))\nmodel = Taps({2, 3})\n", "Taps 24 24 24"},
		{"a slice", "class Taps(Chain):\n    def __init__(self, of):\n        super().__init__([2, 3, 4, 5][of])\nmodel = Taps(slice(0, 3))\n", "Taps 24 24 24"},
		{"a named tuple", "from collections import namedtuple\nmodel = Chain(namedtuple('Widths', 'a b c')(2, 3, 4))\n", "? a named tuple"},
		{"a list that grew", "w = [2, 3]\nw.append(4)\nmodel = Chain(w)\n", "Chain 24 24 24"},
		{"a list that grows later", "w = [2, 3]\nmodel = Chain(w)\nw.append(4)\n", "? it is changed later"},
		{"a list that is popped from later", "w = [2, 3, 4]\nmodel = Chain(w)\nw.pop()\n", "? it is changed later"},
		{"a list that is cleared later", "w = [2, 3]\nmodel = Chain(w)\nw.clear()\n", "? it is changed later"},
		{"a list from which an item is deleted later", "w = [2, 3]\nmodel = Chain(w)\ndel w[0]\n", "? it is changed later"},
		{"a list that was popped from", "w = [2, 3, 4, 5]\nw.pop()\nmodel = Chain(w)\n", "Chain 24 24 24"},
		{"a set that is cleared later", "w = {2, 3}\nmodel = Chain(w)\nw.clear()\n", "? it is changed later"},
		{"a builder that pops from a dictionary", "def build(cfg):\n    kind = cfg.pop('kind')\n    return kind(**cfg)\nmodel = build({'kind': Chain, 'widths': [2, 3, 4]})\n", "Chain 24 24 24"},
		{"a dictionary", "model = Chain([2], cfg={'extra': 7})\n", "Chain 14 14 14"},
		{"a dictionary that is changed later", "cfg = {'extra': 7}\nmodel = Chain([2], cfg=cfg)\ncfg['extra'] = 8\n", "Chain 14 14 14"},
		{"a dictionary with who knows what", "cfg = {'extra': 7, input(): 8}\nmodel = Chain([2], cfg=cfg)\n", "? not all that is in it is known"},
		{"a list with who knows what", "w = [2] + sorted(data)\nmodel = Chain(w)\n", "?"},
		{"the same both ways", "model = Net(4 if data else 4)\n", "Net 458 458 458"},
		{"one of two numbers", "model = Net(4 if data else 8)\n", "? " + several},
		{"one of two classes of torch", "model = Net(4, act=nn.GELU if data else nn.ReLU)\n", "? " + several},
		{"the same class both ways", "model = Net(4, act=nn.GELU if data else nn.GELU)\n", "Net 458 458 458"},
		{"a number or nothing known", "model = Net(4 if data else len(data))\n", "?"},
		{"one of two lists", "model = Chain([2] if data else [3])\n", "? " + several},
		{"a lambda", "model = Net(4, act=lambda: nn.ReLU())\n", "Net 458 458 458"},
		{"a lambda that reads a variable around it", "def outer():\n    act = nn.ReLU\n    return Net(4, act=lambda: act())\nmodel = outer()\n", "Net 458 458 458"},
		{"a lambda that reads a variable around it, which changes", "def outer():\n    act = nn.ReLU\n    made = Net(4, act=lambda: act())\n    act = nn.PReLU\n    return made\nmodel = outer()\n", "? a lambda"},
		{"a lambda that reads the variable of a loop around it", "def outer():\n    for act in (nn.ReLU, nn.PReLU):\n        made = Net(4, act=lambda: act())\n    return made\nmodel = outer()\n", "? a lambda"},
		{"a lambda whose default is that of the variable of a loop", "def outer():\n    for act in (nn.ReLU, nn.PReLU):\n        made = Net(4, act=lambda a=act: a())\n        if act is nn.ReLU:\n            break\n    return made\nmodel = outer()\n", "Net 458 458 458"},
		{"a lambda whose default is the last one of a loop", "def outer():\n    for act in (nn.ReLU, nn.PReLU):\n        made = act\n    return Net(4, act=lambda a=made: a())\nmodel = outer()\n", "Net 460 460 460"},
		{"a lambda whose default nobody knows", "def outer(data):\n    return Net(4, act=lambda a=data.act: a())\nimport other\nmodel = outer(other.data)\n", "?"},
		{"a lambda that reads a name which changes", "act = nn.ReLU\nmodel = Net(4, act=lambda: act())\nact = nn.PReLU\n", "? a lambda"},
		{"a lambda that reads a name which is added to", "wide = 1\nmodel = Net(4, act=lambda: nn.PReLU(wide))\nwide += 3\n", "? a lambda"},
		{"a lambda that reads a name beside an item that is added to", "wide, sums = 1, [0]\nmodel = Net(4, act=lambda: nn.PReLU(wide))\nsums[0] += 3\n", "Net 460 460 460"},
		{"a function", "model = Net(4, act=activation)\n", "Net 458 458 458"},
		{"a function within another", "def outer():\n    def inner():\n        return nn.ReLU()\n    return Net(4, act=inner)\nmodel = outer()\n", "Net 458 458 458"},
		{"one that reads what is around it", "def outer(wide):\n    def inner():\n        return nn.PReLU(wide)\n    return Net(4, act=inner)\nmodel = outer(3)\n", "Net 464 464 464"},
		{"one that binds that itself", "def outer(wide):\n    def inner():\n        wide = 2\n        return nn.PReLU(wide)\n    return Net(4, act=inner)\nmodel = outer(3)\n", "Net 462 462 462"},
		{"one that reads what changes around it", "def outer():\n    wide = 1\n    def inner():\n        return nn.PReLU(wide)\n    wide = 2\n    return Net(4, act=inner)\nmodel = outer()\n", "?"},
		{"one that is decorated", "import functools\ndef outer():\n    @functools.cache\n    def inner():\n        return nn.ReLU()\n    return Net(4, act=inner)\nmodel = outer()\n", "? it is defined within a function"},
		{"a method's class by its name", "model = Chain([2], act=Holder.Act)\n", "Chain 6 6 6"},
		{"partial of a class", "model = Net(4, act=functools.partial(nn.LeakyReLU, 0.2))\n", "Net 458 458 458"},
		{"partial of who knows what", "import other\nmodel = Net(4, act=functools.partial(other.Act, 0.2))\n", "?"},
		{"a list that is spread", "sizes = [4, 3]\nmodel = Net(*sizes)\n", "Net 606 606 606"},
		{"who knows what is spread", "model = Net(*data)\n", "? not all arguments are known"},
		{"layers of who knows what that a function stacks", "model = Both(stack(data), nn.ReLU())\n", "?"},
		{"layers that a function stacks", "model = Both(stack([2, 3] * 40), nn.ReLU())\n", "Both 684 684 684"},
		{"what eval gives", "model = Net(eval('4'), cfg=globals())\n", "?"},
		{"a namespace", "import types\nmodel = Net(4, cfg=types.SimpleNamespace(classes=3))\n", "Net 423 423 423"},
		{"a namespace that is changed later", "import types\ncfg = types.SimpleNamespace(classes=3)\nmodel = Net(4, cfg=cfg)\ncfg.classes = 9\n", "Net 423 423 423"},
		{"a namespace that gets more later", "import types\ncfg = types.SimpleNamespace(other=1)\nmodel = Net(4, cfg=cfg)\ncfg.classes = 9\n", "? an attribute of something unknown"},
		{"an object", "size = Size(4)\nmodel = Net(size.wide, cfg=size)\n", "Net 423 423 423"},
		{"an object whose class is defined in one case", "if data:\n    class Case:\n        def __init__(self):\n            self.classes = 3\nmodel = Net(4, cfg=Case())\n", "? its class is not known"},
		{"an object that is changed twice later", "size = Size(4)\nmodel = Net(size.wide, cfg=size)\nsize.classes = 7\nsize.classes = 8\n", "Net 423 423 423"},
		{"an object of a class within a class", "size = Size.Inner()\nsize.classes = 3\nmodel = Net(4, cfg=size)\n", "Net 423 423 423"},
		{"an object of a class within a function", "def sized():\n    class Local:\n        pass\n    size = Local()\n    size.classes = 3\n    return size\nmodel = Net(4, cfg=sized())\n",
			"Net 423 423 423"},
		{"an object of a class that reads what the function around it binds", "def sized(n):\n    class Local:\n        classes = n\n    return Local()\nmodel = Net(4, cfg=sized(3))\n",
			"? its class is not known"},
		{"a member of an enumeration", members + "model = Sized({'kind': Kind.SMALL}['kind'])\n", "Sized 8 8 8"},
		{"the value of one", members + "model = Sized(Kind(Kind.SMALL.value))\n", "Sized 8 8 8"},
		{"a number that one has, too", members + "model = Sized(4)\n", "? ValueError"},
		{"what a library makes", "import other\nmodel = Net(4, cfg=other.Config())\n", "?"},
		{"a part that only some runs have", "model = Both(Net(4), Block(4) if data else nn.Identity())\n", "?"},
		{"itself", "cfg = []\ncfg.append(cfg)\nmodel = Net(4, cfg=cfg)\n", "Net 458 458 458"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := "from chain import Chain, Both, Size, activation, stack\nclass Holder:\n    class Act(nn.ReLU):\n        pass\n" + c.script
			j := jobOf(t, layers+chains+"\n-- train.py --\n"+head+script+"opt = torch.optim.Adam(model.parameters())\n"+training)
			got := said(Of(j))
			why, unknown := strings.CutPrefix(c.want, "?")
			if unknown && (!strings.Contains(got, "?") || !strings.Contains(got, strings.TrimSpace(why))) || !unknown && got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestDictionariesBefore: a dictionary is what it was when the model was made.
func TestDictionariesBefore(t *testing.T) {
	for name, c := range map[string][2]string{
		"an item replaced": {"cfg['extra'] = 7\n", "Chain 9 9 9"},
		"an item more":     {"cfg['more'] = 7\n", "Chain 9 9 9"},
		"several":          {"cfg['more'] = 7\ncfg['extra'] = 5\ncfg['more'] = 6\n", "Chain 9 9 9"},
		"one nobody knows": {"cfg[input()] = 7\n", "?"},
		"emptied":          {"cfg['extra'] = 7\ncfg.clear()\n", "?"},
		"taken out of it":  {"cfg['more'] = 7\ncfg.pop('more')\n", "Chain 9 9 9"},
		"popped":           {"cfg.pop('extra')\n", "Chain 9 9 9"},
		"deleted":          {"del cfg['extra']\n", "Chain 9 9 9"},
		"and set again":    {"del cfg['extra']\ncfg['extra'] = 7\n", "Chain 9 9 9"},
		"perhaps popped":   {"if input():\n    cfg.pop('extra')\n", "Chain 9 9 9"},
		"cleared":          {"cfg.clear()\n", "?"},
		"updated by name":  {"cfg.update(extra=7, more=8)\n", "Chain 9 9 9"},
		"updated":          {"cfg.update({'extra': 7, 'more': 8})\n", "Chain 9 9 9"},
		"by default":       {"cfg.setdefault('extra', 7)\ncfg.setdefault('more', 8)\n", "Chain 9 9 9"},
		"merged":           {"cfg |= {'extra': 7}\n", "Chain 9 9 9"},
		"nothing happens":  {"", "Chain 9 9 9"},
	} {
		script := "\n-- train.py --\nimport torch\nfrom chain import Chain\ncfg = {'extra': 2}\nmodel = Chain([2], cfg)\n" +
			"opt = torch.optim.Adam(model.parameters())\n" + c[0] + training
		models := Of(jobOf(t, chains+script))
		got := "?"
		if models != nil && models.Open() == nil {
			a := models.List[0].Answer
			got = fmt.Sprintf("%s %d %d %d", models.List[0].Name, a.Parameters, a.Trainable, models.List[0].Held)
		}
		if got != c[1] {
			t.Errorf("%s: %s, want %s (%+v)", name, got, c[1], models.Open())
		}
	}
}
