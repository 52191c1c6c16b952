package model

import "testing"

// TestDeBERTa: what DeBERTa v3 keeps, inputs included. Parameters and bytes are what torch 2.15 with transformers
// 5.24.0 counted on a CPU, less the 16 bytes of two scales.
func TestDeBERTa(t *testing.T) {
	const code = `import torch.nn as nn
from transformers import DebertaV2Config, DebertaV2Model
class M(nn.Module):
    def __init__(self):
        super().__init__()
        config = DebertaV2Config(vocab_size=1000, hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
                                 hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=512)
        self.a = DebertaV2Model(config)
    def forward(self, x, mask):
        return self.a(x, mask).last_hidden_state.sum()
`
	a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x48:int64 2x48:int64")})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Ran || a.Parameters != 163_968 || a.Saved != 5_228_440-16 {
		t.Errorf("%d parameters, %d kept: %v", a.Parameters, a.Saved, a.Unknown)
	}
}
