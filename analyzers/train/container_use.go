package train

import (
	"iter"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// maxContainers bounds how deep containers in containers are followed.
const maxContainers = 4

// viewOf is the call that goes over a dictionary, of whose method an attribute is: heads.items(). Nil for any other
// attribute.
func viewOf(a *python.Attribute) *python.Call {
	c, ok := a.Parent().(*python.Call)
	if !ok || c.Func != python.Expr(a) || len(c.Args) > 0 {
		return nil
	}
	switch a.Attr {
	case "items", "values":
		return c
	}
	return nil
}

// localOf is the name that an assignment binds to all that an expression is, alone or as one of several that stand in
// what the assignment is given.
func localOf(around python.Node, value python.Expr) (*python.Name, bool) {
	several, _ := around.(*python.Sequence)
	if several != nil {
		around = several.Parent()
	}
	s, ok := around.(*python.Assign)
	if !ok || len(s.Targets) != 1 {
		return nil, false
	}
	if several != nil && s.Value == python.Expr(several) {
		if at := slices.Index(several.Items, value); at >= 0 && len(targetsOf(s)) == len(several.Items) {
			name, ok := targetsOf(s)[at].(*python.Name)
			return name, ok
		}
		return nil, false
	}
	name, ok := s.Targets[0].(*python.Name)
	return name, ok && s.Value == value
}

// usesOf are the places where what a function binds to a name is read; none where several bindings share it.
func (f *Facts) usesOf(name *python.Name) []*python.Name {
	_, bindings := f.Module.Lookup(name.ID, name)
	if len(bindings) != 1 {
		return nil
	}
	var list []*python.Name
	for _, use := range f.Module.Uses(bindings[0]) {
		if use != name {
			list = append(list, use)
		}
	}
	return list
}

// walk is what goes over a container: a loop, or a clause of a comprehension.
type walk struct {
	target python.Expr
	body   []iter.Seq[python.Node]
}

// walkOver is what goes over an expression, or over what enumerate, zip and reversed make of it: for layer in
// self.layers, and [conv(x) for conv in self.convs]; nil when nothing does.
func walkOver(e python.Expr) *walk {
	for up := e.Parent(); up != nil; up = up.Parent() {
		switch n := up.(type) {
		case *python.Arg:
			continue
		case *python.Call:
			switch python.LastName(n.Func) {
			case "enumerate", "zip", "reversed", "list", "tuple":
				continue
			}
		case *python.For:
			if python.Within(e, n.Iter) {
				return &walk{n.Target, []iter.Seq[python.Node]{python.AllIn(n.Body)}}
			}
		case *python.Clause:
			of, ok := n.Parent().(*python.Comprehension)
			if !ok || !python.Within(e, n.Iter) {
				return nil
			}
			parts := []python.Expr{of.Element, of.Value}
			for _, clause := range of.Clauses {
				parts = append(parts, clause.Ifs...)
				if clause != n { // [p for layer in self.layers for p in layer.parameters()]
					parts = append(parts, clause.Iter)
				}
			}
			w := &walk{target: n.Target}
			for _, part := range parts {
				if part != nil {
					w.body = append(w.body, python.All(part))
				}
			}
			return w
		}
		return nil
	}
	return nil
}

// onlyWalked reports whether the file uses an attribute of that name for nothing that could register what is in it, or
// give it to an optimizer: it is filled, counted, gone over and indexed, by self alone.
func (f *Facts) onlyWalked(class *python.Class, attribute string) bool {
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.String:
			if n.Text == attribute {
				return false
			}
		case *python.Attribute:
			if n.Attr != attribute {
				continue
			}
			if !f.isSelf(n.Value) {
				if python.EnclosingClass(n) == class || n.Assignment() == nil {
					return false
				}
				continue
			}
			if python.EnclosingClass(n) == class && !f.walks(n, 0) {
				return false
			}
		}
	}
	return true
}

// walks judges one use of a container on self, or of one that stands in it.
func (f *Facts) walks(use python.Expr, depth int) bool {
	if depth > maxContainers {
		return false
	}
	if a, ok := use.(*python.Attribute); ok && (a.Assignment() != nil || amongTargets(a)) {
		return true
	}
	if w := walkOver(use); w != nil {
		return !w.handsOnTarget()
	}
	switch up := use.Parent().(type) {
	case *python.Subscript:
		return up.Value == use && f.looksAtPart(up, depth)
	case *python.AugAssign: // self.layers += [nn.Linear(8, 8)]
		return up.Target == use
	case *python.Attribute:
		if c := viewOf(up); c != nil {
			return f.walks(c, depth+1)
		}
		c, ok := up.Parent().(*python.Call)
		return ok && c.Func == python.Expr(up) && (knowledge.ChangesList(up.Attr) || up.Attr == "keys")
	case *python.Compare, *python.Bool, *python.If: // name in self.heads, if self.layers:
		return true
	case *python.Arg:
		c, ok := up.Parent().(*python.Call)
		return ok && (python.LastName(c.Func) == "len" || python.LastName(c.Func) == "print")
	}
	return false
}

// looksAtPart judges one use of what is taken out of a container by an index or a key: it is called, looked at, or
// itself a container.
func (f *Facts) looksAtPart(part *python.Subscript, depth int) bool {
	switch around := part.Parent().(type) {
	case *python.Call:
		if around.Func == python.Expr(part) {
			return true
		}
	case *python.Attribute: // self.layers[0].weight
		if viewOf(around) == nil && !knowledge.ChangesList(around.Attr) {
			return !knowledge.GivesParameters(around.Attr)
		}
	case *python.Assign, *python.Sequence:
		if s, ok := around.(*python.Assign); ok && slices.Contains(s.Targets, python.Expr(part)) {
			return true // self.heads[name] = nn.Linear(8, 2)
		}
		name, ok := localOf(around, part) // layer = self.layers[i]
		return ok && len(f.usesOf(name)) > 0 && !slices.ContainsFunc(f.usesOf(name), func(use *python.Name) bool {
			switch up := use.Parent().(type) {
			case *python.Call:
				return up.Func != python.Expr(use)
			case *python.Attribute:
				return knowledge.GivesParameters(up.Attr)
			}
			return true
		})
	}
	return f.walks(part, depth+1)
}

// handsOnTarget reports whether the body of a walk does more with what it goes over than to call it and to look at it.
func (w *walk) handsOnTarget() bool {
	for _, part := range w.body {
		for n := range part {
			name, ok := n.(*python.Name)
			if !ok || !bindsName(w.target, name.ID) {
				continue
			}
			switch up := name.Parent().(type) {
			case *python.Attribute:
				if knowledge.GivesParameters(up.Attr) {
					return true
				}
			case *python.Assign:
				if up.Value == python.Expr(name) {
					return true
				}
			// [layer for layer in self.layers], a list that goes elsewhere; the key of a dictionary is none
			case *python.Comprehension:
				if up.Kind != python.Mapping || up.Value == python.Expr(name) {
					return true
				}
			case *python.Clause:
				return true
			}
		}
	}
	return false
}
