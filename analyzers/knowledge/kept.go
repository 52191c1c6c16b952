package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

var (
	activationWord = pattern.New(
		`(?i)(attn|attention|(^|_)alphas$|activation|feature|feat(_|s|$)|hidden|embed|intermediate|(_|^)maps?(_|$)|` +
			`last_|saved|stored|cached?_|output|weights_)`,
	)
	storeWord    = pattern.New(`(?i)(^|_)cache$`)
	lossPartWord = pattern.New(
		`(?i)(loss|aux|(^|_)kl|reg(_|$|ular)|penalt|entropy|logdet|commit|balance|router|gate|logits|` +
			`(^|_)z(_|$)|mu$|sigma|logvar|state|cache$|memory|prompt)`,
	)
)

// NamesActivation reports whether an attribute holds what a network computed, to be looked at, and nothing that is
// stored to be differentiated.
func NamesActivation(attribute string) bool {
	return activationWord.MatchString(attribute) && !lossPartWord.MatchString(attribute)
}

// NamesLossPart reports whether an attribute is called as what a loss is computed of, or a state is.
func NamesLossPart(attribute string) bool { return lossPartWord.MatchString(attribute) }

// Multiplies reports whether a function or a method gives a product of matrices.
func Multiplies(name string) bool {
	switch name {
	case "matmul", "bmm", "baddbmm", "einsum":
		return true
	}
	return false
}

// NamesKeptItem reports whether an item of a container, under a key that the code writes, is such an activation: the
// key says more than a container's own name, self.cache["attn"].
func NamesKeptItem(container, key string) bool {
	return NamesActivation(key) && (storeWord.MatchString(container) || !lossPartWord.MatchString(container))
}

// RecurrentState is what a recurrent module of torch carries from call to call.
type RecurrentState uint8

// The states.
const (
	AnyState RecurrentState = iota
	OneTensor
	PairOfTensors
)

// StateOf is the state that a class of modules returns beside its output.
func StateOf(class string) RecurrentState {
	switch class {
	case "torch.nn.LSTM":
		return PairOfTensors
	case "torch.nn.GRU", "torch.nn.RNN", "torch.nn.GRUCell", "torch.nn.RNNCell":
		return OneTensor
	}
	return AnyState
}
