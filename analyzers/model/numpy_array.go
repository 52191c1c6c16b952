package model

import (
	"maps"
	"math"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// array is a numpy array of one dimension whose elements are known.
type array struct {
	items []exact.Value
	dtype tensor.DType // NoDType: as the elements have it
}

// tensor is the array as torch.from_numpy takes it.
func (a *array) tensor(l *library, m *exact.Machine) exact.Value {
	return l.literal(m, &exact.List{Items: a.items}, a.elements())
}

// unary is -a, +a or ~a: of truths and of numbers without a sign, numpy's answer is not Python's.
func (a *array) unary(m *exact.Machine, op string) exact.Value {
	items := make([]exact.Value, len(a.items))
	for i, item := range a.items {
		truth, isTruth := item.(bool)
		switch {
		case isTruth && op == "~":
			items[i] = !truth
		case isTruth || a.dtype == tensor.Uint8 || a.dtype == tensor.Bool8:
			return m.Unknown("%s of an array", op)
		default:
			items[i] = m.Unary(op, item)
		}
	}
	return &array{items, a.dtype}
}

// elements is the type of the elements.
func (a *array) elements() tensor.DType {
	if a.dtype != tensor.NoDType {
		return a.dtype
	}
	for _, v := range a.items {
		if _, ok := exact.Integer(v); !ok {
			return tensor.Float64
		}
	}
	return tensor.Int64
}

func (a *array) item(l *library, m *exact.Machine, key exact.Value) exact.Value {
	if _, several := key.(*exact.Tuple); several || key == exact.Value(exact.None) {
		return m.Item(l.wide(m, a), key)
	}
	if !isPlace(key) {
		return a.picked(l, m, key)
	}
	v := m.Item(&exact.List{Items: a.items}, key)
	if part, ok := v.(*exact.List); ok {
		return &array{part.Items, a.dtype}
	}
	return v
}

// isPlace reports whether a key is a number or a slice, as those of a list are.
func isPlace(key exact.Value) bool {
	switch key.(type) {
	case *array, *exact.List, *exact.Instance, *tensor.Tensor:
		return false
	}
	return true
}

// picked are the elements at several places: colors[[0, 2]], label_map[mask] of an image whose size alone is known.
func (a *array) picked(l *library, m *exact.Machine, key exact.Value) exact.Value {
	var places []exact.Value
	switch key := key.(type) {
	case *array:
		places = key.items
	case *exact.List:
		places = key.Items
	default:
		return m.Item(l.wide(m, a), key)
	}
	m.Spend(len(places))
	out := &array{dtype: a.dtype}
	for i, place := range places {
		at, isNumber := exact.Integer(place)
		if truth, isTruth := place.(bool); isTruth {
			if len(places) != len(a.items) {
				return m.Item(l.wide(m, a), l.widened(m, key))
			}
			if truth {
				out.items = append(out.items, a.items[i])
			}
			continue
		}
		if at < 0 {
			at += int64(len(a.items))
		}
		if !isNumber || at < 0 || at >= int64(len(a.items)) {
			return m.Item(l.wide(m, a), l.widened(m, key))
		}
		out.items = append(out.items, a.items[at])
	}
	return out
}

// set is array[key] = to. What other names hold of it keeps its elements, so that of a key that is more than a number
// none of them is known any more.
func (a *array) set(m *exact.Machine, key, to exact.Value) {
	m.Spend(len(a.items))
	items := slices.Clone(a.items)
	at, ok := exact.Integer(key)
	if ok && at < 0 {
		at += int64(len(items))
	}
	_, isNumber := exact.Float(to)
	if _, isWhole := exact.Integer(to); isNumber && !a.elements().Floating() {
		isNumber = isWhole
	}
	switch {
	case ok && isNumber && at >= 0 && at < int64(len(items)):
		items[at] = to
	case ok && (at < 0 || at >= int64(len(items))):
		m.Raise(exact.IndexError, "index is out of bounds")
	default:
		a.dtype = a.elements()
		for i := range items {
			u := m.Unknown("an element of an array that is set")
			u.Numbers = true
			items[i] = u
		}
	}
	a.items = items
}

func (a *array) attribute(l *library, m *exact.Machine, name string) exact.Value {
	switch name {
	case "reshape", "ravel", "flatten", "T", "ndim", "transpose", "dtype", "copy", "repeat", "mean", "min", "max", "std":
		return m.Attribute(l.wide(m, a), name)
	case "shape":
		return &exact.Tuple{Items: []exact.Value{int64(len(a.items))}}
	case "size":
		return int64(len(a.items))
	case "tolist":
		return exact.NewFunction(name, func(*exact.Machine, exact.Args) exact.Value { return &exact.List{Items: a.items} })
	case "sum", "prod":
		total, op := exact.Value(int64(0)), "+"
		if name == "prod" {
			total, op = int64(1), "*"
		}
		return exact.NewFunction(name, func(m *exact.Machine, _ exact.Args) exact.Value {
			for _, v := range a.items {
				total = m.Binary(op, total, v)
			}
			return total
		})
	case "astype":
		return exact.NewFunction(name, func(m *exact.Machine, to exact.Args) exact.Value {
			if d, ok := to.Pos[0].(tensor.DType); ok {
				return &array{a.items, d}
			}
			out := &array{}
			for _, v := range a.items {
				if _, isClass := to.Pos[0].(*exact.Class); !isClass {
					return m.Unknown("the type of an array")
				}
				out.items = append(out.items, m.Call(to.Pos[0], exact.Positional(v)))
			}
			return out
		})
	}
	return nil
}

// elementwise is what numpy's function of each element makes of an array.
func elementwise(name string) string {
	switch name {
	case "abs", "absolute", "round", "square":
		return "numpy.same_kind"
	}
	return "numpy.elementwise"
}

// numberAttribute is what numpy's numbers have beyond Python's; nil for what they have not.
func numberAttribute(x exact.Value, name string) exact.Value {
	switch name {
	case "item":
		return exact.NewFunction(name, func(*exact.Machine, exact.Args) exact.Value { return x })
	case "astype":
		return exact.NewFunction(name, func(m *exact.Machine, to exact.Args) exact.Value {
			d, ok := to.Pos[0].(tensor.DType)
			if word, isText := to.Pos[0].(string); isText {
				d, ok = tensor.DTypeNamed(word)
			}
			if to.Pos[0] != m.Builtin("int") && (!ok || d.Floating() || d == tensor.Bool8) {
				return m.Unknown("the type of a number")
			}
			return m.Call(m.Builtin("int"), exact.Positional(x))
		})
	}
	return nil
}

// wide is the array with its shape and type alone, as arrays of several dimensions are.
func (l *library) wide(m *exact.Machine, a *array) exact.Value {
	shape := &exact.Tuple{Items: []exact.Value{int64(len(a.items))}}
	return m.Call(l.prelude(m, "numpy.ndarray"), exact.Positional(shape, a.elements()))
}

// unique is numpy's unique of numbers that are all known: sorted, each once.
func unique(m *exact.Machine, a exact.Args) exact.Value {
	row, ok := a.Pos[0].(*array)
	if !ok || len(a.Pos)+len(a.Kw) > 1 {
		return m.Unknown("numpy.unique")
	}
	m.Spend(len(row.items))
	of := make(map[float64]exact.Value, len(row.items))
	for _, v := range row.items {
		x, known := exact.Float(v)
		if !known || x != x {
			return m.Unknown("numpy.unique of what is not known")
		}
		if of[x] == nil {
			of[x] = v
		}
	}
	out := &array{dtype: row.dtype}
	for _, x := range slices.Sorted(maps.Keys(of)) {
		out.items = append(out.items, of[x])
	}
	return out
}

// isWide reports whether a value is an array of which the shape and the type are known, and no element.
func isWide(v exact.Value) bool {
	o, ok := v.(*exact.Instance)
	return ok && o.Class.Name == "ndarray"
}

// Blank reports whether a value is an array of which no element is known.
func (*library) Blank(v exact.Value) bool { return isWide(v) }

// widened is a value without the elements of arrays, those in a list among them.
func (l *library) widened(m *exact.Machine, v exact.Value) exact.Value {
	var list []exact.Value
	switch v := v.(type) {
	case *array:
		return l.wide(m, v)
	case *exact.List:
		list = v.Items
	case *exact.Tuple:
		list = v.Items
	default:
		return v
	}
	out := &exact.List{Items: make([]exact.Value, len(list))}
	for i, one := range list {
		if a, ok := one.(*array); ok {
			one = l.wide(m, a)
		}
		out.Items[i] = one
	}
	return out
}

func (l *library) withoutElements(m *exact.Machine, list []exact.Value) []exact.Value {
	m.Spend(len(list))
	out := make([]exact.Value, len(list))
	for i, v := range list {
		out[i] = l.widened(m, v)
	}
	return out
}

// each is a function of numbers, applied to every element.
func (a *array) each(m *exact.Machine, do func(float64) float64) exact.Value {
	m.Spend(len(a.items))
	d := a.dtype
	if !d.Floating() {
		d = tensor.Float64
	}
	out := &array{dtype: d}
	for _, v := range a.items {
		x, ok := exact.Float(v)
		if !ok {
			return m.Unknown("an element of an array")
		}
		out.items = append(out.items, do(x))
	}
	return out
}

// chosen is the one of each two elements that do gives, as it was.
func (a *array) chosen(m *exact.Machine, other *array, do func(x, y float64) float64) exact.Value {
	m.Spend(len(a.items))
	out := &array{dtype: a.dtype}
	for i, v := range a.items {
		x, isNumber := exact.Float(v)
		y, both := exact.Float(other.items[i])
		if !isNumber || !both {
			return m.Unknown("an element of an array")
		}
		if do(x, y) != x {
			v = other.items[i]
		}
		out.items = append(out.items, v)
	}
	return out
}

// isSomeNumber reports whether something unknown is a number.
func isSomeNumber(v exact.Value) bool {
	u, ok := v.(*exact.Unknown)
	return ok && (u.Whole || u.Real)
}

// arithmetic applies an operator element by element; nil where no side is an array.
func (l *library) arithmetic(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, isLeft := a.(*array)
	y, isRight := b.(*array)
	if !isLeft && !isRight {
		return nil
	}
	if mirrored[op] != "" {
		return compareArrays(m, op, a, b)
	}
	if isLeft != isRight && (isWide(a) || isWide(b) || isSomeNumber(a) || isSomeNumber(b)) {
		return m.Binary(op, l.widened(m, a), l.widened(m, b))
	}
	out := &array{dtype: resultOf(x, y)}
	switch {
	case isLeft && isRight:
		if len(x.items) != len(y.items) {
			return m.Unknown("an operation on arrays")
		}
		for i := range x.items {
			out.items = append(out.items, element(m, op, x.items[i], y.items[i]))
		}
	case isLeft:
		if _, ok := exact.Float(b); !ok {
			return m.Unknown("an operation on an array")
		}
		for _, v := range x.items {
			out.items = append(out.items, element(m, op, v, b))
		}
	default:
		if _, ok := exact.Float(a); !ok {
			return m.Unknown("an operation on an array")
		}
		for _, v := range y.items {
			out.items = append(out.items, element(m, op, a, v))
		}
	}
	return out
}

// compareArrays compares an array element by element with a number or with an array as long as it.
func compareArrays(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, isLeft := a.(*array)
	y, isRight := b.(*array)
	var n int
	switch {
	case isLeft && isRight && len(x.items) != len(y.items):
		return m.Unknown("a comparison of arrays")
	case isLeft:
		n = len(x.items)
	default:
		n = len(y.items)
	}
	other := b
	if isRight {
		other = a
	}
	if !isLeft || !isRight {
		switch other.(type) {
		case exact.NoneType, string: // no element is
			return op == "!="
		}
		if _, ok := exact.Float(other); !ok {
			return m.Unknown("a comparison of an array")
		}
	}
	out := &array{dtype: tensor.Bool8}
	for i := range n {
		left, right := a, b
		if isLeft {
			left = x.items[i]
		}
		if isRight {
			right = y.items[i]
		}
		out.items = append(out.items, m.Compare(op, left, right))
	}
	return out
}

// resultOf is the type of what an operator makes of two arrays, or of one and a number; NoDType where the elements show
// it.
func resultOf(x, y *array) tensor.DType {
	const wide = 4 // bytes of integers from which on they do not fit float32
	switch {
	case x != nil && y != nil:
		if x.dtype == tensor.NoDType && y.dtype == tensor.NoDType {
			return tensor.NoDType
		}
		d, e := x.elements(), y.elements()
		switch {
		case d.Floating() && e.Floating() && e.Size() > d.Size(), e.Floating() && !d.Floating():
			d, e = e, d
		case !d.Floating(): // of integers
			return tensor.NoDType
		}
		if !e.Floating() && e.Size() >= wide {
			return tensor.Float64
		}
		return d
	case x == nil:
		x = y
	}
	if x.dtype.Floating() {
		return x.dtype // Python's numbers are weak beside it
	}
	return tensor.NoDType
}

// element is an operation on two numbers as numpy has it: a division by zero gives what IEEE 754 says.
func element(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, okX := exact.Float(a)
	y, okY := exact.Float(b)
	if okX && okY && y == 0 {
		switch op {
		case "/":
			return x / y
		case "//", "%":
			return math.NaN()
		}
	}
	return m.Binary(op, a, b)
}
