package exact

import (
	"errors"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// A program that checks what only its run knows, and ends where it is not as it should be, trains where it is: `if not
// path.exists(): raise`.

// guard runs an if below which all that stands ends the program: where nobody knows the test, it is passed. done is
// false for any other statement, and where somebody may catch what it raises.
func (m *Machine) guard(s *python.If) (end flow, done bool) {
	if m.caught > 0 || len(s.Else) > 0 || !endsProgram(s.Body) || m.runsOwn(s.Test) {
		return goesOn, false
	}
	decide := m.Decide
	m.Decide = func(*Unknown) (bool, bool) { panic(undecided) }
	holds := false
	err := m.Try(func() { holds = m.Truth(m.eval(s.Test)) })
	m.Decide = decide
	switch {
	case err == nil && holds:
		return m.block(s.Body), true
	case err == nil, errors.Is(err, undecided):
		return goesOn, true
	}
	panic(err)
}

// runsOwn reports whether an expression calls what the project writes: that may do more than answer.
func (m *Machine) runsOwn(e python.Expr) (own bool) {
	python.Walk(e, func(n python.Node) bool {
		m.spend()
		call, ok := n.(*python.Call)
		if !ok || own {
			return !own
		}
		f := call.Func
		for at, ok := f.(*python.Attribute); ok; at, ok = f.(*python.Attribute) {
			f = at.Value
		}
		name, ok := f.(*python.Name)
		if !ok {
			return true
		}
		switch v := m.find(name.ID).(type) {
		case *Function:
			own = true
		case *Class:
			own = v.Node != nil
		case *Instance:
			own = v.Class.Node != nil && !strings.HasPrefix(v.Class.Unit.Module.File.Path, "<")
		}
		return !own
	})
	return own
}

// undecided ends a test that nobody knows.
var undecided = &Stop{Reason: "what decides which way the program goes"}

// endsProgram reports whether statements raise, or leave the program, whatever happens: none of them does more on the
// way than call something to tell of it.
func endsProgram(body []python.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *python.Raise:
			name := python.PathText(raised(s.Value))
			return name != "" && name != "StopIteration" && name != "NotImplementedError"
		case *python.ExprStmt:
			if leaves(s) {
				return true
			}
		case *python.Assign:
		default:
			return false
		}
	}
	return false
}

// interrupted reports whether a try catches nothing but what its user does.
func interrupted(s *python.Try) bool {
	return !slices.ContainsFunc(
		s.Handlers,
		func(h *python.Handler) bool { return h.Type == nil || python.PathText(h.Type) != "KeyboardInterrupt" },
	)
}

// raised is the class of what is raised.
func raised(e python.Expr) python.Expr {
	if c, ok := e.(*python.Call); ok {
		return c.Func
	}
	return e
}

// leaves reports whether a statement is a call that ends the program.
func leaves(s *python.ExprStmt) bool {
	c, ok := s.Value.(*python.Call)
	if !ok {
		return false
	}
	switch python.PathText(c.Func) {
	case "exit", "quit", "sys.exit", "os._exit":
		return true
	}
	return false
}
