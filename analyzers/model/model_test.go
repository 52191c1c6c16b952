package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/internal/table"
)

// files are texts by path.
type files map[string]string

func init() { exact.Loud = true }

// finder finds modules among files; each is parsed once.
func finder(f files) *imports.Finder {
	return &imports.Finder{
		Exists: func(path string) bool { return f[path] != "" },
		Open:   func(path string) *source.File { return source.New(path, []byte(f[path])) },
	}
}

func build(t *testing.T, f files, path string, ask Request) (*Answer, error) {
	t.Helper()
	found := finder(f)
	return Build(found, found.Module(path), strings.TrimSuffix(path, ".py"), ask)
}

func inputsOf(t *testing.T, text string) []Input {
	t.Helper()
	var list []Input
	for _, part := range strings.Fields(text) {
		shape, dtype, typed := strings.Cut(part, ":")
		in := Input{DType: tensor.Float32}
		if typed {
			in.DType, _ = tensor.DTypeNamed(dtype)
		}
		for _, word := range strings.Split(shape, "x") {
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			in.Shape = append(in.Shape, n)
		}
		list = append(list, in)
	}
	return list
}

// measured are the rows of a table that a script of estimator/oracle wrote, by the names of the columns.
func measured(t *testing.T, path string) []table.Row {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestAgainstTorch builds the models of testdata/models and compares with what torch measured
// (estimator/oracle/user_modules.py).
func TestAgainstTorch(t *testing.T) {
	rows := measured(t, "../../testdata/oracle/own_modules.csv")
	if len(rows) < 13 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		t.Run(row["name"]+row["arguments"], func(t *testing.T) { compare(t, row) })
	}
}

// argumentsOf are the constructor's arguments that a table holds as JSON.
func argumentsOf(t *testing.T, text string) (list []Argument) {
	t.Helper()
	given := map[string]json.RawMessage{}
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &given); err != nil {
		t.Fatal(err)
	}
	for name, v := range given {
		list = append(list, Argument{name, strings.NewReplacer("true", "True", "false", "False", "null", "None").Replace(string(v))})
	}
	return list
}

func compare(t *testing.T, row map[string]string) {
	text, err := os.ReadFile(filepath.Join("../../testdata/models", row["path"]))
	if err != nil {
		t.Fatal(err)
	}
	ask := Request{Name: row["name"], Inputs: inputsOf(t, row["input"])}
	for _, given := range argumentsOf(t, row["arguments"]) {
		word := strings.Trim(given.Text, `"`)
		switch given.Name {
		case "@checkpointing":
			ask.Checkpointing = word
		case "@weights":
			ask.Weights, _ = tensor.DTypeNamed(word)
		default:
			ask.Arguments = append(ask.Arguments, given)
		}
	}
	a, err := build(t, files{row["path"]: string(text)}, row["path"], ask)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Unknown) > 0 {
		t.Fatalf("ends at %v", a.Unknown)
	}
	var outputs []string
	for _, shape := range a.Outputs {
		words := make([]string, len(shape))
		for i, n := range shape {
			words[i] = strconv.FormatInt(n, 10)
		}
		outputs = append(outputs, strings.Join(words, "x"))
	}
	got := map[string]string{
		"parameters": strconv.FormatInt(a.Parameters, 10), "trainable": strconv.FormatInt(a.Trainable, 10), "buffers": strconv.FormatInt(a.Buffers, 10),
		"saved": strconv.FormatInt(a.Saved, 10), "outputs": strings.Join(outputs, " "),
	}
	for name, v := range got {
		if v != row[name] {
			t.Errorf("%s: %s, torch has %s", name, v, row[name])
		}
	}
	if peak, _ := strconv.ParseFloat(row["peak"], 64); math.Abs(float64(a.StepPeak)/peak-1) > 0.001 {
		t.Errorf("the step peaks at %d, in torch at %.0f", a.StepPeak, peak)
	}
}

const head = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"

// TestEndsHonestly: what is not known ends the answer at its line; what was known before stands.
func TestEndsHonestly(t *testing.T) {
	for _, c := range []struct {
		name, text, reason string
		line               int
		parameters         int64
	}{
		{"an unknown operation", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n    def forward(self, x):\n        x = self.a(x)\n        return somelib.op(x)\nimport somelib\n", "somelib.op is not known", 10, 20},
		{"a value decides", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n    def forward(self, x):\n        if x.sum() > 0:\n            x = self.a(x)\n        return x\n", "the value of a tensor decides which way the program goes", 9, 20},
		{"shapes that cannot meet", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(5, 4)\n    def forward(self, x):\n        return self.a(x)\n", "cannot be multiplied", 9, 24},
		{"a change of what is kept", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Dropout(0.1, inplace=True), nn.Linear(4, 4))\n    def forward(self, x):\n        return self.a(x)\n", "what relu keeps for it is changed in place later", 4, 40},
		{"code out of a text", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n        exec('self.b = nn.Linear(4, 4)')\n    def forward(self, x):\n        return self.a(x)\n", "exec() is not followed", 8, 0},
		{"an unknown module", "import somelib\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = somelib.Layer(4)\n    def forward(self, x):\n        return self.a(x)\n", "somelib.Layer is not known", 10, 0},
		{"a text that a library may hold", "import somelib\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n    def forward(self, x):\n        return getattr(self, somelib.NAME)(x)\n", "somelib.NAME is not known to be a text", 10, 20},
		{"an unknown base", "import somelib\nclass M(somelib.Base):\n    def __init__(self):\n        super().__init__()\n    def forward(self, x):\n        return x\n", "somelib.Base is not known", 7, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := build(t, files{"m.py": head + c.text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Unknown) != 1 {
				t.Fatalf("ends at %v", a.Unknown)
			}
			u := a.Unknown[0]
			if u.Path != "m.py" || u.Line != c.line || !strings.Contains(u.Reason, c.reason) {
				t.Errorf("ends at %v, not line %d: %s", u, c.line, c.reason)
			}
			if a.Parameters != c.parameters {
				t.Errorf("%d parameters, not %d", a.Parameters, c.parameters)
			}
		})
	}
}

// TestArgumentsWithDots: they are attributes of one object, as deep as they say; what is there already is not one.
func TestArgumentsWithDots(t *testing.T) {
	f := files{"m.py": head + "class M(nn.Module):\n    def __init__(self, config, out=2):\n        super().__init__()\n        self.a = nn.Linear(config.width, config.head.size)\n        self.b = nn.Linear(config.head.size, out)\n    def forward(self, x):\n        return self.b(self.a(x))\n"}
	given := []Argument{{"config.width", "4"}, {"config.head.size", "8"}, {"out", "3"}}
	a, err := build(t, f, "m.py", Request{Name: "M", Arguments: given, Inputs: inputsOf(t, "2x4")})
	if err != nil || len(a.Unknown) > 0 || a.Parameters != 4*8+8+8*3+3 {
		t.Errorf("%d parameters, %v, ends at %v", a.Parameters, err, a.Unknown)
	}
	for said, more := range map[string]Argument{
		"the argument out is given as a value, too":          {"out.size", "3"},
		"the argument config.width is given as a value, too": {"config.width.first", "3"},
		"the argument out is given twice":                    {"out", "4"},
	} {
		if _, err := build(t, f, "m.py", Request{Name: "M", Arguments: append(given[:3:3], more)}); err == nil || err.Error() != said {
			t.Errorf("%v: says %v", more, err)
		}
	}
}

// TestNames: what is missing is named.
func TestNames(t *testing.T) {
	f := files{"m.py": head + "class M(nn.Module):\n    def __init__(self, width, depth, act='relu'):\n        super().__init__()\n        self.a = nn.Linear(width, depth)\n    def forward(self, x):\n        return F.relu(self.a(x)) if act == 'relu' else x\n"}
	_, err := build(t, f, "m.py", Request{Name: "M", Arguments: []Argument{{"width", "4"}}})
	if err == nil || err.Error() != "M needs depth: give each with --arg NAME=VALUE" {
		t.Errorf("says %v", err)
	}
	_, err = build(t, f, "m.py", Request{Name: "N"})
	if err == nil || !strings.Contains(err.Error(), "it has M") {
		t.Errorf("says %v", err)
	}
	a, err := build(t, f, "m.py", Request{Name: "M", Arguments: []Argument{{"width", "4"}, {"depth", "2 * 3"}, {"act", "gelu"}}})
	if err != nil || a.Parameters != 30 || len(a.Unknown) != 1 {
		t.Errorf("%v, %v", a, err)
	}
}

// TestManyFiles: imports, relative ones and those of packages that lack, and a factory from a registry.
func TestManyFiles(t *testing.T) {
	f := files{
		"net/__init__.py": "from .core import Net\n",
		"net/layers.py":   "import torch.nn as nn\ntry:\n    from encoding.nn import SyncBatchNorm\nexcept ImportError:\n    SyncBatchNorm = nn.BatchNorm2d\ntry:\n    from apex.normalization import FusedLayerNorm as Norm\nexcept ImportError:\n    from torch.nn import LayerNorm as Norm\n__all__ = ['block']\ndef block(n):\n    return nn.Sequential(nn.Linear(n, n), Norm(n), getattr(nn, 'ReLU')(), *([] if SyncBatchNorm is nn.BatchNorm2d else [SyncBatchNorm(n)]))\n",
		"net/core.py":     "from torch import nn\nfrom .layers import *\nfrom . import layers\nclass Net(nn.Module):\n    def __init__(self, n=8):\n        super(Net, self).__init__()\n        self.blocks = nn.ModuleList(layers.block(n) for _ in range(2))\n        self.shared = self.blocks[0][0]\n    def forward(self, x):\n        for i, b in enumerate(self.blocks):\n            x = b(x) + x\n        return self.shared(x)\n",
		"main.py":         "import argparse\nimport net\nNETS = {'net': net.Net}\nparser = argparse.ArgumentParser()\nargs = parser.parse_args()\ndef create(name='net', **kw):\n    return NETS[name](**kw)\nif __name__ == '__main__':\n    create()\n",
	}
	a, err := build(t, f, "main.py", Request{Name: "create", Arguments: []Argument{{"n", "4"}}, Inputs: inputsOf(t, "2x4")})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Unknown) > 0 || a.Parameters != 2*(20+8) || fmt.Sprint(a.Outputs) != "[[2 4]]" {
		t.Errorf("%+v", a)
	}
}

// TestLayerOfLayer: a layer is an argument of another, which copies it.
func TestLayerOfLayer(t *testing.T) {
	text := head + "def net():\n    return nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), num_layers=2)\n"
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "net", Inputs: inputsOf(t, "2x16x32")})
	if err != nil || len(a.Unknown) > 0 || a.Parameters != 17088 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestStateDict: what it gives may be written into, as the parameters themselves may not; those are given when they are
// asked for.
func TestStateDict(t *testing.T) {
	for kept, fails := range map[string]bool{"": false, "keep_vars=True": true} {
		text := head + "class M(nn.Linear):\n    def __init__(self):\n        super().__init__(3, 4)\n" +
			"        for key in self.state_dict():\n            if key == 'bias':\n                self.state_dict(" + kept + ")[key][...] = 0\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x3")})
		if err != nil || len(a.Unknown) > 0 != fails || !fails && a.Parameters != 16 {
			t.Errorf("%s: %+v, %v", kept, a, err)
		}
	}
}

// TestAttributesOfTensors: whether a tensor has an attribute is known of torch's own and of what only other things
// have.
func TestAttributesOfTensors(t *testing.T) {
	for name, ends := range map[string]bool{"view": false, "logits": false, "frobnicate": true} {
		text := head + "class M(nn.Module):\n    def forward(self, x):\n        if hasattr(x, '" + name + "'):\n            return x\n        return x\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil || len(a.Unknown) > 0 != ends {
			t.Errorf("%s: %v, %v", name, a.Unknown, err)
		}
	}
}

// TestHooksThatAreTakenAway: a hook runs until its handle's remove() is called.
func TestHooksThatAreTakenAway(t *testing.T) {
	const text = `import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, kept):
        super().__init__()
        self.a, self.b = nn.Linear(4, 8), nn.Linear(8, 2)
        self.a.register_forward_hook(self.widen)
        handle = self.a.register_forward_hook(self.widen)
        before = self.b.register_forward_pre_hook(lambda m, x: (x[0] * 2,))
        if not kept:
            handle.remove()
            before.remove()
            before.remove()

    def widen(self, module, inputs, out):
        return torch.exp(out)

    def forward(self, x):
        return self.b(self.a(x))
`
	for arg, want := range map[string]int64{`{"kept": true}`: 3*4*4 + 3*3*8*4, `{"kept": false}`: 3*4*4 + 3*8*4} {
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "3x4"), Arguments: argumentsOf(t, arg)})
		if err != nil || len(a.Unknown) > 0 {
			t.Fatal(err, a.Unknown)
		}
		if a.Saved != want {
			t.Errorf("%s: keeps %d bytes, want %d", arg, a.Saved, want)
		}
	}
}
