package estimator

import "slices"

// What encoder-decoders do beside other transformers, as transformers' modeling code has it (measured on an H100 with
// torch 2.11 and transformers 5.17: testdata/measured/gpu_models.csv).

// crossed adds the attention of each decoder layer to what the encoder gave: the queries come from the decoder's
// tokens, the keys and values from those of the encoder.
func crossed(f facts, r regime, spec blockSpec, decoder, encoder stack) []stack {
	norm, casts := spec.oneNorm(r)
	mixer := append(slices.Clone(decoder.mixer), inParts(norm*spec.hidden, 4*spec.hidden)...)
	mixer = append(mixer, r.inputs(1, spec.adaptedCount("q"), casts)*spec.hidden, r.size*spec.query, r.size*spec.query)
	if spec.joinedHeads {
		mixer = append(mixer, r.size*spec.query)
	}
	if spec.dropout {
		mixer = append(mixer, spec.hidden)
	}
	if f.Attention == Eager {
		mixer = append(mixer, eagerScores(f, r).times(spec.heads*encoder.tokens/max(float64(f.MicroBatch), 1))...)
	}
	decoder.mixer = mixer
	read := stack{layers: decoder.layers, tokens: encoder.tokens, beside: true}
	read.mixer = []float64{r.size * spec.keyValue, r.size * spec.keyValue}
	if r.autocast && casts { // each layer casts what the encoder gave, for its keys and for its values
		read.mixer = append(
			read.mixer,
			inParts(r.inputs(2, spec.adaptedCount("k", "v"), casts)*spec.hidden, r.size*spec.hidden)...)
	}
	return []stack{encoder, read, decoder}
}

// convolved is what the two convolutions in front of Whisper's encoder keep: what the first gave, what its GELU made of
// it, and what the second gave at half as many frames.
func convolved(f facts, r regime) []float64 {
	if f.Model.Kind != Audio || f.Model.Family != "whisper" {
		return nil
	}
	frame := r.size * float64(f.Model.Hidden*f.MicroBatch)
	return []float64{frame * 2 * whisperFrames, frame * 2 * whisperFrames, frame * whisperFrames}
}

// biased is what attention with a learned bias keeps, as T5's has: torch's fused kernels have no gradient for it, so
// that scaled_dot_product_attention is written out, in fp32 whatever it is given
// (aten/src/ATen/native/transformers/attention.cpp, _scaled_dot_product_attention_math).
func (b blockSpec) biased(r regime, tokens float64) []float64 {
	list := []float64{4 * b.query, 4 * b.query, 4 * b.query, 4 * b.heads * tokens}
	if b.dropout { // the mask, and what is dropped
		list = append(list, b.heads*tokens, 4*b.heads*tokens)
	}
	return append(list, r.size*b.query)
}

// debertaSpan is how many relative positions DeBERTa's attention knows: 256 buckets in both directions
// (position_buckets of its published models).
const debertaSpan = 512

// disentangled is what DeBERTa's attention keeps (modeling_deberta_v2.py): queries, keys, values and what attention
// gives as copies in the layout of heads, the scaled keys, both products with positions, of which the scores are
// picked, the positions' keys and queries for each sample, and the softmax, what is dropped of it and the mask.
func (b blockSpec) disentangled(r regime, tokens float64) []float64 {
	softmax := r.size
	if r.autocast {
		softmax = 4
	}
	copied, scores := r.size*b.query, b.heads*tokens
	return []float64{
		copied, copied, copied, copied, r.size * b.heads * debertaSpan, r.size * b.heads * debertaSpan,
		r.size * debertaSpan * b.query / max(tokens, 1), r.size * debertaSpan * b.query / max(tokens, 1),
		softmax * scores, scores, r.size * scores, copied,
	}
}
