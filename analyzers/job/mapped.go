package job

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxMapped bounds how many functions that only a dataset calls are entered.
const maxMapped = 16

// enterMapped runs the functions that are handed to a dataset, dataset.map(tokenize), or to a trainer or a loader that
// puts samples together: nobody else calls them, and those in other functions are not found by their names.
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
		f, self := e.handedSamples(c)
		if f == nil || left <= 0 || len(entered) == maxMapped || entered[f.At()] ||
			f.Node != nil && m.Visited(f.Node) > 0 {
			continue
		}
		entered[f.At()] = true
		m.Renew(min(functionSteps, left))
		if f.Node != nil {
			e.members[f.Node] = true
		}
		before := len(m.Trace.Calls)
		m.Enter(f, self)
		for _, called := range m.Trace.Calls[before:] { // map(lambda row: cut(row, tokenizer)) runs cut()
			if g, ok := run.Bare(called.Callee).(*run.Function); ok && g.Node != nil {
				e.members[g.Node] = true
			}
		}
		left -= m.Spent()
	}
}

// handedSamples is the function that a call hands a dataset, or whoever puts samples together, for its samples, and the
// object whose method it is: map(tokenize), data_collator=Collator(tokenizer). nil for none.
func (e *execution) handedSamples(c *run.Call) (f *run.Function, self run.Value) {
	given := run.Value(nil)
	if member, ok := c.Callee.(*run.Member); ok && knowledge.MapsSamples(member.Name) && len(c.Args) > 0 {
		given = c.Args[0].Value
	}
	for _, a := range c.Args {
		if knowledge.TakesCollator(a.Name) {
			given = a.Value
		}
	}
	switch v := run.Bare(given).(type) {
	case *run.Function:
		if v.Class == nil {
			return v, nil
		}
	case *run.Object:
		class, ok := v.Class.(*run.Class)
		if !ok || v.Kind != run.Instance {
			return nil, nil
		}
		if f, ok := e.machine.ClassMember(class, "__call__").(*run.Function); ok {
			return f, v
		}
	}
	return nil, nil
}
