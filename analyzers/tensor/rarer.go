package tensor

import "slices"

// rarer are operations that few models call. What they keep is replayed against torch's own samples of its operators
// (testdata/oracle/op_samples.csv).
func rarer() []row {
	return []row{
		{"tm", "addmv(self, mat, vec, beta=1, alpha=1)", addmv},
		{"tm", "addr(self, vec1, vec2, beta=1, alpha=1)", addr},
		{"tm", "addbmm(self, batch1, batch2, beta=1, alpha=1)", addbmm},
		{"tm", "inner(self, other)", innerProduct},
		{"t", "vdot(self, other)", func(c *call) Value { return c.dot(c.tensor("self"), c.tensor("other")) }},
		{"m", "vdot(self, other)", func(c *call) Value { return c.dot(c.tensor("self"), c.tensor("other")) }},
		{"tm_", "copysign(self, other)", copysign},
		{"tm_", "float_power(self, other)", floatPower},
		{"tm", "logaddexp2(self, other)", arithmetic(savesBoth)},
		{"tm_", "sgn(self)", same(keepInput | keepOutput)},
		{"tm_", "i0(self)", real(keepInput)},
		{"tm_", "mvlgamma(self, p)", real(keepInput)},
		{"t", "polygamma(n, self)", real(keepInput)},
		{"m_", "polygamma(self, n)", real(keepInput)},
		{"tm", "signbit(self)", truth}, {"tm", "isreal(self)", truth},
		{"tm", "isposinf(self)", truth}, {"tm", "isneginf(self)", truth},
		{"t", "isin(self, test_elements, assume_unique=False, invert=False)", truth},
		{"tm", "aminmax(self, dim=None, keepdim=False)", aminmax},
		{"tm", "nanmedian(self, dim=None, keepdim=False)", extreme},
		{"tm", "dist(self, other, p=2)", dist},
		{"tm", "msort(self)", func(c *call) Value { return c.call("torch.sort", c.arg("self"), Int(0)).(Tuple)[0] }},
		{"tm", "take(self, index)", take},
		{"tm_", "put(self, index, src, accumulate=False)", indexAdd},
		{"tm_", "index_put(self, indices, value, accumulate=False)", indexPut},
		{"tm_", "scatter_reduce(self, dim, index, src, reduce, include_self=True)", reducedInto},
		{"tm_", "index_reduce(self, dim, index, src, reduce, include_self=True)", reducedInto},
		{"tm", "slice_scatter(self, src, dim=0, start=None, end=None, step=1)", copiedInto},
		{"tm", "select_scatter(self, src, dim, index)", copiedInto},
		{"tm", "diagonal_scatter(self, src, offset=0, dim1=0, dim2=1)", copiedInto},
		{"t", "searchsorted(sorted_sequence, self, out_int32=False, right=False, side=None, sorter=None)", places},
		{"tm", "histc(self, bins=100, min=0, max=0)", func(c *call) Value {
			return c.empty(c.tensor("self").DType, c.int("bins"))
		}},
		{"tm", "unsafe_chunk(self, chunks, dim=0)", chunk}, {"tm", "unsafe_split(self, split_size, dim=0)", split},
		{"tm", "hsplit(self, indices_or_sections)", splitAlong(1)},
		{"tm", "vsplit(self, indices_or_sections)", splitAlong(0)},
		{"tm", "dsplit(self, indices_or_sections)", splitAlong(2)},
		{"tm", "diagflat(self, offset=0)", func(c *call) Value {
			return c.do("torch.diag", c.do("Tensor.flatten", c.arg("self")), c.arg("offset"))
		}},
		{"t", "_softmax_backward_data(grad_output, output, dim, input_dtype)", softmaxBackward},
		{"t", "_log_softmax_backward_data(grad_output, output, dim, input_dtype)", softmaxBackward},
		{"m", "sum_to_size(self, *size)", func(c *call) Value { return c.sumTo(c.tensor("self"), c.ints("size")) }},
		{"f", "pdist(self, p=2)", pdist},
		{"f", "embedding_bag(self, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode=mean, " +
			"sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None)", embeddingBag},
	}
}

// softmaxBackward is the kernel behind the backward pass of a softmax. Attention that keeps its weights in half
// precision calls it from a backward pass of its own.
func softmaxBackward(c *call) Value {
	gradient, result := c.tensor("grad_output"), c.tensor("output")
	c.dim("dim", len(result.Shape))
	dtype, known := c.arg("input_dtype").(DType)
	if !known {
		c.giveUp("input_dtype is not known")
	}
	out := c.empty(dtype, result.Shape...)
	return c.made(out, []*Tensor{gradient, result}, gradient, result)
}

// addmv adds to the product of a matrix and a vector, in the same kernel.
func addmv(c *call) Value {
	mat, vec := c.tensor("mat"), c.tensor("vec")
	if len(mat.Shape) != 2 || len(vec.Shape) != 1 || mat.Shape[1] != vec.Shape[0] {
		c.refuse("size mismatch, got input (%s), vec (%s)", listed(mat.Shape), listed(vec.Shape))
	}
	return c.addedTo(c.empty(mat.DType, mat.Shape[0]), mat, vec)
}

// addr adds to the product of every number of one vector with every number of the other.
func addr(c *call) Value {
	one, two := c.tensor("vec1"), c.tensor("vec2")
	if len(one.Shape) != 1 || len(two.Shape) != 1 {
		c.refuse("addr: expected 1-D vec1 and vec2, got %d-D and %d-D", len(one.Shape), len(two.Shape))
	}
	return c.addedTo(c.empty(one.DType, one.Shape[0], two.Shape[0]), one, two)
}

// addedTo is the sum of a product and what is broadcast to it.
func (c *call) addedTo(out, a, b *Tensor) *Tensor {
	self := c.tensor("self")
	if joined := c.join(self.Shape, out.Shape); !equal(joined, out.Shape) {
		c.refuse("The expanded size of the tensor (%s) must match the existing size (%s)", listed(out.Shape),
			listed(self.Shape))
	}
	return c.made(out, []*Tensor{self, a, b}, savesProduct.choose(c, a, b, out)...)
}

// addbmm sums the products of a batch.
func addbmm(c *call) Value {
	a, b := c.tensor("batch1"), c.tensor("batch2")
	if len(a.Shape) != 3 || len(b.Shape) != 3 {
		c.refuse("batch1 must be a 3D tensor")
	}
	if a.Shape[0] != b.Shape[0] || a.Shape[2] != b.Shape[1] {
		c.refuse("batch1 and batch2 must have same number of batches and fitting sizes, got %s and %s", listed(a.Shape),
			listed(b.Shape))
	}
	return c.addedTo(c.empty(a.DType, a.Shape[1], b.Shape[2]), a, b)
}

// innerProduct sums over the last dimension of both.
func innerProduct(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	if len(a.Shape) == 0 || len(b.Shape) == 0 {
		return c.do("Tensor.mul", a, b)
	}
	last := Tuple{Tuple{Int(-1)}, Tuple{Int(-1)}}
	return c.do("torch.tensordot", a, b, last)
}

// copysign keeps its input, if that is derived, and then its result.
func copysign(c *call) Value {
	a, b := c.arg("self"), c.arg("other")
	return c.binary(a, b, floated(resultType([]Value{a, b})), saves{left: ifLeft, out: ifLeft})
}

// floatPower computes in double precision.
func floatPower(c *call) Value {
	wide := func(v Value) Value {
		if t, isTensor := v.(*Tensor); isTensor && !t.DType.Complex() {
			return c.to(t, Float64)
		}
		return v
	}
	return c.do("torch.pow", wide(c.arg("self")), wide(c.arg("other")))
}

func aminmax(c *call) Value {
	t := c.tensor("self")
	low, high := c.reduction(t, t.DType), c.reduction(t, t.DType)
	c.madeAll([]*Tensor{low, high}, []*Tensor{t}, t, low, high)
	return Tuple{low, high}
}

func dist(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	c.join(a.Shape, b.Shape)
	out := c.empty(resultType([]Value{a, b}))
	return c.made(out, []*Tensor{a, b}, a, b, out)
}

func take(c *call) Value {
	t, index := c.tensor("self"), c.tensor("index")
	return c.made(c.empty(t.DType, index.Shape...), []*Tensor{t}, t, index)
}

// indexPut writes where tensors say, and keeps them.
func indexPut(c *call) Value {
	t := c.tensor("self")
	list, several := items(c.arg("indices"))
	if !several {
		c.giveUp("what picks is not known")
	}
	from := []*Tensor{t}
	if source, isTensor := c.arg("value").(*Tensor); isTensor {
		from = append(from, source)
	}
	var keeps []*Tensor
	for _, v := range list {
		if index, isTensor := v.(*Tensor); isTensor {
			keeps = append(keeps, index)
		} else if !isNone(v) {
			c.giveUp("an index of this kind is not known")
		}
	}
	if c.inPlace {
		return c.changed(t, from, keeps...)
	}
	return c.made(c.like(t, t.DType), from, keeps...)
}

// reducedInto sums, multiplies or compares what it scatters with what was there, and keeps all of them.
func reducedInto(c *call) Value {
	t, index, source := c.tensor("self"), c.tensor("index"), c.tensor("src")
	if !c.inPlace {
		out := c.like(t, t.DType)
		return c.comparedBackward(c.made(out, []*Tensor{t, source}, t, index, source, out), source)
	}
	before := t
	if c.wants(t, source) {
		before = c.like(t, t.DType)
	}
	return c.comparedBackward(c.changed(t, []*Tensor{t, source}, before, index, source, t), source)
}

// comparedBackward notes what the backward pass of scatter_reduce makes on the way for the largest and the smallest
// (scatter_reduce_backward in torch/csrc/autograd/FunctionsManual.cpp): the result and the gradient at each source's
// place, who is the result, and among how many the gradient is divided.
func (c *call) comparedBackward(out, source *Tensor) *Tensor {
	if how := c.text("reduce"); (how == "amax" || how == "amin") && out.root().fn != nil {
		out.root().fn.scratch += 3*source.Bytes() + 3*out.Bytes()
	}
	return out
}

// copiedInto is a copy of a tensor with another one in a part of it.
func copiedInto(c *call) Value {
	t, source := c.tensor("self"), c.tensor("src")
	return c.made(c.empty(t.DType, t.Shape...), []*Tensor{t, source})
}

// places are where values would stand in an order.
func places(c *call) Value {
	dtype := Int64
	if c.bool("out_int32") {
		dtype = Int32
	}
	return c.elementwise(dtype, c.operand("self"))
}

func splitAlong(dim int) func(*call) Value {
	return func(c *call) Value {
		t := c.tensor("self")
		at := dim
		if dim == 1 && len(t.Shape) == 1 {
			at = 0
		}
		if at >= len(t.Shape) {
			c.refuse("torch.split requires a tensor with at least %d dimensions", at+1)
		}
		return c.call("torch.tensor_split", t, c.arg("indices_or_sections"), Int(at))
	}
}

// sumTo sums over what was broadcast.
func (c *call) sumTo(t *Tensor, size []int64) *Tensor {
	ahead := len(t.Shape) - len(size)
	if joined, clash := broadcast(size, t.Shape); clash != nil || ahead < 0 || !equal(joined, t.Shape) {
		c.refuse("size {%s} is not expandable to size {%s}.", listed(size), listed(t.Shape))
	}
	if equal(size, t.Shape) {
		return t
	}
	var over []int
	for i := range t.Shape {
		if i < ahead || size[i-ahead] == 1 && t.Shape[i] != 1 {
			over = append(over, i)
		}
	}
	out := c.summedKeeping(t, over)
	return c.reshaped(out, slices.Clone(size))
}

// pdist keeps its rows and the distances between them.
func pdist(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) != 2 {
		c.refuse("pdist only supports 2D tensors, got: %dD", len(t.Shape))
	}
	n := t.Shape[0]
	out := c.empty(t.DType, n*(n-1)/2)
	return c.made(out, []*Tensor{t}, t, out)
}

// embeddingBag sums rows of a table, keeps where they stand, and beside that what its kernel counted: on a GPU the bag
// of each index, on the CPU how many each has, twice.
func embeddingBag(c *call) Value {
	indices, weight := c.tensor("self"), c.tensor("weight")
	if indices.DType.Floating() && !weight.DType.Floating() { // the order of old
		indices, weight = weight, indices
	}
	if len(weight.Shape) != 2 {
		c.refuse("'weight' must be 2-D")
	}
	if c.given("max_norm") || c.given("padding_idx") || c.bool("include_last_offset") || c.text("mode") == "max" {
		c.giveUp("this form is not followed")
	}
	offsets, each := c.maybe("offsets"), c.maybe("per_sample_weights")
	switch len(indices.Shape) {
	case 2:
		offsets = c.empty(indices.DType, indices.Shape[0])
		indices = c.reshaped(indices, []int64{indices.Numel()})
		if each != nil {
			each = c.reshaped(each, []int64{each.Numel()})
		}
	case 1:
		if offsets == nil {
			c.refuse("offsets has to be a 1D Tensor but got None")
		}
	default:
		c.refuse("input has to be 1D or 2D Tensor, but got Tensor of dimension %d", len(indices.Shape))
	}
	bags := offsets.Shape[0]
	out := c.empty(weight.DType, bags, weight.Shape[1])
	keeps := []*Tensor{indices, offsets, c.empty(indices.DType, bags)}
	if c.tape.Device == CPU {
		keeps = append(keeps, c.empty(indices.DType, bags))
	}
	switch {
	case c.tape.Device == CUDA:
		keeps = append(keeps, c.empty(indices.DType, indices.Numel()))
	case c.text("mode") == "mean":
		keeps = append(keeps, c.empty(indices.DType, indices.Numel()+1))
	}
	if each != nil {
		keeps = append(keeps, each)
		if c.wants(each) {
			keeps = append(keeps, weight)
		}
	}
	return c.made(out, []*Tensor{weight, each}, keeps...)
}
