package tensor

// layers are the functions behind torch.nn's other layers.
func layers() []row {
	return []row{
		{"tmf", "softmax(self, dim=None, _stacklevel=3, dtype=None)", softmax},
		{"tmf", "log_softmax(self, dim=None, _stacklevel=3, dtype=None)", softmax},
		{"f", "softmin(self, dim=None, _stacklevel=3, dtype=None)", softmin},
		{"f", "embedding(self, weight, padding_idx=None, max_norm=None, norm_type=2.0)", embedding},
		{"f", "dropout(self, p=0.5, training=True, inplace=False)", dropout},
		{"f", "rrelu(self, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)", rrelu},
		{"f", "alpha_dropout(self, p=0.5, training=False, inplace=False)", alphaDropout},
		{"f", "dropout1d(self, p=0.5, training=True, inplace=False)", featureDropout(1)},
		{"f", "dropout2d(self, p=0.5, training=True, inplace=False)", featureDropout(2)},
		{"f", "dropout3d(self, p=0.5, training=True, inplace=False)", featureDropout(3)},
		{"f", "gumbel_softmax(self, tau=1, hard=False, eps=1e-10, dim=-1)", gumbelSoftmax},
		{"f", "glu(self, dim=-1)", glu},
		{"tmf", "prelu(self, weight)", prelu},
	}
}

// softmax keeps its result, and before torch 1.11 its input, too.
func softmax(c *call) Value {
	x := c.tensor("self")
	if c.given("dtype") {
		x = c.to(x, c.dtype(x.DType))
	}
	if c.given("dim") {
		c.dim("dim", len(x.Shape))
	}
	out := c.empty(floated(x.DType), x.Shape...)
	return c.made(out, []*Tensor{x}, append(c.until(111, x), out)...)
}

func softmin(c *call) Value {
	out := c.to(c.do("torch.neg", c.tensor("self")), c.dtype(c.tensor("self").DType))
	soft := c.empty(out.DType, out.Shape...)
	return c.made(soft, []*Tensor{out}, append(c.until(111, out), soft)...)
}

// to is a tensor as another type: itself where it is of that type already.
func (c *call) to(t *Tensor, dtype DType) *Tensor {
	if t.DType == dtype {
		return t
	}
	out := c.like(t, dtype)
	out.Known, out.routed = t.Elements(), t.routing()
	return c.made(out, []*Tensor{t})
}

// embedding keeps the indices, not the table.
func embedding(c *call) Value {
	indices, weight := c.tensor("self"), c.tensor("weight")
	if len(weight.Shape) != 2 {
		c.refuse("'weight' must be 2-D")
	}
	if indices.DType != Int64 && indices.DType != Int32 {
		c.refuseType(
			"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "+
				"torch.%sTensor instead (while checking arguments for embedding)",
			scalarName(indices.DType),
		)
	}
	if c.given("max_norm") {
		c.giveUp("max_norm is not followed")
	}
	flat := indices
	if !indices.Contiguous() {
		flat = c.packed(indices)
	}
	out := c.empty(weight.DType, concat(indices.Shape, weight.Shape[1])...)
	return c.made(out, []*Tensor{weight}, flat)
}

// dropped is what a dropout is given, at which rate, and whether it drops anything.
func dropped(c *call) (x *Tensor, p float64, drops bool) {
	x, p = c.tensor("self"), c.float("p")
	if p < 0 || p > 1 {
		c.refuse("dropout probability has to be between 0 and 1, but got %v", p)
	}
	return x, p, c.bool("training") && p != 0 && x.Numel() != 0
}

// dropout keeps one byte an element on a GPU; the CPU multiplies by a mask of the input's own type.
func dropout(c *call) Value {
	x, p, drops := dropped(c)
	if !drops {
		return x
	}
	if c.tape.Device == CUDA && !c.bool("inplace") && p < 1 {
		out := c.like(x, x.DType)
		return c.made(out, []*Tensor{x}, c.like(x, Bool8))
	}
	if p == 1 { // nothing is drawn: it multiplies by one zero
		return c.masked(x, c.empty(x.DType))
	}
	return c.masked(x, c.like(x, x.DType))
}

// alphaDropout multiplies by noise of the input's type, which alone is kept, and adds what the noise drops.
func alphaDropout(c *call) Value {
	x, p, drops := dropped(c)
	if !drops {
		return x
	}
	if p == 1 {
		return c.masked(x, c.empty(x.DType))
	}
	return c.masked(x, c.like(x, x.DType))
}

// rrelu keeps its noise, and its input or what it wrote over it; it makes the noise in evaluation, too.
func rrelu(c *call) Value {
	x := c.tensor("self")
	noise := c.like(x, x.DType)
	if c.bool("inplace") {
		return c.changed(x, []*Tensor{x}, x, noise)
	}
	return c.made(c.like(x, x.DType), []*Tensor{x}, x, noise)
}

// masked multiplies by a mask, which alone is kept.
func (c *call) masked(x, mask *Tensor) *Tensor {
	if c.bool("inplace") {
		return c.changed(x, []*Tensor{x}, mask)
	}
	return c.made(c.like(x, x.DType), []*Tensor{x}, mask)
}

// featureDropout drops whole channels: its mask has one element for each.
func featureDropout(n int) func(*call) Value {
	return func(c *call) Value {
		x := c.tensor("self")
		if !c.bool("training") || c.float("p") == 0 || x.Numel() == 0 {
			return x
		}
		if len(x.Shape) == n+1 && n != 2 {
			x = c.unsqueezed(x, 0)
		}
		if len(x.Shape) < 2 {
			c.refuse("Feature dropout requires at least 2 dimensions in the input")
		}
		shape := append([]int64(nil), x.Shape...)
		for i := 2; i < len(shape); i++ {
			shape[i] = 1
		}
		if c.float("p") == 1 {
			shape = nil // one zero
		}
		out := c.masked(x, c.empty(x.DType, shape...))
		if len(c.tensor("self").Shape) < len(out.Shape) {
			return c.look1(out, 0)
		}
		return out
	}
}

func glu(c *call) Value {
	x := c.tensor("self")
	dim := c.dim("dim", len(x.Shape))
	if x.Shape[dim]%2 != 0 {
		c.refuse("Halving dimension must be even, but dimension %d is size %d", dim, x.Shape[dim])
	}
	shape := append([]int64(nil), x.Shape...)
	shape[dim] /= 2
	return c.made(c.empty(x.DType, shape...), []*Tensor{x}, x)
}

func prelu(c *call) Value {
	x, weight := c.tensor("self"), c.tensor("weight")
	if n := weight.Numel(); n != 1 && (len(x.Shape) < 2 || x.Shape[1] != n) {
		c.refuse("Mismatch of parameter numbers and input channel size. Found parameter numbers = %d and channel size = %d.",
			n, x.Shape[min(1, len(x.Shape)-1)])
	}
	return c.made(c.like(x, x.DType), []*Tensor{x, weight}, x, weight)
}

// gumbelSoftmax adds noise and takes a softmax; hard samples go through straight.
func gumbelSoftmax(c *call) Value {
	x := c.tensor("self")
	noisy := c.do("Tensor.div", c.do("Tensor.add", x, c.like(x, x.DType)), c.arg("tau"))
	soft := c.do("torch.softmax", noisy, c.arg("dim"))
	if !c.bool("hard") {
		return soft
	}
	hard := c.like(x, x.DType)
	return c.do("Tensor.add", c.do("Tensor.sub", hard, c.do("Tensor.detach", soft)), soft)
}
