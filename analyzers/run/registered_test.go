package run

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// imported is a folder all of whose files the program imports.
type imported struct{ folder }

func (f imported) Imported(_ []string, _ string, each func(*python.Module, string)) {
	for name, m := range f.folder {
		each(m, name)
	}
}

func TestRegistered(t *testing.T) {
	const byFunction = "REG = {}\ndef register(name):\n    def deco(cls):\n        REG[name] = cls\n        return cls\n    return deco\n"
	const byClass = "class Registry:\n    kept = {}\n    def __init__(self):\n        self.known = {}\n" +
		"    def register(self, cls):\n        self.known[cls.__name__] = cls\n        return cls\n" +
		"    @classmethod\n    def keep(cls, other):\n        cls.kept[other.__name__] = other\n        return other\n" +
		"    def get(self, name):\n        found = self.known.get(name)\n        if found is None:\n            raise KeyError(name)\n        return found\nREG = Registry()\n"
	for _, c := range []struct{ name, registry, nets, script, want string }{
		{"under a decorator", byFunction, "@register('a')\nclass A:\n    pass\n", "x = REG['a']", "class A"},
		{"by a call", byFunction, "class A:\n    pass\nregister('a')(A)\n", "x = REG.get('b')", "unknown (put into REG somewhere in its module) or None"},
		{"a method of an object", byClass, "@REG.register\nclass A:\n    pass\n", "x = REG.get('A')", "class A"},
		{"under another name", byClass, "from reg import REG as R\n@R.register\nclass A:\n    pass\n", "x = REG.get('A')", "class A"},
		{"what is not seen", byClass, "@REG.register\nclass A:\n    pass\n", "x = REG.get('B')", "unknown (put into REG somewhere in its module) or None"},
		{"a method of the class", byClass, "@Registry.keep\nclass A:\n    pass\n", "from reg import Registry\nx = Registry.kept['A']", "class A"},
		{"a decorator that fills another", byFunction, "OTHER = {}\ndef register(name):\n    return lambda cls: cls\n@register('a')\nclass A:\n    pass\n", "x = REG.get('a')", "unknown (put into REG somewhere in its module) or None"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", "from reg import REG\n"+c.script+"\n")
			m := New(Options{Main: script, Open: true, Project: imported{folder{
				"reg":  parsed(t, "reg.py", c.registry),
				"nets": parsed(t, "nets.py", "from reg import *\n"+c.nets),
			}}})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestRememberedByWhatIsHeld: what a function gives for one dictionary it need not give for another, however much work
// it was.
func TestRememberedByWhatIsHeld(t *testing.T) {
	work := "def build(config):\n" + strings.Repeat("    n = 1 + 1\n", heavySteps) + "    return NETS[config['name']]()\n"
	for _, given := range []string{"{'name': %q}", "dict(name=%q)", "Config(%q)"} {
		t.Run(given, func(t *testing.T) {
			script := parsed(t, "script.py", "class A:\n    pass\nclass B:\n    pass\nNETS = {'a': A, 'b': B}\n"+
				"class Config:\n    def __init__(self, name):\n        self.name = name\n    def __getitem__(self, key):\n        return self.name\n"+
				work+"x = [build("+strings.Replace(given, "%q", "'a'", 1)+"), build("+strings.Replace(given, "%q", "'b'", 1)+")]\n")
			m := New(Options{Main: script})
			m.Run(script, "script")
			if got, want := m.Show(m.get(m.Unit(script, "script").scope, "x")), "[an instance of A, an instance of B]"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
