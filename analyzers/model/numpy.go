package model

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

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
	v := m.Item(&exact.List{Items: a.items}, key)
	if part, ok := v.(*exact.List); ok {
		return &array{part.Items, a.dtype}
	}
	return v
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
	case "sum":
		return exact.NewFunction(name, func(m *exact.Machine, _ exact.Args) exact.Value {
			var total exact.Value = int64(0)
			for _, v := range a.items {
				total = m.Binary("+", total, v)
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

// arithmetic applies an operator element by element; nil where no side is an array.
func (l *library) arithmetic(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, isLeft := a.(*array)
	y, isRight := b.(*array)
	if !isLeft && !isRight || mirrored[op] != "" {
		return nil
	}
	if isLeft != isRight && (isWide(a) || isWide(b)) {
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

// resultOf is the type of what an operator makes of two arrays, or of one and a number; NoDType where the elements show it.
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

// maxRow bounds the elements of an array that is made by repeating.
const maxRow = 10_000

// enterNumberTypes are numpy's types of numbers.
func enterNumberTypes(l *library) {
	for _, name := range []string{"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64", "complex128"} {
		if d, ok := tensor.DTypeNamed(name); ok {
			l.names["numpy."+name] = d
		}
	}
	// C's names for them, as on 64-bit Linux, and Python's, which old numpy had.
	for name, same := range map[string]string{"half": "float16", "single": "float32", "double": "float64", "float_": "float64", "float": "float64",
		"byte": "int8", "ubyte": "uint8", "short": "int16", "intc": "int32", "int_": "int64", "int": "int64", "intp": "int64", "long": "int64",
		"longlong": "int64", "bool_": "bool", "uint16": "int16", "uint32": "int32", "uint64": "int64"} { // those without a sign are as wide
		l.names["numpy."+name] = l.names["numpy."+same]
	}
}

// enterNumpy are numpy's functions of single numbers, and short rows of numbers.
func enterNumpy(l *library) {
	set := func(name string, do func(m *exact.Machine, a exact.Args) exact.Value) {
		l.names["numpy."+name] = exact.NewFunction(name, do)
	}
	for name, do := range map[string]func(float64) float64{
		"sqrt": math.Sqrt, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "exp": math.Exp, "floor": math.Floor, "ceil": math.Ceil,
		"sin": math.Sin, "cos": math.Cos, "abs": math.Abs, "tanh": math.Tanh, "round": math.RoundToEven, "square": func(x float64) float64 { return x * x },
		"exp2": math.Exp2, "log1p": math.Log1p, "expm1": math.Expm1, "absolute": math.Abs, "fabs": math.Abs, "trunc": math.Trunc, "rint": math.RoundToEven,
		"arctan": math.Atan, "tan": math.Tan, "deg2rad": func(x float64) float64 { return x * math.Pi / 180 }, "radians": func(x float64) float64 { return x * math.Pi / 180 },
	} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if x, ok := exact.Float(a.Pos[0]); ok {
				return do(x)
			}
			switch v := a.Pos[0].(type) {
			case *exact.Unknown:
				return made(v)
			case *array:
				return v.each(m, do)
			}
			return m.Call(l.prelude(m, elementwise(name)), a)
		})
	}
	set("unique", unique)
	for _, name := range []string{"stack", "concatenate", "vstack", "hstack", "pad", "meshgrid", "einsum", "outer"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			return m.Call(l.prelude(m, "numpy."+name), exact.Args{Pos: l.withoutElements(m, a.Pos), Kw: a.Kw})
		})
	}
	for _, name := range []string{"sum", "mean", "std", "max", "min", "any", "all", "amax", "amin"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value { return l.reduced(m, name, a) })
	}
	l.names["numpy.pi"], l.names["numpy.inf"], l.names["numpy.newaxis"] = math.Pi, math.Inf(1), exact.None
	set("prod", func(m *exact.Machine, a exact.Args) exact.Value {
		if u, ok := a.Pos[0].(*exact.Unknown); ok {
			return made(u)
		}
		if _, alone := exact.Float(a.Pos[0]); alone { // np.prod(args.state_shape), which is a number for flat states
			return a.Pos[0]
		}
		var total exact.Value = int64(1)
		for _, v := range m.Items(a.Pos[0]) {
			total = m.Binary("*", total, v)
		}
		return total
	})
	for name, op := range map[string]string{
		"power": "**", "multiply": "*", "add": "+", "mod": "%", "subtract": "-", "divide": "/", "true_divide": "/",
	} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			for _, v := range a.Pos {
				_, isArray := v.(*array)
				if _, isNumber := exact.Float(v); !isArray && !isNumber && !isWide(v) {
					return m.Unknown("numpy.%s of an array", name)
				}
			}
			return m.Binary(op, a.Pos[0], a.Pos[1])
		})
	}
	enterNumberTypes(l)
	set("load", func(m *exact.Machine, _ exact.Args) exact.Value {
		u := m.Unknown("numpy.load is not known")
		u.Numbers = true
		return u
	})
	l.names["torch.from_numpy"] = exact.NewFunction("from_numpy", func(m *exact.Machine, a exact.Args) exact.Value {
		if v, ok := a.Pos[0].(*array); ok {
			return v.tensor(l, m)
		}
		if rows := l.rowsOf(m, a.Pos[0], tensor.NoDType); rows != nil {
			return rows
		}
		if t := l.fromArray(m, a.Pos[0]); t != nil {
			return t
		}
		if s := asSeries(m, a.Pos[0], tensor.NoDType); s != nil {
			return s
		}
		u := m.Unknown("torch.from_numpy: what lies elsewhere")
		u.Hosted = true
		return u
	})
	set("asscalar", func(m *exact.Machine, a exact.Args) exact.Value { return m.CallMethod(a.Pos[0], "item") })
	set("linspace", linspace)
	for _, name := range []string{"repeat", "tile"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			row, ok := a.Get(0, "a").(*array)
			if _, several := a.Or(1, "reps", exact.None).(*exact.Tuple); name == "tile" && (isWide(a.Pos[0]) || several) {
				return m.Call(l.prelude(m, "numpy.tile"), exact.Args{Pos: l.withoutElements(m, a.Pos), Kw: a.Kw})
			}
			times, known := exact.Integer(a.Or(1, "repeats", a.Or(1, "reps", exact.None)))
			if !ok || !known || times < 0 || times > maxRow || len(a.Pos)+len(a.Kw) > 2 || times*int64(len(row.items)) > maxRow {
				return m.Unknown("numpy.%s", name)
			}
			out := &array{dtype: row.dtype}
			m.Spend(int(times) * len(row.items))
			for range times {
				out.items = append(out.items, row.items...)
			}
			if name == "repeat" {
				for i := range out.items {
					out.items[i] = row.items[i/int(times)]
				}
			}
			return out
		})
	}
	set("arange", arange)
	set("array", l.array)
	enterRows(l)
}

// array is numpy.array of numbers, of rows of them, or of an image.
func (l *library) array(m *exact.Machine, a exact.Args) exact.Value {
	var list []exact.Value
	switch v := a.Pos[0].(type) {
	case *exact.List:
		list = v.Items
	case *exact.Tuple:
		list = v.Items
	default:
		return l.imageArray(m, a)
	}
	given := a.Or(1, "dtype", exact.None)
	d, typed := given.(tensor.DType)
	if !typed && given != exact.Value(exact.None) {
		return l.imageArray(m, a)
	}
	for _, v := range list {
		if _, ok := exact.Float(v); ok {
			continue
		}
		if grid := l.grid(m, list, d); grid != nil {
			return grid
		}
		return l.imageArray(m, a)
	}
	return &array{append([]exact.Value(nil), list...), d}
}

// reduced is one number of an array, or of each of its rows.
func (l *library) reduced(m *exact.Machine, name string, a exact.Args) exact.Value {
	if len(a.Pos) == 0 {
		return m.Unknown("numpy.%s", name)
	}
	given := a.Pos[0]
	if u, ok := given.(*exact.Unknown); ok {
		return made(u)
	}
	if row, ok := given.(*array); ok {
		given = &exact.List{Items: row.items}
	}
	builtin := map[string]string{"sum": "sum", "max": "max", "min": "min", "amax": "max", "amin": "min"}[name]
	if row := numbers(given); len(row) > 0 && len(a.Pos) == 1 && len(a.Kw) == 0 && builtin != "" {
		m.Spend(len(row))
		return m.Call(m.Builtin(builtin), exact.Positional(&exact.List{Items: row}))
	}
	pos := append([]exact.Value{strings.TrimPrefix(name, "a")}, l.withoutElements(m, a.Pos)...)
	if name == "any" || name == "all" {
		pos[0] = name
	}
	return m.Call(l.prelude(m, "numpy.reduced"), exact.Args{Pos: pos, Kw: a.Kw})
}

// made is what is computed of something unknown: as unknown, and something else.
func made(of *exact.Unknown) *exact.Unknown { return &exact.Unknown{Why: of.Why, At: of.At} }

// numbers are the items of a list or tuple of numbers; nil for anything else.
func numbers(v exact.Value) []exact.Value {
	var list []exact.Value
	switch v := v.(type) {
	case *exact.List:
		list = v.Items
	case *exact.Tuple:
		list = v.Items
	}
	for _, item := range list {
		if _, ok := exact.Float(item); !ok {
			return nil
		}
	}
	return list
}

// enterRows are numpy's functions of short rows of numbers.
func enterRows(l *library) {
	set := func(name string, do func(m *exact.Machine, a exact.Args) exact.Value) {
		l.names["numpy."+name] = exact.NewFunction(name, do)
	}
	for name, running := range map[string]struct {
		op    string
		start exact.Value
	}{"cumsum": {"+", int64(0)}, "cumprod": {"*", int64(1)}} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if isWide(a.Pos[0]) {
				return m.Call(l.prelude(m, "numpy.cumulated"), a)
			}
			out := &array{}
			total := running.start
			for _, v := range m.Items(a.Pos[0]) {
				total = m.Binary(running.op, total, v)
				out.items = append(out.items, total)
			}
			return out
		})
	}
	set("diff", func(m *exact.Machine, a exact.Args) exact.Value {
		given := a.Pos[0]
		if row, ok := given.(*array); ok {
			given = &exact.List{Items: row.items}
		}
		row := numbers(given)
		if len(row) == 0 || len(a.Pos)+len(a.Kw) > 1 {
			return m.Unknown("numpy.diff")
		}
		m.Spend(len(row))
		out := &array{}
		for i := range row[1:] {
			out.items = append(out.items, m.Binary("-", row[i+1], row[i]))
		}
		return out
	})
	set("append", func(m *exact.Machine, a exact.Args) exact.Value {
		out := &array{}
		for _, v := range a.Pos {
			switch v := v.(type) {
			case *array:
				out.items = append(out.items, v.items...)
			case int64, float64:
				out.items = append(out.items, v)
			default:
				return m.Unknown("numpy.append")
			}
		}
		return out
	})
	set("clip", func(m *exact.Machine, a exact.Args) exact.Value {
		row, ok := a.Pos[0].(*array)
		if !ok {
			return m.Call(l.prelude(m, "numpy.kept"), a)
		}
		if !row.elements().Floating() {
			return m.Unknown("numpy.clip of whole numbers")
		}
		low, hasLow := exact.Float(a.Or(1, "a_min", a.Or(1, "min", exact.None)))
		high, hasHigh := exact.Float(a.Or(2, "a_max", a.Or(2, "max", exact.None)))
		return row.each(m, func(x float64) float64 {
			if hasLow {
				x = math.Max(x, low)
			}
			if hasHigh {
				x = math.Min(x, high)
			}
			return x
		})
	})
	for name, do := range map[string]func(x, y float64) float64{"maximum": math.Max, "minimum": math.Min} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			x, isRow := a.Get(0, "x1").(*array)
			bound, isNumber := exact.Float(a.Get(1, "x2"))
			if !isRow || !isNumber {
				return m.Unknown("numpy.%s", name)
			}
			return x.each(m, func(x float64) float64 { return do(x, bound) })
		})
	}
}

func arange(m *exact.Machine, a exact.Args) exact.Value {
	for _, v := range a.Pos {
		if _, ok := exact.Integer(v); !ok {
			return m.Unknown("numpy.arange")
		}
	}
	d, ok := typeAsked(a)
	if !ok {
		return m.Unknown("the type of an array")
	}
	return &array{m.Items(m.Call(m.Builtin("range"), exact.Positional(a.Pos...))), d}
}

// typeAsked is the dtype that a call asks for, NoDType where it does not; ok is false where that is not known.
func typeAsked(a exact.Args) (d tensor.DType, ok bool) {
	switch v := a.Named("dtype").(type) {
	case nil, exact.NoneType:
		return tensor.NoDType, true
	case tensor.DType:
		return v, true
	}
	return tensor.NoDType, false
}

func linspace(m *exact.Machine, a exact.Args) exact.Value {
	from, okFrom := exact.Float(a.Get(0, "start"))
	to, okTo := exact.Float(a.Get(1, "stop"))
	n, okN := exact.Integer(a.Or(2, "num", int64(50)))
	if !okFrom || !okTo || !okN || n < 0 || n > maxKnown {
		return m.Unknown("numpy.linspace")
	}
	steps := n - 1
	if last, told := a.Named("endpoint").(bool); told && !last {
		steps = n
	}
	d, known := typeAsked(a)
	if !known {
		return m.Unknown("the type of an array")
	}
	out := &array{dtype: cmp.Or(d, tensor.Float64)}
	for i := range n {
		out.items = append(out.items, from+(to-from)*float64(i)/math.Max(1, float64(steps)))
	}
	return out
}

// grid is numpy.array of rows of one length; nil where they are something else.
func (l *library) grid(m *exact.Machine, rows []exact.Value, d tensor.DType) exact.Value {
	first, ok := rows[0].(*array)
	if !ok {
		return nil
	}
	widest := first.elements()
	for _, v := range rows[1:] {
		row, ok := v.(*array)
		if !ok || len(row.items) != len(first.items) {
			return nil
		}
		if e := row.elements(); e != widest {
			if !e.Floating() && !widest.Floating() {
				return nil
			}
			if e.Floating() && (!widest.Floating() || e.Size() > widest.Size()) {
				widest = e
			}
		}
	}
	if d == tensor.NoDType {
		d = widest
	}
	shape := &exact.Tuple{Items: []exact.Value{int64(len(rows)), int64(len(first.items))}}
	return m.Call(l.prelude(m, "numpy.ndarray"), exact.Positional(shape, d))
}

// imageArray is numpy.array of images, arrays of them or nested lists of numbers.
func (l *library) imageArray(m *exact.Machine, a exact.Args) exact.Value {
	return m.Call(l.prelude(m, "numpy.asarray"), a)
}
