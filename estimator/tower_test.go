package estimator

import "testing"

// TestTowerBlocks holds what a layer of the parts that read images keeps for a patch against torch
// (estimator/oracle/towers.py with transformers 5.24): hidden 256, 8 heads, feed-forward 704, of Qwen2-VL's 768.
func TestTowerBlocks(t *testing.T) {
	regimes := []struct {
		weights DType
		compute Compute
		method  Method
	}{{FP32, ComputeFP32, Full}, {BF16, Pure, Full}, {FP32, AMPBF16, Full}, {BF16, Pure, LoRA}, {BF16, AMPBF16, LoRA}}
	for kind, want := range map[string][5]float64{
		"siglip": {13872, 6952, 9008, 12648, 9616}, "clip": {16688, 8360, 10416, 14056, 11024}, "internvl": {15920, 7976, 10032, 12648, 9616},
		"qwen2-vl": {20528, 10280, 11312, 13480, 11376}, "qwen2.5-vl": {24616, 13352, 14888, 16456, 12920}, "qwen3-vl": {16944, 8488, 9520, 11560, 9584},
	} {
		wide := "704"
		if kind == "qwen2-vl" {
			wide = "768"
		}
		tower := towerFromRow(map[string]string{"kind": kind, "layers": "4", "hidden": "256", "heads": "8", "intermediate": wide, "patches": "4"})
		for i, r := range regimes {
			images := 16
			f := settle(Job{
				Model:  Model{ID: "x", Family: "qwen2-vl", Kind: VLM, Params: 1e6, Layers: 4, Hidden: 256, Heads: 8, KVHeads: 8, HeadDim: 32, Intermediate: 704, Vocab: 512, tower: tower},
				Method: r.method, LoRARank: 8, LoRATargets: []string{"all-linear"}, AdapterDropout: No, Weights: r.weights, Compute: r.compute, Attention: SDPA, Images: &images,
				Framework: HFTrainer, Optimizer: AdamW, MicroBatch: 1, SeqLen: 64, GPUs: 1, Checkpointing: CheckpointNone,
			})
			s, ok := towerStack(f, newRegime(f))
			if !ok || s.tokens != 64 || s.bytes() < 0.97*want[i] || s.bytes() > 1.03*want[i] {
				t.Errorf("%s %s %s %s: %.0f bytes of %.0f patches, torch keeps %.0f", kind, r.weights, r.compute, r.method, s.bytes(), s.tokens, want[i])
			}
		}
	}
}
