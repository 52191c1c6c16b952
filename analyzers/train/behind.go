package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// differentiatedElsewhere reports whether what was computed of an accumulated value is an attribute that another method
// of the file differentiates.
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

// differentiatedBehind reports whether a backward pass of the file, in another function than the one that sets an
// attribute, begins with it.
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

// GraphEndsWithFunction reports whether what a pass differentiates, its loss, is a variable of a function that
// differentiates once, and gives it to nobody: the graph goes when the function returns, before there is another.
func (e *Event) GraphEndsWithFunction(loss python.Expr) bool {
	if share, ok := loss.(*python.Binary); ok && isScale(share) { // loss / self.accumulation
		loss = share.Left
	}
	fn := python.EnclosingFunction(e.Node())
	if fn == nil || e.LoopAround() != nil {
		return false
	}
	if name, ok := loss.(*python.Name); ok {
		return e.endsWith(fn, name)
	}
	// torch.autograd.grad(sum(losses) / n, p, retain_graph=True): what no name holds goes sooner
	local := false
	for n := range python.All(loss) {
		name, ok := n.(*python.Name)
		if !ok {
			continue
		}
		scope, _ := e.Place().Unit.Module.Lookup(name.ID, name)
		if scope == nil || scope.Node != python.Node(fn) || isSelf(fn, name) {
			continue
		}
		if !e.endsWith(fn, name) {
			return false
		}
		local = true
	}
	return local
}

// endsWith reports whether a name is a variable of a function that gives what it holds to nobody.
func (e *Event) endsWith(fn *python.Function, name *python.Name) bool {
	m := e.Place().Unit.Module
	scope, bindings := m.Lookup(name.ID, name)
	if scope == nil || scope.Node != python.Node(fn) ||
		slices.ContainsFunc(bindings, func(b *python.Binding) bool { return b.Kind == python.Parameter }) {
		return false
	}
	return !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		return slices.ContainsFunc(m.Uses(b), outlives)
	})
}

// isScale reports whether what stands on the left of an operator is multiplied or divided by what is no variable of its
// own: a number or a setting.
func isScale(b *python.Binary) bool {
	if b.Op != "/" && b.Op != "*" {
		return false
	}
	switch b.Right.(type) {
	case *python.Constant, *python.Attribute, *python.Number:
		return true
	}
	return false
}

// outlives reports whether a variable is returned as it is, alone or among others, or kept by something.
func outlives(use *python.Name) bool {
	if python.IsTarget(use) { // a, loss = criterion(x)
		return false
	}
	switch up := use.Parent().(type) {
	case *python.Return, *python.Yield, *python.DictItem, *python.Sequence:
		return true
	case *python.Assign:
		return true
	case *python.Arg:
		c, ok := up.Parent().(*python.Call)
		return ok && c.Receiver() != nil && (c.MethodName() == "append" || c.MethodName() == "add")
	}
	return false
}
