package model

import (
	"strings"
	"testing"
)

// TestNamesOfLibraries: a name that nothing here binds may come from a library of which all is imported; without one
// the program ends.
func TestNamesOfLibraries(t *testing.T) {
	const class = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 2)\n        self.b = Block(4)\n    def forward(self, x):\n        return self.b(self.a(x))\n"
	for _, c := range []struct{ name, imports, reason string }{
		{"one", "from somelib.layers import *\n", "somelib.layers.Block is not known"},
		{"several", "from somelib.layers import *\nfrom otherlib import *\n", "Block, which comes from one of the libraries"},
		{"through a file", "from parts import *\n", "somelib.layers.Block is not known"},
		{"none", "from somelib.layers import Other\n", "name 'Block' is not defined"},
	} {
		f := files{"m.py": head + c.imports + class, "parts.py": "from somelib.layers import *\n"}
		a, err := build(t, f, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Unknown) != 1 || !strings.Contains(a.Unknown[0].Reason, c.reason) {
			t.Errorf("%s: %v", c.name, a.Unknown)
		}
	}
}

// TestOptionsAlone: where a model is looked at by itself, options that its file parses when it is imported have their
// defaults, as they have in Python; what has none is not known, and neither is any where a job may say it.
func TestOptionsAlone(t *testing.T) {
	const before = head + "import argparse\nparser = argparse.ArgumentParser('x')\ngroup = parser.add_argument_group('sizes')\n" +
		"group.add_argument('-w', '--out-width', type=int, default='3')\nparser.add_argument('--deep', action='store_true')\nparser.add_argument('--flat', action='store_false')\n" +
		"parser.add_argument('--no', dest='many', default=5, type=int)\nparser.add_argument('--name')\n"
	const class = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, %)\n    def forward(self, x):\n        return self.a(x)\n"
	for _, c := range []struct {
		name, parse, width string
		alone              bool
		parameters         int64 // 0: not known
	}{
		{"a default", "opt = parser.parse_args()\n", "opt.out_width", true, 15},
		{"flags", "opt, rest = parser.parse_known_args()\n", "7 if opt.deep or not opt.flat or opt.name or rest else opt.many", true, 25},
		{"set later", "parser.set_defaults(many=2)\nopt = parser.parse_args()\n", "opt.many", true, 10},
		{"one that has to be given", "parser.add_argument('data')\nopt = parser.parse_args()\n", "opt.many", true, 0},
		{"one that may be left out", "parser.add_argument('data', nargs='?', default=6)\nopt = parser.parse_args()\n", "opt.data", true, 30},
		{"one that is required", "parser.add_argument('--data', required=True)\nopt = parser.parse_args()\n", "opt.many", true, 0},
		{"options of others", "parser = argparse.ArgumentParser(parents=[parser])\nopt = parser.parse_args()\n", "opt.many", true, 0},
		{"what is given", "opt = parser.parse_args(['--no', '9'])\n", "opt.many", true, 0},
		{"commands", "more = parser.add_subparsers()\nopt = parser.parse_args()\n", "opt.many", true, 0},
		{"a job says it", "opt = parser.parse_args()\n", "opt.many", false, 0},
	} {
		f := files{"m.py": before + c.parse + strings.Replace(class, "%", c.width, 1)}
		a, err := build(t, f, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4"), Defaults: c.alone})
		if err != nil {
			t.Fatal(err)
		}
		if c.parameters > 0 && (a.Parameters != c.parameters || !a.Ran || !a.Defaults) || c.parameters == 0 && len(a.Unknown) == 0 {
			t.Errorf("%s: %d parameters, %v", c.name, a.Parameters, a.Unknown)
		}
	}
}

// TestAttributesOfLayers: what torch's modules have and is not followed here is not known, not absent; what follows
// from a layer's arguments is there; what none has is absent.
func TestAttributesOfLayers(t *testing.T) {
	const code = head + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        c, n = nn.Conv2d(3, 4, 3), nn.InstanceNorm2d(4)\n        a = nn.MultiheadAttention(12, 3)\n" +
		"        e = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2), 2)\n        l = nn.LSTM(4, 8)\n        self.a = nn.Linear(4, %)\n    def forward(self, x):\n        return self.a(x)\n"
	for said, width := range map[string]int64{
		"a.head_dim": 4, "1 if a.bias_k is None and a.q_proj_weight is None else 2": 1, "3 if c.transposed else 5": 5, "len(c.output_padding)": 2,
		"7 if n.running_mean is None else 1": 7, "len(l.mode)": 4, "2 if hasattr(c, 'rotary') or hasattr(c, 'layers') else 6": 6, "2 if hasattr(e, 'layers') else 6": 2,
		"len(e.layers)": 0, "c.get_parameter('weight').shape[0]": 0, "len(l.all_weights)": 0, "c.layers": -1, "e.rotary": -1,
	} {
		a, err := build(t, files{"m.py": strings.Replace(code, "%", said, 1)}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case width > 0:
			if len(a.Unknown) > 0 || a.Parameters != 5*width {
				t.Errorf("%s: %d parameters, %v", said, a.Parameters, a.Unknown)
			}
		case len(a.Unknown) != 1 || strings.Contains(a.Unknown[0].Reason, "AttributeError") != (width < 0):
			t.Errorf("%s: %v", said, a.Unknown)
		}
	}
}
