package tensor

// losses end a forward pass: what they keep is mostly what they were given.
func losses() []row {
	return []row{
		{"f", "cross_entropy(self, target, weight=None, ignore_index=-100, reduction=mean, label_smoothing=0.0)",
			crossEntropy},
		{"f", "nll_loss(self, target, weight=None, ignore_index=-100, reduction=mean)",
			func(c *call) Value { return c.nll(c.tensor("self")) }},
		{"f", "mse_loss(self, target, reduction=mean, weight=None)", pointwiseLoss},
		{"f", "smooth_l1_loss(self, target, reduction=mean, beta=1.0)", pointwiseLoss},
		{"f", "huber_loss(self, target, reduction=mean, delta=1.0)", pointwiseLoss},
		{"f", "l1_loss(self, target, reduction=mean)", absoluteLoss},
		{"f", "binary_cross_entropy(self, target, weight=None, reduction=mean)", pointwiseLoss},
		{"f", "binary_cross_entropy_with_logits(self, target, weight=None, reduction=mean, pos_weight=None)", pointwiseLoss},
		{"f", "soft_margin_loss(self, target, reduction=mean)", pointwiseLoss},
		{
			"f",
			"multi_margin_loss(self, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction=mean)",
			multiMarginLoss,
		},
		{
			"f",
			"ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=mean, zero_infinity=False)",
			ctcLoss,
		},
		{"f", "kl_div(self, target, reduction=mean, log_target=False)", klDivergence},
	}
}

// settled is a loss's last step: the mean, the sum, or each element's own.
func (c *call) settled(t *Tensor) *Tensor {
	switch c.text("reduction") {
	case "none":
		return t
	case "sum":
		return c.do("Tensor.sum", t)
	case "mean":
		return c.do("Tensor.mean", t)
	}
	c.refuse("%s is not a valid value for reduction", c.text("reduction"))
	return nil
}

// shapeAfter is the shape of a loss of one element for each of the input's.
func (c *call) shapeAfter(full []int64) []int64 {
	if c.text("reduction") == "none" {
		return full
	}
	return nil
}

// pointwiseLoss is one operator that keeps what it compared.
func pointwiseLoss(c *call) Value {
	x, target := c.tensor("self"), c.tensor("target")
	if i := c.form.index("beta"); i >= 0 && c.values[i] != nil && c.float("beta") == 0 {
		return absoluteLoss(c)
	}
	if c.op == "torch.nn.functional.binary_cross_entropy" && !equal(x.Shape, target.Shape) {
		c.refuse(
			"Using a target size (torch.Size(%s)) that is different to the input size (torch.Size(%s)) is deprecated. Please "+
				"ensure they have the same size.",
			listed(target.Shape),
			listed(x.Shape),
		)
	}
	if c.op == "torch.nn.functional.binary_cross_entropy_with_logits" && !equal(x.Shape, target.Shape) {
		c.refuse("Target size (torch.Size(%s)) must be the same as input size (torch.Size(%s))", listed(target.Shape),
			listed(x.Shape))
	}
	shape := c.join(x.Shape, target.Shape)
	if !equal(shape, x.Shape) {
		x = c.expanded(x, shape)
	}
	if !equal(shape, target.Shape) {
		target = c.expanded(target, shape)
	}
	keeps := []*Tensor{x, target}
	for _, name := range []string{"weight", "pos_weight"} {
		if c.form.index(name) >= 0 && c.given(name) {
			keeps = append(keeps, c.tensor(name))
		}
	}
	dtype := resultType([]Value{x, target})
	out := c.empty(dtype, c.shapeAfter(shape)...)
	if c.reducedWhole() && c.text("reduction") != "none" && !c.tape.older(1, 10) {
		out = c.empty(dtype, shape...)
		out.Shape, out.Strides = nil, nil
	}
	return c.made(out, []*Tensor{x, target}, keeps...)
}

// reducedWhole reports whether the one number of a loss lies in the memory that the loss of each element had: these
// kernels make the result as large as the input, and resize it then, which frees nothing (TORCH_META_FUNC of mse_loss
// and smooth_l1_loss, resize_as_ of binary_cross_entropy, resize_ of soft_margin_loss).
func (c *call) reducedWhole() bool {
	switch nameOfOp(c.op) {
	case "mse_loss", "smooth_l1_loss", "binary_cross_entropy", "soft_margin_loss":
		return true
	}
	return false
}

// absoluteLoss is (x - y).abs(), and a mean: the difference is kept.
func absoluteLoss(c *call) Value {
	return c.settled(c.do("torch.abs", c.do("Tensor.sub", c.tensor("self"), c.tensor("target"))))
}

// crossEntropy is a log_softmax and a nll_loss; with probabilities as targets a product and a sum.
func crossEntropy(c *call) Value {
	x, target := c.tensor("self"), c.tensor("target")
	at := 1
	if len(x.Shape) == 1 {
		at = 0
	}
	if equal(x.Shape, target.Shape) && target.DType.Floating() {
		return c.softCrossEntropy(x, target, at)
	}
	logs := c.logarithms(x)
	if smoothing := c.float("label_smoothing"); smoothing > 0 {
		return c.smoothed(logs, at)
	}
	return c.nll(logs)
}

// logarithms is a log_softmax in the input's own type, under autocast as well.
func (c *call) logarithms(x *Tensor) *Tensor {
	out := c.empty(x.DType, x.Shape...)
	return c.made(out, []*Tensor{x}, append(c.until(111, x), out)...)
}

func (c *call) softCrossEntropy(x, target *Tensor, at int) Value {
	if c.given("weight") || c.float("label_smoothing") > 0 {
		c.giveUp("class weights or smoothing with probabilities are not followed")
	}
	logs := c.do("torch.log_softmax", x, Int(at))
	product := c.do("Tensor.mul", logs, target)
	switch c.text("reduction") {
	case "none":
		return c.do("torch.neg", c.do("Tensor.sum", product, Int(at)))
	case "sum":
		return c.do("torch.neg", c.do("Tensor.sum", product))
	}
	return c.do("Tensor.div", c.do("torch.neg", c.do("Tensor.sum", product)), Int(x.Numel()/x.Shape[at]))
}

// smoothed adds the mean over all classes to the loss of the target's.
func (c *call) smoothed(logs *Tensor, at int) Value {
	target, weight := c.tensor("target"), c.maybe("weight")
	own := c.nll(logs)
	each := logs
	if weight != nil {
		shape := make([]int64, len(logs.Shape))
		for i := range shape {
			shape[i] = 1
		}
		shape[at] = weight.Numel()
		each = c.do("Tensor.mul", logs, c.call("Tensor.view", weight, sizes(shape)))
	}
	all := c.do("torch.neg", c.do("Tensor.sum", each, Int(at)))
	ignored := c.do("Tensor.eq", target, Int(-100))
	all = c.do("Tensor.masked_fill", all, ignored, Int(0))
	switch c.text("reduction") {
	case "none":
	case "sum":
		all = c.do("Tensor.sum", all)
	default:
		count := c.do("Tensor.sum", c.do("Tensor.ne", target, Int(-100)))
		if weight != nil {
			count = c.do("Tensor.sum", c.do("Tensor.index_select", weight, Int(0), c.do("Tensor.flatten", target)))
		}
		all = c.do("Tensor.div", c.do("Tensor.sum", all), count)
	}
	return c.do("Tensor.add", c.do("Tensor.mul", own, Float(0.9)), c.do("Tensor.mul", all, Float(0.1)))
}

// nll keeps the log probabilities, the targets, and the sum of the weights.
func (c *call) nll(logs *Tensor) *Tensor {
	target := c.tensor("target")
	if c.tape.Autocast != NoDType {
		logs = c.widened(logs, Float32)
	}
	if target.DType != Int64 && target.DType != Uint8 {
		c.refuseType("expected scalar type Long but found %s", scalarName(target.DType))
	}
	classes := 1
	if len(logs.Shape) == 1 {
		classes = 0
	}
	if len(logs.Shape) == 0 {
		c.refuse("input tensor should be 1D or 2D")
	}
	rest := without(logs.Shape, classes)
	if !equal(rest, target.Shape) {
		if len(target.Shape) > 0 && len(rest) > 0 && target.Shape[0] != rest[0] {
			c.refuse("Expected input batch_size (%d) to match target batch_size (%d).", rest[0], target.Shape[0])
		}
		c.refuse("Expected target size %s, got %s", listed(rest), listed(target.Shape))
	}
	weight := c.maybe("weight")
	if weight != nil && weight.Numel() != logs.Shape[classes] {
		c.refuse("weight tensor should be defined either for all %d classes or no classes but got weight tensor of shape: %s",
			logs.Shape[classes], listed(weight.Shape))
	}
	out := c.empty(logs.DType, c.shapeAfter(rest)...)
	total := c.empty(logs.DType)
	x, kept := logs, target
	if len(logs.Shape) == 3 || len(logs.Shape) > 4 {
		x, kept = c.asImages(logs, target)
	}
	return c.made(out, []*Tensor{logs}, x, kept, weight, total)
}

// asImages are sequences or volumes as the two-dimensional loss takes them.
func (c *call) asImages(logs, target *Tensor) (x, kept *Tensor) {
	n, classes, rest := logs.Shape[0], logs.Shape[1], product(logs.Shape[2:])
	return c.reshaped(logs, []int64{n, classes, 1, rest}), c.reshaped(target, []int64{n, 1, rest})
}

func klDivergence(c *call) Value {
	x, target := c.tensor("self"), c.tensor("target")
	var out *Tensor
	if c.bool("log_target") {
		out = c.do("Tensor.mul", c.do("torch.exp", target), c.do("Tensor.sub", target, x))
	} else {
		logs := c.do("Tensor.xlogy", target, target)
		out = c.do("Tensor.sub", logs, c.do("Tensor.mul", target, x))
	}
	if c.text("reduction") == "batchmean" {
		return c.do("Tensor.div", c.do("Tensor.sum", out), Int(x.Shape[0]))
	}
	return c.settled(out)
}

// multiMarginLoss is one operator for each row, which keeps what it compared.
func multiMarginLoss(c *call) Value {
	x, target := c.tensor("self"), c.tensor("target")
	rows := x.Shape[:max(len(x.Shape)-1, 0)]
	return c.made(c.empty(x.DType, c.shapeAfter(rows)...), []*Tensor{x}, x, target, c.maybe("weight"))
}

// ctcLoss keeps what it was given, and the sums over all ways to each place of a target, with a blank on either side of
// each. Its backward pass makes the like of these once more.
func ctcLoss(c *call) Value {
	x, targets := c.tensor("log_probs"), c.tensor("targets")
	if len(x.Shape) != 3 {
		c.giveUp("the loss of CTC for one sequence alone is not followed")
	}
	longest := int64(-1)
	told, _ := items(c.arg("target_lengths"))
	for _, v := range told {
		if n, known := intOf(v); known {
			longest = max(longest, n)
		} else {
			told = nil
		}
	}
	switch lengths, ok := c.arg("target_lengths").(*Tensor); {
	case len(told) > 0:
	case len(targets.Shape) == 2:
		longest = targets.Shape[1]
	case ok && lengths.Elements() != nil:
		for _, n := range lengths.Elements() {
			longest = max(longest, int64(n))
		}
	case ok && len(lengths.Shape) == 1 && lengths.Shape[0] > 0: // as long as each other: which is longer, only data tells
		longest = (targets.Shape[0] + lengths.Shape[0] - 1) / lengths.Shape[0]
	}
	if longest < 0 {
		c.giveUp("how long the longest target of CTC is")
	}
	each, ways := c.empty(x.DType, x.Shape[1]), c.empty(x.DType, x.Shape[1], x.Shape[0], 2*longest+1)
	loss := c.made(each, []*Tensor{x}, x, targets, each, ways)
	if c.bool("zero_infinity") {
		infinite := c.do("Tensor.eq", loss, Float(1))
		loss = c.do("torch.where", infinite, c.empty(x.DType), loss)
	}
	if c.text("reduction") == "mean" {
		loss = c.do("Tensor.div", loss, c.empty(x.DType, x.Shape[1]))
	}
	return c.settled(loss)
}
