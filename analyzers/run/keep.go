package run

import "github.com/trainlint/trainlint/analyzers/python"

// seen is what an expression was whenever the run came to it.
type seen struct {
	value Value
	// guessed: only where the arguments of a function are not known that nobody calls.
	guessed bool
	// chosen: value is a choice that was made here, so that its alternatives are told apart.
	chosen bool
}

// has reports whether another value changes nothing: each of its alternatives is there, under whatever condition.
func (s *seen) has(v Value) bool {
	c, ok := s.value.(*Choice)
	if !ok || !s.chosen {
		return false
	}
	there := func(v Value) bool {
		i := indexOfValue(c.Alternatives, v)
		return i >= 0 && len(c.Alternatives[i].When) == 0
	}
	other, ok := v.(*Choice)
	if !ok {
		return there(v)
	}
	for i := range other.Alternatives {
		if !there(other.Alternatives[i].Value) {
			return false
		}
	}
	return true
}

// asked is what a test gave whenever it was asked.
type asked struct {
	yes, no, open bool
	by            *Located
	guessed       bool
}

// keep notes what an expression is, or that a function was called. What a caller passes counts before what is not known
// of a function that is entered by itself.
func (m *Machine) keep(n python.Node, v Value) {
	if m.frame == nil || m.dead {
		return
	}
	v, guessed := m.here(v), m.frame.guessed
	old, met := m.kept[n]
	switch {
	case !met || old.guessed && !guessed:
		m.kept[n] = &seen{value: v, guessed: guessed}
	case guessed && !old.guessed, ofMany(old.value), identical(old.value, v), old.has(v):
	default:
		*old = seen{m.choiceOf(old.value, v), guessed, true}
	}
}

// ofMany reports whether a value is one of too many to tell apart: another one changes nothing.
func ofMany(v Value) bool {
	o, ok := v.(*Object)
	return ok && Among(o) != nil
}

// keepCall notes that a function was called.
func (m *Machine) keepCall(f *Function, c *Call) {
	guessed := m.frame.guessed || c.Entry
	if old, met := m.kept[f.Node]; !met || old.guessed && !guessed {
		m.kept[f.Node] = &seen{value: f, guessed: guessed}
	}
}

// test asks a condition of the program.
func (m *Machine) test(e python.Expr) outcome {
	if !m.Locate || e == nil || m.frame == nil {
		return m.ask(e)
	}
	outer := m.decider
	m.decider = nil
	o := m.ask(e)
	by := m.decider
	if outer != nil {
		m.decider = outer
	}
	guessed := m.frame.guessed
	a := m.asked[e]
	switch {
	case a == nil || a.guessed && !guessed:
		a = &asked{guessed: guessed}
		m.asked[e] = a
	case guessed && !a.guessed:
		return o
	}
	a.yes, a.no, a.open = a.yes || o.known && o.holds, a.no || o.known && !o.holds, a.open || !o.known
	if a.by == nil {
		a.by = by
	}
	return o
}

// ValueOf is what an expression was, one of several values where it was evaluated several times; met is false where the
// run did not come to it. Only a run with Options.Locate knows.
func (m *Machine) ValueOf(e python.Expr) (v Value, met bool) {
	s, met := m.kept[e]
	if !met {
		return nil, false
	}
	return s.value, true
}

// Called reports whether a function was run, and whether a call of the program did it.
func (m *Machine) Called(f *python.Function) (run, byProgram bool) {
	s, met := m.kept[f]
	return met, met && !s.guessed
}

// Tested is what a test gave: known is false where only the program knows, and where it went both ways; met is false
// where the run did not come to it. by is the value of another file that it looked at first. Only a run with
// Options.Locate knows.
func (m *Machine) Tested(e python.Expr) (holds, known bool, by *Located, met bool) {
	a := m.asked[e]
	if a == nil {
		return false, false, nil, false
	}
	return a.yes, !a.open && a.yes != a.no, a.by, true
}
