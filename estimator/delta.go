package estimator

import _ "embed"

//go:embed data/delta_layers.csv
var deltaTable string

// deltaLayers are the layers of a model that have a gated delta rule in place of attention: Qwen3.5's.
type deltaLayers struct {
	layers     int
	key, value int // widths of all heads
	heads      int // of the values
}

func deltaFromRow(row map[string]string) *deltaLayers {
	return &deltaLayers{
		layers: intColumn(row, "layers"), heads: intColumn(row, "value_heads"),
		key: intColumn(
			row,
			"key_heads",
		) * intColumn(
			row,
			"key_dim",
		), value: intColumn(row, "value_heads") * intColumn(row, "value_dim"),
	}
}

// chunk is the length of the pieces of a sequence within which the kernels of flash-linear-attention multiply.
const chunk = 64

// deltaSpec is the block with a delta rule beside the block with attention.
func deltaSpec(b blockSpec, d *deltaLayers) blockSpec {
	b.delta, b.heads, b.gatedOutput = d, 0, false
	return b
}

// deltaBytes is what the mixer keeps: the input and the output of its convolution, of which the values are a part; the
// normalised queries and keys and one matrix a chunk (fla.ops.gated_delta_rule, ChunkGatedDeltaRuleFunction); and what
// its gated norm, which works in fp32, and the output layer read.
func (b blockSpec) deltaBytes(r regime) float64 {
	key, value := float64(b.delta.key), float64(b.delta.value)
	bytes := r.size*(2*(2*key+value)+2*key+chunk*float64(b.delta.heads)) + 3*4*value + r.size*value
	switch {
	case r.trainAll:
		bytes += 2 * r.size * value
		if r.autocast && r.stream == 4 { // its weight is in fp32, and so is what it gives
			bytes += (4 - r.size) * value
		}
	case b.adapted["out"]:
		bytes += r.adapter * value
	}
	return bytes
}

// deltaProjections are the linear layers of such a mixer. They have names of their own, which only the words for all
// layers mean.
func deltaProjections(hidden int, d *deltaLayers) []projection {
	return []projection{
		{hidden, 2*d.key + d.value},
		{hidden, d.value},
		{hidden, d.heads},
		{hidden, d.heads},
		{d.value, hidden},
	}
}

// deltaAdapters is what the layers with a delta rule have of adapters more than the same number of layers with
// attention.
func deltaAdapters(job Job, attention map[string]projection) float64 {
	elements := 0
	roles := adapterRoles(job.LoRATargets)
	count := func(linear projection, sign int) {
		elements += sign * max(job.LoRARank, 1) * (linear.in + linear.out)
		if job.Method == DoRA {
			elements += sign * linear.out
		}
	}
	for _, role := range []string{"q", "k", "v", "o"} {
		if roles[role] {
			count(attention[role], -1)
		}
	}
	if roles["out"] {
		for _, linear := range deltaProjections(job.Model.Hidden, job.Model.delta) {
			count(linear, 1)
		}
	}
	return float64(elements * job.Model.delta.layers)
}
