package estimator

import "slices"

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
		stacks[0].saved += spec.normBytes(r)/2 + spec.attentionBytes(r) // cross-attention
		stacks = append(stacks, encoder)
	}
	l := run(f, r, stacks)
	if f.Checkpointing == CheckpointSelective {
		l.stored = selectiveBytes(spec, r) * tokens * decoder.layers
	}
	if f.fsdp() && f.adapters() && f.Checkpointing == CheckpointFull {
		l.working *= 1.93 // fms-acceleration: FSDP with adapters, use_orig_params=False, keeps two layers alive
	}
	l.logits, l.head = lossBytes(f, r, tokens)
	return l
}

// specOf reads the block of a catalogue model.
func specOf(f facts) blockSpec {
	m := f.Model
	b := blockSpec{
		hidden: float64(m.Hidden), query: float64(m.queryWidth()), keyValue: float64(m.keyValueWidth()),
		wide: float64(m.mlpWidth()), heads: float64(m.Heads), gated: m.GatedMLP, norms: 2,
		rms: m.Kind == Decoder && m.GatedMLP, dropout: m.Dropout,
	}
	switch {
	case slices.Contains(pythonGELUFamilies, m.Family):
		b.activation = pythonGELU
	case m.Family == "opt":
		b.activation = relu
	}
	switch m.Family {
	case "gemma", "qwen3", "gemma3_text", "qwen3_moe":
		b.queryKeyNorm = m.Family != "gemma"
	case "t5":
		b.rms = true
	}
	b.fusedQKV = slices.Contains(fusedQKVFamilies, m.Family)
	b.expandedKV = m.Kind == Decoder && f.Attention != Flash && usesTransformers(f.Framework) && m.KVHeads < m.Heads
	if f.adapters() {
		b.adapted = adapterRoles(f.LoRATargets)
	}
	return b
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

// eagerBytes is what eager attention keeps of each entry of the score matrix: the softmax, in fp32 under autocast,
// the dropout mask and the dropped-out probabilities. torch 1 kept the scores too (HF documentation, bert-large).
func eagerBytes(f facts, r regime) float64 {
	softmax := r.size
	if r.autocast {
		softmax = 4
	}
	switch {
	case !f.Model.Dropout:
		return softmax
	case oldTorch(f.Job):
		return softmax + 1 + r.size + 3
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
