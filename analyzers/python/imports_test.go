package python

import (
	"slices"
	"testing"
)

func TestImports(t *testing.T) {
	for text, want := range map[string][]string{
		"import a\nimport b.c as d, e\n":                                 {"a", "b.c", "e"},
		"from a import b, c as d\n":                                      {"a", "a.b", "a.c"},
		"from a import (  # why\n    b,\n    c as d,\n)\nimport e\n":     {"a", "a.b", "a.c", "e"},
		"from a import b, \\\n    c\nimport \\\n  d":                     {"a", "a.b", "a.c", "d"},
		"from . import a\nfrom .b import c\nfrom ..import d\n":           {".", ".a", ".b", ".b.c", "..", "..d"},
		"from a import*\nfrom b import *\nfrom importlib import util\n":  {"a", "b", "importlib", "importlib.util"},
		"from a import(b)\n":                                             {"a", "a.b"},
		"try: import a\nexcept ImportError: a = None; import b\n":        {"a", "b"},
		"def f():\n\timport a\n    from b\timport c\n":                   {"a", "b", "b.c"},
		"'''\nimport a\n'''\nx = \"\"\"\nfrom a import b\n\"\"\"\n":      nil,
		"# import a\nx = 'import a'\nimportant = 1\nfrom_ = import_ = 2": nil,
		"f(\n    import_a,\nimport b\n)\n":                               nil,
		"!echo don't\nimport a\n":                                        {"a"},
		"x = 'a\\\nimport b'\nimport c\n":                                {"c"},
		"import a\rimport b\r":                                           {"a", "b"},
		"x = 1; import a; from b import c\n":                             {"a", "b", "b.c"},
		"yield from x\nraise E from import_\n":                           nil,
		"import":                                                         nil,
		"from a":                                                         nil,
		"from a import (b,":                                              {"a", "a.b"},
	} {
		if got := Imports([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q imports %q, want %q", text, got, want)
		}
	}
}

// TestModulePaths: a program in tools/ finds what stands in lib/, which it puts on the path, after what stands where
// Python looks first.
func TestModulePaths(t *testing.T) {
	paths := ModulePaths("core.loss", "tools/train.py")
	near, lib := slices.Index(paths, "core/loss.py"), slices.Index(paths, "lib/core/loss.py")
	if near < 0 || lib < near {
		t.Errorf("core.loss may stand in %q", paths)
	}
	if paths := ModulePaths(".loss", "core/train.py"); slices.Contains(paths, "core/lib/loss.py") {
		t.Errorf(".loss may stand in %q", paths)
	}
}
