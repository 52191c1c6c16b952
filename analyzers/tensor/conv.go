package tensor

import "strings"

// convolutions, transposed ones and their padding.
func convolutions() []row {
	return []row{
		{"tf", "conv1d(self, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", conv(1)},
		{"tf", "conv2d(self, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", conv(2)},
		{"tf", "conv3d(self, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", conv(3)},
		{"tf", "conv_transpose1d(self, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
			convTranspose(1)},
		{"tf", "conv_transpose2d(self, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
			convTranspose(2)},
		{"tf", "conv_transpose3d(self, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
			convTranspose(3)},
	}
}

func conv(n int) func(*call) Value {
	return func(c *call) Value {
		x, single := c.spatial(c.tensor("self"), n)
		weight := c.tensor("weight")
		stride, dilation := c.each("stride", n), c.each("dilation", n)
		for i := range stride {
			if stride[i] < 1 || dilation[i] < 1 {
				c.refuse("non-positive stride is not supported")
			}
		}
		x, padding := c.convPadding(x, weight, stride, dilation, n)
		groups := c.int("groups")
		c.channelsFit(x, weight, groups)
		shape := []int64{x.Shape[0], weight.Shape[0]}
		for i := range n {
			in, kernel := x.Shape[2+i]+2*padding[i], dilation[i]*(weight.Shape[2+i]-1)+1
			if in < kernel {
				c.kernelTooLarge(x, weight, padding, dilation)
			}
			shape = append(shape, (in-kernel)/stride[i]+1)
		}
		return c.convolved(x, weight, c.maybe("bias"), shape, stride, groups, single)
	}
}

// spatial is a batch of signals, images or volumes: one alone becomes a batch of one.
func (c *call) spatial(x *Tensor, n int) (*Tensor, bool) {
	switch len(x.Shape) {
	case n + 2:
		return x, false
	case n + 1:
		return c.unsqueezed(x, 0), true
	}
	name := c.op[strings.LastIndexByte(c.op, '.')+1:]
	c.refuse("Expected %dD (unbatched) or %dD (batched) input to %s, but got input of size: %s", n+1, n+2, name,
		listed(x.Shape))
	return nil, false
}

func (c *call) channelsFit(x, weight *Tensor, groups int64) {
	if len(weight.Shape) != len(x.Shape) {
		c.refuse("expected weight to have %d dimensions, but got %s", len(x.Shape), listed(weight.Shape))
	}
	if groups > 0 && weight.Shape[0]%groups != 0 {
		c.refuse(
			"Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] instead",
			groups,
			groups,
			listed(weight.Shape),
		)
	}
	if weight.Shape[1]*groups != x.Shape[1] {
		c.refuse("Given groups=%d, weight of size %s, expected input%s to have %d channels, but got %d channels instead",
			groups, listed(weight.Shape), listed(x.Shape), weight.Shape[1]*groups, x.Shape[1])
	}
	if x.DType != weight.DType {
		c.refuseType("Input type (%s) and weight type (%s) should be the same", scalarName(x.DType), scalarName(weight.DType))
	}
}

func (c *call) kernelTooLarge(x, weight *Tensor, padding, dilation []int64) {
	var padded, kernel []string
	for i := range padding {
		padded = append(padded, listed([]int64{x.Shape[2+i] + 2*padding[i]}))
		kernel = append(kernel, listed([]int64{dilation[i]*(weight.Shape[2+i]-1) + 1}))
	}
	bare := strings.NewReplacer("[", "", "]", "")
	c.refuse(
		"Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't be greater than actual "+
			"input size",
		bare.Replace(strings.Join(padded, " x ")),
		bare.Replace(strings.Join(kernel, " x ")),
	)
}

// convPadding is the padding on both sides. 'same' with an even kernel pads one side more: a copy is made first.
func (c *call) convPadding(x, weight *Tensor, stride, dilation []int64, n int) (*Tensor, []int64) {
	word, named := c.arg("padding").(String)
	if !named {
		return x, c.each("padding", n)
	}
	padding := make([]int64, n)
	if word == "valid" {
		return x, padding
	}
	if word != "same" {
		c.refuse("Invalid padding string: '%s'", string(word))
	}
	extra := make([]int64, 2*n)
	uneven := false
	for i := range n {
		if stride[i] != 1 {
			c.refuse("padding='same' is not supported for strided convolutions")
		}
		total := dilation[i] * (weight.Shape[2+i] - 1)
		padding[i] = total / 2
		if total%2 == 1 {
			extra[2*(n-1-i)+1], uneven = 1, true
		}
	}
	if uneven {
		x = c.constantPad(x, extra)
	}
	return x, padding
}

// convolved keeps its input and its weight, whichever of them needs the gradient.
func (c *call) convolved(x, weight, bias *Tensor, shape, stride []int64, groups int64, single bool) *Tensor {
	out := c.empty(x.DType, shape...)
	if len(shape) > 3 && (x.lastly() || weight.lastly()) {
		out.Strides = channelsLast(shape)
	}
	forward, backward := c.turned(x, weight, out, stride, groups)
	if forward > 0 {
		c.empty(Uint8, forward) // cuDNN's, while the convolution runs
	}
	c.made(out, []*Tensor{x, weight, bias}, x, weight)
	if out.fn != nil {
		out.fn.scratch = backward
	}
	if single {
		return c.look1(out, 0)
	}
	return out
}

// lastly reports whether torch would suggest the channels-last format for what is made of a tensor.
func (t *Tensor) lastly() bool { return !t.Contiguous() && t.isChannelsLast() }

func convTranspose(n int) func(*call) Value {
	return func(c *call) Value {
		x, single := c.spatial(c.tensor("self"), n)
		weight := c.tensor("weight")
		stride, padding, dilation := c.each("stride", n), c.each("padding", n), c.each("dilation", n)
		extra, groups := c.each("output_padding", n), c.int("groups")
		if len(weight.Shape) != len(x.Shape) || weight.Shape[0] != x.Shape[1] {
			c.refuse("Given transposed=1, weight of size %s, expected input%s to have %d channels, but got %d channels instead",
				listed(weight.Shape), listed(x.Shape), weight.Shape[0], x.Shape[1])
		}
		shape := []int64{x.Shape[0], weight.Shape[1] * groups}
		for i := range n {
			if extra[i] >= stride[i] && extra[i] >= dilation[i] {
				c.refuse(
					"output padding must be smaller than either stride or dilation, but got %d of stride %d and dilation %d",
					extra[i],
					stride[i],
					dilation[i],
				)
			}
			kernel := dilation[i]*(weight.Shape[2+i]-1) + 1
			shape = append(shape, (x.Shape[2+i]-1)*stride[i]-2*padding[i]+kernel+extra[i])
		}
		return c.convolved(x, weight, c.maybe("bias"), shape, stride, groups, single)
	}
}
