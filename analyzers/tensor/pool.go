package tensor

func pools() []row {
	return []row{
		{"tf", "max_pool1d(self, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
			maxPool(1)},
		{"tf", "max_pool2d(self, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
			maxPool(2)},
		{"tf", "max_pool3d(self, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
			maxPool(3)},
		{"tf", "avg_pool1d(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)", avgPool(1)},
		{"f", "avg_pool2d(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, " +
			"divisor_override=None)", avgPool(2)},
		{"f", "avg_pool3d(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, " +
			"divisor_override=None)", avgPool(3)},
		{"tf", "adaptive_avg_pool1d(self, size)", adaptiveAvg(1)},
		{"f", "adaptive_avg_pool2d(self, size)", adaptiveAvg(2)},
		{"f", "adaptive_avg_pool3d(self, size)", adaptiveAvg(3)},
		{"tf", "adaptive_max_pool1d(self, size, return_indices=False)", adaptiveMax(1)},
		{"f", "adaptive_max_pool2d(self, size, return_indices=False)", adaptiveMax(2)},
		{"f", "adaptive_max_pool3d(self, size, return_indices=False)", adaptiveMax(3)},
	}
}

// window is what slides over the last n dimensions.
type window struct{ kernel, stride, padding, dilation []int64 }

func (c *call) window(n int) window {
	w := window{kernel: c.each("kernel_size", n), padding: c.each("padding", n)}
	w.stride, w.dilation = w.kernel, make([]int64, n)
	if c.given("stride") {
		if list, several := items(c.arg("stride")); !several || len(list) > 0 {
			w.stride = c.each("stride", n)
		}
	}
	for _, step := range w.stride { // torch 1 took the kernel's size for a stride of 0, torch 2 refuses it
		if step < 1 {
			c.giveUp("a window with a stride of %d is not followed", step)
		}
	}
	for i := range w.dilation {
		w.dilation[i] = 1
	}
	if c.form.index("dilation") >= 0 {
		w.dilation = c.each("dilation", n)
	}
	return w
}

// pooled is the shape after a window slid over it.
func (c *call) pooled(x *Tensor, w window, n int) []int64 {
	c.unbatchable(x, n)
	shape := append([]int64(nil), x.Shape...)
	for i := range n {
		d := len(shape) - n + i
		if w.padding[i] > w.kernel[i]*w.dilation[i]/2 && w.padding[i] > ((w.kernel[i]-1)*w.dilation[i]+1)/2 {
			c.refuse("pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d and dilation=%d",
				w.padding[i], w.kernel[i], w.dilation[i])
		}
		room := shape[d] + 2*w.padding[i] - w.dilation[i]*(w.kernel[i]-1) - 1
		if c.bool("ceil_mode") {
			room += w.stride[i] - 1
		}
		out := floorDiv(room, w.stride[i]) + 1
		if c.bool("ceil_mode") && (out-1)*w.stride[i] >= shape[d]+w.padding[i] {
			out--
		}
		if out < 1 {
			c.refuse("Given input size: %s. Calculated output size is too small", listed(x.Shape))
		}
		shape[d] = out
	}
	return shape
}

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// unbatchable refuses what has neither n+1 nor n+2 dimensions.
func (c *call) unbatchable(x *Tensor, n int) {
	if len(x.Shape) != n+1 && len(x.Shape) != n+2 {
		c.refuse("Expected %dD or %dD input, but got input of size: %s", n+1, n+2, listed(x.Shape))
	}
}

func (c *call) shaped(x *Tensor, shape []int64) *Tensor {
	out := c.empty(x.DType, shape...)
	if x.lastly() {
		out.Strides = channelsLast(shape)
	}
	return out
}

// slid is what a window over the last n dimensions gives. Batches of signals go as images of one row through the same
// kernels, so their channels lie together in the result where they do in the input.
func (c *call) slid(x *Tensor, shape []int64, n int) *Tensor {
	out := c.shaped(x, shape)
	if n == 1 && len(shape) == 3 {
		row := &Tensor{Shape: inserted(x.Shape, 2, 1), Strides: inserted(x.Strides, 2, x.Shape[2]*x.Strides[2])}
		if row.lastly() {
			out.Strides = without(channelsLast(inserted(shape, 2, 1)), 2)
		}
	}
	return out
}

// maxPool keeps its input and where each maximum was found.
func maxPool(n int) func(*call) Value {
	return func(c *call) Value {
		x := c.tensor("self")
		return c.withIndices(x, c.slid(x, c.pooled(x, c.window(n), n), n))
	}
}

func (c *call) withIndices(x, out *Tensor) Value {
	indices := c.empty(Int64, out.Shape...)
	indices.Strides = out.Strides
	c.made(out, []*Tensor{x}, x, indices)
	if c.bool("return_indices") {
		return Tuple{out, indices}
	}
	return out
}

func avgPool(n int) func(*call) Value {
	return func(c *call) Value {
		x := c.tensor("self")
		return c.made(c.slid(x, c.pooled(x, c.window(n), n), n), []*Tensor{x}, x)
	}
}

// adapted is the shape that an adaptive pooling gives: None leaves a dimension as it is.
func (c *call) adapted(x *Tensor, n int) []int64 {
	c.unbatchable(x, n)
	shape := append([]int64(nil), x.Shape...)
	list, several := items(c.arg("size"))
	if several && len(list) != n && len(list) != 1 {
		c.refuse("output_size must be %d", n)
	}
	for i := range n {
		d := len(shape) - n + i
		var v Value
		switch {
		case !several:
			v = c.arg("size")
		case len(list) == 1:
			v = list[0]
		default:
			v = list[i]
		}
		if isNone(v) {
			continue
		}
		size, ok := intOf(v)
		if !ok {
			c.giveUp("the output size is not known")
		}
		shape[d] = size
	}
	return shape
}

// adaptiveAvg to a single value is a mean.
func adaptiveAvg(n int) func(*call) Value {
	return func(c *call) Value {
		x := c.tensor("self")
		shape := c.adapted(x, n)
		out := c.slid(x, shape, n)
		if product(shape[len(shape)-n:]) == 1 {
			return c.made(out, []*Tensor{x}, c.between(113, 202, x)...)
		}
		return c.made(out, []*Tensor{x}, x)
	}
}

func adaptiveMax(n int) func(*call) Value {
	return func(c *call) Value {
		x := c.tensor("self")
		return c.withIndices(x, c.slid(x, c.adapted(x, n), n))
	}
}

// between are tensors that torch keeps from one version on until another: 113 is 1.13
// (testdata/oracle/kept_by_version.csv).
func (c *call) between(from, until int, kept ...*Tensor) []*Tensor {
	if t := c.tape; t.Torch >= from && t.Torch > 0 && t.Torch < until {
		return kept
	}
	return nil
}

// until are tensors that torch kept before a version. Where a torch 1 is not dated, they may be there.
func (c *call) until(version int, kept ...*Tensor) []*Tensor {
	if c.tape.Undated && c.tape.Grad && version <= c.tape.Torch && c.wants(kept...) {
		for _, one := range kept {
			c.tape.Perhaps += one.Bytes()
		}
	}
	return c.between(0, version, kept...)
}

// older reports whether the torch that is modelled is older than a version.
func (t *Tape) older(major, minor int) bool { return t.Torch > 0 && t.Torch < 100*major+minor }
