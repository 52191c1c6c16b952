package lint

import (
	"slices"
	"strings"
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

// A file that does not parse is told where somebody trains with it: not an answer of a model that was kept as a file.
// Nobody has to select the rules that would look at it.
func TestBrokenFilesOfTraining(t *testing.T) {
	rule := finder("r", rules.Memory, "loss")
	rule.WithoutTorch = false
	dir := tree(t, map[string]string{
		"train.py":    "import torch\nif loss\n    loss.backward()\n",
		"helper.py":   "import torch\nx = foo(1,\n",
		"answer.py":   "Here it is\ndef loss(x)\n",
		"engine.py":   "if loss\n    loss(x)\n",
		"main.py":     "import torch\nimport engine\n",
		"quiet.py":    "def f(x\n",
		"cells.ipynb": `{"cells": [{"cell_type": "code", "source": ["import torch\n", "if loss\n", "  pass"]}], "nbformat": 4}`,
	})
	want := []string{"cells.ipynb:2:8 syntax-error", "engine.py:1:8 syntax-error", "helper.py:2:8 syntax-error", "train.py:2:8 syntax-error"}
	for _, chosen := range [][]string{nil, {"syntax-error"}} {
		got := summary(run(t, Options{Dir: dir, Rules: []*rules.Rule{rule, core.SyntaxError}, Select: chosen}))
		got = slices.DeleteFunc(got, func(s string) bool { return !strings.HasSuffix(s, core.SyntaxError.Name) })
		if !slices.Equal(got, want) {
			t.Errorf("select %q: found %q, want %q", chosen, got, want)
		}
	}
	named := summary(run(t, Options{Dir: dir, Paths: []string{"answer.py"}, Rules: []*rules.Rule{rule, core.SyntaxError}}))
	if want := []string{"answer.py:1:6 syntax-error"}; !slices.Equal(named, want) {
		t.Errorf("named: found %q, want %q", named, want)
	}
}

// configargparse takes the lines of its files apart by itself, in which a tab is as good as a space, unless it is told
// that they are YAML.
func TestConfigsThatAreNoYAML(t *testing.T) {
	for options, want := range map[string][]string{
		"import configargparse\nparser = configargparse.ArgumentParser()\n": nil,
		"import configargparse\nparser = configargparse.ArgumentParser(" +
			"config_file_parser_class=configargparse.YAMLConfigFileParser)\n": {"run.yaml:2:6 syntax-error"},
		"import argparse\nparser = argparse.ArgumentParser()\n": {"run.yaml:2:6 syntax-error"},
	} {
		dir := tree(t, map[string]string{
			"run.yaml":   "epochs: 3\nwide:\tTrue\nloss: l1\n",
			"options.py": options,
			"train.py":   "import torch\nimport options\nloss.backward()\n",
		})
		if got := summary(run(t, Options{Dir: dir, Rules: []*rules.Rule{core.SyntaxError}})); !slices.Equal(got, want) {
			t.Errorf("%s: found %q, want %q", options, got, want)
		}
	}
}
