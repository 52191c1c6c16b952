package rules_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// passOf is a pass of a rule over a text, and what it reports.
func passOf(t *testing.T, rule *rules.Rule, text string) (p *rules.Pass, told *[]rules.Diagnostic) {
	t.Helper()
	told = &[]rules.Diagnostic{}
	p = rules.NewPass(rule, func(d rules.Diagnostic) { *told = append(*told, d) })
	m, err := python.Parse(source.New("a.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	p.Python, p.File = m, m.File
	return p, told
}

// bad is the first call of bad in a module.
func bad(t *testing.T, p *rules.Pass) *python.Call {
	t.Helper()
	for _, c := range p.Python.AllCalls() {
		if python.LastName(c.Func) == "bad" {
			return c
		}
	}
	t.Fatal("nothing is bad")
	return nil
}

// TestPassExpectedExceptions: an exception that a test waits for is no error of its code. Only an error that speaks of
// one is meant, and only where the test waits for it.
func TestPassExpectedExceptions(t *testing.T) {
	raises, other := &rules.Rule{Name: "r", Severity: rules.Error, Raises: true}, &rules.Rule{Name: "r", Severity: rules.Error}
	for _, c := range []struct {
		name, text string
		rule       *rules.Rule
		severity   rules.Severity
		told       bool
	}{
		{"waited for", "import pytest\nwith pytest.raises(ValueError):\n    bad()\n", raises, rules.Error, false},
		{"waited for in the line", "import pytest\nwith pytest.raises(ValueError): bad()\n", raises, rules.Error, false},
		{"waited for by unittest", "class T:\n    def test(self):\n        with self.assertRaises(ValueError):\n            bad()\n", raises, rules.Error, false},
		{"before it", "import pytest\nbad()\nwith pytest.raises(ValueError):\n    good()\n", raises, rules.Error, true},
		{"behind it", "import pytest\nwith pytest.raises(ValueError):\n    good()\nbad()\n", raises, rules.Error, true},
		{"of another", "import pytest\nwith open('raises'):\n    bad()\n", raises, rules.Error, true},
		{"another name of raises", "import mine\nwith mine.raises(ValueError):\n    bad()\n", raises, rules.Error, true},
		{"called beside it", "import pytest\nc = pytest.raises(ValueError)\nbad()\n", raises, rules.Error, true},
		{"the last of several lines", "import pytest\nwith pytest.raises(ValueError):\n    good()\n    bad()", raises, rules.Error, false},
		{"within another with", "import pytest\nwith pytest.raises(ValueError):\n    with open('a'):\n        bad()\n", raises, rules.Error, false},
		{"nobody waits", "bad()\n", raises, rules.Error, true},
		{"a warning", "import pytest\nwith pytest.raises(ValueError):\n    bad()\n", raises, rules.Warning, true},
		{"an error that speaks of none", "import pytest\nwith pytest.raises(ValueError):\n    bad()\n", other, rules.Error, true},
	} {
		p, told := passOf(t, c.rule, c.text)
		p.Report(rules.Diagnostic{Severity: c.severity, File: "a.py", Span: bad(t, p).Span()})
		if len(*told) > 0 != c.told {
			t.Errorf("%s: %v", c.name, *told)
		}
		if c.told && (*told)[0].Rule != c.rule {
			t.Errorf("%s: it is told by %v", c.name, (*told)[0].Rule)
		}
	}
	p, told := passOf(t, raises, "import pytest\nwith pytest.raises(ValueError):\n    bad()\n")
	p.Report(rules.Diagnostic{Severity: rules.Error, File: "b.py", Span: bad(t, p).Span()})
	p.Python = nil
	p.Report(rules.Diagnostic{Severity: rules.Error, File: "a.py"})
	p.File = nil
	p.Report(rules.Diagnostic{Severity: rules.Error, File: "a.py"})
	if len(*told) != 3 {
		t.Errorf("in another file, and where there is none: %d told", len(*told))
	}
}

// TestPassPlaces: where a finding stands, and what it points at.
func TestPassPlaces(t *testing.T) {
	rule := &rules.Rule{Name: "r", Severity: rules.Warning}
	p, told := passOf(t, rule, "bad(1)\nother(2)\n")
	unit := &run.Unit{Module: p.Python}
	at, site := run.Place{Unit: unit, Node: bad(t, p)}, run.Place{Unit: unit, Node: p.Python.Body[1]}
	notes := []rules.NotePlace{p.Note(site.Node, "here")}
	p.At(at.Node, "one", notes)
	p.AtPlace(at, "two", nil)
	p.AtHazard(at, at, "three", notes)
	p.AtHazard(at, site, "four", notes)
	p.AtHazardAs(rules.Error, at, site, "five", nil)
	if len(*told) != 5 {
		t.Fatalf("%d told", len(*told))
	}
	for i, d := range *told {
		severity := rules.Warning
		if i == 4 {
			severity = rules.Error
		}
		if d.Message != strings.Fields("one two three four five")[i] || d.File != "a.py" || d.Span != at.Node.Span() || d.Severity != severity || d.Rule != rule {
			t.Errorf("%+v", d)
		}
		if (d.Caller != nil) != (i >= 3) {
			t.Errorf("%s is called from %v", d.Message, d.Caller)
		}
	}
	if n := (*told)[0].Notes; len(n) != 1 || n[0].Message != "here" || n[0].File != "a.py" || n[0].Span != site.Node.Span() {
		t.Errorf("%v", n)
	}
	if n := (*told)[3].Notes; len(n) != 2 || n[1] != *(*told)[3].Caller || n[1].Span != site.Node.Span() || n[1].File != "a.py" {
		t.Errorf("%v", n)
	}
}

// TestPassNeeds: a fix that no version runs that the project declares is none; one that some do not run is unsafe, and
// says what it needs.
func TestPassNeeds(t *testing.T) {
	for requirement, want := range map[string]string{
		"torch==2.5.0": "safe: a; unsafe: b, which needs yaml>=6",
		"torch==2.0.0": "unsafe: b, which needs yaml>=6",
		"torch>=2.0.0": "unsafe: a, which needs torch>=2.4; unsafe: b, which needs yaml>=6",
	} {
		p, told := passOf(t, &rules.Rule{Name: "r"}, "bad()\n")
		files := map[string]string{"requirements.txt": requirement + "\n"}
		p.Versions = deps.Read([]string{"requirements.txt", "a.py"}, func(name string) *source.File {
			return source.New(name, []byte(files[name]))
		}).For("a.py")
		p.Report(rules.Diagnostic{Fixes: []fixes.Fix{{Title: "a", Needs: "torch>=2.4"}, {Title: "b", Needs: "yaml>=6"}}})
		var said []string
		for _, f := range (*told)[0].Fixes {
			said = append(said, f.Safety.String()+": "+f.Title)
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s: %s, want %s", requirement, got, want)
		}
	}
}

// TestPassSubjects: which rules speak of PyTorch, and what severities are called.
func TestPassSubjects(t *testing.T) {
	for _, c := range []struct {
		rule rules.Rule
		want bool
	}{{rules.Rule{Group: rules.Training}, true}, {rules.Rule{Group: rules.Training, WithoutTorch: true}, false}, {rules.Rule{Group: rules.Core}, false}} {
		if got := c.rule.NeedsTorch(); got != c.want {
			t.Errorf("%+v: %t", c.rule, got)
		}
	}
	for severity, want := range map[rules.Severity]string{rules.Note: "note", rules.Warning: "warning", rules.Error: "error"} {
		if severity.String() != want {
			t.Errorf("%d is %s", severity, severity)
		}
	}
}
