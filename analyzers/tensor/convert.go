package tensor

import (
	"slices"
	"strings"
)

// conversions change the type of the elements, and elementwise operations with arguments of their own.
func conversions() []row {
	rows := []row{
		{"m", "to(self, *targets, dtype=None, device=None, copy=False, memory_format=None)", to},
		{"m", "type(self, dtype=None)", toType},
		{"m", "type_as(self, other)", func(c *call) Value { return c.to(c.tensor("self"), c.tensor("other").DType) }},
		{"m", "cuda(self, device=None)", itself}, {"m", "cpu(self)", itself}, {"m", "pin_memory(self)", itself},
		{"m", "numpy(self, force=False)", itself}, {"t", "from_numpy(self)", itself},
		{"m", "get_device(self)", func(*call) Value { return Int(0) }},
		{"tm_", "clamp(self, min=None, max=None)", clamp}, {"tm_", "clip(self, min=None, max=None)", clamp},
		{"tm_", "clamp_min(self, min)", clamp}, {"tm_", "clamp_max(self, max)", clamp},
		{"tm_", "nan_to_num(self, nan=None, posinf=None, neginf=None)", same(keepInput)},
		{"tm_", "addcmul(self, tensor1, tensor2, value=1)", addcmul},
		{"tm_", "addcdiv(self, tensor1, tensor2, value=1)", addcdiv},
		{"tm_", "lerp(self, end, weight)", lerp},
		{"tm_", "logit(self, eps=None)", real(keepInput)},
		{"tm", "angle(self)", realValued(keepInput)},
		{"tm", "real(self)", imaginary}, {"tm", "imag(self)", imaginary},
		{"tm", "conj(self)", conj},
		{"tm_", "lgamma(self)", real(keepInput)}, {"tm_", "digamma(self)", real(keepInput)},
		{"tm", "logaddexp(self, other)", arithmetic(savesBoth)},
		{"tm", "xlogy(self, other)", arithmetic(saves{left: always, right: always})},
		{"tm", "hypot(self, other)", arithmetic(saves{left: always, right: always, out: always})},
		{"tm", "cross(self, other, dim=None)", cross}, {"t", "linalg.cross(self, other, dim=-1)", cross},
		{"tm", "isclose(self, other, rtol=1e-05, atol=1e-08)", compare},
		{"tm", "sinc(self)", real(keepInput)}, {"tm", "asinh(self)", real(keepInput)},
		{"tm", "acosh(self)", real(keepInput)}, {"tm", "atanh(self)", real(keepInput)},
		{
			"tm",
			"arcsinh(self)",
			real(keepInput),
		}, {"tm", "arccosh(self)", real(keepInput)}, {"tm", "arctanh(self)", real(keepInput)},
		{"tm", "deg2rad(self)", same(keepNothing)}, {"tm", "rad2deg(self)", same(keepNothing)},
		{"t", "bucketize(self, boundaries, out_int32=False, right=False)", places},
	}
	for method, dtype := range map[string]string{
		"float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16", "long": "int64", "int": "int32",
		"short": "int16", "byte": "uint8", "char": "int8", "bool": "bool", "cfloat": "complex64", "cdouble": "complex128",
	} {
		target, _ := DTypeNamed(dtype)
		rows = append(rows, row{"m", method + "(self, memory_format=None)",
			func(c *call) Value { return c.to(c.tensor("self"), target) }})
	}
	return rows
}

// cross is the product of vectors of three numbers, by default along the first dimension of that length.
func cross(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	if len(a.Shape) != len(b.Shape) {
		c.refuse("linalg.cross: inputs must have the same number of dimensions.")
	}
	dim := slices.Index(a.Shape, 3)
	if c.given("dim") {
		dim = c.dim("dim", len(a.Shape))
	} else if dim < 0 {
		c.refuse("no dimension of size 3 in input")
	}
	if a.Shape[dim] != 3 || b.Shape[dim] != 3 {
		c.refuse("linalg.cross: inputs dimension %d must have length 3. Got %d and %d", dim, a.Shape[dim], b.Shape[dim])
	}
	return c.binary(a, b, resultType([]Value{a, b}), savesProduct)
}

func itself(c *call) Value { return c.arg("self") }

// to takes a type, a device, a tensor to be like, in any place.
func to(c *call) Value {
	t := c.tensor("self")
	dtype := c.dtype(t.DType)
	list, _ := items(c.arg("targets"))
	for _, target := range list {
		switch target := target.(type) {
		case DType:
			dtype = target
		case *Tensor:
			dtype = target.DType
		}
	}
	if c.given("memory_format") {
		return c.formatted(t, dtype)
	}
	if c.bool("copy") && dtype == t.DType {
		return c.made(c.like(t, dtype), []*Tensor{t})
	}
	return c.to(t, dtype)
}

// formatted is a tensor in the memory format that is asked for: a copy, unless it lies so.
func (c *call) formatted(t *Tensor, dtype DType) *Tensor {
	if format, ok := c.arg("memory_format").(String); !ok || format != "channels_last" || len(t.Shape) != 4 {
		c.giveUp("this memory format is not followed")
	}
	strides := channelsLast(t.Shape)
	if dtype == t.DType && equal(t.Strides, strides) {
		return t
	}
	out := c.empty(dtype, t.Shape...)
	out.Strides = strides
	return c.made(out, []*Tensor{t})
}

// tensorTypes are the names of old: x.type('torch.cuda.FloatTensor').
var tensorTypes = map[string]DType{
	"FloatTensor": Float32, "DoubleTensor": Float64, "HalfTensor": Float16, "BFloat16Tensor": BFloat16,
	"LongTensor": Int64,
	"IntTensor":  Int32, "ShortTensor": Int16, "ByteTensor": Uint8, "CharTensor": Int8, "BoolTensor": Bool8,
}

func toType(c *call) Value {
	t := c.tensor("self")
	if name, ok := c.arg("dtype").(String); ok {
		last := string(name)[strings.LastIndexByte(string(name), '.')+1:]
		dtype, known := tensorTypes[last]
		if !known {
			c.giveUp("type %q is not known", string(name))
		}
		return c.to(t, dtype)
	}
	if !c.given("dtype") {
		return String("torch." + scalarName(t.DType) + "Tensor")
	}
	return c.to(t, c.dtype(t.DType))
}

// clamp keeps its input; of tensors as bounds, those too.
func clamp(c *call) Value {
	t := c.tensor("self")
	operands, from := []Value{t}, []*Tensor{t}
	tensors := []*Tensor{t}
	for _, name := range []string{"min", "max"} {
		if c.form.index(name) < 0 || !c.given(name) {
			continue
		}
		v := c.arg(name)
		operands = append(operands, v)
		if bound, ok := v.(*Tensor); ok {
			from, tensors = append(from, bound), append(tensors, bound)
		}
	}
	dtype := resultType(operands)
	if len(tensors) == 1 {
		return c.unary(t, dtype, keepInput)
	}
	return c.made(c.elementwise(dtype, tensors...), from, tensors...)
}

func addcmul(c *call) Value { return c.withProduct(false) }
func addcdiv(c *call) Value { return c.withProduct(true) }

func (c *call) withProduct(divide bool) Value {
	t, a, b := c.tensor("self"), c.tensor("tensor1"), c.tensor("tensor2")
	out := t
	if !c.inPlace {
		out = c.elementwise(resultType([]Value{t, a, b}), t, a, b)
	}
	var keeps []*Tensor
	if c.wants(b) {
		keeps = append(keeps, a)
	}
	if c.wants(a) || divide && c.wants(b) {
		keeps = append(keeps, b)
	}
	if c.inPlace {
		return c.changed(t, []*Tensor{t, a, b}, keeps...)
	}
	return c.made(out, []*Tensor{t, a, b}, keeps...)
}

func lerp(c *call) Value {
	t, end := c.tensor("self"), c.tensor("end")
	from, keeps := []*Tensor{t, end}, []*Tensor(nil)
	operands := []*Tensor{t, end}
	if weight, ok := c.arg("weight").(*Tensor); ok {
		from, operands = append(from, weight), append(operands, weight)
		keeps = append(keeps, weight)
		if c.wants(weight) {
			keeps = append(keeps, t, end)
		}
	}
	if c.inPlace {
		return c.changed(t, from, keeps...)
	}
	return c.made(c.elementwise(t.DType, operands...), from, keeps...)
}

func realValued(kept keep) func(*call) Value {
	return func(c *call) Value {
		t := c.tensor("self")
		return c.unary(t, realPart(floated(t.DType)), kept)
	}
}

// imaginary is one of the two numbers of a complex one: a view.
func imaginary(c *call) Value {
	t := c.tensor("self")
	if !t.DType.Complex() {
		if c.op == "torch.real" || c.op == "Tensor.real" {
			return t
		}
		c.refuse("imag is not implemented for tensors with non-complex dtypes.")
	}
	pairs := viewAsReal(c).(*Tensor)
	return c.chosen(pairs, len(pairs.Shape)-1, 0)
}

func conj(c *call) Value {
	t := c.tensor("self")
	if !t.DType.Complex() {
		return t
	}
	out := c.look(t, t.Shape, t.Strides, t.Offset)
	out.conj = !t.conj
	return out
}
