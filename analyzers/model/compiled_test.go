package model

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const compiledNet = head + `import functools
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, padding=1)
    def forward(self, x):
        return F.relu(self.conv(x))
class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = B()
        self.last = nn.Conv2d(4, 2, 1)
    def forward(self, x):
        return self.last(self.block(x))
`

// TestCompiled: a compiled module or function is the eager one, however the compiler is called.
func TestCompiled(t *testing.T) {
	plain, err := build(t, files{"m.py": compiledNet}, "m.py", Request{Name: "N", Inputs: inputsOf(t, "2x4x8x8")})
	if err != nil || !plain.Ran || plain.Saved == 0 {
		t.Fatalf("%+v, %v", plain, err)
	}
	for _, body := range []string{
		"    return torch.compile(N())", "    return torch.compile(N(), dynamic=True)", "    return torch.compile(model=N())", "    return torch.compile(mode='default')(N())",
		"    return torch.jit.script(N(), optimize=True)", "    return torch.jit.script(obj=N())", "    return torch.jit.trace(N(), torch.randn(1, 4, 8, 8))",
		"    return torch.jit.trace(func=N(), example_inputs=torch.randn(1, 4, 8, 8), strict=False)", "    return functools.partial(torch.compile, mode='reduce-overhead')(N())",
		"    n = N()\n    n.forward = torch.compile(n.forward, mode='max-autotune')\n    return n", "    n = N()\n    n.forward = torch.compile(n.forward)\n    return n",
		"    n = N()\n    n.block.compile(dynamic=True)\n    assert n.block.compile() is None\n    return n",
		"    n = N()\n    n.block = torch.compile(n.block, fullgraph=True)\n    n.block._orig_mod.conv\n    return n", "    return torch.compile(N())._orig_mod",
		"    return torch._dynamo.optimize('inductor')(N())", "    return torch.compile(torch.compile)(N())",
		"    class C(N):\n        @torch.compile(dynamic=True)\n        def forward(self, x):\n            return self.last(self.block(x))\n    return C()",
		"    class C(N):\n        @torch.jit.ignore(drop=True)\n        def forward(self, x):\n            return torch.jit.annotate(torch.Tensor, self.last(torch.jit.wait(torch.jit.fork(self.block, x))))\n    return C()",
	} {
		a, err := build(t, files{"m.py": compiledNet + "def make():\n" + body + "\n"}, "m.py", Request{Name: "make", Inputs: inputsOf(t, "2x4x8x8")})
		if err != nil || !a.Ran || a.Parameters != plain.Parameters || a.Saved != plain.Saved {
			t.Errorf("%q: %+v, %v", body, a, err)
		}
	}
	for _, f := range []string{
		"@torch.compile(dynamic=True)\ndef f(x):\n    return torch.exp(x)\n", "@torch.jit.script\ndef f(x):\n    return torch.exp(x)\n",
		"def g(x):\n    return torch.exp(x)\nf = torch.compile(g, fullgraph=True)\n", "f = torch.compile(torch.exp, fullgraph=True)\n",
	} {
		text := compiledNet + f + "class C(N):\n    def forward(self, x):\n        return f(super().forward(x))\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "C", Inputs: inputsOf(t, "2x4x8x8")})
		if err != nil || !a.Ran || a.Saved != plain.Saved+2*2*8*8*4 {
			t.Errorf("%q: %+v, %v", f, a, err)
		}
	}
}

// TestRefusedModels: what is not known says why, and what Python and torch refuse is refused.
func TestRefusedModels(t *testing.T) {
	for body, want := range map[string]string{
		"    return torch.jit.load('net.pt')":                                   "torch.jit.load: what lies elsewhere",
		"    n = N()\n    n._orig_mod\n    return n":                            "AttributeError: 'N' object has no attribute '_orig_mod'",
		"    n = N()\n    n.block = 3\n    return n":                            "TypeError: cannot assign 'int' as child module 'block' (torch.nn.Module or None expected)",
		"    n = N()\n    n.block = torch.zeros(2)\n    return n":               "TypeError: cannot assign 'Tensor' as child module 'block'",
		"    return nn.Linear(4, len())":                                        "TypeError: len expected at least 1 arguments, got 0",
		"    return nn.Linear(4, max())":                                        "TypeError: max expected at least 1 arguments, got 0",
		"    n = N()\n    n.block = None\n    return n":                         "",
		"    n = N()\n    n.block = nn.Identity()\n    return n":                "",
		"    n = N()\n    n.block = nn.Parameter(torch.zeros(2))\n    return n": "TypeError",
	} {
		a, err := build(t, files{"m.py": compiledNet + "def make():\n" + body + "\n"}, "m.py", Request{Name: "make"})
		switch {
		case err != nil:
			t.Errorf("%q: %v", body, err)
		case want == "" && !a.Built:
			t.Errorf("%q: %+v", body, a.Unknown)
		case want != "" && (len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, want)) && want != "TypeError":
			t.Errorf("%q: %+v", body, a.Unknown)
		case len(a.Unknown) > 0 && a.Unknown[0].Path == "":
			t.Errorf("%q: no place: %+v", body, a.Unknown)
		}
	}
}

// TestInputsThatDoNotFit: a message says what forward takes.
func TestInputsThatDoNotFit(t *testing.T) {
	const text = head + "class M(nn.Module):\n    def forward(self, x, mask, scale=1.0):\n        return x * mask * scale\n" +
		"class Any(nn.Module):\n    def forward(self, *xs, **kw):\n        return xs[0] * xs[1]\n"
	for inputs, want := range map[string]string{
		"2x4":             "forward takes x, mask: give each with --input",
		"2x4 2x4 2x4 2x4": "forward takes x, mask, scale, and 4 inputs are given",
		"2x4 2x4":         "",
		"":                "forward was not followed: no input is given",
	} {
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, inputs)})
		if err != nil || want == "" && !a.Ran || want != "" && (len(a.Unknown) != 1 || a.Unknown[0].Reason != want) {
			t.Errorf("%q: %+v, %v", inputs, a, err)
		}
	}
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: append(inputsOf(t, "2x4"), Input{Name: "masks", Shape: []int64{2, 4}})})
	if err != nil || len(a.Unknown) != 1 || a.Unknown[0].Line != 5 {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Any", Inputs: inputsOf(t, "2x4 2x4")}); err != nil || !a.Ran {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestAttributesThatAreRead: an object of settings is asked for by all that the constructor and what it hands it to
// read.
func TestAttributesThatAreRead(t *testing.T) {
	const text = head + `class Base(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.out = nn.Linear(c.wide, c.out)
class Part(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.act = m.act()
        self.fc = nn.Linear(m.hidden, 2)
class M(Base):
    def __init__(self, config, n=1):
        super().__init__(config)
        self.config = config
        cfg = config
        config.made = 3
        self.e = nn.Embedding(cfg.vocab, cfg.wide + config.made)
        self.part = Part(config.mlp)
        self.p = getattr(config, "p", config.get("q"))
        self.build(config)
    def build(self, settings):
        self.head = nn.Linear(settings.wide, settings.heads)
    def forward(self, x):
        return x * self.config.scale
`
	_, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M"})
	const want = "M needs config, and reads config.vocab, config.wide, config.out, config.mlp.act, config.mlp.hidden, config.heads, config.scale: " +
		"give each with --arg, as --arg config.vocab=VALUE"
	if err == nil || sorted(err.Error()) != sorted(want) {
		t.Errorf("%v\nnot\n%s", err, want)
	}
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Arguments: []Argument{
		{"config.vocab", "7"}, {"config.wide", "4"}, {"config.out", "4"}, {"config.heads", "2"}, {"config.mlp.hidden", "4"}, {"config.scale", "1"},
	}})
	if err != nil || len(a.Unknown) != 1 || !strings.Contains(a.Unknown[0].Reason, "it reads config.mlp.act, too") {
		t.Errorf("%+v, %v", a, err)
	}
}

// sorted is a message without the order in which it lists things.
func sorted(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,:=", r) })
	seen := map[string]int{}
	for _, w := range words {
		seen[w] = 1
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
}
