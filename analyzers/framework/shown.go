// Package framework says which deep-learning framework a file's imports show: the tensors of a file that
// imports PaddlePaddle are not PyTorch's, however much its code looks like it.
package framework

import "github.com/trainlint/trainlint/analyzers/knowledge"

// shown are the frameworks that imports show.
type shown = knowledge.Tensors

const (
	torch    = knowledge.TorchTensors
	perhaps  = knowledge.PerhapsTorch
	torchish = knowledge.LikeTorch
	other    = knowledge.OtherTensors
)

// decided reports whether imports show any framework, and whether it is PyTorch alone as far as code that
// is spelt like PyTorch's goes. TensorFlow beside PyTorch writes logs or reads data.
func decided(s shown) (torchs, known bool) {
	switch {
	case s&torchish != 0:
		return false, true
	case s&torch != 0:
		return true, true
	case s&other != 0:
		return false, true
	}
	return s&perhaps != 0, s&perhaps != 0
}

// of is what imported modules show by their own names.
func of(modules []string) shown {
	var s shown
	for _, module := range modules {
		s |= knowledge.TensorsOf(module)
	}
	return s
}
