package tensor

// keep says what an operation on one tensor leaves for its backward pass.
type keep uint8

const (
	keepNothing keep = 0
	keepInput   keep = 1 << iota
	keepOutput
)

// unaries are the operations on every element of one tensor.
func unaries() []row {
	return []row{
		{"tm_", "exp(self)", real(keepOutput)},
		{"tm_", "exp2(self)", real(keepOutput)},
		{"tm_", "expm1(self)", real(keepOutput)},
		{"tm_", "log(self)", real(keepInput)},
		{"tm_", "log2(self)", real(keepInput)},
		{"tm_", "log10(self)", real(keepInput)},
		{"tm_", "log1p(self)", real(keepInput)},
		{"tm_", "sqrt(self)", real(keepOutput)},
		{"tm_", "rsqrt(self)", real(keepOutput)},
		{"tm_", "reciprocal(self)", real(keepOutput)},
		{"tm_", "sin(self)", real(keepInput)},
		{"tm_", "cos(self)", real(keepInput)},
		{"tm_", "tan(self)", real(keepOutput)},
		{"tm_", "asin(self)", real(keepInput)},
		{"tm_", "arcsin(self)", real(keepInput)},
		{"tm_", "acos(self)", real(keepInput)},
		{"tm_", "arccos(self)", real(keepInput)},
		{"tm_", "atan(self)", real(keepInput)},
		{"tm_", "arctan(self)", real(keepInput)},
		{"tm_", "sinh(self)", real(keepInput)},
		{"tm_", "cosh(self)", real(keepInput)},
		{"tmf_", "tanh(self)", real(keepOutput)},
		{"tmf_", "sigmoid(self)", real(keepOutput)},
		{"t", "expit(self)", real(keepOutput)},
		{"tm_", "erf(self)", real(keepInput)},
		{"tm_", "erfc(self)", real(keepInput)},
		{"tm_", "erfinv(self)", real(keepOutput)},
		{"tm_", "abs(self)", absolute},
		{"tm_", "absolute(self)", absolute},
		{"m", "__abs__(self)", absolute},
		{"tm_", "neg(self)", same(keepNothing)},
		{"tm_", "negative(self)", same(keepNothing)},
		{"m", "__neg__(self)", same(keepNothing)},
		{"tm_", "square(self)", same(keepInput)},
		{"tm_", "sign(self)", same(keepNothing)},
		{"tm_", "floor(self)", same(keepNothing)},
		{"tm_", "ceil(self)", same(keepNothing)},
		{"tm_", "round(self, decimals=0)", same(keepNothing)},
		{"tm_", "trunc(self)", same(keepNothing)},
		{"tm_", "fix(self)", same(keepNothing)},
		{"tm", "positive(self)", func(c *call) Value { return c.arg("self") }},
		{"tm_", "frac(self)", same(keepNothing)},
		{"tmf_", "relu(self, inplace=False)", relu},
		{"f", "relu6(self, inplace=False)", hardtanh},
		{"f_", "leaky_relu(self, negative_slope=0.01, inplace=False)", leaky},
		{"tf_", "selu(self, inplace=False)", elu},
		{"tf_", "celu(self, alpha=1.0, inplace=False)", elu},
		{"f_", "elu(self, alpha=1.0, inplace=False)", elu},
		{"f_", "hardtanh(self, min=-1.0, max=1.0, inplace=False)", hardtanh},
		{"f_", "threshold(self, threshold, value, inplace=False)", activation(keepOutput)},
		{"f", "gelu(self, approximate=none)", real(keepInput)},
		{"f_", "silu(self, inplace=False)", activation(keepInput)},
		{"f", "mish(self, inplace=False)", activation(keepInput)},
		{"f", "hardswish(self, inplace=False)", activation(keepInput)},
		{"f", "hardsigmoid(self, inplace=False)", activation(keepInput)},
		{"f", "softplus(self, beta=1, threshold=20)", softplus},
		{"f", "softshrink(self, lambd=0.5)", real(keepInput)},
		{"f", "hardshrink(self, lambd=0.5)", real(keepInput)},
		{"f", "logsigmoid(self)", logSigmoid},
		{"f", "softsign(self)", softsign},
		{"f", "tanhshrink(self)", tanhshrink},
		{"tm", "clone(self, memory_format=None)", clone},
		{"m", "to_sparse(self)", sparse},
		{"t", "isnan(self)", truth},
		{"m", "isnan(self)", truth},
		{"tm", "isinf(self)", truth},
		{"tm", "isfinite(self)", truth},
		{"tm", "logical_not(self)", truth},
		{"tm_", "bitwise_not(self)", same(keepNothing)},
		{"m", "__invert__(self)", same(keepNothing)},
	}
}

// real is a function of real numbers.
func real(kept keep) func(*call) Value {
	return func(c *call) Value {
		self := c.tensor("self")
		return c.unary(self, floated(self.DType), kept)
	}
}

// same is a function that leaves the type as it is.
func same(kept keep) func(*call) Value {
	return func(c *call) Value { return c.unary(c.tensor("self"), c.tensor("self").DType, kept) }
}

// activation is a function that writes into its input where it is told to.
func activation(kept keep) func(*call) Value {
	return func(c *call) Value {
		c.inPlace = c.inPlace || c.bool("inplace")
		self := c.tensor("self")
		return c.unary(self, self.DType, kept)
	}
}

// relu keeps its result; before torch 1.10 its input, where that is still there.
func relu(c *call) Value {
	c.inPlace = c.inPlace || c.bool("inplace")
	self := c.tensor("self")
	if !c.inPlace && len(c.until(110, self)) > 0 {
		return c.unary(self, self.DType, keepInput)
	}
	return c.unary(self, self.DType, keepOutput)
}

// hardtanh keeps its input; before torch 1.10 its result where it writes into its input (hardtanh_ of derivatives.yaml,
// until pull request 62329), and no copy.
func hardtanh(c *call) Value {
	if c.inPlace || c.bool("inplace") {
		if self := c.tensor("self"); len(c.between(0, 110, self)) > 0 {
			return activation(keepOutput)(c)
		}
	}
	return activation(keepInput)(c)
}

// softplus keeps its input, and before torch 1.11 its result, too.
func softplus(c *call) Value {
	self := c.tensor("self")
	out := c.like(self, floated(self.DType))
	return c.made(out, []*Tensor{self}, append(c.until(111, out), self)...)
}

// leaky activations keep their input, and in place what they wrote: the sign tells them enough.
func leaky(c *call) Value {
	c.inPlace = c.inPlace || c.bool("inplace")
	self := c.tensor("self")
	if c.inPlace {
		return c.unary(self, self.DType, keepOutput)
	}
	return c.unary(self, self.DType, keepInput)
}

// elu kept its result before torch 1.8.
func elu(c *call) Value {
	if len(c.between(0, 108, c.tensor("self"))) > 0 {
		return activation(keepOutput)(c)
	}
	return leaky(c)
}

// unary is an elementwise operation on one tensor. In place, an input that backward reads is copied first.
func (c *call) unary(self *Tensor, dtype DType, kept keep) *Tensor {
	if c.inPlace {
		var keeps []*Tensor
		if kept&keepInput != 0 && c.wants(self) {
			keeps = append(keeps, c.like(self, self.DType))
		}
		if kept&keepOutput != 0 {
			keeps = append(keeps, self)
		}
		return c.changed(self, []*Tensor{self}, keeps...)
	}
	out := c.like(self, dtype)
	var keeps []*Tensor
	if kept&keepInput != 0 {
		keeps = append(keeps, self)
	}
	if kept&keepOutput != 0 {
		keeps = append(keeps, out)
	}
	return c.made(out, []*Tensor{self}, keeps...)
}

// truth gives a mask, which has no gradient.
func truth(c *call) Value { return c.like(c.tensor("self"), Bool8) }

func absolute(c *call) Value {
	self := c.tensor("self")
	return c.unary(self, realPart(self.DType), keepInput)
}

func clone(c *call) Value {
	self := c.tensor("self")
	out := c.like(self, self.DType)
	out.Known = self.Elements()
	if c.given("memory_format") {
		switch c.arg("memory_format") {
		case Value(String("contiguous_format")):
			out = c.empty(self.DType, self.Shape...)
		case Value(String("preserve_format")):
		default:
			c.giveUp("memory_format is not followed")
		}
	}
	return c.made(out, []*Tensor{self})
}

// softsign is written in Python: x / (abs(x) + 1).
func softsign(c *call) Value {
	self := c.tensor("self")
	return c.do("Tensor.div", self, c.do("Tensor.add", c.do("torch.abs", self), Int(1)))
}

func tanhshrink(c *call) Value {
	self := c.tensor("self")
	return c.do("Tensor.sub", self, c.do("torch.tanh", self))
}

// do is another operation as a part of this one.
func (c *call) do(op string, args ...Value) *Tensor {
	t, ok := c.call(op, args...).(*Tensor)
	if !ok {
		c.giveUp("%s gives several tensors", op)
	}
	return t
}

// call is another operation as a part of this one, whatever it gives.
func (c *call) call(op string, args ...Value) Value {
	v, err := c.tape.Call(op, args, nil)
	if err != nil {
		panic(err)
	}
	return v
}

// logSigmoid keeps an intermediate result on the CPU.
func logSigmoid(c *call) Value {
	x := c.tensor("self")
	out := c.like(x, x.DType)
	if c.tape.Device == CPU {
		return c.made(out, []*Tensor{x}, x, c.like(x, x.DType))
	}
	return c.made(out, []*Tensor{x}, x)
}

// sparse counts a small mask as if it were dense: how many elements are not zero only a run knows.
func sparse(c *call) Value {
	t := c.tensor("self")
	if t.DType != Bool8 || t.Numel() > 1<<16 {
		c.giveUp("how many elements are not zero only a run knows")
	}
	return c.like(t, t.DType)
}
