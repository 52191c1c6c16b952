package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// MeasuredOnTraining is held-out data that is none: a model is measured on the samples that it is trained on.
type MeasuredOnTraining struct {
	// Held gives the samples that are called held out: a loader, a dataset of its own, or a trainer of transformers.
	Held run.Place
	// Name is what they are called; "" where nothing names them.
	Name string
	// Trained gives the same samples to the training: where it is, and the dataset it reads.
	Trained run.Place
	// Again is set where both datasets are made alike, each by a call of its own.
	Again bool
	// ByTrainer is set where a trainer of transformers is given one dataset for both.
	ByTrainer bool
}

// MeasuredOnTraining lists where what is called held out is, for sure, all of what a loop of the same program trains
// on.
func (f *Facts) MeasuredOnTraining() []*MeasuredOnTraining {
	var list []*MeasuredOnTraining
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, held := range e.Loaders() {
			measured, byTrainer := held.measured()
			name := held.nameOfHeldOut(byTrainer)
			if held.isTrial() || held.onlyShown() {
				continue
			}
			if measured.Node == nil || name == "" || seen[held.Call.At] || held.Training() != nil || held.TrainedWith() {
				continue
			}
			given := held.wholeDataset()
			if given == nil {
				continue
			}
			for _, trained := range e.Loaders() {
				if trained.Training() == nil && !trained.TrainedWith() {
					continue
				}
				other := trained.wholeDataset()
				if other == nil || other != given && !e.madeAlike(other, given) || e.changes(given) {
					continue
				}
				seen[held.Call.At] = true
				m := &MeasuredOnTraining{Held: held.Place(), Name: name, Trained: trained.Place()}
				if other != given {
					m.Held, m.Trained, m.Again = given.Made.Place(), other.Made.Place(), true
				}
				list = append(list, m)
				break
			}
		}
		list = append(list, e.givenTwice(seen)...)
	}
	return list
}

// nameOfHeldOut is what calls the samples of a loader held out, and nothing of training: the variable that it is given
// to, the head of a loop over it, or the method by which Lightning asks for it. "" where nothing does.
func (l *Loader) nameOfHeldOut(byTrainer bool) string {
	names := []string{nameFor(l.Call.Node)}
	if byTrainer {
		names = append(names, l.givenBy())
	}
	for _, loop := range l.Loops {
		if loop, ok := loop.Node().(*python.For); ok {
			names = append(names, python.LastName(innerIterable(loop.Iter)))
		}
	}
	if slices.ContainsFunc(names, knowledge.NamesTrainingData) {
		return ""
	}
	if i := slices.IndexFunc(names, knowledge.NamesHeldOut); i >= 0 {
		return names[i]
	}
	return ""
}

// nameFor is the name of the variable or attribute that a call's result is given to, "" for none.
func nameFor(c *python.Call) string {
	if c == nil {
		return ""
	}
	if all, ok := c.Parent().(*python.Sequence); ok {
		several, ok := all.Parent().(*python.Assign)
		if !ok || several.Value != python.Expr(all) || len(several.Targets) != 1 {
			return ""
		}
		names, ok := several.Targets[0].(*python.Sequence)
		if at := slices.Index(all.Items, python.Expr(c)); ok && at >= 0 && len(names.Items) == len(all.Items) {
			return python.LastName(names.Items[at])
		}
		return ""
	}
	assign, ok := c.Parent().(*python.Assign)
	if !ok || assign.Value != python.Expr(c) {
		return ""
	}
	return python.LastName(assign.Targets[0])
}

// onlyShown reports whether the loop over a loader draws what the model gives, and computes no figure that has a name.
func (l *Loader) onlyShown() bool {
	loop := l.evaluating()
	return loop != nil && slices.ContainsFunc(l.Entry.Calls, func(c *run.Call) bool {
		return c.Node != nil && python.Within(c.Node, loop.Node()) && knowledge.Shows(python.LastName(c.Node.Func))
	}) &&
		!python.MentionsIn(loop.Node(), func(word string) bool {
			return knowledge.FigureDirection(word) != knowledge.NoDirection || knowledge.NamesCriterion(word)
		})
}

// isTrial reports whether a loader is made where the program tries itself out: if args.overfit.
func (l *Loader) isTrial() bool {
	if l.Call.Node == nil {
		return true
	}
	return slices.ContainsFunc(python.GatesOf(l.Call.Node), func(g python.Gate) bool {
		return python.MentionsIn(g.Test, knowledge.NamesTrial)
	}) || slices.ContainsFunc(python.FunctionsAround(l.Call.Node), func(f *python.Function) bool {
		return knowledge.NamesTrial(f.Name)
	})
}

// wholeDataset is the dataset that a loader of torch's goes through from end to end; nil where a sampler chooses, and
// where it is not seen.
func (l *Loader) wholeDataset() *run.Object {
	if symbolOf(l.Call) != "torch.utils.data.DataLoader" {
		return nil
	}
	for _, option := range []string{"sampler", "batch_sampler"} {
		if v, open := l.Option(option); open || v != nil && !mayBeNone(v) && len(l.DistributedSamplers()) == 0 {
			return nil
		}
	}
	v, open := l.Option("dataset")
	o, ok := run.Bare(v).(*run.Object)
	if open || !ok || o.Made == nil && o.ItemFrom() == nil || l.Entry.drawsItsSamples(o) {
		return nil
	}
	return o
}

// drawsItsSamples reports whether a dataset of the project's makes its samples at random, or may: what it gives is
// never the same.
func (e *Entry) drawsItsSamples(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	if !ok {
		return false
	}
	get, ok := e.Facts.machine.ClassMember(class, "__getitem__").(*run.Function)
	if !ok || get.Node == nil {
		return true // an IterableDataset: a stream that goes on where it stopped
	}
	for n := range python.AllIn(class.Node.Body) {
		if name, ok := n.(*python.Attribute); ok && knowledge.DrawsByName(name.Attr) {
			return true
		}
		if name, ok := n.(*python.Name); ok && knowledge.DrawsByName(name.ID) {
			return true
		}
	}
	return false
}

// madeAlike reports whether two datasets of one class read the same samples: their calls are given the same, but for
// what turns a sample into a tensor.
func (e *Entry) madeAlike(one, other *run.Object) bool {
	a, b := one.Made, other.Made
	if a == nil || b == nil || a.Node == nil || b.Node == nil || a.Callee != b.Callee ||
		!strings.HasPrefix(symbolOf(a), "torchvision.datasets.") && !isOwnDataset(one) {
		return false
	}
	x, y := e.chosenBy(a), e.chosenBy(b)
	if slices.ContainsFunc(x, func(a run.Argument) bool { // "data/100examples.csv": whether they can be learnt by heart
		s, ok := run.Bare(a.Value).(run.Str)
		return ok && knowledge.NamesTrial(string(s))
	}) {
		return false
	}
	if isOwnDataset(one) && (!slices.ContainsFunc(x, saysWhere) || setsOnClass(one)) {
		return false // Toy(1000) may draw its samples, or its class is told what it reads
	}
	return len(x) > 0 && slices.EqualFunc(x, y, func(x, y run.Argument) bool {
		return x.Star == 0 && y.Star == 0 && x.Name == y.Name && x.Value != nil && run.Bare(x.Value) == run.Bare(y.Value) &&
			(run.Known(x.Value) || sameText(x, y))
	})
}

// saysWhere reports whether an argument of a dataset may be a folder or a file: it is none of a number.
func saysWhere(a run.Argument) bool {
	switch run.Bare(a.Value).(type) {
	case run.Int, run.Float, run.Bool, run.NoneType:
		return false
	}
	return true
}

// setsOnClass reports whether the file of a dataset's class sets attributes on the class itself: Docs.part = "test".
func setsOnClass(dataset *run.Object) bool {
	class, ok := dataset.Class.(*run.Class)
	if !ok {
		return false
	}
	for _, m := range []*python.Module{class.Unit.Module, dataset.Made.Unit.Module} {
		for n := range python.AllIn(m.Body) {
			assign, isAssign := n.(*python.Assign)
			if !isAssign {
				continue
			}
			if a, ok := firstTarget(assign).(*python.Attribute); ok && isName(a.Value, class.Name()) {
				return true
			}
		}
	}
	return false
}

// sameText reports whether two arguments are written alike, so that what nobody knows is one thing in both.
func sameText(x, y run.Argument) bool {
	return x.Node != nil && y.Node != nil && python.PathText(x.Node) != "" &&
		python.PathText(x.Node) == python.PathText(y.Node)
}

// chosenBy are the arguments of a dataset that say which samples it reads.
func (e *Entry) chosenBy(c *run.Call) []run.Argument {
	position := knowledge.TransformPosition(symbolOf(c))
	var list []run.Argument
	for i, a := range c.Args {
		o, made := run.Bare(a.Value).(*run.Object)
		if a.Name == "" && i == position || knowledge.SaysNothingOfSamples(a.Name) || made && o.Made != nil &&
			knowledge.MakesTransform(symbolOf(o.Made)) {
			continue
		}
		list = append(list, a)
	}
	return list
}

// changes reports whether the program does something with a dataset behind its constructor that may choose other
// samples: dataset.set_split("val"), dataset.indices = held_out.
func (e *Entry) changes(o *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ofMember := c.Callee.(*run.Member)
		return (ofMember && m.Object == run.Value(o) || selfOf(c) == run.Value(o)) && !under(c, o.Made) && c.Node != nil &&
			c.Node.MethodName() != "" && !strings.HasPrefix(c.Node.MethodName(), "__")
	}) || slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind == run.StoreAttribute && s.Target == o && !under(s.Caller, o.Made)
	})
}

// under reports whether a call is another one, or is made by it; a constructor is entered where its class is called.
func under(c, maker *run.Call) bool {
	for ; c != nil && maker != nil; c = c.Caller {
		if c == maker || c.At == maker.At && c.Seq >= maker.Seq {
			return true
		}
	}
	return false
}

// givenTwice are the trainers of transformers that evaluate on the very dataset that they train on.
func (e *Entry) givenTwice(seen map[python.Node]bool) (list []*MeasuredOnTraining) {
	for _, c := range e.Calls {
		if c.Node == nil || seen[c.At] || !knowledge.IsTrainer(symbolOf(c)) || !e.evaluatesWith(c) {
			continue
		}
		trained, _ := c.Passed("train_dataset", -1)
		held, _ := c.Passed("eval_dataset", -1)
		if trained == nil || held == nil || trained.Node == nil || held.Node == nil || run.IsNone(held.Value) ||
			!sameThing(trained.Value, held.Value) || !sameText(*trained, *held) {
			continue
		}
		seen[c.At] = true
		list = append(list, &MeasuredOnTraining{
			Held: c.Written(held), Name: "eval_dataset", Trained: c.Written(trained), ByTrainer: true,
		})
	}
	return list
}

// sameThing reports whether two values are one object, or one item of it.
func sameThing(a, b run.Value) bool {
	if run.Bare(a) == run.Bare(b) {
		return true
	}
	x, ok := run.Bare(a).(*run.Object)
	y, also := run.Bare(b).(*run.Object)
	return ok && also && x.Operator == "[]" && y.Operator == "[]" && run.Bare(x.Operands[0]) == run.Bare(y.Operands[0])
}

// evaluatesWith reports whether a trainer of transformers surely evaluates: its arguments ask for it, or the program.
func (e *Entry) evaluatesWith(trainer *run.Call) bool {
	args, _ := trainer.Argument("args", 1)
	if o, ok := run.Bare(args).(*run.Object); ok && o.Made != nil {
		for _, name := range []string{"eval_strategy", "evaluation_strategy"} {
			v, _ := o.Made.Argument(name, -1)
			if s, ok := run.Bare(v).(run.Str); ok && s != "no" {
				return true
			}
		}
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		return ok && m.Name == "evaluate" && m.Object == trainer.Result
	})
}
