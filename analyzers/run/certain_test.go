package run

import (
	"testing"
)

// TestGatesOfWhatMustHold: what follows an assertion, or a way that ends in an exception, does not depend on it; what
// follows a `continue` or stands in an `if` does.
func TestGatesOfWhatMustHold(t *testing.T) {
	for _, c := range []struct {
		name, body string
		gates      int
	}{
		{"nothing", "    mark()\n", 0},
		{"an assertion", "    assert x.shape == y\n    mark()\n", 0},
		{"a check that raises", "    if x.bad:\n        raise ValueError(x)\n    mark()\n", 0},
		{"a check in a function", "    check(x)\n    mark()\n", 0},
		{"a check that raises within another", "    if x.bad:\n        if y:\n            raise ValueError(x)\n        else:\n            raise TypeError(y)\n    mark()\n", 0},
		{"a check that is asked for again", "    assert x.good\n    if x.good:\n        mark()\n", 0},
		{"a name that is looked up after an assertion", "    assert x.good\n    LATE\n    mark()\n", 0},
		{"a condition", "    if x.good:\n        mark()\n", 1},
		{"a lap that is left out", "    if x.bad:\n        continue\n    mark()\n", 1},
		{"an assertion under a condition", "    if y.good:\n        assert x.good\n        mark()\n", 1},
		{"raised on one of two ways that end", "    if x.bad:\n        if y.bad:\n            continue\n        raise ValueError(x)\n    mark()\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", "from late import LATE\ndef check(v):\n    if v.worse:\n        raise ValueError(v)\n    assert v.good\nfor x in data:\n"+c.body)
			m := New(Options{Main: script, Project: folder{"late": parsed(t, "late.py", "LATE = 1\n")}})
			m.Run(script, "script")
			marks := 0
			for _, call := range m.Trace.Calls {
				o, ok := call.Callee.(*Object)
				if !ok || o.Word != "mark" {
					continue
				}
				marks++
				gates := -1 // the loop is one
				for _, g := range call.Gates {
					if g.Condition.Object != nil {
						gates++
					}
				}
				if gates != c.gates {
					t.Errorf("%d gates, want %d", gates, c.gates)
				}
			}
			if marks == 0 {
				t.Error("it was not reached")
			}
		})
	}
}
