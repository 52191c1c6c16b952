package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// maxAlike bounds how deep a model is looked into that is made anew.
const maxAlike = 6

// alike reports whether two objects are one part of a model in two laps of a loop, made anew in the same way and
// changed by nothing: nn.Sequential(encoder, head) of each fold, dict(depth=4) that is written in a call. since are the
// moments from which on what they are made of must not change.
func (w *owning) alike(a, b run.Value, sinceA, sinceB, depth int) bool {
	if depth == 0 {
		return false
	}
	if x, ok := run.Bare(a).(*run.Tuple); ok {
		y, both := run.Bare(b).(*run.Tuple)
		return both && w.eachAlike(x.Items, y.Items, sinceA, sinceB, depth-1)
	}
	one, isObject := run.Bare(a).(*run.Object)
	other, both := run.Bare(b).(*run.Object)
	if !isObject || !both || one.Kind != other.Kind {
		return false
	}
	if one.Kind == run.List || one.Kind == run.Dict || one.Kind == run.Set {
		keysA, valuesA, known := w.heldThen(one, sinceA)
		keysB, valuesB, both := w.heldThen(other, sinceB)
		return known && both && w.eachAlike(keysA, keysB, sinceA, sinceB, depth-1) &&
			w.eachAlike(valuesA, valuesB, sinceA, sinceB, depth-1)
	}
	// encoder.channels of each
	if one.Operator != "" && one.Operator == other.Operator && len(one.Operands) == len(other.Operands) {
		return w.eachAlike(one.Operands, other.Operands, sinceA, sinceB, depth-1)
	}
	if !isOwn(one) || w.changedLater(one) || w.changedLater(other) {
		return false
	}
	x, y := one.Made, other.Made
	if x == nil || y == nil || x.Node == nil || x.Node != y.Node || len(x.Laps) == 0 || len(y.Laps) == 0 ||
		len(x.Args) != len(y.Args) {
		return false
	}
	for i := range x.Args {
		if x.Args[i].Name != y.Args[i].Name || !w.sameOrAlike(x.Args[i].Value, y.Args[i].Value, x.Seq, y.Seq, depth-1) {
			return false
		}
	}
	return true
}

// eachAlike reports whether two rows of values hold the same, or what is made anew in the same way.
func (w *owning) eachAlike(a, b []run.Value, sinceA, sinceB, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !w.sameOrAlike(a[i], b[i], sinceA, sinceB, depth) {
			return false
		}
	}
	return true
}

// heldThen is what a container held at a moment; known is false where not all of it is known.
func (w *owning) heldThen(o *run.Object, then int) (keys, values []run.Value, known bool) {
	var later []*run.Store
	for _, s := range w.m.Trace.Stores {
		if s.Target == o && s.Seq > then {
			later = append(later, s)
		}
	}
	if o.Kind != run.Dict {
		values, exact := w.m.Elements(o)
		return nil, values, exact && len(later) == 0 && len(values) <= maxGivenItems
	}
	keys, values, exact := w.m.Entries(o)
	if !exact || len(keys) > maxGivenItems {
		return nil, nil, false
	}
	keys, values = heldBefore(later, keys, values)
	return keys, values, keys != nil
}

func (w *owning) sameOrAlike(a, b run.Value, sinceA, sinceB, depth int) bool {
	return w.sameArgument(a, b, sinceA) || w.alike(a, b, sinceA, sinceB, depth)
}

// changedLater reports whether something of an object is set after it is made.
func (w *owning) changedLater(o *run.Object) bool {
	return slices.ContainsFunc(
		w.m.Trace.Stores,
		func(s *run.Store) bool { return s.Target == o && !w.constructs(o, s.Caller) },
	)
}
