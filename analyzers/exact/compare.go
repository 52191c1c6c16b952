package exact

import (
	"math"
	"strings"
)

// Compare applies a comparison.
func (m *Machine) Compare(op string, a, b Value) Value {
	switch op {
	case "is":
		return m.identical(a, b)
	case "is not":
		return negated(m.identical(a, b))
	case "in":
		return m.contains(b, a)
	case "not in":
		return negated(m.contains(b, a))
	}
	if v := m.overloadedComparison(op, a, b); v != nil {
		return v
	}
	if op == "==" || op == "!=" {
		if u := unknownOf(a, b); u != nil {
			return u
		}
		return m.Equal(a, b) == (op == "==")
	}
	if truth, ok := besideLarge(op, a, b); ok {
		return truth
	}
	return m.ordered(op, a, b)
}

// besideLarge compares a number with one that is larger than it.
func besideLarge(op string, a, b Value) (truth, ok bool) {
	u, first := a.(*Unknown)
	v, second := b.(*Unknown)
	_, left := a.(int64)
	_, right := b.(int64)
	switch {
	case first && u.Large && right:
		return op == ">" || op == ">=", true
	case second && v.Large && left:
		return op == "<" || op == "<=", true
	}
	return false, false
}

// negated is `not v` of what may be unknown.
func negated(v Value) Value {
	if truth, ok := v.(bool); ok {
		return !truth
	}
	return v
}

func unknownOf(list ...Value) *Unknown {
	for _, v := range list {
		if u, ok := v.(*Unknown); ok {
			return &Unknown{Why: u.Why, At: u.At}
		}
	}
	return nil
}

var comparisonMethods = map[string]string{
	"==": "__eq__",
	"!=": "__ne__",
	"<":  "__lt__",
	"<=": "__le__",
	">":  "__gt__",
	">=": "__ge__",
}

func (m *Machine) overloadedComparison(op string, a, b Value) Value {
	if o, ok := a.(*Instance); ok {
		if f := m.lookup(o.Class, comparisonMethods[op]); f != nil {
			return m.Call(f, Positional(a, b))
		}
		if op == "!=" {
			if f := m.lookup(o.Class, "__eq__"); f != nil {
				return !m.Truth(m.Call(f, Positional(a, b)))
			}
		}
	}
	if m.Library != nil {
		return m.Library.Binary(m, op, a, b)
	}
	return nil
}

// identical is `a is b`.
func (m *Machine) identical(a, b Value) Value {
	if u := unknownOf(a, b); u != nil {
		if a == Value(None) || b == Value(None) {
			if u.something() {
				return false
			}
			return u
		}
	}
	switch x := a.(type) {
	case *Tuple:
		y, ok := b.(*Tuple)
		return ok && x == y
	case *Method:
		return false
	}
	return comparableValue(a) && comparableValue(b) && a == b
}

// something reports whether a value that is not known surely is no None.
func (u *Unknown) something() bool {
	return u.Some || u.Whole || u.Real || u.Share || u.Large || u.Numbers ||
		u.Each != nil || u.Lists != nil || u.Found != nil
}

func comparableValue(v Value) bool {
	_, several := v.(Args)
	return !several
}

// Equal is `a == b` of values that no library compares.
func (m *Machine) Equal(a, b Value) bool {
	if x, ok := float(a); ok {
		y, ok := float(b)
		return ok && x == y
	}
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok && len(x) == len(y) {
			m.looksAt(len(x))
		}
	case *Tuple, *List, *Set, *Dict, *Instance:
		m.Deeper()
		defer m.Shallower()
	}
	switch x := a.(type) {
	case *Tuple:
		y, ok := b.(*Tuple)
		return ok && m.equalLists(x.Items, y.Items)
	case *List:
		y, ok := b.(*List)
		return ok && m.equalLists(x.Items, y.Items)
	case *Set:
		y, ok := b.(*Set)
		if !ok || x.Len() != y.Len() {
			return false
		}
		m.grows(room(x))
		for _, v := range x.keys {
			if y.Get(v) == nil {
				return false
			}
		}
		return true
	case *Dict:
		return m.equalDicts(x, b)
	case *Range:
		y, ok := b.(*Range)
		return ok && *x == *y
	case *Instance:
		y, ok := b.(*Instance)
		if v := x.asMember(); v != nil && x != y {
			return m.Equal(v, b)
		}
		if native, isContainer := container(x.Native); isContainer {
			if ok {
				b, _ = container(y.Native)
			}
			return m.Equal(native, b)
		}
		return ok && x == y
	}
	if y, ok := b.(*Instance); ok {
		if v := y.asMember(); v != nil {
			return m.Equal(a, v)
		}
		if native, isContainer := container(y.Native); isContainer {
			return m.Equal(a, native)
		}
	}
	return comparableValue(a) && comparableValue(b) && a == b
}

// asMember is the text or number that a member of an enumeration is, too: class Kind(str, Enum); nil for anything else.
func (o *Instance) asMember() Value {
	member, also := false, false
	for _, c := range o.Class.Line {
		member = member || c == enumClass
		also = also || c == strClass || c == intClass || c.Name == "IntEnum" || c.Name == "StrEnum"
	}
	if !member || !also {
		return nil
	}
	return o.Attrs.Get("value")
}

func (m *Machine) equalDicts(x *Dict, b Value) bool {
	y, ok := b.(*Dict)
	if !ok || x.Len() != y.Len() {
		return false
	}
	m.grows(room(x))
	for i, key := range x.keys {
		other := y.Get(key)
		if other == nil || !m.same(x.values[i], other) {
			return false
		}
	}
	return true
}

func (m *Machine) equalLists(x, y []Value) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		m.spend()
		if !m.same(x[i], y[i]) {
			return false
		}
	}
	return true
}

// same is equality inside of containers: identity first.
func (m *Machine) same(a, b Value) bool {
	if comparableValue(a) && comparableValue(b) && a == b {
		return true
	}
	return m.Truth(m.Compare("==", a, b))
}

func (m *Machine) ordered(op string, a, b Value) Value {
	if v := comparedShare(op, a, b); v != nil {
		return v
	}
	if u := unknownOf(a, b); u != nil {
		u.Drawn = isShare(a) || isShare(b)
		return u
	}
	sign, ok := m.order(a, b)
	if !ok {
		m.Raise(TypeError, "'%s' not supported between instances of '%s' and '%s'", op, m.ClassOf(a).Name, m.ClassOf(b).Name)
	}
	switch op {
	case "<":
		return sign < 0
	case "<=":
		return sign <= 0
	case ">":
		return sign > 0
	}
	return sign >= 0
}

// isShare reports whether a value is a number that random.random() draws.
func isShare(v Value) bool {
	u, ok := v.(*Unknown)
	return ok && u.Share
}

// turned are the comparisons with their sides exchanged.
var turned = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}

// comparedShare compares a number of which only the bounds are known with one that they decide about: no
// random.random() is below 0.0. nil for anything else.
func comparedShare(op string, a, b Value) Value {
	u, _ := a.(*Unknown)
	bound, ok := float(b)
	if u == nil {
		u, _ = b.(*Unknown)
		bound, ok = float(a)
		op = turned[op]
	}
	if u == nil || !u.Share || !ok {
		return nil
	}
	below := op == "<" || op == "<="
	switch {
	case bound < 0, bound == 0 && (op == "<" || op == ">="):
		return !below
	case bound >= 1:
		return below
	}
	return nil
}

// order says which of two values comes first: below 0, 0, above 0.
func (m *Machine) order(a, b Value) (sign int, ok bool) {
	if x, isInt := integer(a); isInt {
		if y, isInt := integer(b); isInt {
			return cmp(x, y), true
		}
	}
	x, okX := float(a)
	y, okY := float(b)
	if okX && okY {
		return cmp(x, y), true
	}
	switch s := a.(type) {
	case *Tuple, *List, *Instance:
		m.Deeper()
		defer m.Shallower()
	case string:
		m.looksAt(len(s))
	}
	switch s := a.(type) {
	case string:
		t, ok := b.(string)
		return strings.Compare(s, t), ok
	case *Tuple:
		if t, ok := b.(*Tuple); ok {
			return m.orderLists(s.Items, t.Items)
		}
	case *List:
		if t, ok := b.(*List); ok {
			return m.orderLists(s.Items, t.Items)
		}
	case *Instance:
		if f := m.lookup(s.Class, "__lt__"); f != nil {
			switch {
			case m.Truth(m.Call(f, Positional(a, b))):
				return -1, true
			case m.Truth(m.Call(f, Positional(b, a))):
				return 1, true
			}
			return 0, true
		}
	}
	return 0, false
}

func cmp[T int64 | float64](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func (m *Machine) orderLists(x, y []Value) (sign int, ok bool) {
	for i := range min(len(x), len(y)) {
		m.spend()
		if !m.same(x[i], y[i]) {
			return m.order(x[i], y[i])
		}
	}
	return len(x) - len(y), true
}

// contains is `v in on`.
func (m *Machine) contains(on, v Value) Value {
	switch o := on.(type) {
	case string:
		part, ok := v.(string)
		if !ok {
			m.Raise(TypeError, "'in <string>' requires string as left operand, not %s", m.ClassOf(v).Name)
		}
		m.looksAt(len(o))
		return strings.Contains(o, part)
	case *Dict:
		if u := unknownOf(v); u != nil {
			return u
		}
		return o.Get(m.hashable(v)) != nil
	case *Set:
		if u := unknownOf(v); u != nil {
			return u
		}
		return o.Get(m.hashable(v)) != nil
	case *Unknown:
		if o.Lists != nil {
			return m.hasAttribute(o.Lists, v)
		}
		return &Unknown{Why: o.Why, At: o.At}
	case Symbol: // "resnet18" in torchvision.models.__dict__
		home, isNames := strings.CutSuffix(string(o), ".__dict__")
		if name, isName := v.(string); isNames && isName {
			if m.Library != nil && m.Library.Lookup(m, home+"."+name) != nil {
				return true
			}
			return &Unknown{Why: "whether " + home + " has " + name}
		}
	case *Range:
		n, ok := integer(v)
		if x, isFloat := v.(float64); isFloat && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			n, ok = int64(x), true
		}
		if u := unknownOf(v); u != nil {
			return &Unknown{Why: u.Why, At: u.At}
		}
		if !ok {
			return false
		}
		i := (n - o.Start) / o.Step
		return o.Len() > 0 && i >= 0 && i < o.Len() && o.At(i) == n
	case *Instance:
		if f := m.lookup(o.Class, "__contains__"); f != nil {
			return m.Truth(m.Call(f, Positional(o, v)))
		}
		if native, ok := container(o.Native); ok {
			return m.contains(native, v)
		}
	}
	for _, item := range m.Items(on) {
		if m.same(item, v) {
			return true
		}
	}
	return false
}
