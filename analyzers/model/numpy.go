package model

import (
	"math"

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
	d := a.dtype
	if d == tensor.NoDType {
		d = tensor.Int64
		for _, v := range a.items {
			if _, ok := exact.Integer(v); !ok {
				d = tensor.Float64
			}
		}
	}
	return l.literal(m, &exact.List{Items: a.items}, d)
}

func (a *array) item(m *exact.Machine, key exact.Value) exact.Value {
	v := m.Item(&exact.List{Items: a.items}, key)
	if part, ok := v.(*exact.List); ok {
		return &array{part.Items, a.dtype}
	}
	return v
}

func (a *array) attribute(name string) exact.Value {
	switch name {
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

// arithmetic applies an operator element by element; nil where no side is an array.
func arithmetic(m *exact.Machine, op string, a, b exact.Value) exact.Value {
	x, isLeft := a.(*array)
	y, isRight := b.(*array)
	if !isLeft && !isRight || mirrored[op] != "" {
		return nil
	}
	out := &array{}
	switch {
	case isLeft && isRight:
		if len(x.items) != len(y.items) {
			return m.Unknown("an operation on arrays")
		}
		for i := range x.items {
			out.items = append(out.items, m.Binary(op, x.items[i], y.items[i]))
		}
	case isLeft:
		if _, ok := exact.Float(b); !ok {
			return m.Unknown("an operation on an array")
		}
		for _, v := range x.items {
			out.items = append(out.items, m.Binary(op, v, b))
		}
	default:
		if _, ok := exact.Float(a); !ok {
			return m.Unknown("an operation on an array")
		}
		for _, v := range y.items {
			out.items = append(out.items, m.Binary(op, a, v))
		}
	}
	return out
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
			if u, ok := a.Pos[0].(*exact.Unknown); ok {
				return u
			}
			return m.Unknown("numpy.%s of an array", name)
		})
	}
	l.names["numpy.pi"], l.names["numpy.inf"] = math.Pi, math.Inf(1)
	set("prod", func(m *exact.Machine, a exact.Args) exact.Value {
		if u, ok := a.Pos[0].(*exact.Unknown); ok {
			return u
		}
		var total exact.Value = int64(1)
		for _, v := range m.Items(a.Pos[0]) {
			total = m.Binary("*", total, v)
		}
		return total
	})
	for name, op := range map[string]string{"power": "**", "multiply": "*", "add": "+", "mod": "%"} {
		set(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if _, ok := exact.Float(a.Pos[0]); ok {
				return m.Binary(op, a.Pos[0], a.Pos[1])
			}
			return m.Unknown("numpy.%s of an array", name)
		})
	}
	for _, name := range []string{"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"} {
		if d, ok := tensor.DTypeNamed(name); ok {
			l.names["numpy."+name] = d
		}
	}
	l.names["torch.from_numpy"] = exact.NewFunction("from_numpy", func(m *exact.Machine, a exact.Args) exact.Value {
		if v, ok := a.Pos[0].(*array); ok {
			return v.tensor(l, m)
		}
		if t := l.fromArray(m, a.Pos[0]); t != nil {
			return t
		}
		return m.Unknown("torch.from_numpy: what lies elsewhere")
	})
	set("linspace", linspace)
	set("arange", func(m *exact.Machine, a exact.Args) exact.Value {
		for _, v := range a.Pos {
			if _, ok := exact.Integer(v); !ok {
				return m.Unknown("numpy.arange")
			}
		}
		return &array{items: m.Items(m.Call(m.Builtin("range"), a))}
	})
	set("array", func(m *exact.Machine, a exact.Args) exact.Value {
		list, ok := a.Pos[0].(*exact.List)
		if !ok {
			return l.imageArray(m, a)
		}
		for _, v := range list.Items {
			if _, ok := exact.Float(v); !ok {
				return l.imageArray(m, a)
			}
		}
		d, _ := a.Named("dtype").(tensor.DType)
		return &array{append([]exact.Value(nil), list.Items...), d}
	})
	set("cumsum", func(m *exact.Machine, a exact.Args) exact.Value {
		out := &array{}
		var total exact.Value = int64(0)
		for _, v := range m.Items(a.Pos[0]) {
			total = m.Binary("+", total, v)
			out.items = append(out.items, total)
		}
		return out
	})
}

func linspace(m *exact.Machine, a exact.Args) exact.Value {
	from, okFrom := exact.Float(a.Get(0, "start"))
	to, okTo := exact.Float(a.Get(1, "stop"))
	n, okN := exact.Integer(a.Or(2, "num", int64(50)))
	if !okFrom || !okTo || !okN || n < 0 || n > maxKnown {
		return m.Unknown("numpy.linspace")
	}
	out := &array{}
	for i := range n {
		out.items = append(out.items, from+(to-from)*float64(i)/math.Max(1, float64(n-1)))
	}
	return out
}

// imageArray is numpy.array of images, arrays of them or nested lists of numbers.
func (l *library) imageArray(m *exact.Machine, a exact.Args) exact.Value {
	return m.Call(l.prelude(m, "numpy.asarray"), a)
}
