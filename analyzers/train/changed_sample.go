package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// SampleChange says how a sample is other than before once a dataset has given it.
type SampleChange uint8

// The ways.
const (
	Computed SampleChange = iota // its numbers were computed on once more
	Overlaid                     // another random part of it was overwritten
	Grown                        // it has more items, or fewer
)

// ChangedSample is a statement by which a dataset changes what it holds itself whenever it is asked for a sample.
type ChangedSample struct {
	At run.Place
	// Held is the attribute that holds the samples.
	Held string
	How  SampleChange
	// Loader takes the samples, again in each epoch.
	Loader *Loader
}

// ChangedSamples lists those of the datasets that a training goes over again and again, as far as the change lasts:
// what a worker process changes is its own copy, and goes when the worker does, at the end of an epoch.
func (f *Facts) ChangedSamples() []*ChangedSample {
	var list []*ChangedSample
	seen := map[python.Node]bool{}
	asked := map[*run.Object]bool{}
	for _, e := range f.Entries() {
		for _, l := range e.Loaders() {
			if !l.comesAgain() || !l.keepsChanges() {
				continue
			}
			for _, v := range l.Datasets() {
				o, ok := v.(*run.Object)
				if !ok || o.Kind != run.Instance || asked[o] {
					continue
				}
				asked[o] = true
				for _, c := range f.changedBy(o) {
					if !seen[c.At.Node] {
						seen[c.At.Node] = true
						c.Loader = l
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// comesAgain reports whether a training surely takes the samples of a loader more than once.
func (l *Loader) comesAgain() bool {
	if l.Epochs() != nil {
		return true
	}
	_, again := l.Restart()
	return again || l.TrainedWith()
}

// keepsChanges reports whether what a dataset changes in itself is there in the next epoch: no worker has a copy of it,
// or not surely, or the workers stay. The index that it is asked for is one number.
func (l *Loader) keepsChanges() bool {
	for _, name := range []string{"batch_sampler", "sampler"} {
		v, open := l.Option(name)
		if o, ok := run.Bare(v).(*run.Object); open || ok && o.Made != nil && strings.Contains(calleeName(o.Made), "Batch") {
			return false
		}
	}
	switch count, _ := l.Workers(); count {
	case NoWorkers, PerhapsWorkers:
		return true
	case KnownWorkers, SomeWorkers:
		stay, open := l.Option("persistent_workers")
		return !open && run.Bare(stay) == run.Value(run.Bool(true))
	}
	return false
}

// changedBy lists the statements by which a dataset changes what it holds when it is asked for an item.
func (f *Facts) changedBy(dataset *run.Object) []*ChangedSample {
	class, ok := dataset.Class.(*run.Class)
	if !ok {
		return nil
	}
	get, ok := f.machine.ClassMember(class, "__getitem__").(*run.Function)
	if !ok || get.Node == nil || len(get.Node.Params) < 2 {
		return nil
	}
	a := &asking{
		index: get.Node.Params[1].Name, holders: map[*run.Object]string{}, items: map[*run.Object]string{},
		still: map[*run.Object]heldPart{},
	}
	names, values := f.machine.Named(dataset)
	for i, name := range names {
		a.noteHeld(f.machine, name, values[i], 0)
	}
	a.did = f.aside(get, dataset)
	return a.changes()
}

// noteHeld notes what stands under an attribute of the dataset before it is asked for anything.
func (a *asking) noteHeld(m *run.Machine, attribute string, v run.Value, depth int) {
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || depth > 1 {
			continue
		}
		if a.holders[o] == "" {
			a.holders[o] = attribute
		}
		if o.Kind != run.List && o.Kind != run.Dict {
			continue
		}
		for _, item := range m.Contents(o) {
			if o.Kind == run.Dict {
				a.noteHeld(m, attribute, item, depth+1)
				continue
			}
			for _, one := range run.Alternatives(item) {
				if part, ok := run.Bare(one).(*run.Object); ok && a.items[part] == "" {
					a.items[part] = attribute
				}
			}
		}
	}
}

// asking is one run of a dataset's __getitem__.
type asking struct {
	index   string                   // the parameter that says which sample
	holders map[*run.Object]string   // what stands under the attributes of the dataset, and in dictionaries there
	items   map[*run.Object]string   // what stands in lists there
	still   map[*run.Object]heldPart // what x is behind x /= 255
	did     run.Trace
}

func (a *asking) changes() []*ChangedSample {
	var list []*ChangedSample
	add := func(at run.Place, h heldPart, how SampleChange, gates []run.Literal, target python.Expr) {
		if at.Node != nil && !a.asksFirst(at.Node, gates, h, target) &&
			(a.gives(h) || h.kind == heldContainer && readBehind(at.Node)) {
			list = append(list, &ChangedSample{At: at, Held: h.attribute, How: how})
		}
	}
	for _, s := range a.did.Stores {
		at := run.Place{Unit: s.Unit, Node: s.Node}
		switch n := s.Node.(type) {
		case *python.AugAssign:
			if h, ok := a.augmented(s, n); ok && !startsAtSelf(n.Target) {
				add(at, h, Computed, s.Gates, n.Target)
				if o, ok := run.Bare(s.New).(*run.Object); ok {
					a.still[o] = h
				}
			}
		default:
			if s.Kind != run.StoreItem || s.Target == nil {
				continue
			}
			h, ok := a.part(s.Target, 0)
			target, isItem := s.Node.(*python.Subscript)
			if !ok || !isItem || startsAtSelf(target) {
				continue
			}
			switch {
			case a.isDrawn(s.Key) && h.kind != heldContainer && fillsIn(s.New):
				add(at, h, Overlaid, s.Gates, target)
			case a.computedFrom(s.New, s, h):
				add(at, h, Computed, s.Gates, target)
			}
		}
	}
	for _, c := range a.did.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || c.Node == nil || !knowledge.ChangesAgain(m.Name) {
			continue
		}
		h, ok := a.part(m.Object, 0)
		if ok && (h.kind == heldTensor || h.kind == heldAny) && a.changesAgain(m.Name, firstOf(c), m.Object, h) {
			add(c.Place(), h, Computed, c.Gates, c.Node.Receiver())
		}
	}
	for _, s := range slices.Concat(a.did.Stores, a.did.Altered) {
		if s.Kind != run.StoreAdded || s.Target == nil || s.Target.Kind != run.List || !a.growsOnly(s.Target) {
			continue
		}
		if h, ok := a.part(s.Target, 0); ok && !asksLength(s.Node) {
			add(run.Place{Unit: s.Unit, Node: s.Node}, h, Grown, s.Gates, nil)
		}
	}
	slices.SortFunc(list, func(x, y *ChangedSample) int { return x.At.Node.Span().Start - y.At.Node.Span().Start })
	return list
}

// growsOnly reports whether a list is only added to, or only taken from: what is put back, or filled anew, is as long
// as before.
func (a *asking) growsOnly(list *run.Object) bool {
	is := func(s *run.Store) bool { return s.Kind == run.StoreAdded && s.Target == list }
	return !(slices.ContainsFunc(a.did.Stores, is) && slices.ContainsFunc(a.did.Altered, is))
}

// asksLength reports whether the function around a change of a list asks how long the list is, as one that fills it up
// to a length does.
func asksLength(n python.Node) bool {
	fn, changed := python.EnclosingFunction(n), firstName(n)
	if fn == nil || changed == nil {
		return true
	}
	for part := range python.AllIn(fn.Body) {
		c, ok := part.(*python.Call)
		if ok && len(c.Args) == 1 && python.LastName(c.Func) == "len" && names(c.Args[0].Value, changed.ID) {
			return true
		}
	}
	return false
}

// firstName is the first variable that the statement of a node names: the one that it changes.
func firstName(n python.Node) *python.Name {
	for part := range python.All(python.EnclosingStmt(n)) {
		if name, ok := part.(*python.Name); ok {
			return name
		}
	}
	return nil
}

func firstOf(c *run.Call) run.Value {
	if len(c.Args) == 0 {
		return nil
	}
	return c.Args[0].Value
}

// augmented is the part of what the dataset holds whose numbers a statement like x /= 255 computes on once more.
func (a *asking) augmented(s *run.Store, n *python.AugAssign) (h heldPart, ok bool) {
	if n.Op == "@=" || n.Op == "&=" || n.Op == "|=" || n.Op == "%=" {
		return h, false
	}
	var whole run.Value
	if _, isName := n.Target.(*python.Name); isName {
		h, ok = a.part(s.Old, 0)
		ok = ok && (h.kind == heldTensor || h.kind == heldArray)
		whole = s.Old
	} else if s.Target != nil {
		h, ok = a.part(s.Target, 0)
		whole = s.Old
	}
	return h, ok && a.changesAgain(n.Op, s.Added, whole, h)
}

// changesAgain reports whether an operation in place gives other numbers each time that it is made on its own result:
// what is shifted by its own mean has none the next time.
func (a *asking) changesAgain(operation string, by, changed run.Value, h heldPart) bool {
	if by == nil { // x.sqrt_()
		return true
	}
	times := strings.HasPrefix(operation, "*") || strings.HasPrefix(operation, "mul")
	for _, one := range run.Alternatives(by) {
		if n, known := run.Number(run.Bare(one)); known {
			neutral := 0.0
			if times || strings.HasPrefix(operation, "/") || strings.HasPrefix(operation, "div") ||
				strings.HasPrefix(operation, "**") || strings.HasPrefix(operation, "pow") {
				neutral = 1
			}
			if n == neutral || times && n == 0 {
				return false
			}
			continue
		}
		o, ok := run.Bare(one).(*run.Object)
		if !ok || times && (isMaskLike(o) && !a.isDrawn(o)) {
			return false
		}
		if !h.overlaps && !a.isDrawn(o) && a.ofItself(o, h, changed) {
			return false
		}
	}
	return true
}

// isMaskLike reports whether something is called a mask, or compares: what is multiplied by zeros and ones twice stays.
func isMaskLike(o *run.Object) bool {
	if knowledge.NamesMask(o.Word) || knowledge.NamesMask(o.Named) ||
		knowledge.NamesMask(strings.TrimPrefix(o.Operator, ".")) || knowledge.Decides(o.Operator) {
		return true
	}
	from := o.Operands
	if o.Made != nil {
		from = given(o.Made)
		if on := memberObject(o.Made); on != nil {
			from = append(from, on)
		}
	}
	return slices.ContainsFunc(from, func(v run.Value) bool {
		part, ok := run.Bare(v).(*run.Object)
		return ok && (knowledge.NamesMask(part.Word) || knowledge.NamesMask(part.Named) || knowledge.Decides(part.Operator))
	})
}

// ofItself reports whether a value is computed of the part that it changes otherwise than as another item of it:
// boxes[:, 2] -= boxes[:, 0] is another width each time, x -= x.mean() is not.
func (a *asking) ofItself(o *run.Object, h heldPart, changed run.Value) bool {
	if o.Operator == "[]" && len(o.Operands) == 2 && run.Value(o) != run.Bare(changed) {
		base, ok := run.Bare(o.Operands[0]).(*run.Object)
		if ok && base == h.whole && plainIndex(o.Operands[1]) {
			return false
		}
	}
	return behind(o, func(o *run.Object) bool { return o == h.whole }) ||
		behind(o, func(o *run.Object) bool {
			return o.Made != nil && knowledge.Reduces(calleeName(o.Made)) && a.reads(o, h)
		})
}

// reads reports whether a call is given the same sample in another way: self.images[i].max()
func (a *asking) reads(o *run.Object, h heldPart) bool {
	return behind(o, func(o *run.Object) bool {
		base, ok := run.Value(nil), false
		if o.Operator == "[]" && len(o.Operands) > 0 {
			base, ok = o.Operands[0], true
		}
		held, isObject := run.Bare(base).(*run.Object)
		return ok && isObject && a.holder(held, 0) == h.attribute
	})
}

// computedFrom reports whether what is stored in a part is computed by an operator of what stands there, and is no
// number of its own: boxes[:, 2] = boxes[:, 2] - boxes[:, 0].
func (a *asking) computedFrom(v run.Value, s *run.Store, h heldPart) bool {
	of := false
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || len(o.Operands) != 2 || !slices.Contains([]string{"+", "-", "*", "/"}, o.Operator) {
			return false
		}
		old, ok := run.Bare(o.Operands[0]).(*run.Object)
		if !ok || !a.changesAgain(o.Operator, o.Operands[1], old, h) {
			return false
		}
		of = of || slices.Contains(run.Alternatives(s.Old), run.Value(old)) ||
			old.Operator == "[]" && len(old.Operands) == 2 && run.Bare(old.Operands[0]) == run.Value(s.Target) &&
				samePart(old.Operands[1], s.Key)
	}
	return of
}

// samePart reports whether two keys take out the same part.
func samePart(x, y run.Value) bool {
	x, y = run.Bare(x), run.Bare(y)
	if same, known := run.Equal(x, y); known {
		return same
	}
	switch x := x.(type) {
	case *run.Tuple:
		y, ok := y.(*run.Tuple)
		return ok && len(x.Items) == len(y.Items) && !slices.ContainsFunc(x.Items, func(v run.Value) bool {
			return !samePart(v, y.Items[slices.Index(x.Items, v)])
		})
	case *run.Slice:
		y, ok := y.(*run.Slice)
		return ok && sameBound(x.Lower, y.Lower) && sameBound(x.Upper, y.Upper) && sameBound(x.Step, y.Step)
	}
	return x == y
}

func sameBound(x, y run.Value) bool {
	if x == nil || y == nil {
		return (x == nil || run.IsNone(x)) && (y == nil || run.IsNone(y))
	}
	return samePart(x, y)
}

// isDrawn reports whether a value comes of a draw of this call of __getitem__.
func (a *asking) isDrawn(v run.Value) bool {
	return behind(v, func(o *run.Object) bool {
		return o.Made != nil && knowledge.DrawsAtRandom(symbolOf(o.Made)) && slices.Contains(a.did.Calls, o.Made)
	})
}

// fillsIn reports whether a value is one for all places that it is put in, and says nothing of what was there.
func fillsIn(v run.Value) bool {
	_, known := run.Number(run.Bare(v))
	if o, ok := run.Bare(v).(*run.Object); ok {
		return strings.HasPrefix(o.Operator, ".") || o.Kind == run.Unknown && o.Operator == ""
	}
	return known
}

// asksFirst reports whether a change stands behind a test of what is changed, if image.max() > 1, or of what the
// dataset notes: it may not happen twice.
func (a *asking) asksFirst(at python.Node, gates []run.Literal, h heldPart, target python.Expr) bool {
	root := (*python.Name)(nil)
	if target != nil {
		root = python.Root(target)
	}
	for _, g := range gates {
		if g.Condition.Object != nil && behind(g.Condition.Object, func(o *run.Object) bool {
			return o == h.whole && !shapeOnly(g.Condition.Object)
		}) {
			return true
		}
		if g.Condition.Test.Node != nil && asksOf(g.Condition.Test.Node, root) {
			return true
		}
	}
	return slices.ContainsFunc(python.GatesOf(at), func(g python.Gate) bool { return asksOf(g.Test, root) })
}

// asksOf reports whether a test asks for more than the shape of a variable, or looks something up.
func asksOf(test python.Node, root *python.Name) bool {
	for n := range python.All(test) {
		switch n := n.(type) {
		case *python.Name:
			if root != nil && n.ID == root.ID && !asksShape(n) {
				return true
			}
		case *python.Subscript:
			return true
		case *python.Compare:
			if len(n.Ops) == 1 && (n.Ops[0] == "in" || n.Ops[0] == "not in") {
				return true
			}
		}
	}
	return false
}

// shapeOnly reports whether a value tells of the shape of something: image.ndim.
func shapeOnly(o *run.Object) bool {
	return o.Operator == ".ndim" || o.Operator == ".shape" || o.Made != nil && calleeName(o.Made) == "len"
}

// asksShape reports whether a test asks for the class or the shape of a name alone.
func asksShape(n *python.Name) bool {
	switch up := n.Parent().(type) {
	case *python.Attribute:
		return up.Attr == "shape" || up.Attr == "ndim"
	case *python.Arg:
		call, ok := up.Parent().(*python.Call)
		return ok && (python.LastName(call.Func) == "isinstance" || python.LastName(call.Func) == "len")
	}
	return false
}

// gives reports whether what __getitem__ returns comes of the part that is changed.
func (a *asking) gives(h heldPart) bool {
	return slices.ContainsFunc(a.did.Returns, func(r *run.Return) bool {
		return r.Caller != nil && r.Caller.Entry && behind(r.Value, func(o *run.Object) bool { return o == h.whole })
	})
}

// readBehind reports whether the function of a statement that changes a variable's items reads the variable behind it.
func readBehind(n python.Node) bool {
	fn, changed := python.EnclosingFunction(n), firstName(n)
	if fn == nil || changed == nil {
		return false
	}
	for part := range python.AllIn(fn.Body) {
		name, ok := part.(*python.Name)
		if ok && name.ID == changed.ID && name.Span().Start > python.EnclosingStmt(n).Span().End && !python.IsTarget(name) {
			return true
		}
	}
	return false
}

// startsAtSelf reports whether what is written to is named as a part of the dataset, self.counts[i] += 1: it is meant
// to last.
func startsAtSelf(e python.Expr) bool {
	fn, root := python.EnclosingFunction(e), python.Root(e)
	return fn != nil && root != nil && isSelf(fn, root)
}

// behind reports whether a value is, holds or was computed from something of a kind.
func behind(v run.Value, is func(*run.Object) bool) bool {
	seen := map[*run.Object]bool{}
	var from func(v run.Value) bool
	any := func(list []run.Value) bool { return slices.ContainsFunc(list, from) }
	from = func(v run.Value) bool {
		if c, ok := v.(*run.Choice); ok { // what a comparison gives is true or false
			for _, way := range c.Alternatives {
				for _, l := range way.When {
					if o := l.Condition.Object; o != nil && any([]run.Value{o, l.Condition.Operand}) {
						return true
					}
				}
			}
		}
		for _, one := range run.Alternatives(v) {
			switch o := run.Bare(one).(type) {
			case *run.Tuple:
				if any(o.Items) {
					return true
				}
			case *run.Slice:
				if any([]run.Value{o.Lower, o.Upper, o.Step}) {
					return true
				}
			case *run.Object:
				if seen[o] || len(seen) > maxMakings {
					continue
				}
				seen[o] = true
				if is(o) || any(o.Operands) {
					return true
				}
				if o.Made != nil && (any(given(o.Made)) || any([]run.Value{memberObject(o.Made)})) {
					return true
				}
			}
		}
		return false
	}
	return from(v)
}
