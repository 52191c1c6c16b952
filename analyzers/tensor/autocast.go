package tensor

import "slices"

// What autocast does to the operations of a list (aten/src/ATen/autocast_mode.h).
var (
	castLower = []string{
		"conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "linear", "matmul",
		"__matmul__",
		"__rmatmul__", "mm", "mv", "bmm", "addmm", "baddbmm", "prelu", "scaled_dot_product_attention", "einsum",
	}
	castUpper = []string{
		"acos", "asin", "cosh", "erfinv", "exp", "expm1", "log", "log10", "log2", "log1p", "reciprocal", "rsqrt",
		"sinh", "tan", "pow",
		"__pow__", "__rpow__", "softplus", "layer_norm", "group_norm", "cosine_similarity", "cosine_embedding_loss",
		"nll_loss",
		"l1_loss", "smooth_l1_loss", "mse_loss", "huber_loss", "kl_div", "interpolate", "upsample",
		"binary_cross_entropy_with_logits", "cdist",
		"ctc_loss", "multi_margin_loss", "softmax", "log_softmax", "cumprod", "cumsum", "sum", "prod", "rms_norm",
		"soft_margin_loss", "logsumexp",
	}
	// castUpperCPU is the CPU's own list, which leaves sums and softmaxes alone.
	castUpperCPU = []string{
		"avg_pool3d", "binary_cross_entropy", "grid_sample", "cdist", "quantile", "nanquantile", "mse_loss",
		"smooth_l1_loss", "huber_loss",
		"nll_loss", "cross_entropy", "l1_loss", "kl_div", "cosine_embedding_loss", "binary_cross_entropy_with_logits",
	}
	// castResult are told to give float32, and keep what they were given.
	castResult = []string{"norm", "linalg.vector_norm", "linalg.norm"}
	castWidest = []string{"addcdiv", "addcmul", "atan2", "bilinear", "cat", "stack", "grid_sample", "index_put",
		"scatter_add", "tensordot", "dot"}
)

// cast gives an operation its arguments in the types that autocast runs it in.
func (t *Tape) cast(name string, c *call) {
	if t.Autocast == NoDType || c.inPlace {
		return
	}
	upper := castUpper
	if t.Device == CPU {
		upper = castUpperCPU
	}
	switch {
	case t.Device == CUDA && slices.Contains(castResult, name):
		if i := c.form.index("dtype"); isNone(c.values[i]) {
			c.values[i] = Float32
		}
	case slices.Contains(castLower, name):
		c.castAll(func(x *Tensor) *Tensor { return c.lowered(x) })
	case slices.Contains(upper, name):
		c.castAll(func(x *Tensor) *Tensor { return c.widened(x, Float32) })
	case slices.Contains(castWidest, name):
		widest := t.Autocast
		c.castAll(func(x *Tensor) *Tensor {
			if x.DType == Float32 {
				widest = Float32
			}
			return x
		})
		c.castAll(func(x *Tensor) *Tensor { return c.widened(x, widest) })
	}
}

func (c *call) castAll(change func(*Tensor) *Tensor) {
	for i, v := range c.values {
		c.values[i] = castValue(v, change)
	}
}

func castValue(v Value, change func(*Tensor) *Tensor) Value {
	switch v := v.(type) {
	case *Tensor:
		if v.DType.Floating() && v.DType != Float64 && !v.number {
			return change(v)
		}
	case List:
		out := make(List, len(v))
		for i, item := range v {
			out[i] = castValue(item, change)
		}
		return out
	case Tuple:
		out := make(Tuple, len(v))
		for i, item := range v {
			out[i] = castValue(item, change)
		}
		return out
	}
	return v
}

// lowered is a tensor in autocast's type. Of a float32 leaf that needs a gradient the copy is remembered until autocast
// ends: a weight that is used twice is cast once.
func (c *call) lowered(x *Tensor) *Tensor {
	target := c.tape.Autocast
	if x.DType == target {
		return x
	}
	if copied := c.tape.casts[x]; copied != nil && x.change == 0 {
		if c.tape.castIn[x] != c.tape.region {
			c.giveUp("a weight that is cast within a checkpoint and outside of it is not followed")
		}
		return copied
	}
	out := c.to(x, target)
	if x.DType == Float32 && x.RequiresGrad && x.IsLeaf() && x.base == nil && c.tape.Grad {
		c.tape.casts[x], c.tape.castIn[x] = out, c.tape.region
	}
	return out
}

// widened is a tensor of half a type as one of a wider type.
func (c *call) widened(x *Tensor, to DType) *Tensor {
	if x.DType == to || to.Size() < x.DType.Size() {
		return x
	}
	return c.to(x, to)
}

// EndAutocast forgets the copies of weights that autocast remembers. Torch does so where the outermost region ends.
func (t *Tape) EndAutocast() {
	t.clock++
	for _, copied := range t.casts {
		copied.Storage.last = t.clock
	}
	t.Autocast = NoDType
	clear(t.casts)
	clear(t.castIn)
}
