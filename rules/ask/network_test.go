package ask

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// callsOf are the calls of a script that write something down, in the order in which they are made.
func callsOf(t *testing.T, text string) (list []*run.Call) {
	t.Helper()
	module := unitOf(t, source.New("script.py", []byte(text))).Module
	m := run.New(run.Options{Main: module})
	m.Run(module, "script")
	for _, c := range m.Trace.Calls {
		if c.Node != nil {
			list = append(list, c)
		}
	}
	return list
}

// TestNetworkOf: the network that a call runs has the name of what is called, or of what it is a method of.
func TestNetworkOf(t *testing.T) {
	for text, want := range map[string]string{
		"import lib\nlib.make()(1)\n":                                          "make",
		"gen = n\ngen(1)\n":                                                    "gen",
		"def gen(x):\n    pass\ngen(1)\n":                                      "gen",
		"from lib import gen\ngen.sample(1)\n":                                 "sample", // a name of a library, of which nothing is known
		"import lib\ngen = lib.make()\ngen.sample(1)\n":                        "gen",
		"import lib\ngan = lib.make()\ngan.G(1)\n":                             "gan.G",
		"import lib\ngan = lib.make()\nf = gan.sample\nf(1)\n":                 "f",
		"import lib\ngan = lib.make()\ngan.nets['a'].run(1)\n":                 "nets",
		"import lib\ngan = lib.make()\n(gan or 1).sample(1)\n":                 "sample",
		"class A:\n    def sample(self):\n        pass\na = A()\na.sample()\n": "a",
		"import lib\nclass A:\n    def __init__(self):\n        self.gen = lib.make()\n        self.gen(1)\nA()\n":        "gen",
		"import lib\nclass A:\n    def __init__(self):\n        self.gen = lib.make()\n        self.gen.sample(1)\nA()\n": "gen",
		"class A:\n    def gen(self, x):\n        pass\n    def __init__(self):\n        self.gen(1)\nA()\n":              "gen",
		"class A:\n    def Gen(self, x):\n        pass\n    def __init__(self):\n        self.Gen(1)\nA()\n":              "Gen",
	} {
		calls := callsOf(t, text)
		if got := NetworkOf(calls[len(calls)-1]); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestInnerOf: an activation is applied to its input, which a call of a library or a method writes.
func TestInnerOf(t *testing.T) {
	const head = "import torch, lib\nimport torch.nn.functional as F\nx = lib.make()\n"
	for text, want := range map[string]string{
		"torch.sigmoid(x)": "x", "torch.sigmoid(input=x)": "x", "torch.sigmoid(x.t())": "x.t()", "F.softmax(x, dim=1)": "x", "F.softmax(dim=1, input=x)": "x", "F.softmax(1, input=x)": "1",
		"x.sigmoid()": "x", "x.t().softmax(1)": "x.t()", "torch.sigmoid(*x)": "", "torch.sigmoid(**x)": "", "torch.sigmoid(out=x)": "", "torch.sigmoid(*[1], input=x)": "x",
		"lib.sigmoid(x)": "", "lib.torch.sigmoid(x)": "", "torch.softmax(out=x, dim=1)": "", "torch.softmax(dim=1, dtype=x)": "",
	} {
		calls := callsOf(t, head+text+"\n")
		got, last := "", calls[len(calls)-1]
		if inner := innerOf(last); inner != nil {
			got = last.Unit.Module.File.Slice(inner.Span())
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
