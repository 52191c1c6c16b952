package tensor

// Reparametrize is torch.nn.utils.weight_norm and its kin: the layer's weight is computed again at each forward, from
// other parameters.
func (m *Module) Reparametrize(function string, args []Value, kw map[string]Value) (err error) {
	defer caught(&err)
	c := &call{tape: NewTape(), op: function}
	weight := m.Parameter("weight")
	if weight == nil {
		return &ShapeError{Op: function, Message: "the layer has no weight"}
	}
	switch function {
	case "torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm":
		c.bind(parseForm("(name=weight, dim=0)"), args, kw)
		c.weightNorm(m, weight, function == "torch.nn.utils.weight_norm")
	case "torch.nn.utils.spectral_norm", "torch.nn.utils.parametrizations.spectral_norm":
		c.bind(parseForm("(name=weight, n_power_iterations=1, eps=1e-12, dim=None)"), args, kw)
		c.spectralNorm(m, weight, function == "torch.nn.utils.spectral_norm")
	default:
		c.giveUp("this reparametrization is not known")
	}
	return nil
}

// replace puts parameters in the place of the weight, at the end of the list.
func (m *Module) replace(added ...Named) {
	var rest []Named
	for _, p := range m.Parameters {
		if p.Name != "weight" {
			rest = append(rest, p)
		}
	}
	m.Parameters = append(rest, added...)
}

func (c *call) weightNorm(m *Module, weight *Tensor, old bool) {
	if c.text("name") != "weight" {
		c.giveUp("other parameters than the weight are not followed")
	}
	lengths := make([]int64, len(weight.Shape))
	for i := range lengths {
		lengths[i] = 1
	}
	var of *Tensor
	if c.given("dim") {
		dim := c.dim("dim", len(weight.Shape))
		lengths[dim] = weight.Shape[dim]
		of = NewParameter(weight.DType, lengths...)
	} else {
		of = NewParameter(weight.DType)
	}
	if old {
		m.replace(Named{"weight_g", of}, Named{"weight_v", weight})
	} else {
		m.replace(Named{"parametrizations.weight.original0", of}, Named{"parametrizations.weight.original1", weight})
	}
	m.compute = func(c *call) *Tensor {
		out := c.empty(weight.DType, weight.Shape...)
		return c.made(out, []*Tensor{weight, of}, weight, of, c.empty(Float32, of.Shape...))
	}
}

// spectralNorm divides the weight by its largest singular value, which a step of power iteration follows.
func (c *call) spectralNorm(m *Module, weight *Tensor, old bool) {
	dim := 0
	if c.given("dim") {
		dim = c.dim("dim", len(weight.Shape))
	} else if len(m.Class) > 18 && m.Class[:18] == "torch.nn.ConvTrans" {
		dim = 1
	}
	rows := weight.Shape[dim]
	columns := weight.Numel() / max(rows, 1)
	u, v := NewBuffer(weight.DType, rows), NewBuffer(weight.DType, columns)
	if old {
		m.replace(Named{"weight_orig", weight})
		m.Buffers = append(m.Buffers, Named{"weight_u", u}, Named{"weight_v", v})
	} else {
		m.replace(Named{"parametrizations.weight.original", weight})
		m.Buffers = append(m.Buffers, Named{"parametrizations.weight.0._u", u}, Named{"parametrizations.weight.0._v", v})
	}
	m.compute = func(c *call) *Tensor {
		left, right := u, v
		if m.Training {
			left, right = c.empty(u.DType, rows), c.empty(v.DType, columns)
		}
		matrix := weight
		if dim != 0 {
			matrix = c.swapped(weight, 0, dim)
		}
		matrix = c.reshaped(matrix, []int64{rows, columns})
		sigma := c.dot(left, c.mv(matrix, right))
		return c.do("Tensor.div", weight, sigma)
	}
}
