package exact

import (
	"errors"

	"github.com/trainlint/trainlint/analyzers/python"
)

// StopForSample ends the run as something unknown is needed that has to be like wants says, behind the number of
// samples.
func (m *Machine) StopForSample(u *Unknown, wants string) {
	err := m.Try(func() { m.StopFor(u, "an argument") })
	var stop *Stop
	if errors.As(err, &stop) && stop.Asks != nil && !m.parts[u] && u.Of == nil {
		asks := *stop.Asks
		asks.Wants, stop.Asks = wants, &asks
	}
	panic(err)
}

// AskFor ends the run as a whole number is not known, such as one that an argument of a library has to be.
func (m *Machine) AskFor(u *Unknown, what string) {
	err := m.Try(func() { m.StopFor(u, what) })
	var stop *Stop
	if errors.As(err, &stop) && m.ended[Stop{At: u.At, Reason: u.Why}] == nil {
		if root := m.rootOf(u); root.Path != "" {
			stop.Asks = m.askedAt(root, !m.shaped[root])
		}
	}
	panic(err)
}

// askedAt is an expression that is asked for, with what it has to be like.
func (m *Machine) askedAt(at Expression, number bool) *Asked {
	asks := &Asked{Expression: at, Number: number}
	if m.Wants == nil {
		return asks
	}
	if of, read := m.sides[at]; number && read {
		if wants := m.Wants(of); wants != "" { // whose sample it is says more
			return &Asked{Expression: of, Wants: wants}
		}
	}
	if !number {
		asks.Wants = m.Wants(at)
	}
	return asks
}

// WholeOf is the expression that gave something unknown which has the sides that are asked for in its place; of no file
// where that is not known.
func (m *Machine) WholeOf(u *Unknown) Expression {
	if m.parts[u] || u.Of != nil {
		return Expression{}
	}
	return m.rootOf(u)
}

// notedSides keeps of what the sides are that an expression reads, x.shape or x.shape[0], where x is not known.
func (m *Machine) notedSides(e python.Expr) {
	of := e
	if item, ok := of.(*python.Subscript); ok {
		of = item.Value
	}
	at, ok := of.(*python.Attribute)
	if !ok || at.Attr != "shape" {
		return
	}
	name, ok := at.Value.(*python.Name)
	if !ok {
		return
	}
	u, unknown := m.find(name.ID).(*Unknown)
	if !unknown {
		return
	}
	if root := m.WholeOf(u); root.Path != "" {
		if m.sides == nil {
			m.sides = map[Expression]Expression{}
		}
		m.sides[Expression{m.frame.unit.Module.File.Path, e.Span()}] = root
	}
}
