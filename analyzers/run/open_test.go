package run

import (
	"strings"
	"testing"
)

// entered runs one function or method of a script that nobody calls, and gives the calls of mark(…) in it: what their
// arguments are, with what stands in where nobody says otherwise.
func entered(t *testing.T, text, name string, open bool) string {
	t.Helper()
	module := parsed(t, "script.py", text)
	m := New(Options{Main: module, Open: open})
	for _, f := range m.Functions(module, "script", nil) {
		if f.Name() == name {
			m.Enter(f, m.SelfOf(f))
			break
		}
	}
	return strings.Join(m.marks(), "; ")
}

// marks are the arguments of the calls of mark(…).
func (m *Machine) marks() (list []string) {
	for _, c := range m.Trace.Calls {
		if o, ok := c.Callee.(*Object); !ok || o.Word != "mark" {
			continue
		}
		var args []string
		for _, a := range c.Args {
			text := m.Show(a.Value)
			if o, ok := Bare(a.Value).(*Object); ok && o.Default != nil {
				text = o.Word + ", else " + m.Show(o.Default)
			}
			args = append(args, text)
		}
		list = append(list, strings.Join(args, " "))
	}
	return list
}

// TestOpenEntries: who enters a method is not seen. What its class leaves to others, what it only declares, and what is
// None until somebody sets it, may be anything; what the class says for sure is what it says.
func TestOpenEntries(t *testing.T) {
	const base = "class Base:\n    def run(self):\n        mark(self.step())\n"
	for _, c := range []struct{ name, text, want string }{
		{"a template, and who completes it", base + "    def step(self):\n        raise NotImplementedError\nclass Own(Base):\n    def step(self):\n        return 5\n", "5"},
		{"with a docstring, called", base + "    def step(self):\n        \"\"\"Do it.\"\"\"\n        raise NotImplementedError('do')\nclass Own(Base):\n    def step(self):\n        return 5\n", "5"},
		{"NotImplemented", base + "    def step(self):\n        raise NotImplemented\nclass Own(Base):\n    def step(self):\n        return 5\n", "5"},
		{"nobody completes it", base + "    def step(self):\n        raise NotImplementedError\n", "unknown step (the result of .step())"},
		{"abc", "import abc\n" + base + "    @abc.abstractmethod\n    def step(self):\n        return 3\nclass Own(Base):\n    def step(self):\n        return 5\n", "5"},
		{"abc alone", "import abc\n" + base + "    @abc.abstractmethod\n    def step(self):\n        return 3\n", "unknown step (the result of .step())"},
		{"a property", "class Base:\n    def run(self):\n        mark(self.step)\n    @property\n    def step(self):\n        raise NotImplementedError\n", "unknown step (nothing seen here sets it)"},
		{"an heir that completes half of it", base + "    def step(self):\n        raise NotImplementedError\n    def stop(self):\n        raise NotImplementedError\n" +
			"class Half(Base):\n    def step(self):\n        return 5\n", "unknown step (the result of .step())"},
		{"an heir of the heir", base + "    def step(self):\n        raise NotImplementedError\nclass Half(Base):\n    pass\nclass Own(Half):\n    def step(self):\n        return 5\n", "5"},
		{"another class", base + "    def step(self):\n        raise NotImplementedError\nclass Other:\n    def step(self):\n        return 5\n", "unknown step (the result of .step())"},
		{"another exception is what it does", base + "    def step(self):\n        raise ValueError\n", ""},
		{"more than the exception", base + "    def step(self):\n        log()\n        raise NotImplementedError\n", ""},
		{"a hook of an object that is made", "from abc import abstractmethod\nclass Base:\n    @abstractmethod\n    def step(self):\n        return 3\ndef run():\n    mark(Base().step())\n", "3"},
		{"a hook of an abstract class", "from abc import ABC, abstractmethod\nclass Base(ABC):\n    @abstractmethod\n    def step(self):\n        return 3\ndef run():\n    mark(Base().step())\n", "unknown step (the result of .step())"},
		{"a refusal of an object that is made", "class Base:\n    def step(self):\n        raise NotImplementedError\ndef run():\n    mark(Base().step())\n", "unknown step (the result of .step())"},
		{"a check that surely fails", "known = {}\ndef run():\n    if 'a' not in known:\n        raise KeyError('a')\n    mark(3)\n", "3"},
		{"a check that fails on one way", "known = {}\ndef run(flag):\n    n = 3\n    if flag:\n        n = 4\n        if 'a' not in known:\n            raise KeyError('a')\n    mark(n)\n", "3"},
		{"nothing is left open", base + "    def step(self):\n        return 3\nclass Own(Base):\n    def step(self):\n        return 5\n", "3"},

		{"None at first", "class A:\n    def __init__(self):\n        self.n = None\n        self.m = 3\n    def run(self):\n        mark(self.n, self.m)\n", "n, else None 3"},
		{"a declared field", "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int = 4\n    l: list = field(default_factory=list)\n    k = 7\n    def run(self):\n        mark(self.n, self.k)\n", "n, else 4 7"},
		{"a field made by field()", "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    l: list = field(default_factory=list)\n    def run(self):\n        mark(self.l)\n", "unknown l (nothing seen here sets it)"},
		{"a field made by pydantic's Field()", "from pydantic import BaseModel, Field\nclass A(BaseModel):\n    l: int = Field(3)\n    def run(self):\n        mark(self.l)\n", "unknown l (nothing seen here sets it)"},
		{"a field made by another call", "class A:\n    l: object = made()\n    def run(self):\n        mark(self.l)\n", "unknown made (the result of a call that is not seen)"},
		{"a field of an heir", "class A:\n    n: int = 4\nclass B(A):\n    def run(self):\n        mark(self.n)\n", "n, else 4"},
		{"a field without a default", "class A:\n    n: int\n    def run(self):\n        mark(self.n)\n", "unknown n (nothing seen here sets it)"},

		{"a parameter with a default", "def run(n=3, m=None):\n    mark(n, m)\n", "n, else 3 m, else None"},
		{"a parameter whose default is no constant", "def run(f=len):\n    mark(f)\n", "len"},
		{"self of a class method", "class A:\n    n = 4\n    @classmethod\n    def run(cls):\n        mark(cls.n)\n", "4"},
		{"a static method", "class A:\n    @staticmethod\n    def run(n):\n        mark(n)\n", "unknown n (a parameter of run whose caller is not seen)"},
		{"a function that it calls", "def run(n):\n    other()\ndef other(n=3):\n    mark(n)\n", "3"},
		{"under a try", "try:\n    def run():\n        mark(1)\nexcept ImportError:\n    pass\n", "1"},
		{"under an else", "if unknown():\n    pass\nelse:\n    def run():\n        mark(1)\n", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := entered(t, c.text, "run", true); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestClosedEntries: a launch gives nothing, and nobody else enters.
func TestClosedEntries(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a default", "def run(n=3, m=None):\n    mark(n, m)\n", "3 None"},
		{"None at first", "class A:\n    def __init__(self):\n        self.n = None\n    def run(self):\n        mark(self.n)\n", "None"},
		{"a declared field", "class A:\n    n: int = 4\n    def run(self):\n        mark(self.n)\n", "4"},
		{"without a default", "def run(n):\n    mark(n)\n", "unknown n (a parameter of run whose caller is not seen)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := entered(t, c.text, "run", false); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestSwitches: a switch at the top of a script is set there by who uses it; what only looks like one is what it says.
func TestSwitches(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a switch", "fp16 = False\nmark(fp16)\n", "fp16, else False"},
		{"both ways behind it are run", "fp16 = False\nif fp16:\n    mark(1)\nelse:\n    mark(2)\n", "1; 2"},
		{"a number", "size = 3\nmark(size)\n", "3"},
		{"set again", "fp16 = False\nfp16 = True\nmark(fp16)\n", "True"},
		{"set by a function", "fp16 = False\ndef f():\n    global fp16\n    fp16 = True\nmark(fp16)\n", "False"},
		{"computed", "fp16 = 1 > 2\nmark(fp16)\n", "False"},
		{"two at once", "a = b = False\nmark(a)\n", "False"},
		{"an attribute", "class A: pass\nA.fp16 = False\nmark(A.fp16)\n", "False"},
		{"in a function", "def f():\n    fp16 = False\n    mark(fp16)\nf()\n", "False"},
		{"in a class", "class A:\n    fp16 = False\nmark(A.fp16)\n", "False"},
		{"in a loop", "for i in (1,):\n    fp16 = False\n    mark(fp16)\n", "False"},
		{"of another module", "from models import fp16\nmark(fp16)\n", "False"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", c.text)
			m := New(Options{Main: script, Open: true, Project: folder{"models": parsed(t, "models.py", "fp16 = False\n")}})
			m.Run(script, "script")
			if got := strings.Join(m.marks(), "; "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	script := parsed(t, "script.py", "fp16 = False\nmark(fp16)\n")
	m := New(Options{Main: script})
	m.Run(script, "script")
	if got := strings.Join(m.marks(), "; "); got != "False" {
		t.Errorf("in a run that is not open a switch is %s", got)
	}
}

// TestAnnotations: the class that a parameter's annotation names is what the parameter is.
func TestAnnotations(t *testing.T) {
	for annotation, want := range map[string]string{
		"Own": "class Own", "torch.nn.Module": "torch.nn.Module", "Optional[Own]": "class Own", "Own | None": "class Own", "'Own'": "class Own",
		"Optional[torch.Tensor]": "torch.Tensor", "torch.Tensor | None": "torch.Tensor",
		"Own | int": "unbound", "None | Own": "unbound", "'Gone'": "unbound", "List[Own]": "unbound", "3": "unbound", "Union[Own, int]": "unbound",
	} {
		text := "import torch\nfrom typing import Optional, List, Union\nclass Own: pass\ndef f(n: " + annotation + "): pass\n"
		module := parsed(t, "script.py", text)
		m := New(Options{Main: module})
		f := m.Functions(module, "script", nil)[0]
		if got := m.Show(m.Annotated(f, f.Params()[0])); got != want {
			t.Errorf("%s: %s, want %s", annotation, got, want)
		}
	}
}

// TestFunctionsInOrder: those that nothing in the module calls come first, and those under ifs and tries are there too.
func TestFunctionsInOrder(t *testing.T) {
	text := "def helper(): pass\nclass A:\n    def step(self): helper()\n    def used(self): pass\n    n = 3\nif unknown():\n    def main(): A().used()\nelse:\n    def other(): pass\n" +
		"try:\n    def tried(): pass\nexcept ImportError:\n    def never(): pass\nx = 4\nstep2 = helper\n"
	module := parsed(t, "script.py", text)
	m := New(Options{Main: module})
	var names []string
	for _, f := range m.Functions(module, "script", nil) {
		names = append(names, f.Name())
	}
	if got, want := strings.Join(names, " "), "step main other tried helper used"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
