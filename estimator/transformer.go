package estimator

import (
	"strings"
)

// transformerPass covers decoders, encoders, vision transformers and encoder-decoders.
func transformerPass(f facts) pass {
	r := newRegime(f)
	spec := specOf(f)
	tokens, length := tokensPerRank(f), float64(sequence(f))
	decoder := stack{
		layers: float64(
			f.Model.Layers,
		), tokens: tokens, input: r.stream * spec.hidden,
		gradients: spec.gradients(r) + spec.biasStaging(f, tokens)/max(tokens, 1),
		piece:     r.size * spec.wide, replaces: r.trainAll,
	}
	mixer := spec.attention(r)
	var scores widths
	switch {
	case layouts[layoutName(f.Model)].disentangled:
		mixer = spec.disentangled(r, length)
	case f.Attention == Eager:
		scores = eagerScores(f, r)
	case f.Attention == SDPA && layouts[layoutName(f.Model)].learnedBias:
		mixer = spec.biased(r, length)
	case writtenOut(f, r): // the softmax, in fp32
		scores = widths{4}
	}
	scored := scores.times(spec.heads * length)
	decoder.kept = spec.keptWith(r, append(mixer, scored...))
	if f.Attention == Eager && scores != nil {
		decoder.scores = eagerGradients(f, r, scores).times(spec.heads * length)
	}
	stacks := []stack{decoder}
	if d := f.Model.delta; d != nil {
		mixed := decoder
		mixed.layers, mixed.kept = float64(d.layers), deltaSpec(spec, d).kept(r)
		mixed.mixer = append(mixed.mixer, scored...)
		stacks[0].layers -= mixed.layers
		stacks = append(stacks, mixed)
	}
	if f.Model.EncoderLayers > 0 {
		encoder := decoder
		encoder.layers = float64(f.Model.EncoderLayers)
		if f.Model.Kind == Audio { // Whisper pads every sample to 30 seconds
			encoder.tokens = float64(f.MicroBatch) * whisperFrames
		}
		stacks = crossed(f, r, spec, stacks[0], encoder)
	}
	if s, ok := towerStack(f, r); ok {
		stacks = append([]stack{s}, stacks...)
	}
	p := pass{stacks: stacks, policy: checkpointPolicy(f.Checkpointing), front: convolved(f, r)}
	if f.Checkpointing == CheckpointSelective {
		p.selected = selected(spec, r)
	}
	// FSDP 1 with use_orig_params=False: the layer that is walked back and the one that is gathered before it are both
	// alive
	p.twice = f.fsdp() && f.adapters() && f.Checkpointing == CheckpointFull && f.Framework != TorchTune &&
		f.Framework != TorchTitan
	p.loss = lossOf(f, r, tokens)
	return p
}

const whisperFrames = 1500

// specOf reads the block of a catalogue model.
func specOf(f facts) blockSpec {
	m := f.Model
	b := blockSpec{
		hidden: float64(m.Hidden), query: float64(m.queryWidth()), keyValue: float64(m.keyValueWidth()),
		wide: float64(m.mlpWidth()), heads: float64(m.Heads), gated: m.GatedMLP, norms: 2,
		rms: m.decodes() && m.GatedMLP, dropout: m.Dropout,
	}
	transformers := usesTransformers(f.Framework)
	family := layouts[layoutName(m)]
	switch {
	case m.Family == "opt", m.Family == "m2m_100":
		b.activation = relu
	case m.Family == contrastive:
		b.activation = quickGELU
	case transformers && family.pythonGELU:
		b.activation = pythonGELU
	case transformers && family.pythonERF:
		b.activation = pythonERF
	}
	if family.norms > 0 {
		b.norms, b.rms, b.queryKeyNorm, b.branchNorms = family.norms, family.rms, family.queryKey, family.branchNorms
	}
	b.floatNorm = transformers && family.floatNorm
	b.centredNorm = transformers && family.centredNorm
	b.sharedInput, b.parallelNorms = family.sharedInput, family.parallelNorms
	b.joinedHeads = transformers && family.joinedHeads && f.Attention != Eager
	b.fusedQKV, b.fusedGate, b.clampedGate = family.fusedQKV, family.fusedGate, family.clampedGate
	b.gatedOutput = family.gatedOutput
	b.experts = float64(m.ActiveExperts)
	b.drops = transformers && family.dropsWithin && m.Dropout
	b.unweighted = transformers && family.unweighted
	b.expandedKV = m.decodes() && f.Attention != Flash && !groupsInKernel(f, newRegime(f)) &&
		(transformers || f.Framework == LitGPT || f.Framework == TorchTune) &&
		(f.Attention == Eager || !family.broadcastKV)
	repeated := b.expandedKV && b.keyValue < b.query // the copy is what is kept
	b.keptQKV = family.fusedQKV && family.rotary && f.Attention != Eager && !repeated
	if f.Framework == LitGPT {
		b.asLitGPT(f.Attention)
	}
	if f.adapters() {
		b.adapted = adapterRoles(f.LoRATargets)
	}
	return b
}

// asLitGPT makes a block as litgpt's one model does for all families: one layer for queries, keys and values, the parts
// of each head that are rotated put together again, grouped heads repeated, norms in fp32 to their end.
func (b *blockSpec) asLitGPT(attention Attention) {
	repeated := b.keyValue < b.query
	b.fusedQKV, b.joinedHeads, b.wholeAdapters, b.expandedKV = true, attention != Eager, true, repeated
	b.keptQKV = attention != Eager && !repeated
	b.floatNorm = b.rms
	b.sharedInput = b.norms == 1
}

// layout is what sets the block of a family apart from "two RMSNorms with a gated feed-forward, two LayerNorms
// without".
type layout struct {
	norms    float64 // over the hidden width; 0: as above, and so are the next two
	rms      bool    // RMSNorm, written in Python
	queryKey bool    // norms of queries and keys, too
	// branchNorms are those of norms that read what a linear layer made rather than the residual stream.
	branchNorms float64

	floatNorm   bool // the norm works in fp32 to its end, and only then goes back to half precision
	centredNorm bool // a LayerNorm written in Python
	sharedInput bool // attention and feed-forward read one norm's output
	// parallelNorms: they have norms of their own, of one input.
	parallelNorms bool
	// joinedHeads: a part of each head is rotated, and put together with the rest again.
	joinedHeads  bool
	fusedQKV     bool // one linear layer makes queries, keys and values
	rotary       bool // of those with one: queries and keys are rotated, so that copies of them are kept
	fusedGate    bool // one linear layer makes the gate and what it gates
	broadcastKV  bool // one head of keys and values is repeated by eager attention alone
	softCap      bool // the scores of eager attention, and the logits, go through a tanh
	ownSoftmax   bool // eager attention's softmax stays in the dtype of its scores
	floatSoftmax bool // it is computed in fp32, although the family is none of decoders
	pythonGELU   bool // transformers' NewGELUActivation, which is written in Python
	pythonERF    bool // a GELU of its own, written in Python with erf
	gatedOutput  bool // what attention gives is multiplied by a gate
	scaledLogits bool // the logits are divided, or multiplied, by a number of the config
	biasedLogits bool // final_logits_bias, a buffer in fp32, is added to the logits
	learnedBias  bool // the scores have a bias that is trained
	// disentangled: the scores are sums of three products, two of them with positions.
	disentangled bool
	dropsWithin  bool // dropout between the matrices of the feed-forward
	unweighted   bool // the norm multiplies what it was given, not its copy in fp32
	clampedGate  bool // gate and up are clamped, and a sigmoid of its own is the gate's
}

// layouts is transformers' modeling code, measured family by family (testdata/oracle/families.csv).
var layouts = map[string]layout{
	"phi": {
		norms:       1,
		sharedInput: true,
		joinedHeads: true,
		pythonGELU:  true,
	}, "gpt2": {fusedQKV: true, ownSoftmax: true, pythonGELU: true},
	"esm": {pythonERF: true}, "biogpt": {ownSoftmax: true},
	"gpt-neo": {
		pythonGELU: true,
	}, "gpt_neo": {pythonGELU: true}, "gpt-j": {norms: 1, sharedInput: true, pythonGELU: true},
	"gptj":       {norms: 1, sharedInput: true, pythonGELU: true},
	"santacoder": {pythonGELU: true}, "gpt_bigcode": {fusedQKV: true, broadcastKV: true},
	"falcon": {norms: 1, sharedInput: true, fusedQKV: true, broadcastKV: true, ownSoftmax: true},
	"bloom":  {fusedQKV: true}, "vit": {fusedQKV: true}, "deit": {fusedQKV: true},
	"pythia": neoX, "gpt_neox": neoX, "gpt-neox": neoX,
	"qwen-v1": {
		fusedQKV: true,
		rotary:   true,
	}, "baichuan": {fusedQKV: true, rotary: true}, "chatglm": {fusedQKV: true, rotary: true},
	"phi3":  {norms: 2, rms: true, fusedQKV: true, rotary: true, joinedHeads: true, fusedGate: true},
	"gemma": {norms: 2, rms: true, floatNorm: true}, "gemma2": {norms: 4, rms: true, floatNorm: true, softCap: true},
	"paligemma2":  {norms: 4, rms: true, floatNorm: true, softCap: true},
	"gemma3_text": {norms: 4, rms: true, queryKey: true, floatNorm: true},
	"granite": {
		norms:        2,
		rms:          true,
		scaledLogits: true,
	}, "cohere": {norms: 1, centredNorm: true, sharedInput: true, scaledLogits: true}, "stablelm": {norms: 2},
	"olmo": {norms: 2, floatNorm: true}, "olmo2": {norms: 2, rms: true, queryKey: true, floatNorm: true},
	"paligemma": {norms: 2, rms: true, floatNorm: true},
	"glm4": {
		norms:       4,
		rms:         true,
		rotary:      true,
		joinedHeads: true,
		fusedGate:   true,
		branchNorms: 2,
	}, "olmo3": {norms: 2, rms: true, queryKey: true, floatNorm: true},
	"qwen3.5":    {norms: 2, rms: true, queryKey: true, floatNorm: true, joinedHeads: true, gatedOutput: true},
	"gpt_oss":    {norms: 2, rms: true, floatNorm: true, ownSoftmax: true, clampedGate: true},
	"modernbert": {norms: 2, fusedQKV: true, rotary: true, fusedGate: true, floatSoftmax: true},
	"bart":       {biasedLogits: true}, "pegasus": {biasedLogits: true}, "marian": {biasedLogits: true},
	"t5": {
		norms:       2,
		rms:         true,
		learnedBias: true,
		dropsWithin: true,
		unweighted:  true,
	}, "whisper": {joinedHeads: true}, "deberta": {disentangled: true}, "qwen3": {norms: 2, rms: true, queryKey: true},
	"qwen3_moe": {norms: 2, rms: true, queryKey: true},
}

var neoX = layout{fusedQKV: true, rotary: true, joinedHeads: true, parallelNorms: true}

// layoutName is the family as transformers spells it: the catalogue counts some generations under one name.
func layoutName(m Model) string {
	id := strings.ToLower(m.ID)
	for _, generation := range generations {
		if strings.Contains(id, generation[0]) {
			return generation[1]
		}
	}
	return m.Family
}

// generations are the layouts of models that the catalogue counts to an older family, by what their names hold.
var generations = [][2]string{
	{
		"gemma-2-",
		"gemma2",
	}, {"gemma-3-", "gemma3_text"}, {"qwen3.5", "qwen3.5"}, {"qwen3", "qwen3"}, {"olmo-2-", "olmo2"}, {"phi-3", "phi3"},
	{"phi-4", "phi3"},
	{"falcon3", "llama"}, {"stablelm-base-alpha", "gpt_neox"},
}

// groupsInKernel reports whether transformers' scaled_dot_product_attention hands grouped keys and values on as they
// are, as it does since 5.0 with torch 2.5 where no mask is needed (integrations/sdpa_attention.py, use_gqa_in_sdpa;
// 4.57.1 still repeats them).
func groupsInKernel(f facts, r regime) bool {
	return f.Attention == SDPA && usesTransformers(f.Framework) && f.Framework != "" &&
		!older(f.Transformers, 5, 0, 0) && !older(f.Torch, 2, 5, 0) && r.size == 2
}

// writtenOut reports whether that attention is computed step by step, since no fused kernel takes groups in fp32: keys
// and values are repeated, and the softmax of each score is kept.
func writtenOut(f facts, r regime) bool {
	kv, query := f.Model.keyValueWidth(), f.Model.queryWidth()
	return r.size == 4 && f.Attention == SDPA && usesTransformers(f.Framework) && f.Model.decodes() && kv < query &&
		!older(f.Transformers, 5, 0, 0) && !older(f.Torch, 2, 5, 0)
}

// usesTransformers tells the frameworks that run transformers' modeling code from those with their own: a plain loop
// around a model of the hub does, too.
func usesTransformers(framework Framework) bool {
	switch framework {
	case TorchTune, TorchTitan, LitGPT, Unsloth:
		return false
	}
	return true
}

// sequence is the tokens of one sample.
func sequence(f facts) int {
	if pixels := f.Image.Pixels(); pixels > 0 &&
		(f.Model.Kind == VisionCls || f.Model.Kind == VisionDet || f.Model.Kind == VisionSeg) {
		patch := max(f.Model.Patch, 1)
		if f.Model.Patch == 0 {
			patch = 16
		}
		return pixels/(patch*patch) + 1 // and the class token
	}
	return f.SeqLen
}

// tokensPerRank is the tokens one rank has in flight.
func tokensPerRank(f facts) float64 {
	return float64(f.MicroBatch) * float64(sequence(f)) / float64(f.mesh.context*f.mesh.tensor)
}

// widths are bytes of several tensors for each entry of a matrix.
type widths []float64

func (w widths) times(entries float64) (list []float64) {
	for _, width := range w {
		list = append(list, width*entries)
	}
	return list
}

// eagerScores is what eager attention keeps of each entry of the score matrix: the softmax, in fp32 under autocast
// and in transformers' decoders, its half-precision copy, and with dropout the mask and the dropped-out probabilities.
func eagerScores(f facts, r regime) widths {
	softmax, family := r.size, layouts[layoutName(f.Model)]
	if r.autocast ||
		(f.Model.Kind == Decoder || family.floatSoftmax) && usesTransformers(f.Framework) && !family.ownSoftmax {
		softmax = 4
	}
	kept := widths{softmax}
	switch {
	case !f.Model.Dropout && softmax > r.size:
		kept = append(kept, r.size)
	case !f.Model.Dropout:
	default:
		kept = append(kept, 1, r.size)
	}
	if family.softCap {
		kept = append(kept, r.size)
	}
	if softmaxKeepsInput(f) { // under autocast in fp32, as the mask that is added is
		if r.autocast {
			return append(kept, 4)
		}
		return append(kept, r.size)
	}
	return kept
}

// eagerGradients are what the backward pass of those scores has beside what was kept of them, at its widest point: the
// gradient of the softmax, its product with what the softmax gave (softmax_backward_cuda_out) and the gradient of its
// input, in the place of the copies that the product with the values kept. Only half precision's is made in half
// precision (at::softmax: half_to_float).
func eagerGradients(f facts, r regime, kept widths) widths {
	softmax, input := kept[0], kept[0]
	if softmax > r.size && !r.autocast && f.Weights != BF16 {
		input = r.size
	}
	gone := 0.0
	switch {
	case f.Model.Dropout:
		gone = 1 + r.size
	case softmax > r.size:
		gone = r.size
	}
	return widths{softmax, max(softmax+input-gone, 0)}
}

// softmaxKeepsInput: before torch 1.11 the backward of softmax and log-softmax asked for their input beside what they
// gave (derivatives.yaml, _softmax_backward_data; testdata/oracle/kept_by_version.csv).
func softmaxKeepsInput(f facts) bool { return older(f.Torch, 1, 11, 0) }

// selected is torchtitan's per-operator policy: every other matrix product (queries, values, the first and the
// last of the feed-forward), the attention output and the block's input are kept. A compiler sees that the last product
// is the next block's input.
func selected(b blockSpec, r regime) []float64 {
	list := []float64{b.hidden, b.hidden, b.keyValue, b.hidden, b.wide}
	if !r.compiled {
		list = append(list, b.hidden)
	}
	for i := range list {
		list[i] *= r.size
	}
	return list
}
