package estimator

// convolutionalActivations scales what a convolutional network saves for one sample by pixels, batch and element
// size: measured with saved_tensors_hooks where the catalogue has it, else twice timm's activation count, the middle
// of the eleven networks that have both (1.35 VGG-16 to 4.7 DenseNet-121).
func convolutionalActivations(f facts) live {
	const reference = 224 * 224
	bytes := float64(f.Model.SavedBytes)
	if bytes == 0 {
		side := float64(f.Model.ImageSize)
		bytes = 2 * 2.0 * f.Model.MActs * 1e6 * reference / (side * side)
	}
	r := newRegime(f)
	bytes *= float64(f.Image.Pixels()) / reference * float64(f.MicroBatch) * r.size / 2
	if f.Checkpointing == CheckpointFull {
		return live{stored: 0.3 * bytes, working: bytes / 10, last: bytes / 10}
	}
	return live{stored: bytes, working: bytes / 20, last: bytes / 10}
}
