package tensor

import "math"

// samplers change how many pixels there are.
func samplers() []row {
	return []row{
		{"f", "interpolate(self, size=None, scale_factor=None, mode=nearest, align_corners=None, " +
			"recompute_scale_factor=None, antialias=False)", interpolate},
		{"f", "upsample(self, size=None, scale_factor=None, mode=nearest, align_corners=None)", interpolate},
		{"f", "upsample_nearest(self, size=None, scale_factor=None)", interpolate},
		{"f", "upsample_bilinear(self, size=None, scale_factor=None)", interpolate},
		{"tf", "pixel_shuffle(self, upscale_factor)", pixelShuffle},
		{"tf", "pixel_unshuffle(self, downscale_factor)", pixelUnshuffle},
		{"tf", "channel_shuffle(self, groups)", channelShuffle},
		{"tf", "grid_sample(self, grid, mode=bilinear, padding_mode=zeros, align_corners=None)", gridSample},
		{"f", "affine_grid(self, size, align_corners=None)", affineGrid},
		{"f", "unfold(self, kernel_size, dilation=1, padding=0, stride=1)", unfold},
		{"f", "fold(self, size, kernel_size, dilation=1, padding=0, stride=1)", fold},
		{"f", "max_unpool1d(self, indices, kernel_size, stride=None, padding=0, size=None)", maxUnpool(1)},
		{"f", "max_unpool2d(self, indices, kernel_size, stride=None, padding=0, size=None)", maxUnpool(2)},
		{"f", "max_unpool3d(self, indices, kernel_size, stride=None, padding=0, size=None)", maxUnpool(3)},
	}
}

// interpolate keeps nothing; mode area is an adaptive pooling.
func interpolate(c *call) Value {
	x := c.tensor("self")
	n := len(x.Shape) - 2
	if n < 1 || n > 3 {
		c.refuse("Input Error: Only 3D, 4D and 5D input Tensors supported (got %dD) for the modes", len(x.Shape))
	}
	size := c.interpolated(x, n)
	shape := concat(x.Shape[:2], size...)
	if i := c.form.index("mode"); i >= 0 {
		mode := c.text("mode")
		if mode == "area" {
			names := []string{"adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"}
			return c.call("torch.nn.functional."+names[n-1], x, sizes(size))
		}
		if dims := map[string]int{"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}[mode]; dims > 0 && dims != n {
			c.refuse("Got %dD input, but %s mode needs %dD input", n+2, mode, dims+2)
		}
	}
	return c.made(c.shaped(x, shape), []*Tensor{x})
}

func (c *call) interpolated(x *Tensor, n int) []int64 {
	switch {
	case c.given("size") && c.given("scale_factor"):
		c.refuse("only one of size or scale_factor should be defined")
	case c.given("size"):
		if list, several := items(c.arg("size")); several && len(list) != n {
			c.refuse("Input and output must have the same number of spatial dimensions, "+
				"but got input with spatial dimensions of %s "+
				"and output size of %s.", listed(x.Shape[2:]), listed(c.ints("size")))
		}
		return c.each("size", n)
	case !c.given("scale_factor"):
		c.refuse("either size or scale_factor should be defined")
	}
	factors, several := items(c.arg("scale_factor"))
	if several && len(factors) != n {
		c.refuse("Input and scale_factor must have the same number of spatial dimensions")
	}
	size := make([]int64, n)
	for i := range size {
		v := c.arg("scale_factor")
		if several {
			v = factors[i]
		}
		factor, ok := floatOf(v)
		if !ok {
			c.giveUp("the scale factor is not known")
		}
		size[i] = int64(math.Floor(float64(x.Shape[2+i]) * factor))
		if size[i] < 1 {
			c.refuse("Input and output sizes should be greater than 0")
		}
	}
	return size
}

func pixelShuffle(c *call) Value {
	x, r := c.tensor("self"), c.int("upscale_factor")
	n := len(x.Shape)
	if n < 3 {
		c.refuse("pixel_shuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", n)
	}
	if x.Shape[n-3]%(r*r) != 0 {
		c.refuse(
			"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "+
				"input.size(-3)=%d is not divisible by %d",
			x.Shape[n-3],
			r*r,
		)
	}
	shape := concat(x.Shape[:n-3], x.Shape[n-3]/(r*r), x.Shape[n-2]*r, x.Shape[n-1]*r)
	return c.made(c.shaped(x, shape), []*Tensor{x})
}

func pixelUnshuffle(c *call) Value {
	x, r := c.tensor("self"), c.int("downscale_factor")
	n := len(x.Shape)
	if n < 3 || x.Shape[n-1]%r != 0 || x.Shape[n-2]%r != 0 {
		c.refuse("pixel_unshuffle expects height and width to be divisible by downscale_factor, but got input %s",
			listed(x.Shape))
	}
	shape := concat(x.Shape[:n-3], x.Shape[n-3]*r*r, x.Shape[n-2]/r, x.Shape[n-1]/r)
	return c.made(c.shaped(x, shape), []*Tensor{x})
}

func channelShuffle(c *call) Value {
	x, groups := c.tensor("self"), c.int("groups")
	if groups < 1 || x.Shape[1]%groups != 0 {
		c.refuse("Number of channels must be divisible by groups. Got %d channels and %d groups.", x.Shape[1], groups)
	}
	return c.made(c.shaped(x, x.Shape), []*Tensor{x})
}

// gridSample keeps its input and its grid.
func gridSample(c *call) Value {
	x, grid := c.tensor("self"), c.tensor("grid")
	n := len(x.Shape) - 2
	if len(grid.Shape) != len(x.Shape) || grid.Shape[0] != x.Shape[0] || grid.Shape[n+1] != int64(n) {
		c.refuse("grid_sampler(): expected grid to have size %d in last dimension, but got grid with sizes %s", n,
			listed(grid.Shape))
	}
	shape := concat(x.Shape[:2], grid.Shape[1:n+1]...)
	return c.made(c.shaped(x, shape), []*Tensor{x, grid}, x, grid)
}

// affineGrid is one operator of theta, which it keeps nothing of.
func affineGrid(c *call) Value {
	theta, size := c.tensor("self"), c.ints("size")
	n := int64(len(size) - 2)
	if len(theta.Shape) != 3 || theta.Shape[1] != n || theta.Shape[2] != n+1 {
		c.refuse("Expected a batch of affine matrices of shape Nx%dx%d for size %s. Got %s.", n, n+1, listed(size),
			listed(theta.Shape))
	}
	shape := append(concat(size[:1], size[2:]...), n)
	return c.made(c.empty(theta.DType, shape...), []*Tensor{theta})
}

// unfold makes columns of windows: nothing is kept, the columns are.
func unfold(c *call) Value {
	x := c.tensor("self")
	if len(x.Shape) != 4 {
		c.giveUp("only batches of images are followed")
	}
	w := window{c.each("kernel_size", 2), c.each("stride", 2), c.each("padding", 2), c.each("dilation", 2)}
	blocks := int64(1)
	for i := range 2 {
		if w.stride[i] < 1 {
			c.refuse("stride should be greater than zero, but got stride: %d", w.stride[i])
		}
		out := floorDiv(x.Shape[2+i]+2*w.padding[i]-w.dilation[i]*(w.kernel[i]-1)-1, w.stride[i]) + 1
		if out < 1 {
			c.refuse("Given input with spatial size (%d, %d), calculated shape of the array of sliding blocks is too small",
				x.Shape[2], x.Shape[3])
		}
		blocks *= out
	}
	return c.made(
		c.empty(x.DType, x.Shape[0], x.Shape[1]*product(w.kernel), blocks),
		[]*Tensor{x},
		c.between(113, 200, x)...)
}

func fold(c *call) Value {
	x, size := c.tensor("self"), c.each("size", 2)
	kernel := c.each("kernel_size", 2)
	if len(x.Shape) != 3 {
		c.giveUp("only batches of columns are followed")
	}
	if x.Shape[1]%product(kernel) != 0 {
		c.refuse("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "+
			"input.size(1)=%d and kernel_size=(%d, %d).", x.Shape[1], kernel[0], kernel[1])
	}
	blocks := int64(1)
	dilation, padding, stride := c.each("dilation", 2), c.each("padding", 2), c.each("stride", 2)
	for i := range size {
		blocks *= (size[i]+2*padding[i]-dilation[i]*(kernel[i]-1)-1)/stride[i] + 1
	}
	if blocks != x.Shape[2] {
		c.refuse(
			"Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of "+
				"input's dimension 2 to match the calculated number of sliding blocks %d, but got input.size(2)=%d.",
			size[0],
			size[1],
			kernel[0],
			kernel[1],
			dilation[0],
			dilation[1],
			padding[0],
			padding[1],
			stride[0],
			stride[1],
			blocks,
			x.Shape[2],
		)
	}
	return c.made(c.empty(x.DType, x.Shape[0], x.Shape[1]/product(kernel), size[0], size[1]), []*Tensor{x})
}

func maxUnpool(n int) func(*call) Value {
	return func(c *call) Value {
		x, indices := c.tensor("self"), c.tensor("indices")
		c.unbatchable(x, n)
		kernel, padding := c.each("kernel_size", n), c.each("padding", n)
		stride := kernel
		if c.given("stride") {
			stride = c.each("stride", n)
		}
		shape := append([]int64(nil), x.Shape...)
		ahead := len(shape) - n
		for i := range n {
			shape[ahead+i] = (shape[ahead+i]-1)*stride[i] - 2*padding[i] + kernel[i]
		}
		if c.given("size") {
			size := c.ints("size")
			copy(shape[ahead:], size[len(size)-n:])
		}
		return c.made(c.empty(x.DType, shape...), []*Tensor{x}, append(c.until(112, x), indices)...)
	}
}
