package tensor

// need says when an operand or the result is kept for backward.
type need uint8

const (
	never   need = iota
	always       // any operand needs a gradient
	ifLeft       // the left one does
	ifRight      // the right one does
)

// saves is what an operation on two tensors keeps.
type saves struct{ left, right, out need }

var (
	savesNothing  = saves{}
	savesProduct  = saves{left: ifRight, right: ifLeft}
	savesQuotient = saves{left: ifRight, right: always}
	savesBoth     = saves{left: always, right: always}
)

// binaries are the operations on the elements of two tensors, or of a tensor and a number.
func binaries() []row {
	return []row{
		{"tm_", "add(self, other, alpha=1)", arithmetic(savesNothing)},
		{"tm_", "sub(self, other, alpha=1)", arithmetic(savesNothing)},
		{"tm_", "subtract(self, other, alpha=1)", arithmetic(savesNothing)},
		{"t", "rsub(self, other, alpha=1)", arithmetic(savesNothing)},
		{"tm_", "mul(self, other)", arithmetic(savesProduct)},
		{"tm_", "multiply(self, other)", arithmetic(savesProduct)},
		{"tm_", "div(self, other, rounding_mode=None)", divide},
		{"tm_", "divide(self, other, rounding_mode=None)", divide},
		{"tm_", "true_divide(self, other)", quotient},
		{"tm_", "floor_divide(self, other)", arithmetic(savesNothing)},
		{"tm_", "remainder(self, other)", arithmetic(saves{left: ifRight, right: ifRight})},
		{"tm_", "fmod(self, other)", arithmetic(saves{left: ifRight, right: ifRight})},
		{"tm_", "pow(self, other)", power},
		{"m", "__pow__(self, other)", power},
		{"m", "__rpow__(other, self)", power},
		{"tm", "maximum(self, other)", arithmetic(savesBoth)},
		{"tm", "minimum(self, other)", arithmetic(savesBoth)},
		{"tm_", "atan2(self, other)", arithmetic(savesBoth)},
		{"tm_", "arctan2(self, other)", arithmetic(savesBoth)},
		{"tm", "fmax(self, other)", arithmetic(savesBoth)},
		{"tm", "fmin(self, other)", arithmetic(savesBoth)},
		{"m", "__add__(self, other)", arithmetic(savesNothing)},
		{"m", "__radd__(self, other)", arithmetic(savesNothing)},
		{"m", "__sub__(self, other)", arithmetic(savesNothing)},
		{"m", "__rsub__(other, self)", arithmetic(savesNothing)},
		{"m", "__mul__(self, other)", arithmetic(savesProduct)},
		{"m", "__rmul__(self, other)", arithmetic(savesProduct)},
		{"m", "__truediv__(self, other)", quotient},
		{"m", "__rtruediv__(self, other)", reciprocalTimes},
		{"m", "__floordiv__(self, other)", arithmetic(savesNothing)},
		{"m", "__mod__(self, other)", arithmetic(saves{left: ifRight, right: ifRight})},
		{"m", "__iadd__(self, other)", inPlace(arithmetic(savesNothing))},
		{"m", "__isub__(self, other)", inPlace(arithmetic(savesNothing))},
		{"m", "__imul__(self, other)", inPlace(arithmetic(savesProduct))},
		{"m", "__itruediv__(self, other)", inPlace(quotient)},
		{"tm", "eq(self, other)", compare}, {"tm", "ne(self, other)", compare},
		{"tm", "lt(self, other)", compare}, {"tm", "le(self, other)", compare},
		{"tm", "gt(self, other)", compare}, {"tm", "ge(self, other)", compare},
		{"tm", "not_equal(self, other)", compare},
		{"tm", "less(self, other)", compare}, {"tm", "less_equal(self, other)", compare},
		{"tm", "greater(self, other)", compare}, {"tm", "greater_equal(self, other)", compare},
		{"m", "__eq__(self, other)", compare}, {"m", "__ne__(self, other)", compare},
		{"m", "__lt__(self, other)", compare}, {"m", "__le__(self, other)", compare},
		{"m", "__gt__(self, other)", compare}, {"m", "__ge__(self, other)", compare},
		{"tm", "logical_and(self, other)", compare}, {"tm", "logical_or(self, other)", compare},
		{"tm", "logical_xor(self, other)", compare},
		{"tm_", "bitwise_and(self, other)", arithmetic(savesNothing)},
		{"tm_", "bitwise_or(self, other)", arithmetic(savesNothing)},
		{"tm_", "bitwise_xor(self, other)", arithmetic(savesNothing)},
		{"tm_", "bitwise_left_shift(self, other)", arithmetic(savesNothing)},
		{"tm_", "bitwise_right_shift(self, other)", arithmetic(savesNothing)},
		{"m", "__lshift__(self, other)", arithmetic(savesNothing)},
		{"m", "__rshift__(self, other)", arithmetic(savesNothing)},
		{"m", "__and__(self, other)", arithmetic(savesNothing)},
		{"m", "__or__(self, other)", arithmetic(savesNothing)},
		{"m", "__xor__(self, other)", arithmetic(savesNothing)},
	}
}

func inPlace(run func(*call) Value) func(*call) Value {
	return func(c *call) Value {
		c.inPlace = true
		return run(c)
	}
}

// arithmetic is an operation whose result is of the operands' common type.
func arithmetic(kept saves) func(*call) Value {
	return func(c *call) Value {
		a, b := c.arg("self"), c.arg("other")
		return c.binary(a, b, resultType([]Value{a, b}), kept)
	}
}

// quotient is true division: integers give floats.
func quotient(c *call) Value {
	a, b := c.arg("self"), c.arg("other")
	return c.binary(a, b, floated(resultType([]Value{a, b})), savesQuotient)
}

func divide(c *call) Value {
	if !c.given("rounding_mode") {
		return quotient(c)
	}
	return arithmetic(saves{left: ifRight, right: always})(c)
}

// reciprocalTimes is 2 / x: x.reciprocal() * 2.
func reciprocalTimes(c *call) Value {
	return c.do("Tensor.mul", c.do("torch.reciprocal", c.arg("self")), c.arg("other"))
}

// compare gives a mask, which has no gradient.
func compare(c *call) Value {
	a, b := c.operand("self"), c.operand("other")
	out := c.elementwise(Bool8, a, b)
	c.compared(out, a, c.arg("other"))
	return out
}

// power keeps its base where the exponent is a number; both and the result where it is a tensor.
func power(c *call) Value {
	a, b := c.arg("self"), c.arg("other")
	dtype := resultType([]Value{a, b})
	base, isTensor := a.(*Tensor)
	if isTensor && isNumber(b) {
		return c.unary(base, dtype, keepInput)
	}
	if !isTensor {
		exponent := c.tensor("other")
		return c.unary(exponent, dtype, keepInput|keepOutput)
	}
	return c.binary(a, b, dtype, saves{left: always, right: always, out: always})
}

// operand is an argument as a tensor: a number becomes one of its own.
func (c *call) operand(name string) *Tensor { return c.asTensor(name, c.arg(name)) }

func (c *call) asTensor(name string, v Value) *Tensor {
	if t, ok := v.(*Tensor); ok {
		return t
	}
	if !isNumber(v) {
		c.giveUp("argument %q is not a tensor or a known number", name)
	}
	return c.number(v)
}

// elementwise is new memory for what is computed from the operands element by element.
func (c *call) elementwise(dtype DType, operands ...*Tensor) *Tensor {
	shape := operands[0].Shape
	for _, o := range operands[1:] {
		shape = c.join(shape, o.Shape)
	}
	out := c.empty(dtype, shape...)
	out.Strides = iterated(shape, operands)
	return out
}

func (c *call) join(a, b []int64) []int64 {
	joined, clash := broadcast(a, b)
	if clash != nil {
		c.refuse("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d",
			clash.a, clash.b, clash.dim)
	}
	return joined
}

// binary is an operation on two tensors, one of which may be a number.
func (c *call) binary(left, right Value, dtype DType, kept saves) *Tensor {
	a, b := c.asTensor("self", left), c.asTensor("other", right)
	if c.inPlace {
		return c.binaryInto(a, b, dtype, kept)
	}
	out := c.elementwise(dtype, a, b)
	c.made(out, []*Tensor{a, b}, kept.choose(c, a, b, out)...)
	if out.fn != nil {
		out.fn.scratch = max(c.addedRows(out, a), c.addedRows(out, b))
		if kept == savesProduct && a.DType.Complex() && b.DType.Complex() {
			out.fn.conjugates(a, b)
		}
	}
	return out
}

// conjugates notes that the gradient of each factor is made with the other one's conjugate, which is written out first
// where it does not lie in memory.
func (n *node) conjugates(a, b *Tensor) {
	i := 0
	for _, pair := range [2][2]*Tensor{{a, b}, {b, a}} {
		if pair[0].RequiresGrad {
			if !pair[1].conj {
				n.next[i].beside = pair[1].Bytes()
			}
			i++
		}
	}
}

// binaryInto writes the result into the left operand, which is copied first where backward reads it.
func (c *call) binaryInto(a, b *Tensor, dtype DType, kept saves) *Tensor {
	if joined := c.join(a.Shape, b.Shape); !equal(joined, a.Shape) {
		c.refuse("output with shape %v doesn't match the broadcast shape %v", listed(a.Shape), listed(joined))
	}
	if dtype.category() > a.DType.category() {
		c.refuseType("result type %s can't be cast to the desired output type %s", scalarName(dtype), scalarName(a.DType))
	}
	keeps := kept.choose(c, a, b, a)
	for i, t := range keeps {
		if t == a && c.wants(a, b) && (i > 0 || kept.out == never) && b != a {
			keeps[i] = c.like(a, a.DType)
		}
	}
	return c.changed(a, []*Tensor{a, b}, keeps...)
}

func (s saves) choose(c *call, a, b, out *Tensor) []*Tensor {
	var keeps []*Tensor
	for _, choice := range []struct {
		when need
		t    *Tensor
	}{{s.left, a}, {s.right, b}, {s.out, out}} {
		if choice.when == always || choice.when == ifLeft && c.wants(a) || choice.when == ifRight && c.wants(b) {
			keeps = append(keeps, choice.t)
		}
	}
	return keeps
}
