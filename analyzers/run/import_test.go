package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// counted notes which modules were asked for.
type counted struct {
	folder
	asked []string
}

func (c *counted) Find(dotted, from string) (*python.Module, string) {
	if c.folder[dotted] != nil && !slices.Contains(c.asked, dotted) {
		c.asked = append(c.asked, dotted)
	}
	return c.folder.Find(dotted, from)
}

// TestImportsWait: what nobody reads is not looked for, and what is read late is what it was at the import.
func TestImportsWait(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"read in a function", "from models import A\ndef f():\n    return A\nx = f()\n", "1"},
		{"bound again on one way", "import os\nfrom models import A\nif os.path.exists('a'):\n    A = 2\nx = A\n", "2 or 1"},
		{"bound again", "from models import A\nA = 2\nx = A\n", "2"},
		{"bound before", "A = 2\nfrom models import A\nx = A\n", "1"},
		{"read on one way only, then on both", "import os\nfrom models import A\ny = 0\nif os.path.exists('a'):\n    y = A\nx = A\n", "1"},
		{"optional", "try:\n    from models import A\nexcept ImportError:\n    A = None\nx = A\n", "1"},
		{"on a condition", "import os\nif os.path.exists('a'):\n    from models import A\nx = A\n", "1"},
		{"on a condition, and bound again", "import os\nA = 2\nif os.path.exists('a'):\n    from models import A\nx = A\n", "1 or 2"},
		{"of a module", "import models as m\nx = m.A\n", "1"},
		{"set by a function that nobody has called", "def show():\n    from settings import RATE\n    return RATE\nx = show()\n", "4 or unknown RATE (set by a function through `global`)"},
		{"set by a function that was called", "import settings\nsettings.load()\nx = settings.RATE\n", "8"},
		{"through another", "from between import A\nx = A\n", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", c.script)
			project := &counted{folder: folder{"models": parsed(t, "models.py", "A = 1\n"), "between": parsed(t, "between.py", "from models import A\n"),
				"settings": parsed(t, "settings.py", "RATE = 4\ndef load():\n    global RATE\n    RATE = 8\n")}}
			m := New(Options{Main: script, Project: project})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	for _, text := range []string{"from models import A\nimport models\nx = 1\n", "import os\ntry:\n    if os.path.exists('a'):\n        from models import A\nexcept OSError:\n    pass\n"} {
		script := parsed(t, "script.py", text)
		project := &counted{folder: folder{"models": parsed(t, "models.py", "A = 1\n")}}
		New(Options{Main: script, Project: project}).Run(script, "script")
		if len(project.asked) != 0 {
			t.Errorf("%v was asked for and is read nowhere in %q", project.asked, text)
		}
	}
}

// skimmed is a project whose files can be glanced at.
type skimmed struct{ counted }

func (s *skimmed) Locate(dotted, _ string) string {
	if s.folder[dotted] == nil {
		return ""
	}
	return dotted
}

func (s *skimmed) Skim(path string) *python.Skim { return python.SkimOf(s.folder[path].File.Text) }

// TestQuietModules: a module that only binds names is not run for being imported; one that acts is, also behind others.
func TestQuietModules(t *testing.T) {
	script := parsed(t, "script.py", "import quiet\nfrom registry import ALL\nx = len(ALL)\n")
	project := &skimmed{counted{folder: folder{
		"quiet":    parsed(t, "quiet.py", "import deep\nimport plain\ndef f():\n    pass\n"),
		"plain":    parsed(t, "plain.py", "A = 1\n"),
		"deep":     parsed(t, "deep.py", "from registry import ALL\nALL.append(3)\n"),
		"registry": parsed(t, "registry.py", "ALL = []\n"),
	}}}
	m := New(Options{Main: script, Project: project, Locate: true})
	m.Run(script, "script")
	if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != "1" {
		t.Errorf("%s in the registry that a module behind a quiet one fills, want 1", got)
	}
	if slices.Contains(project.asked, "plain") || slices.Contains(project.asked, "quiet") {
		t.Errorf("asked for %v: modules that only bind names are read", project.asked)
	}
}

// TestRememberedOperands: what a remembered run of a function gives still knows what it is an item of.
func TestRememberedOperands(t *testing.T) {
	body := "def make(n):\n    y = source()\n"
	for range heavySteps {
		body += "    z = n + 1\n"
	}
	script := parsed(t, "script.py", body+"    return y[0]\na = make(1)\nb = make(1)\n")
	m := New(Options{Main: script})
	m.Run(script, "script")
	b, ok := m.get(m.Unit(script, "script").scope, "b").(*Object)
	if !ok || b.Like == nil {
		t.Fatalf("%v is not remembered", m.get(m.Unit(script, "script").scope, "b"))
	}
	if b.Operator != "" && len(b.Operands) == 0 {
		t.Errorf("operator %q of nothing", b.Operator)
	}
}

// TestImports: the modules of the project that Python loads for a module's own imports, in the order of the lines.
// Those in functions are loaded when somebody calls them, and a package is what a name of it comes from unless the name
// is one of its modules.
func TestImports(t *testing.T) {
	const files = "\n--- a.py\nx = 1\n--- b.py\nx = 2\n--- pkg/__init__.py\ny = 3\n--- pkg/c.py\nx = 4\n--- bare/d.py\nx = 5"
	for text, want := range map[string]string{
		"import a":                            "a",
		"import a, b":                         "a b",
		"import b\nimport a":                  "b a",
		"import a\nimport a\nimport b":        "a b",
		"import a as z":                       "a",
		"import torch\nimport a":              "a",
		"from a import x":                     "a",
		"from pkg import y":                   "pkg",
		"from pkg.c import x":                 "pkg.c",
		"import pkg.c":                        "pkg.c",
		"from bare import d":                  "bare.d",
		"from bare import d\nfrom a import x": "bare.d a",
		"def f():\n    import a\nimport b":    "b",
		"if 1:\n    import a":                 "a",
		"try:\n    import gone\nexcept ImportError:\n    import a": "a",
		"from gone import a": "",
		"import gone":        "",
		"import main":        "",
		"from . import a":    "a",
		"from . import a, b": "a b",
		"from .pkg import c": "pkg",
		"from .b import x":   "b",
	} {
		m, u := ranProject(t, text+files, false)
		var names []string
		for _, other := range m.Imports(u) {
			names = append(names, strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(other.Module.File.Path, "/", "."), ".py"), ".__init__"))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q loads %q, want %q", text, got, want)
		}
	}
}
