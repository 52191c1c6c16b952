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
	"nadam": {tensors: 2, foreach: true}, "radam": {tensors: 2, foreach: true}, "lamb": {tensors: 2},
	"rmsprop": {tensors: 1, foreach: true}, "adagrad": {tensors: 1, foreach: true},
	SGD: {foreach: true}, SGDMomentum: {tensors: 1, foreach: true}, Lion: {tensors: 1}, "muon": {tensors: 1},
	"adamw-8bit": {bytes: 2 * (1 + 4.0/256)}, "adam-8bit": {bytes: 2 * (1 + 4.0/256)},
	"lion-8bit": {bytes: 1 + 4.0/256}, "sgd-8bit": {bytes: 1 + 4.0/256},
	AdamW4bit:  {bytes: 2 * (0.5 + 4.0/128)},
	AdamWBF16:  {bytes: 6}, // two moments and the shift of Kahan summation
	Adafactor:  {bytes: 0.02},
	BAdam:      {},
	"ademamix": {tensors: 3}, "prodigy": {tensors: 4}, "schedulefree-adamw": {tensors: 2},
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

func inBackward(f facts) bool { return strings.HasSuffix(string(f.Optimizer), "+in-backward") }

// stepTemporary is what optimizer.step allocates: the foreach implementation keeps one temporary as large as the
// parameters (torch.optim documentation, "foreach"), the single-tensor one as large as the largest of them.
func stepTemporary(f facts, s states) float64 {
	element := s.elementSize
	if separateMaster(f) {
		element = 4
	}
	if inBackward(f) || f.OptimizerImpl != Foreach || !optimizerStates[optimizerName(f.Optimizer)].foreach {
		return 0
	}
	if optimizerStates[optimizerName(f.Optimizer)].tensors < 2 {
		return 0 // SGD updates in place
	}
	return s.trainable * element
}
