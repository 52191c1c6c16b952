package model

import (
	"cmp"
	"math"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// maxRow bounds the elements of an array that is made by repeating.
const maxRow = 10_000

// enterNumberTypes are numpy's types of numbers.
func enterNumberTypes(l *library) {
	for _, name := range []string{
		"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64", "complex128",
	} {
		if d, ok := tensor.DTypeNamed(name); ok {
			l.names["numpy."+name] = d
		}
	}
	// C's names for them, as on 64-bit Linux, and Python's, which old numpy had.
	for name, same := range map[string]string{
		"half": "float16", "single": "float32", "double": "float64", "float_": "float64", "float": "float64",
		"byte": "int8", "ubyte": "uint8", "short": "int16", "intc": "int32", "int_": "int64", "int": "int64", "intp": "int64",
		"long": "int64", "longlong": "int64", "bool_": "bool",
		// those without a sign are as wide
		"uint16": "int16", "uint32": "int32", "uint64": "int64",
	} {
		l.names["numpy."+name] = l.names["numpy."+same]
	}
}

// enterNumpy are numpy's functions of single numbers, and short rows of numbers.
func enterNumpy(l *library) {
	set := func(name string, do func(m *exact.Machine, a exact.Args) exact.Value) {
		l.names["numpy."+name] = exact.NewFunction(name, do)
	}
	for name, do := range map[string]func(float64) float64{
		"sqrt": math.Sqrt, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "exp": math.Exp, "floor": math.Floor,
		"ceil": math.Ceil,
		"sin":  math.Sin, "cos": math.Cos, "abs": math.Abs, "tanh": math.Tanh, "round": math.RoundToEven,
		"square": func(x float64) float64 { return x * x },
		"exp2":   math.Exp2, "log1p": math.Log1p, "expm1": math.Expm1, "absolute": math.Abs, "fabs": math.Abs,
		"trunc": math.Trunc, "rint": math.RoundToEven,
		"arctan": math.Atan, "tan": math.Tan, "deg2rad": func(x float64) float64 { return x * math.Pi / 180 },
		"radians": func(x float64) float64 { return x * math.Pi / 180 },
	} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if x, ok := exact.Float(a.Pos[0]); ok {
				return do(x)
			}
			switch v := a.Pos[0].(type) {
			case *exact.Unknown:
				u := made(v)
				u.Real = v.Real || v.Share || v.Whole
				return u
			case *array:
				return v.each(m, do)
			}
			return m.Call(l.prelude(m, elementwise(name)), a)
		})
	}
	set("unique", unique)
	for _, name := range []string{"real", "imag"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			return m.Call(l.prelude(m, "numpy.real_part"), exact.Args{Pos: l.withoutElements(m, a.Pos), Kw: a.Kw})
		})
	}
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
				if !isArray && !isOneNumber(v) && !isWide(v) {
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
			if other, both := a.Get(1, "x2").(*array); isRow && both && len(other.items) == len(x.items) {
				return x.chosen(m, other, do)
			}
			if !isRow && len(a.Pos) == 2 && (isOneNumber(a.Pos[0]) && isOneNumber(a.Pos[1])) {
				return m.Call(m.Builtin(name[:3]), exact.Positional(a.Pos...)) // np.minimum(1, step / steps)
			}
			if !isRow || !isNumber {
				return m.Unknown("numpy.%s", name)
			}
			return x.each(m, func(x float64) float64 { return do(x, bound) })
		})
	}
}

// isOneNumber reports whether a value is one number, whichever.
func isOneNumber(v exact.Value) bool {
	if u, unknown := v.(*exact.Unknown); unknown {
		return u.Whole || u.Real || u.Share
	}
	_, ok := exact.Float(v)
	return ok
}

func arange(m *exact.Machine, a exact.Args) exact.Value {
	for _, v := range a.Pos {
		if u, unknown := v.(*exact.Unknown); unknown && u.Whole { // the numbers of what nobody has counted
			return exact.Many("numpy.arange", m.Place(), wholeOf(m, "a number of numpy.arange"))
		}
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
