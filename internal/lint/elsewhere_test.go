package lint

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// A finding in another file stands at the call that leads there where that file is not looked at, and once where
// several do.
func TestFindingsOfCallers(t *testing.T) {
	rule := &rules.Rule{
		Name: "hazard", Group: rules.Training, Severity: rules.Warning, On: rules.PythonFile | rules.Job, WithoutTorch: true,
		Check: func(p *rules.Pass) {
			if p.Job != nil {
				return
			}
			at := bytes.Index(p.File.Text, []byte("step("))
			if p.File.Path == "steps.py" || at < 0 {
				return
			}
			call := rules.NotePlace{File: p.File.Path, Span: source.Span{Start: at, End: at + 4}}
			name := source.Span{Start: 4, End: 8}
			p.Report(rules.Diagnostic{Severity: rules.Warning, File: "steps.py", Span: name, Caller: &call})
		},
	}
	dir := tree(t, map[string]string{
		"steps.py": "def step():\n    pass\n", "one.py": "\nstep()\n", "two.py": "\n\nstep()\n",
	})
	for _, c := range []struct {
		paths, want []string
	}{
		{nil, []string{"steps.py:1:5 hazard"}},
		{[]string{dir + "/one.py"}, []string{"one.py:2:1 hazard"}},
		{[]string{dir + "/two.py", dir + "/steps.py"}, []string{"steps.py:1:5 hazard"}},
	} {
		got := summary(run(t, Options{Dir: dir, Paths: c.paths, Rules: []*rules.Rule{rule}}))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.paths, diff)
		}
	}
}

// A finding that is mended in another file is looked for again when that file has changed: its fix was planned on a
// text that is gone.
func TestFixInAnotherFileIsPlannedAnew(t *testing.T) {
	const helper = "def step():\n    return params()\n"
	looked := 0
	rule := &rules.Rule{
		Name: "hazard", Group: rules.Training, Severity: rules.Warning, On: rules.PythonFile, WithoutTorch: true,
		Check: func(p *rules.Pass) {
			if p.File.Path != "one.py" {
				return
			}
			if looked++; looked > 1 {
				return // it is mended
			}
			at := strings.Index(helper, "params()")
			edit := fixes.Edit{File: "steps.py", Span: source.Span{Start: at, End: at + 8}, New: "list(params())"}
			p.Report(rules.Diagnostic{
				Severity: rules.Warning, File: "one.py", Span: source.Span{Start: 0, End: 4},
				Fixes: []fixes.Fix{{Title: "keep them", Safety: fixes.Safe, Edits: []fixes.Edit{edit}}},
			})
		},
	}
	dir := tree(t, map[string]string{"steps.py": helper, "one.py": "step()\n"})
	_, left, err := run(t, Options{Dir: dir, Rules: []*rules.Rule{rule}}).Fix(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(helper, "params()", "list(params())", 1)
	if got := string(left.Source("steps.py").Text); got != want || len(left.Diagnostics) > 0 {
		t.Errorf("%q with %d findings left, want %q", got, len(left.Diagnostics), want)
	}
}
