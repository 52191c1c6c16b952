package run

import "strings"

// Equal reports whether two values are equal for Python; known is false when only the program can tell.
func Equal(a, b Value) (same, known bool) {
	a, b = Bare(a), Bare(b)
	if a == nil || b == nil {
		return false, false
	}
	if Known(a) && Known(b) {
		return equalConstants(a, b), true
	}
	switch x := a.(type) {
	case *Tuple:
		if y, ok := b.(*Tuple); ok {
			return equalTuples(x, y)
		}
		return false, concrete(b)
	case Symbol:
		if y, ok := b.(Symbol); ok {
			return x == y, x == y || !hidesConstant(x) && !hidesConstant(y)
		}
		return false, isBuiltinClass(x) && concrete(b)
	case *Function, *Class, *Unit:
		if a == b {
			return true, true
		}
		return false, concrete(b)
	case *Object:
		y, ok := b.(*Object)
		if ok && x == y {
			return true, true
		}
		if ok && x.isAuto() && y.isAuto() {
			return x.Made.Node == y.Made.Node, true
		}
		return false, x.contains() && Known(b)
	}
	switch y := b.(type) {
	case *Object:
		return false, y.contains() && Known(a)
	case Symbol:
		return false, isBuiltinClass(y) && Known(a)
	}
	return false, false
}

// isBuiltinClass reports whether a name is that of a class of Python itself: no constant equals int.
func isBuiltinClass(s Symbol) bool {
	return constantClasses[s] != nil || s == "list" || s == "dict" || s == "set"
}

// isAuto reports whether an object is a member of an enumeration whose value nobody writes: TRAIN = enum.auto(). Each
// of them is another one, whatever its value.
func (o *Object) isAuto() bool {
	return o.Made != nil && o.Made.Node != nil && o.Made.Callee == Value(Symbol("enum.auto"))
}

// contains reports whether an object is a list, a dictionary or a set: no constant equals one.
func (o *Object) contains() bool { return o.Kind == List || o.Kind == Dict || o.Kind == Set }

// hidesConstant: a library's constant of unknown value may equal another one.
func hidesConstant(s Symbol) bool {
	last := LastPart(string(s))
	return last == strings.ToUpper(last)
}

// concrete values are equal to nothing of another type.
func concrete(v Value) bool {
	switch v.(type) {
	case *Function, *Class, *Unit, *Tuple:
		return true
	}
	return Known(v)
}

func equalConstants(a, b Value) bool {
	if s, ok := a.(Str); ok {
		t, ok := b.(Str)
		return ok && s == t
	}
	if i, ok := small(a); ok {
		if j, ok := small(b); ok {
			return i == j
		}
	}
	if i, ok := integer(a); ok {
		if j, ok := integer(b); ok {
			return i.Cmp(j) == 0
		}
	}
	if f, ok := number(a); ok {
		g, ok := number(b)
		return ok && f == g
	}
	return a == b
}

func equalTuples(x, y *Tuple) (same, known bool) {
	if len(x.Items) != len(y.Items) {
		return false, true
	}
	known = true
	for i := range x.Items {
		one, sure := Equal(x.Items[i], y.Items[i])
		if sure && !one {
			return false, true
		}
		known = known && sure
	}
	return known, known
}

// order compares numbers with numbers and strings with strings.
func order(a, b Value) (sign int, known bool) {
	a, b = Bare(a), Bare(b)
	if s, ok := a.(Str); ok {
		t, ok := b.(Str)
		return strings.Compare(string(s), string(t)), ok
	}
	if i, ok := integer(a); ok {
		if j, ok := integer(b); ok {
			return i.Cmp(j), true
		}
	}
	f, okF := number(a)
	g, okG := number(b)
	switch {
	case !okF || !okG || f != f || g != g:
		return 0, false
	case f < g:
		return -1, true
	case f > g:
		return 1, true
	}
	return 0, true
}

// truth is how `if v:` sees a value that does not depend on the program's state.
func truth(v Value) (is, known bool) {
	switch v := Bare(v).(type) {
	case NoneType:
		return false, true
	case Bool:
		return bool(v), true
	case Int:
		return v != 0, true
	case BigInt:
		return true, true // 0 is an Int
	case Float:
		return v != 0, true
	case Str:
		return v != "", true
	case *Tuple:
		return len(v.Items) > 0, true
	case *Range:
		return v.Len() > 0, true
	case EllipsisType, *Function, *Class, *Unit, *Method, *Partial:
		return true, true
	}
	return false, false
}

// Len is the number of items of a range.
func (r *Range) Len() int64 {
	switch {
	case r.Step > 0 && r.Stop > r.Start:
		return (r.Stop - r.Start + r.Step - 1) / r.Step
	case r.Step < 0 && r.Stop < r.Start:
		return (r.Start - r.Stop - r.Step - 1) / -r.Step
	}
	return 0
}
