package exact

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestUnitByName: of a module that only binds names, what nobody asks for is not run, and what is asked for finds the
// rest.
func TestUnitByName(t *testing.T) {
	module, err := python.Parse(source.New("m.py", []byte(`"""Said of itself."""
import math
class Base:
    size = start + 1
start = len("abc")
a = b = Base.size * 2
def f(): return later
later, other = 5, math.floor(2.5)
wrong = 1 / 0
`)))
	if err != nil {
		t.Fatal(err)
	}
	statements := Bindings(module.Body)
	if statements == nil {
		t.Fatal("it does nothing but bind names")
	}
	m := New(nil, nil)
	u := m.UnitByName(module, "m", statements)
	if len(u.scope.names) != 3 {
		t.Error("names that nobody asked for:", u.scope.names)
	}
	if got := m.Global(u, "b"); got != Value(int64(8)) || u.scope.names["later"] != nil || u.scope.names["wrong"] != nil {
		t.Error(got, u.scope.names)
	}
	if got := m.Call(m.Global(u, "f"), Args{}); got != Value(int64(5)) || m.Global(u, "other") != Value(int64(2)) {
		t.Error(got)
	}
	if m.Global(u, "missing") != nil || u.Reading() {
		t.Error("a name that nothing binds")
	}
	if n := m.Names(u).Len(); n != 9 {
		t.Error("all names together:", n)
	}
	if _, unknown := m.Global(u, "wrong").(*Unknown); !unknown {
		t.Error("a statement that fails leaves its name unknown")
	}
}

// TestBindings: where a statement may do more than bind, or the order of two matters, a module is run whole.
func TestBindings(t *testing.T) {
	for _, text := range []string{
		"def f(): pass\nf()\n",
		"d = {}\nd['a'] = 1\n",
		"a = 1\na = 2\n",
		"@register\nclass A: pass\n",
		"from m import *\n",
		"for i in range(3): pass\n",
		"a: int\n",
		"x.y = 1\n",
	} {
		module, err := python.Parse(source.New("m.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if Bindings(module.Body) != nil {
			t.Error(strings.ReplaceAll(text, "\n", "; "))
		}
	}
}
