package tensor

// products are the operations on matrices.
func products() []row {
	return []row{
		{"tm", "matmul(self, other)", matmul},
		{"m", "__matmul__(self, other)", matmul},
		{"m", "__rmatmul__(other, self)", matmul},
		{"tm", "mm(self, other)", mm},
		{"tm", "bmm(self, other)", bmm},
		{"tm", "mv(self, vec)", func(c *call) Value { return c.mv(c.tensor("self"), c.tensor("vec")) }},
		{"tm", "dot(self, other)", func(c *call) Value { return c.dot(c.tensor("self"), c.tensor("other")) }},
		{"tm", "addmm(self, mat1, other, beta=1, alpha=1)", addmm},
		{"tm", "baddbmm(self, batch1, batch2, beta=1, alpha=1)", baddbmm},
		{"f", "linear(self, weight, bias=None)", linear},
		{"tm", "outer(self, vec2)", outer},
		{"tm", "ger(self, vec2)", outer},
	}
}

func mm(c *call) Value  { return c.mm(c.tensor("self"), c.tensor("other")) }
func bmm(c *call) Value { return c.bmm(c.tensor("self"), c.tensor("other")) }

// sameType is asked of both factors of a product, for which cuBLAS has its workspaces.
func (c *call) sameType(a, b *Tensor) {
	c.tape.multiplies = c.tape.multiplies || !a.Storage.host
	if a.DType != b.DType {
		c.refuseType("expected m1 and m2 to have the same dtype, but got: %s != %s", scalarName(a.DType), scalarName(b.DType))
	}
}

// multiplied keeps each factor where the other one needs a gradient.
func (c *call) multiplied(out, a, b *Tensor) *Tensor {
	return c.made(out, []*Tensor{a, b}, savesProduct.choose(c, a, b, out)...).freshFor(a, b)
}

// freshFor says which gradients of a product's factors lie in one piece: not those of matrices that lie in columns,
// which lie so, too.
func (t *Tensor) freshFor(factors ...*Tensor) *Tensor {
	if t.fn == nil {
		return t
	}
	for i, next := range t.fn.next {
		for _, f := range factors {
			across := len(f.Shape) == 2 && f.Strides[0] == 1 && f.Strides[1] == f.Shape[0] && f.Shape[0] != 1
			if f.RequiresGrad && next.to == f.history() && !across {
				t.fn.next[i].fresh = true
			}
		}
	}
	return t
}

func (c *call) mm(a, b *Tensor) *Tensor {
	if len(a.Shape) != 2 || len(b.Shape) != 2 {
		c.refuse("self must be a matrix")
	}
	if a.Shape[1] != b.Shape[0] {
		c.refuse("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", a.Shape[0], a.Shape[1], b.Shape[0],
			b.Shape[1])
	}
	c.sameType(a, b)
	return c.multiplied(c.empty(a.DType, a.Shape[0], b.Shape[1]), a, b)
}

func (c *call) bmm(a, b *Tensor) *Tensor {
	if len(a.Shape) != 3 || len(b.Shape) != 3 {
		c.refuse("batch1 must be a 3D tensor")
	}
	if a.Shape[0] != b.Shape[0] || a.Shape[2] != b.Shape[1] {
		c.refuse("Expected size for first two dimensions of batch2 tensor to be: [%d, %d] but got: [%d, %d].",
			a.Shape[0], a.Shape[2], b.Shape[0], b.Shape[1])
	}
	c.sameType(a, b)
	return c.multiplied(c.empty(a.DType, a.Shape[0], a.Shape[1], b.Shape[2]), a, b)
}

func (c *call) mv(a, v *Tensor) *Tensor {
	if len(a.Shape) != 2 || len(v.Shape) != 1 || a.Shape[1] != v.Shape[0] {
		c.refuse("size mismatch, got input (%s), vec (%s)", listed(a.Shape), listed(v.Shape))
	}
	return c.multiplied(c.empty(a.DType, a.Shape[0]), a, v)
}

func (c *call) dot(a, b *Tensor) *Tensor {
	if len(a.Shape) != 1 || !equal(a.Shape, b.Shape) {
		c.refuse("inconsistent tensor size, expected tensor %s and src %s to have the same number of elements, "+
			"but got %d and "+
			"%d elements respectively", listed(a.Shape), listed(b.Shape), a.Numel(), b.Numel())
	}
	return c.multiplied(c.empty(a.DType), a, b)
}

// matmul as aten/src/ATen/native/LinearAlgebra.cpp takes it apart: into mm where one side folds, else into bmm.
func matmul(c *call) Value { return c.matmul(c.tensor("self"), c.tensor("other")) }

func (c *call) matmul(a, b *Tensor) *Tensor {
	da, db := len(a.Shape), len(b.Shape)
	switch {
	case da == 0 || db == 0:
		c.refuse("both arguments to matmul need to be at least 1D, but they are %dD and %dD", da, db)
	case da == 1 && db == 1:
		return c.dot(a, b)
	case da == 2 && db == 1:
		return c.mv(a, b)
	case da == 1 && db == 2:
		return c.look1(c.mm(c.unsqueezed(a, 0), b), 0)
	case da == 2 && db == 2:
		return c.mm(a, b)
	case c.folds(a, b):
		return c.folded(a, b)
	}
	return c.batched(a, b)
}

// look1 drops a dimension of size one.
func (c *call) look1(t *Tensor, at int) *Tensor {
	return c.look(t, without(t.Shape, at), without(t.Strides, at), t.Offset)
}

func (c *call) folds(a, b *Tensor) bool {
	larger, smaller := a, b
	swapped := len(a.Shape) < len(b.Shape)
	if swapped {
		larger, smaller = b, a
	}
	if len(larger.Shape) < 3 || len(smaller.Shape) > 2 {
		return false
	}
	if smaller.RequiresGrad {
		return true
	}
	if len(a.Shape) == 2 {
		return false
	}
	shape, strides := larger.Shape, larger.Strides
	if swapped {
		last := len(shape) - 1
		shape, strides = append([]int64(nil), shape...), append([]int64(nil), strides...)
		shape[last], shape[last-1] = shape[last-1], shape[last]
		strides[last], strides[last-1] = strides[last-1], strides[last]
	}
	if larger.Numel() == 0 {
		return true
	}
	for i := 0; i < len(shape)-2; i++ {
		if strides[i] != strides[i+1]*shape[i+1] {
			return false
		}
	}
	return true
}

func (c *call) folded(a, b *Tensor) *Tensor {
	larger, smaller, swapped := a, b, len(a.Shape) < len(b.Shape)
	if swapped {
		last := len(b.Shape) - 1
		larger, smaller = c.swapped(b, last-1, last), a
		if len(a.Shape) == 2 {
			smaller = c.swapped(a, 0, 1)
		}
	}
	last := len(larger.Shape) - 1
	rows, width := product(larger.Shape[:last]), larger.Shape[last]
	shape := append([]int64(nil), larger.Shape[:last]...)
	flat := c.reshaped(larger, []int64{rows, width})
	if len(smaller.Shape) == 1 {
		return c.reshaped(c.mv(flat, smaller), shape).alone()
	}
	out := c.reshaped(c.mm(flat, smaller), append(shape, smaller.Shape[1])).alone()
	if swapped {
		out = c.packed(c.swapped(out, last-1, last))
	}
	return out
}

func (c *call) batched(a, b *Tensor) *Tensor {
	if len(a.Shape) == 3 && len(b.Shape) == 3 && a.Shape[0] != b.Shape[0] {
		if a.Shape[0] == 1 && a.RequiresGrad {
			return c.matmul(c.look1(a, 0), b)
		}
		if b.Shape[0] == 1 && b.RequiresGrad {
			return c.matmul(a, c.look1(b, 0))
		}
	}
	dropRow, dropColumn := len(a.Shape) == 1, len(b.Shape) == 1
	if dropRow {
		a = c.unsqueezed(a, 0)
	}
	if dropColumn {
		b = c.unsqueezed(b, 1)
	}
	da, db := len(a.Shape), len(b.Shape)
	batch := c.join(a.Shape[:da-2], b.Shape[:db-2])
	n, m, k, p := a.Shape[da-2], a.Shape[da-1], b.Shape[db-2], b.Shape[db-1]
	if m != k {
		c.refuse("Expected size for first two dimensions of batch2 tensor to be: [%d, %d] but got: [%d, %d].",
			product(batch), m, product(batch), k)
	}
	left := c.reshaped(c.expanded(a, concat(batch, n, m)), []int64{product(batch), n, m})
	right := c.reshaped(c.expanded(b, concat(batch, k, p)), []int64{product(batch), k, p})
	shape := batch
	if !dropRow {
		shape = concat(shape, n)
	}
	if !dropColumn {
		shape = concat(shape, p)
	}
	return c.reshaped(c.bmm(left, right), shape).alone()
}

// alone is a fresh tensor in another shape, which autograd does not take for a view (at::_unsafe_view): nobody else has
// the tensor it looks at, so that an operation in place changes it alone.
func (t *Tensor) alone() *Tensor {
	t.base = nil
	return t
}

func concat(list []int64, more ...int64) []int64 {
	return append(append([]int64(nil), list...), more...)
}

func addmm(c *call) Value { return c.addmm(c.tensor("self"), c.tensor("mat1"), c.tensor("other")) }

func (c *call) addmm(bias, a, b *Tensor) *Tensor {
	if len(a.Shape) != 2 || len(b.Shape) != 2 {
		c.refuse("mat1 must be a matrix, got %d-D tensor", len(a.Shape))
	}
	if a.Shape[1] != b.Shape[0] {
		c.refuse("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", a.Shape[0], a.Shape[1], b.Shape[0],
			b.Shape[1])
	}
	c.sameType(a, b)
	out := c.empty(a.DType, a.Shape[0], b.Shape[1])
	if joined := c.join(bias.Shape, out.Shape); !equal(joined, out.Shape) {
		c.refuse("The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension 1",
			out.Shape[1], bias.Shape[len(bias.Shape)-1])
	}
	c.made(out, []*Tensor{bias, a, b}, savesProduct.choose(c, a, b, out)...).freshFor(a, b)
	if out.fn != nil {
		out.fn.scratch = c.addedRows(out, bias)
	}
	return out
}

func baddbmm(c *call) Value {
	bias, a, b := c.tensor("self"), c.tensor("batch1"), c.tensor("batch2")
	if len(a.Shape) != 3 || len(b.Shape) != 3 || a.Shape[0] != b.Shape[0] || a.Shape[2] != b.Shape[1] {
		c.refuse("Expected size for first two dimensions of batch2 tensor to be: [%d, %d]", a.Shape[0], a.Shape[2])
	}
	out := c.empty(a.DType, a.Shape[0], a.Shape[1], b.Shape[2])
	c.join(bias.Shape, out.Shape)
	return c.made(out, []*Tensor{bias, a, b}, savesProduct.choose(c, a, b, out)...).freshFor(a, b)
}

// linear is addmm of the flattened input where it lies in one piece, else matmul and an addition in place.
func linear(c *call) Value {
	return c.linear(c.tensor("self"), c.tensor("weight"), c.maybe("bias"))
}

func (c *call) linear(x, weight, bias *Tensor) *Tensor {
	if len(weight.Shape) == 2 && len(x.Shape) > 0 && x.Shape[len(x.Shape)-1] != weight.Shape[1] {
		last := len(x.Shape) - 1
		c.refuse("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)",
			product(x.Shape[:last]), x.Shape[last], weight.Shape[1], weight.Shape[0])
	}
	turned := weight
	if len(weight.Shape) == 2 {
		turned = c.swapped(weight, 0, 1)
	}
	switch last := len(x.Shape) - 1; {
	case bias != nil && len(x.Shape) == 2:
		return c.addmm(bias, x, turned)
	case bias != nil && len(x.Shape) > 2 && x.Contiguous():
		flat := c.reshaped(x, []int64{product(x.Shape[:last]), x.Shape[last]})
		return c.reshaped(c.addmm(bias, flat, turned), concat(x.Shape[:last], weight.Shape[0])).alone()
	}
	out := c.matmul(x, turned)
	if bias != nil {
		out = c.changed(out, []*Tensor{out, bias})
		if out.fn != nil {
			out.fn.passes, out.fn.copies = true, true
		}
	}
	return out
}

// outer is a product by broadcasting: v.reshape(n, 1) * w.
func outer(c *call) Value {
	v, w := c.tensor("self"), c.tensor("vec2")
	return c.binary(c.reshaped(v, []int64{v.Numel(), 1}), w, resultType([]Value{v, w}), savesProduct)
}
