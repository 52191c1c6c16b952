package python

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestConstAsCPython holds what is folded to what CPython made of the same expressions
// (analyzers/run/testdata/expressions.py).
func TestConstAsCPython(t *testing.T) {
	text, err := os.ReadFile("../run/testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		program, want, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(program, "x = ") || strings.Contains(program, `\n`) {
			continue
		}
		m := parse(t, program+"\nx\n")
		v, ok := m.Const(lastExpr(t, m))
		if !ok {
			continue
		}
		known++
		got := "None"
		switch v.Kind {
		case BoolValue:
			got = map[bool]string{true: "True", false: "False"}[v.Bool]
		case IntValue:
			got = strconv.FormatInt(v.Int, 10)
		case FloatValue:
			got = ReprFloat(v.Float)
		case StringValue:
			got = ReprText(v.Str)
		}
		if got != want {
			t.Errorf("%s gives %s, in CPython %s", program, got, want)
		}
	}
	if known < 60 {
		t.Errorf("only %d are known", known)
	}
}

func TestMathNames(t *testing.T) {
	for path, want := range map[string]float64{"math.pi": 3.141592653589793, "numpy.e": 2.718281828459045, "torch.pi": 3.141592653589793, "math.tau": 6.283185307179586} {
		if got, ok := MathConstant(path); !ok || got != want {
			t.Errorf("%s is %v", path, got)
		}
	}
	for _, path := range []string{"math.sqrt", "other.pi", "pi", "math"} {
		if got, ok := MathConstant(path); ok {
			t.Errorf("%s is %v", path, got)
		}
	}
	for path, want := range map[string]float64{"math.sqrt": 2, "numpy.sqrt": 2, "math.fabs": 4, "math.log2": 2} {
		if f := MathFunction(path); f == nil || f(4) != want {
			t.Errorf("%s of 4 is not %v", path, want)
		}
	}
	for _, path := range []string{"numpy.erf", "numpy.atan", "torch.sqrt", "math.pi", "sqrt"} {
		if MathFunction(path) != nil {
			t.Errorf("%s is no function of a number", path)
		}
	}
	constants, functions := 0, 0
	for name, n := range MathConstants() {
		if got, _ := MathConstant("math." + name); got != n && n == n {
			t.Errorf("math.%s is %v and %v", name, n, got)
		}
		constants++
	}
	for range MathFunctions() {
		functions++
	}
	if constants != 5 || functions < 10 {
		t.Errorf("%d constants and %d functions", constants, functions)
	}
}

// TestDictOf: which keys a dictionary has, and whether it may have others.
func TestDictOf(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = {'x': 1, 'y': 2}\na", "x y"},
		{"a = {'x': 1}\nb = {**a, 'y': 2}\nb", "x y"},
		{"a = {'x': 1}\nb = {**a, **f(), 'y': 2}\nb", "x y …"},
		{"a = {'x': 1}\na['z'] = 3\nb = {**a, 'y': 2}\nb", "x z y"},
		{"a = {'x': 1}\nif c:\n    a['z'] = 3\nb = {**a, 'y': 2}\nb", "x y …"},
		{"a = {'x': 1}\na.update(x=2, **more)\nb = {**a, 'y': 2}\nb", "x y …"},
		{"a = {'x': 1, n: 2}\nb = {**a}\nb", "x …"},
		{"a = {1: 1, 'x': 2}\na", "x …"},
		{"a = {**a}\na", "…"},
		{"a = {'x': 1}\na['y'] = 2\na", "x y"},
	} {
		m := parse(t, c.text)
		entries, _ := m.DictOf(lastExpr(t, m))
		got := ""
		if entries != nil {
			for _, e := range entries.Items {
				got += " " + e.Key
			}
			if entries.Open {
				got += " …"
			}
		}
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestBrokenBlocks: what stands in the blocks of a statement that does not parse is kept.
func TestBrokenBlocks(t *testing.T) {
	for _, text := range []string{"try\n    inner()\nexcept E:\n    other()\n", "if x\n    inner()\nelse:\n    other()\n", "for x in:\n    inner()\n"} {
		m := parse(t, text)
		if got := texts(m, namesIn(m)); !strings.Contains(got, "inner") {
			t.Errorf("%q: %s", text, got)
		}
	}
	m := parse(t, "async def f():\n    pass\ndef g():\n    pass\nasync with a:\n    pass\n")
	if f := m.Body[0].(*Function); !f.Async || m.Body[1].(*Function).Async {
		t.Error("f is asynchronous, and g is not")
	}
	m = parse(t, "use((n := 3), n)\n")
	if got := texts(m, namesIn(m)); got != "use n n" {
		t.Errorf("names: %s", got)
	}
}

func namesIn(m *Module) (list []*Name) {
	WalkBody(m.Body, func(n Node) bool {
		if name, ok := n.(*Name); ok {
			list = append(list, name)
		}
		return true
	})
	return list
}
