package train

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// GivesInOrder reports whether a loader that feeds a training surely gives its samples in the order in which its
// dataset has them, the same in every epoch, and nothing shows that this order is one of chance, or means something.
func (l *Loader) GivesInOrder() bool {
	return l.goesInOrder() && !l.allAtOnce() && !l.meaningfulOrder() && !l.reordered()
}

// goesInOrder reports whether a loader surely takes its samples in the order in which its dataset has them.
func (l *Loader) goesInOrder() bool {
	if l.Call.Node == nil || !l.TakesAsTorch() {
		return false
	}
	for _, name := range []string{"batch_sampler", "worker_init_fn"} {
		if v, open := l.Option(name); open || v != nil && !run.IsNone(v) {
			return false
		}
	}
	if v, open := l.Option("sampler"); open || v != nil && !mayBeNone(v) {
		return false
	}
	return l.Unshuffled() != nil
}

// Unshuffled is the call that decides that a loader does not shuffle: its own, or that of a function of the project
// which hands the option on, make_loader(data, shuffle=False), be it that nobody says anything and its default is
// False. nil where it shuffles, or something else decides.
func (l *Loader) Unshuffled() *run.Call {
	shuffle, open := l.Option("shuffle")
	switch {
	case open:
		return nil
	case shuffle == nil, python.IsFalse(l.Written("shuffle")):
		return l.Call
	case shuffle != run.Value(run.Bool(false)):
		return nil
	}
	return handedFalse(l.Call, l.Written("shuffle"))
}

// handedFalse is the call of a function of the project that gives False for the parameter which a call in it hands on,
// or leaves it to the default; nil for none.
func handedFalse(c *run.Call, written python.Expr) *run.Call {
	for range maxParts {
		name, ok := written.(*python.Name)
		fn, caller := python.EnclosingFunction(c.At), c.Caller
		if !ok || fn == nil || caller == nil || caller.Node == nil {
			return nil
		}
		m := c.Unit.Module
		if _, bindings := m.Lookup(name.ID, name); len(bindings) != 1 || bindings[0].Kind != python.Parameter {
			return nil
		}
		position := slices.IndexFunc(fn.Params, func(p *python.Param) bool { return p.Name == name.ID })
		if position < 0 {
			return nil
		}
		byDefault := fn.Params[position].Default
		switch passed, open := caller.Passed(name.ID, position); { // self is an argument of a method
		case open:
			return nil
		case passed != nil:
			c, written = caller, passed.Node
		case python.IsFalse(byDefault):
			return caller
		default:
			return nil
		}
		if python.IsFalse(written) {
			return c
		}
	}
	return nil
}

// SamplesOnOneWay reports whether a loader is given a sampler on one way through the program, and None on another:
// sampler = DistributedSampler(data) if distributed else None.
func (l *Loader) SamplesOnOneWay() bool {
	v, open := l.Option("sampler")
	return !open && v != nil && !run.IsNone(v) && mayBeNone(v)
}

// mayBeNone reports whether the program itself gives None on one of the ways to a value.
func mayBeNone(v run.Value) bool { return slices.ContainsFunc(run.Alternatives(v), run.IsNone) }

// allAtOnce reports whether a batch may be the whole dataset, or the dataset makes the batches itself.
func (l *Loader) allAtOnce() bool {
	size, open := l.Option("batch_size")
	if open || size != nil && run.IsNone(size) {
		return true
	}
	return l.fewSamples() || slices.ContainsFunc(run.Alternatives(size), func(v run.Value) bool {
		o, ok := v.(*run.Object)
		return ok && o.Operator == "len"
	})
}

// maxFew is a number of samples with which somebody looks whether a network can learn them at all.
const maxFew = 16

// fewSamples reports whether a loader's dataset is a handful of another one's samples: Subset(data, range(4)).
func (l *Loader) fewSamples() bool {
	given, _ := l.Option("dataset")
	o, ok := given.(*run.Object)
	if !ok || o.Made == nil || o.Made.Node == nil {
		return false
	}
	m := o.Made.Unit.Module
	switch indices := m.OnlyValue(m.Argument(o.Made.Node, "indices", 1).Value).(type) {
	case *python.Sequence:
		return len(indices.Items) <= maxFew
	case *python.Call:
		if name := python.LastName(indices.Func); name != "arange" && name != "range" || len(indices.Args) != 1 {
			return false
		}
		n, known := m.Const(indices.Args[0].Value)
		return known && n.Kind == python.IntValue && n.Int <= maxFew
	}
	return false
}

// meaningfulOrder reports whether a dataset is not seen, has no places to ask for, or is one whose order may mean
// something.
func (l *Loader) meaningfulOrder() bool {
	datasets := l.Datasets()
	if len(datasets) == 0 {
		return true
	}
	file := l.Call.Unit.Module.File.Path
	if knowledge.NamesOrdered(strings.TrimSuffix(path.Base(file), path.Ext(file))) {
		return true
	}
	for _, v := range datasets {
		o, ok := v.(*run.Object)
		if !ok || o.Kind != run.Instance || o.Made == nil || o.Made.Node == nil {
			return true
		}
		for _, word := range wordsOf(o.Made.Node) {
			if knowledge.NamesOrdered(word) && !knowledge.NamesSample(word) {
				return true
			}
		}
		if !l.asked(o) {
			return true
		}
	}
	return false
}

// asked reports whether a dataset surely gives the same sample whenever it is asked for an index.
func (l *Loader) asked(dataset *run.Object) bool {
	switch class := dataset.Class.(type) {
	case run.Symbol:
		return givesByIndex(class)
	case *run.Class:
		return l.givesWhatIsAsked(class)
	}
	return false
}

// wordsOf are the names that stand in the call of a dataset's class.
func wordsOf(c *python.Call) []string {
	var list []string
	for n := range python.All(c) {
		switch n := n.(type) {
		case *python.Name:
			list = append(list, n.ID)
		case *python.Attribute:
			list = append(list, n.Attr)
		case *python.Arg:
			list = append(list, n.Name)
		}
	}
	return list
}

// givesByIndex reports whether a class of a library is one of datasets whose samples stand in a fixed order.
func givesByIndex(class run.Symbol) bool {
	return strings.HasPrefix(string(class), "torchvision.datasets.") ||
		strings.HasSuffix(string(class), ".TensorDataset")
}

// givesWhatIsAsked reports whether a dataset of the project gives the sample of the index that it is given: it is no
// stream, and its __getitem__ uses its index and draws none.
func (l *Loader) givesWhatIsAsked(class *run.Class) bool {
	for _, one := range class.Line() {
		if name, ok := one.(run.Symbol); ok && strings.Contains(string(name), "Iterable") {
			return false
		}
	}
	machine := l.Entry.Facts.machine
	if machine.ClassMember(class, "__iter__") != nil {
		return false
	}
	fn, ok := machine.ClassMember(class, "__getitem__").(*run.Function)
	if !ok || fn.Node == nil || len(fn.Node.Params) != 2 {
		return false
	}
	for n := range python.All(class.Node) {
		if c, ok := n.(*python.Call); ok && knowledge.DrawsOne(python.LastName(c.Func)) &&
			(python.EnclosingFunction(c) != fn.Node || drawsSample(fn.Node, c)) {
			return false // pairs and triplets that the constructor draws, or __getitem__
		}
	}
	for n := range python.AllIn(fn.Node.Body) {
		if name, ok := n.(*python.Name); ok && name.ID == fn.Node.Params[1].Name {
			return true
		}
	}
	return false
}

// reordered reports whether the files in which the loader and its datasets are made put anything into an order of
// chance: the list of files, the rows of a table, the indices of a split.
func (l *Loader) reordered() bool {
	modules := []*python.Module{l.Call.Unit.Module}
	add := func(m *python.Module) {
		if m != nil && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	for _, v := range l.Datasets() {
		o := v.(*run.Object) // meaningfulOrder saw to it
		add(o.Made.Unit.Module)
		if class, ok := o.Class.(*run.Class); ok {
			add(class.Unit.Module)
		}
	}
	for c := l.Call.Caller; c != nil; c = c.Caller {
		add(c.Unit.Module)
	}
	return slices.ContainsFunc(modules, func(m *python.Module) bool {
		return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return knowledge.Reorders(python.LastName(c.Func)) && !python.InLambda(c)
		})
	})
}

// FedInOrder lists the loaders that feed a training in the order of their datasets: those that a loop trains on for
// several epochs, and those that a method gives to Lightning's trainer.
func (f *Facts) FedInOrder() []*Loader {
	var list []*Loader
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, l := range e.Loaders() {
			if l.Call.Node == nil || heldOut(l.Call) || !l.feedsTraining() || !l.GivesInOrder() {
				continue
			}
			decides := l.Unshuffled()
			if seen[decides.Node] || heldOut(decides) {
				continue
			}
			seen[decides.Node] = true
			list = append(list, l)
		}
	}
	return list
}

func (l *Loader) feedsTraining() bool {
	if fn := python.EnclosingFunction(l.Call.Node); fn != nil && knowledge.IsLoaderOfTraining(fn.Name) &&
		python.EnclosingClass(fn) != nil {
		return true
	}
	if slices.ContainsFunc(l.Entry.Calls, l.fitted) {
		return true
	}
	training := l.Training()
	return training != nil && l.Epochs() != nil && !l.learnsAnew(training) &&
		!slices.ContainsFunc(l.Loops, func(loop *Loop) bool { return !loop.Trains || besideOthers(loop) })
}

// fitted reports whether a call has Lightning's trainer go over the loader more than once: trainer.fit(model, loader),
// which takes a thousand epochs where nobody says otherwise.
func (l *Loader) fitted(c *run.Call) bool {
	if !l.trainedBy(c) || slices.ContainsFunc(l.Loops, func(loop *Loop) bool { return !loop.Trains }) {
		return false
	}
	made := run.Bare(c.Callee.(*run.Member).Object).(*run.Object).Made // lightningRuns saw to it
	for _, name := range []string{"fast_dev_run", "overfit_batches"} {
		if v, open := made.Argument(name, -1); open || v != nil {
			return false
		}
	}
	epochs, _ := made.Argument("max_epochs", -1)
	n, ok := run.Bare(epochs).(run.Int)
	return !ok || n > 1
}

// learnsAnew reports whether each lap of a loop makes the optimizers that step in it: something is fitted to one sample
// after the other, and nobody remembers their order.
func (l *Loader) learnsAnew(loop *Loop) bool {
	steps := false
	for _, ev := range l.Entry.Events() {
		if !ev.StepsOptimizer() || !loop.has(ev.Call) {
			continue
		}
		if ev.Object == nil || ev.Object.Made == nil || !madeIn(ev.Object, loop) {
			return false
		}
		steps = true
	}
	return steps
}

// besideOthers reports whether a loop goes over several loaders at once: their samples may belong together by their
// places.
func besideOthers(loop *Loop) bool { return len(loadersOf(loop.Run.Item)) > 1 }
