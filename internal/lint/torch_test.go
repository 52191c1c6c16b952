package lint

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// Rules about PyTorch look at files whose imports, or those around them, show it.
func TestTorchHasToBeShown(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"imported":            {map[string]string{"a.py": "import torch\nloss\n"}, []string{"a.py:2:1 r"}},
		"a part of it":        {map[string]string{"a.py": "from torch.nn import functional\nloss\n"}, []string{"a.py:2:1 r"}},
		"in a function":       {map[string]string{"a.py": "def f():\n  import torch\n  loss\n"}, []string{"a.py:3:3 r"}},
		"a library on it":     {map[string]string{"a.py": "from accelerate import Accelerator\nloss\n"}, []string{"a.py:2:1 r"}},
		"nothing":             {map[string]string{"a.py": "loss\n"}, []string{}},
		"only in a docstring": {map[string]string{"a.py": "'''\nimport torch\n'''\nloss\n"}, []string{}},
		"a module of its own": {map[string]string{"a.py": "from .torch import x\nloss\n", "torch.py": "x = 1\n"}, []string{}},
		"paddle":              {map[string]string{"a.py": "import paddle\nimport torch\nloss\n"}, []string{}},
		"mlx":                 {map[string]string{"a.py": "import mlx.nn as nn\nloss\n"}, []string{}},
		"tensorflow":          {map[string]string{"a.py": "import tensorflow as tf\nfrom transformers import TFAutoModel\nloss\n"}, []string{}},
		"logs by tensorflow":  {map[string]string{"a.py": "import tensorflow as tf\nimport torch\nloss\n"}, []string{"a.py:3:1 r"}},
		"jax":                 {map[string]string{"a.py": "import jax\nimport flax.linen as nn\nloss\n"}, []string{}},
		"through a helper":    {map[string]string{"a.py": "from utils.model import Net\nloss\n", "utils/model.py": "from torch import nn\n"}, []string{"a.py:2:1 r"}},
		"two steps away": {map[string]string{"p/a.py": "from . import b\nloss\n", "p/b.py": "from .c import d\n", "p/c.py": "import torch\n", "p/__init__.py": ""},
			[]string{"p/a.py:2:1 r"}},
		"its importer":          {map[string]string{"engine.py": "def f(loss): pass\n", "train.py": "import torch\nfrom engine import f\n"}, []string{"engine.py:1:7 r"}},
		"importers of two":      {map[string]string{"engine.py": "loss\n", "t.py": "import torch\nimport engine\n", "p.py": "import paddle\nimport engine\n"}, []string{}},
		"a helper of two":       {map[string]string{"a.py": "import b, c\nloss\n", "b.py": "import torch\n", "c.py": "import paddle\n"}, []string{}},
		"the nearest decides":   {map[string]string{"a.py": "import b\nloss\n", "b.py": "import paddle\nimport c\n", "c.py": "import torch\n"}, []string{}},
		"a circle":              {map[string]string{"a.py": "import b\nloss\n", "b.py": "import a\n"}, []string{}},
		"a neighbour says none": {map[string]string{"a.py": "loss\n", "b.py": "import torch\n"}, []string{}},
	} {
		rule := finder("r", rules.Memory, "loss")
		rule.WithoutTorch = false
		result := run(t, Options{Dir: tree(t, c.files), Rules: []*rules.Rule{rule}})
		if got := summary(result); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}

// What is on is asked of every file: a file without PyTorch may still be broken, and
// a directive there that no rule could use is not called unused.
func TestOtherFrameworksKeepTheirDirectives(t *testing.T) {
	rule := finder("r", rules.Memory, "loss")
	rule.WithoutTorch = false
	dir := tree(t, map[string]string{"a.py": "import paddle\nloss  # trainlint: ignore[r] not torch\n", "b.py": "import paddle\nloss = (\n"})
	got := summary(run(t, Options{Dir: dir, Rules: []*rules.Rule{rule, core.SyntaxError, core.DirectiveUnused}}))
	if want := []string{"b.py:2:8 syntax-error"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
