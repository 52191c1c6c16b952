package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// refill does to a container that a module binds to a name what the module's body does to it later: MODELS = {} is
// filled by `MODELS["small"] = …` at the module's level. What ifs, loops and functions do to it leaves it open.
func (m *Machine) refill(u *Unit, name string, v Value) {
	switch v := v.(type) {
	case *Function:
		m.refillFunction(u, name, v)
	case *Class:
		m.refillObject(u, name, v, v)
	case *Object:
		if class, ok := v.Class.(*Class); ok {
			m.refillObject(u, name, v, class)
		}
		if isContainer(v) {
			m.refillContainer(u, name, v)
		}
	}
}

func (m *Machine) refillContainer(u *Unit, name string, o *Object) {
	open := false
	var makers []string
	for _, n := range u.fillers()[name] {
		s := python.EnclosingStmt(n)
		if s.Parent() == nil {
			m.onItsOwn(u, s)
			continue
		}
		open = true
		if fn := outermost(n); fn != nil && fn.Parent() == nil && !slices.Contains(makers, fn.Name) {
			makers = append(makers, fn.Name)
		}
	}
	if makers != nil {
		m.register(&registry{unit: u, name: name, value: o, makers: makers})
	}
	if open {
		m.leaveOpen(o, name)
	}
}

// openRegistry notes that a dictionary of the script which a function fills under names that it is given, `MODELS[name]
// = cls`, may hold what other files put there: they are imported for that, and not all of them are seen to be.
func (m *Machine) openRegistry(s *python.Assign, v Value) {
	o, ok := v.(*Object)
	if !ok || o.Kind != Dict || !m.Open || m.frame.function != nil || m.frame.class != nil ||
		m.Main != m.frame.unit.Module ||
		len(s.Targets) != 1 {
		return
	}
	name, plain := s.Targets[0].(*python.Name)
	if held := m.entries(o); !plain || len(held.keys) > 0 || held.rest != nil {
		return
	}
	for _, n := range m.frame.unit.fillers()[name.ID] {
		item, stored := n.(*python.Subscript)
		fn := python.EnclosingFunction(n)
		if stored && fn != nil && len(item.Index) == 1 && givenBy(fn, item.Index[0]) {
			o.begin(contents, &entries{rest: m.unknown(s.Value, "put into %s somewhere in the project", name.ID)})
			o.fields.set(contents, nil)
			return
		}
	}
}

// refillFunction sets on a function what the module's body sets on it later: mpii.joints = 16.
func (m *Machine) refillFunction(u *Unit, name string, f *Function) {
	for _, n := range u.fillers()[name+"."] {
		if s := python.EnclosingStmt(n); s.Parent() == nil {
			m.onItsOwn(u, s)
		} else if a, ok := n.(*python.Attribute); ok {
			m.set(m.functionState(f), a.Attr, m.unknown(n, "set somewhere in its module"))
		}
	}
}

// givenBy reports whether a key is a parameter of a function or of one around it, or an attribute of one: cls.__name__.
func givenBy(fn *python.Function, key python.Expr) bool {
	if a, ok := key.(*python.Attribute); ok {
		key = a.Value
	}
	name, ok := key.(*python.Name)
	for ok && fn != nil {
		if slices.ContainsFunc(fn.Params, func(p *python.Param) bool { return p.Name == name.ID }) {
			return true
		}
		fn = python.EnclosingFunction(fn)
	}
	return false
}

// onItsOwn runs one statement of a module's body apart from the rest of it.
func (m *Machine) onItsOwn(u *Unit, s python.Stmt) {
	m.apart(func() {
		scratch := &Object{Kind: Scope, lexical: &lexical{parent: u.scope, unit: u}}
		m.inFrame(&frame{unit: u, scope: scratch}, func() { m.stmt(s) })
	})
}

// fillers are the places of a module that change what a name of it holds, by name; behind a dot, those that set its
// attributes.
func (u *Unit) fillers() map[string][]python.Node {
	if u.filledAt != nil {
		return u.filledAt
	}
	u.filledAt, u.fillsOwn = map[string][]python.Node{}, map[*python.Class][]string{}
	note := func(n python.Node, of python.Expr) {
		if name, ok := of.(*python.Name); ok {
			u.filledAt[name.ID] = append(u.filledAt[name.ID], n)
		}
		u.noteOwn(n, of)
	}
	python.WalkBody(u.Module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Subscript:
			if python.IsTarget(n) {
				note(n, n.Value)
			}
		case *python.Attribute:
			if name, ok := n.Value.(*python.Name); ok && python.IsTarget(n) {
				u.filledAt[name.ID+"."] = append(u.filledAt[name.ID+"."], n)
			}
		case *python.Call:
			if of := n.Receiver(); of != nil && fills(n.MethodName()) {
				note(n, of)
			}
		}
		return true
	})
	return u.filledAt
}

// fills reports whether a method of a list, set or dictionary puts something into it.
func fills(method string) bool {
	switch method {
	case "append", "extend", "insert", "add", "update", "setdefault":
		return true
	}
	return false
}
