package tensor

import (
	"slices"
	"strings"
)

// A gradient lies in memory in the order in which an operation made it. That of a view looks at the same memory where
// it can: a gradient that comes through a permutation lies across, and where a view then cannot look at it in the shape
// of what it was a view of, autograd copies it (ViewBackward is grad.reshape).

// sight is how a view's result looks at its tensor: in another order of the dimensions, or in another shape.
type sight struct {
	turned []int   // the tensor's dimensions in the order of the result's
	shape  []int64 // else the tensor's own shape
}

// back are the strides of the gradient of what a view looks at, given those of the view's own; ok is false where only a
// copy has that shape.
func (s *sight) back(shape, strides []int64) (inner []int64, ok bool) {
	if s.turned == nil {
		return viewStrides(&Tensor{Shape: shape, Strides: strides}, s.shape)
	}
	inner = make([]int64, len(strides))
	for i, d := range s.turned {
		inner[d] = strides[i]
	}
	return inner, true
}

// freshly are the operations whose gradients lie in one piece, however the one lies that comes in.
var freshly = setOf("softmax log_softmax layer_norm group_norm batch_norm instance_norm " +
	"conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d unbind view_as_real " +
	"__getitem__ narrow split chunk select mean")

// alike are the operations on each element, whose gradients lie as the one that comes in.
var alike = setOf("relu relu6 leaky_relu gelu silu sigmoid tanh elu selu celu mish hardswish hardsigmoid " +
	"softplus dropout exp log sqrt abs sin cos neg __neg__ mul __mul__ __rmul__ __imul__ multiply div __truediv__ " +
	"__itruediv__ sub __sub__ __rsub__ __isub__ add __add__ __radd__ __iadd__ clone contiguous pow __pow__ square clamp")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// everywhere are the strides of one number that is looked at in a whole shape.
func everywhere(shape []int64) []int64 { return make([]int64, len(shape)) }

// denseIn reports whether elements lie in one piece, in whatever order of the dimensions.
func denseIn(shape, strides []int64) bool {
	order := make([]int, 0, len(shape))
	for d, n := range shape {
		if n != 1 {
			order = append(order, d)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return int(strides[b] - strides[a]) })
	step := int64(1)
	for _, d := range slices.Backward(order) {
		if strides[d] != step {
			return false
		}
		step *= shape[d]
	}
	return true
}

// lies are the strides of the gradient that goes along an edge, nil where nobody knows.
func (e *engine) lies(n *node, i int, own []int64, copied bool) []int64 {
	next := n.next[i]
	name := nameOfOp(n.op)
	if !strings.HasPrefix(name, "__") {
		name = strings.TrimSuffix(name, "_")
	}
	switch {
	case next.to == nil || next.to.shape == nil:
		return nil
	case n.sight != nil && copied:
		return contiguous(next.to.shape)
	case n.sight != nil:
		if own == nil || n.shape == nil {
			return nil
		}
		inner, _ := n.sight.back(n.shape, own)
		if len(inner) != len(next.to.shape) {
			return nil
		}
		return inner
	case next.fresh || freshly[name]:
		return contiguous(next.to.shape)
	case name == "sum":
		return everywhere(next.to.shape)
	case (n.copies || alike[name]) && equal(n.shape, next.to.shape) && own != nil:
		if n.passes || denseIn(n.shape, own) {
			return own
		}
	}
	return nil
}

// mustCopy reports whether a view's gradient has to be copied to be seen in the shape of what the view looks at.
func (n *node) mustCopy(own []int64) bool {
	if n.sight == nil || own == nil || n.shape == nil || len(own) != len(n.shape) {
		return false
	}
	_, ok := n.sight.back(n.shape, own)
	return !ok
}
