package pyedit_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// imports makes a module or name usable at the call of f, and calls it there.
func imports(module, name string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		local, plan := e.Import(call(t, m), module, name)
		return plan.And(e.RenameCallee(call(t, m), local))
	}
}

func TestImport(t *testing.T) {
	torch, autocast, yaml := imports("torch", ""), imports("torch.amp", "autocast"), imports("yaml", "")
	runBuilders(t, []buildCase{
		{"an empty head", "f()\n", yaml, "import yaml\nyaml()\n", fixes.Safe},
		{"after a docstring", "'''doc\n'''\nf()\n", yaml, "'''doc\n'''\n\nimport yaml\nyaml()\n", fixes.Safe},
		{"after the licence", "#!/bin/python\n# licence\n\n# about f\nf()\n", yaml, "#!/bin/python\n# licence\n\nimport yaml\n\n# about f\nyaml()\n", fixes.Safe},
		{"after the future", "from __future__ import annotations\nx = 1\nf()\n", yaml, "from __future__ import annotations\nimport yaml\nx = 1\nyaml()\n", fixes.Safe},
		{"after other imports", "import os  # c\nimport sys; x = 1\n\ndef g():\n    f()\nimport re\n", yaml, "import os  # c\nimport sys; x = 1\nimport yaml\n\ndef g():\n    yaml()\nimport re\n", fixes.Safe},
		{"after imports over lines", "from a import (\n    b,\n    c,\n)\nf()\n", yaml, "from a import (\n    b,\n    c,\n)\nimport yaml\nyaml()\n", fixes.Safe},
		{"behind its package", "import torch.nn as nn\nimport os\nf()\n", autocast, "import torch.nn as nn\nfrom torch.amp import autocast\nimport os\nautocast()\n", fixes.Safe},
		{"above the parts of its package", "import os\n# nets\nfrom torch import nn\nfrom torch.optim import Adam\nimport sys\nf()\n", torch,
			"import os\n# nets\nimport torch\nfrom torch import nn\nfrom torch.optim import Adam\nimport sys\ntorch()\n", fixes.Safe},
		{"its package shares a line", "import os; from torch import nn\nimport sys\nf()\n", torch,
			"import os; from torch import nn\nimport torch\nimport sys\ntorch()\n", fixes.Safe},
		{"there already", "import torch\nf()\n", torch, "import torch\ntorch()\n", fixes.Safe},
		{"there through a submodule", "import torch.nn\nf()\n", torch, "import torch.nn\ntorch()\n", fixes.Safe},
		{"there under an alias", "import torch as T\nf()\n", torch, "import torch as T\nT()\n", fixes.Safe},
		{"a name there already", "from torch.amp import GradScaler, autocast as ac\nf()\n", autocast, "from torch.amp import GradScaler, autocast as ac\nac()\n", fixes.Safe},
		{"a module from its package", "from torch import amp\nf()\n", imports("torch.amp", ""), "from torch import amp\namp()\n", fixes.Safe},
		{"under try only", "try:\n    import torch\nexcept ImportError:\n    torch = None\nf()\n", torch,
			"import torch as torch_\ntry:\n    import torch\nexcept ImportError:\n    torch = None\ntorch_()\n", fixes.Safe},
		{"in another function only", "import os\ndef g():\n    import torch\ndef h():\n    f()\n", torch, "import os\nimport torch\ndef g():\n    import torch\ndef h():\n    torch()\n", fixes.Safe},
		{"in the function around", "import os\ndef g():\n    import torch\n    def h():\n        f()\n", torch, "import os\ndef g():\n    import torch\n    def h():\n        torch()\n", fixes.Safe},
		{"in the function around, and bound again", "def g():\n    import torch\n    torch = None\n    f()\n", torch, "import torch as torch_\ndef g():\n    import torch\n    torch = None\n    torch_()\n", fixes.Safe},
		{"in the function around, below the use", "def g():\n    f()\n    from torch.amp import autocast\n", autocast, "from torch.amp import autocast as amp_autocast\ndef g():\n    amp_autocast()\n    from torch.amp import autocast\n", fixes.Safe},
		{"below the use", "f()\nimport torch\n", torch, "import torch\ntorch()\nimport torch\n", fixes.Safe},
		{"merged", "from torch.amp import GradScaler\nf()\n", autocast, "from torch.amp import GradScaler, autocast\nautocast()\n", fixes.Safe},
		{"merged before a comment", "from torch.amp import GradScaler  # c\nf()\n", autocast, "from torch.amp import GradScaler, autocast  # c\nautocast()\n", fixes.Safe},
		{"merged in parentheses", "from torch.amp import (GradScaler)\nf()\n", autocast, "from torch.amp import (GradScaler, autocast)\nautocast()\n", fixes.Safe},
		{"merged on lines", "from torch.amp import (\n    GradScaler,  # c\n)\nf()\n", autocast, "from torch.amp import (\n    GradScaler,  # c\n    autocast,\n)\nautocast()\n", fixes.Safe},
		{"merged after a backslash", "from torch.amp import a, \\\n    b\nf()\n", autocast, "from torch.amp import a, \\\n    b, autocast\nautocast()\n", fixes.Safe},
		{"a star is not enough", "from torch.amp import *\nf()\n", autocast, "from torch.amp import *\nfrom torch.amp import autocast\nautocast()\n", fixes.Safe},
		{"the name is taken by another import", "from torch.cuda.amp import autocast\nf()\nautocast()\n", autocast, "from torch.cuda.amp import autocast\nfrom torch.amp import autocast as amp_autocast\namp_autocast()\nautocast()\n", fixes.Safe},
		{"the name is a parameter", "def g(yaml):\n    f()\n", yaml, "import yaml as yaml_\ndef g(yaml):\n    yaml_()\n", fixes.Safe},
		{"another function imports the very name", "import os\ndef g():\n    from torch.amp import autocast\n    autocast()\nf()\n", autocast,
			"import os\nfrom torch.amp import autocast\ndef g():\n    from torch.amp import autocast\n    autocast()\nautocast()\n", fixes.Safe},
		{"the name is a loop's", "for yaml in files:\n    f()\n", yaml, "import yaml as yaml_\nfor yaml in files:\n    yaml_()\n", fixes.Safe},
		{"the name is one of a loop's two", "for i, yaml in enumerate(files):\n    f()\n", yaml, "import yaml as yaml_\nfor i, yaml in enumerate(files):\n    yaml_()\n", fixes.Safe},
		{"the name is a with's", "with open(a) as yaml:\n    f()\n", yaml, "import yaml as yaml_\nwith open(a) as yaml:\n    yaml_()\n", fixes.Safe},
		{"a with without a name", "with yaml.open(a):\n    f()\n", yaml, "import yaml\nwith yaml.open(a):\n    yaml()\n", fixes.Safe},
		{"the name is added to", "def g():\n    global yaml\n    yaml += 1\nf()\n", yaml, "import yaml as yaml_\ndef g():\n    global yaml\n    yaml += 1\nyaml_()\n", fixes.Safe},
		{"the name is what is added", "n = 0\nn += yaml\nf()\n", yaml, "import yaml\nn = 0\nn += yaml\nyaml()\n", fixes.Safe},
		{"the name is a walrus's", "if (yaml := a):\n    f()\n", yaml, "import yaml as yaml_\nif (yaml := a):\n    yaml_()\n", fixes.Safe},
		{"the name is an exception's", "try:\n    a\nexcept E as yaml:\n    f()\n", yaml, "import yaml as yaml_\ntry:\n    a\nexcept E as yaml:\n    yaml_()\n", fixes.Safe},
		{"the name is deleted", "del yaml\nf()\n", yaml, "import yaml as yaml_\ndel yaml\nyaml_()\n", fixes.Safe},
		{"the name is a comprehension's", "x = [yaml for yaml in y]\nf()\n", yaml, "import yaml as yaml_\nx = [yaml for yaml in y]\nyaml_()\n", fixes.Safe},
		{"the alias is taken too", "yaml = yaml_ = 1\nf()\n", yaml, "import yaml as yaml__\nyaml = yaml_ = 1\nyaml__()\n", fixes.Safe},
		{"a relative import is another", "from .yaml import amp\nf()\n", imports("yaml", "amp"), "from .yaml import amp\nfrom yaml import amp as yaml_amp\nyaml_amp()\n", fixes.Safe},
		{"a relative import is not merged with", "from .yaml import dump\nf()\n", imports("yaml", "amp"), "from .yaml import dump\nfrom yaml import amp\namp()\n", fixes.Safe},
		{"above the first function", "import os\ndef g():\n    pass\nimport re\nf()\n", yaml, "import os\nimport yaml\ndef g():\n    pass\nimport re\nyaml()\n", fixes.Safe},
		{"the head has an empty line above the licence", "\n# licence\nf()\n", yaml, "\n# licence\n\nimport yaml\nyaml()\n", fixes.Safe},
		{"one line of a licence, and what is about the code", "# licence\n\n# about f\nf()\n", yaml, "# licence\n\nimport yaml\n\n# about f\nyaml()\n", fixes.Safe},
		{"another module under an alias", "import os as o\nf()\n", yaml, "import os as o\nimport yaml\nyaml()\n", fixes.Safe},
		{"the module itself is no name of it", "from torch import amp\nf()\n", autocast, "from torch import amp\nfrom torch.amp import autocast\nautocast()\n", fixes.Safe},
		{"a dotted module is no name of it", "import torch.amp\nf()\n", autocast, "import torch.amp\nfrom torch.amp import autocast\nautocast()\n", fixes.Safe},
		{"a module of the package's own torch", "import torch\nfrom .torch import amp\nf()\n", imports("torch.amp", ""),
			"import torch\nimport torch.amp\nfrom .torch import amp\ntorch.amp()\n", fixes.Safe},
		{"a name of another module", "from x import yaml\nf()\n", yaml, "from x import yaml\nimport yaml as yaml_\nyaml_()\n", fixes.Safe},
		{"a parameter hides the import", "import yaml\ndef g(yaml):\n    f()\n", yaml, "import yaml\nimport yaml as yaml_\ndef g(yaml):\n    yaml_()\n", fixes.Safe},
		{"a parameter hides the import of the function around", "import os\ndef g():\n    import yaml\n    def h(yaml):\n        f()\n", yaml,
			"import os\nimport yaml as yaml_\ndef g():\n    import yaml\n    def h(yaml):\n        yaml_()\n", fixes.Safe},
		{"imported from two places", "import yaml\nfrom a import yaml\nf()\n", yaml, "import yaml\nimport yaml as yaml_\nfrom a import yaml\nyaml_()\n", fixes.Safe},
		{"the name is a function's", "x = 1\ndef yaml(): pass\nf()\n", yaml, "import yaml as yaml_\nx = 1\ndef yaml(): pass\nyaml_()\n", fixes.Safe},
		{"the name is a class's", "x = 1\nclass yaml: pass\nf()\n", yaml, "import yaml as yaml_\nx = 1\nclass yaml: pass\nyaml_()\n", fixes.Safe},
		{"the name is a parameter elsewhere", "def g(yaml): pass\nf()\n", yaml, "import yaml as yaml_\ndef g(yaml): pass\nyaml_()\n", fixes.Safe},
		{"other names are free", "class A: pass\ndef g(a): pass\nf()\n", yaml, "import yaml\nclass A: pass\ndef g(a): pass\nyaml()\n", fixes.Safe},
		{"a part of it has its name", "import yaml.sub as yaml\nf()\n", yaml, "import yaml.sub as yaml\nimport yaml as yaml_\nyaml_()\n", fixes.Safe},
		{"a part of it below the use", "f()\nimport yaml.sub\n", yaml, "import yaml\nyaml()\nimport yaml.sub\n", fixes.Safe},
		{"what a with enters is no target", "with yaml as y:\n    f()\n", yaml, "import yaml\nwith yaml as y:\n    yaml()\n", fixes.Safe},
		{"what an except catches is no target", "try:\n    a\nexcept yaml as e:\n    f()\n", yaml, "import yaml\ntry:\n    a\nexcept yaml as e:\n    yaml()\n", fixes.Safe},
		{"behind names of its package", "from torch.nn import Linear\nimport os\nf()\n", autocast, "from torch.nn import Linear\nfrom torch.amp import autocast\nimport os\nautocast()\n", fixes.Safe},
		{"not behind names of another package", "import os\nfrom x import y\nimport re\nf()\n", yaml, "import os\nfrom x import y\nimport re\nimport yaml\nyaml()\n", fixes.Safe},
		{"not behind a module of its own", "from .yaml import dump\nimport os\nf()\n", yaml, "from .yaml import dump\nimport os\nimport yaml\nyaml()\n", fixes.Safe},
		{"not behind the line of the use", "import os\nimport re; f()\n", yaml, "import os\nimport yaml\nimport re; yaml()\n", fixes.Safe},
		{"its package is imported on the line of the use", "import os\nimport yaml.sub as y; f()\n", yaml, "import os\nimport yaml\nimport yaml.sub as y; yaml()\n", fixes.Safe},
		{"byte-order mark", "\ufefff()\n", yaml, "\ufeffimport yaml\nyaml()\n", fixes.Safe},
	})
}

// A file that keeps torch out gets none of it, whatever a fix wants.
func TestImportIsNeverTheFirstOfTorch(t *testing.T) {
	for text, want := range map[string]bool{
		"import paddle\nf()\n": false, "from .torch import nn\nf()\n": false, "\"\"\"\nimport torch\n\"\"\"\nf()\n": false,
		"from torch import nn\nf()\n": true, "def g():\n    import torch.nn\nf()\n": true, "try:\n    import torch\nexcept ImportError: pass\nf()\n": true,
	} {
		m, err := python.Parse(source.New("a.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"", "no_grad"} {
			if _, plan := pyedit.New(m).Import(call(t, m), "torch", name); (plan.Err == nil) != want {
				t.Errorf("%q: torch %s can be imported: %t, want %t (%v)", text, name, plan.Err == nil, want, plan.Err)
			}
		}
	}
}

// A dtype is written with the torch that the file has; where it has none, as the text that transformers takes.
func TestDType(t *testing.T) {
	for text, want := range map[string]struct{ written, needs string }{
		"import torch\nf()\n":                {"torch.bfloat16", ""},
		"import torch as th\nf()\n":          {"th.bfloat16", ""},
		"import transformers\nf()\n":         {`"bfloat16"`, "transformers>=4.43"},
		"from torch.nn import Linear\nf()\n": {"torch.bfloat16", ""},
	} {
		m, err := python.Parse(source.New("a.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if written, plan := pyedit.New(m).DType(call(t, m), "bfloat16"); written != want.written || plan.Needs != want.needs || plan.Err != nil {
			t.Errorf("%q: %s, needs %q, %v", text, written, plan.Needs, plan.Err)
		}
	}
}

// orphaning removes the first call of f and says that it may orphan some names.
func orphaning(names ...string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		plan := e.ReplaceExpression(call(t, m), "0")
		for _, name := range names {
			plan = plan.Orphan("a.py", name)
		}
		return plan
	}
}

func TestOrphans(t *testing.T) {
	a, dotted := orphaning("a"), orphaning("torch.amp")
	runBuilders(t, []buildCase{
		{"a statement", "import a\nimport b\nf(a)\n", a, "import b\n0\n", fixes.Safe},
		{"an alias", "import x as a\nf(a)\n", a, "0\n", fixes.Safe},
		{"a name", "from x import a\nf(a)\n", a, "0\n", fixes.Safe},
		{"first of several", "from x import a, b\nf(a)\n", a, "from x import b\n0\n", fixes.Safe},
		{"last of several", "from x import b, a\nf(a)\n", a, "from x import b\n0\n", fixes.Safe},
		{"on its line", "from x import (\n    b,\n    a,\n    c,\n)\nf(a)\n", a, "from x import (\n    b,\n    c,\n)\n0\n", fixes.Safe},
		{"still used", "import a\nf(a)\na()\n", a, "import a\n0\na()\n", fixes.Safe},
		{"used in a function", "import a\nf(a)\ndef g(): return a.b\n", a, "import a\n0\ndef g(): return a.b\n", fixes.Safe},
		{"an attribute is no use", "import a\nf(a)\nb.a()\n", a, "0\nb.a()\n", fixes.Safe},
		{"in __all__", "import a\nf(a)\n__all__ = ['a']\n", a, "import a\n0\n__all__ = ['a']\n", fixes.Safe},
		{"in an annotation", "import a\nf(a)\nx: 'List[a.b]'\n", a, "import a\n0\nx: 'List[a.b]'\n", fixes.Safe},
		{"in an f-string", "import a\nf(a)\nf'{a} b'\n", a, "import a\n0\nf'{a} b'\n", fixes.Safe},
		{"in prose", "import a\nf(a)\n'a b'\n", a, "0\n'a b'\n", fixes.Safe},
		{"with a comment", "import a  # noqa\nf(a)\n", a, "import a  # noqa\n0\n", fixes.Safe},
		{"under try", "try:\n    import a\nexcept ImportError:\n    pass\nf(a)\n", a, "try:\n    import a\nexcept ImportError:\n    pass\n0\n", fixes.Safe},
		{"in a function", "def g():\n    import a\n    f(a)\n", a, "def g():\n    0\n", fixes.Safe},
		{"alone in a function", "def g():\n    import a\nf(a)\n", a, "def g():\n    pass\n0\n", fixes.Safe},
		{"two imports of one name", "import a\ndef g():\n    from x import a\n    f(a)\n", a, "def g():\n    0\n", fixes.Safe},
		{"behind a semicolon", "import b; import a\nf(a)\n", a, "import b\n0\n", fixes.Safe},
		{"a dotted module, asked for its root", "import a.b\nf(a.b)\n", a, "import a.b\n0\n", fixes.Safe},
		{"other names, with spaces of their own", "from x import (b,   c)\nf(b)\n", a, "from x import (b,   c)\n0\n", fixes.Safe},
		{"another name", "import b\nf(b)\n", a, "import b\n0\n", fixes.Safe},
		{"a dotted module", "import torch\nimport torch.amp\nf(torch.amp)\ntorch.x\n", dotted, "import torch\n0\ntorch.x\n", fixes.Safe},
		{"a dotted module for what it loads", "import torch\nimport torch.amp\nf(torch)\n", dotted, "import torch\nimport torch.amp\n0\n", fixes.Safe},
		{"unused before", "import a\nf()\n", a, "import a\n0\n", fixes.Safe},
		{"a dotted module still used", "import torch\nimport torch.amp\nf()\ntorch.amp.x\n", dotted, "import torch\nimport torch.amp\n0\ntorch.amp.x\n", fixes.Safe},
		{"a dotted module that binds the root", "import torch.amp\nf()\ntorch.x\n", dotted, "import torch.amp\n0\ntorch.x\n", fixes.Safe},
		{"a dotted module under an alias", "import x.y as a\nf(a)\n", a, "0\n", fixes.Safe},
		{"an alias is not asked for by the path", "import torch.amp as t\nf(t)\n", dotted, "import torch.amp as t\n0\n", fixes.Safe},
		{"two of several", "from x import a, b, c\nf(a, b)\nc()\n", orphaning("a", "b"), "from x import c\n0\nc()\n", fixes.Safe},
		{"two of several, with a comment", "from x import (\n    a,  # why\n    b,\n    c,\n)\nf(a, b)\n", orphaning("a", "b"),
			"from x import (\n    a,  # why\n    b,\n    c,\n)\n0\n", fixes.Safe},
		{"in a comment", "import a\nf(a)\n# a is gone\n", a, "0\n# a is gone\n", fixes.Safe},
		{"in the comment of a type", "import a\nf(a)\nx = []  # type: a.B\n", a, "import a\n0\nx = []  # type: a.B\n", fixes.Safe},
		{"imported on the line of a condition", "if x: import a\nf(a)\n", a, "if x: pass\n0\n", fixes.Safe},
		{"a dotted module that binds the root, once used", "import torch.amp\nf(torch.amp)\ntorch.x\n", dotted, "import torch.amp\n0\ntorch.x\n", fixes.Safe},
		{"a dotted module beside another that binds the root", "import os\nimport torch.amp\nf(torch.amp)\ntorch.x\n", dotted, "import os\nimport torch.amp\n0\ntorch.x\n", fixes.Safe},
		{"a dotted module nobody uses", "import torch.amp\nf(torch.amp)\n", dotted, "0\n", fixes.Safe},
	})
}

// The import goes to the first cell that holds Python, below its cell magic.
func TestImportInNotebook(t *testing.T) {
	raw := `{"cells": [{"cell_type": "code", "source": "%%bash\nls"}, {"cell_type": "code", "source": ["%%time\n", "f()"]}]}`
	n, err := source.OpenNotebook("a.ipynb", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	m, err := python.Parse(n.File)
	if err != nil {
		t.Fatal(err)
	}
	_, plan := pyedit.New(m).Import(call(t, m), "yaml", "")
	s := &fixes.Session{File: func(string) *source.File { return n.File }, Judge: pyedit.Judge}
	r, err := s.Run([]fixes.Candidate{{Rule: "r", Fixes: plan.Fixes("import", fixes.Safe)}})
	if err != nil || len(r.Changes) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	want := strings.Replace(raw, `"f()"`, `"import yaml\n", "f()"`, 1)
	if got := string(r.Changes[0].After.Disk()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
