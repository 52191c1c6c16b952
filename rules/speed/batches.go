package speed

import (
	"iter"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// feeding goes over the loaders whose batches a training loop goes over. What is said about one of them is tuning, and
// said once a program: at the first it holds for.
func feeding(p *rules.Pass) iter.Seq[*train.Loader] {
	return func(yield func(*train.Loader) bool) {
		for _, e := range p.Train.Entries() {
			for _, l := range e.Loaders() {
				if l.Training() != nil && l.Call.Node != nil && !yield(l) {
					return
				}
			}
		}
	}
}

// calleeOf is the class in the call that makes a loader.
func calleeOf(l *train.Loader) run.Place {
	return run.Place{Unit: l.Call.Unit, Node: l.Call.Node.Func}
}
