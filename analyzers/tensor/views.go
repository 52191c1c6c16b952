package tensor

// views are the operations that look at the same memory in another shape, and those that copy where they must.
func views() []row {
	return []row{
		{"m", "view(self, *size)", view},
		{"m", "reshape(self, *size)", reshape},
		{"t", "reshape(self, size)", reshape},
		{"tm", "flatten(self, start_dim=0, end_dim=-1)", flatten},
		{"tm", "ravel(self)", func(c *call) Value { return c.call("Tensor.flatten", c.arg("self")) }},
		{"tm", "permute(self, *dims)", permute},
		{"tm", "transpose(self, dim0, dim1)", transpose},
		{"tm", "swapaxes(self, dim0, dim1)", transpose},
		{"tm", "swapdims(self, dim0, dim1)", transpose},
		{"tm", "t(self)", transposed},
		{"tm", "unsqueeze(self, dim)", unsqueeze},
		{"tm", "squeeze(self, dim=None)", squeeze},
		{"m", "contiguous(self, memory_format=None)", contiguousCopy},
		{"m", "expand(self, *size)", expand},
		{"m", "expand_as(self, other)", expandAs},
		{"tm", "chunk(self, chunks, dim=0)", chunk},
		{"tm", "split(self, split_size, dim=0)", split},
		{"tm", "split_with_sizes(self, split_size, dim=0)", split},
		{"m", "size(self, dim=None)", size},
	}
}

// look is a view: other shape and strides over the same storage. Backward hands the gradient on.
func (c *call) look(t *Tensor, shape, strides []int64, offset int64) *Tensor {
	v := &Tensor{Shape: shape, Strides: strides, Offset: offset, DType: t.DType, Storage: t.Storage}
	v.base, v.conj = t.root(), t.conj
	v.seen = v.base.change
	if c.wants(t) {
		n := c.tape.node(c.op, []*Tensor{t}, nil)
		n.passes = product(shape) == t.Numel()
		if n.passes {
			n.sight = &sight{shape: t.Shape}
		}
		n.makes(v)
		v.fn, v.RequiresGrad = n, true
	}
	if t.Elements() != nil && product(shape) == t.Numel() && t.Contiguous() {
		v.Known = t.Known
	}
	v.routed = t.routing().seenAs(product(shape) == t.Numel())
	return v
}

// inferred is a shape whose one -1 follows from the number of elements.
func (c *call) inferred(shape []int64, numel int64) []int64 {
	out := append([]int64(nil), shape...)
	open, known := -1, int64(1)
	for i, n := range out {
		switch {
		case n == -1 && open >= 0:
			c.refuse("only one dimension can be inferred")
		case n == -1:
			open = i
		case n < 0:
			c.refuse("invalid shape dimension %d", n)
		default:
			known *= n
		}
	}
	if open >= 0 && known > 0 && numel%known == 0 {
		out[open] = numel / known
	} else if open >= 0 || known != numel {
		c.refuse("shape '%s' is invalid for input of size %d", listed(shape), numel)
	}
	return out
}

func view(c *call) Value {
	t := c.tensor("self")
	if d, ok := c.onlyDType("size"); ok {
		if d.Size() != t.DType.Size() {
			c.giveUp("a view as a type of another size is not followed")
		}
		out := c.look(t, t.Shape, t.Strides, t.Offset)
		out.DType = d
		return out
	}
	shape := c.inferred(c.ints("size"), t.Numel())
	strides, ok := viewStrides(t, shape)
	if !ok {
		c.refuse("view size is not compatible with input tensor's size and stride (at least one dimension spans across " +
			"two contiguous subspaces). Use .reshape(...) instead.")
	}
	return c.look(t, shape, strides, t.Offset)
}

// onlyDType is the type in view(torch.int32).
func (c *call) onlyDType(name string) (DType, bool) {
	list, _ := items(c.arg(name))
	if len(list) != 1 {
		return 0, false
	}
	d, ok := list[0].(DType)
	return d, ok
}

func reshape(c *call) Value {
	t := c.tensor("self")
	return c.reshaped(t, c.inferred(c.ints("size"), t.Numel()))
}

// reshaped is a view where the strides allow it, and a copy where not.
func (c *call) reshaped(t *Tensor, shape []int64) *Tensor {
	if strides, ok := viewStrides(t, shape); ok {
		return c.look(t, shape, strides, t.Offset)
	}
	copied := c.packed(t)
	return c.look(copied, shape, contiguous(shape), 0)
}

// packed is a contiguous copy.
func (c *call) packed(t *Tensor) *Tensor {
	out := c.made(c.empty(t.DType, t.Shape...), []*Tensor{t})
	if out.fn != nil {
		out.fn.passes, out.fn.copies = true, true
	}
	return out
}

func contiguousCopy(c *call) Value {
	t := c.tensor("self")
	if c.given("memory_format") && c.arg("memory_format") != Value(String("contiguous_format")) {
		return c.formatted(t, t.DType)
	}
	if t.Contiguous() {
		return t
	}
	return c.packed(t)
}

func flatten(c *call) Value {
	t := c.tensor("self")
	from, to := c.dim("start_dim", len(t.Shape)), c.dim("end_dim", len(t.Shape))
	if from > to {
		c.refuse("flatten() has invalid args: start_dim cannot come after end_dim")
	}
	if len(t.Shape) == 0 {
		return c.reshaped(t, []int64{1})
	}
	if from == to {
		return t
	}
	shape := append([]int64(nil), t.Shape[:from]...)
	shape = append(shape, product(t.Shape[from:to+1]))
	return c.reshaped(t, append(shape, t.Shape[to+1:]...))
}

func permute(c *call) Value {
	t := c.tensor("self")
	order := c.ints("dims")
	if len(order) != len(t.Shape) {
		c.refuse("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "+
			"ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d", len(t.Shape), len(order))
	}
	dims := make([]int, len(order))
	used := map[int]bool{}
	for i, d := range order {
		dims[i] = c.wrap(d, len(t.Shape))
		if used[dims[i]] {
			c.refuse("permute(): duplicate dims are not allowed.")
		}
		used[dims[i]] = true
	}
	return c.permuted(t, dims)
}

func (c *call) permuted(t *Tensor, dims []int) *Tensor {
	shape, strides := make([]int64, len(dims)), make([]int64, len(dims))
	for i, d := range dims {
		shape[i], strides[i] = t.Shape[d], t.Strides[d]
	}
	out := c.look(t, shape, strides, t.Offset)
	out.routed = t.routing().permuted(dims)
	if out.fn != nil && out.fn.sight != nil {
		out.fn.sight = &sight{turned: dims}
	}
	return out
}

func transpose(c *call) Value {
	t := c.tensor("self")
	return c.swapped(t, c.dim("dim0", len(t.Shape)), c.dim("dim1", len(t.Shape)))
}

func (c *call) swapped(t *Tensor, a, b int) *Tensor {
	dims := make([]int, len(t.Shape))
	for i := range dims {
		dims[i] = i
	}
	if len(dims) > 0 {
		dims[a], dims[b] = b, a
	}
	return c.permuted(t, dims)
}

func transposed(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) > 2 {
		c.refuse("t() expects a tensor with <= 2 dimensions, but self is %dD", len(t.Shape))
	}
	return c.swapped(t, 0, max(len(t.Shape)-1, 0))
}

func unsqueeze(c *call) Value {
	t := c.tensor("self")
	return c.unsqueezed(t, c.dim("dim", len(t.Shape)+1))
}

func (c *call) unsqueezed(t *Tensor, at int) *Tensor {
	step := int64(1)
	if at < len(t.Shape) {
		step = t.Shape[at] * t.Strides[at]
	}
	return c.look(t, inserted(t.Shape, at, 1), inserted(t.Strides, at, step), t.Offset)
}

func inserted(list []int64, at int, n int64) []int64 {
	out := append([]int64(nil), list[:at]...)
	return append(append(out, n), list[at:]...)
}

func without(list []int64, at int) []int64 {
	out := append([]int64(nil), list[:at]...)
	return append(out, list[at+1:]...)
}

func squeeze(c *call) Value {
	t := c.tensor("self")
	drop := map[int]bool{}
	if c.given("dim") {
		for _, d := range c.ints("dim") {
			drop[c.wrap(d, len(t.Shape))] = true
		}
	}
	var shape, strides []int64
	for i, n := range t.Shape {
		if n == 1 && (drop[i] || !c.given("dim")) {
			continue
		}
		shape, strides = append(shape, n), append(strides, t.Strides[i])
	}
	return c.look(t, shape, strides, t.Offset)
}

func expand(c *call) Value {
	t := c.tensor("self")
	return c.expanded(t, c.ints("size"))
}

func expandAs(c *call) Value { return c.expanded(c.tensor("self"), c.tensor("other").Shape) }

func (c *call) expanded(t *Tensor, size []int64) *Tensor {
	ahead := len(size) - len(t.Shape)
	if ahead < 0 {
		c.refuse("expand: the number of sizes provided (%d) must be greater or equal to the number of dimensions in the "+
			"tensor (%d)", len(size), len(t.Shape))
	}
	shape := append([]int64(nil), size...)
	strides := make([]int64, len(size))
	for i := len(shape) - 1; i >= 0; i-- { // from the last, as aten's inferExpandGeometry does
		own, step := int64(1), int64(0)
		switch {
		case len(t.Shape) == 0:
		case i >= ahead:
			own, step = t.Shape[i-ahead], t.Strides[i-ahead]
		case shape[i] == 1 && i+1 < len(shape): // nothing is repeated: it lies before what follows
			step = shape[i+1] * strides[i+1]
		case shape[i] == 1:
			step = 1
		}
		switch {
		case shape[i] == -1 && i < ahead:
			c.refuse("expand: the expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension %d", i)
		case shape[i] == -1 || shape[i] == own:
			shape[i], strides[i] = own, step
		case own != 1:
			c.refuse("The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d.  "+
				"Target sizes: %s.  Tensor sizes: %s", shape[i], own, i, listed(size), listed(t.Shape))
		}
	}
	return c.look(t, shape, strides, t.Offset)
}

// narrowed is a part of one dimension.
func (c *call) narrowed(t *Tensor, dim int, start, length int64) *Tensor {
	shape := append([]int64(nil), t.Shape...)
	shape[dim] = length
	return c.look(t, shape, t.Strides, t.Offset+start*t.Strides[dim])
}

func chunk(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	n := c.int("chunks")
	if n < 1 {
		c.refuse("chunk expects `chunks` to be greater than 0, got: %d", n)
	}
	return c.parts(t, dim, (t.Shape[dim]+n-1)/n)
}

func split(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	if _, several := items(c.arg("split_size")); !several {
		return c.parts(t, dim, c.int("split_size"))
	}
	var out Tuple
	var start int64
	lengths := c.ints("split_size")
	for _, n := range lengths {
		start += n
	}
	if start != t.Shape[dim] {
		c.refuse("split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got "+
			"split_sizes=%s", t.Shape[dim], dim, listed(lengths))
	}
	start = 0
	for _, n := range lengths {
		out = append(out, c.narrowed(t, dim, start, n))
		start += n
	}
	return out
}

func (c *call) parts(t *Tensor, dim int, length int64) Tuple {
	var out Tuple
	if t.Shape[dim] == 0 || length == 0 {
		return Tuple{c.narrowed(t, dim, 0, 0)}
	}
	c.bounded(t.Shape[dim] / length)
	for start := int64(0); start < t.Shape[dim]; start += length {
		out = append(out, c.narrowed(t, dim, start, min(length, t.Shape[dim]-start)))
	}
	return out
}

func size(c *call) Value {
	t := c.tensor("self")
	if c.given("dim") {
		return Int(t.Shape[c.dim("dim", len(t.Shape))])
	}
	return sizes(t.Shape)
}
