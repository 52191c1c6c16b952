package estimator

// What encoder-decoders do beside other transformers, as transformers' modeling code has it (measured on an H100 with torch 2.11 and
// transformers 5.17: testdata/measured/gpu_models.csv).

// crossed adds the attention of each decoder layer to what the encoder gave: the queries come from the decoder's tokens, the keys and values
// from those of the encoder.
func crossed(f facts, r regime, spec blockSpec, decoder, encoder stack) []stack {
	norm, casts := spec.oneNorm(r)
	decoder.saved += (norm+r.inputs(1, spec.adaptedCount("q"), casts))*spec.hidden + 2*r.size*spec.query
	if spec.joinedHeads {
		decoder.saved += r.size * spec.query
	}
	if spec.dropout {
		decoder.saved += spec.hidden
	}
	if f.Attention == Eager {
		decoder.saved += eagerBytes(f, r) * spec.heads * encoder.tokens / max(float64(f.MicroBatch), 1)
	}
	read := stack{layers: decoder.layers, tokens: encoder.tokens, saved: 2 * r.size * spec.keyValue}
	if r.autocast && casts { // each layer casts what the encoder gave, for its keys and for its values
		read.saved += r.inputs(2, spec.adaptedCount("k", "v"), casts) * spec.hidden
	}
	return []stack{decoder, encoder, read}
}

// convolved is what the two convolutions in front of Whisper's encoder keep: what the first gave, what its GELU made of it, and what the
// second gave at half as many frames.
func convolved(f facts, r regime) float64 {
	if f.Model.Kind != Audio || f.Model.Family != "whisper" {
		return 0
	}
	return r.size * float64(f.Model.Hidden*f.MicroBatch) * (2*2*whisperFrames + whisperFrames)
}

// biasedBytes is what attention with a learned bias keeps, as T5's has: torch's fused kernels have no gradient for it, so that
// scaled_dot_product_attention is written out, in fp32 whatever it is given (aten/src/ATen/native/transformers/attention.cpp,
// _scaled_dot_product_attention_math).
func (b blockSpec) biasedBytes(r regime, tokens float64) float64 {
	scores := 4.0
	if b.dropout {
		scores = 4 + 1 + 4 // what is dropped, and the mask
	}
	return 3*4*b.query + r.size*b.query + scores*b.heads*tokens
}

// debertaSpan is how many relative positions DeBERTa's attention knows: 256 buckets in both directions (position_buckets of its published
// models).
const debertaSpan = 512

// disentangledBytes is what DeBERTa's attention keeps (modeling_deberta_v2.py): queries, keys, values and what attention gives as copies in
// the layout of heads, the scaled keys, both products with positions, of which the scores are picked, the positions' keys and queries for each
// sample, and the softmax, what is dropped of it and the mask.
func (b blockSpec) disentangledBytes(r regime, tokens float64) float64 {
	softmax := r.size
	if r.autocast {
		softmax = 4
	}
	scores := softmax + r.size + 1
	return 5*r.size*b.query + 2*r.size*b.heads*debertaSpan + 2*r.size*debertaSpan*b.query/max(tokens, 1) + scores*b.heads*tokens
}
