package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// distributedSampler is the class whose order is the same in every epoch unless it is told the epoch.
const distributedSampler = run.Symbol("torch.utils.data.DistributedSampler")

// DistributedSamplers are the distributed samplers that a loader may take its order from: its sampler, or the one that
// its batch sampler groups. `DistributedSampler(ds) if distributed else None` is one.
func (l *Loader) DistributedSamplers() []*run.Object {
	var list []*run.Object
	for _, option := range []string{"sampler", "batch_sampler"} {
		v, _ := l.Option(option)
		for _, one := range run.Alternatives(v) {
			o, ok := one.(*run.Object)
			if !ok || o.Made == nil {
				continue
			}
			if l.isDistributed(o) {
				list = append(list, o)
				continue
			}
			inner, _ := o.Made.Argument("sampler", 0)
			for _, one := range run.Alternatives(inner) {
				if o, ok := one.(*run.Object); ok && o.Made != nil && l.isDistributed(o) {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

// isDistributed reports whether an object is a distributed sampler, or one of a class of the project that leaves
// set_epoch to it and whose own order, where it has one, goes by the epoch.
func (l *Loader) isDistributed(o *run.Object) bool {
	class, ours := o.Class.(*run.Class)
	if !ours {
		return o.Class == run.Value(distributedSampler)
	}
	machine := l.Entry.Facts.machine
	iterate, own := machine.ClassMember(class, "__iter__").(*run.Function)
	if f, tells := machine.ClassMember(class, setEpoch).(*run.Function); tells {
		return own && keepsEpoch(f) && goesByEpoch(iterate)
	}
	if !slices.Contains(class.Line(), run.Value(distributedSampler)) || machine.ClassMember(class, setEpoch) != nil {
		return false
	}
	if !own || iterate.Node == nil {
		return !own
	}
	return goesByEpoch(iterate)
}

// goesByEpoch reports whether the order of a sampler goes by the epoch that it was told.
func goesByEpoch(iterate *run.Function) bool {
	if iterate.Node == nil {
		return false
	}
	reads := false
	for n := range python.All(iterate.Node) {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != "epoch" || !isSelf(iterate.Node, a.Value) {
			continue
		}
		if set, counts := a.Parent().(*python.AugAssign); a.Assignment() != nil || counts && set.Target == python.Expr(a) {
			return false // it counts for itself
		}
		reads = true
	}
	return reads
}

// keepsEpoch reports whether a set_epoch of the project's does what torch's does, and tells no other one: self.epoch =
// epoch.
func keepsEpoch(f *run.Function) bool {
	if f.Node == nil {
		return false
	}
	kept := false
	for n := range python.AllIn(f.Node.Body) {
		switch n := n.(type) {
		case *python.Call:
			if n.MethodName() == setEpoch {
				return false
			}
		case *python.Attribute:
			kept = kept || n.Attr == "epoch" && isSelf(f.Node, n.Value) && n.Assignment() != nil
		}
	}
	return kept
}

// Shuffles reports whether a distributed sampler shuffles: by default, because it is told so, or because something
// decides it that only the program knows. sure is false in the last case.
func (l *Loader) Shuffles(sampler *run.Object) (yes, sure bool) {
	position := 3
	class, ours := sampler.Class.(*run.Class)
	if ours {
		position = -1 // where its constructor has it is for the class to say
	}
	shuffle, open := sampler.Made.Argument("shuffle", position)
	if shuffle == nil && ours && !open {
		if shuffle = l.Entry.Facts.machine.Get(sampler, "shuffle"); shuffle == nil {
			return l.alwaysShuffles(class), true
		}
	}
	if shuffle == nil {
		return !open && position >= 0, true
	}
	sure = true
	for _, v := range run.Alternatives(shuffle) {
		switch v := v.(type) {
		case run.Bool:
			if !v {
				return false, true
			}
		case *run.Object:
			sure = false
		default:
			return false, false
		}
	}
	return true, sure
}

// alwaysShuffles reports whether a sampler of the project, which has no switch for it, draws its order anew for each
// epoch.
func (l *Loader) alwaysShuffles(class *run.Class) bool {
	iterate, own := l.Entry.Facts.machine.ClassMember(class, "__iter__").(*run.Function)
	if !own || iterate.Node == nil || slices.Contains(class.Line(), run.Value(distributedSampler)) {
		return false
	}
	for n := range python.All(iterate.Node) {
		switch n := n.(type) {
		case *python.Call:
			if knowledge.DrawsOrder(python.LastName(n.Func)) {
				return true
			}
		case *python.If:
			return false // what it asks may switch it off
		}
	}
	return false
}

// MadeAnew reports whether each lap of a loop makes a sampler of its own, and whether it may make the data as well: the
// part of a text that is written for one epoch.
func MadeAnew(sampler *run.Object, loop *Loop) (anew, withData bool) {
	if !madeIn(sampler, loop) {
		return false, false
	}
	data, _ := sampler.Made.Argument("dataset", 0)
	return true, data == nil || slices.ContainsFunc(run.Alternatives(data), func(v run.Value) bool {
		o, ok := v.(*run.Object)
		return !ok || madeIn(o, loop)
	})
}

// MayBeToldEpoch reports whether something may call set_epoch of a sampler: some program of the file does, or calls it
// of something unknown, or it stands in a function of the files concerned that no program runs.
func (l *Loader) MayBeToldEpoch(sampler *run.Object, loop *Loop) bool {
	reached := map[python.Node]bool{}
	files := l.Files(sampler.Made, loop.Run.Caller)
	files[loop.Run.Unit.Module] = true
	for _, e := range l.Entry.Facts.Entries() {
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || m.Name != setEpoch {
				continue
			}
			reached[c.At] = true
			o, ok := m.Object.(*run.Object)
			if (!ok || !otherSampler(o, sampler)) && (e == l.Entry || files[c.Unit.Module]) {
				return true
			}
			if ok && e == l.Entry && l.inPlaceOf(o) {
				return true
			}
		}
	}
	for module := range files {
		for _, c := range module.AllCalls() {
			if c.MethodName() == setEpoch && !reached[c] {
				return true
			}
		}
	}
	return false
}

// inPlaceOf reports whether the loop that takes its batches from a loader takes them from one with another sampler in
// other circumstances: `if distributed: loader = DataLoader(loader.dataset, sampler=…)`. Which of two circumstances
// goes with which sampler nobody sees, and the loop tells the one that it has.
func (l *Loader) inPlaceOf(sampler *run.Object) bool {
	return slices.ContainsFunc(l.Entry.Loaders(), func(other *Loader) bool {
		return other != l && slices.Contains(other.DistributedSamplers(), sampler) &&
			slices.ContainsFunc(l.Loops, func(loop *Loop) bool { return isOfEither(loop.Run.Item, l.Call, other.Call) })
	})
}

// isOfEither reports whether a batch is one of either of two loaders: none of both, as zip gives.
func isOfEither(batch run.Value, one, other *run.Call) bool {
	made := map[*run.Call]bool{}
	for _, v := range run.Alternatives(batch) {
		if t, ok := v.(*run.Tuple); ok {
			if slices.ContainsFunc(t.Items, func(v run.Value) bool { return isOfEither(v, one, other) }) {
				return true
			}
			continue
		}
		for _, o := range loadersOf(v) {
			made[o.Made] = true
		}
	}
	return made[one] && made[other]
}

const setEpoch = "set_epoch"

// otherSampler reports whether set_epoch of an object surely tells another sampler than the one asked about.
func otherSampler(o, sampler *run.Object) bool {
	return o != sampler && o.Made != nil && o.Made != sampler.Made && o.Class == run.Value(distributedSampler)
}

// Unsharded reports whether a loader surely walks over all of its data in every process: it has no sampler but one that
// gives every item, no batch sampler, and its dataset is not one that decides for itself what it gives.
func (l *Loader) Unsharded() bool {
	for _, option := range []string{"sampler", "batch_sampler"} {
		if v, open := l.Option(option); open || v != nil && !run.IsNone(v) && !walksOverAll(v) {
			return false
		}
	}
	dataset, open := l.Option("dataset")
	if dataset == nil || open {
		return false
	}
	for _, v := range run.Alternatives(dataset) {
		if o, ok := v.(*run.Object); ok && iterable(o) {
			return false
		}
	}
	return true
}

// walksOverAll reports whether a sampler is one of torch's that gives each item of the dataset once, in whichever
// order.
func walksOverAll(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || len(o.Made.Args) != 1 || o.Made.Args[0].Star > 0 {
		return false
	}
	path := symbolOf(o.Made)
	return strings.HasPrefix(path, "torch.utils.data.") &&
		(strings.HasSuffix(path, ".SequentialSampler") || strings.HasSuffix(path, ".RandomSampler"))
}

// iterable reports whether a dataset is an IterableDataset.
func iterable(o *run.Object) bool {
	switch class := o.Class.(type) {
	case run.Symbol:
		return run.LastPart(string(class)) == "IterableDataset"
	case *run.Class:
		for _, one := range class.Line() {
			if path, ok := one.(run.Symbol); ok && run.LastPart(string(path)) == "IterableDataset" {
				return true
			}
		}
	}
	return false
}

// DataParallel lists the calls that make a model data-parallel over processes which an entry runs, or whose model it
// calls.
func (e *Entry) DataParallel() []*run.Call {
	var list []*run.Call
	add := func(c *run.Call) {
		if c != nil && c.Node != nil && c.Callee == run.Value(dataParallel) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	for _, c := range e.Calls {
		add(c)
		if model, ok := c.Callee.(*run.Object); ok { // made by a constructor that ran before
			add(model.Made)
		}
	}
	return list
}

const dataParallel = run.Symbol("torch.nn.parallel.DistributedDataParallel")

// StartsProcesses reports whether an entry joins a group of processes.
func (e *Entry) StartsProcesses() bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		path, ok := c.Callee.(run.Symbol)
		return ok && knowledge.JoinsProcesses(string(path))
	})
}

// SamplesApart reports whether an entry makes a sampler that, by its name, gives each process a share of the data.
func (e *Entry) SamplesApart() bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		switch callee := c.Callee.(type) {
		case run.Symbol:
			return knowledge.NamesSharingSampler(run.LastPart(string(callee)))
		case *run.Class:
			return knowledge.NamesSharingSampler(callee.Name())
		}
		return false
	})
}

// Forgotten is a distributed sampler that the program makes of the very dataset of a loader and gives to nobody: no
// call gets it, and nothing keeps it. nil when there is none.
func (l *Loader) Forgotten() *run.Call {
	dataset, _ := l.Option("dataset")
	data, ok := dataset.(*run.Object)
	if !ok {
		return nil
	}
	for _, c := range l.Entry.Calls {
		sampler, made := c.Result.(*run.Object)
		if !made || c.Node == nil || c.Callee != run.Value(distributedSampler) || c.Caller != l.Call.Caller ||
			!Together(c, l.Call) {
			continue
		}
		if over, _ := c.Argument("dataset", 0); over == run.Value(data) && !l.Entry.handsOnOrKeeps(sampler) {
			return c
		}
	}
	return nil
}

// handsOnOrKeeps reports whether somebody gets an object, goes over it, or something keeps it: a call of another, a
// container, an attribute, a caller.
func (e *Entry) handsOnOrKeeps(o *run.Object) bool {
	only := []*run.Object{o}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.Node != nil &&
			slices.ContainsFunc(c.Args, func(a run.Argument) bool { return e.leads(a.Value, only, maxHeld) })
	}) || slices.ContainsFunc(e.Stores, func(store *run.Store) bool {
		return store.Kind != run.StoreName && (e.leads(store.New, only, maxHeld) || e.leads(store.Added, only, maxHeld))
	}) || slices.ContainsFunc(e.Returns, func(r *run.Return) bool { return e.leads(r.Value, only, maxHeld) }) ||
		slices.ContainsFunc(
			e.Loops,
			func(l *run.LoopRun) bool { return l.Iterated != nil && e.leads(l.Iterated, only, maxHeld) },
		)
}

// Together reports whether two calls can happen in the same run of the program.
func Together(a, b *run.Call) bool { return compatible(a.Gates, b.Gates) }

// Files are those that have a part in how a loader is made or another call happens: where they stand, where their
// callers do, where the dataset comes from.
func (l *Loader) Files(others ...*run.Call) map[*python.Module]bool {
	files := map[*python.Module]bool{}
	add := func(c *run.Call) {
		for ; c != nil; c = c.Caller {
			if c.Unit != nil {
				files[c.Unit.Module] = true
			}
		}
	}
	add(l.Call)
	for _, c := range others {
		add(c)
	}
	dataset, _ := l.Option("dataset")
	for _, v := range run.Alternatives(dataset) {
		o, ok := v.(*run.Object)
		if !ok {
			continue
		}
		add(o.Made)
		if class, ok := o.Class.(*run.Class); ok {
			files[class.Unit.Module] = true
		}
	}
	return files
}

// SharesOut reports whether a file that has a part in how a loader is made, or a model, or in the loop that trains on
// it, speaks of something that shards data in another way than by a sampler, or leaves it to a framework.
func (l *Loader) SharesOut(model *run.Call, batches *Loop) bool {
	files := l.Files(model, batches.Run.Caller)
	files[batches.Run.Unit.Module] = true
	for module := range files {
		if module.Mentions(knowledge.SharesOutData) || slicesByRank(module) {
			return true
		}
	}
	return false
}

// slicesByRank reports whether a file takes every n-th sample, from the rank on, data[rank::world_size], or the rank's
// part of them: data[rank * part:(rank + 1) * part], Subset(data, range(rank * part, (rank + 1) * part)).
func slicesByRank(m *python.Module) bool {
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Slice:
			if n.Step != nil && isRank(n.Lower) || timesRank(n.Lower) {
				return true
			}
		case *python.Call:
			if python.LastName(n.Func) == "range" && len(n.Args) > 1 &&
				(timesRank(n.Args[0].Value) || len(n.Args) == 3 && isRank(n.Args[0].Value)) {
				return true
			}
		}
	}
	return false
}

func isRank(e python.Expr) bool {
	return strings.HasSuffix(strings.ToLower(python.LastName(e)), "rank")
}

func timesRank(e python.Expr) bool {
	product, ok := e.(*python.Binary)
	return ok && product.Op == "*" && (isRank(product.Left) || isRank(product.Right))
}
