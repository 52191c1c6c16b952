package pyedit_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// builder makes a plan for a parsed text.
type builder func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan

// buildCase is a text, what a builder must make of it, and the safety it finds.
type buildCase struct {
	name, before string
	build        builder
	after        string // "" when the plan must fail
	safety       fixes.Safety
}

// runBuilders applies every plan through a session, so that the judge has its say,
// with both newline styles.
func runBuilders(t *testing.T, cases []buildCase) {
	t.Helper()
	for _, c := range cases {
		for newline, style := range map[string]string{"\n": "", "\r\n": " with CRLF"} {
			t.Run(c.name+style, func(t *testing.T) {
				before := strings.ReplaceAll(c.before, "\n", newline)
				f := source.New("a.py", []byte(before))
				m, err := python.Parse(f)
				if err != nil {
					t.Fatal(err)
				}
				plan := c.build(t, m, pyedit.New(m))
				if c.after == "" {
					if plan.Err == nil {
						t.Errorf("the plan did not fail: %+v", plan)
					}
					return
				}
				if plan.Err != nil || plan.Safety != c.safety {
					t.Fatalf("plan is %v, %v, want %v", plan.Safety, plan.Err, c.safety)
				}
				if got, want := apply(t, f, plan), strings.ReplaceAll(c.after, "\n", newline); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

// apply runs a plan as one fix; the judge must have nothing against it.
func apply(t *testing.T, f *source.File, plan pyedit.Plan) string {
	t.Helper()
	s := &fixes.Session{File: func(string) *source.File { return f }, Judge: pyedit.Judge, Unsafe: true}
	r, err := s.Run([]fixes.Candidate{{Rule: "r", Fixes: plan.Fixes("fix", fixes.Safe)}})
	if err != nil || len(r.Bugs) > 0 || len(r.Skipped) > 0 {
		t.Fatalf("bugs %v, skipped %v, %v", r.Bugs, r.Skipped, err)
	}
	if len(r.Changes) == 0 {
		return string(f.Text)
	}
	return string(r.Changes[0].After.Text)
}

// call is the first call of f in a module.
func call(t *testing.T, m *python.Module) *python.Call {
	t.Helper()
	for _, c := range m.AllCalls() {
		if name, ok := c.Func.(*python.Name); ok && name.ID == "f" {
			return c
		}
	}
	t.Fatal("no call of f")
	return nil
}

// stmt is the first innermost statement whose text starts so.
func stmt(t *testing.T, m *python.Module, text string) python.Stmt {
	t.Helper()
	var found python.Stmt
	python.WalkBody(m.Body, func(n python.Node) bool {
		if s, ok := n.(python.Stmt); ok && found == nil && strings.HasPrefix(m.File.Slice(s.Span()), text) {
			found = s
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no statement %q", text)
	}
	return found
}

func set(name, value string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.SetKeyword(call(t, m), name, value)
	}
}

func unset(name string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.RemoveKeyword(call(t, m), name)
	}
}

func TestSetKeyword(t *testing.T) {
	runBuilders(t, []buildCase{
		{"no arguments", "f()\n", set("a", "1"), "f(a=1)\n", fixes.Safe},
		{"no arguments over two lines", "f(\n)\n", set("a", "1"), "f(\na=1)\n", fixes.Safe},
		{"no arguments but a comment", "f(  # c\n)\n", set("a", "1"), "f(  # c\na=1)\n", fixes.Safe},
		{"after a positional one", "f(x)\n", set("a", "1"), "f(x, a=1)\n", fixes.Safe},
		{"after a trailing comma", "f(x,)\n", set("a", "1"), "f(x, a=1,)\n", fixes.Safe},
		{"another one has it", "g(f(x), a=2)\n", set("a", "1"), "g(f(x, a=1), a=2)\n", fixes.Safe},
		{"one a line", "f(\n    x,\n    b=2,\n)\n", set("a", "1"), "f(\n    x,\n    b=2,\n    a=1,\n)\n", fixes.Safe},
		{"one a line without trailing comma", "f(\n\tx,\n\tb=2\n)\n", set("a", "1"), "f(\n\tx,\n\tb=2,\n\ta=1\n)\n", fixes.Safe},
		{"one a line with comments", "f(\n    x,\n    b=2,  # why\n)\n", set("a", "1"), "f(\n    x,\n    b=2,  # why\n    a=1,\n)\n", fixes.Safe},
		{"a comment and no trailing comma", "f(\n    x,\n    b=2  # why\n)\n", set("a", "1"), "f(\n    x,\n    b=2,  # why\n    a=1\n)\n", fixes.Safe},
		{"aligned with the bracket", "f(x,\n  b=2)\n", set("a", "1"), "f(x,\n  b=2, a=1)\n", fixes.Safe},
		{"before **", "k = {'b': 2}\nf(x, **k)\n", set("a", "1"), "k = {'b': 2}\nf(x, a=1, **k)\n", fixes.Unsafe},
		{"before ** on its line", "k = {'b': 2}\nf(\n    x,\n    **k,\n)\n", set("a", "1"),
			"k = {'b': 2}\nf(\n    x,\n    a=1,\n    **k,\n)\n", fixes.Unsafe},
		{"** that may hold it", "f(x, **k)\n", set("a", "1"), "", fixes.Safe},
		{"** that holds it", "k = {'a': 2}\nf(x, **k)\n", set("a", "1"), "", fixes.Safe},
		{"** of a dictionary that is filled", "k = {'b': 2}\nk[c] = 3\nf(x, **k)\n", set("a", "1"), "", fixes.Safe},
		{"after *", "f(*x)\n", set("a", "1"), "f(*x, a=1)\n", fixes.Unsafe},
		{"a generator", "f(i for i in x)\n", set("a", "1"), "", fixes.Safe},
		{"a generator in parentheses", "f((i for i in x))\n", set("a", "1"), "f((i for i in x), a=1)\n", fixes.Safe},
		{"a last argument in parentheses", "f((x))\n", set("a", "1"), "f((x), a=1)\n", fixes.Safe},
		{"replaced", "f(x, a = 2, b=3)\n", set("a", "1"), "f(x, a = 1, b=3)\n", fixes.Safe},
		{"replaced in parentheses", "f(a=(2))\n", set("a", "1"), "f(a=1)\n", fixes.Safe},
		{"replaced over lines", "f(a=(2 +\n  3), b=1)\n", set("a", "1"), "f(a=1, b=1)\n", fixes.Safe},
		{"replaced with a comment inside", "f(a=(2  # why\n), b=1)\n", set("a", "1"), "f(a=1, b=1)\n", fixes.Unsafe},
		{"replaced with a comment before", "f(a=  # why\n  2)\n", set("a", "1"), "f(a=  # why\n  1)\n", fixes.Safe},
		{"replaced call", "f(a=g())\n", set("a", "1"), "f(a=1)\n", fixes.Unsafe},
		{"backslash", "x = \\\n  f(x, \\\n    b)\n", set("a", "1"), "x = \\\n  f(x, \\\n    b, a=1)\n", fixes.Safe},
		{"decorator", "@f(x)\ndef g(): pass\n", set("a", "1"), "@f(x, a=1)\ndef g(): pass\n", fixes.Safe},
		{"in an f-string", "f'{f(x)}'\n", set("a", "1"), "", fixes.Safe},
		{"replaced in an f-string", "f'{f(a=2)}'\n", set("a", "1"), "", fixes.Safe},
		{"replaced call in a list", "f(a=[g()])\n", set("a", "1"), "f(a=1)\n", fixes.Unsafe},
		{"a comment behind a bracket that stays open", "g(f(x, b=2)  # why\n)\n", set("a", "1"), "g(f(x, b=2, a=1)  # why\n)\n", fixes.Safe},
		{"a syntax error that breaks no token", "f(x)\na = = 1\n", set("a", "1"), "", fixes.Safe},
		{"added twice", "f(a=2)\n", func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
			return e.AddKeyword(call(t, m), "a", "1")
		}, "", fixes.Safe},
		{"a syntax error", "f(x)\nif a:\n", set("a", "1"), "", fixes.Safe},
	})
}

func argument(i int, value string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.SetArgument(call(t, m).Args[i], value)
	}
}

func TestSetArgument(t *testing.T) {
	runBuilders(t, []buildCase{
		{"by its place", "f(x, y)\n", argument(1, "z"), "f(x, z)\n", fixes.Safe},
		{"behind a star", "f(*x)\n", argument(0, "y"), "f(*y)\n", fixes.Safe},
		{"behind two stars", "f(x, **k)\n", argument(1, "q"), "f(x, **q)\n", fixes.Safe},
	})
}

func TestRemoveArgument(t *testing.T) {
	without := func(i int) builder {
		return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
			return e.RemoveArgument(call(t, m), call(t, m).Args[i])
		}
	}
	runBuilders(t, []buildCase{
		{"the next one takes its place", "f(x, y)\n", without(0), "f(y)\n", fixes.Unsafe},
		{"the last one", "f(x, **k)\n", without(1), "f(x)\n", fixes.Unsafe},
		{"a generator without parentheses", "f(i for i in x)\n", without(0), "", fixes.Safe},
		{"in an f-string", "f'{f(a=2)}'\n", without(0), "", fixes.Safe},
		{"of another call", "f(x, y)\ng(z)\n", func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
			return e.RemoveArgument(call(t, m), m.AllCalls()[1].Args[0])
		}, "", fixes.Safe},
	})
}

func TestRemoveKeyword(t *testing.T) {
	runBuilders(t, []buildCase{
		{"the only one", "f(a=1)\n", unset("a"), "f()\n", fixes.Safe},
		{"the only one with a comma", "f(a=1,)\n", unset("a"), "f()\n", fixes.Safe},
		{"the only one on its line", "f(\n    a=1,\n)\n", unset("a"), "f()\n", fixes.Safe},
		{"the only one with a comment", "f(\n    a=1,  # why\n)\n", unset("a"), "f(\n      # why\n)\n", fixes.Safe},
		{"first", "f(a=1, b=2)\n", unset("a"), "f(b=2)\n", fixes.Safe},
		{"middle", "f(x, a=1, b=2)\n", unset("a"), "f(x, b=2)\n", fixes.Safe},
		{"last", "f(x, a=1)\n", unset("a"), "f(x)\n", fixes.Safe},
		{"last with a comma", "f(x, a=1,)\n", unset("a"), "f(x,)\n", fixes.Safe},
		{"with spaces", "f( x , a = 1 , b )\n", unset("a"), "f( x , b )\n", fixes.Safe},
		{"own line", "f(\n    x,\n    a=1,\n    b=2,\n)\n", unset("a"), "f(\n    x,\n    b=2,\n)\n", fixes.Safe},
		{"own line, last", "f(\n    x,\n    a=1,\n)\n", unset("a"), "f(\n    x,\n)\n", fixes.Safe},
		{"own line, last without comma", "f(\n    x,\n    a=1\n)\n", unset("a"), "f(\n    x\n)\n", fixes.Safe},
		{"own line, over lines", "f(\n    x,\n    a=(1 +\n       2),\n    b,\n)\n", unset("a"), "f(\n    x,\n    b,\n)\n", fixes.Safe},
		{"own line with a comment", "f(\n    x,\n    a=1,  # why\n    b,\n)\n", unset("a"), "f(\n    x,\n    b,\n)\n", fixes.Unsafe},
		{"a comment before stays", "f(\n    x,  # c\n    a=1\n)\n", unset("a"), "f(\n    x  # c\n)\n", fixes.Safe},
		{"first, the next on another line", "f(a=1,\n  b=2)\n", unset("a"), "f(b=2)\n", fixes.Safe},
		{"last of a line", "f(x, a=1,\n  b=2)\n", unset("a"), "f(x,\n  b=2)\n", fixes.Safe},
		{"last of a line, a comment behind", "f(x, a=1,  # why\n  b=2)\n", unset("a"), "f(x,   # why\n  b=2)\n", fixes.Safe},
		{"first of the last line", "f(x,\n  a=1)\n", unset("a"), "f(x)\n", fixes.Safe},
		{"first of the last line, a comment before", "f(x,  # c\n  a=1)\n", unset("a"), "f(x,  # c\n  )\n", fixes.Safe},
		{"a call as value", "f(x, a=g())\n", unset("a"), "f(x)\n", fixes.Unsafe},
		{"a lambda as value", "f(x, a=lambda: g())\n", unset("a"), "f(x)\n", fixes.Safe},
		{"before **", "f(a=1, **k)\n", unset("a"), "f(**k)\n", fixes.Safe},
		{"parentheses", "f((x), a=(1), b=2)\n", unset("a"), "f((x), b=2)\n", fixes.Safe},
		{"the only one, a comment right behind the brackets", "f(a=1)# why\n", unset("a"), "f()# why\n", fixes.Safe},
		{"absent", "f(b=1)\n", unset("a"), "", fixes.Safe},
	})
}

func remove(text string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.RemoveStatement(stmt(t, m, text))
	}
}

func TestRemoveStatement(t *testing.T) {
	runBuilders(t, []buildCase{
		{"a line", "a\nx()\nb\n", remove("x"), "a\nb\n", fixes.Safe},
		{"a line with a comment", "a\nx()  # why\nb\n", remove("x"), "a\nb\n", fixes.Unsafe},
		{"several lines", "a\nx(\n  1,\n)\nb\n", remove("x"), "a\nb\n", fixes.Safe},
		{"the only one of a block", "if a:\n    x()  # why\nb\n", remove("x"), "if a:\n    pass  # why\nb\n", fixes.Safe},
		{"the only one of a one-line suite", "if a: x()\nb\n", remove("x"), "if a: pass\nb\n", fixes.Safe},
		{"first of a one-line suite", "if a: x(); y()\n", remove("x"), "if a: y()\n", fixes.Safe},
		{"last of a one-line suite", "if a: y(); x()\n", remove("x"), "if a: y()\n", fixes.Safe},
		{"middle of a line", "y(); x(); z()\n", remove("x"), "y(); z()\n", fixes.Safe},
		{"last of a line with a semicolon", "y(); x();\n", remove("x"), "y();\n", fixes.Safe},
		{"alone with a semicolon", "y()\nx();\n", remove("x"), "y()\n", fixes.Safe},
		{"last of a block", "for i in j:\n\ty\n\tx()\nz\n", remove("x"), "for i in j:\n\ty\nz\n", fixes.Safe},
		{"last of the file", "y\nx()", remove("x"), "y\n", fixes.Safe},
		{"behind a backslash", "y\nx = 1 + \\\n  2\nz\n", remove("x"), "y\nz\n", fixes.Safe},
		{"a compound one", "y\nwith x:\n    a\n    # c\n    b\nz\n", remove("with"), "y\nz\n", fixes.Unsafe},
		{"with decorators", "y\n@a\n@b\ndef x():\n    pass\nz\n", remove("@a"), "y\nz\n", fixes.Safe},
		{"the only one of else", "if a:\n    y\nelse:\n    x()\n", remove("x"), "if a:\n    y\nelse:\n    pass\n", fixes.Safe},
		{"an elif", "if a:\n    y\nelif x:\n    z\n", remove("elif"), "", fixes.Safe},
		{"a comment on the next line", "a\nx()\n# c\nb\n", remove("x"), "a\n# c\nb\n", fixes.Safe},
		{"the only one of a block, a comment inside", "if a:\n    x(\n        1,  # why\n    )\nb\n", remove("x"), "if a:\n    pass\nb\n", fixes.Unsafe},
		{"byte-order mark", "\ufeffx()\ny\n", remove("x"), "\ufeffy\n", fixes.Safe},
	})
}

func move(text, block string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.MoveAfter(stmt(t, m, text), stmt(t, m, block))
	}
}

func TestMoveAfter(t *testing.T) {
	runBuilders(t, []buildCase{
		{"out of a loop", "for i in j:\n    a\n    x()\n    b\nc\n", move("x", "for"), "for i in j:\n    a\n    b\nx()\nc\n", fixes.Safe},
		{"with its comment", "for i in j:\n    a\n    x()  # why\nc\n", move("x", "for"), "for i in j:\n    a\nx()  # why\nc\n", fixes.Safe},
		{"out of two blocks", "def g():\n\tfor i in j:\n\t\tif a:\n\t\t\tx()\n\treturn\n", move("x", "for"),
			"def g():\n\tfor i in j:\n\t\tif a:\n\t\t\tpass\n\tx()\n\treturn\n", fixes.Safe},
		{"the only one keeps its comment behind", "for i in j:\n    x()  # c\n", move("x", "for"), "for i in j:\n    pass  # c\nx()\n", fixes.Safe},
		{"several lines", "for i in j:\n    a\n    x(\n        1,\n      # c\n    )\nc\n", move("x", "for"), "for i in j:\n    a\nx(\n    1,\n  # c\n)\nc\n", fixes.Safe},
		{"a string over lines", "for i in j:\n    a\n    x('''\n    1\n    ''')\n", move("x", "for"), "for i in j:\n    a\nx('''\n    1\n    ''')\n", fixes.Safe},
		{"past the block's own comments", "for i in j:\n    x()\n    a\n    # c\n\n# d\nb\n", move("x", "for"), "for i in j:\n    a\n    # c\nx()\n\n# d\nb\n", fixes.Safe},
		{"past else", "for i in j:\n    x()\n    a\nelse:\n    b\nc\n", move("x", "for"), "for i in j:\n    a\nelse:\n    b\nx()\nc\n", fixes.Safe},
		{"a one-line suite", "for i in j: x(); y()\nc\n", move("x", "for"), "for i in j: y()\nx()\nc\n", fixes.Safe},
		{"at the end of the file", "for i in j:\n    a\n    x()\n    b", move("x", "for"), "for i in j:\n    a\n    b\nx()", fixes.Safe},
		{"last at the end of the file", "for i in j:\n    a\n    x()", move("x", "for"), "for i in j:\n    a\n\nx()", fixes.Safe},
		{"not inside", "for i in j:\n    a\nx()\n", move("x", "for"), "", fixes.Safe},
		{"behind an elif", "if a:\n    b\nelif c:\n    y\n    x()\n", move("x", "elif"), "", fixes.Safe},
		{"an elif", "for i in j:\n    if a:\n        b\n    elif c:\n        d\n", move("elif", "for"), "", fixes.Safe},
		{"the comment of its line stays with another", "for i in j:\n    y(); x()  # c\nb\n", move("x", "for"), "for i in j:\n    y()  # c\nx()\nb\n", fixes.Safe},
		{"lines that stand further left", "def g():\n    for i in j:\n        a\n        x(\n  1)\n", move("x", "for"), "def g():\n    for i in j:\n        a\n    x(\n  1)\n", fixes.Safe},
		{"texts side by side", "for i in j:\n    a\n    x('a'\n      'b')\n", move("x", "for"), "for i in j:\n    a\nx('a'\n  'b')\n", fixes.Safe},
		{"an f-string over lines", "for i in j:\n    a\n    x(f'''\n    1\n    ''')\n", move("x", "for"), "for i in j:\n    a\nx(f'''\n    1\n    ''')\n", fixes.Safe},
	})
}

func before(text, lines string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.InsertBefore(stmt(t, m, text), lines)
	}
}

func after(text, lines string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.InsertAfter(stmt(t, m, text), lines)
	}
}

func TestInsertBefore(t *testing.T) {
	runBuilders(t, []buildCase{
		{"lines in a block", "if a:\n    b\n    x()\n", before("x", "y(\n\n)\nz()"), "if a:\n    b\n    y(\n\n    )\n    z()\n    x()\n", fixes.Safe},
		{"above what is said of it", "if a:\n    b\n    # one\n    # two\n    x()\n", before("x", "y()"), "if a:\n    b\n    y()\n    # one\n    # two\n    x()\n", fixes.Safe},
		{"above what is said of the first of a block", "if a:\n    # why\n    x()\n", before("x", "y()"), "if a:\n    y()\n    # why\n    x()\n", fixes.Safe},
		{"below what is said of the file", "# about\nx()\n", before("x", "y()"), "# about\ny()\nx()\n", fixes.Safe},
		{"below a comment of another line", "if a:\n    b()  # c\n    x()\n", before("x", "y()"), "if a:\n    b()  # c\n    y()\n    x()\n", fixes.Safe},
		{"below a comment that stands further left", "if a:\n    b()\n  # c\n    x()\n", before("x", "y()"), "if a:\n    b()\n  # c\n    y()\n    x()\n", fixes.Safe},
		{"below a comment that stands further right", "if a:\n    b()\n      # c\n    x()\n", before("x", "y()"), "if a:\n    b()\n      # c\n    y()\n    x()\n", fixes.Safe},
		{"below the header, whose comment stands in its column", "if a:  # c\n       x()\n", before("x", "y()"), "if a:  # c\n       y()\n       x()\n", fixes.Safe},
		{"below an empty line", "if a:\n    # one\n\n    # two\n    x()\n", before("x", "y()"), "if a:\n    # one\n\n    y()\n    # two\n    x()\n", fixes.Safe},
		{"behind another on its line", "b(); x()\n", before("x", "y()"), "", fixes.Safe},
		{"an elif", "if a:\n    b\nelif x:\n    c\n", before("elif", "y()"), "", fixes.Safe},
	})
}

func TestInsertAfter(t *testing.T) {
	runBuilders(t, []buildCase{
		{"lines in a block", "if a:\n    x()\nb\n", after("x", "y(\n\n)\nz()"), "if a:\n    x()\n    y(\n\n    )\n    z()\nb\n", fixes.Safe},
		{"a statement with a comment", "x()  # c\nb\n", after("x", "y()"), "x()  # c\ny()\nb\n", fixes.Safe},
		{"before another on its line", "x(); b()\n", after("x", "y()"), "", fixes.Safe},
		{"behind another on its line", "b(); x()\n", after("x", "y()"), "", fixes.Safe},
		{"at the end of the file", "b()\nx()", after("x", "y()"), "b()\nx()\ny()", fixes.Safe},
	})
}

func wrap(first, last, header string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		var run []python.Stmt
		from, to := stmt(t, m, first), stmt(t, m, last)
		python.WalkBody(m.Body, func(n python.Node) bool {
			s, ok := n.(python.Stmt)
			if ok && s.Parent() == from.Parent() && s.Span().Start >= from.Span().Start && s.Span().End <= to.Span().End {
				run = append(run, s)
			}
			return true
		})
		return e.WrapWith(run, header)
	}
}

func TestWrapWith(t *testing.T) {
	runBuilders(t, []buildCase{
		{"one", "a\nx()\nb\n", wrap("x", "x", "with w:"), "a\nwith w:\n    x()\nb\n", fixes.Safe},
		{"two in a block of tabs", "if a:\n\tx()  # c\n\n\t# d\n\ty()\nb\n", wrap("x", "y", "with w:"), "if a:\n\twith w:\n\t\tx()  # c\n\n\t\t# d\n\t\ty()\nb\n", fixes.Safe},
		{"a block of tabs below one of blanks", "if q:\n  r\nif a:\n\tx()\nb\n", wrap("x", "x", "with w:"), "if q:\n  r\nif a:\n\twith w:\n\t\tx()\nb\n", fixes.Safe},
		{"a block of blanks below one of tabs", "if q:\n\tr\nif a:\n  x()\nb\n", wrap("x", "x", "with w:"), "if q:\n\tr\nif a:\n  with w:\n      x()\nb\n", fixes.Safe},
		{"over lines, a string inside", "x(\n  '''\n  s''',\n)\n", wrap("x", "x", "with w:"), "with w:\n    x(\n      '''\n  s''',\n    )\n", fixes.Safe},
		{"a block", "for i in j:\n  a\n  b\nc\n", wrap("for", "for", "with w:"), "with w:\n  for i in j:\n    a\n    b\nc\n", fixes.Safe},
		{"a one-line suite", "if a: x(); y()\nb\n", wrap("x", "y", "with w:"), "if a:\n    with w:\n        x(); y()\nb\n", fixes.Safe},
		{"an elif", "if a:\n    b\nelif x:\n    c\n", wrap("elif", "elif", "with w:"), "", fixes.Safe},
		{"part of a line", "x(); y()\n", wrap("x", "x", "with w:"), "", fixes.Safe},
		{"part of a one-line suite", "if a: x(); y()\nb\n", wrap("y", "y", "with w:"), "", fixes.Safe},
		{"a line that stands further left", "if a:\n    x(\n  1)\n", wrap("x", "x", "with w:"), "if a:\n    with w:\n        x(\n      1)\n", fixes.Safe},
		{"an f-string over lines", "x(f'''\n  {s}\n''')\n", wrap("x", "x", "with w:"), "with w:\n    x(f'''\n  {s}\n''')\n", fixes.Safe},
		{"backslash", "x = 1 + \\\n  2\n", wrap("x", "x", "with w:"), "with w:\n    x = 1 + \\\n      2\n", fixes.Safe},
	})
}

func decorate(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
	var fn *python.Function
	python.WalkBody(m.Body, func(n python.Node) bool {
		if f, ok := n.(*python.Function); ok && fn == nil {
			fn = f
		}
		return true
	})
	return e.AddDecorator(fn, "d()")
}

func TestAddDecorator(t *testing.T) {
	runBuilders(t, []buildCase{
		{"plain", "def g():\n    pass\n", decorate, "@d()\ndef g():\n    pass\n", fixes.Safe},
		{"method", "class A:\n\tasync def g(self): pass\n", decorate, "class A:\n\t@d()\n\tasync def g(self): pass\n", fixes.Safe},
		{"below others", "@a  # c\ndef g(): pass\n", decorate, "@a  # c\n@d()\ndef g(): pass\n", fixes.Unsafe},
		{"on the line of a condition", "if a: def g(): pass\n", decorate, "", fixes.Safe},
		{"beside a syntax error", "def g(): pass\na = = 1\n", decorate, "", fixes.Safe},
		{"after a line continuation", "def \\\n  g(): pass\n", decorate, "@d()\ndef \\\n  g(): pass\n", fixes.Safe},
	})
}

func replace(text, with string) builder {
	return func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		var found python.Expr
		python.WalkBody(m.Body, func(n python.Node) bool {
			if x, ok := n.(python.Expr); ok && found == nil && strings.ReplaceAll(m.File.Slice(x.Span()), "\r", "") == text {
				found = x
			}
			return true
		})
		if found == nil {
			t.Fatalf("no expression %q", text)
		}
		return e.ReplaceExpression(found, with)
	}
}

func TestReplaceExpression(t *testing.T) {
	runBuilders(t, []buildCase{
		{"a name", "y = x + 1\n", replace("x", "z.w[1](2)"), "y = z.w[1](2) + 1\n", fixes.Safe},
		{"falls apart", "y = x.a\n", replace("x", "b + c"), "y = (b + c).a\n", fixes.Safe},
		{"does not fall apart", "y = x\nf(x)\n", replace("x", "b + c"), "y = b + c\nf(x)\n", fixes.Safe},
		{"in parentheses already", "y = (x) * 2\n", replace("x", "b + c"), "y = (b + c) * 2\n", fixes.Safe},
		{"keywords", "y = x * 2\n", replace("x", "not b"), "y = (not b) * 2\n", fixes.Safe},
		{"behind one bracket only", "y = (x + c) * 2\n", replace("x", "b if a else d"), "y = ((b if a else d) + c) * 2\n", fixes.Safe},
		{"before one bracket only", "y = (c + x) * 2\n", replace("x", "b if a else d"), "y = (c + (b if a else d)) * 2\n", fixes.Safe},
		{"operators within brackets", "y = x * 2\n", replace("x", "g(b + c)"), "y = g(b + c) * 2\n", fixes.Safe},
		{"a keyword before a bracket", "y = x.a\n", replace("x", "not(b)"), "y = (not(b)).a\n", fixes.Safe},
		{"another keyword before a bracket", "y = x * 2\n", replace("x", "await(b)"), "y = (await(b)) * 2\n", fixes.Safe},
		{"a lambda", "y = x.a\n", replace("x", "lambda: 0"), "y = (lambda: 0).a\n", fixes.Safe},
		{"an f-string", "y = f'{x}' % 2\n", replace("f'{x}'", "z"), "y = z % 2\n", fixes.Safe},
		{"inside an f-string", "y = f'{x}'\n", replace("x", "z"), "", fixes.Safe},
		{"strings side by side", "y = x % 2\n", replace("x", "'a' 'b'"), "y = ('a' 'b') % 2\n", fixes.Safe},
		{"a comment", "y = f(\n  a,  # c\n)\n", replace("f(\n  a,  # c\n)", "z"), "y = z\n", fixes.Unsafe},
	})
	runBuilders(t, []buildCase{{"callee", "y = f(a)(b)\n", func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.RenameCallee(call(t, m), "torch.amp.autocast")
	}, "y = torch.amp.autocast(a)(b)\n", fixes.Safe}, {"a callee in an f-string", "y = f'{f(a)}'\n", func(t *testing.T, m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return e.RenameCallee(call(t, m), "g")
	}, "", fixes.Safe}})
}

func TestText(t *testing.T) {
	m, err := python.Parse(source.New("a.py", []byte("y = f( a )\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got := pyedit.New(m).Text(call(t, m)); got != "f( a )" {
		t.Errorf("%q", got)
	}
}
