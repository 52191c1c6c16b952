package estimator

import "testing"

// TestBiasedLogits: each encoder-decoder of transformers that has final_logits_bias gets logits in fp32 of it under autocast, not BART alone.
func TestBiasedLogits(t *testing.T) {
	for family, want := range map[string]float64{"bart": 16, "pegasus": 16, "marian": 16, "t5": 12} {
		f := facts{Job: Job{Model: Model{Family: family, Kind: Seq2Seq, Vocab: 1}, Framework: PlainPyTorch, Compute: AMPBF16, Weights: FP32}}
		if got := mostOf(lossOf(f, newRegime(f), 1)); got != want {
			t.Errorf("%s: %g bytes a logit, want %g", family, got, want)
		}
	}
}
