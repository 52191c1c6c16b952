package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/compat"
	"github.com/trainlint/trainlint/rules/core"
)

// A syntax error is named where CPython names it: line and message of the fault, not where the parser
// took to its heels.
func TestSyntaxErrorsAreWhereTheyAre(t *testing.T) {
	class := "class A:\n    def f(self):\n        '''doc'''\n        return 1\n\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"never closed":       {"import a\n\ndef g():\n    return foo(a, b\n\ndef h():\n    pass\n", "4:15 ('(' was never closed)"},
		"never closed, deep": {class + "    def g(self):\n        x = {1: [2, 3}\n" + class, "8:22 (unmatched '}')"},
		"unmatched":          {class + "x = 1)\n" + class, "7:6 (unmatched ')')"},
		"try alone":          {"def f(x):\n    try:\n        y = x\n    return y\n", "4:5 (expected 'except' or 'finally' block)"},
		"try at the end":     {"def f(x):\n    y = x\n    try:\n        y = 1\n", "3:5 (expected 'except' or 'finally' block)"},
		"try and deeper one": {"try:\n    try:\n        x\n    finally:\n        y\nexcept E:\n    z\nelse:\n    z\nfor i in 3\n    z\n", "10:11 (expected ':')"},
		"no colon":           {class + "for i in range(3)\n    pass\n", "7:18 (expected ':')"},
		"no colon, comment":  {"if x:  # yes\n    y\nelse  # no\n    z\n", "3:5 (expected ':')"},
		"no colon, async":    {"async def f():\n    async with x\n        pass\n", "2:17 (expected ':')"},
		"no block":           {class + "def f():\n\n\ndef g(:\n    pass\n", "10:1 (expected an indented block after function definition on line 7)"},
		"no block for an if": {class + "if x:\ny = 1\n", "8:1 (expected an indented block after 'if' statement on line 7)"},
		"a comment for one":  {"async def f():\n    async with x:\n        # later\n    return 1\n", "4:5 (expected an indented block after 'with' statement on line 2)"},
		"nothing behind def": {class + "def g():\n    # later\n\n", "9:1 (expected an indented block after function definition on line 7)"},
		"too deep":           {class + "x = 1\n  y = 2\n", "8:3 (unexpected indent)"},
		"on no level":        {"if x:\n    y = 1\n  z = 2\n", "3:3 (unindent does not match any outer indentation level)"},
		"tabs and blanks":    {"if x:\n\ty = 1\n        z = 2\n", "3:9 (inconsistent use of tabs and spaces in indentation)"},
		"of Python 2":        {"if x:\n\tprint 'a', y\n        z = 2\n", ""},
		"of Python 2, deep":  {"print 'a', y\n        z = 2\n", "2:9 (unexpected indent)"},
		"as it may be":       {"if x:\n  y\n\f  z\n\\\n  z\n  f(a,\n1)\n  '\\\n1'\n# c\n      # c\n  \\\n     z\n\t\nelse: z; z\n", ""},
		"no head":            {class + "prune(net):\n\nx = 1\n", "7:11 (invalid syntax)"},
		"open string":        {"x = 1\ny = 'abc\nz = 3\n", "2:5 (unterminated string literal)"},
		"print":              {"x = 1\nprint 'a' % x,\nraise (\n", "2:7 (invalid syntax)"},
		"missing name":       {class + class + "    def (self, x):\n        pass\n" + class, "13:5"},
		"an import":          {class + "import\n" + class, "7:1"},
		"a lone conflict":    {"x = 1\n<<<<<<< HEAD\ny = 2\n", "2:1"},
		"a merge":            {"x = 1\n<<<<<<< HEAD\n\ny = 2\n=======\ny = 3\n>>>>>>> theirs\n    z\n", "2:1 (a merge conflict is left in it)"},
		"behind a fault":     {"x = (1\n\ny = 2\n'''\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n'''\n", "1:5 ('(' was never closed)"},
		"after an elif":      {"if x:\n    pass\nelif y:\n    z = = 2\n", "4:9"},
		"under a decorator":  {"@a.b\ndef f():\n    # c\n    x = 1 +\n", "4:5"},
		"in a match":         {"match x:\n    case 1:\n        y = \n    case 2:\n        z\n", "3:9"},
		"over many lines":    {"x = {\n    'a': 1,\n    'b' 2,\n}\n", "3:9 (invalid syntax)"},
		"async as a name":    {"def put(x, async=False):\n    pass\n\nput(1, async=True)\n", "1:12 (async is a keyword since Python 3.7)"},
		"await as a name":    {class + "a.await = 1\n", "7:3 (await is a keyword since Python 3.7)"},
		"await where it may": {"async def f(a):\n    await (a)\n    async with a: pass\n    return [x async for x in a], a['async']\nawait f\n", ""},
		"carriage returns":   {"# c\rx = 1\rdef f(:\r    pass\r", "3:6 ('(' was never closed)"},
	} {
		dir := tree(t, map[string]string{"a.py": c.text})
		r := run(t, Options{Dir: dir, Paths: []string{"a.py"}, Rules: []*rules.Rule{core.SyntaxError}})
		if got := faults(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// What deprecated-symbol has said of a name that Python refuses is not said again; what is no tensor's it does not
// know.
func TestRefusedNamesAreToldOnce(t *testing.T) {
	known := compat.DeprecatedSymbol
	copies := "import torch\n\n\ndef copies(x, targets):\n    return x.cuda(async=True), targets.to('cuda', async=True)\n"
	other := copies + "\n\ndef both(x, pool, call):\n    return x.cuda(async=True), pool.submit(call, async=True)\n"
	for text, want := range map[string][]string{
		copies: {"a.py:5:19 deprecated-symbol", "a.py:5:51 deprecated-symbol"},
		other:  {"a.py:5:19 deprecated-symbol", "a.py:5:51 deprecated-symbol", "a.py:9:19 deprecated-symbol", "a.py:9:50 syntax-error"},
	} {
		dir := tree(t, map[string]string{"a.py": text})
		if got := summary(run(t, Options{Dir: dir, Rules: []*rules.Rule{known, core.SyntaxError}})); !slices.Equal(got, want) {
			t.Errorf("%s\ngives %s, want %s", text, got, want)
		}
	}
}

func faults(r *Result) string {
	var all []string
	for _, d := range r.Diagnostics {
		at := r.Source(d.File).Position(d.Span.Start)
		one := fmt.Sprintf("%d:%d", at.Line, at.Column)
		if at.Cell > 0 {
			one = fmt.Sprintf("cell %d:%s", at.Cell, one)
		}
		message, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "this does not parse"), ": ")
		all = append(all, one+message)
	}
	return strings.Join(all, ", ")
}

// A notebook compiles cell by cell: what one leaves open does not spill into the next.
func TestSyntaxErrorsInCells(t *testing.T) {
	notebook := func(cells ...string) string {
		var all []string
		for _, cell := range cells {
			all = append(all, fmt.Sprintf(`{"cell_type": "code", "source": %q}`, cell))
		}
		return `{"cells": [` + strings.Join(all, ",") + `], "nbformat": 4}`
	}
	for name, c := range map[string]struct{ text, want string }{
		"open":      {notebook("x = 1", "def f(:\n    return 1", "y = 2\n)"), "cell 2:1:6 ('(' was never closed)"},
		"string":    {notebook("x = 1", "y = 1\nz = '''a", "w = 2"), "cell 2:2:5 (unterminated string literal)"},
		"no fault":  {notebook("x = 1", "y = = 2", "z"), "cell 2:1:5"},
		"too deep":  {notebook("x = 1", "y = 1\n  z = 2"), "cell 2:2:3 (unexpected indent)"},
		"no block":  {notebook("x = 1", "# c\n\nfor a in x:", "  y"), "cell 2:3:12 (expected an indented block after 'for' statement on line 3)"},
		"margin":    {notebook("\n    x = 1\n    if x:\n        y\n    z", "  # c\nx\n  if x:\n    !ls\n  x"), ""},
		"magic":     {notebook("%%time\n  x = 1\n  y", "if x:\n  %ls\n  y"), ""},
		"automagic": {notebook("load_ext autoreload", "ls data", "import torch"), ""},
	} {
		r := run(t, Options{Dir: tree(t, map[string]string{"a.ipynb": c.text}), Paths: []string{"a.ipynb"}, Rules: []*rules.Rule{core.SyntaxError}})
		if got := faults(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for _, d := range r.Diagnostics {
			if d.Severity != rules.Note {
				t.Errorf("%s: %s: the other cells run all the same", name, d.Severity)
			}
		}
	}
}

// A config whose values somebody fills in before it is loaded is not broken.
func TestPlaceholdersAreNoFaults(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"braces":       {"a.toml", "[data]\nname = \"a\"\nsize = {DATA_SIZE}\nsteps = 3\n", ""},
		"a comment":    {"a.toml", "size = {size}  # of the data\n", ""},
		"json":         {"a.json", "{\n  \"size\": <size of the data>,\n  \"name\": \"a\"\n}\n", ""},
		"a dollar":     {"a.json", "{\n  \"size\": ${SIZE}\n}\n", ""},
		"Git LFS":      {"a.json", "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 3\n", ""},
		"Jsonnet":      {"a.yaml", "// settings\nlocal name = \"bert\";\n{\"model\": {\"name\": name}}\n", ""},
		"no JSON":      {"a.json", "Not Found", ""},
		"sections":     {"a.yaml", "[Data]\nroot : data/\n[Best Models]\npath : a/\n", ""},
		"a list":       {"a.yaml", "[1, 2]\nroot: data\n", "2:1"},
		"cut off":      {"a.json", "\"size\": 3}", "1:7"},
		"really wrong": {"a.toml", "[data]\nsize = {a = 1\nsteps = 3\n", "2:8"},
		"no end":       {"a.json", "{\n  \"size\": \n}\n", "3:1"},
	} {
		dir := tree(t, map[string]string{c.file: c.text})
		r := run(t, Options{Dir: dir, Paths: []string{c.file}, Rules: []*rules.Rule{core.SyntaxError}})
		if got := faults(r); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
