package estimator

import (
	"slices"
	"strings"
)

// transformerActivations covers decoders, encoders, vision transformers and encoder-decoders.
func transformerActivations(f facts) live {
	r := newRegime(f)
	spec := specOf(f)
	tokens := tokensPerRank(f)
	saved := spec.saved(r)
	if f.Attention == Eager {
		saved += eagerBytes(f, r) * spec.heads * float64(sequence(f))
	}
	decoder := stack{layers: float64(f.Model.Layers), tokens: tokens, width: spec.hidden, saved: saved, gradients: spec.gradients(r)}
	stacks := []stack{decoder}
	if f.Model.EncoderLayers > 0 {
		encoder := decoder
		encoder.layers = float64(f.Model.EncoderLayers)
		if f.Model.Kind == Audio { // Whisper pads every sample to 30 seconds
			encoder.tokens = float64(f.MicroBatch) * whisperFrames
		}
		stacks[0].saved += spec.normBytes(r)/2 + spec.attentionBytes(r) // cross-attention
		stacks = append(stacks, encoder)
	}
	l := run(f, r, stacks)
	if f.Checkpointing == CheckpointSelective {
		l.stored = selectiveBytes(spec, r) * tokens * decoder.layers
	}
	if f.fsdp() && f.adapters() && f.Checkpointing == CheckpointFull && f.Framework != TorchTune && f.Framework != TorchTitan {
		l.working *= fitted.adapterFSDP
		l.last = l.working
	}
	l.logits, l.head = lossBytes(f, r, tokens)
	return l
}

const whisperFrames = 1500

// specOf reads the block of a catalogue model.
func specOf(f facts) blockSpec {
	m := f.Model
	b := blockSpec{
		hidden: float64(m.Hidden), query: float64(m.queryWidth()), keyValue: float64(m.keyValueWidth()),
		wide: float64(m.mlpWidth()), heads: float64(m.Heads), gated: m.GatedMLP, norms: 2,
		rms: m.Kind == Decoder && m.GatedMLP, dropout: m.Dropout,
	}
	transformers := usesTransformers(f.Framework)
	switch {
	case m.Family == "opt":
		b.activation = relu
	case transformers && slices.Contains(pythonGELUFamilies, m.Family):
		b.activation = pythonGELU
	}
	if layout, ok := normLayouts[m.Family]; ok {
		b.norms, b.rms, b.queryKeyNorm = layout.norms, layout.rms, layout.queryKey
	}
	if strings.Contains(strings.ToLower(m.ID), "gemma-2") || strings.Contains(strings.ToLower(m.ID), "gemma-3") {
		b.norms, b.queryKeyNorm = 4, strings.Contains(strings.ToLower(m.ID), "gemma-3")
	}
	b.queryKeyNorm = b.queryKeyNorm || strings.Contains(m.ID, "Qwen3")
	b.fusedQKV = slices.Contains(fusedQKVFamilies, m.Family)
	b.experts = float64(m.ActiveExperts)
	b.expandedKV = m.Kind == Decoder && f.Attention != Flash && (transformers || f.Framework == LitGPT)
	if f.adapters() {
		b.adapted = adapterRoles(f.LoRATargets)
	}
	return b
}

// normLayout is how many norms over the hidden width a block has, and of which make.
type normLayout struct {
	norms    float64
	rms      bool
	queryKey bool
}

// normLayouts lists the families that differ from "two RMSNorms with a gated feed-forward, two LayerNorms without".
var normLayouts = map[string]normLayout{
	"phi": {norms: 1}, "falcon": {norms: 1}, "cohere": {norms: 1}, "stablelm": {norms: 2}, "olmo": {norms: 2},
	"phi3": {norms: 2, rms: true}, "t5": {norms: 2, rms: true}, "gemma2": {norms: 4, rms: true},
	"gemma3_text": {norms: 4, rms: true, queryKey: true}, "qwen3": {norms: 2, rms: true, queryKey: true},
	"qwen3_moe": {norms: 2, rms: true, queryKey: true},
}

// pythonGELUFamilies use transformers' NewGELUActivation, which is written in Python.
var pythonGELUFamilies = []string{"gpt2", "gpt-neo", "gpt_neo", "gpt-j", "gptj", "phi", "santacoder", "gpt_bigcode"}

// fusedQKVFamilies project queries, keys and values with one linear layer.
var fusedQKVFamilies = []string{"gpt2", "bloom", "falcon", "pythia", "gpt_neox", "gpt-neox", "vit", "deit", "qwen-v1", "baichuan", "chatglm", "phi3"}

// usesTransformers tells the frameworks that run transformers' modeling code from those with their own.
func usesTransformers(framework Framework) bool {
	switch framework {
	case TorchTune, TorchTitan, LitGPT, PlainPyTorch, Unsloth:
		return false
	}
	return true
}

// sequence is the tokens of one sample.
func sequence(f facts) int {
	if pixels := f.Image.Pixels(); pixels > 0 && (f.Model.Kind == VisionCls || f.Model.Kind == VisionDet || f.Model.Kind == VisionSeg) {
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

// eagerBytes is what eager attention keeps of each entry of the score matrix: the softmax, in fp32 under autocast
// and in transformers' decoders, its half-precision copy, and with dropout the mask and the dropped-out probabilities.
// torch 1 kept the scores too (HF documentation, bert-large).
func eagerBytes(f facts, r regime) float64 {
	softmax := r.size
	if r.autocast || f.Model.Kind == Decoder && usesTransformers(f.Framework) {
		softmax = 4
	}
	switch {
	case !f.Model.Dropout && softmax > r.size:
		return softmax + r.size
	case !f.Model.Dropout:
		return softmax
	case oldTorch(f.Job):
		return softmax + 1 + r.size + fitted.oldScores
	}
	return softmax + 1 + r.size
}

// selectiveBytes is torchtitan's per-operator policy: every other matrix product (queries, values, the first and the
// last of the feed-forward), the attention output and the block's input are kept. A compiler sees that the last product
// is the next block's input.
func selectiveBytes(b blockSpec, r regime) float64 {
	kept := 4*b.hidden + b.keyValue + b.wide
	if r.compiled {
		kept -= b.hidden
	}
	return r.size * kept
}
