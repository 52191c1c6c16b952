package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// long is a body whose statements cost more than an idle function may.
func long(statement string) string { return strings.Repeat("    "+statement+"\n", idleSteps) }

// longer is one that costs more than a constructor may.
func longer(statement string) string { return strings.Repeat(long(statement), 3) }

// TestGivenUp: a function in which nothing happens is not followed to its end, and what it changed is unknown then.
func TestGivenUp(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"its result", "def f():\n" + long("n = 1") + "    return n\nx = f()\n", "unknown (the result of a call that is not seen)"},
		{"a short one", "def f():\n    n = 1\n    return n\nx = f()\n", "1"},
		{"a global", "x = 1\ndef f():\n    global x\n    x = 2\n" + long("n = 1") + "f()\n", "unknown (changed in f, which is not followed to its end)"},
		{"a list", "x = []\ndef f():\n    x.append(1)\n" + long("n = 1") + "f()\n", "[… unknown (changed in f, which is not followed to its end)]"},
		{"what its constructor set", "class C:\n  def __init__(self):\n    self.n = 1\n" + long("n = 1") + "x = C().n\n", "1"},
		{"what it would have set behind", "class C:\n  def __init__(self, n):\n" + longer("k = 1") + "    self.n = n\nx = C(3).n\n", "3"},
		{"of the second object", "class C:\n  def __init__(self, n):\n" + longer("k = 1") + "    self.n = n\nC(3)\nx = C(4).n\n", "4"},
		{"what it would have set now and then", "class C:\n  def __init__(self, n):\n" + longer("k = 1") +
			"    if unknown():\n        self.n = n\nx = C(3).n\n", "unknown n (nothing seen here sets it)"},
		{"what another method sets too", "class C:\n  def __init__(self, n):\n" + longer("k = 1") +
			"    self.n = n\n  def reset(self, m):\n    self.n = m\nx = C(3).n\n", "unknown m (a parameter of reset whose caller is not seen)"},
		{"who calls it goes on", "def f():\n" + long("n = 1") + "x = 1\nf()\nx = 2\n", "2"},
		{"what it set on an object that it was given", "class A: pass\no = A()\no.n = 1\ndef f(p):\n    p.n = 2\n" + long("n = 1") + "f(o)\nx = o.n\n", "unknown (changed in f, which is not followed to its end)"},
		{"a dictionary", "x = {'a': 1}\ndef f():\n    x['b'] = 2\n" + long("n = 1") + "f()\n", "{'a': 1, 'b': 2, … unknown (changed in f, which is not followed to its end)}"},
		{"what it made itself", "def f():\n    l = []\n    kept.l = l\n    l.append(1)\n" + long("n = 1") + "class K: pass\nkept = K()\nf()\nx = 3\n", "3"},
		{"one that is handed a busy one", "def busy():\n" + long("n = 1") + "    return n\ndef start(fn):\n    return fn()\nx = start(busy)\n", "1"},
		{"one that is handed an idle one", "def f():\n" + long("n = 1") + "    return n\ndef start(fn):\n    return fn()\nx = start(f)\n", "unknown (the result of a call that is not seen)"},
		{"a busy one", "def busy():\n" + long("n = 1") + "    return n\nx = busy()\n", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := python.Parse(source.New("script.py", []byte(c.body)))
			if err != nil {
				t.Fatal(err)
			}
			m := New(Options{Main: module, Idle: func(f *Function) bool { return f.Name() != "busy" }})
			m.Run(module, "script")
			if got := m.Show(m.get(m.Unit(module, "script").scope, "x")); got != c.want {
				t.Errorf("x is %s, want %s", got, c.want)
			}
		})
	}
}

// TestGivenUpLeavesNoTrace: what is computed past the bound, from nothing, did not happen.
func TestGivenUpLeavesNoTrace(t *testing.T) {
	text := "def f():\n" + long("g()") + "def g():\n    pass\nf()\nh()\n"
	module, err := python.Parse(source.New("script.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Main: module, Idle: func(*Function) bool { return true }})
	m.Run(module, "script")
	var last *Call
	for _, c := range m.Trace.Calls {
		if o, ok := c.Callee.(*Object); ok && strings.Contains(fmt.Sprint(o.Why), "too long") {
			t.Fatalf("a call of %s at line %d is in the trace", o.Why, c.Place().Line())
		}
		last = c
	}
	if last == nil || last.Place().Line() != idleSteps+5 {
		t.Errorf("the last call is at line %d, want the one behind f(), at %d", last.Place().Line(), idleSteps+5)
	}
}

// TestPurse: idle functions share a purse; when it is empty, a small helper is still followed, a large one is not, and
// what is no idle function does not notice.
func TestPurse(t *testing.T) {
	some := strings.Repeat("    n = 1\n", idleSteps/4)
	var text strings.Builder
	for i := range 2 * idlePurse / (idleSteps / 2) {
		fmt.Fprintf(&text, "def f%d():\n%s    return n\n", i, some)
	}
	text.WriteString("def small():\n    return 1\ndef busy():\n" + some + some + "    return 3\n")
	text.WriteString("first = f0()\n")
	for i := range 2 * idlePurse / (idleSteps / 2) {
		fmt.Fprintf(&text, "last = f%d()\n", i)
	}
	text.WriteString("helper = small()\nwork = busy()\n")
	module, err := python.Parse(source.New("script.py", []byte(text.String())))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Main: module, Idle: func(f *Function) bool { return f.Name() != "busy" }})
	m.Run(module, "script")
	for name, want := range map[string]string{"first": "1", "last": "unknown (the result of a call that is not seen)", "helper": "1", "work": "3"} {
		if got := m.Show(m.get(m.Unit(module, "script").scope, name)); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
