package job

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// isClosure reports whether a function stands within another one, in no class, and nothing is wrapped around it: what a
// main() hands a loader as collate_fn.
func isClosure(f *run.Function) bool {
	return f.Node != nil && f.Class == nil && !f.Node.Async && len(f.Node.Decorators) == 0 &&
		python.EnclosingFunction(f.Node) != nil
}

// lambda is one of the project's, or a function within a function, with what it reads of the functions around it: those
// that bind a name once.
func (g *giver) lambda(f *run.Function) *Given {
	var node, body python.Node
	if f.Node != nil {
		node, body = f.Node, f.Node
	} else {
		node, body = f.Lambda, f.Lambda.Body
	}
	out := &Given{
		Kind: GivenLambda,
		File: f.Unit.Module.File.Path,
		At:   Place{File: f.Unit.Module.File, Span: node.Span()},
	}
	if len(f.Defaults) > 0 { // they are what they were when it was made
		out.Of = &Given{Kind: GivenAttributes}
		for _, name := range slices.Sorted(maps.Keys(f.Defaults)) {
			out.Of.Names, out.Of.Items = append(out.Of.Names, name), append(out.Of.Items, g.of(f.Defaults[name]))
		}
	}
	around := python.EnclosingFunction(node)
	if around == nil {
		return out
	}
	times := map[string]int{}
	for _, p := range around.Params {
		times[p.Name]++
	}
	own := map[string]bool{} // what it binds itself
	for n := range python.All(around) {
		if inner, ok := n.(*python.Function); ok && n != python.Node(around) {
			times[inner.Name]++
			continue
		}
		name, ok := n.(*python.Name)
		if !ok || !python.IsTarget(name) {
			continue
		}
		if f.Node != nil && within(name, f.Node) {
			own[name.ID] = true
			continue
		}
		switch python.EnclosingStmt(name).(type) {
		case *python.For, *python.AugAssign: // it changes
			times[name.ID] += 2
		default:
			times[name.ID]++
		}
	}
	for n := range python.All(body) {
		name, ok := n.(*python.Name)
		if !ok || times[name.ID] != 1 || own[name.ID] || slices.Contains(out.Names, name.ID) ||
			f.Node != nil && name.ID == f.Node.Name {
			continue
		}
		if v := g.machine.Around(f, name.ID); v != nil {
			out.Names, out.Items = append(out.Names, name.ID), append(out.Items, g.of(v))
		}
	}
	return out
}

// within reports whether a node stands below another one.
func within(n, around python.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n == around {
			return true
		}
	}
	return false
}
