package model

import (
	"strings"
	"testing"
)

// TestWeights: a file of weights that is walked over to fill what is loaded into a model changes no size; where a size
// is read out of it, the answer ends.
func TestWeights(t *testing.T) {
	const class = "import torch.utils.model_zoo as zoo\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n"
	for _, c := range []struct{ name, load, ends string }{
		{"filled", "        new = {}\n        own = self.state_dict()\n        for k, v in zoo.load_url('u').items():\n            if k in own:\n                new[k] = v\n        own.update(new)\n        self.load_state_dict(own)\n", ""},
		{"renamed", "        new = {}\n        for k, v in torch.load('f')['state_dict'].items():\n            name = k.replace('module.', '')\n            print(name)\n            new[name] = v\n        self.load_state_dict(new, strict=False)\n", ""},
		{"a comprehension", "        own = self.state_dict()\n        kept = {k: v for k, v in torch.load('f').items() if k in own}\n        own.update(kept)\n        self.load_state_dict(own)\n", ""},
		{"counted", "        n = 0\n        for k in torch.load('f'):\n            n += 1\n        self.b = nn.Linear(4, n)\n", "what is walked over is not known"},
		{"a size of it", "        new = {}\n        for k, v in torch.load('f').items():\n            new[k] = v\n        self.b = nn.Linear(4, new['a.weight'].shape[0])\n", "is not known: torch.load"},
		{"settings", "        cfg = {'width': 8}\n        for k, v in torch.load('f').items():\n            cfg[k] = v\n        self.b = nn.Linear(4, cfg['width'])\n", "what is walked over is not known"},
		{"settings put together", "        cfg = {'width': 8}\n        cfg.update(torch.load('f'))\n        self.b = nn.Linear(4, cfg['width'])\n", "what is spread into a dictionary is not known"},
		{"parts of its names", "        own = {}\n        for k, v in torch.load('f').items():\n            own[k] = self.add_module(k, nn.Linear(4, 4))\n", "what is walked over is not known"},
		{"by a function of its own", "        own = {}\n        for k, v in torch.load('f').items():\n            own[k] = more(self, k)\ndef more(m, k):\n    m.b = nn.Linear(4, 4)\n", "what is walked over is not known"},
		{"a list of its names", "        names = [k for k in torch.load('f')]\n        self.b = nn.Linear(4, len(names))\n", "torch.load: what lies elsewhere"},
		{"what is in the file, or its own", "        saved = torch.load('f')['state_dict']\n        own = self.state_dict()\n        new = {}\n        for k in own:\n            if k in saved and saved[k].size() == own[k].size():\n                new[k] = saved[k]\n            else:\n                new[k] = own[k]\n                print('none of', k)\n        self.load_state_dict(new)\n", ""},
		{"what is in the file and fits", "        saved = torch.load('f')\n        own = self.state_dict()\n        for k, v in own.items():\n            if k in saved:\n                if saved[k].shape == v.shape:\n                    own[k] = saved[k]\n        self.load_state_dict(own)\n", ""},
		{"a layer for each that is in the file", "        saved = torch.load('f')\n        own = self.state_dict()\n        for k, v in own.items():\n            if k in saved:\n                self.b = nn.Linear(4, 9)\n", "what decides which way the program goes"},
		{"a layer for each that is not in the file", "        saved = torch.load('f')\n        own = self.state_dict()\n        new = {}\n        for k, v in own.items():\n            if k in saved:\n                new[k] = v\n                continue\n            self.b = nn.Linear(4, 9)\n", "what decides which way the program goes"},
		{"how many are in the file", "        saved = torch.load('f')\n        own = self.state_dict()\n        new = {}\n        for k, v in own.items():\n            if k in saved:\n                new[k] = v\n        self.b = nn.Linear(4, len(new))\n", "is not known: torch.load"},
		{"a name bound before", "        n, own = 4, {}\n        for k, v in torch.load('f').items():\n            n = v.shape[0]\n            own[k] = v\n        self.b = nn.Linear(4, n)\n", "what is walked over is not known"},
	} {
		load, rest, _ := strings.Cut(c.load, "\ndef ")
		text := class + strings.TrimSuffix(load, "\n") + "\n    def forward(self, x):\n        return self.a(x)\n"
		if rest != "" {
			text += "def " + rest
		}
		a, err := build(t, files{"m.py": head + text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.ends == "" && len(a.Unknown) > 0:
			t.Errorf("%s: ends at %v", c.name, a.Unknown)
		case c.ends == "" && a.Parameters != 20:
			t.Errorf("%s: %d parameters", c.name, a.Parameters)
		case c.ends != "" && (len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, c.ends)):
			t.Errorf("%s: ends at %v, not with %q", c.name, a.Unknown, c.ends)
		}
	}
}

// TestFilledDictionary: nothing is said of a dictionary that a walk over a file of weights fills, nor of the names that
// the walk binds; a model whose sizes do not depend on them is answered as it was.
func TestFilledDictionary(t *testing.T) {
	const (
		class  = "wide = 8\nclass Base(nn.Module):\n    def note(self, k):\n        self.add_module('n' + str(len(list(self.children()))), nn.Linear(4, 4))\n        return True\nclass M(Base):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n"
		ahead  = "        kept = {}\n"
		walk   = "        for key, value in torch.load('f').items():\n"
		filled = ahead + walk + "            kept[key] = value\n"
		ends   = "is not known: torch.load"
	)
	for _, c := range []struct {
		name, load, ends string
		parameters       int64
	}{
		{"a name of the module, too", ahead + walk + "            wide = value.shape[0]\n            kept[key] = value\n        self.b = nn.Linear(4, wide)\n", ends, 0},
		{"bound under a condition", ahead + walk + "            if 'out' in key:\n                wide = value.shape[0]\n                continue\n            kept[key] = value\n        self.b = nn.Linear(4, wide)\n", ends, 0},
		{"declared global", "        global wide\n" + ahead + walk + "            wide = value.shape[0]\n            kept[key] = value\n        self.b = nn.Linear(4, wide)\n", ends, 0},
		{"the loop's own name", "        key = 4\n" + filled + "        self.b = nn.Linear(4, key)\n", ends, 0},
		{"whether it holds any", filled + "        self.b = nn.Linear(4, 16 if kept else 4)\n", ends, 0},
		{"whether it holds none", filled + "        if not kept:\n            self.b = nn.Linear(4, 4)\n", ends, 0},
		{"a layer for each", filled + "        self.b = nn.ModuleList([nn.Linear(4, 4) for _ in kept])\n", ends, 0},
		{"a layer for each, by name", filled + "        self.b = nn.ModuleDict({k: nn.Linear(4, 4) for k in kept})\n", "not known", 0},
		{"a layer for each, in a loop", filled + "        for k, v in kept.items():\n            self.add_module(k, nn.Linear(4, 4))\n", ends, 0},
		{"whether it holds one", filled + "        if 'b.weight' in kept:\n            self.b = nn.Linear(4, 16)\n", ends, 0},
		{"one or else", filled + "        wide = kept.get('b.weight', 7)\n        self.b = nn.Linear(4, wide if isinstance(wide, int) else 9)\n", ends, 0},
		{"taken or else", filled + "        self.b = nn.Linear(4, kept.pop('width', 7))\n", ends, 0},
		{"how many", filled + "        self.b = nn.Linear(4, len(kept))\n", ends, 0},
		{"how many besides one", "        kept = {'first': None}\n" + walk + "            kept['second'] = value\n            key = 'x'\n        self.b = nn.Linear(4, len(kept))\n", ends, 0},
		{"how many in a copy", filled + "        self.b = nn.Linear(4, len(dict(kept)))\n", ends, 0},
		{"equal to nothing", filled + "        self.b = nn.Linear(4, 4 if kept == {} else 8)\n", ends, 0},
		{"missing, and caught", filled + "        try:\n            wide = kept['b.weight'].shape[0]\n        except KeyError:\n            wide = 4\n        self.b = nn.Linear(4, wide)\n", ends, 0},
		{"put in with update", ahead + "        kept.update(torch.load('f'))\n        self.b = nn.Linear(4, len(kept) + 1)\n", ends, 0},
		{"made of the file", "        kept = dict(torch.load('f'))\n        self.b = nn.Linear(4, len(kept) + 1)\n", ends, 0},
		{"arguments by name", "        kept = dict(bias=False, **torch.load('f'))\n        self.b = nn.Linear(4, len(kept))\n", ends, 0},
		{"arguments of a layer", "        self.b = nn.Linear(4, 4, **torch.load('f'))\n", ends, 0},
		{"by another name", ahead + "        again = kept\n" + walk + "            kept[key] = value\n        self.b = nn.Linear(4, len(again) + 1)\n", ends, 0},
		{"kept in the model", ahead + "        self.kept = kept\n" + walk + "            kept[key] = value\n        self.b = nn.Linear(4, len(self.kept) + 1)\n", ends, 0},
		{"a view of it", ahead + "        names = kept.keys()\n" + walk + "            kept[key] = value\n        self.b = nn.Linear(4, len(names) + 1)\n", ends, 0},
		{"the model's own layers", "        kept = self._modules\n" + walk + "            kept[key] = value\n", ends, 0},
		{"handed on in the loop around", "        seen = []\n        for f in ('f', 'g'):\n            if f == 'f':\n                kept = {}\n            else:\n                for key, value in torch.load(f).items():\n                    kept[key] = value\n            seen.append(kept)\n        self.b = nn.Linear(4, len(seen[0]) + 1)\n", ends, 0},
		{"asked by a method that adds", ahead + walk + "            if self.note(key):\n                kept[key] = value\n", ends, 0},
		{"named by a method that adds", ahead + walk + "            kept[self.note(key)] = value\n", ends, 0},
		{"told to a method that adds", ahead + walk + "            self.note(key)\n            kept[key] = value\n", ends, 0},
		{"printed by a method that adds", ahead + walk + "            print(self.note(key))\n            kept[key] = value\n", ends, 0},
		{"a comprehension that adds", "        kept = {k: self.note(k) for k in torch.load('f')}\n", ends, 0},
		{"a list that grows", "        names = []\n" + ahead + walk + "            kept[key] = names.append(key)\n        self.b = nn.Linear(4, len(names) + 1)\n", ends, 0},
		{"numbers that are made when asked for", "        import collections\n        count = collections.defaultdict(int)\n" + ahead + walk + "            kept[key] = count[key]\n        self.b = nn.Linear(4, len(count) + 1)\n", ends, 0},

		{"loaded", filled + "        self.load_state_dict(kept, strict=False)\n", "", 20},
		{"loaded, those that fit", "        own = self.state_dict()\n        kept = {}\n" + walk + "            if key in own and own[key].size() == value.size():\n                kept[key] = value\n            else:\n                print('left out', key)\n        own.update(kept)\n        self.load_state_dict(own)\n", "", 20},
		{"twice", filled + "        more = {}\n        for key, value in kept.items():\n            name = key.replace('a.', 'b.')\n            more[name] = value\n        for key, value in torch.load('g').items():\n            name = key[7:]\n            more[name] = value\n        self.load_state_dict(more)\n", "", 20},
		{"changed afterwards", filled + "        kept['a.weight'] = torch.cat([kept['a.weight'], kept['a.weight']])\n        kept.pop('b.weight', None)\n        del kept['c']\n        self.load_state_dict(kept)\n", "", 20},
		{"an ordered one", "        from collections import OrderedDict\n        kept = OrderedDict()\n" + walk + "            kept[key] = value\n        self.load_state_dict(kept)\n        self.b = nn.Linear(4, wide)\n", "", 60},
		{"filled out of what is known", "        kept = {}\n        for key in ('b', 'c'):\n            kept[key] = nn.Linear(4, 4)\n        self.b = nn.ModuleDict(kept)\n        kept.update(d=None)\n        self.c = nn.Linear(4, len(kept))\n", "", 75},
	} {
		text := class + c.load + "    def forward(self, x):\n        return self.a(x)\n"
		a, err := build(t, files{"m.py": head + text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.ends == "" && len(a.Unknown) > 0:
			t.Errorf("%s: ends at %v", c.name, a.Unknown)
		case c.ends == "" && a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, not %d", c.name, a.Parameters, c.parameters)
		case c.ends != "" && (len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, c.ends)):
			t.Errorf("%s: %d parameters, ends at %v, not with %q", c.name, a.Parameters, a.Unknown, c.ends)
		}
	}
}
