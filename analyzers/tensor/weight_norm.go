package tensor

// weightNorms are what torch.nn.utils makes weights with.
func weightNorms() []row {
	return []row{{"t", "_weight_norm(v, g, dim=0)", weightNorm}}
}

// weightNorm is v * (g / norm(v)); it keeps the norms beside both.
func weightNorm(c *call) Value {
	v, g := c.tensor("v"), c.tensor("g")
	norms := c.empty(Float32, g.Shape...)
	return c.made(c.empty(v.DType, v.Shape...), []*Tensor{v, g}, v, g, norms)
}
