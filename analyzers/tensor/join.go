package tensor

// joins put tensors together.
func joins() []row {
	return []row{
		{"t", "cat(self, dim=0)", cat},
		{"t", "concat(self, dim=0)", cat},
		{"t", "concatenate(self, dim=0)", cat},
		{"t", "stack(self, dim=0)", stack},
		{"t", "hstack(self)", hstack},
		{"t", "vstack(self)", vstack},
		{"t", "row_stack(self)", vstack},
		{"t", "dstack(self)", dstack},
		{"t", "column_stack(self)", columnStack},
	}
}

func cat(c *call) Value { return c.cat(c.tensors(), c.int("dim")) }

// joined are the elements of tensors one behind the other; nil where some are not known.
func joined(parts []*Tensor, n int64) (list []float64) {
	if n > most {
		return nil
	}
	for _, p := range parts {
		if p.Elements() == nil && p.Numel() > 0 || !p.Contiguous() {
			return nil
		}
		list = append(list, p.Elements()...)
	}
	return list
}

func (c *call) cat(parts []*Tensor, at int64) *Tensor {
	if len(parts) == 0 {
		c.refuse("torch.cat(): expected a non-empty list of Tensors")
	}
	var first *Tensor
	common := make([]Value, len(parts))
	for i, p := range parts {
		common[i] = p
		if first == nil && !legacyEmpty(p) {
			first = p
		}
		if len(p.Shape) == 0 {
			c.refuse("zero-dimensional tensor (at position %d) cannot be concatenated", i)
		}
	}
	if first == nil {
		first = parts[0]
	}
	dim := c.wrap(at, len(first.Shape))
	shape := append([]int64(nil), first.Shape...)
	shape[dim] = 0
	last := true
	for i, p := range parts {
		if legacyEmpty(p) {
			continue
		}
		c.joinable(first, p, dim, i)
		shape[dim] += p.Shape[dim]
		last = last && p.isChannelsLast()
	}
	out := c.empty(resultType(common), shape...)
	if dim == 0 {
		out.Known = joined(parts, out.Numel())
	}
	if last && len(shape) >= 4 {
		out.Strides = channelsLast(shape)
	}
	return c.made(out, parts)
}

// legacyEmpty is the empty list of old: torch.cat passes over tensors of shape (0,).
func legacyEmpty(t *Tensor) bool { return len(t.Shape) == 1 && t.Shape[0] == 0 }

func (c *call) joinable(first, other *Tensor, dim, at int) {
	if len(first.Shape) != len(other.Shape) {
		c.refuse("Tensors must have same number of dimensions: got %d and %d", len(first.Shape), len(other.Shape))
	}
	for d, n := range first.Shape {
		if d != dim && n != other.Shape[d] {
			c.refuse(
				"Sizes of tensors must match except in dimension %d. Expected size %d but got size %d for tensor number %d "+
					"in the list.",
				dim,
				n,
				other.Shape[d],
				at,
			)
		}
	}
}

func stack(c *call) Value {
	parts := c.tensors()
	if len(parts) == 0 {
		c.refuse("stack expects a non-empty TensorList")
	}
	dim := c.wrap(c.int("dim"), len(parts[0].Shape)+1)
	common := make([]Value, len(parts))
	for i, p := range parts {
		common[i] = p
		if !equal(p.Shape, parts[0].Shape) {
			c.refuse("stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d",
				listed(parts[0].Shape), listed(p.Shape), i)
		}
	}
	return c.made(
		c.empty(resultType(common), inserted(parts[0].Shape, dim, int64(len(parts)))...),
		parts,
		c.until(113, parts...)...)
}

func hstack(c *call) Value {
	parts := c.tensors()
	if len(parts) > 0 && len(parts[0].Shape) < 2 {
		return c.cat(parts, 0)
	}
	return c.cat(parts, 1)
}

// vstack joins along the first dimension: a vector is a matrix of one row.
func vstack(c *call) Value {
	parts := c.tensors()
	for i, p := range parts {
		if len(p.Shape) == 1 {
			parts[i] = c.unsqueezed(p, 0)
		}
	}
	return c.cat(parts, 0)
}

// dstack joins along the third dimension, which is added where there is none.
func dstack(c *call) Value {
	var parts []*Tensor
	for _, p := range c.tensors() {
		for len(p.Shape) < 2 {
			p = c.unsqueezed(p, 0)
		}
		if len(p.Shape) == 2 {
			p = c.unsqueezed(p, 2)
		}
		parts = append(parts, p)
	}
	return c.cat(parts, 2)
}

// columnStack joins along the second dimension: a row of numbers is a column.
func columnStack(c *call) Value {
	var parts []*Tensor
	for _, p := range c.tensors() {
		for len(p.Shape) < 2 {
			p = c.unsqueezed(p, len(p.Shape))
		}
		parts = append(parts, p)
	}
	return c.cat(parts, 1)
}
