package python

import (
	"math"
	"strconv"
	"strings"
)

// ValueKind tells constants apart.
type ValueKind uint8

// The kinds of constants.
const (
	NoneValue ValueKind = iota
	BoolValue
	IntValue
	FloatValue
	StringValue
)

// Value is a constant that the source is sure of.
type Value struct {
	Kind  ValueKind
	Bool  bool
	Int   int64
	Float float64
	Str   string
	// Default marks a value that the command line or a caller can replace: an
	// argparse or dataclass default. A fixed value is never marked.
	Default bool
	// From is where it is written.
	From Node
}

// IsZero reports whether the value is the number 0.
func (v Value) IsZero() bool {
	return (v.Kind == IntValue && v.Int == 0) || (v.Kind == FloatValue && v.Float == 0)
}

// Truthy is the value's truth, as `if value:` sees it.
func (v Value) Truthy() bool {
	switch v.Kind {
	case BoolValue:
		return v.Bool
	case IntValue:
		return v.Int != 0
	case FloatValue:
		return v.Float != 0
	case StringValue:
		return v.Str != ""
	}
	return false
}

// Number is the value as a float, false for what is none.
func (v Value) Number() (float64, bool) {
	switch v.Kind {
	case IntValue:
		return float64(v.Int), true
	case FloatValue:
		return v.Float, true
	}
	return 0, false
}

// Const folds an expression where the source is sure: literals, arithmetic on
// them, names bound once, argparse and dataclass defaults, items of dictionary
// displays that nothing changes. A call is never folded.
func (m *Module) Const(e Expr) (Value, bool) { return m.constant(e, 0) }

// IsTrue reports whether e is the literal or constant True, not a default.
func (m *Module) IsTrue(e Expr) bool {
	v, ok := m.Const(e)
	return ok && v.Kind == BoolValue && v.Bool && !v.Default
}

// IsFalse reports whether e is the literal or constant False, not a default.
func (m *Module) IsFalse(e Expr) bool {
	v, ok := m.Const(e)
	return ok && v.Kind == BoolValue && !v.Bool && !v.Default
}

func (m *Module) constant(e Expr, steps int) (Value, bool) {
	m.Meter.Spend(1)
	if steps > maxAliasSteps {
		return Value{}, false
	}
	switch e := e.(type) {
	case *Constant:
		switch e.Kind {
		case None:
			return Value{From: e}, true
		case True, False:
			return Value{Kind: BoolValue, Bool: e.Kind == True, From: e}, true
		}
	case *Number:
		return number(e)
	case *String:
		if e.Known {
			return Value{Kind: StringValue, Str: e.Text, From: e}, true
		}
	case *Unary:
		return m.unaryConstant(e, steps)
	case *Binary:
		return m.binaryConstant(e, steps)
	case *Name:
		if scope, bindings := m.Lookup(e.ID, e); scope != nil {
			return m.boundConstant(bindings, steps)
		}
	case *Attribute:
		return m.attributeConstant(e, steps)
	case *Subscript:
		return m.itemConstant(e, steps)
	}
	return Value{}, false
}

func number(n *Number) (Value, bool) {
	text := strings.ReplaceAll(n.Text, "_", "")
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return Value{Kind: IntValue, Int: i, From: n}, true
	}
	if strings.Trim(text, "0123456789") == "" || strings.HasPrefix(strings.ToLower(text), "0x") {
		return Value{}, false // an integer, but one of more than 64 bits
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return Value{Kind: FloatValue, Float: f, From: n}, true
	}
	return Value{}, false
}

func (m *Module) unaryConstant(e *Unary, steps int) (Value, bool) {
	v, ok := m.constant(e.Operand, steps+1)
	if !ok {
		return v, false
	}
	switch {
	case e.Op == "not":
		return Value{Kind: BoolValue, Bool: !v.Truthy(), Default: v.Default, From: v.From}, true
	case e.Op == "-" && v.Kind == IntValue:
		if v.Int, ok = Integer("-", 0, v.Int); !ok {
			return Value{}, false
		}
	case e.Op == "-" && v.Kind == FloatValue:
		v.Float = -v.Float
	default:
		return v, false
	}
	return v, true
}

func (m *Module) binaryConstant(e *Binary, steps int) (Value, bool) {
	a, okA := m.constant(e.Left, steps+1)
	b, okB := m.constant(e.Right, steps+1)
	if !okA || !okB {
		return Value{}, false
	}
	v := Value{Default: a.Default || b.Default, From: e}
	if a.Kind == IntValue && b.Kind == IntValue {
		var known bool
		if v.Int, known = Integer(e.Op, a.Int, b.Int); known {
			v.Kind = IntValue
			return v, true
		}
		if !MakesFloat(e.Op, b.Int) {
			return Value{}, false
		}
	}
	x, okX := a.Number()
	y, okY := b.Number()
	if !okX || !okY {
		return Value{}, false
	}
	v.Kind = FloatValue
	switch e.Op {
	case "+":
		v.Float = x + y
	case "-":
		v.Float = x - y
	case "*":
		v.Float = x * y
	case "/":
		if y == 0 {
			return Value{}, false
		}
		v.Float = x / y
	case "**": // Python raises an error for what is too large
		var known bool
		if v.Float, known = Power(x, y); !known || math.IsInf(v.Float, 0) || math.IsNaN(v.Float) {
			return Value{}, false
		}
	default:
		return Value{}, false
	}
	return v, true
}

// MakesFloat reports whether Python makes a float of two integers: one that is too large
// for us must not become one.
func MakesFloat(op string, b int64) bool { return op == "/" || op == "**" && b < 0 }

// boundConstant is the value of a name that is bound exactly once.
func (m *Module) boundConstant(bindings []*Binding, steps int) (Value, bool) {
	if len(bindings) != 1 || bindings[0].Kind != Assigned || bindings[0].Value == nil {
		return Value{}, false
	}
	if _, walrus := bindings[0].Node.(*Walrus); walrus {
		return Value{}, false
	}
	return m.constant(bindings[0].Value, steps+1)
}

func (m *Module) attributeConstant(e *Attribute, steps int) (Value, bool) {
	if path := PathText(e); path != "" && len(m.assigned(path)) > 0 && m.ClassOf(e.Value) == nil {
		return Value{}, false // args.lr = … somewhere: which one holds here is not known
	}
	if v, ok := m.optionDefault(e); ok {
		return v, true
	}
	class := m.ClassOf(e.Value)
	if class == nil {
		if c, ok := m.Definition(e.Value).(*Class); ok { // Config.batch_size
			class = c
		}
	}
	if class == nil {
		return Value{}, false
	}
	v, ok := m.boundConstant(m.memberBindings(class, e.Attr), steps+1)
	if _, isSelf := e.Value.(*Name); ok && m.isConfigClass(class) && isSelf {
		v.Default = true
	}
	return v, ok
}

// isConfigClass reports whether the class takes its fields from its caller.
func (m *Module) isConfigClass(c *Class) bool {
	for _, d := range c.Decorators {
		value := d.Value
		if call, ok := value.(*Call); ok {
			value = call.Func
		}
		if path := m.Resolve(value); strings.HasSuffix(path, "dataclass") || strings.HasPrefix(path, "attr") {
			return true
		}
	}
	for _, base := range m.BaseNames(c) {
		if strings.HasPrefix(base, "pydantic") || strings.HasSuffix(base, "NamedTuple") ||
			strings.HasSuffix(base, "Config") ||
			strings.HasSuffix(base, "Arguments") {
			return true
		}
	}
	return false
}

func (m *Module) itemConstant(e *Subscript, steps int) (Value, bool) {
	if len(e.Index) != 1 {
		return Value{}, false
	}
	key, ok := m.constant(e.Index[0], steps+1)
	if !ok || key.Kind != StringValue {
		return Value{}, false
	}
	dict, fixed := m.DictOf(e.Value)
	if dict == nil || !fixed {
		return Value{}, false
	}
	value, found, sure := m.dictItem(dict, key.Str)
	if !found || !sure {
		return Value{}, false
	}
	return m.constant(value, steps+1)
}

// IsFalse reports whether an expression is False as it is written.
func IsFalse(e Expr) bool {
	c, ok := e.(*Constant)
	return ok && c.Kind == False
}
