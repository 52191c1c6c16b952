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

// embeddingStates is what transformers' Trainer adds to the 8-bit optimizer that it makes: it asks bitsandbytes to keep
// the states of every nn.Embedding in 32 bits (trainer.py, create_optimizer), but not of one that it is given, nor in
// 4.32 to 4.51: these make an AdamW of 8 bits, and look for a class of the name Adam8bit.
func embeddingStates(f facts) float64 {
	if f.Method != Full || optimizerName(f.Optimizer) != AdamW8bit || f.OwnOptimizer == Yes ||
		older(f.Transformers, 4, 52, 0) && !older(f.Transformers, 4, 32, 0) {
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
// parameters (torch.optim documentation, "foreach"), the single-tensor one two as large as the largest of them. So does
// transformers' Adafactor, beside copies in fp32 of a half-precision weight and its gradient.
func stepTemporary(f facts, s states) float64 {
	element := s.elementSize
	if separateMaster(f) {
		element = 4
	}
	name := optimizerName(f.Optimizer)
	switch {
	case f.kernel(unfusedStep):
		return unfusedBytes(f, s) * largestMatrix(f)
	case inBackward(f) || f.OptimizerImpl == Fused:
		return 0
	case name == Adafactor && element == 2:
		return 4 * 4 * largestMatrix(f)
	case f.OptimizerImpl == Foreach && optimizerStates[name].foreach:
		return temporaries[name] * s.trainable * element
	case name != Adafactor && optimizerStates[name].tensors < 2: // SGD updates in place, quantised states block by block
		return 0
	}
	return 2 * element * largestMatrix(f)
}

// unfusedStep is no package: it says of a compiled step that nothing of it is fused.
const unfusedStep = "unfused optimizer step"

// openStep reports whether the step of a quantised optimizer may be torchao's, which is compiled: torchtune's pages
// name it beside bitsandbytes'. The inductor of torch 2.15 makes one kernel of it, with nothing in memory beside what
// it writes; what that of its day (2.5) made of it nobody has measured.
func (f *facts) openStep() bool {
	name := optimizerName(f.Optimizer)
	return f.Framework == TorchTune && (name == AdamW8bit || name == AdamW4bit) &&
		!strings.HasPrefix(string(f.Optimizer), "paged-")
}

// unfusedBytes is the most that such a step has of each element: both moments and the weight in fp32
// (single_param_adam), a second copy of all that it writes while the kernels are timed for the first time (triton's
// autotuner), and the gradient.
func unfusedBytes(f facts, s states) float64 {
	bytes := 3*4 + optimizerStates[optimizerName(f.Optimizer)].bytes + s.elementSize
	if inBackward(f) {
		bytes += s.elementSize
	}
	return bytes
}

// largestMatrix counts the elements of the largest trainable tensor, as far as the dimensions tell.
func largestMatrix(f facts) float64 {
	if f.Method != Full {
		return 0
	}
	return float64(f.Model.Hidden) * float64(max(f.Model.Vocab, f.Model.Intermediate))
}
