package exact

import (
	"math/bits"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Truth is bool(v). The run stops where it is not known.
func (m *Machine) Truth(v Value) bool {
	truth, ok := m.truth(v)
	if !ok {
		if u, isUnknown := v.(*Unknown); isUnknown {
			if m.Decide != nil {
				if truth, ok := m.Decide(u); ok {
					return truth
				}
			}
			m.StopFor(u, "what decides which way the program goes")
		}
		m.Stop("what decides which way the program goes (%s) is not known", m.ClassOf(v).Name)
	}
	return truth
}

func (m *Machine) truth(v Value) (truth, ok bool) {
	switch v := v.(type) {
	case NoneType:
		return false, true
	case bool:
		return v, true
	case int64:
		return v != 0, true
	case float64:
		return v != 0, true
	case string:
		return v != "", true
	case Bytes:
		return v != "", true
	case *Tuple:
		return len(v.Items) > 0, true
	case *List:
		return len(v.Items) > 0, true
	case *Dict:
		return v.Len() > 0, true
	case *Set:
		return v.Len() > 0, true
	case *Range:
		return v.Len() > 0, true
	case Symbol:
		sure := m.True != nil && m.True(string(v))
		return sure, sure
	case *Unknown:
		return false, false
	case *Instance:
		if f := m.lookup(v.Class, "__bool__"); f != nil {
			return m.Truth(m.Call(f, Positional(v))), true
		}
		if f := m.lookup(v.Class, "__len__"); f != nil {
			return m.Truth(m.Call(f, Positional(v))), true
		}
		if native, isContainer := container(v.Native); isContainer {
			return m.truth(native)
		}
		return true, true
	case *Function, *Method, *Builtin, *Class, *Partial, *Unit, *Iterator, EllipsisType:
		return true, true
	}
	if m.Library != nil {
		return m.Library.Truth(m, v)
	}
	return false, false
}

// container is what an object that inherits from list or dict holds.
func container(native any) (Value, bool) {
	switch native.(type) {
	case *List, *Dict, *Set, *Tuple, string, int64, float64:
		return native, true
	}
	return nil, false
}

// Binary applies an operator.
func (m *Machine) Binary(op string, a, b Value) Value {
	if v := m.numeric(op, a, b); v != nil {
		return v
	}
	if v := m.sequences(op, a, b); v != nil {
		return v
	}
	if v := m.overloaded(op, a, b); v != nil {
		return v
	}
	if m.Library != nil {
		if v := m.Library.Binary(m, op, a, b); v != nil {
			return v
		}
	}
	if v := wholeOf(op, a, b); v != nil {
		return v
	}
	if v := realOf(op, a, b); v != nil {
		return v
	}
	for _, side := range []Value{a, b} {
		switch side := side.(type) {
		case *Unknown:
			return &Unknown{Why: side.Why, At: side.At}
		case Symbol:
			return m.Unknown("%s is not known", string(side))
		}
	}
	if op == "|" && isType(a) && isType(b) { // int | None
		return &Tuple{Items: []Value{a, b}}
	}
	m.Raise(TypeError, "unsupported operand type(s) for %s: '%s' and '%s'", op, m.ClassOf(a).Name, m.ClassOf(b).Name)
	return nil
}

func isType(v Value) bool {
	switch v.(type) {
	case *Class, NoneType, *Tuple:
		return true
	}
	return false
}

var methodOf = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
	"&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}

// overloaded asks the classes of the operands; nil where neither has the operator.
func (m *Machine) overloaded(op string, a, b Value) Value {
	if o, ok := a.(*Instance); ok {
		if f := m.lookup(o.Class, "__"+methodOf[op]+"__"); f != nil {
			if v := m.Call(f, Positional(a, b)); v != (NotImplementedType{}) {
				return v
			}
		}
	}
	if o, ok := b.(*Instance); ok {
		if f := m.lookup(o.Class, "__r"+methodOf[op]+"__"); f != nil {
			if v := m.Call(f, Positional(b, a)); v != (NotImplementedType{}) {
				return v
			}
		}
	}
	ao, aOK := a.(*Instance)
	bo, bOK := b.(*Instance)
	if !aOK && !bOK {
		return nil
	}
	x, y := a, b
	if aOK {
		if native, ok := container(ao.Native); ok {
			x = native
		}
	}
	if bOK {
		if native, ok := container(bo.Native); ok {
			y = native
		}
	}
	if x == a && y == b {
		return nil
	}
	return m.Binary(op, x, y)
}

// inPlace is a op= b.
func (m *Machine) inPlace(op string, a, b Value) Value {
	switch left := a.(type) {
	case *List:
		if op == "+" {
			more := m.Items(b)
			m.grows(itemRoom * len(more))
			if len(left.Items)+len(more) > maxRoom/itemRoom {
				m.Stop("a very long list")
			}
			left.Items = append(left.Items, more...)
			return left
		}
	case *Dict:
		if op == "|" {
			m.update(left, b)
			return left
		}
	case *Set:
		if op == "|" {
			for _, v := range m.Items(b) {
				left.Set(m.hashable(v), None)
			}
			return left
		}
	case *Instance:
		if f := m.lookup(left.Class, "__i"+methodOf[op]+"__"); f != nil {
			return m.Call(f, Positional(a, b))
		}
	}
	if m.Library != nil {
		if v := m.Library.InPlace(m, op, a, b); v != nil {
			return v
		}
	}
	return m.Binary(op, a, b)
}

// integer is v as an int; a bool is one.
func integer(v Value) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case *Instance:
		if n, ok := v.Native.(int64); ok {
			return n, true
		}
		if also := v.asMember(); also != nil { // class Kind(IntEnum)
			return integer(also)
		}
	}
	return 0, false
}

// float is a number as a float.
func float(v Value) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case *Instance:
		if x, ok := v.Native.(float64); ok {
			return x, true
		}
	}
	n, ok := integer(v)
	return float64(n), ok
}

// Integer is a value as an int.
func Integer(v Value) (int64, bool) { return integer(v) }

// Float is a number as a float.
func Float(v Value) (float64, bool) { return float(v) }

// numeric applies an operator to two numbers; nil where they are none.
func (m *Machine) numeric(op string, a, b Value) Value {
	x, okX := integer(a)
	y, okY := integer(b)
	if okX && okY {
		return m.integers(op, x, y, a, b)
	}
	f, okF := float(a)
	g, okG := float(b)
	if okF && okG {
		return m.floats(op, f, g)
	}
	return nil
}

func (m *Machine) integers(op string, x, y int64, a, b Value) Value {
	switch op {
	case "+":
		if sum := x + y; (sum > x) == (y > 0) {
			return sum
		}
	case "-":
		if d := x - y; (d < x) == (y > 0) {
			return d
		}
	case "*":
		hi, lo := bits.Mul64(uint64(abs(x)), uint64(abs(y)))
		if hi == 0 && lo < 1<<63 {
			return x * y
		}
	case "/":
		if y == 0 {
			m.Raise(ZeroDivisionError, "division by zero")
		}
		return float64(x) / float64(y)
	case "//", "%":
		if y == 0 {
			m.Raise(ZeroDivisionError, "integer division or modulo by zero")
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if op == "//" {
			return q
		}
		return r
	case "**":
		if y < 0 {
			return m.floats(op, float64(x), float64(y))
		}
		if p, ok := power(x, y); ok {
			return p
		}
	case "&", "|", "^":
		return bitwise(op, x, y, a, b)
	case "<<":
		if y >= 0 && y < 62 && abs(x) < 1<<(62-y) {
			return x << y
		}
	case ">>":
		if y >= 0 {
			return x >> min(y, 63)
		}
	default:
		return nil
	}
	return m.Unknown("an integer that does not fit a machine word")
}

func bitwise(op string, x, y int64, a, b Value) Value {
	var n int64
	switch op {
	case "&":
		n = x & y
	case "|":
		n = x | y
	default:
		n = x ^ y
	}
	_, aBool := a.(bool)
	_, bBool := b.(bool)
	if aBool && bBool {
		return n != 0
	}
	return n
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

func power(x, y int64) (int64, bool) {
	result := int64(1)
	for ; y > 0; y-- {
		hi, lo := bits.Mul64(uint64(abs(result)), uint64(abs(x)))
		if hi != 0 || lo >= 1<<62 {
			return 0, false
		}
		result *= x
		if x == 0 || x == 1 {
			return result, true
		}
	}
	return result, true
}

func (m *Machine) floats(op string, f, g float64) Value {
	switch op {
	case "+":
		return f + g
	case "-":
		return f - g
	case "*":
		return f * g
	case "/", "//", "%":
		if g == 0 {
			m.Raise(ZeroDivisionError, "float division by zero")
		}
		switch op {
		case "/":
			return f / g
		case "//":
			return python.FloorDivide(f, g)
		}
		return python.Modulo(f, g)
	case "**":
		if p, ok := python.Power(f, g); ok {
			return p
		}
		if f == 0 {
			m.Raise(ZeroDivisionError, "0.0 cannot be raised to a negative power")
		}
		return m.Unknown("a power that is no float")
	}
	return nil
}

// sequences applies an operator to texts and containers; nil where it is none of theirs.
func (m *Machine) sequences(op string, a, b Value) Value {
	if op == "*" {
		if n, ok := integer(b); ok {
			return m.repeated(a, n)
		}
		if n, ok := integer(a); ok {
			return m.repeated(b, n)
		}
		return nil
	}
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok && op == "+" {
			m.grows(len(x) + len(y))
			return x + y
		}
		if op == "%" {
			return m.worded(func() Value { return m.percent(x, b) })
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok && op == "+" {
			return &Tuple{Items: m.joined(x.Items, y.Items), Sizes: x.Sizes}
		}
	case *List:
		if y, ok := b.(*List); ok && op == "+" {
			return &List{m.joined(x.Items, y.Items)}
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && op == "|" {
			m.paid(x)
			d := x.Copy()
			m.update(d, y)
			return d
		}
	case *Set:
		if y, ok := b.(*Set); ok {
			return m.setOperation(op, x, y)
		}
	}
	return nil
}

func (m *Machine) setOperation(op string, x, y *Set) Value {
	m.grows(room(x) + room(y))
	out := &Set{}
	add := func(from *Set, keep func(Value) bool) {
		for _, v := range from.keys {
			if keep(v) {
				out.Set(v, None)
			}
		}
	}
	all := func(Value) bool { return true }
	switch op {
	case "|":
		add(x, all)
		add(y, all)
	case "&":
		add(x, func(v Value) bool { return y.Get(v) != nil })
	case "-":
		add(x, func(v Value) bool { return y.Get(v) == nil })
	case "^":
		add(x, func(v Value) bool { return y.Get(v) == nil })
		add(y, func(v Value) bool { return x.Get(v) == nil })
	default:
		return nil
	}
	return out
}

func (m *Machine) repeated(v Value, n int64) Value {
	switch v := v.(type) {
	case string:
		return strings.Repeat(v, m.multiplies(n, int64(len(v))))
	case *Tuple:
		return &Tuple{Items: m.times(v.Items, n), Sizes: v.Sizes}
	case *List:
		return &List{m.times(v.Items, n)}
	}
	return nil
}

// joined is a list behind another one.
func (m *Machine) joined(a, b []Value) []Value {
	m.grows(itemRoom * (len(a) + len(b)))
	return append(append(make([]Value, 0, len(a)+len(b)), a...), b...)
}

func (m *Machine) times(list []Value, n int64) []Value {
	times := m.multiplies(n, itemRoom*int64(len(list)))
	out := make([]Value, 0, len(list)*times)
	for range times {
		out = append(out, list...)
	}
	return out
}

// Unary applies an operator to one operand.
func (m *Machine) Unary(op string, v Value) Value {
	if op == "not" {
		return !m.Truth(v)
	}
	if n, ok := integer(v); ok {
		switch op {
		case "-":
			return -n
		case "+":
			return n
		case "~":
			return ^n
		}
	}
	if x, ok := float(v); ok {
		switch op {
		case "-":
			return -x
		case "+":
			return x
		}
	}
	switch o := v.(type) {
	case complex128:
		if op == "-" {
			return -o
		}
	case *Unknown:
		return &Unknown{Why: o.Why, At: o.At, Real: op != "~" && (o.Real || o.Share)}
	case *Instance:
		name := map[string]string{"-": "__neg__", "+": "__pos__", "~": "__invert__"}[op]
		if f := m.lookup(o.Class, name); f != nil {
			return m.Call(f, Positional(v))
		}
	}
	if m.Library != nil {
		if out := m.Library.Unary(m, op, v); out != nil {
			return out
		}
	}
	m.Raise(TypeError, "bad operand type for unary %s: '%s'", op, m.ClassOf(v).Name)
	return nil
}
