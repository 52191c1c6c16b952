package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// differentiatedElsewhere reports whether what was computed of an accumulated value is an attribute that another method of the file
// differentiates.
func (g *graph) differentiatedElsewhere(s *run.Store, added run.Value) bool {
	sums := append([]run.Value{added}, run.Alternatives(s.New)...)
	if s.Target != nil {
		sums = append(sums, s.Target)
	}
	return slices.ContainsFunc(g.entry.Stores, func(kept *run.Store) bool {
		if kept.Kind != run.StoreAttribute || kept.Node == nil || kept.Seq < s.Seq || !differentiatedBehind(kept) {
			return false
		}
		from := g.reachOf(g.flatten(kept.New)).all
		return slices.ContainsFunc(sums, func(v run.Value) bool { o, ok := v.(*run.Object); return ok && from[o] })
	})
}

// differentiatedBehind reports whether a backward pass of the file, in another function than the one that sets an attribute, begins
// with it.
func differentiatedBehind(kept *run.Store) bool {
	set := python.EnclosingFunction(kept.Node)
	return slices.ContainsFunc(kept.Unit.Module.AllCalls(), func(c *python.Call) bool {
		if name := c.MethodName(); name != "backward" && name != "grad" || python.EnclosingFunction(c) == set {
			return false
		}
		for n := range python.AllIn([]python.Stmt{python.EnclosingStmt(c)}) {
			if at, ok := n.(*python.Attribute); ok && at.Attr == kept.Name && python.PathText(at.Value) == "self" {
				return true
			}
		}
		return false
	})
}
