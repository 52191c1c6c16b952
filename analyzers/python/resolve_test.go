package python

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func parse(t *testing.T, text string) *Module {
	t.Helper()
	m, err := Parse(source.New("train.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lastExpr is the expression of the last statement, however deep it stands.
func lastExpr(t *testing.T, m *Module) Expr {
	t.Helper()
	var last *ExprStmt
	WalkBody(m.Body, func(n Node) bool {
		if s, ok := n.(*ExprStmt); ok {
			last = s
		}
		return true
	})
	if last == nil {
		t.Fatal("no expression statement")
	}
	return last.Value
}

func TestResolve(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"from torch.cuda import amp as a\na.autocast", "torch.cuda.amp.autocast"},
		{"import torch.cuda.amp as x\nx.GradScaler", "torch.cuda.amp.GradScaler"},
		{"import torch.cuda.amp\ntorch.cuda.amp.autocast", "torch.cuda.amp.autocast"},
		{"from torch.cuda.amp import autocast as ac\nac", "torch.cuda.amp.autocast"},
		{"global ac\nfrom torch.cuda.amp import autocast as ac\nac", "torch.cuda.amp.autocast"}, // a module-level global says nothing
		{"import torch\nac = torch.cuda.amp.autocast\nac", "torch.cuda.amp.autocast"},
		{"from torch import autocast\nautocast", "torch.amp.autocast"},
		{"def f():\n    from torch import nn\n    nn.Linear", "torch.nn.Linear"},
		{"from torch import nn\ndef f(nn):\n    nn.Linear", ""},
		{"from .amp import autocast\nautocast", ".amp.autocast"},
		{"class Net: pass\nNet", ".Net"},
		{"try:\n    from torch.amp import autocast\nexcept ImportError:\n    from torch.cuda.amp import autocast\nautocast", ""},
		{"try:\n    from apex import amp\nexcept ImportError:\n    amp = None\namp.scale_loss", "apex.amp.scale_loss"},
		{"print", "print"},
		{"global nn\nfrom torch import nn\nnn.Linear", "torch.nn.Linear"},
		{"if here:\n    global nn\nfrom torch import nn\ndef f():\n    global nn\n    nn.Linear", "torch.nn.Linear"},
		{"print = 3\nprint", ""},
		{"class A:\n    import accelerate\n    def f(self):\n        accelerate.nn", ""},
		{"def f():\n    torch.nn", "torch.nn"}, // a script that lost its import
		{"def f(torch):\n    torch.nn", ""},
		{"import torch\ntorch = torch\ntorch.nn", ""},
		{"global torch\nimport torch\ntorch.nn", "torch.nn"},
		{"def f():\n    global torch\n    import torch\nf()\ntorch.nn", "torch.nn"},
		{"import torch\nmatch x:\n    case torch.float16 | torch.Size(y=torch):\n        torch.nn", ""},
		{"import torch\nmatch x:\n    case torch.float16 | torch.Size(torch=1):\n        torch.nn", "torch.nn"},
		{"from a import b\nmatch x:\n    case [1, {'k': b}]:\n        b", ""},
	} {
		m := parse(t, c.text)
		if got := m.Resolve(lastExpr(t, m)); got != c.want {
			t.Errorf("%q resolves to %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTypeOf(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"import torch\noptimizer = torch.optim.AdamW(p)\noptimizer", "torch.optim.AdamW"},
		{"from torch import optim\nclass T:\n    def __init__(self):\n        self.o = optim.SGD(p)\n    def step(self):\n        self.o", "torch.optim.SGD"},
		{"from torch.optim import Optimizer\ndef f(o: Optimizer):\n    o", "torch.optim.Optimizer"},
		{"from typing import Optional\nimport torch\ndef f(o: Optional['torch.optim.Optimizer'] = None):\n    o", "torch.optim.Optimizer"},
		{"import torch\ndef build():\n    return torch.optim.Adam(p)\no = build()\no", "torch.optim.Adam"},
		{"import torch\nmodel = torch.nn.Linear(1, 2)\nmodel = model.to('cuda')\nmodel", "torch.nn.Linear"},
		{"from accelerate import Accelerator\nimport torch\na = Accelerator()\no = torch.optim.SGD(p)\nm = torch.nn.ReLU()\nm, o2 = a.prepare(m, o)\no2", "torch.optim.SGD"},
		{"import deepspeed\ne, o, _, s = deepspeed.initialize(model=m)\ne", "deepspeed.DeepSpeedEngine"},
		{"from transformers import AutoModel\nm = AutoModel.from_pretrained('x')\nm", "transformers.AutoModel"},
		{"from transformers import get_linear_schedule_with_warmup as g\ns = g(o)\ns", SchedulerType},
		{"class Net: pass\nnet = Net()\nnet", ".Net"},
		{"import torch\no = None\nif x:\n    o = torch.optim.SGD(p)\no", "torch.optim.SGD"},
		{"import torch\no = torch.optim.SGD(p) if x else torch.optim.Adam(p)\no", ""},
		{"o = make()\no", ""},
		{"x = x\nx", ""},
		{"class Net: pass\nwith Net() as n:\n    n", ".Net"},
		{"import torch\ndef f(*o: torch.optim.SGD):\n    o", ""},
		{"import torch\ndef f(**o: torch.optim.SGD):\n    o", ""},
		{"import torch\ndef f(o=torch.optim.SGD(p)):\n    o", "torch.optim.SGD"},
		{"import torch\na, b = torch.nn.ReLU(), torch.optim.SGD(p)\nb", "torch.optim.SGD"},
		{"import torch\na, b = *x, torch.optim.SGD(p)\nb", ""},
		{"import torch\ndef f():\n    return torch.nn.ReLU(), torch.optim.SGD(p)\na, b = f()\nb", "torch.optim.SGD"},
		{"import torch\ndef f():\n    if x:\n        return 1, torch.optim.Adam(p)\n    return 2, torch.optim.SGD(p)\na, b = f()\nb", ""},
		{"import torch\ndef f():\n    if x:\n        return 1, torch.optim.SGD(p)\n    return 2, torch.optim.SGD(q)\na, b = f()\nb", "torch.optim.SGD"},
		{"import torch\ndef f():\n    if x:\n        return 1, other(p)\n    return 2, torch.optim.SGD(q)\na, b = f()\nb", ""},
		{"def f():\n    return f()\na, b = f()\nb", ""},
		{"import torch\nm, o = fabric.setup(torch.nn.ReLU(), torch.optim.SGD(p))\no", "torch.optim.SGD"},
		{"import torch\nm, o = fabric.setup(*all)\no", ""},
	} {
		m := parse(t, c.text)
		if got := m.TypeOf(lastExpr(t, m)); got != c.want {
			t.Errorf("%q has type %q, want %q", c.text, got, c.want)
		}
	}
}

func TestConst(t *testing.T) {
	for _, c := range []struct {
		text     string
		want     any // nil: not known
		default_ bool
	}{
		{"WORKERS = 4\nWORKERS", int64(4), false},
		{"WORKERS = 4\nWORKERS = 5\nWORKERS", nil, false},
		{"n = 8 * 1024\nn", int64(8192), false},
		{"-1", int64(-1), false},
		{"x = not True\nx", false, false},
		{"lr = 1e-4\nlr", 1e-4, false},
		{"not 0", true, false}, {"not 1", false, false}, {"not 0.0", true, false}, {"not 1.0", false, false}, {"not 0.5", false, false}, {"not ''", true, false}, {"not 'a'", false, false},
		{"not None", true, false}, {"not False", true, false}, {"-1.5", -1.5, false}, {"-'a'", nil, false}, {"-True", nil, false}, {"+'a'", nil, false}, {"-(2 ** 63)", nil, false},
		{"1.5 + 2", 3.5, false}, {"1.5 - 2", -0.5, false}, {"1.5 * 2", 3.0, false}, {"1.5 / 2", 0.75, false}, {"1 / 0", nil, false}, {"2 ** -1", 0.5, false}, {"10.0 ** 400", nil, false},
		{"1.5 // 2", nil, false}, {"1.5 + 'a'", nil, false}, {"2 ** 1.5", 2.8284271247461903, false}, {"99999999999999999999", nil, false}, {"0x1F", int64(31), false}, {"1_000", int64(1000), false},
		{"import argparse\np = argparse.ArgumentParser()\np.add_argument('-w', '--num-workers', type=int, default=4)\nargs = p.parse_args()\nargs.num_workers", int64(4), true},
		{"p.add_argument('--fast', action='store_true')\nargs = p.parse_args()\nargs.fast", false, true},
		{"p.add_argument('--w', default=4)\nargs = p.parse_args()\nargs.w = 3\nargs.w", nil, false},
		{"p.add_argument('--w', default=4)\ndef main(args):\n    args.w", int64(4), true},
		{"p.add_argument('--w', default=4)\ndef main(thing):\n    thing.w", nil, false},
		{"from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 3\nc = C()\nc.n", int64(3), true},
		{"class C:\n    n = 3\nC.n", int64(3), false},
		{"CONFIG = {'w': 2}\nCONFIG['w']", int64(2), false},
		{"CONFIG = {'w': 2}\nCONFIG['w'] = 3\nCONFIG['w']", int64(3), false},
		{"CONFIG = {'w': 2}\nif c:\n    CONFIG['w'] = 3\nCONFIG['w']", nil, false},
		{"CONFIG = {'w': 2}\nchange(CONFIG)\nCONFIG['w']", nil, false},
		{"for i in range(3):\n    i", nil, false},
		{"x = int('3')\nx", nil, false},
	} {
		m := parse(t, c.text)
		v, ok := m.Const(lastExpr(t, m))
		if !ok {
			if c.want != nil {
				t.Errorf("%q is not known, want %v", c.text, c.want)
			}
			continue
		}
		var got any
		switch v.Kind {
		case BoolValue:
			got = v.Bool
		case IntValue:
			got = v.Int
		case FloatValue:
			got = v.Float
		case StringValue:
			got = v.Str
		}
		if got != c.want || v.Default != c.default_ {
			t.Errorf("%q is %v (default %v), want %v (default %v)", c.text, got, v.Default, c.want, c.default_)
		}
	}
}

func TestArgument(t *testing.T) {
	for _, c := range []struct {
		text string
		want Presence
	}{
		{"f(a, b, key=1)", Given},
		{"f(1)", Absent},
		{"f(1, 2, 3)", Given}, // position 2
		{"f(*a)", Uncertain},
		{"f(**kw)", Uncertain},
		{"kw = dict(key=1)\nf(**kw)", Given},
		{"kw = {'key': 1, 'x': 2}\nf(**kw)", Given},
		{"kw = {'x': 2}\nf(**kw)", Absent},
		{"kw = {'x': 2}\nkw.update(key=3)\nf(**kw)", Given},
		{"kw = {'x': 2}\nkw.update({'key': 3})\nf(**kw)", Given},
		{"kw = {'x': 2}\nkw.update(other)\nf(**kw)", Uncertain},
		{"kw = {'x': 2}\nkw['key'] = 3\nf(**kw)", Given},
		{"kw = {'x': 2}\nkw[key] = 3\nf(**kw)", Uncertain},
		{"kw = {'key': 2}\nkw.pop('key')\nf(**kw)", Absent},
		{"kw = {'key': 2}\nkw.pop(key)\nf(**kw)", Uncertain},
		{"kw = {'key': 2}\ndel kw['key']\nf(**kw)", Absent},
		{"kw = {'key': 2}\nkw.clear()\nf(**kw)", Uncertain},
		{"kw = {'x': 2}\nif c:\n    kw['x'] = 1\nf(**kw)", Absent},
		{"kw = {'key': 2}\nif c:\n    kw['key'] = 1\nf(**kw)", Uncertain},
		{"kw = {'key': 2}\nif c:\n    kw['key'] = 1\nkw['key'] = 3\nf(**kw)", Given},
		{"kw = {}\nfor i in r:\n    g(**kw)\n    kw['key'] = 1\n    f(**kw)", Given},
		{"kw = {'x': 2}\ndef g():\n    kw['key'] = 1\nf(**kw)", Uncertain},
		{"kw = {'x': 2}\ng(kw)\nf(**kw)", Uncertain},
		{"kw = {'x': 2}\nkw.key = 1\nf(**kw)", Uncertain},
		{"kw = {'x': 2, **other}\nf(**kw)", Uncertain},
		{"kw = {**kw}\nf(**kw)", Uncertain},
		{"kw = {'x': 2}\nif c:\n    kw['key'] = 1\nf(**kw)", Uncertain},
	} {
		m := parse(t, c.text)
		call := lastExpr(t, m).(*Call)
		if got := m.Argument(call, "key", 2); got.Presence != c.want {
			t.Errorf("%q: argument is %v, want %v", c.text, got.Presence, c.want)
		}
	}
}

// TestEverything: what nothing in a file binds may be given by a star, the last one first.
func TestEverything(t *testing.T) {
	m := parse(t, "from a import *\nfrom b import *\nimport torch\nx = nn.Linear(1, 1)\ny = torch.ones(1)\nz = len(_hidden.f)\n")
	m.Everything = func(module, name string) string {
		switch {
		case name == "nn" && module == "a":
			return "torch.nn"
		case name == "nn" || name == "_hidden" || name == "len" || name == "torch":
			return module + "." + name
		}
		return ""
	}
	for _, want := range []string{"b.nn.Linear", "torch.ones", "len"} {
		if len(m.Calls(want)) != 1 {
			t.Errorf("%s is not found", want)
		}
	}
	for _, c := range m.Calls("len") {
		if got := m.Resolve(c.Args[0].Value); got != "" {
			t.Errorf("a name that no star gives is %s", got)
		}
	}
}
