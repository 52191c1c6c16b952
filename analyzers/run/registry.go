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
	for _, n := range u.fillers().at[name] {
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
	for _, n := range m.frame.unit.fillers().at[name.ID] {
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
	for _, n := range u.fillers().at[name+"."] {
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

// filled is what the statements of a module fill. It follows from the tree, which many runs import.
type filled struct {
	// at are the places that change what a name of the module holds, by name; behind a dot, those that set its attributes.
	at map[string][]python.Node
	// own are the attributes that the methods of a class of the module fill, see noteOwn.
	own map[*python.Class][]string
}

type filledOfTree struct{}

// fillers is what the statements of a unit's module fill.
func (u *Unit) fillers() *filled {
	if u.filled == nil {
		u.filled = u.Module.Shared(filledOfTree{}, func() any { return filledBy(u.Module.Body) }).(*filled)
	}
	return u.filled
}

func filledBy(body []python.Stmt) *filled {
	f := &filled{at: map[string][]python.Node{}, own: map[*python.Class][]string{}}
	note := func(n python.Node, of python.Expr) {
		if name, ok := of.(*python.Name); ok {
			f.at[name.ID] = append(f.at[name.ID], n)
		}
		f.noteOwn(n, of)
	}
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Subscript:
			if python.IsTarget(n) {
				note(n, n.Value)
			}
		case *python.Attribute:
			if name, ok := n.Value.(*python.Name); ok && python.IsTarget(n) {
				f.at[name.ID+"."] = append(f.at[name.ID+"."], n)
			}
		case *python.Call:
			if of := n.Receiver(); of != nil && fills(n.MethodName()) {
				note(n, of)
			}
		}
		return true
	})
	return f
}

// fills reports whether a method of a list, set or dictionary puts something into it.
func fills(method string) bool {
	switch method {
	case "append", "extend", "insert", "add", "update", "setdefault":
		return true
	}
	return false
}
