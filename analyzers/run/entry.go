package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Functions are the functions and methods of a module, those that nothing in it calls by name first. wanted leaves out
// others before anything is run for them, a class with its bases among it; nil: none is.
func (m *Machine) Functions(module *python.Module, name string, wanted func(*python.Function) bool) []*Function {
	unit := m.Unit(module, name)
	called := calledNames(module)
	var list []*Function
	add := func(v Value) {
		if f, ok := v.(*Function); ok && f.Node != nil {
			list = append(list, f)
		}
	}
	for _, s := range definitions(module.Body, nil) {
		switch s := s.(type) {
		case *python.Function:
			if wanted == nil || wanted(s) {
				add(m.Global(unit, s.Name))
			}
		case *python.Class:
			methods := methodsOf(s, wanted)
			if len(methods) == 0 {
				continue
			}
			class, ok := m.Global(unit, s.Name).(*Class)
			if !ok {
				continue
			}
			for _, method := range methods {
				add(m.ClassMember(class, method.Name))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Function) int { return boolOrder(called[a.Name()], called[b.Name()]) })
	return list
}

func methodsOf(c *python.Class, wanted func(*python.Function) bool) []*python.Function {
	var list []*python.Function
	for _, s := range definitions(c.Body, nil) {
		if method, ok := s.(*python.Function); ok && (wanted == nil || wanted(method)) {
			list = append(list, method)
		}
	}
	return list
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// definitions lists the defs and classes of a body, those under ifs and tries included.
func definitions(body []python.Stmt, list []python.Stmt) []python.Stmt {
	for _, s := range body {
		switch s := s.(type) {
		case *python.Function, *python.Class:
			list = append(list, s)
		case *python.If:
			list = definitions(s.Else, definitions(s.Body, list))
		case *python.Try:
			list = definitions(s.Body, list)
		}
	}
	return list
}

// calledNames are the names that a module calls.
func calledNames(module *python.Module) map[string]bool {
	names := map[string]bool{}
	for _, c := range module.AllCalls() {
		switch f := c.Func.(type) {
		case *python.Name:
			names[f.ID] = true
		case *python.Attribute:
			names[f.Attr] = true
		}
	}
	return names
}

// SelfOf is the object on which a method is entered that nobody calls, nil for a plain function.
func (m *Machine) SelfOf(f *Function) Value {
	switch {
	case f.Class == nil:
		return nil
	case f.Kind == ClassMethod:
		return f.Class
	}
	return m.Instance(m.completed(f.Class))
}

// Start calls a function of a script as the interpreter's user does, who gives it nothing: what its parameters are is
// for its decorators to say.
func (m *Machine) Start(f *Function) {
	m.inFrame(&frame{unit: f.Unit, scope: f.Unit.scope}, func() { m.call(f, nil, nil, f.At()) })
	m.dead = false
}

// Imported is what a dotted name stands for when it is imported by its text: a value of the project's, else the
// library's.
func (m *Machine) Imported(dotted string, where *Call) Value {
	parts := strings.Split(dotted, ".")
	for i := len(parts) - 1; i > 0 && m.frame != nil; i-- {
		u := m.find(strings.Join(parts[:i], "."), m.frame.unit)
		if u == nil {
			continue
		}
		m.execute(u)
		v := m.global(u, parts[i])
		for _, name := range parts[i+1:] {
			if v == nil {
				break
			}
			v = m.attribute(v, name, where.At)
		}
		if v != nil {
			return v
		}
	}
	return Symbol(python.Canonical(dotted))
}

// Assigned are the names that the module of a dotted name assigns, with what they are when it has run: those of a
// config in Python, without what it imports and defines. ok is false where there is no such module.
func (m *Machine) Assigned(dotted string) (names []string, values []Value, ok bool) {
	if m.frame == nil {
		return nil, nil, false
	}
	u := m.find(dotted, m.frame.unit)
	if u == nil || u.running {
		return nil, nil, false
	}
	m.execute(u)
	if m.Brought != nil {
		m.Brought(u.Module)
	}
	seen := map[string]bool{}
	for n := range python.AllIn(u.Module.Body) {
		a, isAssignment := n.(*python.Assign)
		if !isAssignment || python.EnclosingFunction(a) != nil {
			continue
		}
		for _, target := range a.Targets {
			name, isName := target.(*python.Name)
			if !isName || seen[name.ID] || strings.HasPrefix(name.ID, "__") {
				continue
			}
			seen[name.ID] = true
			if v := m.global(u, name.ID); v != nil {
				names, values = append(names, name.ID), append(values, v)
			}
		}
	}
	return names, values, true
}
