package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// heldOutWalk is the clause of a comprehension that surely evaluates, and in whose laps a call is made: it goes over
// what is called held out, or its function is called an evaluation. torch.cat([model(x) for x, _ in val_loader]). nil
// where there is none.
func (e *Entry) heldOutWalk(c *run.Call) *run.Walk {
	for _, lap := range c.Laps {
		clause, ok := lap.Loop.(*python.Clause)
		if !ok {
			continue
		}
		for _, w := range e.Walks {
			if w.Clause == clause && w.Seq == lap.Entry && evaluatesByWalk(w) {
				return w
			}
		}
	}
	return nil
}

// evaluatesByWalk reports whether a comprehension goes over what is called held out, or its function is called an
// evaluation, and none around samples on purpose.
func evaluatesByWalk(w *run.Walk) bool {
	around := python.FunctionsAround(w.Clause.Iter)
	if slices.ContainsFunc(around, func(f *python.Function) bool { return knowledge.SamplesDropout(f.Name) }) {
		return false
	}
	return calledHeldOut(innerIterable(w.Clause.Iter)) || comesFromHeldOut(unwrap(w.Over), w.Caller) ||
		slices.ContainsFunc(around, func(f *python.Function) bool { return knowledge.NamesEvaluation(f.Name) })
}

// evaluatingWalk is such a comprehension over the loader that runs what is trained in this program; nil when there is
// none.
func (l *Loader) evaluatingWalk() *run.Walk {
	for _, c := range l.Entry.Calls {
		module, ok := forwardedBy(c)
		if !ok || !l.Entry.isModule(module) || knowledge.NamesCriterion(calleeName(c)) {
			continue
		}
		if w := l.Entry.heldOutWalk(c); w != nil && slices.Contains(run.Alternatives(unwrap(w.Over)), l.Call.Result) {
			return w
		}
	}
	return nil
}
