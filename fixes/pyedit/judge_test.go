package pyedit_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// edited makes one edit: the first place of old becomes text.
func edited(t *testing.T, before, old, text string) (*source.File, fixes.Patch) {
	t.Helper()
	f := source.New("a.py", []byte(before))
	at := strings.Index(before, old)
	e := fixes.Edit{File: "a.py", Span: source.Span{Start: at, End: at + len(old)}, New: text}
	after, err := f.Replace([]source.Replacement{{Span: e.Span, New: e.New}})
	if at < 0 || err != nil {
		t.Fatal(old, err)
	}
	return f, fixes.Patch{Before: f, After: after, Edits: []fixes.Edit{e}, Fixes: []fixes.Fix{{Title: "t", Edits: []fixes.Edit{e}}}}
}

func TestJudgeChecks(t *testing.T) {
	for _, test := range []struct{ name, before, old, text, want string }{
		{"a value", "f(a=1)\n", "1", "2", ""},
		{"an empty block", "if a:\n    b\n", "    b\n", "", "expected an indented block"},
		{"an empty one-line suite", "if a: b\n", " b", "", "expected an indented block"},
		{"wrong indentation", "if a:\n    b\n    c\n", "    c", "   c", "unindent does not match"},
		{"a bracket opened", "f(1)\n", "f", "(f", "never closed"},
		{"a syntax error", "a = 1\n", "1", "", "syntax error on line 1"},
		{"an argument twice", "f(a=1, b=2)\n", "b", "a", "the argument a is given twice"},
		{"a positional argument last", "f(a, b=2)\n", "a", "a=1, c", "a positional argument follows"},
		{"* behind **", "f(**k, a=1)\n", "a=1", "*a", "a positional argument follows"},
		{"a string swallows", "a = 1\nb = 2  # '''\n", "1", "'''", "becomes part of something else"},
		{"names grow together", "x = not a\n", " a", "b", "becomes part of something else"},
		{"into brackets", "x = a + b\n", "a + b", "(a + b)", ""},
		{"others into brackets", "x = a\ny = b", "\ny = ", " + (", "never closed"},
		{"into another block", "if a:\n    b\nc\n", "c", "if d:\n    c", ""},
		{"others into another block", "def f():\n    a\n    b\n", "    a\n", "    a\nif c:\n", "in another block"},
		{"others out of a block", "for i in j:\n    if a:\n        b\n    c\n", "    if a:\n        b\n", "    b\nif a:\n", "in another block"},
		{"a safe fix and a comment", "a\nb  # c\n", "b  # c\n", "", "loses the comment on line 2"},
		{"a comment that is written again", "a\nb  # c\n", "b  # c\n", "d  # c\n", ""},
		{"a header", "for i in j:\n    a\n", "for i in j:", "while True:", ""},
		{"continue leaves its loop", "for i in j:\n    continue\n", "for i in j:", "if i:", "outside a loop"},
		{"continue in a function inside a loop", "for i in j:\n    if a:\n        continue\n", "if a:", "def f():", "outside a loop"},
		{"break in the else of a loop", "for i in j:\n    a\nelse:\n    b\n", "b", "break", "outside a loop"},
		{"break in the else of an inner loop", "for i in j:\n    while a:\n        c\n    else:\n        b\n", "b", "break", ""},
		{"return leaves its function", "def f():\n    return\n", "def f()", "class f", "outside a function"},
		{"before the future", "'''d'''\nfrom __future__ import a\n", "from", "import b\nfrom", "does not stand at the head"},
		{"before the future, which was first", "from __future__ import a\n", "from", "import b\nfrom", "does not stand at the head"},
		{"a second text before the future", "'''d'''\nfrom __future__ import a\n", "from", "'''e'''\nfrom", "does not stand at the head"},
		{"after the future", "'''d'''\nfrom __future__ import a\n", "a\n", "a\nimport b\n", ""},
		{"an operator grows into a name", "x = -a\n", "-", "b", "becomes part of something else"},
		{"the first name of the file grows", "-a\n", "-", "b", "becomes part of something else"},
		{"what became part of something else is told", "a = 1\nb = 2  # '''\n", "1", "'''", `"b" on line 2 outside the edit`},
		{"a condition before it on its line", "x = 1\n", "x", "if y: x", ""},
		{"continue in a while", "while a:\n    c\n", "c", "continue", ""},
		{"break in the else of a while", "while a:\n    c\nelse:\n    b\n", "b", "break", "outside a loop"},
		{"a line joined", "a\nb\n", "\n", "; ", ""},
	} {
		f, patch := edited(t, test.before, test.old, test.text)
		err := pyedit.Judge(f).Check(patch)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error is %v, want %q", test.name, err, test.want)
		}
	}
}

func TestJudgeLetsUnsafeFixesLoseComments(t *testing.T) {
	f, patch := edited(t, "a\nb  # c\n", "b  # c\n", "")
	patch.Fixes[0].Safety = fixes.Unsafe
	if err := pyedit.Judge(f).Check(patch); err != nil {
		t.Error(err)
	}
}

func TestJudgeRefuses(t *testing.T) {
	for _, test := range []struct{ name, before, old, text, want string }{
		{"fine", "a = f'{b}'\n", "a", "c", ""},
		{"inside an f-string", "a = f'{b}'\n", "b", "c", "inside the f-string on line 1"},
		{"a whole f-string", "a = f'{b}'\n", "f'{b}'", "c", ""},
		{"from before an f-string into it", "a = f'{b}'\n", "= f'{b", "= f'{c", "inside the f-string on line 1"},
		{"up to an f-string", "a =f'{b}'\n", "=", "=  ", ""},
		{"next to an f-string", "f('', f'{b}')\n", ")", ", c)", ""},
		{"a syntax error", "a = = 1\n", "a", "c", "syntax error on line 1"},
		{"an empty block", "a\ndef f():\n", "a", "c", "syntax error on line 2: expected an indented block after function definition on line 2"},
		{"old Mac newlines", "a\rb\n", "a", "c", "carriage returns"},
	} {
		f, patch := edited(t, test.before, test.old, test.text)
		err := pyedit.Judge(f).Refuse(patch.Edits)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error is %v, want %q", test.name, err, test.want)
		}
	}
}

// Two edits may be right one by one and take what stands between them somewhere else.
func TestJudgeKeepsWhatStandsBetweenEdits(t *testing.T) {
	f := source.New("a.py", []byte("x = a + b\n"))
	edits := []fixes.Edit{{File: "a.py", Span: source.Span{Start: 4, End: 4}, New: "("}, {File: "a.py", Span: source.Span{Start: 9, End: 9}, New: ")"}}
	after, err := f.Replace([]source.Replacement{{Span: edits[0].Span, New: "("}, {Span: edits[1].Span, New: ")"}})
	if err != nil {
		t.Fatal(err)
	}
	err = pyedit.Judge(f).Check(fixes.Patch{Before: f, After: after, Edits: edits, Fixes: []fixes.Fix{{Title: "t", Edits: edits}}})
	if err == nil || !strings.Contains(err.Error(), `"a" on line 1 outside the edit comes to stand between other brackets`) {
		t.Errorf("%q: %v", after.Text, err)
	}
}

// What cannot be read is not edited, and no import of it goes.
func TestJudgeOfWhatCannotBeRead(t *testing.T) {
	unreadable := errors.New("too long")
	read := func(limit int) func(*source.File) (*python.Module, error) {
		return func(f *source.File) (*python.Module, error) {
			if len(f.Text) > limit {
				return nil, unreadable
			}
			return python.Parse(f)
		}
	}
	before, longer := source.New("a.py", []byte("import a\na\n")), source.New("a.py", []byte("import a\nb\n# longer\n"))
	if err := pyedit.JudgeWith(before, read(2)).Refuse(nil); !errors.Is(err, unreadable) {
		t.Errorf("refused because %v", err)
	}
	if edits := pyedit.JudgeWith(before, read(2)).Orphans(before, []string{"a"}); edits != nil {
		t.Errorf("not read before: %v", edits)
	}
	if edits := pyedit.JudgeWith(before, read(12)).Orphans(longer, []string{"a"}); edits != nil {
		t.Errorf("not read after: %v", edits)
	}
	if edits := pyedit.JudgeWith(before, read(99)).Orphans(longer, []string{"a"}); len(edits) != 1 {
		t.Errorf("read: %v", edits)
	}
}

func TestOrphansOfAPackageStay(t *testing.T) {
	for path, want := range map[string]int{"p/__init__.py": 0, "p/a.py": 1} {
		before, after := source.New(path, []byte("import a\na\n")), source.New(path, []byte("import a\n"))
		if got := pyedit.Judge(before).Orphans(after, []string{"a"}); len(got) != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
