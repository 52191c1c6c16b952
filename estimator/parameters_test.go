package estimator

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"
)

// TestParametersOfTheCatalogue holds rows of the catalogue against what transformers builds from their configs
// (estimator/oracle/parameters.py).
func TestParametersOfTheCatalogue(t *testing.T) {
	file, err := os.Open("../testdata/oracle/parameters.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 30 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		model, ok := LookupModel(row[0])
		want, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil || !ok || model.Params != want || model.ID != row[0] {
			t.Errorf("%s: %d parameters of %s, transformers builds %s (%v)", row[0], model.Params, model.ID, row[2], err)
		}
	}
}

// TestTowers: what reads images is followed where it is frozen, and else where it makes no difference how much of a
// sample are images.
func TestTowers(t *testing.T) {
	for _, c := range []struct {
		model   string
		method  Method
		targets []string
		tokens  int
		known   bool
	}{
		{"Qwen/Qwen2-VL-2B-Instruct", LoRA, []string{"q_proj", "v_proj", "gate_proj"}, 4096, true},
		{"Qwen/Qwen2-VL-2B-Instruct", LoRA, []string{"all-linear"}, 4096, false},
		{"Qwen/Qwen2-VL-2B-Instruct", LoRA, []string{"model.visual.merger.mlp.fc1", "q_proj"}, 4096, false},
		{"Qwen/Qwen2-VL-2B-Instruct", Full, nil, 4096, false},
		{"Qwen/Qwen2-VL-2B-Instruct", Full, nil, 512, true},
		{"llava-hf/llava-v1.6-mistral-7b-hf", Full, nil, 512, false},
		{"Qwen/Qwen2.5-VL-3B-Instruct", QLoRA, []string{"q_proj", "gate_proj"}, 4096, false},
		{"Qwen/Qwen2.5-VL-3B-Instruct", QLoRA, []string{"attention"}, 4096, true},
		{"google/paligemma-3b-pt-448", QLoRA, []string{"qv"}, 4096, false},
		{"google/paligemma-3b-pt-224", QLoRA, []string{"o_proj"}, 4096, true},
		{"Qwen/Qwen2.5-3B", QLoRA, []string{"all-linear"}, 4096, true},
	} {
		model, ok := LookupModel(c.model)
		if !ok {
			t.Fatal(c.model)
		}
		job := Job{Model: model, Method: c.method, LoRATargets: c.targets, LoRARank: 8, Weights: BF16, Compute: AMPBF16, MicroBatch: 1, SeqLen: c.tokens, Optimizer: AdamW, Framework: HFTrainer}
		if got := Estimate(job).Known(); got != c.known {
			t.Errorf("%s %s %v at %d tokens: known %t", c.model, c.method, c.targets, c.tokens, got)
		}
	}
}
