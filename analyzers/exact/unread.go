package exact

import "github.com/trainlint/trainlint/analyzers/python"

// A module that only binds names need not be run whole: each of its statements can wait until somebody asks for a name
// that it binds. A program that uses one transform of a library asks for a handful of the library's 200 definitions.

// Bindings are the statements of a module's body by the names that they bind; nil where a statement may do more than
// bind, or where it matters which of them comes first.
func Bindings(body []python.Stmt) map[string]python.Stmt {
	by := make(map[string]python.Stmt, len(body))
	for i, s := range body {
		if !binds(s) && (i > 0 || !isText(s)) {
			return nil
		}
		for _, name := range bound(s) {
			if before := by[name]; before != nil && before != s {
				return nil
			}
			by[name] = s
		}
	}
	return by
}

// binds reports whether a statement does nothing but bind names, for all that can be seen: a decorator may put into a
// registry what it decorates.
func binds(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.Function:
		return len(s.Decorators) == 0
	case *python.Class:
		return len(s.Decorators) == 0
	case *python.Import:
		return !s.Star
	case *python.Assign:
		for _, t := range s.Targets {
			if !namesOnly(t) {
				return false
			}
		}
		return s.Value != nil
	}
	return false
}

func namesOnly(t python.Expr) bool {
	switch t := t.(type) {
	case *python.Name:
		return true
	case *python.Sequence:
		for _, item := range t.Items {
			if !namesOnly(item) {
				return false
			}
		}
		return true
	}
	return false
}

// isText reports whether a statement is a text alone: what a module or a function says of itself.
func isText(s python.Stmt) bool {
	e, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	_, ok = e.Value.(*python.String)
	return ok
}

// UnitByName is a module of which each statement is run when somebody asks for a name that it binds: those of Bindings.
func (m *Machine) UnitByName(module *python.Module, name string, statements map[string]python.Stmt) *Unit {
	u := m.unit(module, name)
	if u.state == unitNew {
		u.unread, u.read = statements, map[python.Stmt]bool{}
		u.state = unitDone
	}
	return u
}

// readOne runs a statement that was left for when it is asked for.
func (m *Machine) readOne(u *Unit, s python.Stmt) {
	u.read[s] = true
	u.reading++
	outer, depth := m.frame, m.depth
	m.frame = &frame{above: outer, unit: u, scope: u.scope}
	_ = m.topLevel(s, maxImport)
	m.frame, m.depth = outer, depth
	u.reading--
}

// readAll runs what is left of a module's body.
func (m *Machine) readAll(u *Unit) {
	if u.unread == nil {
		return
	}
	for _, s := range u.Module.Body {
		if !u.read[s] {
			m.readOne(u, s)
		}
	}
}
