package speed

import (
	"iter"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// feeding goes over the loaders whose batches a training loop goes over, in the program or in Lightning's trainer. What
// is said about one of them is tuning, and said once a program: at the first it holds for.
func feeding(p *rules.Pass) iter.Seq[*train.Loader] {
	return func(yield func(*train.Loader) bool) {
		for _, e := range p.Train.Entries() {
			for _, l := range e.Loaders() {
				if (l.Training() != nil || l.TrainedWith()) && l.Call.Node != nil && !heldOut(l) && !l.WithoutCUDA() && !yield(l) {
					return
				}
			}
		}
	}
}

// heldOut reports whether a loader, by the name that it is given, serves validation or tests: a training loop may take
// a batch of it now and then, to look at.
func heldOut(l *train.Loader) bool {
	assign, ok := l.Call.Node.Parent().(*python.Assign)
	return ok && len(assign.Targets) == 1 && knowledge.NamesHeldOut(python.LastName(assign.Targets[0]))
}

// calleeOf is the class in the call that makes a loader.
func calleeOf(l *train.Loader) run.Place {
	return run.Place{Unit: l.Call.Unit, Node: l.Call.Node.Func}
}

// copyNote points at what copies the batches of a loader to the GPU.
func copyNote(p *rules.Pass, c *train.Copy) []rules.NotePlace {
	if c.By != "" {
		return []rules.NotePlace{p.NoteAt(c.Place, c.By+" copies each batch to the GPU: it is given the loader here")}
	}
	return []rules.NotePlace{p.NoteAt(c.Place, "the batch is copied to the GPU here")}
}
