package python

import (
	"strings"
	"testing"
)

func TestReferences(t *testing.T) {
	m := parse(t, `
import torch
from torch.cuda import amp
from torch.cuda.amp import autocast as ac
stored = torch.cuda.amp.autocast
stored()
with ac(), amp.autocast():
    pass
torch.cuda.amp.autocast = None
def f(ac):
    ac()
class C(torch.cuda.amp.autocast): pass
print(torch.cuda.amp.autocast.__doc__)
text = "torch.cuda.amp.autocast"
`)
	var got []string
	for _, e := range m.References("torch.cuda.amp.autocast") {
		got = append(got, m.File.Slice(e.Span()))
	}
	want := "torch.cuda.amp.autocast ac amp.autocast torch.cuda.amp.autocast torch.cuda.amp.autocast"
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGuarded(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"try:\n    import a\nexcept ImportError:\n    torch.old", true},
		{"try:\n    torch.old\nexcept AttributeError:\n    pass", true},
		{"try:\n    torch.old\nexcept (KeyError, ImportError) as e:\n    pass", true},
		{"try:\n    train()\n    torch.old\nexcept RuntimeError:\n    pass", false},
		{"try:\n    train()\n    torch.old\nexcept Exception:\n    pass", false},
		{"try:\n    new()\nexcept ImportError:\n    pass\nfinally:\n    torch.old", false},
		{"if version.parse(torch.__version__) >= V:\n    pass\nelse:\n    torch.old", true},
		{"if TORCH_2_4:\n    torch.old", true},
		{"if _TORCH_GREATER_EQUAL_2_4:\n    torch.old", true},
		{"if is_torch_version('>=', '2.4'):\n    torch.old", true},
		{"import torch\nif hasattr(torch, 'new'):\n    torch.old", true},
		{"if hasattr(self, 'new'):\n    torch.old", false},
		{"if torch.cuda.is_available():\n    torch.old", false},
		{"if args.amp:\n    torch.old", false},
		{"import torch\nNEW = hasattr(torch, 'amp')\nif NEW:\n    torch.old", true},
		{"try:\n    import torch.amp\n    NEW = True\nexcept ImportError:\n    NEW = False\nif NEW:\n    torch.old", true},
		{"try:\n    torch.amp.autocast\n    NEW = True\nexcept AttributeError:\n    NEW = False\nif NEW:\n    torch.old", true},
		{"try:\n    import torch.amp as amp\n    NEW = True\nexcept ValueError:\n    NEW = False\nif NEW:\n    torch.old", false},
		{"try:\n    import wandb\n    HAVE = True\nexcept ImportError:\n    HAVE = False\nif HAVE:\n    torch.old", false},
		{"def new():\n    return torch.__version__ >= '2'\nif new():\n    torch.old", true},
		{"def f():\n    if torch.__version__ >= '2':\n        return 1\n    torch.old", true},
		{"def f():\n    if not torch.__version__ >= '2':\n        pass\n    else:\n        return 1\n    torch.old", true},
		{"def f():\n    if torch.__version__ >= '2':\n        pass\n    else:\n        log()\n    torch.old", false},
		{"def f():\n    if args.amp:\n        pass\n    else:\n        return 1\n    torch.old", false},
		{"def f():\n    torch.old\n    if torch.__version__ >= '2':\n        return 1", false},
		{"import torch\nx = getattr(torch, 'new', torch.old)\ntorch.old", false},
		{"from contextlib import suppress\nwith suppress(ImportError):\n    torch.old", true},
		{"with open('x'):\n    torch.old", false},
		{"import torch\nmajor, minor = map(int, torch.__version__.split('.')[:2])\nif minor >= 4:\n    torch.old", true},
		{"import torch\nmajor, minor = map(int, args.size.split('.'))\nif minor >= 4:\n    torch.old", false},
		{"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    torch.old", true},
		{"import typing\nif not typing.TYPE_CHECKING:\n    pass\nelse:\n    torch.old", true},
		{"import typing\nif not typing.TYPE_CHECKING:\n    torch.old", false},
		{"TYPE_CHECKING = False\nif TYPE_CHECKING:\n    torch.old", true},
		{"from typing import TYPE_CHECKING as checked\nif checked:\n    torch.old", true},
		{"import typing\nif typing.TYPE_CHECKING:\n    pass\nelse:\n    torch.old", false},
		{"def f():\n    try:\n        return torch.new\n    except Exception:\n        torch.old", true},
		{"def f():\n    try:\n        train()\n        return torch.new\n    except Exception:\n        torch.old", false},
	} {
		m := parse(t, c.text)
		if got := m.Guarded(lastExpr(t, m)); got != c.want {
			t.Errorf("%q: guarded is %v, want %v", c.text, got, c.want)
		}
	}
}
