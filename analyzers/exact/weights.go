package exact

import "github.com/trainlint/trainlint/analyzers/python"

// A file of weights holds tensors by name, and nobody but a run knows their names. Programs walk over it to fill a dictionary
// that is loaded into a model, which changes no size: such a walk is passed over. Whoever reads out of the dictionary afterwards
// what the file was to put there finds it missing, and the answer ends.

// weights is a value as a file of weights, or as a part of one; nil for any other.
func weights(v Value) *Unknown {
	if u, ok := v.(*Unknown); ok && u.Weights {
		return u
	}
	return nil
}

// partOf is what is read out of something unknown.
func (u *Unknown) partOf(name string) *Unknown {
	return &Unknown{Why: u.Why, At: u.At, Name: name, Weights: u.Weights}
}

// holdsTensors reports whether nothing that decides a size is kept in a dictionary: it is empty, or what a model gives as its state.
func holdsTensors(d *Dict) bool {
	for _, v := range d.values {
		switch v.(type) {
		case bool, int64, float64, string, *List, *Tuple, *Dict, *Set:
			return false
		}
	}
	return true
}

// fillsTensors reports whether statements do nothing but fill dictionaries of tensors, and name what they put there.
func (m *Machine) fillsTensors(body []python.Stmt) bool {
	for _, s := range body {
		fills := false
		switch s := s.(type) {
		case *python.Simple:
			fills = s.Kind == python.Pass || s.Kind == python.Continue
		case *python.If:
			fills = m.fillsTensors(s.Body) && m.fillsTensors(s.Else)
		case *python.Assign:
			fills = m.computes(s.Value)
			for _, t := range s.Targets {
				fills = fills && m.fillable(t)
			}
		case *python.ExprStmt:
			fills = isPrint(s.Value)
		}
		if !fills {
			return false
		}
	}
	return true
}

// computes reports whether an expression changes nothing: it calls methods of what the loop binds and of modules, and no code of
// the project's.
func (m *Machine) computes(e python.Expr) bool {
	ok := true
	python.Walk(e, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Call:
			root := n.Func
			at, isMethod := root.(*python.Attribute)
			for isMethod {
				root = at.Value
				at, isMethod = root.(*python.Attribute)
			}
			switch root := root.(type) {
			case *python.Name:
				ok = ok && m.local(root.ID) == nil && (root != n.Func || isNumberOrText(root.ID))
			case *python.Call, *python.Subscript, *python.String:
			default:
				ok = false
			}
		case *python.Lambda, *python.Comprehension, *python.Await, *python.Yield:
			ok = false
		}
		return ok
	})
	return ok
}

// isNumberOrText reports whether a name is one of Python's functions that only look at what they are given.
func isNumberOrText(name string) bool {
	switch name {
	case "len", "str", "int", "float", "isinstance", "type":
		return true
	}
	return false
}

func (m *Machine) fillable(target python.Expr) bool {
	switch t := target.(type) {
	case *python.Name:
		return m.local(t.ID) == nil
	case *python.Subscript:
		name, ok := t.Value.(*python.Name)
		if !ok {
			return false
		}
		d, ok := m.local(name.ID).(*Dict)
		return ok && holdsTensors(d)
	}
	return false
}

// local is what a name is in the function under way; nil where it is not bound there.
func (m *Machine) local(name string) Value { return m.frame.scope.names[name] }

func isPrint(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	switch f := c.Func.(type) {
	case *python.Name:
		return f.ID == "print"
	case *python.Attribute:
		return f.Attr == "info" || f.Attr == "warning" || f.Attr == "debug"
	}
	return false
}
