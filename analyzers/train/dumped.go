package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// WrittenAsJSON reports whether what the values pile up in is written as JSON, or something that holds it is: there are
// no tensors in it then, whatever the run knows of the figures that a long function gives.
func (a *Accumulation) WrittenAsJSON() bool {
	if a.Store.Target == nil {
		return false
	}
	return slices.ContainsFunc(a.Entry.Calls, func(c *run.Call) bool {
		path, ok := run.Bare(c.Callee).(run.Symbol)
		if !ok || !knowledge.WritesJSON(string(path)) || len(c.Args) == 0 || says(c, "default") {
			return false
		}
		return slices.ContainsFunc(run.Alternatives(run.Bare(c.Args[0].Value)), func(v run.Value) bool {
			o, ok := v.(*run.Object)
			return ok && a.Entry.containsObject(o, a.Store.Target, maxContained)
		})
	})
}

// maxContained is how many containers in one another are looked into.
const maxContained = 3

func (e *Entry) containsObject(whole, part *run.Object, depth int) bool {
	if whole == part || base(part) == whole || len(part.Operands) > 0 && part.Operands[0] == run.Value(whole) {
		return true
	}
	return depth > 0 && slices.ContainsFunc(e.Facts.machine.Contents(whole), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			o, ok := one.(*run.Object)
			return ok && e.containsObject(o, part, depth-1)
		})
	})
}
