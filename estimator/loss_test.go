package estimator

import "testing"

// TestBiasedLogits: each encoder-decoder of transformers that has final_logits_bias gets logits in fp32 of it under autocast, not BART alone.
func TestBiasedLogits(t *testing.T) {
	for family, want := range map[string]float64{"bart": 14, "pegasus": 14, "marian": 14, "t5": 10} {
		f := facts{Job: Job{Model: Model{Family: family, Kind: Seq2Seq}, Framework: PlainPyTorch, Compute: AMPBF16, Weights: FP32}}
		if got := crossEntropyBytes(f, newRegime(f)); got != want {
			t.Errorf("%s: %g bytes a logit, want %g", family, got, want)
		}
	}
}
