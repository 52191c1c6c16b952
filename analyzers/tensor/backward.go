package tensor

import (
	"container/heap"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/estimator"
)

// passing are the operations whose backward hands the gradient on, whole or in parts, without new memory.
var passing = map[string]bool{
	"add": true, "__add__": true, "__radd__": true, "__iadd__": true, "add_": true, "clone": true,
	"contiguous": true, "cat": true,
	"concat": true, "stack": true, "sum": true,
}

// reducing are the operations whose gradient for a smaller operand is made whole first and then summed.
var reducing = map[string]bool{
	"mul": true, "__mul__": true, "__rmul__": true, "mul_": true, "__imul__": true, "multiply": true, "div": true,
	"__truediv__":  true,
	"__itruediv__": true, "true_divide": true, "sub": true, "__sub__": true, "__rsub__": true, "__isub__": true,
	"maximum": true,
	"minimum": true, "where": true, "prelu": true,
}

// dividing are the divisions: a divisor's gradient is -grad * ((x / y) / y), of which two factors are made beside it.
var dividing = map[string]bool{
	"div":          true,
	"__truediv__":  true,
	"__itruediv__": true,
	"true_divide":  true,
	"divide":       true,
}

// scratch is what some operations' backward needs beside the gradients it makes, in gradients that come in.
var scratch = map[string]int64{
	"pow": 2, "__pow__": 2, "square": 2, "sqrt": 1, "abs": 1, "absolute": 1, "sin": 1, "cos": 2, "rsqrt": 2,
	"reciprocal": 2, "cumsum": 2, "roll": 1, "erf": 4,
	"copy into a view": 2,
	// what their second formulas make on the way
	"tanh again": 2, "sigmoid again": 3, "gelu again": 4, "elu again": 4, "softplus again": 6,
}

// scratchOfInput is what the backward pass of some reductions needs beside the gradient that it makes, in such
// gradients.
var scratchOfInput = map[string]int64{"logsumexp": 2, "var": 1, "std": 1, "norm": 1}

// beside is what an operation's backward needs beside the gradients that it makes (measured on an H200,
// testdata/oracle/gpu_kernels.csv).
func (e *engine) beside(n *node, name string) int64 {
	bytes := scratch[name]*n.out + n.scratch + choosing(n, name)
	if each := scratchOfInput[name]; each > 0 && len(n.next) > 0 {
		bytes += each * n.next[0].bytes
	}
	// the product of gradient and result, which the CPU's kernel does without
	if name == "softmax" && e.tape.Device == CUDA {
		bytes += n.out
	}
	return bytes
}

// ofReal reports whether an operation is a Fourier transform that may be one of real numbers.
func ofReal(name string) bool {
	switch name {
	case "rfft", "rfft2", "rfftn", "fft", "ifft":
		return true
	}
	return false
}

func nameOfOp(op string) string { return op[strings.LastIndexByte(op, '.')+1:] }

// Peaks are the bytes that a training step needs at most in each of its phases. Parameters, buffers, gradients and the
// optimizer's states are counted in all of them, as in every step after the first.
type Peaks struct {
	Forward, Backward, Optimizer int64
	// Saved is what is kept for the backward pass, Gradients what it leaves on the parameters.
	Saved, Gradients int64
	// Collected are the gradients that parameters have when backward peaks.
	Collected int64
	// Multiplies: a product of matrices ran.
	Multiplies bool
}

// Step is the largest of the phases.
func (p Peaks) Step() int64 { return max(p.Forward, p.Backward, p.Optimizer) }

// Owned is what is there during the whole step.
type Owned struct {
	Bytes int64   // parameters, buffers, the optimizer's states
	Each  []int64 // the parameters and buffers of these, one by one
	// Update is what the optimizer allocates while it works, on top of states and gradients: foreach implementations
	// make one list of tensors as large as the parameters.
	Update int64
	// Held are tensors that the training loop holds on to: the batch, the loss.
	Held []Value
}

// Peaks replays the run: storages die after their last use unless backward reads them, then the graph is walked from
// the loss, newest operation first, as autograd's engine does: each frees what it kept and allocates gradients. It
// gives the step move by move, too.
func (t *Tape) Peaks(loss *Tensor, owned Owned) (Peaks, *estimator.Moves) {
	held := map[*Storage]bool{loss.Storage: true}
	order := []*Storage{loss.Storage}
	for _, v := range owned.Held {
		for tensor := range tensorsIn(v) {
			if !held[tensor.Storage] {
				held[tensor.Storage] = true
				order = append(order, tensor.Storage)
			}
		}
	}
	saved, leads := map[*Storage]bool{}, map[*node]bool{}
	t.reach([]Value{loss}, func(n *node) {
		leads[n] = true
		for _, s := range n.keeps() {
			if !saved[s] {
				saved[s] = true
				order = append(order, s)
			}
		}
	})
	t.lapse(leads)
	l := newTimeline(t, owned.Bytes)
	l.moves.Owned = owned.Each
	var forward, backward Moment
	l.forward(&forward, order, func(s *Storage) bool { return saved[s] || held[s] })
	l.begin(&backward, estimator.BeginsBackward)
	e := newEngine(l, loss, held)
	e.run()
	p := Peaks{
		Saved:      t.SavedBytes(loss),
		Multiplies: t.multiplies,
		Forward:    forward.Bytes,
		Backward:   backward.Bytes,
		Collected:  backward.Gradients,
		Gradients:  l.collected,
		Optimizer:  owned.Bytes + l.live + owned.Update,
	}
	var leaves []*Tensor
	for n := range e.leaves {
		leaves = append(leaves, n.leaf)
	}
	slices.SortFunc(leaves, func(a, b *Tensor) int { return int(l.leaf(a)) - int(l.leaf(b)) })
	l.update(leaves, nil)
	for _, leaf := range leaves {
		l.drop(leaf)
	}
	return p, l.moves
}

// holding is a name's hold on a graph, which ends at a time of the clock.
type holding struct {
	until int
	roots []*node
}

// lapse lets what graphs keep live as long as a name holds their results, where they lead to no loss: distances to the
// codes of a book, of which only the nearest is asked. The latest holds come first, so that each operation is met once.
func (t *Tape) lapse(seen map[*node]bool) {
	for _, h := range slices.Backward(t.holdings) {
		behind(h.roots, seen, func(n *node) {
			for _, s := range n.keeps() {
				s.last = max(s.last, h.until)
			}
		})
	}
}

// Begin says that what follows is the step; before it, a program built its model.
func (t *Tape) Begin() { t.begun = t.clock + 1 }

// gradient is memory that a gradient takes, and how many hold on to it.
type gradient struct {
	bytes   int64
	number  int32
	holders int
	// view: it looks at another tensor's memory, as the gradient of a view and of a linear layer's transposed weight does.
	// Autograd adds nothing into such a one (torch/csrc/autograd/input_buffer.cpp asks who else holds the storage).
	view bool
}

// engine walks the graph backwards.
type engine struct {
	*timeline
	regions  regions
	waiting  map[*node]int // how many gradients a node still waits for
	incoming map[*node]*gradient
	kept     map[*Storage]int
	held     map[*Storage]bool
	leaves   map[*node]bool // those that collected a gradient
	ready    queue
	first    *gradient         // the loss's own
	strides  map[*node][]int64 // how the gradient lies that a node waits with, where that is known
}

func newEngine(l *timeline, loss *Tensor, held map[*Storage]bool) *engine {
	e := &engine{
		timeline: l,
		regions:  regions{},
		waiting:  map[*node]int{},
		incoming: map[*node]*gradient{},
		kept:     map[*Storage]int{},
		held:     held,
		leaves:   map[*node]bool{},
		strides:  map[*node][]int64{},
	}
	seen := map[*node]bool{}
	pending := []*node{loss.history()}
	for len(pending) > 0 {
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if n == nil || seen[n] {
			continue
		}
		seen[n] = true
		if n.region != nil {
			e.meet(n)
		} else {
			for _, s := range n.saved {
				e.kept[s]++
			}
		}
		for _, next := range n.next {
			if next.to != nil {
				e.waiting[next.to]++
				pending = append(pending, next.to)
			}
		}
	}
	if root := loss.history(); root != nil {
		first := e.gradient(loss.Bytes())
		first.holders++ // backward's caller holds it to the end
		e.incoming[root], e.first = first, first
		heap.Push(&e.ready, root)
	}
	return e
}

// gradient is new memory.
func (e *engine) gradient(bytes int64) *gradient {
	return &gradient{bytes: bytes, number: e.allocate(bytes), holders: 1}
}

func (e *engine) release(g *gradient) {
	g.holders--
	if g.holders == 0 {
		e.free(g.number)
	}
}

func (e *engine) run() {
	for len(e.ready) > 0 {
		n := heap.Pop(&e.ready).(*node)
		g := e.incoming[n]
		delete(e.incoming, n)
		if n.leaf != nil {
			e.collects(n, g)
			continue
		}
		e.arrive(n)
		own := e.strides[n]
		delete(e.strides, n)
		copied := n.mustCopy(own)
		outgoing := e.gradientsOf(n, g, copied)
		for _, s := range n.saved {
			e.forget(s)
		}
		e.depart(n)
		e.release(g)
		for i, next := range n.next {
			if next.to != nil {
				e.deliver(next.to, outgoing[i], e.lies(n, i, own, copied))
			}
		}
	}
	if e.first != nil {
		e.release(e.first)
	}
}

// choosing is what the larger or smaller of two tensors needs in the backward pass, whichever of them get gradients:
// half of what comes in, for where both are equal, what is picked of the two, and two masks of a byte an element
// (derivatives.yaml, maximum; measured with torch 2.15 for tensors of one shape in fp32).
func choosing(n *node, name string) int64 {
	switch name {
	case "maximum", "minimum":
		return 2*n.out + n.out/2
	case "max", "min":
		if len(n.saved) == 2 { // of two tensors
			return 2*n.out + n.out/2
		}
	}
	return 0
}

// gradientsOf are what one operation makes of the gradient that comes in, one for each of its inputs.
func (e *engine) gradientsOf(n *node, g *gradient, copied bool) []*gradient {
	outgoing := make([]*gradient, len(n.next))
	name := nameOfOp(n.op)
	beside := e.beside(n, name)
	convolves := strings.HasPrefix(name, "conv") && n.scratch > 0 // cuDNN has it once for each gradient, behind that
	if convolves {
		beside -= n.scratch
	}
	extra := e.gradient(beside)
	whole := make([]*gradient, len(n.next)) // those that are summed once all are made
	for _, i := range n.order() {
		next := n.next[i]
		beside := e.gradient(next.beside)
		factors := int64(0)
		if i == len(n.next)-1 && len(n.saved) == 2 && dividing[name] {
			factors = 2 * n.out
		}
		switch {
		case next.to == nil:
		case copied:
			outgoing[i] = e.gradient(next.bytes)
		case next.passes:
			g.holders++
			outgoing[i] = g
		// the gradient is the real half of a complex tensor; of half a spectrum, that is filled first
		case len(n.saved) > 0 && ofReal(name):
			filled := int64(0)
			if strings.HasPrefix(name, "rfft") {
				filled = 2 * next.bytes
			}
			full := e.gradient(filled)
			outgoing[i] = e.gradient(2 * next.bytes)
			outgoing[i].view = true
			e.release(full)
		case n.passes && (next.bytes >= g.bytes || name == "cat"):
			g.holders++
			g.view = g.view || !passing[name]
			outgoing[i] = g
		case reducing[name] && next.bytes < n.out:
			whole[i] = e.gradient(n.out)
			e.release(e.gradient(factors))
		default:
			outgoing[i] = e.gradient(next.bytes)
			outgoing[i].view = name == "linear" && next.to.leaf != nil && len(next.to.leaf.Shape) == 2 ||
				name == "linear again" && next.to.passes
			e.release(e.gradient(factors))
		}
		e.release(beside)
		if convolves && next.to != nil && (next.to.leaf == nil || len(next.to.leaf.Shape) > 1) {
			e.release(e.gradient(n.scratch))
		}
	}
	e.release(extra)
	for i, g := range whole {
		if g != nil {
			outgoing[i] = e.gradient(n.next[i].bytes)
			e.release(g)
		}
	}
	return outgoing
}

func (e *engine) forget(s *Storage) {
	e.kept[s]--
	if e.kept[s] == 0 && !e.held[s] {
		e.timeline.leave(s)
	}
}

// deliver adds a gradient to those that a node has, in place where nobody else holds the first.
func (e *engine) deliver(to *node, g *gradient, strides []int64) {
	switch first := e.incoming[to]; {
	case first == nil:
		e.incoming[to] = g
		if strides != nil {
			e.strides[to] = strides
		}
	case first.holders == 1 && !first.view && !part(first, to):
		e.release(g)
	default:
		bytes := max(first.bytes, g.bytes)
		if part(first, to) {
			bytes = to.out
		}
		sum := e.gradient(bytes)
		if before := e.strides[to]; before != nil && !slices.Equal(before, strides) {
			delete(e.strides, to)
		}
		e.release(first)
		e.release(g)
		e.incoming[to] = sum
	}
	e.waiting[to]--
	if e.waiting[to] == 0 {
		heap.Push(&e.ready, to)
	}
}

// part reports whether a gradient is a view of a larger one, as those are that torch.cat hands on: nothing is added
// into it.
func part(g *gradient, to *node) bool { return to.out > 0 && g.bytes > to.out }

// collects leaves a gradient on its parameter: the memory itself where nobody else holds it, a copy else. Into one that
// is there it is added.
func (e *engine) collects(n *node, g *gradient) {
	e.leaves[n] = true
	if _, there := e.gradients[n.leaf]; there {
		e.release(g)
		return
	}
	bytes := n.leaf.Bytes()
	if g.holders > 1 || g.bytes != bytes {
		own := e.gradient(bytes)
		e.release(g)
		g = own
	}
	e.collect(n.leaf, g.number)
	e.reach()
}

// queue hands out what collects gradients first, then the newest operation.
type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	if (q[i].leaf != nil) != (q[j].leaf != nil) {
		return q[i].leaf != nil
	}
	return q[i].at > q[j].at
}
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	n := (*q)[last]
	*q = (*q)[:last]
	return n
}
