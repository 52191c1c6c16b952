package tensor

import (
	"container/heap"
	"slices"
)

// What an operation's backward pass is to a second one: torch.autograd.grad(…, create_graph=True) runs the first as
// operations that have a graph of their own (tools/autograd/derivatives.yaml says what each keeps).
type twice uint8

const (
	twiceUnknown  twice = iota
	twicePlain          // its gradient hangs on the one that comes in alone
	twiceMasked         // also on what the operation has kept, but not smoothly: zeros go there
	twiceCurved         // on both, smoothly
	twiceBilinear       // on the one that comes in and on the operation's other operands
	twiceScaled         // on the one that comes in, which is kept with a mask
)

var twices = map[string]twice{
	"mean": twicePlain, "neg": twicePlain, "__neg__": twicePlain, "sub": twicePlain, "__sub__": twicePlain,
	"__rsub__": twicePlain, "interpolate": twicePlain, "pad": twicePlain,
	"upsample": twicePlain, "flip": twicePlain,
	"relu": twiceMasked, "relu_": twiceMasked, "leaky_relu": twiceMasked, "leaky_relu_": twiceMasked,
	"max_pool2d": twiceMasked, "avg_pool2d": twiceMasked,
	"adaptive_avg_pool2d": twiceMasked, "max_pool1d": twiceMasked, "avg_pool1d": twiceMasked,
	"tanh": twiceCurved, "sigmoid": twiceCurved, "elu": twiceCurved, "softplus": twiceCurved, "gelu": twiceCurved,
	"conv1d": twiceBilinear, "conv2d": twiceBilinear, "conv3d": twiceBilinear, "conv_transpose1d": twiceBilinear,
	"conv_transpose2d": twiceBilinear,
	"conv_transpose3d": twiceBilinear, "linear": twiceBilinear,
	"mul": twiceBilinear, "__mul__": twiceBilinear, "__rmul__": twiceBilinear,
	"dropout": twiceScaled, "dropout2d": twiceScaled,
}

// ofResult are the operations whose backward pass reads what they gave.
var ofResult = []string{"relu", "relu_", "leaky_relu_", "tanh", "sigmoid"}

// Again are the gradients of results with regard to some tensors, with a graph of their own; nil for one that does not
// take part. First are the gradients that come in, nil for ones.
func (t *Tape) Again(results, inputs, first []*Tensor) (made []*Tensor, err error) {
	defer caught(&err)
	c := &call{tape: t, op: "torch.autograd.grad"}
	w := &again{
		c:        c,
		leads:    map[*node]bool{},
		waiting:  map[*node]int{},
		incoming: map[*node]*Tensor{},
		wanted:   map[*node]bool{},
	}
	for _, in := range inputs {
		if !in.RequiresGrad {
			c.refuse("One of the differentiated Tensors does not require grad")
		}
		w.wanted[in.history()] = true
	}
	for i, r := range results {
		if !r.RequiresGrad {
			c.refuse("element %d of tensors does not require grad and does not have a grad_fn", i)
		}
		w.reach(r.history())
	}
	for i, r := range results {
		g := first[i]
		if g == nil {
			g = c.like(r, r.DType)
		}
		if n := r.history(); w.leads[n] {
			w.waiting[n]++
			w.deliver(n, g, g.Bytes())
		}
	}
	w.run()
	for _, in := range inputs {
		g := w.incoming[in.history()]
		if g != nil {
			out := *g
			out.Shape, out.Strides, out.DType, out.base = in.Shape, contiguous(in.Shape), in.DType, nil
			g = &out
		}
		made = append(made, g)
	}
	return made, nil
}

// again walks the graph backwards, and records what it does.
type again struct {
	c        *call
	wanted   map[*node]bool
	leads    map[*node]bool // to what is wanted
	waiting  map[*node]int
	incoming map[*node]*Tensor
	ready    queue
}

// reach finds which operations lead to what is wanted.
func (w *again) reach(root *node) {
	for pending := []*node{root}; len(pending) > 0; {
		n := pending[len(pending)-1]
		if _, done := w.leads[n]; done {
			pending = pending[:len(pending)-1]
			continue
		}
		if n.region != nil {
			w.c.giveUp("a checkpointed part that is differentiated again is not followed")
		}
		open := len(pending)
		for _, next := range n.next {
			if _, done := w.leads[next.to]; !done && next.to != nil {
				pending = append(pending, next.to)
			}
		}
		if len(pending) > open { // what made its inputs comes first
			continue
		}
		pending = pending[:len(pending)-1]
		lead := w.wanted[n]
		for _, next := range n.next {
			if next.to != nil && w.leads[next.to] {
				w.waiting[next.to]++
				lead = true
			}
		}
		w.leads[n] = lead
	}
}

func (w *again) run() {
	for len(w.ready) > 0 {
		n := heap.Pop(&w.ready).(*node)
		if n.leaf != nil {
			continue
		}
		g := w.incoming[n]
		for i, next := range n.next {
			if next.to != nil && w.leads[next.to] {
				w.deliver(next.to, w.gradient(n, i, g), next.bytes)
			}
		}
	}
}

// gradient is what one operation makes of the gradient that comes in for one of its inputs.
func (w *again) gradient(n *node, i int, g *Tensor) *Tensor {
	t, name, next := w.c.tape, nameOfOp(n.op), n.next[i]
	t.clock++
	g.Storage.last = t.clock
	if next.passes || n.passes && (next.bytes >= g.Bytes() || name == "cat") {
		return w.made(
			g,
			&node{op: "view", passes: true, next: []edge{{to: g.history(), bytes: g.Bytes()}}},
			g.Storage,
			next.bytes,
		)
	}
	kind := twices[name]
	if kind == twiceUnknown {
		w.c.giveUp("what the backward pass of %s keeps when it is differentiated again is not known", name)
	}
	for _, s := range n.saved {
		s.last = t.clock
	}
	own := &node{op: name + " again"}
	if g.RequiresGrad {
		own.next = append(own.next, edge{to: g.history(), bytes: g.Bytes()})
	}
	kept := kind == twiceCurved || kind == twiceScaled
	switch kind {
	case twiceMasked, twiceCurved:
		to := next.to
		if slices.Contains(ofResult, name) {
			to = n
		}
		own.next = append(own.next, edge{to: to, bytes: next.bytes})
	case twiceBilinear:
		for j, other := range n.next {
			if j != i && other.to != nil {
				own.next, kept = append(own.next, other), true
			}
		}
	}
	if kind != twicePlain {
		own.keep(n.saved...)
	}
	if kept {
		own.keep(g.Storage)
	}
	out := w.c.empty(Uint8, next.bytes)
	return w.made(g, own, out.Storage, next.bytes)
}

// keep notes what an operation keeps.
func (n *node) keep(storages ...*Storage) {
	for _, s := range storages {
		n.saved, n.versions = append(n.saved, s), append(n.versions, s.version)
	}
}

// made is a gradient with its history.
func (w *again) made(like *Tensor, fn *node, in *Storage, bytes int64) *Tensor {
	t := w.c.tape
	out := &Tensor{Shape: []int64{bytes / max(like.DType.Size(), 1)}, DType: like.DType, Storage: in}
	out.Strides = contiguous(out.Shape)
	fn.next = slices.DeleteFunc(fn.next, func(e edge) bool { return e.to == nil })
	if len(fn.next) == 0 {
		return out
	}
	t.nodes++
	fn.at, fn.owner, fn.out = t.nodes, t.Owner, bytes
	out.fn, out.RequiresGrad = fn, true
	return out
}

// deliver adds a gradient to those that an operation has: into new memory, since the graph keeps both.
func (w *again) deliver(to *node, g *Tensor, bytes int64) {
	if first := w.incoming[to]; first != nil {
		own := &node{op: "add", passes: true}
		for _, one := range []*Tensor{first, g} {
			one.Storage.last = w.c.tape.clock + 1
			if one.RequiresGrad {
				own.next = append(own.next, edge{to: one.history(), bytes: one.Bytes()})
			}
		}
		sum := w.c.empty(Uint8, bytes)
		g = w.made(g, own, sum.Storage, bytes)
	}
	w.incoming[to] = g
	w.waiting[to]--
	if w.waiting[to] == 0 {
		heap.Push(&w.ready, to)
	}
}
