package tensor

import "fmt"

// attentionLayers are MultiheadAttention and the Transformer's layers.
func attentionLayers() []*kind {
	const layer = "d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=relu, layer_norm_eps=1e-05, " +
		"batch_first=False, " +
		"norm_first=False, bias=True, device=None, dtype=None)"
	return []*kind{
		{signature: "MultiheadAttention(embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, " +
			"add_zero_attn=False, kdim=None, " +
			"vdim=None, batch_first=False, device=None, dtype=None)", build: buildAttention,
			forward: "(query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, " +
				"average_attn_weights=True, is_causal=False)",
			run: runAttention},
		{signature: "TransformerEncoderLayer(" + layer, build: buildEncoderLayer,
			forward: "(src, src_mask=None, src_key_padding_mask=None, is_causal=False)", run: runEncoderLayer},
		{signature: "TransformerDecoderLayer(" + layer, build: buildDecoderLayer,
			forward: "(tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None, " +
				"tgt_is_causal=False, memory_is_causal=False)", run: runDecoderLayer},
		{signature: "TransformerEncoder(encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True)",
			build: buildStack("encoder_layer"), forward: "(src, mask=None, src_key_padding_mask=None, " +
				"is_causal=None)", run: runEncoder},
		{signature: "TransformerDecoder(decoder_layer, num_layers, norm=None)", build: buildStack("decoder_layer"),
			forward: "(tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None, " +
				"tgt_is_causal=None, memory_is_causal=False)", run: runDecoder},
		{signature: "Transformer(d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, " +
			"dim_feedforward=2048, dropout=0.1, " +
			"activation=relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, batch_first=False, " +
			"norm_first=False, " +
			"bias=True, device=None, dtype=None)", build: buildTransformer,
			forward: "(src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, " +
				"tgt_key_padding_mask=None, " +
				"memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, " +
				"memory_is_causal=False)", run: runTransformer},
	}
}

// Value: a layer may be an argument of another layer's constructor.
func (*Module) value() {}

// child builds a layer within this one.
func (m *Module) child(c *call, name, class string, kw map[string]Value, args ...Value) *Module {
	inner, err := NewModule("torch.nn."+class, args, kw)
	if err != nil {
		panic(err)
	}
	_ = c
	m.Children = append(m.Children, Child{name, inner})
	return inner
}

// Child is a layer within this one by name, nil where there is none.
func (m *Module) Child(name string) *Module {
	for _, child := range m.Children {
		if child.Name == name {
			return child.Module
		}
	}
	return nil
}

// forward runs a layer as a part of another's forward.
func (c *call) forward(m *Module, kw map[string]Value, args ...Value) Value {
	v, err := c.tape.Forward(m, args, kw)
	if err != nil {
		panic(err)
	}
	return v
}

func (c *call) forward1(m *Module, x *Tensor) *Tensor {
	out, ok := c.forward(m, nil, x).(*Tensor)
	if !ok {
		c.giveUp("%s gives several tensors", m.Class)
	}
	return out
}

func buildAttention(m *Module, c *call) {
	width := c.int("embed_dim")
	if c.int("num_heads") < 1 || width%c.int("num_heads") != 0 {
		c.refuse("embed_dim must be divisible by num_heads")
	}
	if c.bool("add_bias_kv") || c.bool("add_zero_attn") {
		c.giveUp("extra keys are not followed")
	}
	if k, v := c.intOr("kdim", width), c.intOr("vdim", width); k != width || v != width {
		m.parameter(c, "q_proj_weight", width, width)
		m.parameter(c, "k_proj_weight", width, k)
		m.parameter(c, "v_proj_weight", width, v)
	} else {
		m.parameter(c, "in_proj_weight", 3*width, width)
	}
	if c.bool("bias") {
		m.parameter(c, "in_proj_bias", 3*width)
	} else {
		m.parameter(c, "in_proj_bias")
	}
	out := m.child(c, "out_proj", "Linear", map[string]Value{"bias": c.arg("bias"), "dtype": c.arg("dtype")},
		Int(width), Int(width))
	out.Class = "torch.nn.modules.linear.NonDynamicallyQuantizableLinear"
}

// runAttention turns batches to (length, batch, width) and back, as the layer does in training.
func runAttention(m *Module, c *call) Value {
	q, k, v := c.tensor("query"), c.tensor("key"), c.tensor("value")
	if m.Parameter("in_proj_weight") == nil {
		c.giveUp("keys and values of another width are not followed")
	}
	if !c.tape.Grad && !m.Training {
		c.giveUp("the fast path of inference is not followed")
	}
	single := len(q.Shape) == 2
	if !single && len(q.Shape) != 3 {
		c.refuse("query should be unbatched 2D or batched 3D tensor but received %d-D query tensor", len(q.Shape))
	}
	turn := func(t *Tensor) *Tensor {
		switch {
		case single:
			return c.unsqueezed(t, 1)
		case m.args.bool("batch_first"):
			return c.swapped(t, 0, 1)
		}
		return t
	}
	query := turn(q)
	key := query
	if k != q || single {
		key = turn(k)
	}
	memory := key
	if v != k || single {
		memory = turn(v)
	}
	proj := m.Child("out_proj")
	out := c.call("torch.nn.functional.multi_head_attention_forward", query, key, memory, m.args.arg("embed_dim"),
		m.args.arg("num_heads"), m.Parameter("in_proj_weight"), value(m.Parameter("in_proj_bias")), None{}, None{},
		Bool(false),
		m.args.arg("dropout"), proj.Parameter("weight"), value(proj.Parameter("bias")), Bool(m.Training),
		c.arg("key_padding_mask"), c.arg("need_weights"), c.arg("attn_mask"), Bool(false), None{}, None{}, None{}, None{},
		None{}, c.arg("average_attn_weights"), c.arg("is_causal")).(Tuple)
	result := out[0].(*Tensor)
	weights := out[1]
	switch {
	case single:
		result = c.look1(result, 1)
		if t, ok := weights.(*Tensor); ok {
			weights = c.look1(t, 0)
		}
	case m.args.bool("batch_first"):
		result = c.swapped(result, 0, 1)
	}
	return Tuple{result, weights}
}

// same are the arguments that a layer hands on by name.
func (c *call) some(names ...string) map[string]Value {
	kw := map[string]Value{}
	for _, name := range names {
		if i := c.form.index(name); i >= 0 {
			kw[name] = c.values[i]
		}
	}
	return kw
}

func (m *Module) attentionChild(c *call, name string) {
	m.child(c, name, "MultiheadAttention", c.some("dropout", "batch_first", "bias", "dtype"), c.arg("d_model"),
		c.arg("nhead"))
}

func (m *Module) feedForward(c *call) {
	kw := c.some("bias", "dtype")
	m.child(c, "linear1", "Linear", kw, c.arg("d_model"), c.arg("dim_feedforward"))
	m.child(c, "dropout", "Dropout", nil, c.arg("dropout"))
	m.child(c, "linear2", "Linear", kw, c.arg("dim_feedforward"), c.arg("d_model"))
}

func (m *Module) normsAndDropouts(c *call, n int) {
	for i := 1; i <= n; i++ {
		m.child(c, fmt.Sprintf("norm%d", i), "LayerNorm", c.some("bias", "dtype"), c.arg("d_model"))
	}
	for i := 1; i <= n; i++ {
		m.child(c, fmt.Sprintf("dropout%d", i), "Dropout", nil, c.arg("dropout"))
	}
}

func buildEncoderLayer(m *Module, c *call) {
	m.attentionChild(c, "self_attn")
	m.feedForward(c)
	m.normsAndDropouts(c, 2)
}

func buildDecoderLayer(m *Module, c *call) {
	m.attentionChild(c, "self_attn")
	m.attentionChild(c, "multihead_attn")
	m.feedForward(c)
	m.normsAndDropouts(c, 3)
}

// activated is the activation between the two linear layers: its name, or a function of torch's by name.
func (c *call) activated(m *Module, x *Tensor) *Tensor {
	name, ok := m.args.arg("activation").(String)
	if !ok {
		c.giveUp("an activation of the caller's is not followed")
	}
	return c.do("torch.nn.functional."+string(name), x)
}

func (c *call) feedForward(m *Module, x *Tensor, last string) *Tensor {
	hidden := c.activated(m, c.forward1(m.Child("linear1"), x))
	out := c.forward1(m.Child("linear2"), c.forward1(m.Child("dropout"), hidden))
	return c.forward1(m.Child(last), out)
}

func (c *call) attended(m *Module, name, drop string, x, source *Tensor, mask, padding, causal Value) *Tensor {
	out := c.forward(m.Child(name), map[string]Value{
		"attn_mask": mask, "key_padding_mask": padding, "need_weights": Bool(false), "is_causal": causal,
	}, x, source, source).(Tuple)
	return c.forward1(m.Child(drop), out[0].(*Tensor))
}

// block is one residual step, its norm before or after.
func (c *call) block(m *Module, norm string, x *Tensor, run func(*Tensor) *Tensor) *Tensor {
	if m.args.bool("norm_first") {
		return c.do("Tensor.add", x, run(c.forward1(m.Child(norm), x)))
	}
	return c.forward1(m.Child(norm), c.do("Tensor.add", x, run(x)))
}

func runEncoderLayer(m *Module, c *call) Value {
	if !c.tape.Grad && !m.Training {
		c.giveUp("the fast path of inference is not followed")
	}
	x := c.block(m, "norm1", c.tensor("src"), func(x *Tensor) *Tensor {
		return c.attended(m, "self_attn", "dropout1", x, x, c.arg("src_mask"), c.arg("src_key_padding_mask"),
			c.arg("is_causal"))
	})
	return c.block(m, "norm2", x, func(x *Tensor) *Tensor { return c.feedForward(m, x, "dropout2") })
}

func runDecoderLayer(m *Module, c *call) Value {
	memory := c.tensor("memory")
	x := c.block(m, "norm1", c.tensor("tgt"), func(x *Tensor) *Tensor {
		return c.attended(m, "self_attn", "dropout1", x, x, c.arg("tgt_mask"), c.arg("tgt_key_padding_mask"),
			c.arg("tgt_is_causal"))
	})
	x = c.block(m, "norm2", x, func(x *Tensor) *Tensor {
		return c.attended(m, "multihead_attn", "dropout2", x, memory, c.arg("memory_mask"),
			c.arg("memory_key_padding_mask"), c.arg("memory_is_causal"))
	})
	return c.block(m, "norm3", x, func(x *Tensor) *Tensor { return c.feedForward(m, x, "dropout3") })
}

// buildStack makes deep copies of a layer.
func buildStack(argument string) func(*Module, *call) {
	return func(m *Module, c *call) {
		layer, ok := c.arg(argument).(*Module)
		if !ok {
			c.giveUp("a layer of the caller's own is not followed")
		}
		c.bounded(c.int("num_layers"))
		for i := range c.int("num_layers") {
			m.Children = append(m.Children, Child{fmt.Sprintf("layers.%d", i), layer.Copy()})
		}
		if norm, ok := c.arg("norm").(*Module); ok {
			m.Children = append(m.Children, Child{"norm", norm})
		} else if c.given("norm") {
			c.giveUp("a norm of the caller's own is not followed")
		}
	}
}

func (m *Module) stack() (layers []*Module, norm *Module) {
	for _, child := range m.Children {
		if child.Name == "norm" {
			norm = child.Module
		} else {
			layers = append(layers, child.Module)
		}
	}
	return layers, norm
}

func (c *call) finished(norm *Module, x *Tensor) *Tensor {
	if norm == nil {
		return x
	}
	return c.forward1(norm, x)
}

func runEncoder(m *Module, c *call) Value {
	x := c.tensor("src")
	layers, norm := m.stack()
	for _, layer := range layers {
		x = c.forward(layer, map[string]Value{
			"src_mask": c.arg("mask"), "src_key_padding_mask": c.arg("src_key_padding_mask"),
			"is_causal": Bool(c.given("is_causal") && c.bool("is_causal")),
		}, x).(*Tensor)
	}
	return c.finished(norm, x)
}

func runDecoder(m *Module, c *call) Value {
	x := c.tensor("tgt")
	layers, norm := m.stack()
	for _, layer := range layers {
		kw := c.some("tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask")
		x = c.forward(layer, kw, x, c.arg("memory")).(*Tensor)
	}
	return c.finished(norm, x)
}

func buildTransformer(m *Module, c *call) {
	if c.given("custom_encoder") || c.given("custom_decoder") {
		c.giveUp("an encoder of the caller's own is not followed")
	}
	kw := c.some("dropout", "activation", "batch_first", "norm_first", "bias", "dtype")
	for _, part := range []struct{ name, layer, stack, count string }{
		{"encoder", "TransformerEncoderLayer", "TransformerEncoder", "num_encoder_layers"},
		{"decoder", "TransformerDecoderLayer", "TransformerDecoder", "num_decoder_layers"},
	} {
		layer, err := NewModule("torch.nn."+part.layer, []Value{c.arg("d_model"), c.arg("nhead"),
			c.arg("dim_feedforward")}, kw)
		if err != nil {
			panic(err)
		}
		norm, err := NewModule("torch.nn.LayerNorm", []Value{c.arg("d_model")}, c.some("bias", "dtype"))
		if err != nil {
			panic(err)
		}
		m.child(c, part.name, part.stack, nil, layer, c.arg(part.count), norm)
	}
}

func runTransformer(m *Module, c *call) Value {
	memory := c.forward(m.Child("encoder"), map[string]Value{
		"mask": c.arg("src_mask"), "src_key_padding_mask": c.arg("src_key_padding_mask"),
	}, c.arg("src"))
	kw := c.some("tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask")
	return c.forward(m.Child("decoder"), kw, c.arg("tgt"), memory)
}

// Copy is copy.deepcopy of a layer: parameters and buffers of its own.
func (m *Module) Copy() *Module {
	out := *m
	out.Parameters, out.Buffers, out.Children = copies(m.Parameters), copies(m.Buffers), nil
	for _, child := range m.Children {
		out.Children = append(out.Children, Child{child.Name, child.Module.Copy()})
	}
	return &out
}

func copies(list []Named) []Named {
	var out []Named
	for _, p := range list {
		if p.Tensor != nil {
			t, storage := *p.Tensor, *p.Tensor.Storage
			t.Storage = &storage
			p.Tensor = &t
		}
		out = append(out, p)
	}
	return out
}
