package estimator

import "strings"

// optimizerState is what one optimizer keeps for each trainable parameter.
type optimizerState struct {
	tensors float64 // states in the parameter's dtype (fp32 beside a master copy): torch creates them with zeros_like
	bytes   float64 // states of a fixed width
	foreach bool    // torch.optim's implementation, with a foreach variant
}

// optimizerStates lists the optimizers by the words of the optimizer column. Block-wise quantised ones keep one fp32
// absmax for 256 (bitsandbytes, 8 bit) or 128 (torchao, 4 bit) values.
var optimizerStates = map[Optimizer]optimizerState{
	"adam": {tensors: 2, foreach: true}, AdamW: {tensors: 2, foreach: true}, "adamax": {tensors: 2, foreach: true},
	"adadelta": {tensors: 2, foreach: true},
	"nadam":    {tensors: 2, foreach: true}, "radam": {tensors: 2, foreach: true}, "lamb": {tensors: 2},
	"rmsprop": {
		tensors: 1,
		foreach: true,
	}, "rmsprop-momentum": {tensors: 2, foreach: true}, "rmsprop-centered": {tensors: 2, foreach: true},
	"rmsprop-centered-momentum": {tensors: 3, foreach: true}, "adagrad": {tensors: 1, foreach: true},
	SGD: {foreach: true}, SGDMomentum: {tensors: 1, foreach: true}, Lion: {tensors: 1}, "muon": {tensors: 1},
	"adamw-8bit": {bytes: 2 * (1 + 4.0/256)}, "adam-8bit": {bytes: 2 * (1 + 4.0/256)},
	"lion-8bit": {bytes: 1 + 4.0/256}, "sgd-8bit": {bytes: 1 + 4.0/256},
	AdamW4bit: {bytes: 2 * (0.5 + 4.0/128)},
	AdamWBF16: {bytes: 6}, // two moments and the shift of Kahan summation
	Adafactor: {bytes: 0.02},
	BAdam:     {},
	"ademamix": {
		tensors: 3,
	}, "prodigy": {tensors: 4}, "schedulefree-adamw": {tensors: 2}, "schedulefree-sgd": {tensors: 1},
	// Of packages beside torch, as their code creates them (see ofPackages of analyzers/job for the versions).
	"adabelief": {
		tensors: 2,
	}, "adabound": {tensors: 2}, "adamp": {tensors: 2}, "yogi": {tensors: 2}, "qhadam": {tensors: 2}, "sgdp": {tensors: 1},
	"novograd": {
		tensors: 1,
	}, "diffgrad": {tensors: 3}, "adamod": {tensors: 3}, "ranger": {tensors: 3}, "madgrad": {tensors: 3},
}

// optimizerName drops the ways of running an optimizer: "paged-adamw-8bit+in-backward" is "adamw-8bit".
func optimizerName(optimizer Optimizer) Optimizer {
	name, _, _ := strings.Cut(string(optimizer), "+")
	return Optimizer(strings.TrimPrefix(name, "paged-"))
}

func knownOptimizer(optimizer Optimizer) bool {
	_, known := optimizerStates[optimizerName(optimizer)]
	return known
}

// optimizerBytes is the state of one trainable parameter: 8 bytes of Adam moments in fp32, 4 in pure bf16, and 8
// beside a separate fp32 master copy.
func optimizerBytes(f facts, element float64) float64 {
	if separateMaster(f) {
		element = 4
	}
	state := optimizerStates[optimizerName(f.Optimizer)]
	return state.tensors*element + state.bytes
}

// embeddingStates is what transformers' Trainer adds to a quantised optimizer: it asks bitsandbytes to keep the states
// of every nn.Embedding in 32 bits (trainer.py create_optimizer).
func embeddingStates(f facts) float64 {
	if f.Method != Full || optimizerName(f.Optimizer) != AdamW8bit {
		return 0
	}
	switch f.Framework {
	case HFTrainer, TRL, Axolotl, LLaMAFactory, MSSwift:
		return (8 - optimizerStates[AdamW8bit].bytes) * float64(f.Model.Vocab) * float64(f.Model.Hidden)
	}
	return 0
}

func inBackward(f facts) bool { return strings.HasSuffix(string(f.Optimizer), "+in-backward") }

// OptimizerTakes is what an optimizer of torch.optim keeps for each byte of the gradients of fp32 parameters, and what
// its foreach implementation allocates while it works; false for any other.
func OptimizerTakes(optimizer Optimizer) (states, temporary float64, ok bool) {
	state, known := optimizerStates[optimizer]
	if !known || !state.foreach {
		return 0, 0, false
	}
	return state.tensors, temporaries[optimizer], true
}

// temporaries are the lists of tensors that foreach implementations make, each as large as the gradients (torch 2.10).
var temporaries = map[Optimizer]float64{
	"adam":                      1,
	AdamW:                       1,
	"adamax":                    1,
	"nadam":                     1,
	"radam":                     1,
	"rmsprop":                   1,
	"rmsprop-momentum":          1,
	"rmsprop-centered":          1,
	"rmsprop-centered-momentum": 1,
	"adagrad":                   2,
	"adadelta":                  2,
}

// stepTemporary is what optimizer.step allocates: the foreach implementation keeps one temporary as large as the
// parameters (torch.optim documentation, "foreach"), the single-tensor one two as large as the largest of them, and
// Adafactor three in fp32.
func stepTemporary(f facts, s states) float64 {
	element := s.elementSize
	if separateMaster(f) {
		element = 4
	}
	name := optimizerName(f.Optimizer)
	switch {
	case inBackward(f) || f.OptimizerImpl == Fused:
		return 0
	case name == Adafactor:
		return 3 * 4 * largestMatrix(f)
	case f.OptimizerImpl == Foreach && optimizerStates[name].foreach:
		return temporaries[name] * s.trainable * element
	case optimizerStates[name].tensors < 2: // SGD updates in place, quantised states block by block
		return 0
	}
	return 2 * element * largestMatrix(f)
}

// largestMatrix counts the elements of the largest trainable tensor, as far as the dimensions tell.
func largestMatrix(f facts) float64 {
	if f.Method != Full {
		return 0
	}
	return float64(f.Model.Hidden) * float64(max(f.Model.Vocab, f.Model.Intermediate))
}
