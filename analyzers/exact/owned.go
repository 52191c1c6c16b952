package exact

import "github.com/trainlint/trainlint/analyzers/python"

// ownedByName reports whether nothing but its name leads to the dictionary that a name of the function under way, or
// of the module, stands for when a statement runs: it was made for that name, and was not handed on before. What is
// not understood is taken to hand it on.
func (m *Machine) ownedByName(name string, when python.Node) bool {
	var body []python.Stmt
	switch f := m.frame.function; {
	case f != nil && f.Node != nil:
		for _, p := range f.params {
			if p.Name == name {
				return false
			}
		}
		body = f.Node.Body
	case f == nil && m.frame.class == nil && m.frame.scope == m.frame.unit.scope:
		body = m.frame.unit.Module.Body
	default:
		return false
	}
	o := &owner{m: m, name: name, before: when.Span().End, fine: map[*python.Name]bool{}, owned: true}
	python.WalkBody(body, func(n python.Node) bool {
		if loops(n) && n != when && n.Span().Start < when.Span().Start && n.Span().End >= when.Span().End {
			o.before = max(o.before, n.Span().End) // what follows in the loop around has happened, too
		}
		return true
	})
	python.WalkBody(body, o.visit)
	return o.owned && o.made
}

func loops(n python.Node) bool {
	switch n.(type) {
	case *python.For, *python.While:
		return true
	}
	return false
}

// owner looks at every place where a name is used.
type owner struct {
	m           *Machine
	name        string
	before      int // what stands behind it has not happened yet
	fine        map[*python.Name]bool
	made, owned bool
}

// allow notes a use that hands nothing on.
func (o *owner) allow(e python.Expr) {
	if name, ok := e.(*python.Name); ok {
		o.fine[name] = true
	}
}

func (o *owner) visit(n python.Node) bool {
	o.m.spend()
	if !o.owned || n.Span().Start >= o.before {
		return false
	}
	switch n := n.(type) {
	case *python.Assign:
		name, ok := n.Targets[0].(*python.Name)
		if ok && name.ID == o.name && len(n.Targets) == 1 && n.Value != nil && o.m.fresh(n.Value) {
			o.made = true
			o.fine[name] = true
		}
	case *python.Subscript:
		o.allow(n.Value)
	case *python.Compare:
		for _, e := range n.Operands {
			o.allow(e)
			o.allowView(e)
		}
	case *python.For:
		o.allow(n.Iter)
		o.allowView(n.Iter)
	case *python.Return:
		o.allow(n.Value)
	case *python.Call:
		o.call(n)
	case *python.Name:
		if n.ID == o.name && !o.fine[n] || n.ID == "locals" || n.ID == "vars" || n.ID == "globals" {
			o.owned = false
		}
	case *python.Scoping:
		for _, name := range n.Names {
			if name == o.name {
				o.owned = false
			}
		}
	case *python.Alias:
		if n.As == o.name || n.As == "" && firstPart(n.Path) == o.name {
			o.owned = false
		}
	case *python.OpaqueStmt:
		o.owned = false
	}
	return o.owned
}

// call allows the methods that give something other than a view, and len().
func (o *owner) call(c *python.Call) {
	switch f := c.Func.(type) {
	case *python.Attribute:
		switch f.Attr {
		case "get", "pop", "update", "copy":
			o.allow(f.Value)
		}
	case *python.Name:
		if f.ID == "len" && len(c.Args) == 1 {
			o.allow(c.Args[0].Value)
		}
	}
}

// allowView allows d.keys() and the like where the view is used at once.
func (o *owner) allowView(e python.Expr) {
	c, ok := e.(*python.Call)
	if !ok {
		return
	}
	if at, ok := c.Func.(*python.Attribute); ok && (at.Attr == "keys" || at.Attr == "items" || at.Attr == "values") {
		o.allow(at.Value)
	}
}

// fresh reports whether an expression makes a dictionary that nobody else has: a display, dict(…), or the state of a
// module, which torch puts together anew.
func (m *Machine) fresh(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Dict:
		return true
	case *python.Comprehension:
		return e.Kind == python.Mapping
	case *python.Call:
		switch f := e.Func.(type) {
		case *python.Name:
			v := m.find(f.ID)
			return v == Value(dictClass) || v == Value(orderedDictClass)
		case *python.Attribute:
			on := m.still(f.Value)
			switch f.Attr {
			case "OrderedDict":
				return on == Value(Symbol("collections"))
			case "state_dict":
				o, ok := on.(*Instance)
				if !ok || len(e.Args) > 0 || o.Attrs.Get(f.Attr) != nil {
					return false
				}
				_, own := m.lookup(o.Class, f.Attr).(*Function)
				return !own
			}
		}
	}
	return false
}

// still is a name, or an attribute of an object that no code of the project's gives; nil for anything else.
func (m *Machine) still(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Name:
		return m.find(e.ID)
	case *python.Attribute:
		o, ok := m.still(e.Value).(*Instance)
		if !ok || m.lookup(o.Class, e.Attr) != nil {
			return nil
		}
		if _, own := m.lookup(o.Class, "__getattr__").(*Function); own {
			return nil
		}
		return m.attribute(o, e.Attr)
	}
	return nil
}
