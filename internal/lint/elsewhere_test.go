package lint

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
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
