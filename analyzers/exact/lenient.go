package exact

import (
	"errors"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// A sample is mostly put together of parts that have nothing to do with each other: an image, and the boxes of an
// annotation that nobody can follow. What one statement does that cannot be followed is unknown then, and the program
// goes on.

// leniently executes a statement of the project's that need not be followed: what it binds and what it may have filled
// is unknown where it is not.
func (m *Machine) leniently(s python.Stmt) (end flow) {
	if m.frame.unit == nil || m.frame.unit.Module == nil || strings.HasPrefix(m.frame.unit.Module.File.Path, "<") {
		return m.exec(s)
	}
	err := m.Try(func() { end = m.exec(s) })
	if err == nil {
		return end
	}
	var stop *Stop
	if !errors.As(err, &stop) || m.steps >= m.Steps || !m.passable(s) {
		panic(err)
	}
	m.frame.node = s
	why := m.stopped(stop)
	for _, name := range bound(s) {
		m.bind(name, why)
	}
	for _, name := range filled(s) {
		if v := m.find(name); !m.keepsNoItems(v) && !m.overwritten(v) {
			m.bind(name, why)
		}
	}
	python.Walk(s, func(n python.Node) bool {
		m.spend()
		switch n := n.(type) {
		case *python.Name:
			switch m.find(n.ID).(type) {
			case *List, *Dict, *Set:
				m.bind(n.ID, why)
			}
		case *python.AugAssign:
			m.target(n.Target, why)
		case *python.Attribute:
			if python.IsTarget(n) {
				m.target(n, why)
			}
		}
		return true
	})
	return goesOn
}

// passable reports whether nothing else is lost with a statement than what it binds: it does not leave its function or
// loop, and is handed no object of the project's but the one whose method it stands in.
func (m *Machine) passable(s python.Stmt) bool {
	ok := true
	python.Walk(s, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Return, *python.Yield, *python.Try, *python.With, *python.Function, *python.Class:
			ok = false
		case *python.Name:
			o, isInstance := m.find(n.ID).(*Instance)
			if isInstance && n.ID != "self" && o.Class.Node != nil && o.Class.Unit != nil &&
				!strings.HasPrefix(o.Class.Unit.Module.File.Path, "<") {
				ok = false
			}
		}
		return ok
	})
	return ok
}
