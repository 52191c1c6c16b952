package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
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

	worked, sees bool
	calls        []*run.Call // of its workers
}

// Place is where the loader is made.
func (l *Loader) Place() run.Place { return l.Call.Place() }

// Option is what the loader was given under a name; nil for nothing. open is set when something that cannot be seen
// through may hold it.
func (l *Loader) Option(name string) (v run.Value, open bool) {
	o, ok := l.Call.Result.(*run.Object)
	if !ok {
		return nil, true
	}
	return library.LoaderArgument(l.Entry.Facts.machine, o, name)
}

// TakesAsTorch reports whether what makes the loader takes what torch's DataLoader takes, under the same names and in
// the same places: a class of the project with a constructor of its own need not, and nothing can be added to its call.
func (l *Loader) TakesAsTorch() bool {
	o, ok := l.Call.Result.(*run.Object)
	return ok && library.TakesAsTorch(l.Entry.Facts.machine, o)
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

// Learns reports whether the program may step an optimizer: one that only looks at gradients, to say which heads of a
// network matter, learns nothing in any order.
func (l *Loader) Learns() bool {
	return slices.ContainsFunc(slices.Concat(l.Entry.Built.Calls, l.Entry.Calls), func(c *run.Call) bool {
		return library.RoleOf(c.Result) == knowledge.Optimizer ||
			c.Node != nil && knowledge.MaySayStep(python.LastName(c.Node.Func))
	})
}

// WithoutCUDA reports whether a loader is made only where the program has found no GPU.
func (l *Loader) WithoutCUDA() bool {
	m := l.Call.Unit.Module
	return l.Call.Node != nil && slices.ContainsFunc(python.GatesOf(l.Call.Node), func(g python.Gate) bool {
		test, holds := g.Test, g.Holds
		if not, ok := test.(*python.Unary); ok && not.Op == "not" {
			test, holds = not.Operand, !holds
		}
		asks, ok := m.OnlyValue(test).(*python.Call)
		return ok && !holds && knowledge.AsksForGPU(m.Resolve(asks.Func))
	})
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

// ShufflesForever reports whether the loader is made in a generator that goes round for ever, and may shuffle: steps
// are counted then, no epochs, and each process draws in an order of its own.
func (l *Loader) ShufflesForever() bool {
	shuffle, _ := l.Option("shuffle")
	fn := python.EnclosingFunction(l.Call.At)
	if fn == nil || shuffle == nil || shuffle == run.Value(run.Bool(false)) {
		return false
	}
	for n := range python.All(fn) {
		forever, ok := n.(*python.While)
		if !ok || !l.Call.Unit.Module.IsTrue(forever.Test) {
			continue
		}
		for inner := range python.All(forever) {
			if _, yields := inner.(*python.Yield); yields {
				return true
			}
		}
	}
	return false
}

// Restart is where a program that trains on the loader without a loop of epochs starts it over: where its iterator was
// used up, or in a generator that goes round for ever. ok is false where it does not.
func (l *Loader) Restart() (at run.Place, ok bool) {
	for _, loop := range l.Loops {
		p := loop.Parent
		if p == nil || loop.Trains || p.Run.Caller != loop.Run.Caller || loop.Run.Caller == nil {
			continue
		}
		if forever, isWhile := p.Node().(*python.While); isWhile && p.Run.Unit.Module.IsTrue(forever.Test) && yields(loop) {
			return loop.Head(), true
		}
	}
	for _, c := range l.Entry.Calls {
		if c.Callee != run.Value(run.Symbol("iter")) || c.Node == nil || len(c.Args) == 0 || !l.trainsAround(c) ||
			!afterTheLast(c) {
			continue
		}
		for _, o := range loadersOf(c.Args[0].Value) {
			if o.Made == l.Call {
				return c.Place(), true
			}
		}
	}
	return run.Place{}, false
}

// yields reports whether a loop hands what it goes over to whoever runs the generator.
func yields(loop *Loop) bool {
	for n := range python.AllIn(loop.Body()) {
		if _, ok := n.(*python.Yield); ok {
			return true
		}
	}
	return false
}

// trainsAround reports whether a call happens in a loop that trains on the loader.
func (l *Loader) trainsAround(c *run.Call) bool {
	return slices.ContainsFunc(c.Laps, func(lap run.Lap) bool {
		return slices.ContainsFunc(l.Loops, func(loop *Loop) bool { return loop.Trains && loop.Run.Entry == lap.Entry })
	})
}

// afterTheLast reports whether a call stands where an iterator has given all it has: except StopIteration.
func afterTheLast(c *run.Call) bool {
	for n := c.At; n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Function:
			return false
		case *python.Handler:
			return n.Type != nil && c.Unit.Module.Resolve(n.Type) == "StopIteration"
		}
	}
	return false
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
		if !takesNext(c) || c.Grad == run.Value(run.Bool(false)) { // a batch to look at, under no_grad
			continue
		}
		loop := e.LoopAround(c.Laps)
		if loop == nil {
			continue
		}
		for _, o := range loadersOf(c.Result) {
			if heldOut(o.Made) {
				continue
			}
			l := add(o.Made)
			l.Loops = append(l.Loops, loop)
		}
	}
	return list
}

// heldOut reports whether a loader is called one for data that nothing is trained on: a loop that trains may take a
// batch of it now and then, to look at.
func heldOut(made *run.Call) bool {
	assign, ok := made.At.Parent().(*python.Assign)
	return ok && len(assign.Targets) == 1 && knowledge.NamesHeldOut(python.LastName(assign.Targets[0]))
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

// makesLoader reports whether a call makes a loader of PyTorch, or of a class of the project that leaves its
// constructor alone.
func makesLoader(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return knowledge.IsLoaderOfTorch(string(callee))
	case *run.Class:
		o, ok := c.Result.(*run.Object)
		return ok && library.RoleOf(o) == knowledge.Loader
	}
	return false
}

// loadersOf are the loaders from which a batch comes.
func loadersOf(v run.Value) []*run.Object { return loadersBehind(v, batchSource) }

// loadersBehind are the loaders from which a value comes; source is what an object was taken from.
func loadersBehind(v run.Value, source func(*run.Object) []run.Value) []*run.Object {
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
				for _, inner := range source(one) {
					from(inner, depth+1)
				}
			}
		}
	}
	from(v, 0)
	return list
}

// batchSource is what a batch is taken from.
func batchSource(o *run.Object) []run.Value {
	switch o.Operator {
	case run.Iterating, run.Wrapping, run.Enumerated, run.Zipped, "[]":
		return o.Operands
	}
	if o.Made != nil && o.Kind == run.Result && movesBatch(o.Made) {
		return []run.Value{memberObject(o.Made)}
	}
	return nil
}

// partSource is what a part of a batch is taken from: batch["image"], batch.image, an item of batch.items().
func partSource(o *run.Object) []run.Value {
	if list := batchSource(o); list != nil {
		return list
	}
	if strings.HasPrefix(o.Operator, ".") {
		return o.Operands
	}
	if o.Made == nil {
		return nil
	}
	if m, ok := o.Made.Callee.(*run.Member); ok && knowledge.GivesPart(m.Name) {
		return []run.Value{m.Object}
	}
	if symbolOf(o.Made) == "torch.autograd.Variable" && len(o.Made.Args) > 0 {
		return []run.Value{o.Made.Args[0].Value}
	}
	return nil
}

// Moves is the first call in a loop that trains on a loader which copies what it loads to a CUDA device; nil when there
// is none.
func (l *Loader) Moves() *run.Call {
	for _, c := range l.Entry.Calls {
		if c.Node == nil || !MovesToCUDA(c) || !l.inTraining(c) {
			continue
		}
		for _, o := range loadersBehind(memberObject(c), partSource) {
			if o.Made == l.Call {
				return c
			}
		}
	}
	return nil
}

// inTraining reports whether a call happens in a loop that trains on the loader, and not in every n-th lap only.
func (l *Loader) inTraining(c *run.Call) bool {
	return slices.ContainsFunc(c.Laps, func(lap run.Lap) bool {
		return slices.ContainsFunc(l.Loops, func(loop *Loop) bool {
			return loop.Trains && loop.Run.Entry == lap.Entry &&
				!slices.ContainsFunc(loop.gatesIn(c.Gates), func(g run.Literal) bool {
					_, rarely := counted(g.Condition, 0)
					return rarely
				})
		})
	})
}

// gatesIn are those of some conditions that were asked since the beginning of a loop's lap.
func (l *Loop) gatesIn(gates []run.Literal) []run.Literal {
	return gates[min(len(l.Run.Gates), len(gates)):]
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
