package model

import (
	"strings"
	"testing"
)

// TestWeights: a file of weights that is walked over to fill what is loaded into a model changes no size; where a size is read out
// of it, the answer ends.
func TestWeights(t *testing.T) {
	const class = "import torch.utils.model_zoo as zoo\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n"
	for _, c := range []struct{ name, load, ends string }{
		{"filled", "        new = {}\n        own = self.state_dict()\n        for k, v in zoo.load_url('u').items():\n            if k in own:\n                new[k] = v\n        own.update(new)\n        self.load_state_dict(own)\n", ""},
		{"renamed", "        new = {}\n        for k, v in torch.load('f')['state_dict'].items():\n            name = k.replace('module.', '')\n            print(name)\n            new[name] = v\n        self.load_state_dict(new, strict=False)\n", ""},
		{"a comprehension", "        own = self.state_dict()\n        kept = {k: v for k, v in torch.load('f').items() if k in own}\n        own.update(kept)\n        self.load_state_dict(own)\n", ""},
		{"counted", "        n = 0\n        for k in torch.load('f'):\n            n += 1\n        self.b = nn.Linear(4, n)\n", "what is walked over is not known"},
		{"a size of it", "        new = {}\n        for k, v in torch.load('f').items():\n            new[k] = v\n        self.b = nn.Linear(4, new['a.weight'].shape[0])\n", "KeyError"},
		{"settings", "        cfg = {'width': 8}\n        for k, v in torch.load('f').items():\n            cfg[k] = v\n        self.b = nn.Linear(4, cfg['width'])\n", "what is walked over is not known"},
		{"settings put together", "        cfg = {'width': 8}\n        cfg.update(torch.load('f'))\n        self.b = nn.Linear(4, cfg['width'])\n", "what is spread into a dictionary is not known"},
		{"parts of its names", "        own = {}\n        for k, v in torch.load('f').items():\n            own[k] = self.add_module(k, nn.Linear(4, 4))\n", "what is walked over is not known"},
		{"by a function of its own", "        own = {}\n        for k, v in torch.load('f').items():\n            own[k] = more(self, k)\ndef more(m, k):\n    m.b = nn.Linear(4, 4)\n", "what is walked over is not known"},
		{"a list of its names", "        names = [k for k in torch.load('f')]\n        self.b = nn.Linear(4, len(names))\n", "what is walked over is not known"},
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
