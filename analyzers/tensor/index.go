package tensor

import "slices"

// indexing picks elements out of tensors and puts them there.
func indexing() []row {
	return []row{
		{"m", "__getitem__(self, index)", getItem},
		{"m", "__setitem__(self, index, value)", setItem},
		{"tm", "index_select(self, dim, index)", indexSelect},
		{"tm", "gather(self, dim, index, sparse_grad=False)", gather},
		{"tm_", "scatter(self, dim, index, src, reduce=None)", scatter},
		{"tm_", "scatter_add(self, dim, index, src)", scatter},
		{"tm_", "index_add(self, dim, index, src, alpha=1)", indexAdd},
		{"tm_", "index_copy(self, dim, index, src)", indexAdd},
		{"tm_", "index_fill(self, dim, index, value)", indexFill},
		{"t", "where(condition, self=None, other=None)", where},
		{"m", "where(self, condition, other)", where},
		{"tm_", "masked_fill(self, mask, value)", maskedFill},
		{"f", "one_hot(self, num_classes=-1)", oneHot},
		{"tm", "take_along_dim(self, indices, dim=None)", takeAlong},
		{"tm", "nonzero(self, as_tuple=False)", nonzero},
		{"tm", "masked_select(self, mask)", maskedSelect},
		{"tm", "unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None)", unique},
		{"tm", "argwhere(self)", argwhere},
	}
}

func dataDependent(c *call) Value {
	c.giveUp("the shape depends on the values")
	return nil
}

// unique are as many values as picks say: which are there twice, nothing tells.
func unique(c *call) Value {
	t := c.tensor("self")
	if !isNone(c.arg("dim")) || c.tape.Picks == nil || !c.tape.Picks.Taken {
		return dataDependent(c)
	}
	n := c.pickedOf(product(t.Shape))
	out := Tuple{c.empty(t.DType, n)}
	if c.bool("return_inverse") {
		out = append(out, c.empty(Int64, t.Shape...))
	}
	if c.bool("return_counts") {
		out = append(out, c.empty(Int64, n))
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// subscript is a tensor's index under way: what its views left, and the tensors that pick out of it.
type subscript struct {
	view    *Tensor
	dim     int
	picks   []*Tensor // by dimension of the view; nil where a dimension is kept whole
	hasPick bool
}

// subscribed applies the parts of a subscript that are views.
func (c *call) subscribed(t *Tensor, index Value) subscript {
	parts, several := index.(Tuple)
	if !several {
		parts = Tuple{index}
	}
	s := subscript{view: t}
	used := 0
	for _, p := range parts {
		used += c.consumes(p)
	}
	if used > len(t.Shape) {
		c.refuse("too many indices for tensor of dimension %d", len(t.Shape))
	}
	for _, p := range parts {
		c.part(&s, p, len(t.Shape)-used)
	}
	return s
}

// consumes is how many dimensions a part of a subscript stands for.
func (c *call) consumes(p Value) int {
	switch p := p.(type) {
	case None, Ellipsis, Bool:
		return 0
	case *Tensor:
		if p.DType == Bool8 || p.DType == Uint8 {
			return len(p.Shape)
		}
	}
	return 1
}

func (c *call) part(s *subscript, p Value, rest int) {
	switch p := p.(type) {
	case None:
		s.view = c.unsqueezed(s.view, s.dim)
		s.keep(1)
	case Ellipsis:
		s.keep(rest)
	case Slice:
		s.view = c.sliced(s.view, s.dim, p)
		s.keep(1)
	case Int:
		s.view = c.chosen(s.view, s.dim, c.at(s.view, s.dim, int64(p)))
	case *Tensor:
		c.pick(s, p)
	case List, Tuple:
		c.pick(s, c.listIndex(p))
	default:
		c.giveUp("an index of this kind is not known")
	}
}

func (s *subscript) keep(n int) {
	for range n {
		s.picks = append(s.picks, nil)
	}
	s.dim += n
}

func (c *call) pick(s *subscript, index *Tensor) {
	if index.DType == Bool8 || index.DType == Uint8 {
		for i, n := range index.Shape {
			if s.dim+i >= len(s.view.Shape) || s.view.Shape[s.dim+i] != n {
				c.refuse("The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at index %d",
					listed(index.Shape), i, listed(s.view.Shape), s.dim+i)
			}
		}
		s.picks = append(s.picks, index)
		for range len(index.Shape) - 1 {
			s.picks = append(s.picks, nil)
		}
		s.dim += len(index.Shape)
		s.hasPick = true
		return
	}
	s.picks = append(s.picks, index)
	s.dim++
	s.hasPick = true
}

// listIndex is a list of numbers as a tensor.
func (c *call) listIndex(v Value) *Tensor {
	list, _ := items(v)
	t := c.empty(Int64, int64(len(list)))
	for _, item := range list {
		n, ok := intOf(item)
		if _, truth := item.(Bool); !ok || truth {
			c.giveUp("a list of this kind as an index is not known")
		}
		t.Known = append(t.Known, float64(n))
	}
	return t
}

// sliced is start:stop:step along a dimension. Of a whole one torch takes no view (applySlice), so that nothing looks
// at the gradient either.
func (c *call) sliced(t *Tensor, dim int, s Slice) *Tensor {
	if dim >= len(t.Shape) {
		c.refuse("too many indices for tensor of dimension %d", len(t.Shape))
	}
	n := t.Shape[dim]
	start, stop, step := c.bound(s.Start, 0), c.bound(s.Stop, n), c.bound(s.Step, 1)
	if step < 1 {
		c.refuse("step must be greater than zero")
	}
	start, stop = within(start, n), within(stop, n)
	length := max((stop-start+step-1)/step, 0)
	if start == 0 && length == n && step == 1 {
		return t
	}
	shape, strides := append([]int64(nil), t.Shape...), append([]int64(nil), t.Strides...)
	shape[dim] = length
	strides[dim] *= step
	out := c.look(t, shape, strides, t.Offset+start*t.Strides[dim])
	if t.Elements() != nil && len(t.Shape) == 1 {
		out.Known = nil
		for i := range length {
			out.Known = append(out.Known, t.Known[start+i*step])
		}
	}
	return out
}

func (c *call) bound(v Value, otherwise int64) int64 {
	if isNone(v) {
		return otherwise
	}
	n, ok := intOf(v)
	if !ok {
		c.giveUp("a bound of a slice is not known")
	}
	return n
}

func within(i, n int64) int64 {
	if i < 0 {
		i += n
	}
	return min(max(i, 0), n)
}

func getItem(c *call) Value {
	t := c.tensor("self")
	s := c.subscribed(t, c.arg("index"))
	if !s.hasPick {
		if s.view == t {
			return c.look(t, t.Shape, t.Strides, t.Offset)
		}
		return s.view
	}
	s.keep(len(s.view.Shape) - s.dim)
	kept := c.masksAsIndices(&s)
	out := c.empty(t.DType, c.picked(&s)...)
	return c.made(out, []*Tensor{s.view}, kept...)
}

// picked is the shape of what index tensors pick: their common shape in the place of the first one where they stand
// side by side, in front where they do not.
func (c *call) picked(s *subscript) []int64 {
	var common []int64
	first, last, n := -1, -1, 0
	for i, p := range s.picks {
		if p == nil {
			continue
		}
		common = c.join(common, p.Shape)
		if first < 0 {
			first = i
		}
		last = i
		n++
	}
	var ahead, after []int64
	for i, p := range s.picks {
		switch {
		case p != nil:
		case i < first:
			ahead = append(ahead, s.view.Shape[i])
		default:
			after = append(after, s.view.Shape[i])
		}
	}
	if last-first+1 == n {
		return concat(concat(ahead, common...), after...)
	}
	return concat(concat(common, ahead...), after...)
}

// setItem writes into a part of a tensor: a copy into a view, or index_put_ where tensors pick.
func setItem(c *call) Value {
	t := c.tensor("self")
	s := c.subscribed(t, c.arg("index"))
	v := c.arg("value")
	if s.view == t {
		s.view = c.look(t, t.Shape, t.Strides, t.Offset)
	}
	source, isTensor := v.(*Tensor)
	if !isTensor && !isNumber(v) {
		c.giveUp("what is written is not a tensor or a number")
	}
	if !s.hasPick {
		if isTensor {
			for len(source.Shape) > len(s.view.Shape) && source.Shape[0] == 1 {
				source = c.look1(source, 0)
			}
		}
		return c.written(s.view, source)
	}
	keeps := s.picks
	if isTensor {
		return c.changed(s.view, []*Tensor{s.view, source}, keeps...)
	}
	return c.changed(s.view, []*Tensor{s.view}, keeps...)
}

// written copies a tensor into another, or fills it with a number.
func (c *call) written(into, source *Tensor) *Tensor {
	if source == nil {
		return c.changed(into, []*Tensor{into})
	}
	if joined := c.join(into.Shape, source.Shape); !equal(joined, into.Shape) {
		c.refuse(
			"The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension 0.  Target "+
				"sizes: %s.  Tensor sizes: %s",
			into.Shape[0],
			source.Shape[0],
			listed(into.Shape),
			listed(source.Shape),
		)
	}
	return c.changed(into, []*Tensor{into, source})
}

func indexSelect(c *call) Value {
	t, index := c.tensor("self"), c.tensor("index")
	shape := append([]int64(nil), t.Shape...)
	if dim := c.dim("dim", len(t.Shape)); len(shape) > 0 {
		shape[dim] = index.Numel()
	}
	return c.made(c.empty(t.DType, shape...), []*Tensor{t}, index)
}

// gather keeps its index, and its input for the shape.
func gather(c *call) Value {
	t, index := c.tensor("self"), c.tensor("index")
	dim := c.dim("dim", len(t.Shape))
	if max(len(index.Shape), 1) != max(len(t.Shape), 1) {
		c.refuse("Index tensor must have the same number of dimensions as input tensor")
	}
	for i, n := range index.Shape {
		if i != dim && i < len(t.Shape) && n > t.Shape[i] {
			c.refuse(
				"Size does not match at dimension %d expected index %s to be no larger than self %s apart from dimension %d",
				i,
				listed(index.Shape),
				listed(t.Shape),
				dim,
			)
		}
	}
	return c.made(c.empty(t.DType, index.Shape...), []*Tensor{t}, t, index)
}

func takeAlong(c *call) Value {
	t, index := c.tensor("self"), c.tensor("indices")
	if !c.given("dim") {
		return c.call("torch.gather", c.do("Tensor.flatten", t), Int(0), c.do("Tensor.flatten", index))
	}
	if len(index.Shape) == len(t.Shape) { // both are broadcast but along the dimension
		dim := c.dim("dim", len(t.Shape))
		own, at := slices.Clone(t.Shape), slices.Clone(index.Shape)
		own[dim], at[dim] = 1, 1
		joined := c.join(own, at)
		own, at = slices.Clone(joined), joined
		own[dim], at[dim] = t.Shape[dim], index.Shape[dim]
		if !equal(own, t.Shape) {
			t = c.expanded(t, own)
		}
		if !equal(at, index.Shape) {
			index = c.do("Tensor.contiguous", c.expanded(index, at))
		}
	}
	return c.call("torch.gather", t, c.arg("dim"), index)
}

// scatter and its kin keep the index. In place or not, the result has the tensor's own shape.
func scatter(c *call) Value {
	t, index := c.tensor("self"), c.tensor("index")
	if i := c.form.index("reduce"); i >= 0 && c.given("reduce") {
		c.giveUp("scatter with a reduction is not followed")
	}
	from := []*Tensor{t}
	if source, ok := c.arg("src").(*Tensor); ok {
		from = append(from, source)
	}
	if c.inPlace {
		return c.changed(t, from, index)
	}
	return c.made(c.like(t, t.DType), from, index)
}

// indexAdd also keeps what it adds, for its shape.
func indexAdd(c *call) Value {
	t, index, source := c.tensor("self"), c.tensor("index"), c.tensor("src")
	keeps := []*Tensor{index}
	if c.wants(source) {
		keeps = append(keeps, source)
	}
	if c.inPlace {
		return c.changed(t, []*Tensor{t, source}, keeps...)
	}
	return c.made(c.like(t, t.DType), []*Tensor{t, source}, keeps...)
}

func indexFill(c *call) Value {
	t, index := c.tensor("self"), c.tensor("index")
	if c.inPlace {
		return c.changed(t, []*Tensor{t}, index)
	}
	return c.made(c.like(t, t.DType), []*Tensor{t}, index)
}

// where keeps its condition.
func where(c *call) Value {
	if c.given("condition") && !c.given("self") {
		return asTuple(c.byDimension(c.indicesOf(c.tensor("condition"))))
	}
	condition := c.tensor("condition")
	a, b := c.arg("self"), c.arg("other")
	dtype := resultType([]Value{a, b})
	left, right := c.asTensor("self", a), c.asTensor("other", b)
	out := c.elementwise(dtype, condition, left, right)
	return c.made(out, []*Tensor{left, right}, condition)
}

func maskedFill(c *call) Value {
	t, mask := c.tensor("self"), c.tensor("mask")
	from := []*Tensor{t}
	if v, ok := c.arg("value").(*Tensor); ok {
		from = append(from, v)
	}
	if mask.DType != Bool8 {
		c.refuseType("masked_fill_ only supports boolean masks, but got mask with dtype %s", scalarName(mask.DType))
	}
	shape := c.join(t.Shape, mask.Shape)
	if c.inPlace {
		if !equal(shape, t.Shape) {
			c.refuse("output with shape %s doesn't match the broadcast shape %s", listed(t.Shape), listed(shape))
		}
		return c.changed(t, from, mask)
	}
	out := c.elementwise(t.DType, t, mask)
	return c.made(out, from, mask)
}

func oneHot(c *call) Value {
	t := c.tensor("self")
	if t.DType != Int64 {
		c.refuseType("one_hot is only applicable to index tensor of type LongTensor.")
	}
	n := c.int("num_classes")
	if n < 0 {
		c.giveUp("the number of classes follows from the values")
	}
	out := c.empty(Int64, concat(t.Shape, n)...)
	if t.routing().numbers() && n == t.routing().experts {
		out.routed = &routed{experts: n, dim: len(t.Shape), choices: t.Numel(), picked: -1}
	}
	return out
}
