package tensor

import (
	"maps"
	"slices"
)

// plainLayers hand their arguments on to one function of torch.nn.functional.
func plainLayers() []*kind {
	return []*kind{
		plain("ReLU(inplace=False)", "relu"),
		plain("ReLU6(inplace=False)", "relu6"),
		plain("LeakyReLU(negative_slope=0.01, inplace=False)", "leaky_relu"),
		plain("ELU(alpha=1.0, inplace=False)", "elu"),
		plain("SELU(inplace=False)", "selu"),
		plain("CELU(alpha=1.0, inplace=False)", "celu"),
		plain("GELU(approximate=none)", "gelu"),
		plain("SiLU(inplace=False)", "silu"),
		plain("Mish(inplace=False)", "mish"),
		plain("Hardswish(inplace=False)", "hardswish"),
		plain("Hardsigmoid(inplace=False)", "hardsigmoid"),
		plain("Hardtanh(min=-1.0, max=1.0, inplace=False)", "hardtanh"),
		plain("Softplus(beta=1.0, threshold=20.0)", "softplus"),
		plain("Softshrink(lambd=0.5)", "softshrink"),
		plain("Hardshrink(lambd=0.5)", "hardshrink"),
		plain("Threshold(threshold, value, inplace=False)", "threshold"),
		plain("LogSigmoid()", "logsigmoid"),
		plain("Softsign()", "softsign"),
		plain("Tanhshrink()", "tanhshrink"),
		plain("Tanh()", "tanh"),
		plain("Sigmoid()", "sigmoid"),
		plain("Softmax(dim=None)", "softmax"),
		plain("LogSoftmax(dim=None)", "log_softmax"),
		plain("Softmin(dim=None)", "softmin"),
		plain("GLU(dim=-1)", "glu"),
		plain("Dropout(p=0.5, inplace=False)", "dropout"),
		plain("RReLU(lower=0.125, upper=0.3333333333333333, inplace=False)", "rrelu"),
		plain("AlphaDropout(p=0.5, inplace=False)", "alpha_dropout"),
		plain("Dropout1d(p=0.5, inplace=False)", "dropout1d"),
		plain("Dropout2d(p=0.5, inplace=False)", "dropout2d"),
		plain("Dropout3d(p=0.5, inplace=False)", "dropout3d"),
		plain("MaxPool1d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
			"max_pool1d"),
		plain("MaxPool2d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
			"max_pool2d"),
		plain("MaxPool3d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
			"max_pool3d"),
		plain("AvgPool1d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)", "avg_pool1d"),
		plain("AvgPool2d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "+
			"divisor_override=None)", "avg_pool2d"),
		plain("AvgPool3d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "+
			"divisor_override=None)", "avg_pool3d"),
		plain("AdaptiveAvgPool1d(size)", "adaptive_avg_pool1d"),
		plain("AdaptiveAvgPool2d(size)", "adaptive_avg_pool2d"),
		plain("AdaptiveAvgPool3d(size)", "adaptive_avg_pool3d"),
		plain("AdaptiveMaxPool1d(size, return_indices=False)", "adaptive_max_pool1d"),
		plain("AdaptiveMaxPool2d(size, return_indices=False)", "adaptive_max_pool2d"),
		plain("AdaptiveMaxPool3d(size, return_indices=False)", "adaptive_max_pool3d"),
		plain("Upsample(size=None, scale_factor=None, mode=nearest, align_corners=None, recompute_scale_factor=None)",
			"interpolate"),
		plain("PixelShuffle(upscale_factor)", "pixel_shuffle"),
		plain("PixelUnshuffle(downscale_factor)", "pixel_unshuffle"),
		plain("ChannelShuffle(groups)", "channel_shuffle"),
		plain("Unfold(kernel_size, dilation=1, padding=0, stride=1)", "unfold"),
		plain("Fold(size, kernel_size, dilation=1, padding=0, stride=1)", "fold"),
		with("UpsamplingBilinear2d(size=None, scale_factor=None)", "interpolate",
			map[string]Value{"mode": String("bilinear"), "align_corners": Bool(true)}),
		with("UpsamplingNearest2d(size=None, scale_factor=None)", "interpolate", map[string]Value{"mode": String("nearest")}),
		with("Softmax2d()", "softmax", map[string]Value{"dim": Int(-3)}),
		{signature: "Identity(*rest, **more)", forward: "(input)", run: func(_ *Module,
			c *call) Value {
			return c.arg("input")
		}},
		{signature: "Flatten(start_dim=1, end_dim=-1)", forward: "(input)", run: func(m *Module, c *call) Value {
			return c.call("Tensor.flatten", c.arg("input"), m.args.arg("start_dim"), m.args.arg("end_dim"))
		}},
	}
}

// plain is a layer without parameters whose forward is one function of the input and the constructor's arguments.
func plain(signature, function string) *kind { return with(signature, function, nil) }

// with is a plain layer that adds arguments of its own.
func with(signature, function string, own map[string]Value) *kind {
	return &kind{signature: signature, forward: "(input)", run: func(m *Module, c *call) Value {
		op := "torch.nn.functional." + function
		kw := maps.Clone(own)
		if kw == nil {
			kw = map[string]Value{}
		}
		target := lookup(op).form()
		for i, p := range m.args.form {
			kw[p.name] = m.args.values[i]
		}
		if target.index("training") >= 0 {
			kw["training"] = Bool(m.Training)
		}
		v, err := c.tape.Call(op, []Value{c.arg("input")}, kw)
		if err != nil {
			panic(err)
		}
		return v
	}}
}

// weightedLayers have parameters.
func weightedLayers() []*kind {
	return slices.Concat(
		[]*kind{
			{signature: "Linear(in_features, out_features, bias=True, device=None, dtype=None)", build: buildLinear,
				forward: "(input)", run: runLinear},
			{signature: "Embedding(num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, " +
				"scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None)",
				build: buildEmbedding, forward: "(input)", run: runEmbedding},
			{signature: "EmbeddingBag(num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, " +
				"mode=mean, sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None)",
				build: buildEmbedding, forward: "(input, offsets=None, per_sample_weights=None)", run: runEmbeddingBag},
			{signature: "LayerNorm(normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None)",
				build: buildLayerNorm, forward: "(input)", run: runLayerNorm},
			{signature: "GroupNorm(num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, bias=True)",
				build: buildGroupNorm, forward: "(input)", run: runGroupNorm},
			{signature: "PReLU(num_parameters=1, init=0.25, device=None, dtype=None)", build: func(m *Module, c *call) {
				m.parameter(c, "weight", c.int("num_parameters"))
			}, forward: "(input)", run: func(m *Module, c *call) Value {
				return c.call("torch.nn.functional.prelu", c.arg("input"), m.Parameter("weight"))
			}},
		},
		[]*kind{
			{
				signature: "SyncBatchNorm(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, process_group=None, " +
					"device=None, dtype=None, bias=True)",
				build:   func(m *Module, c *call) { buildBatchNorm(0, m, c) },
				forward: "(input)",
				run:     runSyncBatchNorm,
			},
		},
		perDimension("Conv%dd(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, "+
			"bias=True, padding_mode=zeros, device=None, dtype=None)",
			buildConv, "(input)", runConv),
		perDimension("ConvTranspose%dd(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, "+
			"groups=1, bias=True, dilation=1, padding_mode=zeros, device=None, dtype=None)",
			buildConvTranspose, "(input, output_size=None)", runConvTranspose),
		perDimension("BatchNorm%dd(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, "+
			"device=None, dtype=None, bias=True)",
			buildBatchNorm, "(input)", runBatchNorm),
		perDimension("InstanceNorm%dd(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, "+
			"device=None, dtype=None, bias=True)",
			buildBatchNorm, "(input)", runInstanceNorm),
	)
}
