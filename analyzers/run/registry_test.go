package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// folder is a project of modules by their names.
type folder map[string]*python.Module

func (f folder) Find(dotted, _ string) (*python.Module, string) { return f[dotted], dotted }

func parsed(t *testing.T, path, text string) *python.Module {
	t.Helper()
	m, err := python.Parse(source.New(path, []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRegistry(t *testing.T) {
	for _, c := range []struct{ name, module, script, want string }{
		{"filled at the module's level", "MODELS = {}\nMODELS['a'] = 1\nMODELS['b'] = MODELS['a']\n", "x = 'b' in MODELS", "True"},
		{"a method fills it", "MODELS = []\nMODELS.append(3)\n", "x = len(MODELS)", "1"},
		{"a function may fill it", "MODELS = {}\ndef register(k, v):\n    MODELS[k] = v\n", "x = 1 if 'b' in MODELS else 2", "1 or 2"},
		{"a set is filled", "MODELS = set()\nMODELS.add('a')\n", "x = 'a' in MODELS, 'b' in MODELS", "(True, False)"},
		{"a set that a function may fill", "MODELS = {'a'}\ndef register(k):\n    MODELS.add(k)\n", "x = ('a' in MODELS, 1 if 'b' in MODELS else 2)", "(True, 1 or 2)"},
		{"a list that a loop may fill", "MODELS = ['a']\nfor k in unknown:\n    MODELS.append(k)\n", "x = 1 if 'b' in MODELS else 2", "1 or 2"},
		{"a list that is extended", "MODELS = ['a']\nMODELS.extend(['b', 'c'])\n", "x = 'c' in MODELS, 'e' in MODELS", "(True, False)"},
		{"a dictionary that is updated", "MODELS = {'a': 1}\nMODELS.update(b=2)\nMODELS.setdefault('c', 3)\n", "x = MODELS['a'], MODELS['b'], MODELS['c']", "(1, 2, 3)"},
		{"a text has no contents", "MODELS = 'a'\nMODELS.upper()\n", "x = MODELS", "'a'"},
		{"a function that something is set on", "def MODELS():\n    pass\nMODELS.joints = 16\n", "x = MODELS.joints, getattr(MODELS, 'joints')", "(16, 16)"},
		{"a function on which something may be set", "def MODELS():\n    pass\nMODELS.joints = 16\nif unknown:\n    MODELS.joints = 8\n", "x = 1 if MODELS.joints == 16 else 2", "1 or 2"},
		{"a function that the script sets something on", "def MODELS():\n    pass\n", "MODELS.joints = 4\nx = MODELS.joints", "4"},
		{"by the name of what a decorator is given", "MODELS = {}\ndef register(cls):\n    MODELS[cls.__name__] = cls\n    return cls\n", "x = 1 if 'b' in MODELS else 2", "1 or 2"},
		{"by the parameter of the function around", "MODELS = {}\ndef register(k):\n    def wrap(cls):\n        MODELS[k] = cls\n        return cls\n    return wrap\n", "x = 1 if 'b' in MODELS else 2", "1 or 2"},
		{"nothing fills it", "MODELS = {}\n", "x = 'b' in MODELS", "False"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", "from models import MODELS\n"+c.script+"\n")
			m := New(Options{Main: script, Project: folder{"models": parsed(t, "models.py", c.module)}})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
