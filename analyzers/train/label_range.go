package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LabelsBeyond is a loss that is given numbers for fewer classes than its labels are of.
type LabelsBeyond struct {
	Loss *LossCall
	// Classes is how many numbers a sample has, by what Layer says.
	Classes int64
	Layer   *run.Call
	// Labels is how many labels the dataset has that Dataset makes.
	Labels  int64
	Dataset *run.Call
}

// DatasetName is the class of the dataset.
func (b *LabelsBeyond) DatasetName() string { return run.LastPart(symbolOf(b.Dataset)) }

// LabelsBeyond lists the losses of a training whose labels surely go beyond the classes of the network.
func (f *Facts) LabelsBeyond() []*LabelsBeyond {
	var list []*LabelsBeyond
	for _, e := range f.Entries() {
		for _, l := range e.LossCalls() {
			if l.Loss != knowledge.CrossEntropy && l.Loss != knowledge.NegativeLogLikelihood ||
				slices.ContainsFunc(list, func(b *LabelsBeyond) bool { return b.Loss.Call.Node == l.Call.Node }) {
				continue
			}
			target, _ := l.Call.Argument("target", 1)
			if e.skipsLabels(l) || e.changesInPlace(target) {
				continue
			}
			labels, dataset := e.labels(target)
			if labels == 0 {
				continue
			}
			classes, layer := e.classes(l.Input, maxReshaped)
			if layer != nil && classes < labels {
				list = append(list, &LabelsBeyond{l, classes, layer, labels, dataset})
			}
		}
	}
	trained := func(b *LabelsBeyond) bool {
		return slices.ContainsFunc(list, func(o *LabelsBeyond) bool {
			return o.Layer.Node == b.Layer.Node && !o.Loss.OnlyMeasured()
		})
	}
	return slices.DeleteFunc(slices.Clone(list), func(b *LabelsBeyond) bool { return b.Loss.OnlyMeasured() && trained(b) })
}

// skipsLabels reports whether a loss leaves a label out that is not the usual one.
func (e *Entry) skipsLabels(l *LossCall) bool {
	skipped, open := l.Call.Passed("ignore_index", -1)
	if criterion, ok := l.Call.Callee.(*run.Object); ok && criterion.Made != nil {
		said, unsure := criterion.Made.Passed("ignore_index", -1)
		open = open || unsure || said != nil
	}
	return open || skipped != nil
}

// changesInPlace reports whether the program changes labels, or what they are taken from, where they are:
// labels[labels > 3] = 0, labels.clamp_(max=1).
func (e *Entry) changesInPlace(labels run.Value) bool {
	is := func(v run.Value) bool {
		o, ok := run.Bare(v).(*run.Object)
		return ok && behind(labels, func(from *run.Object) bool { return from == o })
	}
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind == run.StoreItem && s.Target != nil && s.Target.Kind != run.List &&
			s.Target.Kind != run.Dict && is(s.Target)
	}) || slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		return ok && strings.HasSuffix(m.Name, "_") && !strings.HasPrefix(m.Name, "_") && is(m.Object)
	})
}

// labels is how many labels the dataset has out of which a target comes as it is; 0 where that is not known.
func (e *Entry) labels(target run.Value) (n int64, dataset *run.Call) {
	for _, loader := range loadersBehind(target, labelSource) {
		given, _ := library.LoaderArgument(e.Facts.machine, loader, "dataset")
		if e.picksOrMixes(loader) {
			return 0, nil
		}
		for _, v := range run.Alternatives(given) {
			read, split := e.readBy(v, 0)
			if read == nil || split != nil && symbolOf(split) != "torch.utils.data.random_split" || e.relabels(read) {
				return 0, nil
			}
			of := labelsOf(read)
			if of == 0 || n != 0 && of != n {
				return 0, nil
			}
			n, dataset = of, read
		}
	}
	return n, dataset
}

// picksOrMixes reports whether a loader may leave samples out, or give other labels than the dataset.
func (e *Entry) picksOrMixes(loader *run.Object) bool {
	return slices.ContainsFunc([]string{"sampler", "batch_sampler", "collate_fn"}, func(name string) bool {
		v, open := library.LoaderArgument(e.Facts.machine, loader, name)
		if open {
			return true
		}
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			o, ok := run.Bare(one).(*run.Object)
			return !run.IsNone(one) && !(ok && o.Class == run.Value(distributedSampler))
		})
	})
}

// labelSource is what labels are taken from, as they are: the second item of a batch.
func labelSource(o *run.Object) []run.Value {
	if o.Operator == "[]" {
		key, ok := run.Bare(o.Operands[len(o.Operands)-1]).(run.Int)
		if !ok || key == 0 { // the pictures, or some labels alone
			return nil
		}
	}
	if list := batchSource(o); list != nil {
		return list
	}
	if o.Made == nil {
		return nil
	}
	if m, ok := o.Made.Callee.(*run.Member); ok && knowledge.IsHandedOn(m.Name) {
		return []run.Value{m.Object}
	}
	return nil
}

// labelsOf is how many labels a dataset of torchvision has that a call makes.
func labelsOf(read *run.Call) int64 {
	word := func(name string, position int) string {
		v, _ := read.Argument(name, position)
		s, _ := run.Bare(v).(run.Str)
		return string(s)
	}
	path := symbolOf(read)
	if v, open := read.Argument("target_types", -1); (open || v != nil) && word("target_types", -1) == "" {
		return 0
	}
	return knowledge.LabelsOf(path, word("split", 1), word("target_types", -1))
}

// relabels reports whether something may give a dataset's samples other labels than the files say.
func (e *Entry) relabels(dataset *run.Call) bool {
	given, open := dataset.Argument("target_transform", -1)
	if open || given != nil && !run.IsNone(given) || len(dataset.Args) > 3 && dataset.Args[3].Name == "" {
		return true
	}
	if o, ok := run.Bare(dataset.Result).(*run.Object); ok && slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.Node != nil && e.givenUnseen(c, o)
	}) {
		return true
	}
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Target != nil && isPartOf(s.Target, dataset.Result)
	})
}

// isPartOf reports whether an object is another one, or was taken out of it.
func isPartOf(o *run.Object, of run.Value) bool {
	for range maxParts {
		if run.Value(o) == run.Bare(of) {
			return true
		}
		if len(o.Operands) == 0 {
			return false
		}
		from, ok := run.Bare(o.Operands[0]).(*run.Object)
		if !ok {
			return false
		}
		o = from
	}
	return false
}

// classes is how many numbers a network gives for each sample, and the layer that says so; nil where that is not known,
// or hangs on something.
func (e *Entry) classes(v run.Value, depth int) (n int64, layer *run.Call) {
	for i, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || o.Made == nil || depth == 0 {
			return 0, nil
		}
		of, by := e.classesOf(o.Made, depth)
		if by == nil || i > 0 && of != n {
			return 0, nil
		}
		n, layer = of, by
	}
	return n, layer
}

// classesOf is classes for what a call gives.
func (e *Entry) classesOf(c *run.Call, depth int) (int64, *run.Call) {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		if knowledge.KeepsClasses(string(callee)) && len(c.Args) > 0 {
			return e.classes(c.Args[0].Value, depth-1)
		}
	case *run.Member:
		if knowledge.KeepsScores(callee.Name) {
			return e.classes(callee.Object, depth-1)
		}
	case *run.Object:
		return e.classesOfModule(callee, c, depth)
	}
	return 0, nil
}

// classesOfModule is how many numbers a module gives for each sample: one of torch's, or of torchvision's.
func (e *Entry) classesOfModule(module *run.Object, c *run.Call, depth int) (int64, *run.Call) {
	if module.Made == nil {
		return 0, nil
	}
	made := module.Made
	path := symbolOf(made)
	width := func(name string, position int) (int64, *run.Call) {
		v, open := made.Argument(name, position)
		n, ok := run.Bare(v).(run.Int)
		if open || !ok {
			return 0, nil
		}
		return int64(n), made
	}
	switch {
	case path == "torch.nn.Linear":
		return width("out_features", 1)
	case knowledge.KeepsClasses(path) && c != nil && len(c.Args) > 0:
		return e.classes(c.Args[0].Value, depth-1)
	case path == "torch.nn.Sequential" && len(made.Args) > 0:
		for i := len(made.Args) - 1; i >= 0; i-- {
			last, ok := run.Bare(made.Args[i].Value).(*run.Object)
			if !ok || made.Args[i].Star > 0 || last.Made == nil {
				return 0, nil
			}
			if !knowledge.KeepsClasses(symbolOf(last.Made)) {
				return e.classesOfModule(last, nil, depth-1)
			}
		}
	case knowledge.ClassifiesPictures(path):
		return e.classesOfKnown(module, width)
	}
	return 0, nil
}

// classesOfKnown is how many classes a network of torchvision's has, as it is made or with another last layer.
func (e *Entry) classesOfKnown(module *run.Object, width func(string, int) (int64, *run.Call)) (int64, *run.Call) {
	last := knowledge.ClassifierOf(symbolOf(module.Made))
	var head run.Value
	for _, s := range e.Stores {
		if s.Target == nil || !isPartOf(s.Target, module) || s.Name == "requires_grad" {
			continue
		}
		if s.Target != module || s.Name != last || len(s.Gates) > 0 {
			return 0, nil
		}
		head = s.New
	}
	if head == nil {
		return width("num_classes", -1)
	}
	o, ok := run.Bare(head).(*run.Object)
	if !ok {
		return 0, nil
	}
	return e.classesOfModule(o, nil, 1)
}
