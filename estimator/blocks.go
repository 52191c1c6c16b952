package estimator

// activation is the nonlinearity of a two-matrix feed-forward, by what autograd keeps for it.
type activation int

const (
	gelu       activation = iota // fused: its input
	pythonGELU                   // gelu_new written in Python: input, tanh, both factors of the last product
	pythonERF                    // the GELU that ESM writes in Python with erf: the input of erf and both factors of the product
	quickGELU                    // x * sigmoid(1.702 x), written in Python: both factors of the product
	relu                         // its output, which the next layer keeps anyway
)

// blockSpec is the shape of one transformer block, one stream of it.
type blockSpec struct {
	hidden, query, keyValue, wide float64
	heads                         float64
	gated                         bool
	rms                           bool    // RMSNorm written in Python rather than torch's layer_norm
	norms                         float64 // norms over the hidden width
	branchNorms                   float64 // of norms: those of the output of a linear layer
	queryKeyNorm                  bool
	rotatedInFloat                bool // the rotation of queries and keys keeps what it rotates
	floatNorm                     bool // the norm works in fp32 to its end
	centredNorm                   bool // a LayerNorm written in Python
	sharedInput                   bool // attention and feed-forward read one norm's output
	parallelNorms                 bool // they have norms of their own, of one input
	wholeAdapters                 bool // litgpt's adapters of the fused layer
	fusedQKV                      bool
	keptQKV                       bool // the values are a view of what one linear layer made, and queries and keys are copies
	joinedHeads                   bool // queries are a copy whose layout the attention's output takes over, which is copied in turn
	fusedGate                     bool // one linear layer makes the gate and what it gates
	clampedGate                   bool // both are kept before and after they are clamped, and the sigmoid and its product
	activation                    activation
	expandedKV                    bool // grouped keys and values are repeated to the query width before attention
	dropout                       bool
	drops                         bool         // within the feed-forward, too
	unweighted                    bool         // the norm keeps what it was given beside its copy in fp32
	experts                       float64      // active experts of a mixture, each with its own copy of the token
	scaled                        bool         // what attention and the feed-forward give is scaled by trained factors
	gatedOutput                   bool         // a sigmoid of what the query's layer makes beside the queries gates what attention gives
	delta                         *deltaLayers // in place of attention
	adapted                       map[string]bool
}

// saved is the bytes of one token that one block keeps for its backward pass.
func (b blockSpec) saved(r regime) float64 {
	mixer := b.attentionBytes
	if b.delta != nil {
		mixer = b.deltaBytes
	}
	scales := 0.0
	if b.scaled && r.trainAll {
		scales = 2 * r.size * b.hidden
	}
	return b.normBytes(r) + mixer(r) + b.feedForwardBytes(r) + b.dropoutBytes() + scales
}

func (b blockSpec) adaptedCount(roles ...string) int {
	count := 0
	for _, role := range roles {
		if b.adapted[role] {
			count++
		}
	}
	return count
}

// oneNorm is what one norm keeps of each element, and whether it gives fp32.
func (b blockSpec) oneNorm(r regime) (norm float64, fp32Output bool) {
	norm, fp32Output = r.layerNorm(), r.autocast
	switch {
	case b.rms:
		norm, fp32Output = b.rootMeanSquare(r, r.stream), r.stream == 4
	case b.centredNorm:
		norm, fp32Output = b.centred(r), r.stream == 4
	case b.floatNorm:
		norm, fp32Output = 4, r.stream == 4
	}
	if b.unweighted && r.stream < 4 {
		norm += r.stream
	}
	return norm, fp32Output
}

// normBytes covers the norms and the inputs of the linear layers that read them.
func (b blockSpec) normBytes(r regime) float64 {
	norm, fp32Output := b.oneNorm(r)
	projections, gates := 3, 1
	if b.gated {
		gates = 2
	}
	if b.fusedQKV {
		projections = 1
	}
	if b.fusedGate {
		gates = 1
	}
	adapted := min(projections, b.adaptedCount("q", "k", "v"))
	if b.delta != nil {
		projections, adapted = 4, 4*b.adaptedCount("out")
	}
	attention := r.inputs(projections, adapted, fp32Output)
	feedForward := r.inputs(gates, min(gates, b.adaptedCount("gate", "up")), fp32Output)
	if b.sharedInput && r.trainAll && !(r.autocast && fp32Output) { // autocast makes a copy for each
		feedForward = 0
	}
	norms := b.norms
	if b.parallelNorms && !(r.autocast && r.stream < 4) { // what autocast casts it casts for each
		norms--
	}
	bytes := norms*norm + attention + feedForward
	if b.rms && b.branchNorms > 0 {
		bytes -= b.branchNorms * (norm - b.rootMeanSquare(r, r.size))
	}
	return bytes * b.hidden
}

func (b blockSpec) attentionBytes(r regime) float64 {
	keyValue := b.keyValue
	if b.expandedKV {
		keyValue = b.query
	}
	bytes := r.size * (2*b.query + 2*keyValue) // queries, keys, values and the output
	if b.queryKeyNorm {
		bytes += b.rootMeanSquare(r, r.size) * (b.query + b.keyValue)
	}
	if b.gatedOutput {
		bytes += 2 * r.size * b.query
		if r.size == 4 { // the norm keeps the queries as they are, which is half of what one layer made
			bytes += r.size * b.query
		}
	}
	if b.rotatedInFloat || b.keptQKV {
		bytes += r.size * (b.query + b.keyValue)
	}
	if b.joinedHeads && (r.trainAll || r.buffered || b.adapted["o"] && !r.copies) {
		bytes += r.size * b.query
	}
	if b.wholeAdapters && !r.trainAll { // index_copy keeps what each adapter adds to the fused layer
		for role, width := range map[string]float64{"q": b.query, "k": b.keyValue, "v": b.keyValue} {
			if b.adapted[role] {
				bytes += r.size * width
			}
		}
	}
	if !r.trainAll && b.adapted["o"] && r.copies {
		bytes += r.adapter * b.query
	}
	return bytes
}

func (b blockSpec) feedForwardBytes(r regime) float64 {
	bytes := 0.0
	switch {
	case b.clampedGate:
		bytes = 6 * r.size
	case b.gated && r.unsloth: // gate and up; their product is computed again
		return 2 * r.size * b.wide
	case b.gated && r.compiled: // gate and up; the activated gate is computed again
		bytes = 2 * r.size
	case b.gated && b.drops: // T5 1.1's: a GELU written in Python, which is dropped of
		bytes = 6*r.size + 1
	case b.gated: // gate, up, and the activated gate
		bytes = 3 * r.size
	case b.drops: // a ReLU's output, and the mask
		bytes = r.size + 1
	case b.activation == pythonGELU && r.autocast: // pow runs in fp32 under autocast and what follows stays there
		bytes = 4 + 4 + 2 + 4
	case b.activation == pythonGELU:
		bytes = 4 * r.size
	case b.activation == quickGELU:
		bytes = 2 * r.size
	case b.activation == pythonERF:
		bytes = 3 * r.size
	case b.activation == gelu:
		bytes = r.size
	}
	if r.buffered && !r.trainAll && (r.copies || !b.adapted["down"]) {
		bytes += r.size
	}
	switch {
	case r.trainAll:
		bytes += r.size // input of the down projection
	case b.adapted["down"] && r.copies:
		bytes += r.adapter
		if b.activation == relu && !b.gated { // its own output
			bytes += r.size
		}
	case b.activation == relu && !b.gated:
		bytes += r.size
	case b.adapted["down"]:
		bytes += r.size
	}
	return bytes*b.wide + 2*r.size*b.hidden*b.experts
}

// rootMeanSquare is what a norm keeps of each element of an input of some width: the fp32 copy, and, when its weight
// trains, the normalised value, which some families multiply in fp32.
func (b blockSpec) rootMeanSquare(r regime, width float64) float64 {
	switch {
	case r.fused || r.compiled:
		return width
	case !r.trainAll:
		return 4
	case b.floatNorm:
		return 4 + 4
	}
	return 4 + width
}

// centred is what a LayerNorm in Python keeps of each element: the centred input twice, for the variance and for the
// product, and what its weight multiplies.
func (b blockSpec) centred(r regime) float64 {
	if !r.trainAll {
		return 4 + 4
	}
	return 4 + 4 + 4
}

// dropoutBytes are two masks of one byte an element, after attention and after the feed-forward.
func (b blockSpec) dropoutBytes() float64 {
	if !b.dropout {
		return 0
	}
	return 2 * b.hidden
}

// gradients is what the block's own backward pass has alive on top of what it saved, at its widest point: the
// gradients of the activated gate and of up beside that of their product, which replaces the saved product.
func (b blockSpec) gradients(r regime) float64 {
	wide := r.size * b.wide
	if b.gated {
		wide *= 2
	}
	if !r.trainAll {
		wide += r.size * b.wide
	}
	return wide + r.stream*b.hidden
}
