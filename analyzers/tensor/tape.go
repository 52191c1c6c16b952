package tensor

import "fmt"

// Device is where a model runs. What autograd keeps differs in a few operations.
type Device uint8

// The devices that are modelled, eager execution on both.
const (
	CUDA Device = iota
	CPU
)

// Tape is one run of a model: what was allocated, and the graph that autograd built.
type Tape struct {
	Grad     bool  // grad mode: torch.no_grad turns it off
	Autocast DType // what torch.autocast casts to, NoDType outside of it
	Device   Device
	Owner    any // who runs the operations now; see Keepers
	// Torch is the version of torch that is modelled: 204 is 2.4, 108 is 1.8. Zero is the newest.
	Torch int
	// Card is what runs the operations.
	Card Card
	// multiplies says that a product of matrices ran: cuBLAS has its workspaces then.
	multiplies bool
	// Perhaps are bytes that the peak may have beyond what is counted: what data or a version that is not known decides.
	Perhaps int64
	// Undated: the version of torch 1 is not known.
	Undated bool
	// Picks say how many elements masks pick; nil: nothing does.
	Picks *Picks
	// Shared: experts are taken to be given as many tokens as each other.
	Shared bool

	nodes       int
	region      *region // the part under way that is run again in the backward pass
	clock       int     // counts operations, those within others included
	allocations []*Storage
	// the clock when the step began: what only came and went before is no part of its peaks
	begun  int
	events []event // of a training loop
	// holdings are the names that held results of graphs, in the order in which they ended.
	holdings []holding
	casts    map[*Tensor]*Tensor // autocast's copies of parameters
	castIn   map[*Tensor]*region // the part that each was made in, of those that run again: there it is made again
}

// NewTape begins a run in grad mode.
func NewTape() *Tape {
	return &Tape{Grad: true, casts: map[*Tensor]*Tensor{}, castIn: map[*Tensor]*region{}}
}

// ShapeError says that torch refuses this call: two known shapes cannot meet, or an argument is none it takes.
type ShapeError struct {
	Op      string
	Message string // as torch words it
	// Types: the shapes may meet, and the types of the elements do not.
	Types bool
}

func (e *ShapeError) Error() string { return e.Op + ": " + e.Message }

// Unknown says that an operation, or this form of its arguments, is not known: the answer ends here.
type Unknown struct {
	Op     string
	Reason string
}

func (e *Unknown) Error() string { return e.Op + ": " + e.Reason }

// Call gives what one operation makes of its arguments. Names are as people write them, from the root: "torch.cat",
// "torch.nn.functional.relu", "Tensor.view", "Tensor.__getitem__". A method's first argument is its tensor.
func (t *Tape) Call(op string, args []Value, kw map[string]Value) (result Value, err error) {
	found := lookup(op)
	if found == nil {
		return nil, &Unknown{op, "this operation is not known"}
	}
	defer caught(&err)
	c := &call{tape: t, op: op, inPlace: found.inPlace}
	c.bind(found.form(), args, kw)
	t.cast(found.name, c)
	result = found.run(c)
	c.fold(found.name, result)
	c.round(found.name, result)
	c.evaluate(found.name, result)
	c.compare(found.name, result)
	c.judge(found.name, result)
	t.used(c.values)
	t.stays(c.values, result)
	return result, nil
}

// stays leaves what is computed of tensors of the host alone in the host's memory.
func (t *Tape) stays(from []Value, result Value) {
	any := false
	for _, v := range from {
		for tensor := range tensorsIn(v) {
			if !tensor.Storage.host {
				return
			}
			any = any || !tensor.number
		}
	}
	if !any {
		return
	}
	for tensor := range tensorsIn(result) {
		tensor.Storage.host = true
	}
}

// Known reports whether Call knows an operation by this name, in some form of its arguments.
func Known(op string) bool { return lookup(op) != nil }

// caught turns what an operation ended with into an error.
func caught(err *error) {
	switch fault := recover().(type) { //nolint:revive // every caller defers it
	case nil:
	case *Unknown:
		*err = fault
	case *ShapeError:
		*err = fault
	default:
		panic(fault)
	}
}

// refuse ends a call as torch would end it.
func (c *call) refuse(format string, args ...any) {
	panic(&ShapeError{Op: c.op, Message: fmt.Sprintf(format, args...)})
}

// refuseType is refuse where not the shapes but the types of elements are none that torch takes.
func (c *call) refuseType(format string, args ...any) {
	panic(&ShapeError{Op: c.op, Message: fmt.Sprintf(format, args...), Types: true})
}

// giveUp ends a call that is not followed.
func (c *call) giveUp(format string, args ...any) {
	panic(&Unknown{c.op, fmt.Sprintf(format, args...)})
}

// mostParts is into how many tensors one call may take a tensor apart, over how many steps a layer may go, and of how
// many layers one may be made: what people train stays far below, and each part costs memory here.
const mostParts = 1 << 14

// mostElements keeps sizes in bytes far from the end of an int64.
const mostElements = 1 << 50

// bounded gives up on more parts than are followed.
func (c *call) bounded(n int64) {
	if n > mostParts {
		c.giveUp("%d parts are more than are followed", n)
	}
}

// empty is new memory on the device.
func (c *call) empty(dtype DType, shape ...int64) *Tensor {
	c.countable(shape)
	out := NewTensor(dtype, shape...)
	c.allocated(out)
	return out
}

// countable gives up on sizes that no device holds.
func (c *call) countable(shape []int64) {
	elements := int64(1)
	for _, n := range shape {
		if n > 0 && elements > mostElements/n {
			c.giveUp("a tensor of %s elements is more than any device holds", listed(shape))
		}
		elements *= max(n, 1)
	}
}

// like is new memory of the same shape; the order of the dimensions in memory is kept where it is dense.
func (c *call) like(t *Tensor, dtype DType) *Tensor {
	out := c.empty(dtype, t.Shape...)
	out.Strides = iterated(t.Shape, []*Tensor{t})
	return out
}

func (c *call) allocated(out *Tensor) {
	c.tape.clock++
	out.Storage.tape = c.tape
	out.Storage.born, out.Storage.last = c.tape.clock, c.tape.clock
	c.tape.allocations = append(c.tape.allocations, out.Storage)
}

// bornAt is when a storage was allocated on this tape's clock: what an earlier run made, such as the data before a
// loop, is there from the beginning.
func (t *Tape) bornAt(s *Storage) int {
	if s.tape != t {
		return 0
	}
	return s.born
}

// read notes that these tensors are read now.
func (t *Tape) read(tensors []*Tensor) {
	t.clock++
	for _, tensor := range tensors {
		if tensor != nil {
			tensor.Storage.last = t.clock
		}
	}
}

// used notes that the storages of these values are read now.
func (t *Tape) used(values []Value) {
	t.clock++
	for _, v := range values {
		for tensor := range tensorsIn(v) {
			tensor.Storage.last = t.clock
		}
	}
}

// number is a Python number that became a tensor of its own: on the host, whatever the device.
func (c *call) number(v Value) *Tensor {
	dtype := Float64
	if d := numberType(v); d != Float32 {
		dtype = d
	}
	t := NewTensor(dtype)
	t.number, t.Storage.host = true, true
	if n, ok := floatOf(v); ok {
		t.Known = []float64{n}
	}
	return t
}

// wants reports whether any of the tensors needs a gradient here.
func (c *call) wants(from ...*Tensor) bool {
	if !c.tape.Grad {
		return false
	}
	for _, t := range from {
		if t != nil && t.RequiresGrad {
			return true
		}
	}
	return false
}

// made gives an operation's output its history: the tensors it was made from and those that backward reads again.
func (c *call) made(out *Tensor, from []*Tensor, keeps ...*Tensor) *Tensor {
	c.madeAll([]*Tensor{out}, from, keeps...)
	return out
}

// madeAll is made for an operation with several outputs.
func (c *call) madeAll(outs, from []*Tensor, keeps ...*Tensor) {
	c.tape.read(from)
	if !c.wants(from...) {
		return
	}
	n := c.tape.node(c.op, from, keeps)
	for _, out := range outs {
		if out.DType.differentiable() {
			out.RequiresGrad, out.fn = true, n
			n.makes(out)
		}
	}
}

// changed gives a tensor that an operation wrote into its new history.
func (c *call) changed(self *Tensor, from []*Tensor, keeps ...*Tensor) *Tensor {
	self.Known = nil
	self.Storage.written = true
	c.tape.read(from)
	root := self.root()
	if !self.Apart && !root.Apart {
		self.Storage.version++
	}
	if !c.wants(from...) || !self.DType.differentiable() {
		return self
	}
	if root.RequiresGrad && root.gradient() == nil {
		if self.base != nil {
			c.refuse("a view of a leaf Variable that requires grad is being used in an in-place operation.")
		}
		c.refuse("a leaf Variable that requires grad is being used in an in-place operation.")
	}
	n := c.tape.node(c.op, from, keeps)
	if self.base != nil {
		c.intoView(n, self, root, from, keeps)
	}
	n.makes(root)
	root.change++
	root.fn, root.RequiresGrad, root.seen = n, true, root.change
	self.RequiresGrad = true
	return self
}

// intoView makes of an operation on a view one on its base: autograd's CopySlices.
func (c *call) intoView(n *node, self, root *Tensor, from, keeps []*Tensor) {
	var others []*Tensor
	for _, t := range from {
		if t != self {
			others = append(others, t)
		}
	}
	c.tape.nodes--
	*n = *c.tape.node("copy into a view", others, keeps)
	if root.fn != nil {
		n.next = append(n.next, edge{to: root.fn, bytes: root.Bytes()})
	}
}

// Use notes that these values are still held now: what a variable names lives until its function returns, and with it
// what the graph behind it keeps.
func (t *Tape) Use(values ...Value) {
	t.used(values)
	h := holding{until: t.clock}
	for _, v := range values {
		for tensor := range tensorsIn(v) {
			if tensor.RequiresGrad && tensor.fn != nil {
				h.roots = append(h.roots, tensor.fn)
			}
		}
	}
	if len(h.roots) > 0 {
		t.holdings = append(t.holdings, h)
	}
}
