package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// AugmentedEvaluation is a loader of held-out pictures that are distorted at random each time they are read.
type AugmentedEvaluation struct {
	// Dataset is the call of torchvision's class, or of the project's, that reads the pictures, Random the transform
	// that distorts them.
	Dataset, Random *run.Call
	// Split is the call that takes the held-out part out of the training's pictures; nil where they have a dataset of
	// their own.
	Split *run.Call
	// Measured is what evaluates on them: the head of a loop, the call that hands Lightning's trainer the loader, or
	// the method by which the trainer asks for it.
	Measured run.Place
	// ByTrainer is set where Lightning's trainer does.
	ByTrainer bool
}

// AugmentedEvaluations lists where a model is surely measured on such pictures, one for each dataset.
func (f *Facts) AugmentedEvaluations() []*AugmentedEvaluation {
	var list []*AugmentedEvaluation
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		if e.exchangesTransforms() {
			continue
		}
		for _, l := range e.Loaders() {
			measured, byTrainer := l.measured()
			if measured.Node == nil || l.Training() != nil || l.TrainedWith() {
				continue
			}
			dataset, _ := l.Option("dataset")
			for _, v := range run.Alternatives(dataset) { // one of several that the command line chooses from
				read, split := e.readBy(v, 0)
				if read == nil || read.Node == nil || seen[read.Node] || split != nil && !f.trainsOn(read) {
					continue
				}
				if random := e.randomTransform(read); random != nil {
					seen[read.Node] = true
					list = append(list, &AugmentedEvaluation{read, random, split, measured, byTrainer})
				}
			}
		}
	}
	return list
}

// exchangesTransforms reports whether the program gives a dataset other transforms later, or what is split off another
// dataset. Where Lightning's trainer calls an entry, another method of the class may, which is not followed from there.
func (e *Entry) exchangesTransforms() bool {
	if e.Function != nil && e.Function.Class != nil {
		for n := range python.AllIn(e.Function.Class.Node.Body) {
			if s, ok := n.(*python.Assign); ok && slices.ContainsFunc(s.Targets, exchangesTransform) {
				return true
			}
		}
	}
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind == run.StoreAttribute && knowledge.HoldsTransform(s.Name) && s.Target != nil &&
			s.Target.Word != "self" && !keptByConstructor(s) && !isOwnAlone(s.Target)
	})
}

// isOwnAlone reports whether an object is of a class of the project's that inherits from no library: the settings of a
// run may have a dataset by name.
func isOwnAlone(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return ok && !slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		_, ours := one.(*run.Class)
		return !ours && one != run.Value(run.Symbol("object"))
	})
}

// keptByConstructor reports whether a constructor puts something on its own self.
func keptByConstructor(s *run.Store) bool {
	target, ok := s.Node.(*python.Attribute)
	if !ok {
		return false
	}
	fn := python.EnclosingFunction(target)
	return fn != nil && fn.Name == "__init__" && isSelf(fn, target.Value)
}

// exchangesTransform reports whether a target of an assignment is an attribute that holds the transforms of a dataset,
// and not one of the object whose method it is: self.val_set.dataset.transform.
func exchangesTransform(target python.Expr) bool {
	a, ok := target.(*python.Attribute)
	if !ok || !knowledge.HoldsTransform(a.Attr) {
		return false
	}
	_, own := a.Value.(*python.Name)
	return !own
}

// measured is what surely measures a model on what the loader gives; no node where nothing does.
func (l *Loader) measured() (at run.Place, byTrainer bool) {
	if loop := l.evaluating(); loop != nil {
		return loop.Head(), false
	}
	if w := l.evaluatingWalk(); w != nil {
		return run.Place{Unit: w.Unit, Node: w.Clause.Target}, false
	}
	for _, c := range l.Entry.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || !lightningRuns(m.Object) {
			continue
		}
		if name, position := knowledge.LoadersMeasured(m.Name); name != "" && l.handed(c, name, position) {
			return c.Place(), true
		}
	}
	if knowledge.IsLoaderOfEvaluation(l.givenBy()) {
		return l.Place(), true
	}
	return run.Place{}, false
}

// TrainedWith reports whether Lightning's trainer takes the batches of its training from the loader.
func (l *Loader) TrainedWith() bool {
	return knowledge.IsLoaderOfTraining(l.givenBy()) || slices.ContainsFunc(l.Entry.Calls, l.trainedBy)
}

// trainedBy reports whether a call makes Lightning's trainer train on the loader.
func (l *Loader) trainedBy(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || !lightningRuns(m.Object) {
		return false
	}
	name, position := knowledge.LoadersOfTraining(m.Name)
	return name != "" && l.handed(c, name, position)
}

// lightningRuns reports whether an object is a trainer of Lightning's.
func lightningRuns(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && o.Made != nil && knowledge.IsLightning(symbolOf(o.Made))
}

// handed reports whether a call is given the loader as an argument.
func (l *Loader) handed(c *run.Call, name string, position int) bool {
	v, _ := c.Argument(name, position)
	return v != nil && l.within(v, maxHeld)
}

// givenBy is the name of the method of a module or data module of Lightning's that makes the loader as its trainer asks
// for it; "" for none.
func (l *Loader) givenBy() string {
	f := l.Entry.Function
	if f == nil || f.Class == nil || hooksOf(f.Class) != Lightning ||
		!slices.ContainsFunc(l.Entry.Returns, func(r *run.Return) bool {
			return r.Function.At() == f.At() && l.within(r.Value, maxHeld)
		}) {
		return ""
	}
	return f.Name()
}

// within reports whether a value is the loader, or a list that holds it.
func (l *Loader) within(v run.Value, depth int) bool {
	return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
		if one == l.Call.Result {
			return true
		}
		list, ok := one.(*run.Object)
		return ok && depth > 0 && list.Kind == run.List &&
			slices.ContainsFunc(l.Entry.Facts.machine.Contents(list), func(v run.Value) bool { return l.within(v, depth-1) })
	})
}

// evaluating is a loop over the loader that measures a model: it goes over what is called held out, or its function is
// called an evaluation, and it neither trains nor samples on purpose.
func (l *Loader) evaluating() *Loop {
	for _, loop := range l.Loops {
		if !loop.Trains && loop.Kind == BatchLoop && l.Entry.overHeldOut(loop) && l.Entry.runsModule(loop) {
			return loop
		}
	}
	return nil
}

// runsModule reports whether a lap of a loop runs something that is trained in this program.
func (e *Entry) runsModule(loop *Loop) bool {
	depth := len(loop.Run.Laps)
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if len(c.Laps) <= depth || c.Laps[depth].Entry != loop.Run.Entry {
			return false
		}
		module, ok := forwardedBy(c)
		return ok && e.isModule(module) && !knowledge.NamesCriterion(calleeName(c))
	})
}

// readBy is the call of a dataset of torchvision's or of the project's of which a value is the whole, or a part that a
// call of torch splits off.
func (e *Entry) readBy(dataset run.Value, depth int) (read, split *run.Call) {
	o, ok := run.Bare(dataset).(*run.Object)
	if !ok || depth > maxParts {
		return nil, nil
	}
	if o.Operator == "[]" { // train, val = random_split(…)
		return e.readBy(o.Operands[0], depth+1)
	}
	if o.Made == nil {
		return nil, nil
	}
	switch path := symbolOf(o.Made); {
	case strings.HasPrefix(path, "torchvision.datasets."), isOwnDataset(o):
		return o.Made, nil
	case path == "torch.utils.data.random_split", path == "torch.utils.data.Subset":
		whole, _ := o.Made.Argument("dataset", 0)
		read, _ = e.readBy(whole, depth+1)
		return read, o.Made
	}
	return nil, nil
}

// isOwnDataset reports whether an object is of a class of the project's that is a Dataset of torch's.
func isOwnDataset(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return ok && o.Kind == run.Instance && slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		path, ofLibrary := one.(run.Symbol)
		return ofLibrary && knowledge.IsDataset(string(path))
	})
}

// trainsOn reports whether a loader that trains reads the same dataset.
func (f *Facts) trainsOn(read *run.Call) bool {
	for _, e := range f.Entries() {
		for _, l := range e.Loaders() {
			if l.Training() == nil && !l.TrainedWith() {
				continue
			}
			dataset, _ := l.Option("dataset")
			if slices.ContainsFunc(run.Alternatives(dataset), func(v run.Value) bool {
				other, _ := e.readBy(v, 0)
				return other != nil && other.At == read.At
			}) {
				return true
			}
		}
	}
	return false
}

// randomTransform is the transform that surely distorts what a dataset reads, at random; nil when none is seen.
func (e *Entry) randomTransform(read *run.Call) *run.Call {
	if o, ok := run.Bare(read.Result).(*run.Object); ok && isOwnDataset(o) {
		return e.randomOnSelf(o)
	}
	transform, _ := read.Argument("transform", knowledge.TransformPosition(symbolOf(read)))
	return e.randomIn(transform, 0)
}

// randomOnSelf is such a transform that a dataset of the project's keeps on self, and runs for every item: what it asks
// before that, it asks of the transform alone, if self.transform is not None.
func (e *Entry) randomOnSelf(dataset *run.Object) *run.Call {
	machine := e.Facts.machine
	get, ok := machine.ClassMember(dataset.Class.(*run.Class), "__getitem__").(*run.Function)
	if !ok || get.Node == nil {
		return nil
	}
	for n := range python.AllIn(get.Node.Body) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		held, ok := c.Func.(*python.Attribute)
		if !ok || !isSelf(get.Node, held.Value) || slices.ContainsFunc(python.GatesOf(c), func(g python.Gate) bool {
			return python.MentionsIn(g.Test, func(word string) bool { return word != held.Attr && !isName(held.Value, word) })
		}) {
			continue
		}
		if random := e.randomIn(machine.Get(dataset, held.Attr), 0); random != nil {
			return random
		}
	}
	return nil
}

func (e *Entry) randomIn(v run.Value, depth int) *run.Call {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth > maxParts {
		return nil
	}
	if o.Kind == run.List {
		items, exact := e.Facts.machine.Elements(o)
		if !exact {
			return nil
		}
		for _, item := range items {
			if c := e.randomIn(item, depth+1); c != nil {
				return c
			}
		}
		return nil
	}
	if o.Made == nil {
		return nil
	}
	path := symbolOf(o.Made)
	switch {
	case knowledge.DistortsAtRandom(path):
		if alwaysTheSame(o.Made) {
			return nil
		}
		return o.Made
	case knowledge.ComposesTransforms(path):
		list, _ := o.Made.Argument("transforms", 0)
		return e.randomIn(list, depth+1)
	}
	return nil
}

// alwaysTheSame reports whether a transform leaves nothing to chance, as EMNIST's pictures are turned upright:
// RandomRotation((-90, -90)), RandomHorizontalFlip(p=1.0).
func alwaysTheSame(c *run.Call) bool {
	if v, _ := c.Argument("degrees", 0); v != nil && strings.HasSuffix(symbolOf(c), ".RandomRotation") {
		if t, ok := run.Bare(v).(*run.Tuple); ok && len(t.Items) == 2 {
			low, known := run.Number(t.Items[0])
			high, alsoKnown := run.Number(t.Items[1])
			return known && alsoKnown && low == high
		}
		n, known := run.Number(v)
		return known && n == 0
	}
	if !strings.HasSuffix(symbolOf(c), "Flip") {
		return false
	}
	p, _ := c.Argument("p", 0)
	n, known := run.Number(p)
	return p != nil && known && (n == 0 || n == 1)
}
