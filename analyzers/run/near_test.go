package run

import "testing"

func TestNear(t *testing.T) {
	project := folder{"models": parsed(t, "models.py", "def build(n):\n    return n + 1\nsize = 3\n")}
	for _, c := range []struct{ script, want string }{
		{"from models import build\nx = build(1)", "unknown build (the result of a call that is not seen)"},
		{"from models import size\nx = size", "unknown size (it comes from another file, which is not followed here)"},
		{"import models\nx = models.build(1)", "unknown build (the result of .build())"},
		{"from models import *\nx = build(1)", "unknown build (the result of a call that is not seen)"},
		{"from torch import nn\nx = nn.Linear", "torch.nn.Linear"},
		{"def own(n):\n    return n + 1\nx = own(1)", "2"},
	} {
		script := parsed(t, "script.py", c.script+"\n")
		m := New(Options{Main: script, Project: project, Near: true})
		m.Run(script, "script")
		if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
	}
}
