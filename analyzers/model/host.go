package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// arrayOf is the shape and type of an array of numpy's that a prelude wrote; false for anything else, and where its shape is
// not known.
func arrayOf(m *exact.Machine, v exact.Value) (shape []int64, d tensor.DType, ok bool) {
	o, isInstance := v.(*exact.Instance)
	if !isInstance || o.Class.Name != "ndarray" {
		return nil, d, false
	}
	dims, isTuple := o.Attrs.Get("shape").(*exact.Tuple)
	d, isType := o.Attrs.Get("dtype").(tensor.DType)
	if !isTuple || !isType {
		return nil, d, false
	}
	for _, n := range dims.Items {
		if u, unknown := n.(*exact.Unknown); unknown {
			m.StopFor(u, "the size of an array")
		}
		size, isInt := n.(int64)
		if !isInt {
			return nil, d, false
		}
		shape = append(shape, size)
	}
	return shape, d, true
}

// fromArray is a tensor of the host made of an array of numpy's; nil for anything else.
func (l *library) fromArray(m *exact.Machine, v exact.Value) *tensor.Tensor {
	shape, d, ok := arrayOf(m, v)
	if !ok {
		return nil
	}
	return l.hosted(l.empty(m, d, shape))
}

func (l *library) empty(m *exact.Machine, d tensor.DType, shape []int64) *tensor.Tensor {
	t, err := l.tape.Empty(d, shape...)
	if err != nil {
		l.failed(m, err)
	}
	return t
}

func (l *library) hosted(t *tensor.Tensor) *tensor.Tensor {
	if l.training != nil && !l.training.unified && !l.createsOnDevice {
		t.Host()
	}
	return t
}

// onDevice is a tensor of the host copied to the device; any other as it is.
func (l *library) onDevice(m *exact.Machine, t *tensor.Tensor) *tensor.Tensor {
	if !t.OnHost() || l.training == nil || l.training.ways != nil {
		return t
	}
	out := l.empty(m, t.DType, t.Shape)
	out.RequiresGrad, out.Known = t.RequiresGrad, t.Elements()
	return out
}
