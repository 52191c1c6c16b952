package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// located shows a value with the lines that decided and read it: "4 default @2 <3".
func located(m *Machine, v Value) string {
	switch v := m.here(v).(type) {
	case *Located:
		text := Repr(v.Value)
		if s, ok := v.Value.(Symbol); ok {
			text = string(s)
		}
		if v.Default {
			text += " default"
		}
		text += fmt.Sprintf(" @%d", v.Origin.Line())
		for _, via := range v.Via {
			text += fmt.Sprintf(" <%d", via.Line())
		}
		return text
	case *Choice:
		text := ""
		for i, a := range v.Alternatives {
			if i > 0 {
				text += " or "
			}
			text += located(m, a.Value)
		}
		return text
	default:
		return m.Show(v)
	}
}

func TestLocated(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a literal", "x = 4\n", "4 @1"},
		{"a name adds nothing", "a = 4\nb = a\nx = b\n", "4 @1"},
		{"an attribute notes who reads", "class A: pass\na = A()\na.n = 4\nx = a.n\n", "4 @3 <4"},
		{"an item notes who reads", "d = {\n 'a': 4}\nx = d['a']\n", "4 @2 <3"},
		{"a parameter", "def f(n):\n    return n\nx = f(\n  4)\n", "4 @4"},
		{"a parameter's default", "def f(\n  n=4):\n    return n\nx = f()\n", "4 default @2"},
		{"a dataclass's default", "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int = 4\nx = A().n\n", "4 default @4 <5"},
		{"what get gives otherwise", "d = {}\nx = d.get('a',\n 4)\n", "4 default @3"},
		{"what get finds", "d = {'a': 4}\nx = d.get('a',\n 5)\n", "4 @1 <2"},
		{"arithmetic", "n = 2\nx = n * 4 + 1\n", "9 @1 <2 <2"},
		{"the sign of a number", "x = -3\n", "-3 @1 <1"},
		{"conversions", "n = '2'\nx = int(n)\n", "2 @1 <2"},
		{"text", "n = 'A'\nx = n.lower() + 'b'\n", "'ab' @1 <2 <2"},
		{"a library's constant", "import torch\nd = {'a': torch.float16}\nx = d['a']\n", "torch.float16 @2 <3"},
		{"getattr of a library", "import torch\nx = getattr(torch,\n 'bfloat16')\n", "torch.bfloat16 @3 <2"},
		{"either way", "import os\nif os.path.exists('a'):\n    x = 1\nelse:\n    x = 2\n", "1 @3 or 2 @5"},
		{"the same value either way", "import os\nx = 2\nif os.path.exists('a'):\n    x = 2\n", "2 @4"},
		{"a test of a located value", "a = 'b'\nx = 1 if a == 'b' else 2\n", "1 @2"},
		{"classes and decorators are no constants", `
import torch.nn as nn
import torch
class A(nn.Module):
    @torch.no_grad()
    def f(self, n):
        return n
x = A().f(4)
`, "4 @8"},
		{"keys", "k = 'a'\nd = {}\nd[k] = 1\nx = d['a']\n", "1 @3 <4"},
		{"spread", "kw = {'n': 4}\ndef f(n):\n    return n\nx = f(**kw)\n", "4 @1"},
		{"isinstance of several", "import torch\nx = 1 if isinstance(4, (torch.Tensor, int)) else 2\n", "1 @2"},
		{"a counter in a loop", "import sys\nn = 0\nfor line in sys.stdin:\n    n += 1\nx = n\n", "unknown n (changed in the loop at line 3) or 0 @2"},
		{"a function out of a table", "d = {'a': len}\nf = d['a']\nx = f([1, 2])\n", "2"},
		{"None", "def f(a=None):\n    return 3 if a is None else a\nx = f()\n", "3 @2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := python.Parse(source.New("script.py", []byte(c.text)))
			if err != nil {
				t.Fatal(err)
			}
			m := New(Options{Main: module, Locate: true})
			m.Run(module, "script")
			if got := located(m, m.get(m.Unit(module, "script").scope, "x")); got != c.want {
				t.Errorf("x is %s, want %s", got, c.want)
			}
		})
	}
}

// TestLocatedIsTheSame: knowing where constants come from changes nothing of what they are.
func TestLocatedIsTheSame(t *testing.T) {
	for _, c := range valueTests {
		module, err := python.Parse(source.New("script.py", []byte(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module, Locate: true})
		m.Run(module, "script")
		if got := m.Show(m.get(m.Unit(module, "script").scope, "x")); got != c.want {
			t.Errorf("%s: x is %s, want %s", c.name, got, c.want)
		}
	}
}

// TestKept: what an expression was is known where it stands, and which way its tests went.
func TestKept(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"once", "x = 2\nlook(x)\n", "2"},
		{"twice the same", "def f(x):\n    look(x)\nf(2)\nf(2)\n", "2"},
		{"two callers", "def f(x):\n    look(x)\nf(2)\nf(3)\n", "2 or 3"},
		{"a raise that is sure is passed over", "a = None\nif a is None:\n    raise ValueError\nlook(2)\n", "2"},
		{"in a function as well", "def check(a):\n    if not a:\n        raise ValueError\n    return 3\ncheck(0)\nlook(2)\n", "2"},
		{"an assertion that fails", "assert 1 > 2\nlook(2)\n", "2"},
		{"a raise that may be", "a = 1\nif x():\n    a = 2\n    raise ValueError\nlook(a)\n", "1"},
		{"not reached", "if 0:\n    look(3)\n", "not met"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			module, err := python.Parse(source.New("train.py", []byte(tt.script)))
			if err != nil {
				t.Fatal(err)
			}
			m := New(Options{Main: module, Locate: true})
			m.Run(module, "train")
			got := "not met"
			for _, c := range module.AllCalls() {
				if n, ok := c.Func.(*python.Name); ok && n.ID == "look" {
					if v, met := m.ValueOf(c.Args[0].Value); met {
						got = strings.Join(texts(v), " or ")
					}
				}
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func texts(v Value) (list []string) {
	for _, one := range Alternatives(v) {
		list = append(list, Text(Bare(one)))
	}
	return list
}

// TestTested: a test that goes both ways, or that only the program decides, is not known.
func TestTested(t *testing.T) {
	for script, want := range map[string]string{
		"if 1 > 0:\n    pass\n": "true", "if x():\n    pass\n": "open", "def f(a):\n    if a:\n        pass\nf(0)\nf(1)\n": "open",
		"def f(a):\n    if a:\n        pass\nf(0)\n": "false", "def f(a):\n    if a:\n        pass\n": "not met",
	} {
		module, err := python.Parse(source.New("train.py", []byte(script)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module, Locate: true})
		m.Run(module, "train")
		got := ""
		python.WalkBody(module.Body, func(n python.Node) bool {
			if s, ok := n.(*python.If); ok {
				switch holds, known, _, met := m.Tested(s.Test); {
				case !met:
					got = "not met"
				case !known:
					got = "open"
				default:
					got = fmt.Sprint(holds)
				}
			}
			return true
		})
		if got != want {
			t.Errorf("%q: %s, want %s", script, got, want)
		}
	}
}
