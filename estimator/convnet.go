package estimator

// convolutionalPass scales what a convolutional network saves for one sample by pixels, batch and element
// size: measured with saved_tensors_hooks where the catalogue has it, else twice timm's activation count, the middle
// of the eleven networks that have both (1.35 VGG-16 to 4.7 DenseNet-121). How it is divided among layers is not known:
// twenty equal ones are taken, of five tensors each.
func convolutionalPass(f facts) pass {
	const reference, layers, tensors = 224 * 224, 20, 5
	bytes := float64(f.Model.SavedBytes)
	if bytes == 0 {
		side := float64(f.Model.ImageSize)
		bytes = 2 * 2.0 * f.Model.MActs * 1e6 * reference / (side * side)
	}
	r := newRegime(f)
	bytes *= float64(f.Image.Pixels()) / reference * float64(f.MicroBatch) * r.size / 2
	s := stack{layers: layers, tokens: 1, gradients: bytes / layers, input: 0.3 * bytes / layers}
	for range tensors {
		s.mixer = append(s.mixer, bytes/layers/tensors)
	}
	p := pass{stacks: []stack{s}}
	if f.Checkpointing == CheckpointFull {
		p.policy = policy{1, 1}
	}
	return p
}
