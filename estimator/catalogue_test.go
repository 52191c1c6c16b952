package estimator

import "testing"

// TestShapesOfTheCatalogue: models as their publishers describe them.
func TestShapesOfTheCatalogue(t *testing.T) {
	type dims struct {
		layers, encoder, single, hidden, heads, kvHeads, headDim, intermediate, vocab, experts, active, patch int
		gated, tied, dropout                                                                                  bool
	}
	for name, want := range map[string]dims{
		"meta-llama/Llama-2-7b-hf":    {layers: 32, hidden: 4096, heads: 32, kvHeads: 32, headDim: 128, intermediate: 11008, vocab: 32000, gated: true},
		"Qwen/Qwen2.5-0.5B":           {layers: 24, hidden: 896, heads: 14, kvHeads: 2, headDim: 64, intermediate: 4864, vocab: 151936, gated: true, tied: true},
		"mistralai/Mixtral-8x7B-v0.1": {layers: 32, hidden: 4096, heads: 32, kvHeads: 8, headDim: 128, intermediate: 14336, vocab: 32000, experts: 8, active: 2, gated: true},
		"Qwen/Qwen3-30B-A3B":          {layers: 48, hidden: 2048, heads: 32, kvHeads: 4, headDim: 128, intermediate: 768, vocab: 151936, experts: 128, active: 8, gated: true},
		"facebook/opt-125m":           {layers: 12, hidden: 768, heads: 12, kvHeads: 12, headDim: 64, intermediate: 3072, vocab: 50272, tied: true, dropout: true},
		"t5-small":                    {layers: 6, encoder: 6, hidden: 512, heads: 8, kvHeads: 8, headDim: 64, intermediate: 2048, vocab: 32128, tied: true, dropout: true},
		"openai/whisper-small":        {layers: 12, encoder: 12, hidden: 768, heads: 12, kvHeads: 12, headDim: 64, intermediate: 3072, vocab: 51865, tied: true},
	} {
		m := lookup(t, name)
		got := dims{m.Layers, m.EncoderLayers, m.SingleLayers, m.Hidden, m.Heads, m.KVHeads, m.HeadDim, m.Intermediate, m.Vocab, m.Experts, m.ActiveExperts, m.Patch,
			m.GatedMLP, m.TiedEmbedding, m.Dropout}
		if got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, want)
		}
	}
	if m := lookup(t, "google/vit-base-patch16-224"); m.Patch != 16 || m.Layers != 12 || m.Experts != 0 || m.ActiveExperts != 0 {
		t.Errorf("a patch of %d, %d layers, %d of %d experts", m.Patch, m.Layers, m.ActiveExperts, m.Experts)
	}
}

// TestLearnedPositions: a text has at most the positions of the model, Whisper's those of its decoder, and may be
// short.
func TestLearnedPositions(t *testing.T) {
	job := Job{Model: lookup(t, "openai/whisper-small.en"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 4, GPUs: 1, Checkpointing: CheckpointNone, Attention: SDPA}
	if Estimate(job).Known() {
		t.Error("nobody asked for the most")
	}
	job.AtMost = true
	open := Estimate(job)
	job.SeqLen = 448
	most := Estimate(job)
	if bert := (Job{Model: lookup(t, "bert-base-chinese"), MicroBatch: 8, AtMost: true}); !Estimate(bert).Known() {
		t.Error("BERT has 512 positions")
	}
	if llama := (Job{Model: lookup(t, "meta-llama/Llama-2-7b-hf"), MicroBatch: 8, AtMost: true}); Estimate(llama).Known() {
		t.Error("nothing bounds the length of Llama's texts")
	}
	if !open.Known() || open.Peak != most.Peak || open.Low >= most.Low {
		t.Errorf("%v: %d from %d, with 448 tokens %d from %d", open.Missing, open.Peak, open.Low, most.Peak, most.Low)
	}
}

func TestWidthsInWords(t *testing.T) {
	for text, want := range map[string]int{"4x": 4096, "mlp_ratio 2.5": 2560, "3000": 3000, "": 0, "many": 0} {
		if got := intermediateWidth(text, 1024); got != want {
			t.Errorf("%q of 1024 is %d, want %d", text, got, want)
		}
	}
}

func TestLayersInWords(t *testing.T) {
	for _, c := range []struct {
		kind                    Kind
		text                    string
		layers, encoder, single int
	}{
		{Decoder, "32", 32, 0, 0}, {Seq2Seq, "8+6", 6, 8, 0}, {Audio, "4+2", 2, 4, 0}, {Diffusion, "19 double + 38 single", 57, 0, 38},
		{Decoder, "2+3", 5, 0, 0}, {Decoder, "", 0, 0, 0},
	} {
		m := Model{Kind: c.kind}
		fillLayers(&m, c.text)
		if m.Layers != c.layers || m.EncoderLayers != c.encoder || m.SingleLayers != c.single {
			t.Errorf("%s %q: %d layers, %d of an encoder, %d single", c.kind, c.text, m.Layers, m.EncoderLayers, m.SingleLayers)
		}
	}
}

// TestAnEncoderIsPaidFor: the activations of an encoder and the attention to it stand beside those of the decoder, and
// Whisper's are those of 30 seconds however short the text.
func TestAnEncoderIsPaidFor(t *testing.T) {
	job := Job{Model: lookup(t, "t5-small"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 2, SeqLen: 128, GPUs: 1, Checkpointing: CheckpointNone, Attention: SDPA}
	alone := job
	alone.Model.EncoderLayers = 0
	if with, without := livesOf(job).stored, livesOf(alone).stored; with < 1.9*without {
		t.Errorf("with an encoder as deep as the decoder %.0f bytes are stored, without %.0f", with, without)
	}
	job.Model = lookup(t, "openai/whisper-small")
	short := job
	short.SeqLen = 1
	if long, less := livesOf(job).stored, livesOf(short).stored; less < long/4 || less >= long {
		t.Errorf("128 tokens of text store %.0f bytes, one %.0f: the 1,500 frames stay", long, less)
	}
}
