package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// weightSign is what is known of the sign of a factor.
type weightSign struct {
	negative bool
	// unknown is set where a part of it is a name of which nobody sees what it is, either where the file makes such a
	// part negative somewhere.
	unknown, either bool
	// written is set where a part of it is a number that is written there.
	written bool
}

// scaledBy is a sum times a factor, or divided by it. A divergence is none that is judged where its sign may be one
// that a weight gives it.
func (s *signs) scaledBy(list []term, by python.Expr, divides bool) []term {
	f := s.signOf(by, divides)
	list = slices.Clone(list)
	for i := range list {
		t := &list[i]
		t.negative = t.negative != f.negative
		t.weighed = t.weighed || f.written
		if t.kind == divergenceTerm && (f.either || f.unknown && !t.weighed) || t.kind == fitTerm && f.either {
			t.kind = plainTerm
		}
	}
	return list
}

// signOf is what is known of the sign of a factor. What is divided by is a count, where nothing is known of it.
func (s *signs) signOf(e python.Expr, divides bool) weightSign {
	switch e := e.(type) {
	case *python.Number:
		return weightSign{written: true}
	case *python.Unary:
		if f := s.signOf(e.Operand, divides); e.Op == "-" {
			f.negative = !f.negative
			return f
		}
	case *python.Binary:
		if e.Op == "*" || e.Op == "/" {
			a, b := s.signOf(e.Left, divides), s.signOf(e.Right, divides || e.Op == "/")
			return weightSign{a.negative != b.negative, a.unknown || b.unknown, a.either || b.either, a.written || b.written}
		}
	case *python.Name, *python.Attribute, *python.Subscript:
		if n, known := s.number(e); known && n != 0 {
			return weightSign{negative: n < 0, either: n > 0 && s.givenNegative(e)}
		}
		return weightSign{unknown: !divides, either: s.givenNegative(e)}
	case *python.Call:
		return weightSign{unknown: !divides && python.LastName(e.Func) != "len"}
	}
	return weightSign{unknown: !divides}
}

// number is what a name surely is, or what it is by default.
func (s *signs) number(e python.Expr) (float64, bool) {
	if by := s.facts.parameterDefault(e); by.kind == givenNumber {
		return by.n, true
	}
	v, known := s.facts.Module.Const(e)
	if !known {
		return 0, false
	}
	return v.Number()
}

// givenNegative reports whether the file gives something that is called so a negative number: a variable, an attribute,
// an argument by its name or by its place.
func (s *signs) givenNegative(e python.Expr) bool {
	m, name := s.facts.Module, python.LastName(e)
	if _, item := e.(*python.Subscript); item {
		name = python.KeyRead(e)
	}
	negative := func(e python.Expr) bool {
		if minus, ok := e.(*python.Unary); ok && minus.Op == "-" {
			return true
		}
		v, known := m.Const(e)
		n, isNumber := v.Number()
		return known && isNumber && n < 0
	}
	if name == "" || m.Passes(name, negative) {
		return true
	}
	for _, c := range m.AllCalls() {
		fn, ok := m.Definition(c.Func).(*python.Function)
		if !ok {
			continue
		}
		if at := slices.IndexFunc(fn.Params, func(p *python.Param) bool { return p.Name == name }); at >= 0 {
			if len(fn.Params) > 0 && fn.Params[0].Name == "self" {
				at--
			}
			if given := m.Argument(c, name, at); given.Presence == python.Given && negative(given.Value) {
				return true
			}
		}
	}
	return false
}

// subtracts reports whether a sum is written with a minus between its two parts.
func subtracts(e python.Expr) bool {
	if sum, ok := e.(*python.Binary); ok {
		return sum.Op == "-"
	}
	stmt, ok := e.Parent().(*python.AugAssign)
	return ok && stmt.Op == "-="
}
