package tensor

import "slices"

func attentions() []row {
	return []row{
		{"f", "scaled_dot_product_attention(self, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, " +
			"scale=None, enable_gqa=False)", attention},
		{"f", "multi_head_attention_forward(self, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, " +
			"bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, " +
			"need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, " +
			"v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False)", multiHead},
	}
}

// attention by the kernel that a GPU picks: flash for half types without a mask, the memory-efficient one else; both
// keep query, key, value, the result and one number a row. The CPU has a flash kernel of its own, which does without
// dropout.
func attention(c *call) Value {
	q, k, v := c.tensor("self"), c.tensor("key"), c.tensor("value")
	c.attentionFits(q, k, v)
	if c.bool("enable_gqa") && len(q.Shape) > 2 && k.Shape[len(k.Shape)-3] != q.Shape[len(q.Shape)-3] {
		c.giveUp("grouped queries are not followed")
	}
	mask := c.maybe("attn_mask")
	if mask != nil && c.wants(mask) {
		return c.attentionByHand(q, k, v, mask)
	}
	half := q.DType == Float16 || q.DType == BFloat16
	switch {
	case c.tape.Device == CPU && len(q.Shape) > 2:
		if c.float("dropout_p") > 0 || v.Shape[len(v.Shape)-1] != q.Shape[len(q.Shape)-1] {
			return c.attentionByHand(q, k, v, mask)
		}
		return c.flashOnCPU(q, k, v, mask)
	case len(q.Shape) != 4:
		return c.attentionByHand(q, k, v, mask)
	case half && mask == nil && q.Shape[3] == v.Shape[3] && q.Shape[3] <= 256:
		return c.flash(q, k, v)
	}
	return c.efficient(q, k, v, mask)
}

func (c *call) attentionFits(q, k, v *Tensor) {
	n := len(q.Shape)
	if n < 2 || len(k.Shape) < 2 || len(v.Shape) < 2 {
		c.refuse("scaled_dot_product_attention: Expected query, key, and value to all be  at least 2 dimensional")
	}
	if q.Shape[n-1] != k.Shape[len(k.Shape)-1] || k.Shape[len(k.Shape)-2] != v.Shape[len(v.Shape)-2] {
		c.refuse("Expected query and key to share their last dimension and key and value their length, but got %s, %s and %s",
			listed(q.Shape), listed(k.Shape), listed(v.Shape))
	}
}

// inRows is memory for a result that lies as the heads of a token lie: (batch, length, heads, width), seen transposed.
func (c *call) inRows(dtype DType, batch, heads, length, width int64) *Tensor {
	out := c.empty(dtype, batch, length, heads, width)
	out.Shape = []int64{batch, heads, length, width}
	out.Strides = []int64{out.Strides[0], out.Strides[2], out.Strides[1], out.Strides[3]}
	return out
}

func (c *call) flashOnCPU(q, k, v, mask *Tensor) Value {
	out := c.like(q, q.DType)
	kind := q.DType
	if kind != Float64 {
		kind = Float32
	}
	if mask != nil && mask.DType == Bool8 {
		mask = c.like(mask, q.DType)
	}
	logs := c.empty(kind, q.Numel()/q.Shape[len(q.Shape)-1])
	return c.made(out, []*Tensor{q, k, v}, q, k, v, out, logs, mask)
}

// flash also keeps two numbers of the random generator.
func (c *call) flash(q, k, v *Tensor) Value {
	out := c.like(q, q.DType)
	logs := c.empty(Float32, q.Shape[0], q.Shape[1], q.Shape[2])
	return c.made(out, []*Tensor{q, k, v}, q, k, v, out, logs, c.empty(Int64, 2), c.empty(Int64))
}

func (c *call) efficient(q, k, v, mask *Tensor) Value {
	out := c.inRows(q.DType, q.Shape[0], q.Shape[1], q.Shape[2], v.Shape[3])
	rows := (q.Shape[2] + 31) / 32 * 32
	if !c.wants(q, k, v) {
		rows = 0
	}
	if mask != nil {
		mask = c.biasFor(q, mask)
	}
	logs := c.empty(Float32, q.Shape[0], q.Shape[1], rows)
	return c.made(out, []*Tensor{q, k, v}, q, k, v, mask, out, logs, c.empty(Int64), c.empty(Int64))
}

// biasFor is a mask as the memory-efficient kernel takes it: of the query's type, its rows on 16-byte boundaries.
func (c *call) biasFor(q, mask *Tensor) *Tensor {
	if mask.DType == Bool8 {
		mask = c.like(mask, q.DType)
	}
	if n := mask.Shape[len(mask.Shape)-1]; n%16 != 0 && n > 1 {
		shape := append([]int64(nil), mask.Shape...)
		shape[len(shape)-1] = (n + 15) / 16 * 16
		mask = c.empty(mask.DType, shape...)
	}
	return mask
}

// attentionByHand is ATen's _scaled_dot_product_attention_math: scaled query and key, their product, softmax, product.
func (c *call) attentionByHand(q, k, v, mask *Tensor) Value {
	scale := Float(0.5)
	q = c.do("Tensor.mul", q, scale)
	if c.bool("is_causal") {
		if mask != nil {
			c.refuse("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
		}
		mask = c.empty(Bool8, q.Shape[len(q.Shape)-2], k.Shape[len(k.Shape)-2])
	}
	turned := c.swapped(k, len(k.Shape)-2, len(k.Shape)-1)
	scores := c.matmul(q, c.do("Tensor.mul", turned, scale))
	if mask != nil {
		if mask.DType == Bool8 {
			mask = c.like(mask, q.DType)
		}
		scores = c.do("Tensor.__iadd__", scores, mask)
	}
	weights := c.do("torch.softmax", scores, Int(-1))
	if p := c.float("dropout_p"); p > 0 {
		weights = c.do("torch.nn.functional.dropout", weights, Float(p), Bool(true))
	}
	return c.matmul(weights, v)
}

// multiHead is torch.nn.functional.multi_head_attention_forward for inputs of (length, batch, width).
func multiHead(c *call) Value {
	q, k, v := c.tensor("self"), c.tensor("key"), c.tensor("value")
	bias := c.maybe("in_proj_bias")
	width, heads := q.Shape[2], c.int("num_heads")
	if c.bool("add_zero_attn") || c.maybe("bias_k") != nil || c.maybe("static_k") != nil {
		c.giveUp("added or given keys are not followed")
	}
	length, batch := q.Shape[0], q.Shape[1]
	if c.bool("use_separate_proj_weight") {
		parts := [3]*Tensor{}
		if bias != nil {
			for i := range parts {
				parts[i] = c.narrowed(bias, 0, int64(i)*width, width)
			}
		}
		q = c.project(q, c.tensor("q_proj_weight"), parts[0])
		k = c.project(k, c.tensor("k_proj_weight"), parts[1])
		v = c.project(v, c.tensor("v_proj_weight"), parts[2])
	} else {
		in := c.tensor("in_proj_weight")
		if width*3 != in.Shape[0] {
			c.refuse("was expecting embedding dimension of %d, but got %d", in.Shape[0]/3, width)
		}
		q, k, v = c.projected(q, k, v, in, bias)
	}
	each := width / heads
	split := func(t *Tensor) *Tensor {
		return c.swapped(c.reshaped(t, []int64{t.Shape[0], batch * heads, each}), 0, 1)
	}
	source := k.Shape[0]
	q, k, v = split(q), split(k), split(v)
	mask := c.mergedMask(batch, heads, source)
	dropout := 0.0
	if c.bool("training") {
		dropout = c.float("dropout_p")
	}
	if c.bool("need_weights") {
		return c.withWeights(q, k, v, mask, dropout, []int64{batch, heads, length, each})
	}
	if mask != nil && len(mask.Shape) == 3 {
		if mask.Shape[0] == 1 {
			mask = c.unsqueezed(mask, 0)
		} else {
			mask = c.reshaped(mask, []int64{batch, heads, mask.Shape[1], source})
		}
	}
	four := func(t *Tensor) *Tensor { return c.reshaped(t, []int64{batch, heads, t.Shape[1], each}) }
	out := c.do("torch.nn.functional.scaled_dot_product_attention", four(q), four(k), four(v), value(mask), Float(dropout),
		Bool(mask == nil && c.bool("is_causal")))
	rows := c.permuted(out, []int{2, 0, 1, 3})
	return Tuple{c.projectedOut(rows, length, batch, width), None{}}
}

func (c *call) projectedOut(rows *Tensor, length, batch, width int64) *Tensor {
	packed := rows
	if !rows.Contiguous() {
		packed = c.packed(rows)
	}
	flat := c.reshaped(packed, []int64{length * batch, width})
	out := c.project(flat, c.tensor("out_proj_weight"), c.maybe("out_proj_bias"))
	return c.reshaped(out, []int64{length, batch, width})
}

// projected is one matrix product for self-attention, one for key and value of another source, three else.
func (c *call) projected(q, k, v, in, bias *Tensor) (a, b, d *Tensor) {
	part := func(t *Tensor, from, to int64) *Tensor {
		if t == nil {
			return nil
		}
		return c.narrowed(t, 0, from, to-from)
	}
	width := q.Shape[2]
	switch {
	case q == k && k == v:
		return c.unpacked3(c.project(q, in, bias), width)
	case k == v:
		query := c.project(q, part(in, 0, width), part(bias, 0, width))
		both := c.project(k, part(in, width, 3*width), part(bias, width, 3*width))
		pair := c.unpackedN(both, width, 2)
		return query, pair[0], pair[1]
	}
	return c.project(q, part(in, 0, width), part(bias, 0, width)),
		c.project(k, part(in, width, 2*width), part(bias, width, 2*width)),
		c.project(v, part(in, 2*width, 3*width), part(bias, 2*width, 3*width))
}

// project is a linear layer's product, in autocast's type under it.
func (c *call) project(x, weight, bias *Tensor) *Tensor {
	return c.do("torch.nn.functional.linear", x, weight, value(bias))
}

func (c *call) unpacked3(t *Tensor, width int64) (q, k, v *Tensor) {
	all := c.unpackedN(t, width, 3)
	return all[0], all[1], all[2]
}

// unpackedN is proj.unflatten(-1, (n, E)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous(): one copy of all
// parts.
func (c *call) unpackedN(t *Tensor, width, n int64) []*Tensor {
	wide := c.reshaped(t, []int64{t.Shape[0], t.Shape[1], n, width})
	packed := c.packed(c.permuted(wide, []int{2, 0, 1, 3}))
	var out []*Tensor
	for i := range n {
		out = append(out, c.chosen(packed, 0, i))
	}
	return out
}

// mergedMask joins the attention mask and the padding mask into one of floats.
func (c *call) mergedMask(batch, heads, source int64) *Tensor {
	mask, padding := c.maybe("attn_mask"), c.maybe("key_padding_mask")
	toFloat := func(t *Tensor) *Tensor {
		if t != nil && t.DType == Bool8 {
			return c.empty(c.tensor("self").DType, t.Shape...)
		}
		return t
	}
	mask, padding = toFloat(mask), toFloat(padding)
	if mask != nil && len(mask.Shape) == 2 {
		mask = c.unsqueezed(mask, 0)
	}
	if padding == nil {
		return mask
	}
	if !slices.Equal(padding.Shape, []int64{batch, source}) {
		c.refuse("expecting key_padding_mask shape of (%d, %d), but got %s", batch, source, listed(padding.Shape))
	}
	wide := c.reshaped(c.expanded(c.reshaped(padding, []int64{batch, 1, 1, source}), []int64{batch, heads, 1, source}),
		[]int64{batch * heads, 1, source})
	if mask == nil {
		return wide
	}
	return c.do("Tensor.add", mask, wide)
}

// withWeights is attention by hand, whose weights are given back as their mean over the heads.
func (c *call) withWeights(q, k, v, mask *Tensor, dropout float64, shape []int64) Value {
	batch, heads, length, each := shape[0], shape[1], shape[2], shape[3]
	scaled := c.do("Tensor.mul", q, Float(0.5))
	turned := c.swapped(k, 1, 2)
	var scores *Tensor
	if mask != nil {
		scores = c.do("torch.baddbmm", mask, scaled, turned)
	} else {
		scores = c.do("torch.bmm", scaled, turned)
	}
	weights := c.do("torch.softmax", scores, Int(-1))
	if dropout > 0 {
		weights = c.do("torch.nn.functional.dropout", weights, Float(dropout), Bool(true))
	}
	out := c.do("torch.bmm", weights, v)
	result := c.projectedOut(c.swapped(out, 0, 1), length, batch, heads*each)
	seen := c.reshaped(weights, []int64{batch, heads, length, k.Shape[1]})
	if c.bool("average_attn_weights") {
		return Tuple{result, c.do("Tensor.mean", seen, Int(1))}
	}
	return Tuple{result, seen}
}
