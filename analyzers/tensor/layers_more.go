package tensor

import (
	"fmt"
	"slices"
)

// paddingLayers pad, unpool and unflatten.
func paddingLayers() []*kind {
	var all []*kind
	for n := 1; n <= 3; n++ {
		for name, mode := range map[string]string{
			"ZeroPad": "constant", "ReflectionPad": "reflect", "ReplicationPad": "replicate", "CircularPad": "circular",
		} {
			all = append(all, padding(fmt.Sprintf("%s%dd(padding)", name, n), n, mode))
		}
		all = append(all, padding(fmt.Sprintf("ConstantPad%dd(padding, value)", n), n, "constant"))
		all = append(all, &kind{
			signature: fmt.Sprintf("MaxUnpool%dd(kernel_size, stride=None, padding=0)", n),
			forward:   "(input, indices, output_size=None)",
			run: func(m *Module, c *call) Value {
				return c.call(fmt.Sprintf("torch.nn.functional.max_unpool%dd", n), c.arg("input"), c.arg("indices"),
					m.args.arg("kernel_size"), m.args.arg("stride"), m.args.arg("padding"), c.arg("output_size"))
			},
		})
	}
	return append(all,
		&kind{signature: "Unflatten(dim, unflattened_size)", forward: "(input)", run: func(m *Module, c *call) Value {
			return c.call("Tensor.unflatten", c.arg("input"), m.args.arg("dim"), m.args.arg("unflattened_size"))
		}},
		&kind{signature: "Bilinear(in1_features, in2_features, out_features, bias=True, device=None, dtype=None)",
			build: buildBilinear, forward: "(input1, input2)", run: runBilinear},
		&kind{signature: "RMSNorm(normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None)",
			build: buildRMSNorm, forward: "(input)", run: runRMSNorm},
		&kind{signature: "CosineSimilarity(dim=1, eps=1e-08)", forward: "(x1, x2)", run: func(m *Module, c *call) Value {
			return c.call("torch.nn.functional.cosine_similarity", c.arg("x1"), c.arg("x2"), m.args.arg("dim"))
		}},
		&kind{signature: "PairwiseDistance(p=2.0, eps=1e-06, keepdim=False)", forward: "(x1, x2)", run: func(m *Module,
			c *call) Value {
			return c.call("torch.nn.functional.pairwise_distance", c.arg("x1"), c.arg("x2"), m.args.arg("p"),
				m.args.arg("eps"), m.args.arg("keepdim"))
		}},
	)
}

func padding(signature string, n int, mode string) *kind {
	return &kind{signature: signature, forward: "(input)", run: func(m *Module, c *call) Value {
		return c.call("torch.nn.functional.pad", c.arg("input"), sizes(m.args.each("padding", 2*n)), String(mode))
	}}
}

func buildBilinear(m *Module, c *call) {
	out := c.int("out_features")
	m.parameter(c, "weight", out, c.int("in1_features"), c.int("in2_features"))
	m.bias(c, out)
}

func runBilinear(m *Module, c *call) Value {
	return c.call("torch.nn.functional.bilinear", c.arg("input1"), c.arg("input2"), m.Parameter("weight"),
		value(m.Parameter("bias")))
}

func buildRMSNorm(m *Module, c *call) {
	shape := c.ints("normalized_shape")
	if !c.bool("elementwise_affine") {
		shape = nil
	}
	m.parameter(c, "weight", shape...)
}

func runRMSNorm(m *Module, c *call) Value {
	return c.call("torch.nn.functional.rms_norm", c.arg("input"), sizes(m.args.ints("normalized_shape")),
		value(m.Parameter("weight")))
}

// lossLayers compare with a target.
func lossLayers() []*kind {
	loss := func(signature, function string) *kind {
		return &kind{signature: signature, forward: "(input, target)", run: func(m *Module, c *call) Value {
			kw := map[string]Value{}
			for i, p := range m.args.form {
				if !slices.Contains([]string{"size_average", "reduce"}, p.name) {
					kw[p.name] = m.args.values[i]
				}
			}
			v, err := c.tape.Call("torch.nn.functional."+function, []Value{c.arg("input"), c.arg("target")}, kw)
			if err != nil {
				panic(err)
			}
			return v
		}}
	}
	return []*kind{
		loss("CrossEntropyLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction=mean, "+
			"label_smoothing=0.0)", "cross_entropy"),
		loss("NLLLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction=mean)", "nll_loss"),
		loss("MSELoss(size_average=None, reduce=None, reduction=mean)", "mse_loss"),
		loss("L1Loss(size_average=None, reduce=None, reduction=mean)", "l1_loss"),
		loss("SmoothL1Loss(size_average=None, reduce=None, reduction=mean, beta=1.0)", "smooth_l1_loss"),
		loss("HuberLoss(reduction=mean, delta=1.0)", "huber_loss"),
		loss("BCELoss(weight=None, size_average=None, reduce=None, reduction=mean)", "binary_cross_entropy"),
		loss("BCEWithLogitsLoss(weight=None, size_average=None, reduce=None, reduction=mean, pos_weight=None)",
			"binary_cross_entropy_with_logits"),
		loss("KLDivLoss(size_average=None, reduce=None, reduction=mean, log_target=False)", "kl_div"),
		loss("SoftMarginLoss(size_average=None, reduce=None, reduction=mean)", "soft_margin_loss"),
	}
}
