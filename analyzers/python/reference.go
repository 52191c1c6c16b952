package python

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// References lists where the file names one of the things: the whole dotted
// expression `torch.cuda.amp.autocast`, or the name that an import of it binds. A
// variable that the thing was stored in is not one: what stands in its assignment
// is. Import statements and targets of assignments do not count.
func (m *Module) References(names ...string) []Expr {
	wanted := make(map[string]bool, len(names))
	last := make(map[string]bool, len(names))
	for _, n := range names {
		wanted[n] = true
		last[n[strings.LastIndexByte(n, '.')+1:]] = true
	}
	bound := m.importedAs(wanted)
	var found []Expr
	WalkBody(m.Body, func(n Node) bool {
		switch n := n.(type) {
		case *Attribute:
			if last[n.Attr] && wanted[m.Resolve(n)] && !IsTarget(n) {
				found = append(found, n)
				return false
			}
		case *Name:
			if bound[n.ID] && !IsTarget(n) && m.isImportOf(n, wanted) {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

// importedAs lists the names under which the file imports one of the things,
// wherever the import stands.
func (m *Module) importedAs(wanted map[string]bool) map[string]bool {
	names := map[string]bool{}
	WalkBody(m.Body, func(n Node) bool {
		i, ok := n.(*Import)
		if !ok {
			return true
		}
		for _, a := range i.Names {
			switch {
			case i.From && a.As == "":
				names[a.Path] = names[a.Path] || wanted[knowledge.Canonical(i.Module+"."+a.Path)]
			case i.From:
				names[a.As] = names[a.As] || wanted[knowledge.Canonical(i.Module+"."+a.Path)]
			case a.As != "":
				names[a.As] = names[a.As] || wanted[knowledge.Canonical(a.Path)]
			}
		}
		return true
	})
	return names
}

// isImportOf reports whether the name is, where it stands, what imports bind and
// nothing else.
func (m *Module) isImportOf(n *Name, wanted map[string]bool) bool {
	_, bindings := m.Lookup(n.ID, n)
	for _, b := range bindings {
		if b.Kind != Imported && (b.Kind != Assigned || !IsNone(b.Value)) {
			return false
		}
	}
	return wanted[m.Resolve(n)]
}

// IsTarget reports whether an expression is assigned to, deleted or bound where it
// stands, not read.
func IsTarget(e Expr) bool {
	var node Node = e
	for {
		parent := node.Parent()
		switch p := parent.(type) {
		case *Sequence, *Starred:
			node = parent
			continue
		case *Assign:
			for _, t := range p.Targets {
				if Node(t) == node {
					return true
				}
			}
		case *AugAssign:
			return Node(p.Target) == node
		case *For:
			return Node(p.Target) == node
		case *Clause:
			return Node(p.Target) == node
		case *WithItem:
			return p.Target != nil && Node(p.Target) == node
		case *Delete:
			return true
		case *Walrus:
			return Node(p.Target) == node
		}
		return false
	}
}

// Root is the name at the start of a dotted expression, nil for anything else.
func Root(e Expr) *Name {
	for {
		switch x := e.(type) {
		case *Name:
			return x
		case *Attribute:
			e = x.Value
		default:
			return nil
		}
	}
}

// InAnnotation reports whether an expression is part of a type annotation.
func InAnnotation(e Expr) bool {
	var from Node = e
	for p := e.Parent(); p != nil; from, p = p, p.Parent() {
		switch p := p.(type) {
		case *Param:
			return p.Annotation != nil && from == Node(p.Annotation)
		case *Function:
			return p.Returns != nil && from == Node(p.Returns)
		case *Assign:
			return p.Annotation != nil && from == Node(p.Annotation)
		case Stmt:
			return false
		}
	}
	return false
}
