package run

import (
	"runtime"
	"testing"
	"weak"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TestMissingHoldsNoRun: a program asks about keys that are there on some ways only, and nothing of it lives on once
// its run is let go of. What stands for such a key is asked like any object, and remembers the answers.
func TestMissingHoldsNoRun(t *testing.T) {
	tree := func() weak.Pointer[python.Tree] {
		m, u := ran(t, "d = {}\nif n:\n    d['a'] = 1\nfor k, v in d.items():\n    if v:\n        x = v.part\ny = d.pop('a', None)\n"+
			"def f(d):\n    e = dict(d)\n    for v in e.values():\n        if v is None: return v.b\nf(d)\nz = [v for v in d.values() if v]\n")
		defer runtime.KeepAlive(m)
		missing := m.missing()
		m.condition(missing, isNoneKey.operator, isNoneKey.operand, u.Module.Body[0])
		return weak.Make(u.Module.Tree)
	}()
	runtime.GC()
	if tree.Value() != nil {
		t.Error("the tree of a program outlives its run")
	}
}

// TestMissingIsOfOneMachine: two runs share nothing that remembers what it is asked.
func TestMissingIsOfOneMachine(t *testing.T) {
	first, _ := ran(t, "x = 1\n")
	second, _ := ran(t, "x = 1\n")
	if one := first.missing(); one == second.missing() || one != first.missing() {
		t.Error("what stands for a missing key is not one for each machine")
	}
	if !isMissing(first.missing()) || isMissing(None) || isMissing(&Object{Kind: Unknown}) {
		t.Error("what stands for a missing key is not told from other values")
	}
}
