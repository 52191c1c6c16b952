package tensor

import "fmt"

// perDimension are the layers of a family for signals, images and volumes: Conv1d, Conv2d, Conv3d.
func perDimension(signature string, build func(int, *Module, *call), forward string, run func(int, *Module,
	*call) Value) []*kind {
	var all []*kind
	for n := 1; n <= 3; n++ {
		all = append(all, &kind{
			signature: fmt.Sprintf(signature, n),
			build:     func(m *Module, c *call) { build(n, m, c) },
			forward:   forward,
			run:       func(m *Module, c *call) Value { return run(n, m, c) },
		})
	}
	return all
}

func buildLinear(m *Module, c *call) {
	in, out := c.int("in_features"), c.int("out_features")
	m.parameter(c, "weight", out, in)
	m.bias(c, out)
}

// bias adds the layer's bias, or none where it was built without.
func (m *Module) bias(c *call, n int64) {
	if c.bool("bias") {
		m.parameter(c, "bias", n)
	} else {
		m.parameter(c, "bias")
	}
}

func runLinear(m *Module, c *call) Value {
	return c.call("torch.nn.functional.linear", c.arg("input"), m.Parameter("weight"), value(m.Parameter("bias")))
}

func buildEmbedding(m *Module, c *call) {
	if c.given("_weight") {
		c.giveUp("weights of the caller's are not followed")
	}
	m.parameter(c, "weight", c.int("num_embeddings"), c.int("embedding_dim"))
	if c.form.index("_freeze") >= 0 && c.bool("_freeze") {
		m.Parameters[0].Tensor.RequiresGrad = false
	}
}

func runEmbedding(m *Module, c *call) Value {
	return c.call("torch.nn.functional.embedding", c.arg("input"), m.Parameter("weight"), m.args.arg("padding_idx"),
		m.args.arg("max_norm"))
}

func runEmbeddingBag(m *Module, c *call) Value {
	a := m.args.arg
	return c.call("torch.nn.functional.embedding_bag", c.arg("input"), m.Parameter("weight"), c.arg("offsets"),
		a("max_norm"), a("norm_type"), Bool(false), a("mode"), Bool(false), c.arg("per_sample_weights"),
		a("include_last_offset"), a("padding_idx"))
}

func buildLayerNorm(m *Module, c *call) {
	shape := c.ints("normalized_shape")
	if !c.bool("elementwise_affine") {
		shape = nil
	}
	m.parameter(c, "weight", shape...)
	if !c.bool("bias") {
		shape = nil
	}
	m.parameter(c, "bias", shape...)
}

func runLayerNorm(m *Module, c *call) Value {
	return c.call("torch.nn.functional.layer_norm", c.arg("input"), sizes(m.args.ints("normalized_shape")),
		value(m.Parameter("weight")), value(m.Parameter("bias")))
}

func buildGroupNorm(m *Module, c *call) {
	if c.int("num_channels")%c.int("num_groups") != 0 {
		c.refuse("num_channels (%d) must be divisible by num_groups (%d)", c.int("num_channels"), c.int("num_groups"))
	}
	m.affine(c, c.int("num_channels"))
}

// affine adds weight and bias of a normalisation, or the places where they would be.
func (m *Module) affine(c *call, n int64) {
	for _, name := range []string{"weight", "bias"} {
		if c.bool("affine") && (name == "weight" || c.bool("bias")) { // torch has that argument since 2.15
			m.parameter(c, name, n)
		} else {
			m.parameter(c, name)
		}
	}
}

func runGroupNorm(m *Module, c *call) Value {
	return c.call("torch.nn.functional.group_norm", c.arg("input"), m.args.arg("num_groups"),
		value(m.Parameter("weight")), value(m.Parameter("bias")))
}

func buildConv(n int, m *Module, c *call) {
	in, out, groups := c.convChannels()
	m.parameter(c, "weight", concat([]int64{out, in / groups}, c.each("kernel_size", n)...)...)
	m.bias(c, out)
}

func (c *call) convChannels() (in, out, groups int64) {
	in, out, groups = c.int("in_channels"), c.int("out_channels"), c.int("groups")
	switch {
	case groups < 1:
		c.refuse("groups must be a positive integer")
	case in%groups != 0:
		c.refuse("in_channels must be divisible by groups")
	case out%groups != 0:
		c.refuse("out_channels must be divisible by groups")
	}
	return in, out, groups
}

func runConv(n int, m *Module, c *call) Value {
	x, padding := c.arg("input"), m.args.arg("padding")
	if mode := m.args.text("padding_mode"); mode != "zeros" {
		x, padding = c.paddedAhead(m, n, mode), Int(0)
	}
	return c.call(fmt.Sprintf("torch.nn.functional.conv%dd", n), x, m.Parameter("weight"), value(m.Parameter("bias")),
		m.args.arg("stride"), padding, m.args.arg("dilation"), m.args.arg("groups"))
}

// paddedAhead is the input of a convolution that pads by other than zeros.
func (c *call) paddedAhead(m *Module, n int, mode string) Value {
	amounts := make([]int64, 2*n)
	word, named := m.args.arg("padding").(String)
	kernel, dilation := m.args.each("kernel_size", n), m.args.each("dilation", n)
	for i := range n {
		at := 2 * (n - 1 - i)
		switch {
		case named && word == "same":
			total := dilation[i] * (kernel[i] - 1)
			amounts[at], amounts[at+1] = total/2, total-total/2
		case !named:
			padding := m.args.each("padding", n)
			amounts[at], amounts[at+1] = padding[i], padding[i]
		}
	}
	return c.call("torch.nn.functional.pad", c.arg("input"), sizes(amounts), String(mode))
}

func buildConvTranspose(n int, m *Module, c *call) {
	in, out, groups := c.convChannels()
	m.parameter(c, "weight", concat([]int64{in, out / groups}, c.each("kernel_size", n)...)...)
	m.bias(c, out)
}

func runConvTranspose(n int, m *Module, c *call) Value {
	extra := m.args.arg("output_padding")
	if c.given("output_size") {
		extra = sizes(c.outputPadding(m, n))
	}
	return c.call(
		fmt.Sprintf("torch.nn.functional.conv_transpose%dd", n),
		c.arg("input"),
		m.Parameter("weight"),
		value(
			m.Parameter("bias"),
		),
		m.args.arg("stride"),
		m.args.arg("padding"),
		extra,
		m.args.arg("groups"),
		m.args.arg("dilation"),
	)
}

// outputPadding is what a transposed convolution adds to reach the size it was asked for.
func (c *call) outputPadding(m *Module, n int) []int64 {
	x, want := c.tensor("input"), c.ints("output_size")
	if len(want) > n {
		want = want[len(want)-n:]
	}
	if len(want) != n {
		c.refuse("ConvTranspose%dD: for %dD input, output_size must have %d or %d elements (got %d)", n, len(x.Shape), n,
			len(x.Shape), len(want))
	}
	stride, padding, dilation, kernel := m.args.each("stride", n), m.args.each("padding", n), m.args.each("dilation",
		n), m.args.each("kernel_size", n)
	extra := make([]int64, n)
	for i := range n {
		least := (x.Shape[len(x.Shape)-n+i]-1)*stride[i] - 2*padding[i] + dilation[i]*(kernel[i]-1) + 1
		if want[i] < least || want[i] > least+stride[i]-1 {
			c.refuse("requested an output size of %s, but valid sizes range from %d to %d in dimension %d",
				listed(want), least, least+stride[i]-1, i)
		}
		extra[i] = want[i] - least
	}
	return extra
}

func buildBatchNorm(_ int, m *Module, c *call) {
	n := c.int("num_features")
	m.affine(c, n)
	if c.bool("track_running_stats") {
		m.buffer("running_mean", c.moduleType(), n)
		m.buffer("running_var", c.moduleType(), n)
		m.buffer("num_batches_tracked", Int64)
	}
}

// dimensionsFit refuses inputs of a number of dimensions that a normalisation does not take.
func (c *call) dimensionsFit(n int, least int) {
	x := c.tensor("input")
	if d := len(x.Shape); d != n+2 && d != least {
		if least == n+2 {
			c.refuse("expected %dD input (got %dD input)", n+2, d)
		}
		c.refuse("expected %dD or %dD input (got %dD input)", least, n+2, d)
	}
}

func runBatchNorm(n int, m *Module, c *call) Value {
	least := n + 2
	if n == 1 {
		least = 2
	}
	c.dimensionsFit(n, least)
	return m.normalized(c, "batch_norm", m.Training || m.Parameter("running_mean") == nil)
}

// runSyncBatchNorm takes any number of dimensions from 2 on; what the processes tell each other is a few numbers a
// channel.
func runSyncBatchNorm(m *Module, c *call) Value {
	if len(c.tensor("input").Shape) < 2 {
		c.refuse("expected at least 2D input (got %dD input)", len(c.tensor("input").Shape))
	}
	return m.normalized(c, "batch_norm", m.Training || m.Parameter("running_mean") == nil)
}

func (m *Module) normalized(c *call, function string, training bool) Value {
	return c.call("torch.nn.functional."+function, c.arg("input"), value(m.Parameter("running_mean")),
		value(m.Parameter("running_var")),
		value(m.Parameter("weight")), value(m.Parameter("bias")), Bool(training))
}

func runInstanceNorm(n int, m *Module, c *call) Value {
	c.dimensionsFit(n, n+1)
	x := c.tensor("input")
	channel := len(x.Shape) - n - 1
	if want := m.args.int("num_features"); x.Shape[channel] != want && m.args.bool("affine") {
		c.refuse("expected input's size at dim=%d to match num_features (%d), but got: %d.", channel, want, x.Shape[channel])
	}
	stats := Bool(m.Training || m.Parameter("running_mean") == nil)
	if len(x.Shape) == n+2 {
		return m.normalized(c, "instance_norm", bool(stats))
	}
	out := c.do("torch.nn.functional.instance_norm", c.unsqueezed(x, 0), value(m.Parameter("running_mean")),
		value(m.Parameter("running_var")), value(m.Parameter("weight")), value(m.Parameter("bias")), stats)
	return c.look1(out, 0)
}
