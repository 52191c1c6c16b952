package python

import "testing"

func TestPatched(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"import torch\ntorch.a.old = torch.new", true},
		{"from torch import a\nif not hasattr(a, 'old'):\n    a.old = a.new", true},
		{"from torch import a\na.old, n = a.new, 1", true},
		{"import torch\nsetattr(torch.a, 'old', torch.new)", true},
		{"import sys\nsys.modules['torch.a.old'] = None", true},
		{"import sys\nsys.modules['torch.a'] = None", true},
		{"import sys\nsys.modules.setdefault('torch.a.old', None)", true},
		{"import sys\nsys.modules.update({'torch.a.old': None})", true},
		{"import sys\nfor name in ['torch.a.old']:\n    sys.modules[name] = None", true},
		{"import torch\nfor name in ['old']:\n    setattr(torch.a, name, None)", true},
		{"import torch\ntorch.a.older = torch.new", false},
		{"import torch\nold = torch.a.old", false},
		{"import torch\nsetattr(torch.a, 'older', torch.a.old)", false},
		{"import torch\nfor name in ['older']:\n    setattr(torch.a, name, None)", false},
		{"import torch\nfor name in ['old']:\n    setattr(torch.b, name, None)", false},
		{"import sys\nsys.modules['torch.b'] = None", false},
		{"import sys\nsys.modules[__name__] = None", false},
		{"import sys\nprint(sys.modules['torch.a.old'])", false},
		{"self.a.old = 1", false},
	} {
		if got := parse(t, c.text).Patched().Has("torch.a.old", nil); got != c.want {
			t.Errorf("%q: patched is %v, want %v", c.text, got, c.want)
		}
	}
}

func TestPatchedBefore(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"from m import use\nimport torch\ntorch.old = 1\nuse(0)", true},
		{"from m import use\nimport torch\nuse(0)\ntorch.old = 1", false},
		{"from m import use\nimport torch\ndef f():\n    use(0)\ntorch.old = 1", true},
		{"from m import use\nimport torch\ndef f():\n    use(0)\n    torch.old = 1", false},
		{"from m import use\nimport torch\ndef f():\n    torch.old = 1\n    use(0)", true},
		{"from m import use\nimport torch\ndef f():\n    use(0)\n    torch.old = 1\ntorch.old = 2", true},
	} {
		m := parse(t, c.text)
		if got := m.Patched().Has("torch.old", m.Calls("m.use")[0]); got != c.want {
			t.Errorf("%q: patched is %v, want %v", c.text, got, c.want)
		}
	}
}
