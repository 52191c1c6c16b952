package tensor

// broadcast is the shape that two shapes have together, or where they do not meet.
func broadcast(a, b []int64) ([]int64, *unequal) {
	if len(a) < len(b) {
		joined, clash := broadcastInto(b, a)
		if clash != nil {
			clash.a, clash.b = clash.b, clash.a
		}
		return joined, clash
	}
	return broadcastInto(a, b)
}

// Spread is the shape in which two shapes meet that each have only a part of it: 32x1 and 32 meet in 32x32. nil where
// one of them is that shape, or they do not meet.
func Spread(a, b []int64) []int64 {
	joined, clash := broadcast(a, b)
	if clash != nil || product(joined) <= max(product(a), product(b)) {
		return nil
	}
	return joined
}

// unequal are two sizes of one dimension, neither of them 1.
type unequal struct {
	a, b int64
	dim  int
}

// broadcastInto joins a shape with one that has no more dimensions.
func broadcastInto(long, short []int64) ([]int64, *unequal) {
	joined := append([]int64(nil), long...)
	ahead := len(long) - len(short)
	for i := len(short) - 1; i >= 0; i-- {
		x, y := long[ahead+i], short[i]
		switch {
		case x == y || y == 1:
		case x == 1:
			joined[ahead+i] = y
		default:
			return nil, &unequal{x, y, ahead + i}
		}
	}
	return joined, nil
}

// stretched are the strides of a tensor as a part of a larger shape: zero along every dimension that is repeated.
func stretched(t *Tensor, shape []int64) []int64 {
	strides := make([]int64, len(shape))
	ahead := len(shape) - len(t.Shape)
	for i, n := range t.Shape {
		if n == shape[ahead+i] {
			strides[ahead+i] = t.Strides[i]
		}
	}
	return strides
}

// iterated are the strides that an elementwise operation gives its output: the order in memory follows the operands',
// as TensorIterator computes it (aten/src/ATen/TensorIterator.cpp, reorder_dimensions).
func iterated(shape []int64, operands []*Tensor) []int64 {
	var strides [][]int64
	plain := true
	for _, t := range operands {
		if len(t.Shape) > 0 || len(operands) == 1 {
			strides = append(strides, stretched(t, shape))
			plain = plain && len(t.Shape) == len(shape) && t.Contiguous()
		}
	}
	if plain {
		return contiguous(shape)
	}
	order := descending(len(shape)-1, 0)
	for i := 1; i < len(order); i++ {
		moved := i
		for j := i - 1; j >= 0; j-- {
			further := compareStrides(order[j], order[moved], shape, strides)
			if further > 0 {
				order[j], order[moved] = order[moved], order[j]
				moved = j
			} else if further < 0 {
				break
			}
		}
	}
	out := make([]int64, len(shape))
	step := int64(1)
	for _, dim := range order {
		out[dim] = step
		step *= max(shape[dim], 1)
	}
	return out
}

// compareStrides is above zero where the first dimension belongs outside of the second.
func compareStrides(first, second int, shape []int64, strides [][]int64) int {
	for _, s := range strides {
		a, b := s[first], s[second]
		switch {
		case a == 0 || b == 0:
		case a < b:
			return -1
		case a > b:
			return 1
		case shape[first] > shape[second]:
			return 1
		}
	}
	return 0
}

// viewStrides are the strides with which the same memory has another shape, if any do (at::detail::computeStride).
func viewStrides(t *Tensor, shape []int64) ([]int64, bool) {
	if t.Numel() == 0 {
		return contiguous(shape), true
	}
	strides := make([]int64, len(shape))
	if len(t.Shape) == 0 {
		for i := range strides {
			strides[i] = 1
		}
		return strides, true
	}
	at := len(shape) - 1
	base := t.Strides[len(t.Strides)-1]
	elements, taken := int64(1), int64(1)
	for d := len(t.Shape) - 1; d >= 0; d-- {
		elements *= t.Shape[d]
		if d > 0 && (t.Shape[d-1] == 1 || t.Strides[d-1] == elements*base) {
			continue
		}
		for at >= 0 && (taken < elements || shape[at] == 1) {
			strides[at] = taken * base
			taken *= shape[at]
			at--
		}
		if taken != elements {
			return nil, false
		}
		if d > 0 {
			base = t.Strides[d-1]
			elements, taken = 1, 1
		}
	}
	return strides, at == -1
}
