package job

import (
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// spread is the ** argument of a call: what the dictionary was written with, then what
// the script sets in it before the call. whole is false when more may be in it.
func (j *Job) spread(a *python.Arg, c *python.Call) (list []argument, whole bool) {
	v := j.Program.Value(a.Value)
	whole = v.Kind == evaluate.Table || v.Kind == evaluate.Mapping
	for _, key := range keysOf(v) {
		child, _ := v.Child(key)
		list = append(list, argument{key, child, child.Place.File, child.Place.Span, child.Place.Span})
	}
	name, ok := a.Value.(*python.Name)
	if !ok {
		return list, whole
	}
	for _, use := range j.usesOf(name) {
		key, value, set := j.itemSet(use)
		switch runs, known := j.Program.Runs(use); {
		case use.Span().Start > c.Span().Start || known && !runs:
		case set && known:
			list = append(list, argument{key, j.Program.Value(value), j.Program.Module.File, value.Span(), value.Span()})
		case set: // under a test that only the run decides
			list = append(list, argument{key: key, file: j.Program.Module.File})
		case mayFill(use):
			whole = false
		}
	}
	return list, whole
}

// usesOf are the other uses of a variable in its scope.
func (j *Job) usesOf(name *python.Name) []*python.Name {
	m := j.Program.Module
	scope, _ := m.Lookup(name.ID, name)
	var uses []*python.Name
	python.WalkBody(m.Body, func(n python.Node) bool {
		if use, ok := n.(*python.Name); ok && use != name && use.ID == name.ID {
			if in, _ := m.Lookup(use.ID, use); in == scope {
				uses = append(uses, use)
			}
		}
		return true
	})
	return uses
}

// itemSet is the key and value of name["key"] = value.
func (j *Job) itemSet(use *python.Name) (key string, value python.Expr, ok bool) {
	s, ok := use.Parent().(*python.Subscript)
	if !ok || s.Value != python.Expr(use) || len(s.Index) != 1 {
		return "", nil, false
	}
	assign, ok := s.Parent().(*python.Assign)
	if !ok || assign.Value == nil || assign.Value == python.Expr(s) {
		return "", nil, false
	}
	v := j.Program.Value(s.Index[0])
	return v.Str, assign.Value, v.Kind == evaluate.String
}

// mayFill reports whether a use of a dictionary may put something into it: all but
// reading an item and spreading it.
func mayFill(use *python.Name) bool {
	switch p := use.Parent().(type) {
	case *python.Subscript:
		switch s := p.Parent().(type) {
		case *python.Assign:
			return s.Value != python.Expr(p) // a key that is not known
		case *python.AugAssign:
			return s.Value != python.Expr(p)
		}
		return false
	case *python.Attribute:
		switch p.Attr {
		case "get", "items", "keys", "values", "copy":
			return false
		}
		return true
	case *python.Arg:
		return p.Star == 0
	case *python.AugAssign:
		return true
	}
	return false
}
