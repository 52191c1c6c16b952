package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// maxAlike bounds how deep a model is looked into that is made anew.
const maxAlike = 6

// alike reports whether two objects are one part of a model in two laps of a loop, made anew in the same way and
// changed by nothing: nn.Sequential(encoder, head) of each fold. since are the moments from which on what they are made
// of must not change.
func (w *owning) alike(a, b run.Value, sinceA, sinceB, depth int) bool {
	one, isObject := run.Bare(a).(*run.Object)
	other, both := run.Bare(b).(*run.Object)
	if !isObject || !both || depth == 0 || one.Kind != other.Kind {
		return false
	}
	// encoder.channels of each
	if one.Operator != "" && one.Operator == other.Operator && len(one.Operands) == len(other.Operands) {
		for i := range one.Operands {
			if !w.sameOrAlike(one.Operands[i], other.Operands[i], sinceA, sinceB, depth-1) {
				return false
			}
		}
		return true
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
