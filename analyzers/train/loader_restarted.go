package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Begun is a training step that begins to go over a loader and takes its first batch: next(iter(loader)).
type Begun struct {
	// Next takes the batch.
	Next   *run.Call
	Loader *Loader
	// Same: the loader gives its samples in order, so that it is the same batch in every step.
	Same bool
	// Workers is how many worker processes the loader starts in every step, where Same is not set.
	Workers int64
}

// LoadersBegun lists the steps of trainings that begin to go over a loader: where it gives the same batch each time,
// and where it starts worker processes for one batch.
func (f *Facts) LoadersBegun() []*Begun {
	var list []*Begun
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || seen[c.Node] || symbolOf(c) != "next" || c.Grad == run.Value(run.Bool(false)) ||
				!beginsToIterate(c.Node) {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || loop.direct != OptimStep || len(loop.gatesIn(c.Gates)) > 0 || !loop.again() {
				continue
			}
			if b := e.begun(c, loop); b != nil {
				seen[c.Node] = true
				list = append(list, b)
			}
		}
	}
	return list
}

func (e *Entry) begun(c *run.Call, loop *Loop) *Begun {
	loaders := loadersOf(c.Result)
	if len(loaders) != 1 {
		return nil
	}
	i := slices.IndexFunc(e.Loaders(), func(l *Loader) bool { return l.Call == loaders[0].Made })
	class, _ := loaders[0].Class.(run.Symbol)
	if i < 0 || !knowledge.IsDataLoader(string(class)) {
		return nil
	}
	l := e.Loaders()[i]
	if loop.has(l.Call) || l.allAtOnce() { // made for this step
		return nil
	}
	count, n := l.Workers()
	b := &Begun{Next: c, Loader: l, Workers: n}
	b.Same = l.goesInOrder() && !slices.ContainsFunc(l.Datasets(), func(v run.Value) bool {
		o, ok := v.(*run.Object)
		return !ok || o.Kind != run.Instance || o.Made == nil || !l.asked(o)
	})
	if kept, open := l.Option("persistent_workers"); !b.Same && (count != KnownWorkers || open || kept != nil) {
		return nil
	}
	return b
}

// beginsToIterate reports whether a call of next is given an iterator that is made there.
func beginsToIterate(next *python.Call) bool {
	if len(next.Args) == 0 || next.Args[0].Star > 0 {
		return false
	}
	if made, ok := next.Args[0].Value.(*python.Call); ok {
		return python.LastName(made.Func) == "iter" && len(made.Args) == 1
	}
	return false
}
