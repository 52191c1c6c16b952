package tensor

// shapes are views and copies that are met less often, and what a tensor says about itself.
func shapes() []row {
	return []row{
		{"m", "T(self)", reversedDims},
		{"m", "mT(self)", lastTwoSwapped},
		{"m", "H(self)", lastTwoSwapped},
		{"tm", "adjoint(self)", lastTwoSwapped},
		{"tm", "unflatten(self, dim, size)", unflatten},
		{"tm", "unbind(self, dim=0)", unbind},
		{"tm", "narrow(self, dim, start, length)", narrow},
		{"tm", "select(self, dim, index)", selectOne},
		{"tm", "diagonal(self, offset=0, dim1=0, dim2=1)", diagonal},
		{"tm", "diag(self, diagonal=0)", diag},
		{"tm", "diag_embed(self, offset=0, dim1=-2, dim2=-1)", diagEmbed},
		{"m", "unfold(self, dimension, size, step)", unfoldView},
		{"tm", "movedim(self, source, destination)", movedim},
		{"tm", "moveaxis(self, source, destination)", movedim},
		{"t", "broadcast_to(self, size)", expand},
		{"m", "broadcast_to(self, size)", expand},
		{"m", "view_as(self, other)", func(c *call) Value {
			return c.call("Tensor.view", c.arg("self"),
				sizes(c.tensor("other").Shape))
		}},
		{"m", "reshape_as(self, other)", func(c *call) Value {
			return c.call("Tensor.reshape", c.arg("self"),
				sizes(c.tensor("other").Shape))
		}},
		{"t", "view_as_real(self)", viewAsReal},
		{"t", "view_as_complex(self)", viewAsComplex},
		{"m", "repeat(self, *repeats)", repeat},
		{"tm", "tile(self, *dims)", tile},
		{"tm", "repeat_interleave(self, repeats, dim=None, size=None)", repeatInterleave},
		{"tm", "roll(self, shifts, dims=None)", copied},
		{"tm", "flip(self, *dims)", copied},
		{"tm", "fliplr(self)", copied},
		{"tm", "flipud(self)", copied},
		{"tm", "rot90(self, k=1, dims=None)", rot90},
		{"tm_", "tril(self, diagonal=0)", triangle},
		{"tm_", "triu(self, diagonal=0)", triangle},
		{"tm", "tensor_split(self, indices_or_sections, dim=0)", tensorSplit},
		{"m", "unsqueeze_(self, dim)", shapeInPlace("unsqueeze")},
		{"m", "squeeze_(self, dim=None)", shapeInPlace("squeeze")},
		{"m", "transpose_(self, dim0, dim1)", shapeInPlace("transpose")},
		{"m", "t_(self)", shapeInPlace("t")},
		{"tm", "detach(self)", detach},
		{"m", "data(self)", detach},
		{"m", "detach_(self)", detachInPlace},
		{"m", "resize_(self, *size)", resizeInPlace},
		{"m", "requires_grad_(self, requires_grad=True)", requireGrad},
		{"m", "shape(self)", func(c *call) Value { return sizes(c.tensor("self").Shape) }},
		{"m", "dim(self)", dims},
		{"m", "ndim(self)", dims},
		{"m", "ndimension(self)", dims},
		{"tm", "numel(self)", func(c *call) Value { return Int(c.tensor("self").Numel()) }},
		{"m", "nelement(self)", func(c *call) Value { return Int(c.tensor("self").Numel()) }},
		{"m", "element_size(self)", func(c *call) Value { return Int(c.tensor("self").DType.Size()) }},
		{"m", "dtype(self)", func(c *call) Value { return c.tensor("self").DType }},
		{"m", "stride(self, dim=None)", stride},
		{"m", "requires_grad(self)", func(c *call) Value { return Bool(c.tensor("self").NeedsGrad()) }},
		{"m", "is_contiguous(self, memory_format=None)", func(c *call) Value { return Bool(c.tensor("self").Contiguous()) }},
		{"m", "is_leaf(self)", func(c *call) Value { return Bool(c.tensor("self").IsLeaf()) }},
		{"tm", "is_floating_point(self)", func(c *call) Value { return Bool(c.tensor("self").DType.Floating()) }},
		{"tm", "is_complex(self)", func(c *call) Value { return Bool(c.tensor("self").DType.Complex()) }},
		{"m", "__len__(self)", length},
		{"m", "is_cuda(self)", func(c *call) Value { return Bool(c.tape.Device == CUDA) }},
		{"m", "item(self)", item},
		{"m", "tolist(self)", toList},
		{"m", "__float__(self)", item},
		{"m", "__int__(self)", item},
		{"m", "__bool__(self)", itemTruth},
		{"m", "__index__(self)", item},
	}
}

func dims(c *call) Value { return Int(len(c.tensor("self").Shape)) }

func length(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) == 0 {
		c.refuse("len() of a 0-d tensor")
	}
	return Int(t.Shape[0])
}

func stride(c *call) Value {
	t := c.tensor("self")
	if c.given("dim") {
		return Int(t.Strides[c.dim("dim", len(t.Shape))])
	}
	return sizes(t.Strides)
}

func (c *call) known(i int) Value {
	t := c.tensor("self")
	if t.Elements() == nil {
		c.giveUp("the value of a tensor's element decides, and is not known")
	}
	if t.DType.Floating() {
		return Float(t.Elements()[i])
	}
	if t.DType == Bool8 {
		return Bool(t.Elements()[i] != 0)
	}
	return Int(t.Elements()[i])
}

func item(c *call) Value {
	if t := c.tensor("self"); t.Numel() != 1 {
		c.refuse("a Tensor with %d elements cannot be converted to Scalar", t.Numel())
	}
	return c.known(0)
}

func itemTruth(c *call) Value {
	if t := c.tensor("self"); t.Numel() > 1 {
		c.refuse("Boolean value of Tensor with more than one value is ambiguous")
	}
	n, _ := floatOf(c.known(0))
	return Bool(n != 0)
}

func toList(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) == 0 {
		return c.known(0)
	}
	if len(t.Shape) > 1 {
		c.giveUp("lists of lists are not followed")
	}
	out := List{}
	for i := range t.Shape[0] {
		out = append(out, c.known(int(i)))
	}
	return out
}

// NeedsGrad reports whether a gradient flows to the tensor: its own flag, or what was written into it since.
func (t *Tensor) NeedsGrad() bool {
	t.gradient()
	return t.RequiresGrad
}

func reversedDims(c *call) Value {
	t := c.tensor("self")
	return c.permuted(t, descending(len(t.Shape)-1, 0))
}

func lastTwoSwapped(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) < 2 {
		c.refuse("tensor.mT is only supported on matrices or batches of matrices. Got %d-D tensor.", len(t.Shape))
	}
	return c.swapped(t, len(t.Shape)-2, len(t.Shape)-1)
}

func unflatten(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	inside := c.inferred(c.ints("size"), t.Shape[dim])
	shape := concat(t.Shape[:dim], inside...)
	return c.call("Tensor.view", t, sizes(concat(shape, t.Shape[dim+1:]...)))
}

func unbind(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	c.bounded(t.Shape[dim])
	var out Tuple
	for i := range t.Shape[dim] {
		out = append(out, c.chosen(t, dim, i))
	}
	return out
}

// chosen is one slice along a dimension, without that dimension.
func (c *call) chosen(t *Tensor, dim int, at int64) *Tensor {
	out := c.look(t, without(t.Shape, dim), without(t.Strides, dim), t.Offset+at*t.Strides[dim])
	if n := product(t.Shape[1:]); t.Elements() != nil && dim == 0 && t.Contiguous() {
		out.Known = t.Known[at*n : (at+1)*n]
	}
	out.routed = t.routing().chosen(dim, at)
	return out
}

func narrow(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	start, n := c.int("start"), c.int("length")
	if start < 0 {
		start += t.Shape[dim]
	}
	if start < 0 || n < 0 || start+n > t.Shape[dim] {
		c.refuse("start (%d) + length (%d) exceeds dimension size (%d).", start, n, t.Shape[dim])
	}
	return c.narrowed(t, dim, start, n)
}

func selectOne(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	return c.chosen(t, dim, c.at(t, dim, c.int("index")))
}

// at is an index along a dimension; negative ones count from the end.
func (c *call) at(t *Tensor, dim int, i int64) int64 {
	n := t.Shape[dim]
	if i < -n || i >= n {
		c.refuse("index %d is out of bounds for dimension %d with size %d", i, dim, n)
	}
	if i < 0 {
		i += n
	}
	return i
}

func diagonal(c *call) Value {
	t := c.tensor("self")
	return c.diagonalOf(t, c.int("offset"), c.dim("dim1", len(t.Shape)), c.dim("dim2", len(t.Shape)))
}

func (c *call) diagonalOf(t *Tensor, offset int64, a, b int) *Tensor {
	if a == b {
		c.refuse("diagonal dimensions cannot be identical %d, %d", a, b)
	}
	n := min(t.Shape[a], t.Shape[b]-offset)
	if offset < 0 {
		n = min(t.Shape[a]+offset, t.Shape[b])
	}
	var shape, strides []int64
	for i := range t.Shape {
		if i != a && i != b {
			shape, strides = append(shape, t.Shape[i]), append(strides, t.Strides[i])
		}
	}
	return c.look(t, append(shape, max(n, 0)), append(strides, t.Strides[a]+t.Strides[b]), t.Offset)
}

func diag(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) == 1 {
		return c.embedded(t, c.int("diagonal"), 0, 1)
	}
	if len(t.Shape) != 2 {
		c.refuse("diag(): Supports 1D or 2D tensors. Got %dD", len(t.Shape))
	}
	return c.packed(c.diagonalOf(t, c.int("diagonal"), 0, 1))
}

func diagEmbed(c *call) Value {
	t := c.tensor("self")
	return c.embedded(t, c.int("offset"), c.dim("dim1", len(t.Shape)+1), c.dim("dim2", len(t.Shape)+1))
}

func (c *call) embedded(t *Tensor, offset int64, a, b int) *Tensor {
	last := len(t.Shape) - 1
	n := t.Shape[last] + max(offset, -offset)
	shape := inserted(t.Shape[:last], min(a, b), n)
	return c.made(c.empty(t.DType, inserted(shape, max(a, b), n)...), []*Tensor{t})
}

// unfoldView slides a window over a dimension: the same memory, seen many times.
func unfoldView(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dimension", len(t.Shape))
	n, step := c.int("size"), c.int("step")
	if len(t.Shape) == 0 {
		return c.look(t, []int64{n}, []int64{1}, t.Offset)
	}
	if n > t.Shape[dim] {
		c.refuse("maximum size for tensor at dimension %d is %d but size is %d", dim, t.Shape[dim], n)
	}
	shape, strides := concat(t.Shape, n), concat(t.Strides, t.Strides[dim])
	shape[dim] = (t.Shape[dim]-n)/step + 1
	strides[dim] *= step
	return c.look(t, shape, strides, t.Offset)
}

func movedim(c *call) Value {
	t := c.tensor("self")
	from, to := c.ints("source"), c.ints("destination")
	order := make([]int, len(t.Shape))
	for i := range order {
		order[i] = -1
	}
	moved := map[int]bool{}
	for i := range from {
		source := c.wrap(from[i], len(t.Shape))
		order[c.wrap(to[i], len(t.Shape))] = source
		moved[source] = true
	}
	next := 0
	for i := range order {
		if order[i] >= 0 {
			continue
		}
		for moved[next] {
			next++
		}
		order[i] = next
		next++
	}
	return c.permuted(t, order)
}

func viewAsReal(c *call) Value {
	t := c.tensor("self")
	if !t.DType.Complex() {
		c.refuse("view_as_real is only supported for complex tensors")
	}
	strides := make([]int64, 0, len(t.Shape)+1)
	for _, s := range t.Strides {
		strides = append(strides, 2*s)
	}
	out := c.look(t, concat(t.Shape, 2), append(strides, 1), 2*t.Offset)
	out.DType = realPart(t.DType)
	return out
}

func viewAsComplex(c *call) Value {
	t := c.tensor("self")
	last := len(t.Shape) - 1
	if last < 0 || t.Shape[last] != 2 {
		c.refuse("Tensor must have a last dimension of size 2")
	}
	if t.Strides[last] != 1 {
		c.refuse("Tensor must have a last dimension with stride 1")
	}
	var strides []int64
	for _, s := range t.Strides[:last] {
		if s%2 != 0 {
			c.refuse("Tensor must have a stride divisible by 2 for all but last dimension")
		}
		strides = append(strides, s/2)
	}
	out := c.look(t, t.Shape[:last:last], strides, t.Offset/2)
	out.DType = complexOf(t.DType)
	return out
}

func repeat(c *call) Value { return c.repeatedBy(c.tensor("self"), c.ints("repeats")) }

func (c *call) repeatedBy(t *Tensor, times []int64) *Tensor {
	ahead := len(times) - len(t.Shape)
	if ahead < 0 {
		c.refuse("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
	}
	shape := append([]int64(nil), times...)
	for i, n := range t.Shape {
		shape[ahead+i] *= n
	}
	return c.made(c.empty(t.DType, shape...), []*Tensor{t})
}

func tile(c *call) Value {
	t, times := c.tensor("self"), c.ints("dims")
	for len(times) < len(t.Shape) {
		times = append([]int64{1}, times...)
	}
	return c.repeatedBy(t, times)
}

// repeatInterleave by a number is an expanded view that is copied.
func repeatInterleave(c *call) Value {
	t := c.tensor("self")
	n, ok := intOf(c.arg("repeats"))
	if !ok {
		c.giveUp("how often each element is repeated is not known")
	}
	if !c.given("dim") {
		flat := c.reshaped(t, []int64{t.Numel()})
		return c.made(c.empty(t.DType, flat.Shape[0]*n), []*Tensor{flat})
	}
	dim := c.dim("dim", len(t.Shape))
	shape := append([]int64(nil), t.Shape...)
	shape[dim] *= n
	return c.made(c.empty(t.DType, shape...), []*Tensor{t})
}

// copied is a tensor of the same shape whose elements lie elsewhere.
func copied(c *call) Value {
	t := c.tensor("self")
	return c.made(c.like(t, t.DType), []*Tensor{t})
}

func rot90(c *call) Value {
	t := c.tensor("self")
	dims := []int64{0, 1}
	if c.given("dims") {
		dims = c.ints("dims")
	}
	a, b := c.wrap(dims[0], len(t.Shape)), c.wrap(dims[1], len(t.Shape))
	_, known := intOf(c.arg("k"))
	if !known && t.Shape[a] == t.Shape[b] || c.int("k")%2 == 0 { // a square keeps its shape, however often it is turned
		return c.made(c.like(t, t.DType), []*Tensor{t})
	}
	return c.made(c.like(c.swapped(t, a, b), t.DType), []*Tensor{t})
}

func triangle(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) < 2 {
		c.refuse("input tensor must have at least 2 dimensions")
	}
	if c.inPlace {
		return c.changed(t, []*Tensor{t})
	}
	return c.made(c.like(t, t.DType), []*Tensor{t})
}

func tensorSplit(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	var out Tuple
	if n, ok := intOf(c.arg("indices_or_sections")); ok {
		if n <= 0 {
			c.refuse("number of sections must be larger than 0, got %d", n)
		}
		c.bounded(n)
		var start int64
		for i := range n {
			length := t.Shape[dim] / n
			if i < t.Shape[dim]%n {
				length++
			}
			out = append(out, c.narrowed(t, dim, start, length))
			start += length
		}
		return out
	}
	var start int64
	for _, end := range append(c.ints("indices_or_sections"), t.Shape[dim]) {
		out = append(out, c.narrowed(t, dim, start, max(end-start, 0)))
		start = end
	}
	return out
}

// shapeInPlace gives a tensor itself the shape of a view.
func shapeInPlace(name string) func(*call) Value {
	return func(c *call) Value {
		t := c.tensor("self")
		v := c.do("Tensor."+name, c.values...)
		t.Shape, t.Strides = v.Shape, v.Strides
		if v.RequiresGrad {
			t.fn = v.fn
		}
		return t
	}
}

// resizeInPlace gives a tensor another shape within the memory that it has: an input of old that each batch is copied
// into. One that grows would get other memory.
func resizeInPlace(c *call) Value {
	t, shape := c.tensor("self"), c.ints("size")
	need := t.DType.Size()
	for _, n := range shape {
		need *= n
	}
	if need > t.Storage.Bytes || t.RequiresGrad || t.base != nil {
		c.giveUp("a tensor that grows in place")
	}
	t.Shape, t.Strides, t.Known = shape, contiguous(shape), nil
	return t
}

// detach looks at the same memory without a history.
func detach(c *call) Value {
	t := c.tensor("self")
	return &Tensor{Shape: t.Shape, Strides: t.Strides, Offset: t.Offset, DType: t.DType, Storage: t.Storage,
		Known: t.Known}
}

func detachInPlace(c *call) Value {
	t := c.tensor("self")
	t.fn, t.base, t.RequiresGrad = nil, nil, false
	return t
}

func requireGrad(c *call) Value {
	t := c.tensor("self")
	if c.bool("requires_grad") && !t.DType.differentiable() {
		c.refuseType("only Tensors of floating point dtype can require gradients")
	}
	t.RequiresGrad = c.bool("requires_grad")
	return t
}
