package tensor

import "math"

// creations are the operations that make tensors out of numbers.
func creations() []row {
	return []row{
		{"t", "zeros(*size, dtype=None, requires_grad=False)", filled(0)},
		{"t", "ones(*size, dtype=None, requires_grad=False)", filled(1)},
		{"t", "empty(*size, dtype=None, requires_grad=False, memory_format=None)", created},
		{"t", "rand(*size, dtype=None, requires_grad=False)", created},
		{"t", "randn(*size, dtype=None, requires_grad=False)", created},
		{"t", "full(size, fill_value, dtype=None, requires_grad=False)", full},
		{"t", "randint(low, high=None, size=None, dtype=None, requires_grad=False)", randint},
		{"t", "randperm(n, dtype=None, requires_grad=False)", randperm},
		{"t", "arange(start=None, end=None, step=1, dtype=None, requires_grad=False)", arange},
		{"t", "_shape_as_tensor(self)", shapeAsTensor},
		{"t", "linspace(start, end, steps, dtype=None, requires_grad=False)", linspace},
		{"t", "logspace(start, end, steps, base=10, dtype=None, requires_grad=False)", linspace},
		{"t", "eye(n, m=None, dtype=None, requires_grad=False)", eye},
		{"t", "zeros_like(self, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "ones_like(self, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "empty_like(self, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "rand_like(self, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "randn_like(self, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "full_like(self, fill_value, dtype=None, requires_grad=False, memory_format=None)", likewise},
		{"t", "randint_like(self, low, high=None, dtype=None, requires_grad=False)", likewise},
		{"m", "new_zeros(self, *size, dtype=None, requires_grad=False)", renewed},
		{"m", "new_ones(self, *size, dtype=None, requires_grad=False)", renewed},
		{"m", "new_empty(self, *size, dtype=None, requires_grad=False)", renewed},
		{"m", "new_full(self, size, fill_value, dtype=None, requires_grad=False)", renewed},
		{"m", "new_tensor(self, data, dtype=None, requires_grad=False)", newTensorLike},
		{"m", "new(self, *size)", renewed},
		{"t", "tensor(data, dtype=None, requires_grad=False)", tensorOf},
		{"t", "as_tensor(data, dtype=None)", tensorOf},
		{"t", "scalar_tensor(data, dtype=None)", tensorOf},
		{"t", "meshgrid(*self, indexing=ij)", meshgrid},
		{"t", "broadcast_tensors(*self)", broadcastTensors},
		{"t", "bernoulli(self)", drawn},
		{"m", "bernoulli(self, p=None)", drawn},
		{"tm", "multinomial(self, num_samples, replacement=False)", multinomial},
		{"t", "normal(mean, std=1.0, size=None)", normal},
		{"t", "complex(real, imag)", complexFrom},
		{"t", "polar(self, angle)", polar},
		{"t", "hann_window(n, periodic=True, dtype=None, requires_grad=False)", windowOf},
		{"t", "kaiser_window(n, periodic=True, beta=12.0, dtype=None, requires_grad=False)", windowOf},
		{"t", "hamming_window(n, periodic=True, dtype=None, requires_grad=False)", windowOf},
		{"t", "blackman_window(n, periodic=True, dtype=None, requires_grad=False)", windowOf},
		{"t", "bartlett_window(n, periodic=True, dtype=None, requires_grad=False)", windowOf},
		{"t", "tril_indices(row, col, offset=0, dtype=None)", triangleIndices},
		{"t", "triu_indices(row, col, offset=0, dtype=None)", triangleIndices},
		{"m", "zero_(self)", fill}, {"m", "fill_(self, value)", fill},
		{"m", "normal_(self, mean=0, std=1)", fill}, {"m", "uniform_(self, a=0, b=1)", fill},
		{"m", "bernoulli_(self, p=0.5)", fill}, {"m", "random_(self, a=0, b=None)", fill},
		{"m", "exponential_(self, lambd=1)", fill}, {"m", "copy_(self, src, non_blocking=False)", copyInto},
		{"m", "trunc_normal_(self, mean=0, std=1)", fill}, {"m", "renorm_(self, p, dim, maxnorm)", fill},
		{"tm", "renorm(self, p, dim, maxnorm)", renorm},
		{"m", "fill_diagonal_(self, fill_value, wrap=False)", fill},
	}
}

// fresh finishes a tensor that was made of nothing.
func (c *call) fresh(t *Tensor) *Tensor {
	if c.form.index("requires_grad") >= 0 && c.bool("requires_grad") {
		t.RequiresGrad = true
	}
	if c.form.index("memory_format") >= 0 && c.given("memory_format") {
		c.giveUp("memory_format is not followed")
	}
	return t
}

// sizeOf is the star's sizes; torch.zeros(()) has none.
func (c *call) sizeOf() []int64 {
	if c.arg("size") == nil {
		return nil
	}
	shape := c.ints("size")
	for _, n := range shape {
		if n < 0 {
			c.refuse("Trying to create tensor with negative dimension %d: %s", n, listed(shape))
		}
	}
	return shape
}

func created(c *call) Value { return c.fresh(c.empty(c.dtype(Float32), c.sizeOf()...)) }

// most is how many elements are remembered: what code computes lists from is short.
const most = 4096

func (c *call) remember(t *Tensor, element func(i int64) float64) *Tensor {
	if t.Numel() <= most {
		t.Known = make([]float64, t.Numel())
		for i := range t.Known {
			t.Known[i] = element(int64(i))
		}
	}
	return t
}

func filled(x float64) func(*call) Value {
	return func(c *call) Value {
		return c.remember(created(c).(*Tensor), func(int64) float64 { return x })
	}
}

func full(c *call) Value {
	dtype := numberType(c.arg("fill_value"))
	t := c.fresh(c.empty(c.dtype(dtype), c.sizeOf()...))
	if x, ok := floatOf(c.arg("fill_value")); ok {
		c.remember(t, func(int64) float64 { return x })
	}
	return t
}

// randint(high, size), randint(low, high, size).
func randint(c *call) Value {
	size := c.arg("size")
	if isNone(size) {
		size = c.arg("high")
	}
	list, ok := items(size)
	if !ok {
		c.giveUp("argument \"size\" is not known")
	}
	c.values[c.form.index("size")] = Tuple(list)
	return c.fresh(c.empty(c.dtype(Int64), c.sizeOf()...))
}

func randperm(c *call) Value { return c.fresh(c.empty(c.dtype(Int64), c.int("n"))) }

// shapeAsTensor are a tensor's sides in a tensor, which lies in host memory.
func shapeAsTensor(c *call) Value {
	sides := c.tensor("self").Shape
	t := c.fresh(c.empty(Int64, int64(len(sides))))
	return c.remember(t, func(i int64) float64 { return float64(sides[i]) })
}

func arange(c *call) Value {
	first, last := c.arg("start"), c.arg("end")
	switch {
	case isNone(last): // arange(9)
		first, last = Int(0), first
	case isNone(first): // arange(end=9)
		first = Int(0)
	}
	dtype := Int64
	for _, v := range []Value{first, last, c.arg("step")} {
		if _, whole := intOf(v); !whole {
			dtype = Float32
		}
	}
	from, ok1 := floatOf(first)
	to, ok2 := floatOf(last)
	if !ok1 || !ok2 {
		c.giveUp("where the range ends is not known")
	}
	step := c.float("step")
	if step == 0 || (to-from)/step < 0 {
		c.refuse("upper bound and lower bound inconsistent with step sign")
	}
	t := c.fresh(c.empty(c.dtype(dtype), int64(math.Ceil((to-from)/step))))
	return c.remember(t, func(i int64) float64 { return from + float64(i)*step })
}

func linspace(c *call) Value {
	t := c.fresh(c.empty(c.dtype(Float32), c.int("steps")))
	from, ok1 := floatOf(c.arg("start"))
	to, ok2 := floatOf(c.arg("end"))
	if n := t.Numel(); ok1 && ok2 && c.form.index("base") < 0 {
		c.remember(t, func(i int64) float64 {
			switch {
			case n == 1:
				return from
			case t.DType != Float32:
				return from + (to-from)*float64(i)/float64(n-1)
			}
			// from both ends to the middle, in its own type (aten/src/ATen/native/cpu/RangeFactoriesKernel.cpp)
			step := (float32(to) - float32(from)) / float32(n-1)
			if i < n/2 {
				return float64(float32(from) + step*float32(i))
			}
			return float64(float32(to) - step*float32(n-1-i))
		})
	}
	return t
}

func eye(c *call) Value {
	n := c.int("n")
	return c.fresh(c.empty(c.dtype(Float32), n, c.intOr("m", n)))
}

func likewise(c *call) Value {
	t := c.tensor("self")
	return c.fresh(c.like(t, c.dtype(t.DType)))
}

func renewed(c *call) Value {
	dtype := c.tensor("self").DType
	if c.form.index("dtype") >= 0 {
		dtype = c.dtype(dtype)
	}
	return c.fresh(c.empty(dtype, c.sizeOf()...))
}

func newTensorLike(c *call) Value {
	t := tensorOf(c).(*Tensor)
	if !c.given("dtype") {
		t.DType = c.tensor("self").DType
		t.Storage.Bytes = t.Bytes()
	}
	return t
}

// tensorOf makes a tensor of nested lists of numbers.
func tensorOf(c *call) Value {
	data := c.arg("data")
	if t, ok := data.(*Tensor); ok {
		out := c.to(t, c.dtype(t.DType))
		return &Tensor{Shape: out.Shape, Strides: out.Strides, DType: out.DType, Storage: out.Storage, Known: out.Known}
	}
	var shape []int64
	var numbers []Value
	c.nested(data, 0, &shape, &numbers)
	dtype := NoDType
	known := []float64{}
	for _, n := range numbers {
		dtype = promote(dtype, numberType(n))
		if x, ok := floatOf(n); ok {
			known = append(known, x)
		}
	}
	if len(numbers) == 0 {
		dtype = Float32
	}
	t := c.fresh(c.empty(c.dtype(dtype), shape...))
	if len(known) == len(numbers) && len(known) <= most {
		t.Known = known
	}
	return t
}

func (c *call) nested(v Value, depth int, shape *[]int64, numbers *[]Value) {
	list, ok := items(v)
	if !ok {
		if t, isTensor := v.(*Tensor); isTensor && len(t.Elements()) == 1 {
			v = Float(t.Elements()[0])
		}
		if !isNumber(v) {
			c.giveUp("the data is not made of known numbers")
		}
		*numbers = append(*numbers, v)
		return
	}
	if depth == len(*shape) {
		*shape = append(*shape, int64(len(list)))
	} else if (*shape)[depth] != int64(len(list)) {
		c.refuse("expected sequence of length %d at dim %d (got %d)", (*shape)[depth], depth, len(list))
	}
	for _, item := range list {
		c.nested(item, depth+1, shape, numbers)
	}
}

// meshgrid gives expanded views of its inputs.
// broadcastTensors are views of all tensors in the shape that they have together.
func broadcastTensors(c *call) Value {
	all := c.tensors()
	var shape []int64
	for _, t := range all {
		shape = c.join(shape, t.Shape)
	}
	out := make(Tuple, len(all))
	for i, t := range all {
		out[i] = c.expanded(t, shape)
	}
	return out
}

func meshgrid(c *call) Value {
	axes := c.tensors()
	xy := c.text("indexing") == "xy" && len(axes) >= 2
	if xy {
		axes = append([]*Tensor{axes[1], axes[0]}, axes[2:]...)
	}
	var shape []int64
	for _, t := range axes {
		shape = append(shape, t.Numel())
	}
	out := make(Tuple, len(axes))
	for i, t := range axes {
		own := make([]int64, len(axes))
		for j := range own {
			own[j] = 1
		}
		own[i] = t.Numel()
		out[i] = c.expanded(c.reshaped(t, own), shape)
	}
	if xy {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// drawn is a random tensor whose gradient is zero.
func drawn(c *call) Value {
	t := c.tensor("self")
	return c.made(c.like(t, t.DType), []*Tensor{t})
}

// multinomial draws places along the last dimension.
func multinomial(c *call) Value {
	x := c.tensor("self")
	if len(x.Shape) != 1 && len(x.Shape) != 2 {
		c.refuse("prob_dist must be 1 or 2 dim")
	}
	shape := append([]int64{}, x.Shape...)
	shape[len(shape)-1] = c.int("num_samples")
	return c.empty(Int64, shape...)
}

func normal(c *call) Value {
	if c.given("size") {
		return c.empty(Float32, c.sizeOf()...)
	}
	if t, ok := c.arg("mean").(*Tensor); ok {
		if std, both := c.arg("std").(*Tensor); both {
			return c.made(c.elementwise(t.DType, t, std), []*Tensor{t, std})
		}
		return c.made(c.like(t, t.DType), []*Tensor{t})
	}
	t := c.tensor("std")
	return c.made(c.like(t, t.DType), []*Tensor{t})
}

func complexFrom(c *call) Value {
	a, b := c.tensor("real"), c.tensor("imag")
	out := c.elementwise(complexOf(a.DType), a, b)
	return c.made(out, []*Tensor{a, b}, saves{left: ifLeft, right: ifRight}.choose(c, a, b, out)...)
}

func polar(c *call) Value {
	a, b := c.tensor("self"), c.tensor("angle")
	out := c.elementwise(complexOf(a.DType), a, b)
	return c.made(out, []*Tensor{a, b}, out)
}

func windowOf(c *call) Value { return c.fresh(c.empty(c.dtype(Float32), c.int("n"))) }

func triangleIndices(c *call) Value {
	rows, columns, offset := c.int("row"), c.int("col"), c.int("offset")
	var n int64
	for i := range rows {
		below := min(max(i+offset+1, 0), columns)
		if c.op == "torch.tril_indices" {
			n += below
		} else {
			n += columns - min(max(i+offset, 0), columns)
		}
	}
	return c.empty(c.dtype(Int64), 2, n)
}

// fill overwrites a tensor with what does not depend on it.
func fill(c *call) Value {
	t := c.tensor("self")
	c.changed(t, []*Tensor{t})
	if i := c.form.index("value"); i >= 0 {
		if x, ok := floatOf(c.values[i]); ok {
			c.remember(t, func(int64) float64 { return x })
		}
	}
	return t
}

// renorm keeps what it scales.
func renorm(c *call) Value {
	t := c.tensor("self")
	return c.made(c.empty(t.DType, t.Shape...), []*Tensor{t}, t)
}

func copyInto(c *call) Value { return c.written(c.tensor("self"), c.tensor("src")) }
