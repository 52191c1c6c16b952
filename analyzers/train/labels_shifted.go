package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// ShiftedLabels are labels that are the inputs moved by one, given to a language model that moves them by one itself.
type ShiftedLabels struct {
	// Call is that of the model, Labels what it is given, as written.
	Call   *run.Call
	Labels python.Expr
	// Model is the class.
	Model string
}

// LabelsShiftedTwice lists such calls.
func (f *Facts) LabelsShiftedTwice() []*ShiftedLabels {
	var list []*ShiftedLabels
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		cuts := &cutsOfSequences{e: e, samples: map[*run.Object]run.Value{}}
		for _, c := range e.Calls {
			net, ok := c.Callee.(*run.Object)
			if !ok || c.Node == nil || seen[c.Node] {
				continue
			}
			class, _ := base(net).Class.(run.Symbol)
			if !knowledge.ShiftsLabels(string(class)) || keepsLabels(base(net)) {
				continue
			}
			labels, open := c.Argument("labels", -1)
			inputs, hidden := c.Argument("input_ids", 0)
			if open || hidden || labels == nil || inputs == nil {
				continue
			}
			moved, input := cuts.of(labels, maxReshaped), cuts.of(inputs, maxReshaped)
			passed, _ := c.Passed("labels", -1)
			if moved == nil || input == nil || passed == nil || passed.Node == nil || !moved.behind(input) {
				continue
			}
			seen[c.Node] = true
			list = append(list, &ShiftedLabels{Call: c, Labels: passed.Node, Model: run.LastPart(string(class))})
		}
	}
	return list
}

// keepsLabels reports whether a model is made of a checkpoint whose name is that of a family that does not move its
// labels.
func keepsLabels(net *run.Object) bool {
	if net.Made == nil || len(net.Made.Args) == 0 {
		return false
	}
	name, ok := run.Bare(net.Made.Args[0].Value).(run.Str)
	return ok && knowledge.KeepsLabels(string(name))
}

// cut is the part of a sequence between two places; nil for its ends.
type cut struct {
	whole        run.Value
	lower, upper run.Value
}

// behind reports whether a part begins one place behind another of the same sequence, and is not the longer one.
func (c *cut) behind(other *cut) bool {
	if c.whole != other.whole {
		return false
	}
	if run.IsNone(other.lower) || other.lower == run.Value(run.Int(0)) {
		return c.lower == run.Value(run.Int(1)) && run.IsNone(c.upper) && other.upper == run.Value(run.Int(-1))
	}
	sum, ok := c.lower.(*run.Object)
	return ok && sum.Operator == "+" && len(sum.Operands) == 2 && sum.Operands[0] == other.lower &&
		sum.Operands[1] == run.Value(run.Int(1)) && !run.IsNone(c.upper) && !run.IsNone(other.upper)
}

// cutsOfSequences follows tensors to the part of a sequence that they are, through the dataset of a loader too.
type cutsOfSequences struct {
	e       *Entry
	samples map[*run.Object]run.Value
}

func (s *cutsOfSequences) of(v run.Value, depth int) *cut {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth == 0 {
		return nil
	}
	if o.Made != nil {
		switch callee := o.Made.Callee.(type) {
		case *run.Member:
			if knowledge.OnlyMoves(callee.Name) {
				return s.of(callee.Object, depth-1)
			}
		case run.Symbol:
			if knowledge.OnlyMoves(string(callee)) && len(o.Made.Args) > 0 && o.Made.Args[0].Star == 0 {
				return s.of(o.Made.Args[0].Value, depth-1)
			}
		}
		return nil
	}
	if o.Operator != "[]" || len(o.Operands) != 2 {
		return nil
	}
	key := run.Bare(o.Operands[1])
	if t, ok := key.(*run.Tuple); ok && len(t.Items) == 2 {
		if all, ok := t.Items[0].(*run.Slice); !ok || !all.All() {
			return nil
		}
		key = run.Bare(t.Items[1])
	}
	if part, ok := key.(*run.Slice); ok {
		if !run.IsNone(part.Step) {
			return nil
		}
		return &cut{run.Bare(o.Operands[0]), run.Bare(part.Lower), run.Bare(part.Upper)}
	}
	return s.of(s.inSample(o.Operands[0], key), depth-1)
}

// inSample is what a dataset's sample has where a batch of its loader is asked.
func (s *cutsOfSequences) inSample(batch, key run.Value) run.Value {
	o, ok := run.Bare(batch).(*run.Object)
	if !ok || o.Operator != run.Iterating || len(o.Operands) == 0 {
		return nil
	}
	machine := s.e.Facts.machine
	switch sample := s.sample(o).(type) {
	case *run.Tuple:
		if i, ok := key.(run.Int); ok && int(i) >= 0 && int(i) < len(sample.Items) {
			return sample.Items[i]
		}
	case *run.Object:
		if name, ok := key.(run.Str); ok && sample.Kind == run.Dict {
			return machine.Item(sample, string(name))
		}
	}
	return nil
}

// sample is what the dataset gives that a loader puts together to batches as torch does.
func (s *cutsOfSequences) sample(batch *run.Object) run.Value {
	if v, known := s.samples[batch]; known {
		return v
	}
	s.samples[batch] = nil
	loader, ok := unwrap(batch.Operands[0]).(*run.Object)
	if !ok || loader.Made == nil {
		return nil
	}
	for _, l := range s.e.Loaders() {
		if l.Call != loader.Made {
			continue
		}
		sets := l.Datasets()
		collate, open := l.Option("collate_fn")
		if open || collate != nil && !run.IsNone(collate) || len(sets) != 1 {
			return nil
		}
		set, ok := sets[0].(*run.Object)
		if !ok || set.Kind != run.Instance {
			return nil
		}
		class, ok := set.Class.(*run.Class)
		if !ok {
			return nil
		}
		get, ok := s.e.Facts.machine.ClassMember(class, "__getitem__").(*run.Function)
		if !ok {
			return nil
		}
		s.samples[batch] = run.Bare(s.e.Facts.machine.Enter(get, set))
	}
	return s.samples[batch]
}
