package estimator

// live are the bytes of one rank's activations in the moments that matter.
type live struct {
	stored  float64 // saved between forward and backward
	working float64 // the layer in flight: recomputed activations and their gradients
	last    float64 // the same where the backward pass ends, when nothing else is stored any more
	logits  float64 // at the loss, where it is walked back
	// logitsForward are those where the loss is computed.
	logitsForward float64
	// held are the logits that the loop's variables name until the next step.
	held float64
	head float64 // at the loss, in the gradients of the output head
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

func countActivations(f facts) live {
	l := activationsOf(f)
	l.stored += besideActivations(f)
	return l
}

func activationsOf(f facts) live {
	switch {
	case f.Model.unet != nil:
		return unetActivations(f)
	case f.Model.dit != nil:
		return ditActivations(f)
	case f.Model.hears():
		return waveformActivations(f)
	case f.Model.Hidden == 0:
		return convolutionalActivations(f)
	}
	return transformerActivations(f)
}

// stack is a run of equal blocks over the same tokens.
type stack struct {
	layers, tokens float64
	width          float64 // hidden
	saved          float64 // bytes a token and block
	gradients      float64
	unchecked      bool // never checkpointed
}

// run adds up stacks under a checkpointing policy. A checkpointed segment keeps its input and is recomputed when
// its backward pass comes, so that one segment's activations and gradients are alive beside the inputs of all.
func run(f facts, r regime, stacks []stack) live {
	var l live
	policy := checkpointPolicy(f.Checkpointing)
	layers := 0.0
	for _, s := range stacks {
		layers += s.layers
	}
	weights := f.dequantised() * quantisable(f.Model) / max(layers, 1)
	for _, s := range stacks {
		full := s.saved*s.tokens + weights
		backward := s.gradients * s.tokens
		input := r.stream * s.width * s.tokens
		l.last = max(l.last, full+backward)
		if s.unchecked || policy.share == 0 {
			l.stored += full * s.layers
			l.working = max(l.working, backward)
			continue
		}
		kept := (1 - policy.share) * s.layers * full
		l.stored += kept + policy.share*s.layers/policy.segment*input
		if policy.share < 1 { // while a segment is recomputed, an unchecked neighbour has already been freed
			l.working = max(l.working, backward)
			continue
		}
		l.working = max(l.working, policy.segment*full+backward)
	}
	if (f.Offload == OffloadActivations || r.unsloth) && policy.share > 0 {
		l.stored = offloadedInputs(r, stacks)
	} else if f.Offload == OffloadActivations {
		l.stored /= float64(max(f.Model.Layers, 1))
	}
	return l
}

func offloadedInputs(r regime, stacks []stack) float64 {
	largest := 0.0
	for _, s := range stacks {
		largest = max(largest, r.stream*s.width*s.tokens)
	}
	return 2 * largest // the one on its way out and the one in use
}

// everySecond is no word of a user's: a model that itself asks of each block whether its number is a multiple of the interval.
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
