package tensor

// Storage is a piece of memory. Its identity is the pointer: views share it.
type Storage struct {
	Bytes int64
	// Parameter says that a parameter or a buffer lives here: it is there with or without a backward pass.
	Parameter bool
	// host says that it is one of Python's numbers that met a tensor: it takes nothing on the device.
	host bool

	of []int64 // the shape of the tensor that it was made for

	written bool // into, so that what was known of its elements is not any more

	tape       *Tape // of the run in which it was allocated
	born, last int   // when it was allocated and last read, on that tape's clock
	version    int   // how often it was written into
}

// Tensor is what is known of a tensor without running anything.
type Tensor struct {
	Shape        []int64
	Strides      []int64
	Offset       int64
	DType        DType
	Storage      *Storage
	RequiresGrad bool
	Parameter    bool
	Buffer       bool
	// Apart says that autograd does not see what is written through this one: tensor.data.
	Apart bool
	// Known holds the elements of a small tensor whose contents follow from the code: torch.arange(4). Nil where not.
	Known []float64

	routed   *routed // what its elements tell of a router's choice; nil: nothing
	sound    soundness
	conj     bool // its elements are the conjugates of those in memory
	number   bool // a Python number that met a tensor
	fn       *node
	base     *Tensor // of a view: whose in-place changes are its own
	seen     int     // which of the base's changes fn knows
	change   int     // how often it was changed in place, its views' changes included
	leafNode *node   // of a leaf: where its gradient is collected
}

// NewTensor is a contiguous tensor with memory of its own, without a history.
func NewTensor(dtype DType, shape ...int64) *Tensor {
	t := &Tensor{Shape: shape, Strides: contiguous(shape), DType: dtype}
	t.Storage = &Storage{Bytes: t.Numel() * dtype.Size(), of: shape}
	return t
}

// NewParameter is a tensor that a module trains.
func NewParameter(dtype DType, shape ...int64) *Tensor {
	t := NewTensor(dtype, shape...)
	t.Parameter, t.RequiresGrad, t.Storage.Parameter = true, true, true
	return t
}

// NewBuffer is a tensor that belongs to a module and is not trained.
func NewBuffer(dtype DType, shape ...int64) *Tensor {
	t := NewTensor(dtype, shape...)
	t.Buffer, t.Storage.Parameter = true, true
	return t
}

// Numel is the number of elements.
func (t *Tensor) Numel() int64 { return product(t.Shape) }

// Bytes is what the elements take, which is less than the storage where the tensor is a part of another.
func (t *Tensor) Bytes() int64 { return t.Numel() * t.DType.Size() }

// Contiguous reports whether the elements lie one after the other in the order of their indices.
func (t *Tensor) Contiguous() bool {
	expected := int64(1)
	for i := len(t.Shape) - 1; i >= 0; i-- {
		switch {
		case t.Shape[i] == 0:
			return true
		case t.Shape[i] == 1:
		case t.Strides[i] != expected:
			return false
		default:
			expected *= t.Shape[i]
		}
	}
	return true
}

// IsLeaf reports whether no operation that is recorded made the tensor.
func (t *Tensor) IsLeaf() bool { return t.gradient() == nil }

func product(shape []int64) int64 {
	n := int64(1)
	for _, s := range shape {
		n *= s
	}
	return n
}

func contiguous(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	step := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		step *= max(shape[i], 1)
	}
	return strides
}

// channelsLast are the strides of a tensor of images or volumes whose channels lie together.
func channelsLast(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	step := int64(1)
	order := append([]int{1}, descending(len(shape)-1, 2)...)
	for _, i := range append(order, 0) {
		strides[i] = step
		step *= max(shape[i], 1)
	}
	return strides
}

func descending(from, to int) []int {
	var all []int
	for i := from; i >= to; i-- {
		all = append(all, i)
	}
	return all
}

// isChannelsLast is torch's test of the strides of 4-D and 5-D tensors.
func (t *Tensor) isChannelsLast() bool {
	if len(t.Shape) != 4 && len(t.Shape) != 5 {
		return false
	}
	if t.Strides[1] == 0 {
		return false
	}
	least := int64(0)
	for _, d := range append(append([]int{1}, descending(len(t.Shape)-1, 2)...), 0) {
		switch {
		case t.Shape[d] == 0, t.Strides[d] < least:
			return false
		case d == 0 && least == t.Strides[1]:
			return false
		}
		least = t.Strides[d]
		if t.Shape[d] > 1 {
			least *= t.Shape[d]
		}
	}
	return true
}

// Written is how often something wrote into the tensor's memory.
func (t *Tensor) Written() int64 { return int64(t.Storage.version) }
