package exact

import (
	"errors"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// What nobody knows mostly decides where files lie: `if on_cluster: root = "/data" else: root = "."`, `if not
// os.path.isdir(logs): os.makedirs(logs)`. Both ways do nothing but name things then, and whatever they name otherwise
// is one of two things, while the program goes on.

// named is what a name or an attribute stands for behind a statement.
type named struct {
	target python.Expr
	value  Value
}

// onlyNames reports whether statements do no more than bind names and attributes to what is computed without a call.
func onlyNames(body []python.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *python.If:
			if calls(s.Test) || !onlyNames(s.Body) || !onlyNames(s.Else) {
				return false
			}
		case *python.ExprStmt:
			if !tidies(s.Value) {
				return false
			}
		case *python.Simple:
			if s.Kind != python.Pass {
				return false
			}
		case *python.Assign:
			if len(s.Targets) != 1 || s.Value == nil || calls(s.Value) || !nameable(s.Targets[0]) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// either executes an if whose ways only name things. Where nobody knows which one is taken, what they name otherwise is
// not known.
func (m *Machine) either(s *python.If) flow {
	truth, why := m.decided(s.Test)
	switch {
	case why == nil && truth:
		return m.block(s.Body)
	case why == nil:
		return m.block(s.Else)
	}
	var list []named
	ok := false
	if err := m.Try(func() { list, ok = m.bothWays(s, why) }); err != nil || !ok { // it may fail on the way not taken
		m.Truth(m.eval(s.Test)) // says what it wants to know
		m.StopFor(why, "what decides which way the program goes")
	}
	for _, one := range list {
		m.target(one.target, one.value)
	}
	return goesOn
}

// decided is the truth of a test or, where nobody knows it, what decides it.
func (m *Machine) decided(test python.Expr) (truth bool, why *Unknown) {
	decide := m.Decide
	m.Decide = func(u *Unknown) (bool, bool) {
		why = u
		panic(undecided)
	}
	err := m.Try(func() { truth = m.Truth(m.eval(test)) })
	m.Decide = decide
	if err != nil && !errors.Is(err, undecided) {
		panic(err)
	}
	return truth, why
}

// bothWays are what both ways of an if name.
func (m *Machine) bothWays(s *python.If, test *Unknown) (list []named, ok bool) {
	body, ok := m.names(s.Body)
	if !ok {
		return nil, false
	}
	other, ok := m.names(s.Else)
	if !ok {
		return nil, false
	}
	why := m.Unknown("what decides which way the program goes is not known: %s", test.Why)
	for _, one := range body {
		if value, set := valueIn(other, one.target); !set || !plainEqual(value, one.value) {
			one.value = why
		}
		list = append(list, one)
	}
	for _, one := range other {
		if _, set := valueIn(body, one.target); !set {
			list = append(list, named{one.target, why})
		}
	}
	return list, true
}

// names is what such statements name; false where one needs what another names.
func (m *Machine) names(body []python.Stmt) (list []named, ok bool) {
	for _, s := range body {
		m.spend()
		switch s := s.(type) {
		case *python.If:
			if mentions(s.Test, list) {
				return nil, false
			}
			truth, why := m.decided(s.Test)
			var inner []named
			var ok bool
			switch {
			case why != nil:
				inner, ok = m.bothWays(s, why)
			case truth:
				inner, ok = m.names(s.Body)
			default:
				inner, ok = m.names(s.Else)
			}
			if !ok {
				return nil, false
			}
			list = append(list, inner...)
		case *python.Assign:
			if _, set := valueIn(list, s.Targets[0]); set || mentions(s.Value, list) {
				return nil, false
			}
			value := m.eval(s.Value)
			if !isPlain(value) { // a tensor: what is computed of it is the answer
				return nil, false
			}
			list = append(list, named{s.Targets[0], value})
		}
	}
	return list, true
}

// tidies reports whether a statement is a call that makes a folder, tells something, or adds to where modules are
// looked for: nothing that a program does behind it depends on it here.
func tidies(e python.Expr) bool {
	if _, text := e.(*python.String); text {
		return true
	}
	c, ok := e.(*python.Call)
	if !ok || slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return calls(a.Value) }) {
		return false
	}
	if at, ok := c.Func.(*python.Attribute); ok && at.Attr == "mkdir" && !calls(at.Value) {
		return true
	}
	switch python.PathText(c.Func) {
	case "print", "os.makedirs", "os.mkdir", "sys.path.insert", "sys.path.append", "warnings.warn", "logging.info",
		"logging.warning", "logger.info", "logger.warning":
		return true
	}
	return false
}

// nameable reports whether a target is a name, or an attribute of one.
func nameable(target python.Expr) bool {
	if at, ok := target.(*python.Attribute); ok {
		target = at.Value
	}
	_, ok := target.(*python.Name)
	return ok
}

// sameTarget reports whether two targets are spelled alike.
func sameTarget(a, b python.Expr) bool {
	switch a := a.(type) {
	case *python.Name:
		other, ok := b.(*python.Name)
		return ok && other.ID == a.ID
	case *python.Attribute:
		other, ok := b.(*python.Attribute)
		return ok && other.Attr == a.Attr && sameTarget(a.Value, other.Value)
	}
	return false
}

// valueIn is what a target is bound to in a list; set is false where it is not.
func valueIn(list []named, target python.Expr) (value Value, set bool) {
	for _, one := range list {
		if sameTarget(one.target, target) {
			value, set = one.value, true
		}
	}
	return value, set
}

// mentions reports whether an expression reads what is only named on the way.
func mentions(e python.Expr, list []named) (found bool) {
	python.Walk(e, func(n python.Node) bool {
		if one, ok := n.(python.Expr); ok && !found {
			_, found = valueIn(list, one)
		}
		return !found
	})
	return found
}

// isPlain reports whether a value is a text, a number, a truth, None, or not known either: something that says where
// files lie, or which of several things is meant.
func isPlain(v Value) bool {
	switch v.(type) {
	case string, int64, float64, bool, NoneType, *Unknown:
		return true
	}
	return false
}

// plainEqual reports whether two values are the same text, number or truth.
func plainEqual(a, b Value) bool {
	_, unknown := a.(*Unknown)
	return !unknown && isPlain(a) && a == b
}
