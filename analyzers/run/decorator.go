package run

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// decoration is a decorator of the project as it is written: with its arguments, on a function or a class.
type decoration struct {
	maker *python.Function
	unit  *Unit // in which the arguments are written, nil for none
	given string
	class bool
}

// quietly applies a decorator, and remembers of one of the project whether it does anything at all: one that writes
// documentation costs more than the class it stands on, and stands on every method of a library. Where it gave back
// what it was given and nothing else changed, it is not run again; and none is worth more than an idle function,
// whatever the names in it say.
func (m *Machine) quietly(e python.Expr, v Value, apply func() Value) Value {
	key, known := m.decorationOf(e, v)
	if !known {
		return apply()
	}
	leaves, met := m.leaves[key]
	if leaves {
		return v
	}
	since := m.mark()
	m.decorating++
	result := apply()
	m.decorating--
	if !met {
		m.leaves[key] = result == v && !m.dead && m.quiet(since)
	}
	return result
}

// decorationOf tells decorators apart; known is false for those of libraries.
func (m *Machine) decorationOf(e python.Expr, v Value) (key decoration, known bool) {
	c, called := e.(*python.Call)
	if called {
		e = c.Func
	}
	if _, named := e.(*python.Name); !named {
		return key, false
	}
	f, ok := Bare(m.eval(e)).(*Function)
	if !ok || f.Node == nil {
		return key, false
	}
	key.maker = f.Node
	_, key.class = v.(*Class)
	if called {
		key.unit, key.given = m.frame.unit, m.readsAs(c.Args)
	}
	return key, true
}

// longText is how long a text is that is there to be read: it decides nothing.
const longText = 40

// readsAs are arguments as they are written, without the texts that are documentation.
func (m *Machine) readsAs(args []*python.Arg) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.Name)
		b.WriteByte('=')
		if s, ok := a.Value.(*python.String); !ok || len(s.Text) < longText {
			b.WriteString(m.frame.unit.Module.File.Slice(a.Value.Span()))
		}
		b.WriteByte(',')
	}
	return b.String()
}
