package model

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Tensors of so many rows as only a run knows: what a row is, is all that is told.

// rowsOf is the tensor that torch makes of a list of which one item is known, or of an array of which the first
// dimension is not; d is the type that is asked for. nil for any other value.
func (l *library) rowsOf(m *exact.Machine, v exact.Value, d tensor.DType) exact.Value {
	if u, ok := v.(*exact.Unknown); ok && u.Each != nil {
		row := l.row(m, u.Each, d)
		if row == nil {
			return nil
		}
		return exact.Many(u.Why, u.At, row)
	}
	o, ok := v.(*exact.Instance)
	if !ok || o.Class.Name != "ndarray" {
		return nil
	}
	dims, ok := o.Attrs.Get("shape").(*exact.Tuple)
	of, typed := o.Attrs.Get("dtype").(tensor.DType)
	if !ok || !typed || len(dims.Items) == 0 {
		return nil
	}
	first, ok := dims.Items[0].(*exact.Unknown)
	if !ok {
		return nil
	}
	var shape []int64
	for _, n := range dims.Items[1:] {
		size, known := n.(int64)
		if !known {
			return nil
		}
		shape = append(shape, size)
	}
	if d == tensor.NoDType {
		d = of
	}
	return exact.Many(first.Why, first.At, l.hosted(l.empty(m, d, shape)))
}

// joinedRows are so many tensors as only a run knows put behind each other, row after row: each row is one of any of
// them. nil for any other call.
func joinedRows(m *exact.Machine, name string, a exact.Args) exact.Value {
	if name != "torch.cat" && name != "torch.concat" && name != "torch.vstack" || len(a.Pos) == 0 {
		return nil
	}
	u, ok := a.Pos[0].(*exact.Unknown)
	if !ok {
		return nil
	}
	one, ok := u.Each.(*tensor.Tensor)
	dim := a.Get(1, "dim")
	if !ok || len(one.Shape) == 0 || one.Shape[0] == 0 || dim != nil && dim != exact.Value(int64(0)) {
		return nil
	}
	return exact.Many(u.Why, u.At, m.Item(one, int64(0)))
}

// row is one row of them as a tensor; nil where it is none.
func (l *library) row(m *exact.Machine, one exact.Value, d tensor.DType) exact.Value {
	switch one := one.(type) {
	case *tensor.Tensor:
		if d != tensor.NoDType && d != one.DType {
			return l.op(m, "Tensor.to", exact.Positional(one, d))
		}
		return one
	case *exact.Unknown:
		if one.Each != nil || !one.Whole && !one.Real {
			return nil
		}
		if d == tensor.NoDType {
			if d = tensor.Int64; one.Real {
				d = tensor.Float32
			}
		}
		return l.hosted(l.empty(m, d, nil))
	case *exact.List, *exact.Tuple, *exact.Instance, int64, float64:
		args := exact.Positional(one)
		if d != tensor.NoDType {
			args.Kw = []exact.Keyword{{Name: "dtype", Value: d}}
		}
		t, ok := m.Call(m.Imported("torch.tensor"), args).(*tensor.Tensor)
		if ok {
			return t
		}
	}
	return nil
}

// rowwise are the methods of a tensor that do to each row what they do to all.
var rowwise = []string{
	"float",
	"long",
	"int",
	"double",
	"half",
	"bool",
	"to",
	"cuda",
	"cpu",
	"type",
	"contiguous",
	"clone",
	"detach",
	"pin_memory",
	"requires_grad_",
}

// rowsAttribute is an attribute of a tensor of so many rows; nil for what is not told.
func (l *library) rowsAttribute(m *exact.Machine, u *exact.Unknown, name string) exact.Value {
	row, ok := u.Each.(*tensor.Tensor)
	if !ok {
		return nil
	}
	dims := func() *exact.Tuple {
		count := m.Unknown("%s", u.Why)
		count.Whole, count.Large = true, true
		out := &exact.Tuple{Items: []exact.Value{count}, Sizes: true}
		for _, n := range row.Shape {
			out.Items = append(out.Items, n)
		}
		return out
	}
	switch {
	case slices.Contains(rowwise, name):
		return exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if out, ok := m.Call(m.Attribute(row, name), a).(*tensor.Tensor); ok {
				return exact.Many(u.Why, u.At, out)
			}
			return m.Unknown("%s", u.Why)
		})
	case name == "shape":
		return dims()
	case name == "size":
		return exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if len(a.Pos) == 0 {
				return dims()
			}
			return m.Item(dims(), a.Pos[0])
		})
	case name == "unsqueeze":
		return exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value {
			at, known := exact.Integer(a.Get(0, "dim"))
			if !known || at == 0 {
				return m.Unknown("%s", u.Why)
			}
			if at > 0 {
				at--
			}
			return exact.Many(u.Why, u.At, m.CallMethod(row, "unsqueeze", at))
		})
	case name == "dtype" || name == "device":
		return m.Attribute(row, name)
	}
	return nil
}

// someRows are as many rows as lie between two bounds, of a tensor of so many rows as only a run knows; nil for
// anything else.
func (l *library) someRows(m *exact.Machine, u *exact.Unknown, key exact.Value) exact.Value {
	row, ok := u.Each.(*tensor.Tensor)
	part, isPart := key.(*exact.Slice)
	if !ok || !isPart || part.Step != exact.Value(exact.None) {
		return nil
	}
	n, known := l.between(part.Lower, part.Upper)
	if !known || n < 0 || isNumber(part.Lower) && row.Shape != nil {
		return nil
	}
	return l.hosted(l.empty(m, row.DType, append([]int64{n}, row.Shape...)))
}
