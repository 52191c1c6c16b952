package estimator

// activation is the nonlinearity of a two-matrix feed-forward, by what autograd keeps for it.
type activation int

const (
	gelu       activation = iota // fused: its input
	pythonGELU                   // gelu_new written in Python: input, tanh, both factors of the last product
	// the GELU that ESM writes in Python with erf: the input of erf and both factors of the product
	pythonERF
	quickGELU // x * sigmoid(1.702 x), written in Python: both factors of the product
	relu      // its output, which the next layer keeps anyway
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
	// the values are a view of what one linear layer made, and queries and keys are copies
	keptQKV bool
	// queries are a copy whose layout the attention's output takes over, which is copied in turn
	joinedHeads bool
	fusedGate   bool // one linear layer makes the gate and what it gates
	clampedGate bool // both are kept before and after they are clamped, and the sigmoid and its product
	activation  activation
	expandedKV  bool // grouped keys and values are repeated to the query width before attention
	dropout     bool
	drops       bool         // within the feed-forward, too
	unweighted  bool         // the norm keeps what it was given beside its copy in fp32
	experts     float64      // active experts of a mixture, each with its own copy of the token
	scaled      bool         // what attention and the feed-forward give is scaled by trained factors
	gatedOutput bool         // a sigmoid of what the query's layer makes beside the queries gates what attention gives
	delta       *deltaLayers // in place of attention
	adapted     map[string]bool
}

// kept are the tensors that one block keeps for its backward pass, in the order in which they are made, in bytes a
// token: those of attention, or of what stands in its place, and those of the feed-forward, of which the last is what
// its last matrix reads.
type kept struct{ mixer, feed []float64 }

func (k kept) bytes() float64 { return sum(k.mixer) + sum(k.feed) }

func (b blockSpec) kept(r regime) kept {
	if b.delta != nil {
		return b.keptWith(r, []float64{b.deltaBytes(r)})
	}
	return b.keptWith(r, b.attention(r))
}

// keptWith is kept with these tensors in the place of attention's.
func (b blockSpec) keptWith(r regime, mixer []float64) kept {
	k := b.normed(r)
	k.mixer = append(k.mixer, mixer...)
	if b.dropout { // a mask of one byte an element, after attention and after the feed-forward
		k.mixer, k.feed = append(k.mixer, b.hidden), append(k.feed, b.hidden)
	}
	if b.scaled && r.trainAll {
		k.mixer, k.feed = append(k.mixer, r.size*b.hidden), append(k.feed, r.size*b.hidden)
	}
	k.feed = append(k.feed, b.feedForward(r)...)
	return k
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

// normed covers the norms and the inputs of the linear layers that read them.
func (b blockSpec) normed(r regime) (k kept) {
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
	norms := int(b.norms)
	if b.parallelNorms && !(r.autocast && r.stream < 4) { // what autocast casts it casts for each
		norms--
	}
	for i := range norms {
		width := norm
		if b.rms && b.branchNorms > 0 && i%2 == 1 { // of what a linear layer made
			width = b.rootMeanSquare(r, r.size)
		}
		tensors := inParts(width*b.hidden, 4*b.hidden)
		if 2*i < norms {
			k.mixer = append(k.mixer, tensors...)
		} else {
			k.feed = append(k.feed, tensors...)
		}
	}
	each := max(r.size, r.adapter) * b.hidden
	k.mixer = append(k.mixer, inParts(attention*b.hidden, each)...)
	k.feed = append(k.feed, inParts(feedForward*b.hidden, each)...)
	return k
}

// inParts divides bytes into tensors of so many, and one of what is left.
func inParts(bytes, each float64) (list []float64) {
	for ; each > 0 && bytes > each; bytes -= each {
		list = append(list, each)
	}
	if bytes > 0 {
		list = append(list, bytes)
	}
	return list
}

// attention lists what attention keeps in bytes a token: queries, keys, values, and its output at the end.
func (b blockSpec) attention(r regime) []float64 {
	keyValue := b.keyValue
	if b.expandedKV {
		keyValue = b.query
	}
	list := []float64{r.size * b.query, r.size * keyValue, r.size * keyValue}
	if b.queryKeyNorm {
		norm := b.rootMeanSquare(r, r.size)
		for _, width := range []float64{b.query, b.keyValue} {
			list = append(list, inParts(norm*width, 4*width)...)
		}
	}
	if b.gatedOutput {
		list = append(list, r.size*b.query, r.size*b.query)
		if r.size == 4 { // the norm keeps the queries as they are, which is half of what one layer made
			list = append(list, r.size*b.query)
		}
	}
	if b.rotatedInFloat || b.keptQKV {
		list = append(list, r.size*b.query, r.size*b.keyValue)
	}
	if b.joinedHeads && (r.trainAll || r.buffered || b.adapted["o"] && !r.copies) {
		list = append(list, r.size*b.query)
	}
	if b.wholeAdapters && !r.trainAll { // index_copy keeps what each adapter adds to the fused layer
		for _, part := range []struct {
			role  string
			width float64
		}{{"q", b.query}, {"k", b.keyValue}, {"v", b.keyValue}} {
			if b.adapted[part.role] {
				list = append(list, r.size*part.width)
			}
		}
	}
	list = append(list, r.size*b.query)
	if !r.trainAll && b.adapted["o"] && r.copies {
		list = append(list, r.adapter*b.query)
	}
	return list
}

// feedForward lists what the feed-forward keeps in bytes a token; the input of its last matrix comes last.
func (b blockSpec) feedForward(r regime) []float64 {
	var list []float64
	add := func(widths ...float64) {
		for _, width := range widths {
			list = append(list, width*b.wide)
		}
	}
	if b.experts > 0 {
		list = append(list, inParts(2*r.size*b.hidden*b.experts, r.size*b.hidden*b.experts)...)
	}
	switch {
	case b.clampedGate:
		add(r.size, r.size, r.size, r.size, r.size, r.size)
	case b.gated && r.unsloth: // gate and up; their product is computed again
		return []float64{r.size * b.wide, r.size * b.wide}
	case b.gated && r.compiled: // gate and up; the activated gate is computed again
		add(r.size, r.size)
	case b.gated && b.drops: // T5 1.1's: a GELU written in Python, which is dropped of
		add(r.size, r.size, r.size, r.size, r.size, r.size, 1)
	case b.gated: // gate, up, and the activated gate
		add(r.size, r.size, r.size)
	case b.drops: // a ReLU's output, and the mask
		add(r.size, 1)
	case b.activation == pythonGELU && r.autocast: // pow runs in fp32 under autocast and what follows stays there
		add(4, 4, 2, 4)
	case b.activation == pythonGELU:
		add(r.size, r.size, r.size, r.size)
	case b.activation == quickGELU:
		add(r.size, r.size)
	case b.activation == pythonERF:
		add(r.size, r.size, r.size)
	case b.activation == gelu:
		add(r.size)
	}
	if r.buffered && !r.trainAll && (r.copies || !b.adapted["down"]) {
		add(r.size)
	}
	switch {
	case r.trainAll:
		add(r.size) // input of the down projection
	case b.adapted["down"] && r.copies:
		if b.activation == relu && !b.gated { // its own output
			add(r.size)
		}
		add(r.adapter)
	case b.activation == relu && !b.gated, b.adapted["down"]:
		add(r.size)
	}
	return list
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
