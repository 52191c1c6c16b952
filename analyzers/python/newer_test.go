package python

import (
	"strings"
	"testing"
)

// Each text parses, in the Python that brought it; the broken ones beside them do not.
func TestNewerSyntax(t *testing.T) {
	for text, whole := range map[string]bool{
		// 3.15
		"lazy import torch\nlazy from a import b\n": true,
		"lazy = 1\nlazy.x\nlazy import\n":           false,
		"x = {**d for d in list}\n":                 true,
		"x = {**d for}\n":                           false,
		// 3.14
		"x = t'hello {name}' + T\"{a['b']!r:>{w}}\" + rt'{a}\\d' + tR'''{\n b\n}'''\n": true,
		"x = t'{t'{y}'}' f'{t\"{z}\"}'\n":                                              true,
		"x = t'a' b\n":                                                                 false,
		"x = st'a'\n":                                                                  false,
		"try:\n    f()\nexcept A, B:\n    pass\nexcept c.D, E(1), F:  # why\n    pass\n": true,
		"try:\n    f()\nexcept* A, B:\n    pass\n":                                       true,
		"try:\n    f()\nexcept A B:\n    pass\n":                                         false,
		// 3.13
		"class C[T = int, *Ts = *tuple[int], **P = [int, str]](B[T]): pass\n": true,
		"def f[T: str = int](x: T = 1) -> T: return x\ntype A[T = int] = T\n": true,
		"class C[T = int](: pass\n": false,
		// 3.12
		"type A[T: (int, str)] = list[T]\nprint(f'{x['a']} {\"\\n\".join(f'{y}')}')\n": true,
		// 3.11
		"try:\n    f()\nexcept* (A, B) as e:\n    pass\nexcept *C:\n    pass\n": true,
		"x = a[*b], a[*b, 1]\ndef f(*args: *Ts): pass\n":                        true,
		"x = a[*[None] * n], a[1:, *(b, c), *[d for d in e]].f(g)[ *(h)] = 1\n": true,
		"class A:\n    def f(self):\n        return self.x[*[None] * n] * 2\n":  true,
		"x = a[*[None]\n": false,
		// all
		"class A:\n    @a.b\n# c\n    # d\n# e\n    def f(self):\n        return 1\n": true,
		"if x:\n    @a(1,\n       2)\n# c\n    @b\n# d\n    class C: pass\n":          true,
		"if x:\n    @a\n# c\n": false,
		"x = (a.\nb(\n))\n":    true,
		"def f(a: Dict[str, List[int]] or None = None, b=1) -> a.b[c] and d or e:\n    x: List[int] or None = []\n": true,
		"def f(a: List[int] or): pass\n":                       false,
		"x = t'{y}'\ndef f(a, b: c[d] or e): return a, g\n":    true,
		"x = a[b] xor c\n":                                     false,
		"x = f'{a:=^80} {b!r:=10} {(c := 1):={d}} {e:%H:=}'\n": true,
		"x = f'{a:=^80'}\n":                                    false,
	} {
		if m := parse(t, text); (len(m.Errors) == 0) != whole {
			t.Errorf("%q: errors at %v, want it to parse: %v", text, m.Errors, whole)
		}
	}
}

// What only looks like newer syntax, in strings and comments, stays as it is.
func TestOlderStrings(t *testing.T) {
	m := parse(t, "x = t'{y}'  # t'{z}'\ns = \"except A, B: t'c' {**d for d in e}\"\n")
	if len(m.Errors) > 0 || !strings.Contains(dumpOf(m), "except A, B: t'c' {**d for d in e}") {
		t.Errorf("errors at %v, strings %q", m.Errors, dumpOf(m))
	}
}

// dumpOf are the texts of all string literals.
func dumpOf(m *Module) string {
	var all []string
	WalkBody(m.Body, func(n Node) bool {
		if s, ok := n.(*String); ok && s.Known {
			all = append(all, s.Text)
		}
		return true
	})
	return strings.Join(all, "\n")
}

func TestLoneCarriageReturns(t *testing.T) {
	m := parse(t, "# a comment\rx = 1\rif x:\r    y = '''a\rb'''\r\n    z = 2\rf(y)\r")
	if len(m.Errors) > 0 || len(m.Body) != 3 || len(m.AllCalls()) != 1 {
		t.Fatalf("errors at %v, %d statements, %d calls", m.Errors, len(m.Body), len(m.AllCalls()))
	}
	if line := m.File.LineOf(m.AllCalls()[0].Span().Start); line != 7 {
		t.Errorf("f is called in line %d, want 7", line)
	}
	if m := parse(t, "x = (1\ry = 2\r"); len(m.Errors) == 0 {
		t.Error("an open parenthesis parses")
	}
}
