package estimator

import (
	"math"
	"testing"
)

// TestDeltaLayers holds what the two kinds of layers of Qwen3.5 keep against what torch kept of them
// (estimator/oracle/delta.py).
func TestDeltaLayers(t *testing.T) {
	rows := oracleRows(t, "delta.csv")
	if len(rows) != 16 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		mixed := row["layer"] == "linear_attention"
		if mixed && row["attention"] == "eager" {
			continue // there is none in it
		}
		model := Model{
			ID: "Qwen/Qwen3.5-small", Family: "qwen3.5", Kind: Decoder, Params: int64(row.number(t, "parameters")), Layers: 2, Hidden: 256, Heads: 8, KVHeads: 4,
			HeadDim: 32, Intermediate: 704, GatedMLP: true, Vocab: 512, delta: &deltaLayers{layers: 1, key: 128, value: 256, heads: 8},
		}
		job := Job{
			Model: model, Method: Method(row["method"]), LoRARank: 8, LoRATargets: []string{"all-linear"}, Weights: DType(row["weights"]),
			Compute: Compute(row["compute"]), Attention: Flash, Framework: HFTrainer, Optimizer: AdamW, MicroBatch: 2, SeqLen: 64, GPUs: 1,
		}
		if row["attention"] == "eager" {
			job.Attention = Eager
		}
		if row["adapter_dropout"] == "0" {
			job.AdapterDropout = No
		}
		f := settle(job)
		r, spec := newRegime(f), specOf(f)
		if mixed {
			spec = deltaSpec(spec, model.delta)
		}
		got, want := spec.kept(r).bytes(), row.number(t, "layer_bytes")
		if f.Attention == Eager {
			got += sum(eagerScores(f, r)) * spec.heads * 64
		}
		if off := got/want - 1; math.Abs(off) > 0.02 {
			t.Errorf("%s %s %s %s %s %s: %.0f bytes, torch keeps %.0f (%+.1f %%)", row["layer"], row["weights"], row["compute"], row["method"],
				row["adapter_dropout"], row["attention"], got, want, 100*off)
		}
	}
}
