package estimator

// besideParameters are those of the text encoders that are trained with a diffusion model.
func besideParameters(f facts) float64 {
	total := 0.0
	for _, part := range f.Model.Beside {
		total += float64(part.Params)
	}
	return total
}

// A text encoder reads 77 tokens. CLIP's have about one unit of width and depth together (768 wide and 12 deep are
// 9,216) for each 13,000 parameters, and a layer saves some 34 bytes for each in half precision.
const (
	clipTokens       = 77
	paramsPerUnit    = 13_000
	savedBytesOfUnit = 34
)

// besideActivations are what trained text encoders save for the backward pass; little where they are checkpointed.
func besideActivations(f facts) float64 {
	if f.Checkpointing != CheckpointNone {
		return 0
	}
	size := 1.0
	if f.Compute == ComputeFP32 {
		size = 2
	}
	return besideParameters(f) / paramsPerUnit * savedBytesOfUnit * size * clipTokens * float64(f.MicroBatch)
}
