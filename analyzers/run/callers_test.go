package run

import "testing"

// TestCallers: a call is told by whom it is made.
func TestCallers(t *testing.T) {
	m, _ := ran(t, "import lib\ndef inner():\n    lib.c()\ndef outer():\n    lib.a()\n    inner()\n    return lambda: lib.e()\nlib.b()\nouter()()\nlib.d()\n")
	got := map[string]string{}
	for _, c := range m.Trace.Calls {
		s, ok := c.Callee.(Symbol)
		if !ok {
			continue
		}
		by := "the module"
		if c.Caller != nil {
			by = "?"
			if f, ok := c.Caller.Callee.(*Function); ok {
				by = f.Name()
			}
		}
		got[string(s)] = by
	}
	for name, want := range map[string]string{"lib.a": "outer", "lib.b": "the module", "lib.c": "inner", "lib.d": "the module", "lib.e": "<lambda>"} {
		if got[name] != want {
			t.Errorf("%s is called by %s, want %s", name, got[name], want)
		}
	}
}
