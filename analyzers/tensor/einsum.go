package tensor

import (
	"slices"
	"strings"
)

func sums() []row {
	return []row{
		{"t", "einsum(equation, *self)", einsum},
		{"tm", "tensordot(self, other, dim=2)", tensordot},
		{"tm", "kron(self, other)", kron},
		{"f", "bilinear(input1, input2, weight, bias=None)", bilinear},
		{"t", "cdist(x1, x2, p=2.0, compute_mode=None)", cdist},
		{"tf", "cosine_similarity(x1, x2, dim=1, eps=1e-08)", cosineSimilarity},
		{"tf", "pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False)", pairwiseDistance},
	}
}

// equation is an einsum's text taken apart: the letters of each operand and of the result.
type equation struct {
	inputs []string
	output string
}

const dots = '.' // stands for each dimension under an ellipsis, as a private letter

// parsed reads "bij,bjk->bik". Without an arrow the result has the letters that occur once, in the alphabet's order.
func (c *call) parsed(text string, operands []*Tensor) equation {
	text = strings.ReplaceAll(text, " ", "")
	left, right, arrow := strings.Cut(text, "->")
	e := equation{inputs: strings.Split(left, ","), output: right}
	if len(e.inputs) != len(operands) {
		c.refuse("einsum(): fewer operands were provided than specified in the equation")
	}
	covered := 0
	for i, letters := range e.inputs {
		if strings.Contains(letters, "...") {
			covered = max(covered, len(operands[i].Shape)-len(letters)+3)
		}
	}
	for i, letters := range e.inputs {
		own := len(operands[i].Shape) - len(letters) + 3
		e.inputs[i] = strings.Replace(letters, "...", under(covered, min(own, covered)), 1)
		if len([]rune(e.inputs[i])) != len(operands[i].Shape) {
			c.refuse("einsum(): the number of subscripts in the equation (%d) does not match the number of dimensions (%d) for "+
				"operand %d and no ellipsis was given", len([]rune(e.inputs[i])), len(operands[i].Shape), i)
		}
	}
	if arrow {
		e.output = strings.Replace(right, "...", under(covered, covered), 1)
	} else {
		e.output = under(covered, covered) + once(left)
	}
	return e
}

// under are the private letters of the last n of the dimensions under an ellipsis.
func under(all, n int) string {
	var letters []rune
	for i := all - n; i < all; i++ {
		letters = append(letters, rune(0x100+i))
	}
	return string(letters)
}

func once(letters string) string {
	var found []rune
	for _, r := range letters {
		if r != ',' && r != dots && strings.Count(letters, string(r)) == 1 {
			found = append(found, r)
		}
	}
	slices.Sort(found)
	return string(found)
}

// einsum as aten/src/ATen/native/Linear.cpp computes it: every operand is permuted to the order output letters first,
// then the letters that are summed; pairs are multiplied by bmm, from left to right.
func einsum(c *call) Value {
	operands := c.tensors()
	e := c.parsed(c.text("equation"), operands)
	var order []rune
	for _, r := range e.output {
		order = append(order, r)
	}
	kept := len(order)
	var summed []rune
	for _, letters := range e.inputs {
		for _, r := range letters {
			if !slices.Contains(order, r) && !slices.Contains(summed, r) {
				summed = append(summed, r)
			}
		}
	}
	slices.Sort(summed)
	order = append(order, summed...)
	sizeOf := map[rune]int64{}
	laid := make([]*Tensor, len(operands))
	for i, t := range operands {
		laid[i] = c.laid(t, []rune(e.inputs[i]), order, sizeOf)
	}
	for _, r := range e.output {
		if sizeOf[r] == 0 && !strings.ContainsRune(strings.Join(e.inputs, ""), r) {
			c.refuse("einsum(): output subscript %c does not appear in the equation for any input operand", r)
		}
	}
	return c.contracted(laid, kept, len(order))
}

// laid is an operand with the dimensions of all letters in order, those it lacks of size one.
func (c *call) laid(t *Tensor, letters, order []rune, sizeOf map[rune]int64) *Tensor {
	for i := 0; i < len(letters); i++ {
		for j := len(letters) - 1; j > i; j-- {
			if letters[i] == letters[j] {
				t = c.diagonalOf(t, 0, i, j)
				letters = append(append(slices.Clone(letters[:i]), letters[i+1:j]...), append(slices.Clone(letters[j+1:]),
					letters[i])...)
				i = -1
				break
			}
		}
	}
	for i, r := range letters {
		n := t.Shape[i]
		if known, ok := sizeOf[r]; ok && known != n && known != 1 && n != 1 {
			c.refuse(
				"einsum(): operands do not broadcast with remapped shapes [original->remapped]: subscript %c has size %d which "+
					"does not broadcast with previously seen size %d",
				r,
				n,
				known,
			)
		}
		sizeOf[r] = max(sizeOf[r], n)
	}
	var dims []int
	for _, r := range order {
		if i := slices.Index(letters, r); i >= 0 {
			dims = append(dims, i)
		}
	}
	t = c.permuted(t, dims)
	for at, r := range order {
		if !slices.Contains(letters, r) {
			t = c.unsqueezed(t, at)
		}
	}
	return t
}

// contracted multiplies the operands from left to right and sums what only they have left.
func (c *call) contracted(operands []*Tensor, kept, all int) *Tensor {
	result := operands[0]
	if len(operands) == 1 {
		if all > kept {
			return c.summed(result, from(kept, all))
		}
		return result
	}
	for i, next := range operands[1:] {
		var over []int
		for d := kept; d < all; d++ {
			last := true
			for _, later := range operands[i+2:] {
				last = last && later.Shape[d] == 1
			}
			if last {
				over = append(over, d)
			}
		}
		result = c.sumproduct(result, next, over)
	}
	return c.look(result, result.Shape[:kept:kept], result.Strides[:kept:kept], result.Offset)
}

func from(start, end int) []int {
	var all []int
	for i := start; i < end; i++ {
		all = append(all, i)
	}
	return all
}

// summed is t.sum(dims, keepdim=False).
func (c *call) summed(t *Tensor, dims []int) *Tensor {
	return c.do("Tensor.sum", t, intTuple(dims))
}

func (c *call) summedKeeping(t *Tensor, dims []int) *Tensor {
	return c.do("Tensor.sum", t, intTuple(dims), Bool(true))
}

func intTuple(dims []int) Tuple {
	out := Tuple{}
	for _, d := range dims {
		out = append(out, Int(d))
	}
	return out
}

// sumproduct is ATen's sumproduct_pair: the dimensions both have, those of one, and those that are summed, as one bmm.
// Where nothing is summed over both, it is a product by broadcasting. All dimensions stay, the summed ones of size one.
func (c *call) sumproduct(left, right *Tensor, over []int) *Tensor {
	var both, onlyLeft, onlyRight, sum []int
	sl, sr := []int(nil), []int(nil)
	for d := range left.Shape {
		l, r := left.Shape[d] != 1, right.Shape[d] != 1
		switch {
		case slices.Contains(over, d):
			switch {
			case l && r:
				if left.Shape[d] != right.Shape[d] {
					c.refuse("non-broadcast dimensions must match")
				}
				sum = append(sum, d)
			case l:
				sl = append(sl, d)
			case r:
				sr = append(sr, d)
			}
		case l && r:
			both = append(both, d)
		case l:
			onlyLeft = append(onlyLeft, d)
		default:
			onlyRight = append(onlyRight, d)
		}
	}
	if len(sl) > 0 {
		left = c.summedKeeping(left, sl)
	}
	if len(sr) > 0 {
		right = c.summedKeeping(right, sr)
	}
	if len(sum) == 0 {
		return c.do("Tensor.mul", left, right)
	}
	return c.pairProduct(left, right, both, onlyLeft, sum, onlyRight)
}

func (c *call) pairProduct(left, right *Tensor, both, onlyLeft, sum, onlyRight []int) *Tensor {
	all := len(left.Shape)
	of := func(t *Tensor, dims []int) int64 {
		n := int64(1)
		for _, d := range dims {
			n *= t.Shape[d]
		}
		return n
	}
	rest := slices.Concat(both, onlyLeft, sum, onlyRight)
	var gone []int
	for d := range all {
		if !slices.Contains(rest, d) {
			gone = append(gone, d)
		}
	}
	a := c.permuted(left, slices.Concat(both, onlyLeft, sum, onlyRight, gone))
	b := c.permuted(right, slices.Concat(both, sum, onlyRight, onlyLeft, gone))
	batch, rows, inner, columns := of(left, both), of(left, onlyLeft), of(left, sum), of(right, onlyRight)
	product := c.bmm(c.reshaped(a, []int64{batch, rows, inner}), c.reshaped(b, []int64{batch, inner, columns}))
	var shape []int64
	for _, d := range both {
		shape = append(shape, left.Shape[d])
	}
	for _, d := range onlyLeft {
		shape = append(shape, left.Shape[d])
	}
	for range sum {
		shape = append(shape, 1)
	}
	for _, d := range onlyRight {
		shape = append(shape, right.Shape[d])
	}
	for range gone {
		shape = append(shape, 1)
	}
	out := c.reshaped(product, shape)
	order := slices.Concat(both, onlyLeft, sum, onlyRight, gone)
	back := make([]int, all)
	for i, d := range order {
		back[d] = i
	}
	return c.permuted(out, back)
}

// tensordot is a matrix product over the dimensions that are summed.
func tensordot(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	var first, second []int
	if n, ok := intOf(c.arg("dim")); ok {
		first, second = from(len(a.Shape)-int(n), len(a.Shape)), from(0, int(n))
	} else {
		pair, _ := items(c.arg("dim"))
		if len(pair) != 2 {
			c.giveUp("the dimensions are not known")
		}
		first, second = c.listed(pair[0], len(a.Shape)), c.listed(pair[1], len(b.Shape))
	}
	var keptA, keptB []int
	var shape []int64
	inner := int64(1)
	for i, d := range first {
		if a.Shape[d] != b.Shape[second[i]] && (a.Shape[d] == 1 || b.Shape[second[i]] == 1) {
			c.giveUp("a contracted dimension of one is summed first, which is not followed")
		}
		if a.Shape[d] != b.Shape[second[i]] {
			c.refuse("contracted dimensions need to match, but first has size %d in dim %d and second has size %d in dim %d",
				a.Shape[d], d, b.Shape[second[i]], second[i])
		}
		inner *= a.Shape[d]
	}
	for d, n := range a.Shape {
		if !slices.Contains(first, d) {
			keptA, shape = append(keptA, d), append(shape, n)
		}
	}
	rows := product(shape)
	for d, n := range b.Shape {
		if !slices.Contains(second, d) {
			keptB, shape = append(keptB, d), append(shape, n)
		}
	}
	columns := product(shape) / max(rows, 1)
	left := c.reshaped(c.permuted(a, slices.Concat(keptA, first)), []int64{rows, inner})
	right := c.reshaped(c.permuted(b, slices.Concat(second, keptB)), []int64{inner, columns})
	return c.reshaped(c.mm(left, right), shape)
}

func (c *call) listed(v Value, of int) []int {
	list, several := items(v)
	if !several {
		list = []Value{v}
	}
	var out []int
	for _, item := range list {
		n, ok := intOf(item)
		if !ok {
			c.giveUp("the dimensions are not known")
		}
		out = append(out, c.wrap(n, of))
	}
	return out
}

// kron is a product of all pairs: each factor is seen with the other's dimensions between its own.
func kron(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	n := max(len(a.Shape), len(b.Shape))
	var first, second, shape []int64
	at := func(t *Tensor, i int) int64 {
		if i += len(t.Shape) - n; i >= 0 {
			return t.Shape[i]
		}
		return 1
	}
	for i := range n {
		first, second = append(first, at(a, i), 1), append(second, 1, at(b, i))
		shape = append(shape, at(a, i)*at(b, i))
	}
	return c.reshaped(c.do("torch.mul", c.reshaped(a, first), c.reshaped(b, second)), shape)
}

// bilinear is one operator of three factors, each kept for the other two.
func bilinear(c *call) Value {
	a, b, w := c.tensor("input1"), c.tensor("input2"), c.tensor("weight")
	last := len(a.Shape) - 1
	if a.Shape[last] != w.Shape[1] || b.Shape[last] != w.Shape[2] {
		c.refuse("bilinear(): input1 size does not match weight size: got %d but expected %d", a.Shape[last], w.Shape[1])
	}
	rows := product(a.Shape[:last])
	out := c.empty(a.DType, rows, w.Shape[0])
	flatA := c.reshaped(a, []int64{rows, a.Shape[last]})
	flatB := c.reshaped(b, []int64{rows, b.Shape[last]})
	c.made(out, []*Tensor{flatA, flatB, w}, flatA, flatB, w)
	if bias := c.maybe("bias"); bias != nil {
		c.changed(out, []*Tensor{out, bias})
	}
	return c.reshaped(out, concat(a.Shape[:last], w.Shape[0]))
}

// cdist keeps both sets and the distances. With more than 25 points of both it is a matrix product.
func cdist(c *call) Value {
	a, b := c.tensor("x1"), c.tensor("x2")
	da, db := len(a.Shape), len(b.Shape)
	if da < 2 || db < 2 {
		c.refuse("cdist only supports at least 2D tensors, X1 got: %dD", da)
	}
	if a.Shape[da-1] != b.Shape[db-1] {
		c.refuse("X1 and X2 must have the same number of columns. X1: %d X2: %d", a.Shape[da-1], b.Shape[db-1])
	}
	if !equal(a.Shape[:da-2], b.Shape[:db-2]) {
		c.giveUp("batches that are broadcast are not followed")
	}
	out := c.empty(a.DType, concat(a.Shape[:da-2], a.Shape[da-2], b.Shape[db-2])...)
	return c.made(out, []*Tensor{a, b}, a, b, out)
}

// cosineSimilarity divides both by their lengths and sums the product.
func cosineSimilarity(c *call) Value {
	a, b := c.tensor("x1"), c.tensor("x2")
	shape := c.join(a.Shape, b.Shape)
	x, y := c.expanded(a, shape), c.expanded(b, shape)
	unit := func(x *Tensor) *Tensor {
		length := c.do("torch.linalg.vector_norm", x, Int(2), c.arg("dim"), Bool(true))
		return c.do("Tensor.div", x, c.do("torch.clamp_min", length, Float(1e-8)))
	}
	p, q := unit(x), unit(y)
	return c.call("Tensor.sum", c.do("Tensor.mul", p, q), c.arg("dim"))
}

func pairwiseDistance(c *call) Value {
	a, b := c.tensor("x1"), c.tensor("x2")
	difference := c.do("Tensor.add", c.do("Tensor.sub", a, b), Float(1e-6))
	return c.call("Tensor.norm", difference, c.arg("p"), Int(-1), c.arg("keepdim"))
}
