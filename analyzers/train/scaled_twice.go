package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// ScaledTwice is a division of pictures by what the largest byte is, although they are from 0 to 1 already.
type ScaledTwice struct {
	At run.Place
	By float64
	// Scaled is the transform that has brought them there.
	Scaled *run.Call
}

// ScaledTwice lists those of the file's programs, in loops over batches, in networks and in datasets.
func (f *Facts) ScaledTwice() []*ScaledTwice {
	var list []*ScaledTwice
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		s := &scaling{entry: e, scaled: map[*run.Object]*run.Call{}, asked: map[*run.Object]bool{}}
		add := func(v run.Value) {
			for _, found := range s.dividedIn(v) {
				if !seen[found.At.Node] {
					seen[found.At.Node] = true
					list = append(list, found)
				}
			}
		}
		for _, c := range e.Calls {
			if _, isModule := c.Callee.(*run.Object); isModule && len(c.Laps) > 0 {
				for _, v := range given(c) {
					add(v)
				}
			}
		}
		for _, l := range e.Loaders() {
			for _, v := range l.Datasets() {
				o, ok := run.Bare(v).(*run.Object)
				if !ok || !isOwnDataset(o) || s.asked[o] {
					continue
				}
				s.asked[o] = true
				for _, r := range s.itemsOf(o) {
					add(r)
				}
			}
		}
	}
	return list
}

// scaling finds out what is from 0 to 1 in the run of an entry.
type scaling struct {
	entry  *Entry
	scaled map[*run.Object]*run.Call // of datasets, what brings their pictures there; nil for none
	asked  map[*run.Object]bool      // datasets of which it was looked at what they compute
	seen   int
}

// maxScaled bounds how many values are looked at for one.
const maxScaled = 40

// dividedIn lists the divisions behind a value.
func (s *scaling) dividedIn(v run.Value) []*ScaledTwice {
	var list []*ScaledTwice
	s.seen = 0
	behind(v, func(o *run.Object) bool {
		s.seen++
		if o.Operator == "/" && len(o.Operands) == 2 && o.At.Node != nil {
			by, known := run.Number(run.Bare(o.Operands[1]))
			if known && knowledge.FullScale(by) && s.sure(o) {
				if scaled := s.by(o.Operands[0], maxParts); scaled != nil {
					list = append(list, &ScaledTwice{o.At, by, scaled})
				}
			}
		}
		return s.seen > maxScaled
	})
	return list
}

// sure reports whether a division is written with the number, hangs on nothing, and nothing multiplies pictures in
// place: x / 255 if x.max() > 1 else x divides none that ToTensor gave.
func (s *scaling) sure(division *run.Object) bool {
	var by python.Expr
	switch n := division.At.Node.(type) {
	case *python.Binary:
		by = n.Right
	case *python.AugAssign:
		by = n.Value
	}
	if by == nil || len(python.GatesOf(division.At.Node)) > 0 {
		return false
	}
	if _, written := by.(*python.Number); !written {
		return false
	}
	return !slices.ContainsFunc(s.entry.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		return ok && m.Name == "mul_"
	})
}

// by is the transform that has surely brought a value to 0 to 1; nil for none.
func (s *scaling) by(v run.Value, depth int) *run.Call {
	var agreed *run.Call
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || depth == 0 {
			return nil
		}
		scaled := s.object(o, depth)
		if scaled == nil {
			return nil
		}
		agreed = scaled
	}
	return agreed
}

func (s *scaling) object(o *run.Object, depth int) *run.Call {
	if o.Operator == "[]" && len(o.Operands) == 2 && run.Bare(o.Operands[1]) == run.Value(run.Int(0)) {
		for _, loader := range loadersBehind(o.Operands[0], batchSource) { // the pictures of a batch
			return s.ofLoader(loader)
		}
	}
	if o.Made == nil {
		return nil
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		if knowledge.KeepsValues(callee.Name) {
			return s.by(callee.Object, depth-1)
		}
	case *run.Object:
		if callee.Made != nil && knowledge.IsTransform(symbolOf(callee.Made)) && len(o.Made.Args) == 1 &&
			isPIL(o.Made.Args[0].Value) {
			return s.transforms(callee)
		}
	}
	return nil
}

// isPIL reports whether a value is a PIL picture that was opened.
func isPIL(v run.Value) bool {
	for range maxParts {
		o, ok := run.Bare(v).(*run.Object)
		if !ok || o.Made == nil {
			return false
		}
		if knowledge.ReadsPIL(symbolOf(o.Made)) {
			return true
		}
		m, ok := o.Made.Callee.(*run.Member)
		if !ok || !knowledge.KeepsPIL(m.Name) {
			return false
		}
		v = m.Object
	}
	return false
}

// transforms is the transform of several, or of one, that brings a PIL picture to 0 to 1, where the last of them leaves
// it there.
func (s *scaling) transforms(t *run.Object) *run.Call {
	o := &inOrder{machine: s.entry.Facts.machine, picture: knowledge.PILPicture}
	o.step(t.Made, 0)
	if o.normalized != nil {
		return nil // another fault, or none
	}
	return o.scaled
}

// ofLoader is the transform by which the pictures of a loader's batches are from 0 to 1.
func (s *scaling) ofLoader(loader *run.Object) *run.Call {
	if made, known := s.scaled[loader]; known {
		return made
	}
	s.scaled[loader] = nil
	if v, open := library.LoaderArgument(s.entry.Facts.machine, loader, "collate_fn"); open || v != nil && !run.IsNone(v) {
		return nil
	}
	dataset, _ := library.LoaderArgument(s.entry.Facts.machine, loader, "dataset")
	var agreed *run.Call
	for _, v := range run.Alternatives(dataset) {
		read, _ := s.entry.readBy(v, 0)
		if read == nil {
			return nil
		}
		scaled := s.ofDataset(read)
		if scaled == nil {
			return nil
		}
		agreed = scaled
	}
	s.scaled[loader] = agreed
	return agreed
}

// ofDataset is the transform by which the pictures of a dataset are from 0 to 1.
func (s *scaling) ofDataset(read *run.Call) *run.Call {
	if o, ok := run.Bare(read.Result).(*run.Object); ok && isOwnDataset(o) {
		for _, item := range s.itemsOf(o) {
			if t, ok := run.Bare(item).(*run.Tuple); ok && len(t.Items) > 0 {
				return s.by(t.Items[0], maxParts)
			}
		}
		return nil
	}
	if !knowledge.GivesPIL(symbolOf(read)) || s.entry.exchangesTransforms() {
		return nil
	}
	if loader, open := read.Argument("loader", -1); open || loader != nil {
		return nil
	}
	transform, _ := read.Argument("transform", knowledge.TransformPosition(symbolOf(read)))
	t, ok := run.Bare(transform).(*run.Object)
	if !ok || t.Made == nil || !knowledge.IsTransform(symbolOf(t.Made)) {
		return nil
	}
	return s.transforms(t)
}

// itemsOf are what the __getitem__ of a dataset of the project's gives.
func (s *scaling) itemsOf(dataset *run.Object) []run.Value {
	machine := s.entry.Facts.machine
	class, ok := dataset.Class.(*run.Class)
	if !ok {
		return nil
	}
	get, ok := machine.ClassMember(class, "__getitem__").(*run.Function)
	if !ok || get.Node == nil {
		return nil
	}
	var list []run.Value
	for _, r := range s.entry.Facts.aside(get, dataset).Returns {
		if r.Caller != nil && r.Caller.Entry {
			list = append(list, r.Value)
		}
	}
	if len(list) > 1 && slices.ContainsFunc(list[1:], func(v run.Value) bool { return v != list[0] }) {
		return nil
	}
	return list
}
