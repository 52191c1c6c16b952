package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// copiesInto reports whether a store computes with tensors, total += loss, or copies one into another, stats[i] = loss:
// with gradients off nothing of it is recorded. A dictionary or a list keeps what it is given as it is.
func copiesInto(s *run.Store) bool {
	return s.Kind == run.StoreSummed ||
		s.Kind == run.StoreItem && s.Target != nil && s.Target.Kind != run.Dict && s.Target.Kind != run.List &&
			writesPart(s.Node)
}

// writesPart reports whether the target of an assignment is indexed as no dictionary is: by a slice, by several
// indices, or by one that is computed.
func writesPart(n python.Node) bool {
	for ; n != nil; n = n.Parent() {
		assign, ok := n.(*python.Assign)
		if !ok {
			if _, statement := n.(python.Stmt); statement {
				return false
			}
			continue
		}
		for _, t := range assign.Targets {
			if target, ok := t.(*python.Subscript); ok {
				return len(target.Index) > 1 || isSlice(target.Index[0])
			}
		}
		return false
	}
	return false
}

func isSlice(e python.Expr) bool {
	_, ok := e.(*python.Slice)
	return ok
}
