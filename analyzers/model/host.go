package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// arrayOf is the shape and type of an array of numpy's that a prelude wrote; false for anything else, and where its
// shape is not known.
func arrayOf(m *exact.Machine, v exact.Value) (shape []int64, d tensor.DType, ok bool) {
	shape, d, side := sidesOf(v)
	if u, unknown := side.(*exact.Unknown); unknown {
		m.StopFor(u, "the size of an array")
	}
	return shape, d, shape != nil && side == nil
}

// sidesOf is arrayOf for who only looks: side is the first one that is no number, and ends the shape; the shape is nil
// for anything but an array.
func sidesOf(v exact.Value) (shape []int64, d tensor.DType, side exact.Value) {
	o, isInstance := v.(*exact.Instance)
	if !isInstance || o.Class.Name != "ndarray" {
		return nil, d, nil
	}
	dims, isTuple := o.Attrs.Get("shape").(*exact.Tuple)
	d, isType := o.Attrs.Get("dtype").(tensor.DType)
	if !isTuple || !isType {
		return nil, d, nil
	}
	shape = []int64{}
	for _, n := range dims.Items {
		size, isInt := n.(int64)
		if !isInt {
			return shape, d, n
		}
		shape = append(shape, size)
	}
	return shape, d, nil
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
