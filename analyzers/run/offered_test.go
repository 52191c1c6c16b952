package run

import "testing"

func TestPickedByName(t *testing.T) {
	const one = "class Net:\n    pass\nclass _Block:\n    pass\n"
	for _, c := range []struct{ name, module, script, want string }{
		{"getattr", one, "x = getattr(models, unknown)", "class Net"},
		{"__dict__", one, "x = models.__dict__[unknown]", "class Net"},
		{"vars", one, "x = vars(models)[unknown]", "class Net"},
		{"all names, in order", one, "x = [k for k, v in models.__dict__.items()]", "['Net', '_Block']"},
		{"the one of all names that is a part of", one + "class Big(Net):\n    pass\n", "for k, v in models.__dict__.items():\n    if k != 'Net' and issubclass(v, models.Net):\n        x = v", "class Big"},
		{"all names beside a star", "from torch.nn import *\n" + one, "x = [k for k, v in models.__dict__.items()]", "[… unknown (an item of something unknown)]"},
		{"a name that is known", one, "x = getattr(models, '_Block')", "class _Block"},
		{"one of two", "class A:\n    pass\nclass B:\n    pass\n", "x = getattr(models, unknown)", "unknown getattr (built by getattr)"},
		{"no definition", "x = 1\n", "x = getattr(models, unknown)", "unknown getattr (built by getattr)"},
		{"beside what it imports for others", "from torch.nn import Linear\n" + one, "x = getattr(models, unknown)", "unknown getattr (built by getattr)"},
		{"beside what it imports for itself", "from torch import nn\nclass Net(nn.Module):\n    pass\n", "x = getattr(models, unknown)", "class Net"},
		{"beside all of a library", "from torch.nn import *\n" + one, "x = getattr(models, unknown)", "unknown getattr (built by getattr)"},
		{"eval of a name", one, "from models import Net\nx = eval('Net')", "class Net"},
		{"eval of a dotted name", one, "x = eval('models.Net')", "class Net"},
		{"eval of a literal", one, "x = eval('1e-3'), eval('True'), eval('-3')", "(0.001, True, -3)"},
		{"eval of an expression", one, "x = eval('models.Net()')", "unknown eval (built by eval)"},
		{"eval of a name that is not there", one, "x = eval('Nowhere')", "unknown eval (built by eval)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", "import models\n"+c.script+"\n")
			m := New(Options{Main: script, Open: true, Project: folder{"models": parsed(t, "models.py", c.module)}})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestPackageOffers(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"what it imports", "from models.net import Net\n", "class Net"},
		{"with a star", "from models.net import *\n", "class Net"},
		{"a helper besides", "from models.net import Net\nfrom models.other import Other\n", "unknown getattr (built by getattr)"},
		{"its own definition", "from models.net import Net\ndef build(name):\n    return Net()\n", "function build"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", "import models\nx = getattr(models, unknown)\n")
			m := New(Options{Main: script, Open: true, Project: folder{
				"models":       parsed(t, "models/__init__.py", c.text),
				"models.net":   parsed(t, "models/net.py", "class Net:\n    pass\n"),
				"models.other": parsed(t, "models/other.py", "class Other:\n    pass\n"),
			}})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
