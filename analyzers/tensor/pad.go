package tensor

import "strings"

func pads() []row {
	return []row{
		{"f", "pad(self, pad, mode=constant, value=None)", pad},
	}
}

func pad(c *call) Value {
	x, amounts := c.tensor("self"), c.ints("pad")
	if c.text("mode") == "constant" {
		return c.constantPad(x, amounts)
	}
	return c.edgePad(x, amounts, c.text("mode"))
}

// padded is a shape with amounts added, those of the last dimension first.
func (c *call) padded(shape, amounts []int64) []int64 {
	if len(amounts)%2 != 0 || len(amounts) > 2*len(shape) {
		c.refuse(
			"Length of pad should be no more than twice the number of dimensions of the input. Pad length is %d while the "+
				"input has %d dimensions.",
			len(amounts),
			len(shape),
		)
	}
	out := append([]int64(nil), shape...)
	for i := 0; i < len(amounts)/2; i++ {
		d := len(shape) - 1 - i
		out[d] += amounts[2*i] + amounts[2*i+1]
		if out[d] < 0 {
			c.refuse("The input size %d, plus negative padding %d and %d resulted in a negative output size, which is invalid.",
				shape[d], amounts[2*i], amounts[2*i+1])
		}
	}
	return out
}

// constantPad fills around its input. Where all it does is to cut, it copies a part.
func (c *call) constantPad(x *Tensor, amounts []int64) *Tensor {
	out := c.empty(x.DType, c.padded(x.Shape, amounts)...)
	if x.lastly() {
		out.Strides = channelsLast(out.Shape)
	}
	return c.made(out, []*Tensor{x})
}

// edgePad repeats what lies at the edges, and keeps its input; circular padding copies parts.
func (c *call) edgePad(x *Tensor, amounts []int64, mode string) *Tensor {
	n := len(amounts) / 2
	if n > 3 || len(x.Shape) != n+1 && len(x.Shape) != n+2 {
		c.refuse("Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now")
	}
	shape := c.padded(x.Shape, amounts)
	if mode == "reflect" {
		for i := range n {
			if in := x.Shape[len(x.Shape)-1-i]; amounts[2*i] >= in || amounts[2*i+1] >= in {
				c.refuse("Padding size should be less than the corresponding input dimension, but got: padding (%d, %d) at "+
					"dimension %d of input %s", amounts[2*i], amounts[2*i+1], len(x.Shape)-1-i, listed(x.Shape))
			}
		}
	}
	if mode == "circular" {
		for i, amount := range amounts {
			if amount > x.Shape[len(x.Shape)-1-i/2] {
				c.refuse("Padding value causes wrapping around more than once.")
			}
		}
	}
	out := c.empty(x.DType, shape...)
	switch strings.ToLower(mode) {
	case "reflect", "replicate":
		if x.lastly() && n == 2 {
			out.Strides = channelsLast(shape)
		}
		return c.made(out, []*Tensor{x}, x)
	case "circular":
		return c.made(out, []*Tensor{x})
	}
	c.refuse("Unrecognised padding mode %s", mode)
	return nil
}
