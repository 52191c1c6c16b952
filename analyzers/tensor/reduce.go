package tensor

// reductions make one element of many.
func reductions() []row {
	return []row{
		{"tm", "sum(self, dim=None, keepdim=False, dtype=None)", sum},
		{"tm", "nansum(self, dim=None, keepdim=False, dtype=None)", reduceKeeping(keepInput)},
		{"tm", "mean(self, dim=None, keepdim=False, dtype=None)", mean},
		{"tm", "var(self, dim=None, unbiased=True, keepdim=False, correction=None)", spread(keepInput)},
		{"tm", "std(self, dim=None, unbiased=True, keepdim=False, correction=None)", spread(keepInput | keepOutput)},
		{"tm", "var_mean(self, dim=None, unbiased=True, keepdim=False, correction=None)", spreadMean(keepInput)},
		{"tm", "std_mean(self, dim=None, unbiased=True, keepdim=False, correction=None)", spreadMean(keepInput | keepOutput)},
		{"tm", "norm(self, p=2, dim=None, keepdim=False, dtype=None)", reduceKeeping(keepInput | keepOutput)},
		{"t", "linalg.norm(self, ord=None, dim=None, keepdim=False, dtype=None)", reduceKeeping(keepInput | keepOutput)},
		{"t", "linalg.vector_norm(self, ord=2, dim=None, keepdim=False, dtype=None)", reduceKeeping(keepInput | keepOutput)},
		{"tm", "max(self, dim=None, keepdim=False)", extreme},
		{"tm", "min(self, dim=None, keepdim=False)", extreme},
		{"tm", "median(self, dim=None, keepdim=False)", extreme},
		{"tm", "mode(self, dim=-1, keepdim=False)", extreme},
		{"tm", "kthvalue(self, k, dim=-1, keepdim=False)", extreme},
		{"tm", "amax(self, dim=None, keepdim=False)", reduceKeeping(keepInput | keepOutput)},
		{"tm", "amin(self, dim=None, keepdim=False)", reduceKeeping(keepInput | keepOutput)},
		{"tm", "argmax(self, dim=None, keepdim=False)", argument},
		{"tm", "argmin(self, dim=None, keepdim=False)", argument},
		{"tm", "prod(self, dim=None, keepdim=False, dtype=None)", reduceKeeping(keepInput | keepOutput)},
		{"tm", "logsumexp(self, dim, keepdim=False)", reduceKeeping(keepInput | keepOutput)},
		{"tm", "any(self, dim=None, keepdim=False)", truthOf},
		{"tm", "all(self, dim=None, keepdim=False)", truthOf},
		{"tm", "cumsum(self, dim, dtype=None)", along(keepNothing)},
		{"tm", "cumprod(self, dim, dtype=None)", along(keepInput | keepOutput)},
		{"tm", "logcumsumexp(self, dim)", along(keepInput | keepOutput)},
		{"tm", "topk(self, k, dim=-1, largest=True, sorted=True)", topk},
		{"tm", "cummax(self, dim)", extremesSoFar}, {"tm", "cummin(self, dim)", extremesSoFar},
		{"tm", "sort(self, dim=-1, descending=False, stable=False)", sorted},
		{"tm", "argsort(self, dim=-1, descending=False, stable=False)", argsort},
		{"tm", "count_nonzero(self, dim=None)", countNonzero},
		{"tm", "bincount(self, weights=None, minlength=0)", dataDependent},
		{"f", "normalize(self, p=2.0, dim=1, eps=1e-12, out=None)", normalize},
		{"tm", "trace(self)", trace},
	}
}

// reduced is the shape after a reduction over the argument's dimensions, over all of them where none is given.
func (c *call) reduced(t *Tensor) []int64 {
	keepdim := c.form.index("keepdim") >= 0 && c.bool("keepdim")
	gone := make([]bool, len(t.Shape))
	all := !c.given("dim")
	if !all {
		over := c.ints("dim")
		all = len(over) == 0
		for _, d := range over {
			at := c.wrap(d, len(t.Shape))
			if len(t.Shape) == 0 {
				continue
			}
			if gone[at] {
				c.refuse("dim %d appears multiple times in the list of dims", at)
			}
			gone[at] = true
		}
	}
	shape := []int64{}
	for i, n := range t.Shape {
		switch {
		case !gone[i] && !all:
			shape = append(shape, n)
		case keepdim:
			shape = append(shape, 1)
		}
	}
	return shape
}

// reduction is new memory for a reduced tensor. It lies row by row, whatever the order of its input in memory: torch
// gives the iterator that reduces a result of its own making (ReduceOpsUtils.h, resize_reduction).
func (c *call) reduction(t *Tensor, dtype DType) *Tensor { return c.empty(dtype, c.reduced(t)...) }

func sum(c *call) Value {
	t := c.tensor("self")
	dtype := t.DType
	if dtype <= Int64 {
		dtype = Int64
	}
	out := c.toldOf(c.reduction(t, c.dtype(dtype)), t, false)
	return c.made(out, []*Tensor{t})
}

// mean over dimensions kept its input in torch 1.13 to 2.1.
func mean(c *call) Value {
	t := c.tensor("self")
	dtype := c.dtype(t.DType)
	if dtype <= Int64 {
		c.refuseType(
			"mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s",
			scalarName(t.DType),
		)
	}
	var keeps []*Tensor
	if c.given("dim") {
		keeps = c.between(113, 202, t)
	}
	return c.made(c.reduction(t, dtype), []*Tensor{t}, keeps...)
}

// reduceKeeping is a reduction that backward reads again; one that gives another type keeps its input as it was.
func reduceKeeping(kept keep) func(*call) Value {
	return func(c *call) Value {
		t := c.tensor("self")
		dtype := t.DType
		if c.form.index("dtype") >= 0 {
			dtype = c.dtype(dtype)
		}
		if c.form.index("p") >= 0 || c.form.index("ord") >= 0 {
			dtype = realPart(dtype)
		}
		for _, name := range []string{"p", "ord"} {
			if i := c.form.index(name); i >= 0 && c.values[i] == Value(String("nuc")) {
				c.giveUp("what a decomposition keeps is not followed")
			}
		}
		out := c.reduction(t, dtype)
		return c.made(out, []*Tensor{t}, kept.of(t, out)...)
	}
}

func (k keep) of(in, out *Tensor) []*Tensor {
	var keeps []*Tensor
	if k&keepInput != 0 {
		keeps = append(keeps, in)
	}
	if k&keepOutput != 0 {
		keeps = append(keeps, out)
	}
	return keeps
}

func spread(kept keep) func(*call) Value {
	return func(c *call) Value {
		c.unbiasedFirst()
		t := c.tensor("self")
		out := c.reduction(t, realPart(t.DType))
		return c.made(out, []*Tensor{t}, kept.of(t, out)...)
	}
}

// unbiasedFirst reads var(False): a truth in the place of the dimensions.
func (c *call) unbiasedFirst() {
	if i := c.form.index("dim"); i >= 0 {
		if _, truth := c.values[i].(Bool); truth {
			c.values[i] = None{}
		}
	}
}

func spreadMean(kept keep) func(*call) Value {
	return func(c *call) Value {
		c.unbiasedFirst()
		t := c.tensor("self")
		out, middle := c.reduction(t, t.DType), c.reduction(t, t.DType)
		c.madeAll([]*Tensor{out, middle}, []*Tensor{t}, kept.of(t, out)...)
		return Tuple{out, middle}
	}
}

// extreme keeps where the element was found along a dimension; over all, its input and its result. Of two tensors it is
// the elementwise maximum.
func extreme(c *call) Value {
	t := c.tensor("self")
	if other, ok := c.arg("dim").(*Tensor); ok {
		return c.binary(t, other, resultType([]Value{t, other}), savesBoth)
	}
	if !c.given("dim") {
		out := c.reduction(t, t.DType)
		return c.made(out, []*Tensor{t}, t, out)
	}
	out, indices := c.reduction(t, t.DType), c.reduction(t, Int64)
	c.madeAll([]*Tensor{out, indices}, []*Tensor{t}, indices)
	return Tuple{out, indices}
}

func argument(c *call) Value { return c.reduction(c.tensor("self"), Int64) }

func truthOf(c *call) Value {
	t := c.tensor("self")
	out := c.reduction(t, Bool8)
	if nameOfOp(c.op) == "any" {
		return c.toldOf(out, t, true)
	}
	return out
}

func along(kept keep) func(*call) Value {
	return func(c *call) Value {
		t := c.tensor("self")
		c.dim("dim", len(t.Shape))
		dtype := t.DType
		if dtype <= Int64 {
			dtype = Int64
		}
		if c.form.index("dtype") >= 0 {
			dtype = c.dtype(dtype)
		}
		out := c.like(t, dtype)
		return c.made(out, []*Tensor{t}, kept.of(t, out)...)
	}
}

func topk(c *call) Value {
	t := c.tensor("self")
	dim := c.dim("dim", len(t.Shape))
	shape := append([]int64(nil), t.Shape...)
	if k := c.int("k"); len(shape) > 0 {
		if k < 0 || k > shape[dim] {
			c.refuse("selected index k out of range")
		}
		shape[dim] = k
	}
	out, indices := c.empty(t.DType, shape...), c.empty(Int64, shape...)
	if len(shape) > 0 {
		indices.routed = numbersOf(t, t.Shape[dim])
	}
	c.madeAll([]*Tensor{out, indices}, []*Tensor{t}, indices)
	return Tuple{out, indices}
}

func sorted(c *call) Value {
	t := c.tensor("self")
	c.dim("dim", len(t.Shape))
	out, indices := c.like(t, t.DType), c.like(t, Int64)
	c.madeAll([]*Tensor{out, indices}, []*Tensor{t}, indices)
	return Tuple{out, indices}
}

// extremesSoFar keeps its input beside the indices.
func extremesSoFar(c *call) Value {
	t := c.tensor("self")
	c.dim("dim", len(t.Shape))
	out, indices := c.like(t, t.DType), c.like(t, Int64)
	c.madeAll([]*Tensor{out, indices}, []*Tensor{t}, t, indices)
	return Tuple{out, indices}
}

func argsort(c *call) Value {
	t := c.tensor("self")
	return c.like(t, Int64)
}

func countNonzero(c *call) Value { return c.reduction(c.tensor("self"), Int64) }

// normalize is written in Python: x / x.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(x).
func normalize(c *call) Value {
	x := c.tensor("self")
	length := c.do("torch.linalg.vector_norm", x, c.arg("p"), c.arg("dim"), Bool(true))
	return c.do("Tensor.div", x, c.do("Tensor.expand_as", c.do("torch.clamp_min", length, c.arg("eps")), x))
}

func trace(c *call) Value {
	t := c.tensor("self")
	if len(t.Shape) != 2 {
		c.refuse("trace: expected a matrix, but got tensor with dim %d", len(t.Shape))
	}
	return c.made(c.empty(t.DType), []*Tensor{t})
}
