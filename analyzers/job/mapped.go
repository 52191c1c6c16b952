package job

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxMapped bounds how many functions that only a dataset calls are entered.
const maxMapped = 16

// enterMapped runs the functions that are handed to a dataset, dataset.map(tokenize): nobody else calls them, and those
// that stand in other functions are not found by their names.
func (e *execution) enterMapped() {
	m := e.machine
	cuts := false
	m.EachModule(func(of *python.Module) { cuts = cuts || knowledge.CutsSamples(of.File.Text) })
	if !cuts {
		return
	}
	entered := map[python.Node]bool{}
	left := enteredSteps
	for _, c := range m.Trace.Calls[:len(m.Trace.Calls):len(m.Trace.Calls)] {
		member, ok := c.Callee.(*run.Member)
		if !ok || !knowledge.MapsSamples(member.Name) || len(c.Args) == 0 || left <= 0 || len(entered) == maxMapped {
			continue
		}
		f, ok := run.Bare(c.Args[0].Value).(*run.Function)
		if !ok || f.Class != nil || entered[f.At()] || f.Node != nil && m.Visited(f.Node) > 0 {
			continue
		}
		entered[f.At()] = true
		m.Renew(min(functionSteps, left))
		if f.Node != nil {
			e.members[f.Node] = true
		}
		m.Enter(f, nil)
		left -= m.Spent()
	}
}
