package model

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Attribute is an attribute of a tensor, a dtype or a device; nil for none.
func (l *library) Attribute(m *exact.Machine, v exact.Value, name string) exact.Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		return l.tensorAttribute(m, v, name)
	case *exact.Unknown:
		if name == "reshape" && v.Each == nil {
			return l.reshapedFile(v)
		}
		return l.rowsAttribute(m, v, name)
	case *array:
		return v.attribute(l, m, name)
	case float64, int64: // one of numpy's, where a program asks so
		return numberAttribute(v, name)
	case tensor.DType:
		switch name {
		case "is_floating_point":
			return v.Floating()
		case "itemsize":
			return v.Size()
		}
	case device:
		switch name {
		case "type":
			kind, _, _ := strings.Cut(v.name, ":")
			return kind
		case "index":
			return exact.None
		}
	}
	return nil
}

func (l *library) tensorAttribute(m *exact.Machine, t *tensor.Tensor, name string) exact.Value {
	switch name {
	case "shape":
		return shapeOf(t)
	case "ndim":
		return int64(len(t.Shape))
	case "dtype":
		return t.DType
	case "device":
		return device{"cuda:0"}
	case "layout":
		return "strided" // torch.strided; what is sparse is not followed
	case "requires_grad":
		return t.RequiresGrad
	case "is_cuda":
		return true
	case "is_leaf":
		return t.IsLeaf()
	case "_version":
		return t.Written()
	case "grad":
		if l.training != nil && len(l.training.backward) > 0 && t.Parameter && t.RequiresGrad {
			return l.op(m, "Tensor.detach", exact.Positional(t)) // it has one, of its own size and type
		}
		return exact.None
	case "grad_fn", "_base":
		return exact.None
	case "data":
		v := l.op(m, "Tensor.detach", exact.Positional(t))
		if apart, ok := v.(*tensor.Tensor); ok {
			apart.Apart = true
		}
		return v
	case "T":
		if len(t.Shape) == 2 {
			return l.op(m, "Tensor.t", exact.Positional(t))
		}
		order := &exact.Tuple{}
		for i := len(t.Shape) - 1; i >= 0; i-- {
			order.Items = append(order.Items, int64(i))
		}
		return l.op(m, "Tensor.permute", exact.Positional(t, order))
	case "mT":
		return l.op(m, "Tensor.transpose", exact.Positional(t, int64(-2), int64(-1)))
	case "real", "imag":
		return l.op(m, "torch."+name, exact.Positional(t))
	case "__iter__":
		if len(t.Shape) == 0 {
			return nil
		}
	case "__deepcopy__":
		return exact.NewFunction(name, func(*exact.Machine, exact.Args) exact.Value { return clone(t) })
	case "__index__", "__int__", "__float__":
		return exact.NewFunction(name, func(m *exact.Machine, _ exact.Args) exact.Value { return number(m, t, name) })
	}
	if do := tensorMethods[name]; do != nil {
		return exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value { return do(l, m, t, a) })
	}
	op := "Tensor." + name
	if tensor.Known(op) {
		return exact.NewFunction(op, func(m *exact.Machine, a exact.Args) exact.Value { return l.op(m, op, a.With(t)) })
	}
	if fills[name] {
		return exact.NewFunction(op, func(*exact.Machine, exact.Args) exact.Value { return t })
	}
	if strings.HasPrefix(name, "_") || attributesOfNobody[name] {
		return nil
	}
	if composed[name] {
		return exact.NewFunction(op, func(m *exact.Machine, a exact.Args) exact.Value {
			return m.Call(l.prelude(m, "torch."+name), a.With(t))
		})
	}
	return exact.NewFunction(exact.PerhapsThere, func(m *exact.Machine, _ exact.Args) exact.Value {
		m.Stop("%s: this operation is not known", op)
		return nil
	})
}

// composed are methods of a tensor that torch puts together of others: they are written out in the prelude.
var composed = map[string]bool{
	"stft": true, "istft": true, "nanmean": true, "equal": true, "allclose": true, "diff": true, "quantile": true,
	"nanquantile": true, "cov": true,
}

// attributesOfNobody are names that programs ask tensors for, to tell them from other things.
var attributesOfNobody = map[string]bool{
	"tensors": true, "mask": true, "logits": true, "sample": true, "last_hidden_state": true, "F": true, "decompose": true,
	"is_sparse_csr": true, "no_weight_decay": true, "keys": true, "items": true, "values": true, "features": true,
	"weight":   true,
	"children": true, "parameters": true, "forward": true,
}

// clone is a copy with memory of its own, as copy.deepcopy makes of a leaf.
func clone(t *tensor.Tensor) *tensor.Tensor {
	out := *t
	out.Storage = &tensor.Storage{Bytes: t.Storage.Bytes, Parameter: t.Storage.Parameter}
	return &out
}

// number is the element of a tensor, where it follows from the code.
func number(m *exact.Machine, t *tensor.Tensor, as string) exact.Value {
	if t.Numel() != 1 {
		m.Raise(exact.ValueError, "only one element tensors can be converted to Python scalars")
	}
	if len(t.Elements()) != 1 {
		if as == "__index__" {
			m.Stop("the value of a tensor is an index")
		}
		u := m.Unknown("the value of a tensor")
		u.Whole = as == "__int__" || as == "" && !t.DType.Floating() && t.DType != tensor.Bool8
		u.Real = as == "__float__" || as == "" && t.DType.Floating()
		return u
	}
	if as == "__float__" || as == "" && t.DType.Floating() {
		return t.Elements()[0]
	}
	if as == "" && t.DType == tensor.Bool8 {
		return t.Elements()[0] != 0
	}
	return int64(t.Elements()[0])
}

// fills write into a tensor without reading anything but its shape.
var fills = map[string]bool{
	"normal_": true, "uniform_": true, "fill_": true, "zero_": true, "trunc_normal_": true, "kaiming_normal_": true,
	"xavier_uniform_": true,
	"random_":         true, "bernoulli_": true, "exponential_": true, "log_normal_": true, "cauchy_": true,
	"geometric_": true,
	"erfinv_":    true,
}

// tensorMethod is a method that answers in Python's numbers, or changes nothing that is modelled.
type tensorMethod func(l *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value

var tensorMethods map[string]tensorMethod

func init() { //nolint:gochecknoinits // the methods ask for one another
	itself := func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value { return t }
	rank := func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
		return int64(len(t.Shape))
	}
	count := func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value { return t.Numel() }
	tensorMethods = map[string]tensorMethod{
		"size": sizeMethod, "dim": rank, "ndimension": rank, "numel": count, "nelement": count,
		"item": func(_ *library, m *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return number(m, t, "")
		},
		"__round__": func(_ *library, m *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return number(m, t, "")
		},
		"tolist": tolist,
		"cuda": func(l *library, m *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return l.onDevice(m, t)
		},
		"backward": backwardMethod,
		"cpu":      itself, "pin_memory": itself, "share_memory_": itself, "retain_grad": itself, "coalesce": itself,
		"resolve_conj": itself,
		"stride": func(_ *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
			s := &exact.Tuple{}
			for _, n := range t.Strides {
				s.Items = append(s.Items, n)
			}
			if v := a.Get(0, "dim"); v != nil {
				return m.Item(s, v)
			}
			return s
		},
		"is_contiguous": func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return t.Contiguous()
		},
		"is_floating_point": func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return t.DType.Floating()
		},
		"is_complex": func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return t.DType.Complex()
		},
		"element_size": func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return t.DType.Size()
		},
		"get_device":     func(*library, *exact.Machine, *tensor.Tensor, exact.Args) exact.Value { return int64(0) },
		"storage_offset": func(_ *library, _ *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value { return t.Offset },
		"register_hook": func(_ *library, m *exact.Machine, _ *tensor.Tensor, _ exact.Args) exact.Value {
			return m.Unknown("a hook")
		},
		"requires_grad_": func(_ *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
			t.RequiresGrad = m.Truth(a.Or(0, "requires_grad", true))
			return t
		},
		"numpy": func(l *library, m *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
			return l.imageArray(m, exact.Positional(t))
		},
		"to": toMethod,
		"type": func(l *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
			v := a.Get(0, "dtype")
			if v == nil {
				return "torch.cuda.FloatTensor"
			}
			v, name := legacyType(v)
			if strings.Contains(name, "cuda") {
				t = l.onDevice(m, t)
			}
			return l.op(m, "Tensor.to", exact.Positional(t, v))
		},
	}
}

// legacyType is the type of elements that one of torch's early tensor types stands for, and its name:
// torch.cuda.FloatTensor, also as text. What is no such type stays what it is.
func legacyType(v exact.Value) (of exact.Value, name string) {
	switch c := v.(type) {
	case string:
		name = c
	case *exact.Class:
		name = c.Name
	case *exact.Builtin:
		name = c.Name
	}
	if d, ok := legacyTypes[name[strings.LastIndexByte(name, '.')+1:]]; ok {
		return d, name
	}
	return v, name
}

func sizeMethod(_ *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
	if v := a.Get(0, "dim"); v != nil && v != exact.Value(exact.None) {
		return m.Item(shapeOf(t), v)
	}
	return shapeOf(t)
}

// toMethod leaves out where the tensor goes to.
func toMethod(l *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
	var to exact.Args
	if dev := a.Named("device"); dev != nil && dev != exact.Value("cpu") {
		t = l.onDevice(m, t)
	}
	for _, v := range a.Pos {
		switch v := v.(type) {
		case device, string, *exact.Unknown, exact.NoneType, int64:
			if v != exact.Value("cpu") && v != exact.Value(device{"cpu"}) {
				t = l.onDevice(m, t)
			}
		case *tensor.Tensor:
			to.Pos = append(to.Pos, v.DType)
		default:
			to.Pos = append(to.Pos, v)
		}
	}
	for _, k := range a.Kw {
		if k.Name == "dtype" || k.Name == "memory_format" {
			to.Kw = append(to.Kw, k)
		}
	}
	if len(to.Pos)+len(to.Kw) == 0 {
		return t
	}
	return l.op(m, "Tensor.to", to.With(t))
}

func tolist(_ *library, m *exact.Machine, t *tensor.Tensor, _ exact.Args) exact.Value {
	if int64(len(t.Elements())) != t.Numel() || len(t.Shape) > 1 {
		return m.Unknown("the contents of a tensor")
	}
	if len(t.Shape) == 0 {
		return number(m, t, "")
	}
	out := &exact.List{}
	for _, x := range t.Elements() {
		if t.DType.Floating() {
			out.Items = append(out.Items, x)
		} else {
			out.Items = append(out.Items, int64(x))
		}
	}
	return out
}

// SetAttribute stores an attribute of a tensor.
func (l *library) SetAttribute(m *exact.Machine, v exact.Value, name string, to exact.Value) bool {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return false
	}
	switch name {
	case "requires_grad":
		t.RequiresGrad = m.Truth(to)
	case "data":
		other, isTensor := to.(*tensor.Tensor)
		if isTensor && t.Parameter && l.training != nil && !l.before && slices.Equal(t.Shape, other.Shape) {
			break // it stays the parameter that the optimizer holds; that its type changes from step to step is asked of the job
		}
		if isTensor {
			t.Shape, t.Strides, t.DType = other.Shape, other.Strides, other.DType
			t.Storage = &tensor.Storage{Bytes: other.Bytes(), Parameter: t.Storage.Parameter}
		}
	}
	return true
}
