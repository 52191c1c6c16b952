package compat

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// torchAt is the text by which the module torch can be used in place of a
// reference to something in it, and the import that takes. The import of the
// old name is marked as one that may go.
func torchAt(m *python.Module, e *pyedit.Editor, ref python.Expr) (text string, plan pyedit.Plan, ok bool) {
	if base := partNamed(m, ref, "torch"); base != nil {
		return e.Text(base), orphans(m, ref, pyedit.Plan{}), true
	}
	root := python.Root(ref)
	_, bindings := m.Lookup(root.ID, root)
	if len(bindings) == 0 || bindings[0].Kind != python.Imported {
		return "", pyedit.Plan{}, false // amp = torch.cuda.amp
	}
	old := python.EnclosingStmt(bindings[0].Node)
	text, found := torchInScope(m, ref, old)
	switch {
	case found:
	case old.Parent() == nil: // imported at the top: so can torch be
		text, plan = e.Import(ref, "torch", "")
	case len(bindingsOf(m, ref, "torch")) == 0:
		// `if is_torch_available(): from torch.cuda.amp import …`: beside it
		text, plan = "torch", e.InsertBefore(old, "import torch")
	default:
		return "", pyedit.Plan{}, false
	}
	return text, orphans(m, ref, plan), true
}

// partNamed is the part of a dotted expression that is the module itself.
func partNamed(m *python.Module, e python.Expr, module string) python.Expr {
	for e != nil {
		if m.Resolve(e) == module {
			return e
		}
		a, ok := e.(*python.Attribute)
		if !ok {
			return nil
		}
		e = a.Value
	}
	return nil
}

func bindingsOf(m *python.Module, at python.Node, name string) []*python.Binding {
	_, bindings := m.Lookup(name, at)
	return bindings
}

// torchInScope is the name under which torch is imported wherever the old name is.
func torchInScope(m *python.Module, ref python.Expr, old python.Stmt) (string, bool) {
	for _, name := range torchNames(m) {
		bindings := bindingsOf(m, ref, name)
		certain := false
		for _, b := range bindings {
			switch {
			case b.Kind == python.Imported && b.Path == "torch":
				certain = certain || coversBlock(python.EnclosingStmt(b.Node), old, ref)
			case b.Kind != python.Assigned:
				bindings = nil
			default:
				if c, ok := b.Value.(*python.Constant); !ok || c.Kind != python.None {
					return "", false
				}
			}
		}
		if certain && bindings != nil {
			return name, true
		}
	}
	return "", false
}

// torchNames lists the names under which the file imports torch itself.
func torchNames(m *python.Module) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, imp := range m.Imports() {
		if imp.From {
			continue
		}
		for _, a := range imp.Names {
			switch {
			case a.Path == "torch" && a.As != "":
				add(a.As)
			case a.As == "" && (a.Path == "torch" || strings.HasPrefix(a.Path, "torch.")):
				add("torch")
			}
		}
	}
	return names
}

// coversBlock reports whether an import has run wherever the old import has, or
// wherever the use runs: it stands in a block around one of them, and before the
// use when both are in one function.
func coversBlock(imp, old python.Stmt, use python.Expr) bool {
	if python.EnclosingFunction(imp) == python.EnclosingFunction(use) && imp.Span().Start > use.Span().Start {
		return false
	}
	return inBlockOf(imp, old) || inBlockOf(imp, use)
}

func inBlockOf(imp python.Stmt, n python.Node) bool {
	home := imp.Parent()
	if home == nil {
		return true
	}
	switch home.(type) {
	case *python.If, *python.Try:
		return python.InBody(home, imp) && python.InBody(home, n)
	}
	return python.Within(n.Parent(), home)
}

// orphans marks the imports that a reference may have been the last use of.
func orphans(m *python.Module, ref python.Expr, plan pyedit.Plan) pyedit.Plan {
	root := python.Root(ref)
	if root == nil {
		return plan
	}
	for _, b := range bindingsOf(m, ref, root.ID) {
		a, ok := b.Node.(*python.Alias)
		switch {
		case !ok:
		case a.As == "" && b.Path == root.ID && a.Path != b.Path: // import torch.cuda.amp
			plan = plan.Orphan(m.File.Path, a.Path)
		case b.Path != "torch":
			plan = plan.Orphan(m.File.Path, root.ID)
		}
	}
	return plan
}
