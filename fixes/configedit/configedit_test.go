package configedit_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
)

// entry is the entry at a path of the document, counted from 0.
func entry(t *testing.T, d *config.Document, document int, path string) *config.Entry {
	t.Helper()
	n := d.Roots[document].Get(path)
	if n == nil || n.Entry() == nil {
		t.Fatalf("no entry at %s", path)
	}
	return n.Entry()
}

func TestEdits(t *testing.T) {
	for _, test := range []struct {
		name, path, before string
		build              func(t *testing.T, d *config.Document) fixes.Plan
		after              string // "" when the plan must fail
		safety             fixes.Safety
	}{
		{"a scalar", "a.yaml", "a: 1  # c\nb: 2\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.Set(d.Get("a"), "3") }, "a: 3  # c\nb: 2\n", fixes.Safe},
		{"a string", "a.yaml", "a:\n  - b: no\r\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.SetString(d.Get("a[0].b"), "no") }, "a:\n  - b: 'no'\r\n", fixes.Safe},
		{"a second document", "a.yaml", "a: 1\n---\na: 1\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.Set(d.Roots[1].Get("a"), "2") }, "a: 1\n---\na: 2\n", fixes.Safe},
		{"a key", "a.json", `{"a": {"b": [1, 2]}}`, func(t *testing.T, d *config.Document) fixes.Plan {
			return configedit.Rename(entry(t, d, 0, "a.b"), "c.d")
		}, `{"a": {"c.d": [1, 2]}}`, fixes.Safe},
		{"below a key", "a.toml", "[a]\nb = 1 # c\n", func(t *testing.T, d *config.Document) fixes.Plan {
			return configedit.InsertAfter(entry(t, d, 0, "a.b"), "c", "2")
		}, "[a]\nb = 1 # c\nc = 2\n", fixes.Safe},
		{"into a mapping", "a.yaml", "a:\n  b: 1\nc: 2\n", func(_ *testing.T, d *config.Document) fixes.Plan {
			return configedit.InsertInto(d.Get("a"), "d", "3")
		}, "a:\n  b: 1\n  d: 3\nc: 2\n", fixes.Safe},
		{"into the root", "a.json", "{\n  \"a\": 1\n}\n", func(_ *testing.T, d *config.Document) fixes.Plan {
			return configedit.InsertInto(d.Root(), "d", "3")
		}, "{\n  \"a\": 1,\n  \"d\": 3\n}\n", fixes.Safe},
		{"an entry out", "a.yaml", "a: {x: 1, y: 2}\nb: 2\n", func(t *testing.T, d *config.Document) fixes.Plan { return configedit.Remove(entry(t, d, 0, "a")) }, "b: 2\n", fixes.Safe},
		{"an entry out with a comment", "a.yaml", "a: 1  # why\nb: 2\n", func(t *testing.T, d *config.Document) fixes.Plan { return configedit.Remove(entry(t, d, 0, "a")) }, "b: 2\n", fixes.Unsafe},
		{"an entry elsewhere", "a.yaml", "a: 1  # why\nb:\n  c: 2\n", func(t *testing.T, d *config.Document) fixes.Plan {
			return configedit.Move(entry(t, d, 0, "a"), d.Get("b"))
		}, "b:\n  c: 2\n  a: 1  # why\n", fixes.Safe},
		{"two edits", "a.yaml", "a: 1\nb: 2\n", func(_ *testing.T, d *config.Document) fixes.Plan {
			return configedit.Set(d.Get("a"), "3").And(configedit.Set(d.Get("b"), "4"))
		}, "a: 3\nb: 4\n", fixes.Safe},
		{"a used anchor", "a.yaml", "a: &x 1\nb: *x\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.Set(d.Get("a"), "3") }, "", fixes.Safe},
		{"a value that is not there", "a.yaml", "a: 1\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.SetString(d.Get("b"), "3") }, "", fixes.Safe},
		{"a templated file", "a.yaml", "a: {{ x }}\nb: 1\n", func(_ *testing.T, d *config.Document) fixes.Plan { return configedit.Set(d.Get("b"), "3") }, "", fixes.Safe},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := source.New(test.path, []byte(test.before))
			plan := test.build(t, config.Parse(f))
			if test.after == "" {
				if plan.Err == nil || plan.Fixes("t", fixes.Safe) != nil {
					t.Errorf("the plan did not fail: %+v", plan)
				}
				return
			}
			s := &fixes.Session{File: func(string) *source.File { return f }, Judge: configedit.Judge, Unsafe: true}
			r, err := s.Run([]fixes.Candidate{{Rule: "r", Fixes: plan.Fixes("t", fixes.Safe)}})
			if err != nil || plan.Err != nil || plan.Safety != test.safety || len(r.Bugs) > 0 || len(r.Changes) != 1 {
				t.Fatalf("plan %+v: bugs %v, skipped %v, %v", plan, r.Bugs, r.Skipped, err)
			}
			if got := string(r.Changes[0].After.Text); got != test.after {
				t.Errorf("got\n%s\nwant\n%s", got, test.after)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct{ name, path, before, old, text, declared, want string }{
		{"declared", "a.yaml", "a:\n  b: 1\n", "1", "2", "a.b", ""},
		{"declared with its parent", "a.yaml", "a:\n  b: 1\n", "1", "2", "a", ""},
		{"another value", "a.yaml", "a: 1\nb: 2\n", "1\nb: 2", "2\nb: 3", "a", "the value of b changes"},
		{"a sibling of that prefix", "a.yaml", "aa: 1\n", "1", "2", "a", "the value of aa changes"},
		{"another document", "a.yaml", "a: 1\n---\na: 2\n", "2", "3", "a", "the value of 1:a changes"},
		{"broken", "a.json", `{"a": 1}`, "1", "[", "a", "line 1"},
		{"a trailing comma", "a.json", `{"a": 1}`, "1", "2,", "a", "strict JSON readers"},
		{"a key twice", "a.yaml", "a: 1\nb: 2\n", "b", "a", "", "twice"},
		{"a comment lost", "a.yaml", "a: 1  # c\nb: 2\n", "1  # c", "2", "a", `loses the comment "# c"`},
		{"a comment kept", "a.yaml", "a: 1  # c\nb: 2\n", "1  # c", "2 # c", "a", ""},
		{"a comment behind an apostrophe", "a.yaml", "a: it's\nb: 1  # c\n", "it's\nb: 1  # c", "its\nb: 1", "a", `loses the comment "# c"`},
		{"a comment above", "a.yaml", "# c\na: 1\n", "# c\na: 1", "a: 2", "a", `loses the comment "# c"`},
		{"no comment behind an escaped quote", "a.yaml", "a: \"x\\\" # y\"\n", "\"x\\\" # y\"", "2", "a", ""},
		{"no comment", "a.yaml", "a: '1  # c'\nb: a#c\n", "'1  # c'\nb: a#c", "2\nb: a", "", ""},
	} {
		f := source.New(test.path, []byte(test.before))
		at := strings.Index(test.before, test.old)
		e := fixes.Edit{File: test.path, Span: source.Span{Start: at, End: at + len(test.old)}, New: test.text}
		after, err := f.Replace([]source.Replacement{{Span: e.Span, New: e.New}})
		if err != nil {
			t.Fatal(err)
		}
		fix := fixes.Fix{Title: "t", Edits: []fixes.Edit{e}, ConfigPaths: []string{test.path + ":" + test.declared, "other.yaml:b"}}
		err = configedit.Judge(f).Check(fixes.Patch{Before: f, After: after, Edits: fix.Edits, Fixes: []fixes.Fix{fix}})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error is %v, want %q", test.name, err, test.want)
		}
	}
}

// TestPlansSayWhatTheyChange: what a plan names may change, and nothing else.
func TestPlansSayWhatTheyChange(t *testing.T) {
	d := config.Parse(source.New("a.yaml", []byte("a:\n  b: 1\n  f: 4\nc:\n  d: 2\n")))
	b := entry(t, d, 0, "a.b")
	for _, test := range []struct {
		plan fixes.Plan
		want string
	}{
		{configedit.InsertAfter(b, "e", "3"), `a.yaml:a["e"]`},
		{configedit.InsertInto(d.Get("c"), "e", "3"), `a.yaml:c["e"]`},
		{configedit.Remove(b), "a.yaml:a.b"},
		{configedit.Move(b, d.Get("c")), `a.yaml:a.b a.yaml:c["b"]`},
	} {
		if got := strings.Join(test.plan.ConfigPaths, " "); got != test.want {
			t.Errorf("the plan names %s, want %s", got, test.want)
		}
	}
}

// TestCommentsOfAnotherFile: a fix of two files is asked for the comments of each in that one.
func TestCommentsOfAnotherFile(t *testing.T) {
	f := source.New("a.yaml", []byte("a: 1\n# why\nb: 2\n"))
	here := fixes.Edit{File: "a.yaml", Span: source.Span{Start: 3, End: 4}, New: "2"}
	there := fixes.Edit{File: "train.py", Span: source.Span{Start: 5, End: 10}, New: "2"}
	after, err := f.Replace([]source.Replacement{{Span: here.Span, New: here.New}})
	if err != nil {
		t.Fatal(err)
	}
	fix := fixes.Fix{Title: "t", Edits: []fixes.Edit{here, there}, ConfigPaths: []string{"a.yaml:a"}}
	if err := configedit.Judge(f).Check(fixes.Patch{Before: f, After: after, Edits: []fixes.Edit{here}, Fixes: []fixes.Fix{fix}}); err != nil {
		t.Error(err)
	}
}

func TestJudgeRefuses(t *testing.T) {
	for text, want := range map[string]string{"a: 1\n": "", "a: {{ x }}\n": "template", "a: [1\nb: 2\n": "syntax error on line",
		"a: 1\n" + strings.Repeat("---\n", 300): "documents"} {
		err := configedit.Judge(source.New("a.yaml", []byte(text))).Refuse(nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error is %v", text, err)
		}
	}
}
