package evaluate

import (
	"math"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// choice evaluates "a if test else b": the branch that this run takes, or what
// both agree on.
func (p *Program) choice(e *python.IfExp) Value {
	truth, known := p.value(e.Test).Truth()
	switch {
	case known && truth:
		return p.decided(p.value(e.Body), e.Test)
	case known:
		return p.decided(p.value(e.Else), e.Test)
	}
	a, b := p.value(e.Body), p.value(e.Else)
	if same, ok := a.Same(b); ok && same {
		return a
	}
	return Value{}
}

// decided marks that a value of the script was chosen by something written
// elsewhere: the place that decides is the config value in the test.
func (p *Program) decided(v Value, test python.Expr) Value {
	if v.Kind == Unknown || v.Place.File != p.Module.File {
		return v
	}
	for n := range python.All(test) {
		e, ok := n.(python.Expr)
		if !ok {
			continue
		}
		if by := p.value(e); by.Known() && by.Place.File != nil && by.Place.File != p.Module.File {
			here := v.Place
			v.Place = by.Place
			return v.through(here)
		}
	}
	return v
}

func (p *Program) unary(e *python.Unary) Value {
	v := p.value(e.Operand)
	switch e.Op {
	case "not":
		if truth, known := v.Truth(); known {
			return Value{Kind: Bool, Bool: !truth, Place: v.Place, Via: v.Via, Default: v.Default}
		}
	case "-":
		switch v.Kind {
		case Int:
			n, ok := python.Integer("-", 0, v.Int)
			if !ok {
				return Value{}
			}
			v.Int = n
			return v
		case Float:
			v.Float = -v.Float
			return v
		}
	case "+":
		return v
	}
	return Value{}
}

func (p *Program) binary(e *python.Binary) Value {
	a, b := p.value(e.Left), p.value(e.Right)
	out := Value{Place: a.Place, Via: a.Via, Default: a.Default && b.Default}
	if a.Place.File == p.Module.File && b.Place.File != nil && b.Place.File != p.Module.File {
		out.Place, out.Via = b.Place, b.Via
	}
	out = out.noted(p.Place(e))
	if a.Kind == Int && b.Kind == Int {
		n, ok := python.Integer(e.Op, a.Int, b.Int)
		if ok {
			out.Kind, out.Int = Int, n
			return out
		}
		if !python.MakesFloat(e.Op, b.Int) {
			return Value{}
		}
	}
	if len(a.Str)+len(b.Str) > maxText {
		return Value{}
	}
	if a.Kind == String && b.Kind == String && e.Op == "+" {
		out.Kind, out.Str = String, a.Str+b.Str
		return out
	}
	if a.Kind == String && b.Kind == String && e.Op == "/" { // pathlib
		out.Kind, out.Str = String, strings.TrimSuffix(a.Str, "/")+"/"+b.Str
		return out
	}
	x, okX := a.Number()
	y, okY := b.Number()
	if !okX || !okY {
		return Value{}
	}
	f, ok := real(e.Op, x, y)
	if !ok {
		return Value{}
	}
	out.Kind, out.Float = Float, f
	return out
}

// maxText bounds a text that is put together: s = s + s doubles with every line.
const maxText = 1 << 16

// noted adds a place to the chain even while the kind is not set yet.
func (v Value) noted(p Place) Value {
	if len(v.Via) > 8 {
		return v
	}
	v.Via = append(v.Via[:len(v.Via):len(v.Via)], p)
	return v
}

func real(op string, a, b float64) (float64, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, b != 0
	case "//":
		return math.Floor(a / b), b != 0
	case "**": // Python raises an error for what is too large
		f := math.Pow(a, b)
		return f, !math.IsInf(f, 0) && !math.IsNaN(f)
	}
	return 0, false
}

// boolean evaluates "and" and "or" as Python does: the value that decides.
func (p *Program) boolean(e *python.Bool) Value {
	a := p.value(e.Left)
	truth, known := a.Truth()
	if !known {
		// "unknown and False" is false, "unknown or True" is true, as far as truth goes.
		b := p.value(e.Right)
		if t, k := b.Truth(); k && b.Kind == Bool && t == (e.Op == "or") {
			return b
		}
		return Value{}
	}
	if truth == (e.Op == "or") {
		return a
	}
	return p.value(e.Right)
}

func (p *Program) compare(e *python.Compare) Value {
	result := Value{Kind: Bool, Bool: true, Place: p.Place(e)}
	for i, op := range e.Ops {
		a, b := p.value(e.Operands[i]), p.value(e.Operands[i+1])
		truth, known := relate(op, a, b)
		if !known {
			return Value{}
		}
		for _, v := range []Value{a, b} {
			if v.Place.File != nil && v.Place.File != p.Module.File {
				result.Place, result.Via = v.Place, v.Via
			}
		}
		if !truth {
			result.Bool = false
			return result
		}
	}
	return result
}

func relate(op string, a, b Value) (truth, known bool) {
	switch op {
	case "==", "!=", "is", "is not":
		return equality(op, a, b)
	case "in", "not in":
		truth, known = contains(b, a)
		return truth == (op == "in"), known
	}
	x, okX := a.Number()
	y, okY := b.Number()
	if !okX || !okY {
		return false, false
	}
	switch op {
	case "<":
		return x < y, true
	case "<=":
		return x <= y, true
	case ">":
		return x > y, true
	case ">=":
		return x >= y, true
	}
	return false, false
}

func equality(op string, a, b Value) (truth, known bool) {
	negated := op == "!=" || op == "is not"
	if a.Kind != Unknown && b.Kind == None || a.Kind == None && b.Kind != Unknown {
		return (a.Kind == b.Kind) != negated, true
	}
	same, known := a.Same(b)
	return same != negated, known
}

func contains(list, item Value) (truth, known bool) {
	switch list.Kind {
	case List:
		sure := item.Known()
		for _, v := range list.Items {
			same, ok := v.Same(item)
			if ok && same {
				return true, true
			}
			sure = sure && ok
		}
		return false, sure
	case Mapping, Table:
		if item.Kind == String {
			_, ok := list.Child(item.Str)
			return ok, ok || list.Kind == Mapping
		}
	case String:
		if item.Kind == String {
			return strings.Contains(list.Str, item.Str), true
		}
	}
	return false, false
}
