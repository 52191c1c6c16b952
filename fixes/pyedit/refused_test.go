package pyedit_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// TestRefusedPlans: what no edit is planned for, and why.
func TestRefusedPlans(t *testing.T) {
	wrap := func(picks ...int) func(m *python.Module, e *pyedit.Editor) pyedit.Plan {
		return func(m *python.Module, e *pyedit.Editor) pyedit.Plan {
			var list []python.Stmt
			for _, i := range picks {
				list = append(list, m.Body[i])
			}
			return e.WrapWith(list, "with it():")
		}
	}
	for name, c := range map[string]struct {
		text string
		plan func(m *python.Module, e *pyedit.Editor) pyedit.Plan
		want string // "" for none
	}{
		"neighbours":                         {"a()\nb()\nc()\n", wrap(0, 1), ""},
		"the last one":                       {"a()\nb()\nc()\n", wrap(2), ""},
		"apart":                              {"a()\nb()\nc()\n", wrap(0, 2), "side by side"},
		"the other way round":                {"a()\nb()\nc()\n", wrap(1, 0), "side by side"},
		"one twice at the end":               {"a()\nb()\n", wrap(1, 1), "side by side"},
		"none":                               {"a()\n", wrap(), "no statement"},
		"with another on the line":           {"a(); b()\nc()\n", wrap(0), "share their line"},
		"behind one on the line":             {"a(); b()\nc()\n", wrap(1), "share their line"},
		"both of a line":                     {"a(); b()\nc()\n", wrap(0, 1), ""},
		"lines that end in returns":          {"a()\rb()\n", wrap(0), "carriage return alone"},
		"after a line that ends in a return": {"a()\rb()\n", func(m *python.Module, e *pyedit.Editor) pyedit.Plan { return e.InsertAfter(m.Body[0], "c()") }, "carriage return alone"},
		"after a line":                       {"a()\nb()\n", func(m *python.Module, e *pyedit.Editor) pyedit.Plan { return e.InsertAfter(m.Body[0], "c()") }, ""},
		"an import beside a syntax error": {"a()\nb(:\n", func(m *python.Module, e *pyedit.Editor) pyedit.Plan {
			_, plan := e.Import(m.Body[0], "yaml", "")
			return plan
		}, "never closed"},
		"a syntax error elsewhere": {"a()\nb(:\n", wrap(0), "never closed"},
	} {
		m, err := python.Parse(source.New("a.py", []byte(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		plan := c.plan(m, pyedit.New(m))
		if c.want == "" && plan.Err != nil || c.want != "" && (plan.Err == nil || !strings.Contains(plan.Err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, plan.Err, c.want)
		}
	}
}
