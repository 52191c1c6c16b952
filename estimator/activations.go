package estimator

// pass is a forward pass: what it keeps for the backward pass, in the order in which it is made.
type pass struct {
	front    []float64 // before the first block
	stacks   []stack
	policy   policy
	selected []float64 // what a checkpointed block keeps beside its input, in bytes a token
	twice    bool      // two layers are in flight at once
	loss     loss
}

func canCountActivations(model Model) bool {
	switch {
	case model.hears():
		return true
	case model.Kind == Audio && model.EncoderLayers == 0:
		return false // a convolutional front end over raw samples, whose length is not in tokens
	case model.Kind == Diffusion || model.Kind == Video:
		return model.unet != nil || model.dit != nil
	case model.Hidden > 0 && model.Layers > 0:
		return true
	}
	return model.SavedBytes > 0 || model.MActs > 0
}

func passOf(f facts) pass {
	p := activationsOf(f)
	p.front = append(p.front, pieces(besideActivations(f), float64(largeSegment))...)
	weights, layers := f.dequantised()*f.quantisable(), 0.0
	for _, s := range p.stacks {
		layers += s.layers
	}
	for i := range p.stacks {
		p.stacks[i].weights = weights / max(layers, 1)
	}
	return p
}

func activationsOf(f facts) pass {
	switch {
	case f.Model.unet != nil:
		return unetPass(f)
	case f.Model.dit != nil:
		return ditPass(f)
	case f.Model.hears():
		return waveformPass(f)
	case f.Model.Hidden == 0:
		return convolutionalPass(f)
	}
	return transformerPass(f)
}

// stack is a run of equal blocks over the same tokens.
type stack struct {
	layers, tokens float64
	input          float64 // of a block, in bytes a token
	kept
	// what the backward pass of a block has on top of what it keeps, at its widest point, in bytes a token
	gradients float64
	piece     float64   // of these, one tensor within the feed-forward; 0: not known
	replaces  bool      // the gradient of what the feed-forward keeps last takes the place of that
	scores    []float64 // gradients of attention's scores, in bytes a token
	weights   float64   // bytes that a block keeps of its weights
	unchecked bool      // never checkpointed
	beside    bool      // its weights are counted with those of other blocks
}

func (s stack) saved() float64 { return s.bytes()*s.tokens + s.weights }

// everySecond is no word of a user's: a model that itself asks of each block whether its number is a multiple of the
// interval.
const everySecond Checkpointing = "every second block"

// policy is which share of the blocks is checkpointed, in segments of how many.
type policy struct{ share, segment float64 }

func checkpointPolicy(c Checkpointing) policy {
	switch c {
	case CheckpointNone:
		return policy{0, 1}
	case "interval-2":
		return policy{1, 2}
	case everySecond:
		return policy{0.5, 1}
	case "other:seg2-stride4", "other:seg2-stride4-offload": // segments of two blocks, every four
		return policy{0.5, 2}
	}
	return policy{1, 1}
}
