package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// A function that is given up gives what its own statements say; what it calls is not followed, and what it does is not
// kept.
func TestInBrief(t *testing.T) {
	costly := ""
	for i := range 10 {
		costly += fmt.Sprintf("def costly%d(n=0):\n", i) + long("n = n + 1") + "    return n\n"
	}
	all := strings.Join([]string{"costly0()", "costly1()", "costly2()", "costly3()", "costly4()", "costly5()", "costly6()"}, "; ")
	net := "class Net:\n  def __init__(self):\n    self.width = 4\n    all()\n"
	for _, c := range []struct{ name, body, want string }{
		{"a factory", costly + net + "def make():\n    all()\n    return Net(), 2\nx = make()\n", "(an instance of Net, 2)"},
		{"the second time", costly + net + "def make(n):\n    all()\n    return n\nmake(1)\nx = make(2)\n", "2"},
		{"of what it calls nothing is known", costly + "def deep():\n    return 3\ndef make():\n    all()\n    return deep()\nx = make()\n",
			"unknown (the result of a call that is not seen)"},
		{"what it changes is not kept", costly + "x = 1\ndef make():\n    global x\n    all()\n    x = 2\n    return x\nmake()\n", "1"},
		{"one of two", costly + "def make():\n    all()\n    if unknown():\n        return 1\n    return 2\nx = make()\n", "1 or 2"},
		{"what costs much itself", "def make():\n" + long("n = 1") + "    return n\nx = make()\n", "unknown (the result of a call that is not seen)"},
		{"a generator", costly + "def make():\n    all()\n    yield 5\nfor x in make(): pass\n", "5"},
		{"what may raise", costly + "def make():\n    all()\n    if unknown(): raise ValueError\n    return 1\nx = make()\n", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := python.Parse(source.New("script.py", []byte(strings.ReplaceAll(c.body, "all()", all))))
			if err != nil {
				t.Fatal(err)
			}
			m := New(Options{Main: module, Idle: func(*Function) bool { return true }, Brief: true})
			m.Run(module, "script")
			if got := m.Show(m.get(m.Unit(module, "script").scope, "x")); got != c.want {
				t.Errorf("x is %s, want %s", got, c.want)
			}
			for _, call := range m.Trace.Calls {
				if call.Node != nil && python.LastName(call.Node.Func) == "deep" {
					t.Error("what happens in brief is in the trace")
				}
			}
		})
	}
}

// Functions in brief share a purse, too.
func TestBriefPurse(t *testing.T) {
	text := ""
	for i := range 60 {
		text += fmt.Sprintf("def make%d(n):\n%s    return n\n", i, strings.Repeat("    k = 1\n", 350))
	}
	text += "x = ["
	for i := range 60 {
		text += fmt.Sprintf("make%d(%d), ", i, i)
	}
	text += "]\nfirst, last = x[45], x[59]\n"
	module, err := python.Parse(source.New("script.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Main: module, Idle: func(*Function) bool { return true }, Brief: true})
	m.Run(module, "script")
	if got := m.Show(m.get(m.Unit(module, "script").scope, "last")); got != "unknown (the result of a call that is not seen)" {
		t.Errorf("the purse is empty: %s", got)
	}
	if m.briefly > briefPurse+briefSteps {
		t.Errorf("%d steps", m.briefly)
	}
}

// A way on which a function's own variable is not bound, and a tuple of another length, end in Python.
func TestWaysThatRaise(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"unbound", "def f():\n    m = n\n    n = 1\n    return m\nx = f()\n", "unbound"},
		{"not one of its own", "def f():\n    return n\nx = f()\n", ""},
	} {
		module, err := python.Parse(source.New("script.py", []byte(c.body)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module})
		m.Run(module, "script")
		operator := ""
		for _, v := range Alternatives(m.get(m.Unit(module, "script").scope, "x")) {
			if o, ok := v.(*Object); ok && o.Operator != "" {
				operator = o.Operator
			}
		}
		if operator != c.want {
			t.Errorf("%s: operator %q, want %q", c.name, operator, c.want)
		}
	}
	module, _ := python.Parse(source.New("script.py", []byte("v = (1, 2) if unknown() else 7 if unknown() else (1, 2, 3)\na, b = v\n")))
	m := New(Options{Main: module})
	m.Run(module, "script")
	if got := m.Show(m.get(m.Unit(module, "script").scope, "b")); got != "2" {
		t.Errorf("b is %s, want 2", got)
	}
}

// What a module calls by a name is found without running the module: a declaration binds nothing.
func TestNameOfAModule(t *testing.T) {
	for text, want := range map[string]string{
		"n: int\nn = 3\n":             "3",
		"n = 3\nn: int\n":             "3",
		"n = 3\nif f():\n    n = 4\n": "3 or 4",
		"n = 3\nn = 4\n":              "4",
	} {
		module, err := python.Parse(source.New("script.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module})
		if got := m.Show(m.global(m.Unit(module, "script"), "n")); got != want {
			t.Errorf("%q: n is %s, want %s", text, got, want)
		}
	}
}
