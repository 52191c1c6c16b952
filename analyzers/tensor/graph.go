package tensor

import "slices"

// node is one recorded operation: autograd's grad_fn.
type node struct {
	op    string
	at    int // the order of recording
	owner any // who ran it
	next  []edge
	saved []*Storage
	// versions are how often each of saved had been written into when it was kept.
	versions []int
	out      int64 // bytes of the gradient that comes in
	leaf     *Tensor
	// region is the part that it is in of those that are run again; nil: in none.
	region *region
	// passes says that the gradient goes on as it came, without new memory: additions and views.
	passes bool
	// scratch is what its backward allocates beside the gradients, where the program wrote it.
	scratch int64
	// shape is that of its one result, nil where there are several.
	shape []int64
	many  bool
	// sight is how a view looks at its tensor; nil: it is none, or one that takes a part.
	sight *sight
	// copies says that the result is a copy of the input in another order.
	copies bool
	// freed says that a backward pass came by and nothing is kept any more.
	freed bool
}

// edge leads to what made an input. A nil node is an input without a history.
type edge struct {
	to    *node
	bytes int64 // of the gradient that goes along
	// passes says so of this input's gradient alone.
	passes bool
	// beside is what is made for this gradient alone, and gone once it is there.
	beside int64
	// fresh says that this gradient lies in one piece.
	fresh bool
}

func (t *Tape) node(op string, from, keeps []*Tensor) *node {
	t.nodes++
	n := &node{op: op, at: t.nodes, owner: t.Owner, region: t.region, passes: passing[nameOfOp(op)]}
	for _, input := range from {
		if input != nil && input.RequiresGrad {
			n.next = append(n.next, edge{to: input.history(), bytes: input.Bytes()})
		}
	}
	for _, kept := range keeps {
		if kept != nil {
			n.saved = append(n.saved, kept.Storage)
			n.versions = append(n.versions, kept.Storage.version)
		}
	}
	return n
}

// order is the one in which the gradients of the inputs are made: autograd's formulas stand in the order of their names
// (tools/autograd/load_derivatives.py), other before self.
func (n *node) order() []int {
	order := make([]int, len(n.next))
	for i := range order {
		order[i] = i
	}
	if len(n.next) == 2 && n.next[0].beside+n.next[1].beside > 0 {
		order[0], order[1] = 1, 0
	}
	return order
}

func (n *node) makes(out *Tensor) {
	n.out += out.Bytes()
	if n.many || n.shape != nil {
		n.many, n.shape = true, nil
		return
	}
	n.shape = out.Shape
	if n.shape == nil {
		n.shape = []int64{}
	}
}

// root is the tensor that a view looks at, or the tensor itself.
func (t *Tensor) root() *Tensor {
	if t.base != nil {
		return t.base
	}
	return t
}

// gradient is the operation that made the tensor: of a view whose base was changed since, the look at the changed one.
func (t *Tensor) gradient() *node {
	if t.base == nil || t.seen == t.base.change || t.base.fn == nil {
		return t.fn
	}
	t.fn = &node{
		op:     "view",
		at:     t.base.fn.at,
		next:   []edge{{to: t.base.fn, bytes: t.base.Bytes()}},
		out:    t.Bytes(),
		passes: true,
	}
	t.seen = t.base.change
	t.RequiresGrad = true
	return t.fn
}

// history is what made the tensor; of a leaf, the node that collects its gradient.
func (t *Tensor) history() *node {
	if fn := t.gradient(); fn != nil {
		return fn
	}
	if t.fn == nil && t.RequiresGrad {
		t.collector()
	}
	return t.leafNode
}

func (t *Tensor) collector() {
	if t.leafNode == nil {
		t.leafNode = &node{op: "AccumulateGrad", leaf: t, out: t.Bytes()}
	}
}

// SavedBytes is what is kept for the backward pass of the given results: unique storages, parameters and buffers
// excluded, inputs included. Branches that lead to none of the results were freed and do not count.
func (t *Tape) SavedBytes(results ...Value) int64 {
	var total int64
	for storage := range t.Saved(results...) {
		if !storage.Parameter && !storage.host {
			total += storage.Bytes
		}
	}
	return total
}

// Saved are the storages that the backward pass of the given results reads, parameters included, and by which
// operations.
func (t *Tape) Saved(results ...Value) map[*Storage][]string {
	kept := map[*Storage][]string{}
	t.reach(results, func(n *node) {
		for _, storage := range n.keeps() {
			kept[storage] = append(kept[storage], n.op)
		}
	})
	return kept
}

// Overwritten is an operation that keeps something which was written into later: torch refuses the backward pass of
// such a result. Empty where there is none.
func (t *Tape) Overwritten(results ...Value) (op string) {
	t.reach(results, func(n *node) {
		for i, storage := range n.saved {
			if n.region == nil && storage.version != n.versions[i] {
				op = nameOfOp(n.op)
			}
		}
	})
	return op
}

// reach visits every operation that the backward pass of the given results comes by, once.
func (t *Tape) reach(results []Value, visit func(*node)) {
	var roots []*node
	for _, result := range results {
		for tensor := range tensorsIn(result) {
			roots = append(roots, tensor.gradient())
		}
	}
	behind(roots, map[*node]bool{}, visit)
}

// behind visits the operations that lead to others, these first, and passes by those that were seen.
func behind(roots []*node, seen map[*node]bool, visit func(*node)) {
	pending := slices.Clone(roots)
	for len(pending) > 0 {
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if n == nil || seen[n] {
			continue
		}
		seen[n] = true
		visit(n)
		for _, e := range n.next {
			pending = append(pending, e.to)
		}
	}
}

// tensorsIn are the tensors of a value, those of its lists included.
func tensorsIn(v Value) func(yield func(*Tensor) bool) {
	return func(yield func(*Tensor) bool) { eachTensor(v, yield) }
}

func eachTensor(v Value, yield func(*Tensor) bool) bool {
	if t, ok := v.(*Tensor); ok {
		return t == nil || yield(t)
	}
	list, _ := items(v)
	for _, item := range list {
		if !eachTensor(item, yield) {
			return false
		}
	}
	return true
}
