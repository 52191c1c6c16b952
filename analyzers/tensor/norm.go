package tensor

func norms() []row {
	return []row{
		{"f", "batch_norm(self, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, " +
			"eps=1e-05)", batchNorm},
		{"f", "layer_norm(self, normalized_shape, weight=None, bias=None, eps=1e-05)", layerNorm},
		{"tf", "rms_norm(self, normalized_shape, weight=None, eps=None)", rmsNorm},
		{"f", "group_norm(self, num_groups, weight=None, bias=None, eps=1e-05)", groupNorm},
		{"f", "instance_norm(self, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, " +
			"momentum=0.1, eps=1e-05)", instanceNorm},
	}
}

// statistic is a small tensor of sums over a normalisation: float32 for half types, as the kernels accumulate.
func (c *call) statistic(x *Tensor, shape ...int64) *Tensor {
	if x.DType == Float16 || x.DType == BFloat16 {
		return c.empty(Float32, shape...)
	}
	return c.empty(x.DType, shape...)
}

// batchNorm keeps its input and, in training, one mean and one deviation a channel.
func batchNorm(c *call) Value {
	x := c.tensor("self")
	if len(x.Shape) < 2 {
		c.refuse("expected at least 2D input (got %dD input)", len(x.Shape))
	}
	if mean := c.maybe("running_mean"); mean != nil && mean.Shape[0] != x.Shape[1] {
		c.refuse("running_mean should contain %d elements not %d", x.Shape[1], mean.Shape[0])
	}
	if c.bool("training") && x.Numel() == x.Shape[1] {
		c.refuse("Expected more than 1 value per channel when training, got input size torch.Size(%s)", listed(x.Shape))
	}
	return c.normalizedBatch(x, c.maybe("weight"), c.maybe("bias"), c.bool("training"), c.maybe("running_mean"),
		c.maybe("running_var"))
}

func (c *call) normalizedBatch(x, weight, bias *Tensor, training bool, running ...*Tensor) *Tensor {
	if weight != nil && weight.Shape[0] != x.Shape[1] {
		c.refuse("weight should contain %d elements not %d", x.Shape[1], weight.Shape[0])
	}
	out := c.shaped(x, x.Shape)
	keeps := append([]*Tensor{x, weight}, running...)
	if training {
		keeps = append(keeps, c.statistic(x, x.Shape[1]), c.statistic(x, x.Shape[1]))
	}
	return c.made(out, []*Tensor{x, weight, bias}, keeps...)
}

// normalized is the shape of one number for each row that a norm goes over by itself.
func (c *call) normalized(x *Tensor) []int64 {
	over := c.ints("normalized_shape")
	ahead := len(x.Shape) - len(over)
	if ahead < 0 || !equal(x.Shape[ahead:], over) {
		c.refuse("Given normalized_shape=%s, expected input with shape [*, %s], but got input of size%s",
			listed(over), inner(over), listed(x.Shape))
	}
	rows := append([]int64(nil), x.Shape...)
	for i := ahead; i < len(rows); i++ {
		rows[i] = 1
	}
	return rows
}

// layerNorm keeps its input and two numbers a row.
func layerNorm(c *call) Value {
	x, weight := c.tensor("self"), c.maybe("weight")
	rows := c.normalized(x)
	out := c.empty(x.DType, x.Shape...)
	mean, deviation := c.statistic(x, rows...), c.statistic(x, rows...)
	return c.made(out, []*Tensor{x, weight, c.maybe("bias")}, x, weight, c.maybe("bias"), mean, deviation)
}

// inner is a shape without its brackets.
func inner(shape []int64) string {
	text := listed(shape)
	return text[1 : len(text)-1]
}

// groupNorm keeps its input and two numbers a group. It works on a contiguous or channels-last input, a copy where it
// is not.
func groupNorm(c *call) Value {
	x, weight := c.tensor("self"), c.maybe("weight")
	groups := c.int("num_groups")
	if len(x.Shape) < 2 {
		c.refuse("Expected at least 2 dimensions for input tensor but received %d", len(x.Shape))
	}
	if groups < 1 || x.Shape[1]%groups != 0 {
		c.refuse("Expected number of channels in input to be divisible by num_groups, but got input of shape %s and "+
			"num_groups=%d", listed(x.Shape), groups)
	}
	if weight != nil && weight.Shape[0] != x.Shape[1] {
		c.refuse("Expected weight to be a vector of size equal to the number of channels in input, "+
			"but got weight of shape %s "+
			"and input of shape %s", listed(weight.Shape), listed(x.Shape))
	}
	if !x.Contiguous() && !x.lastly() {
		x = c.packed(x)
	}
	out := c.shaped(x, x.Shape)
	kind := x.DType
	if weight != nil && c.tape.Device == CPU {
		kind = weight.DType
	}
	mean, deviation := c.empty(kind, x.Shape[0], groups), c.empty(kind, x.Shape[0], groups)
	if c.tape.older(1, 6) && weight != nil { // until then a batch norm of groups, whose result is scaled and shifted
		scaled := c.shaped(x, x.Shape)
		c.made(out, []*Tensor{x}, x, mean, deviation)
		return c.made(scaled, []*Tensor{out, weight, c.maybe("bias")}, out, weight)
	}
	if c.tape.Undated && c.tape.Grad && weight != nil {
		c.tape.Perhaps += out.Bytes()
	}
	return c.made(out, []*Tensor{x, weight, c.maybe("bias")}, x, weight, mean, deviation)
}

// instanceNorm is a batch norm over (1, batch x channels, ...): weight and bias are repeated for it.
func instanceNorm(c *call) Value {
	x, weight, bias := c.tensor("self"), c.maybe("weight"), c.maybe("bias")
	if len(x.Shape) < 3 {
		c.refuse("Expected more dimensions for instance norm, got input size %s", listed(x.Shape))
	}
	stats := c.bool("use_input_stats")
	if stats && product(x.Shape[2:]) == 1 {
		c.refuse("Expected more than 1 spatial element when training, got input size torch.Size(%s)", listed(x.Shape))
	}
	n, channels := x.Shape[0], x.Shape[1]
	packed := x
	if !x.Contiguous() {
		packed = c.packed(x)
	}
	flat := c.look(packed, nil, nil, 0)
	flat.Shape = append([]int64{1, n * channels}, x.Shape[2:]...)
	flat.Strides = contiguous(flat.Shape)
	if weight != nil {
		weight = c.repeated(weight, n)
	}
	if bias != nil {
		bias = c.repeated(bias, n)
	}
	var running []*Tensor
	for _, name := range []string{"running_mean", "running_var"} {
		if t := c.maybe(name); t != nil {
			running = append(running, c.repeated(t, n))
		}
	}
	out := c.normalizedBatch(flat, weight, bias, stats, running...)
	return c.look(out, x.Shape, contiguous(x.Shape), 0)
}

// repeated is a vector n times over: new memory.
func (c *call) repeated(t *Tensor, n int64) *Tensor {
	return c.made(c.empty(t.DType, t.Shape[0]*n), []*Tensor{t})
}

// rmsNorm is one kernel that keeps its input and a number a row; the CPU takes it apart.
func rmsNorm(c *call) Value {
	x, weight := c.tensor("self"), c.maybe("weight")
	rows := c.normalized(x)
	if c.tape.Device == CPU {
		scale := c.empty(x.DType, rows...)
		c.made(scale, []*Tensor{x}, x, scale)
		out := c.do("Tensor.mul", x, scale)
		if weight != nil {
			out = c.do("Tensor.mul", out, weight)
		}
		return out
	}
	return c.made(c.like(x, x.DType), []*Tensor{x, weight}, x, weight, c.statistic(x, rows...))
}
