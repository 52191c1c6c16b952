package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Loader is a DataLoader of PyTorch that an entry makes, with the loops that take their batches from it.
type Loader struct {
	Entry *Entry
	// Call makes the loader.
	Call *run.Call
	// Loops take a batch of it in each lap: `for batch in loader`, or next() of its iterator.
	Loops []*Loop
}

// Place is where the loader is made.
func (l *Loader) Place() run.Place { return l.Call.Place() }

// Option is what the loader was given under a name; nil for nothing. open is set when something that cannot be seen
// through may hold it.
func (l *Loader) Option(name string) (v run.Value, open bool) {
	return l.Call.Argument(name, knowledge.LoaderPosition(name))
}

// Training is a loop that trains on the loader; nil when none is seen.
func (l *Loader) Training() *Loop {
	for _, loop := range l.Loops {
		if loop.Trains {
			return loop
		}
	}
	return nil
}

// Epochs is the loop of epochs around the loop that trains on the loader; nil when there is none that goes round more
// than once.
func (l *Loader) Epochs() *Loop {
	for _, loop := range l.Loops {
		if !loop.Trains {
			continue
		}
		for p := loop.Parent; p != nil; p = p.Parent {
			if p.Kind == EpochLoop && p.Repeats() {
				return p
			}
		}
	}
	return nil
}

// Repeats reports whether a loop is not known to go round once at most.
func (l *Loop) Repeats() bool {
	r, ok := l.Over().(*run.Range)
	return !ok || r.Len() > 1
}

// Loaders lists the loaders that an entry makes. What a function makes that is called several times is one loader.
func (e *Entry) Loaders() []*Loader {
	byCall := map[*run.Call]*Loader{}
	var list []*Loader
	add := func(c *run.Call) *Loader {
		if l := byCall[c]; l != nil {
			return l
		}
		l := &Loader{Entry: e, Call: c}
		byCall[c] = l
		list = append(list, l)
		return l
	}
	for _, c := range e.Calls {
		if o, ok := c.Result.(*run.Object); ok && o.Made == c && c.Node != nil && makesLoader(c) {
			add(c)
		}
	}
	for _, loop := range e.AllLoops() {
		for _, o := range loadersOf(loop.Run.Item) {
			l := add(o.Made)
			l.Loops = append(l.Loops, loop)
		}
	}
	for _, c := range e.Calls {
		if !takesNext(c) {
			continue
		}
		loop := e.LoopAround(c.Laps)
		if loop == nil {
			continue
		}
		for _, o := range loadersOf(c.Result) {
			l := add(o.Made)
			l.Loops = append(l.Loops, loop)
		}
	}
	return list
}

// takesNext reports whether a call takes the next batch: next(it), it.next().
func takesNext(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return callee == "next"
	case *run.Member:
		return knowledge.GivesNext(callee.Name)
	}
	return false
}

// makesLoader reports whether a call makes a loader of PyTorch, or of a class of the project that leaves its constructor
// alone.
func makesLoader(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return knowledge.RoleOfClass(string(callee)) == knowledge.Loader
	case *run.Class:
		o, ok := c.Result.(*run.Object)
		return ok && library.RoleOf(o) == knowledge.Loader
	}
	return false
}

// loadersOf are the loaders from which a batch comes.
func loadersOf(v run.Value) []*run.Object {
	var list []*run.Object
	seen := map[*run.Object]bool{}
	var from func(v run.Value, depth int)
	from = func(v run.Value, depth int) {
		if depth > maxBatchParts {
			return
		}
		for _, one := range run.Alternatives(v) {
			switch one := one.(type) {
			case *run.Tuple:
				for _, item := range one.Items {
					from(item, depth+1)
				}
			case *run.Object:
				if seen[one] {
					continue
				}
				seen[one] = true
				if one.Made != nil && one.Kind == run.Instance && makesLoader(one.Made) {
					list = append(list, one)
					continue
				}
				switch one.Operator {
				case run.Iterating, run.Wrapping, run.Enumerated, run.Zipped, "[]":
					for _, operand := range one.Operands {
						from(operand, depth+1)
					}
				}
				if one.Made != nil && one.Kind == run.Result && movesBatch(one.Made) {
					from(memberObject(one.Made), depth+1)
				}
			}
		}
	}
	from(v, 0)
	return list
}

// maxBatchParts bounds how far a batch is followed back to its loader.
const maxBatchParts = 12

// movesBatch reports whether a call gives the tensor that its method is called on, elsewhere.
func movesBatch(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	return ok && knowledge.MethodGives(m.Name) == knowledge.Computed
}

func memberObject(c *run.Call) run.Value {
	if m, ok := c.Callee.(*run.Member); ok {
		return m.Object
	}
	return nil
}

// OwnerOf is who runs the training step in a loop.
func (e *Entry) OwnerOf(loop *Loop) Owner {
	for _, s := range e.Steps() {
		if s.Loop == nil {
			continue
		}
		for l := loop; l != nil; l = l.Parent {
			if s.Loop.Node() == l.Node() {
				return s.Owner
			}
		}
	}
	return PlainTorch
}
