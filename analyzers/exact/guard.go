package exact

import (
	"errors"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// A program that checks what only its run knows, and ends where it is not as it should be, trains where it is: `if not path.exists(): raise`.

// guard runs an if below which all that stands ends the program: where nobody knows the test, it is passed. done is false for any other
// statement, and where somebody may catch what it raises.
func (m *Machine) guard(s *python.If) (end flow, done bool) {
	if m.caught > 0 || len(s.Else) > 0 || !endsProgram(s.Body) {
		return goesOn, false
	}
	decide := m.Decide
	m.Decide = nil
	holds := false
	err := m.Try(func() { holds = m.Truth(m.eval(s.Test)) })
	m.Decide = decide
	var stop *Stop
	switch {
	case err == nil && holds:
		return m.block(s.Body), true
	case err == nil, errors.As(err, &stop) && m.Steps > 0 && strings.HasPrefix(stop.Reason, undecided):
		return goesOn, true
	}
	panic(err)
}

// undecided begins the reason for which a run stops at a test.
const undecided = "what decides which way the program goes"

// endsProgram reports whether statements raise, or leave the program, whatever happens: none of them does more on the way than call
// something to tell of it.
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
	return !slices.ContainsFunc(s.Handlers, func(h *python.Handler) bool { return h.Type == nil || python.PathText(h.Type) != "KeyboardInterrupt" })
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
