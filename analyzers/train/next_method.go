package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// NextMethods lists the calls of the file that ask what goes over a loader of torch's for its next batch by a method,
// `batches.next()`, whenever they are met.
func (f *Facts) NextMethods() []*python.Call {
	asks := map[*python.Call]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || c.Unit.Module != f.Module || len(c.Node.Args) > 0 || c.Node.MethodName() != "next" {
				continue
			}
			before, seen := asks[c.Node]
			asks[c.Node] = ofLoadersIterator(c) && (before || !seen)
		}
	}
	var list []*python.Call
	for _, c := range f.Module.AllCalls() { // in the order of the text
		if asks[c] {
			list = append(list, c)
		}
	}
	return list
}

// ofLoadersIterator reports whether a method is called on a loader of torch's, which stands for its iterator: a class
// of the project's own on it may have an iterator of its own.
func ofLoadersIterator(c *run.Call) bool {
	m, ok := run.Bare(c.Callee).(*run.Member)
	return ok && !slices.ContainsFunc(run.Alternatives(run.Bare(m.Object)), func(v run.Value) bool {
		o, ok := run.Bare(v).(*run.Object)
		if !ok {
			return true
		}
		class, ok := o.Class.(run.Symbol)
		return !ok || !knowledge.IsDataLoader(string(class))
	})
}
