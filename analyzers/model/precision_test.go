package model

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
)

// TestPrecisions: what is kept under autocast, and what a step takes with each of torch.optim's optimizers, is what
// torch says (estimator/oracle/precisions.py, which casts as a GPU does).
func TestPrecisions(t *testing.T) {
	rows := measured(t, "../../testdata/oracle/precisions.csv")
	if len(rows) < 20 {
		t.Fatalf("only %d rows", len(rows))
	}
	casts := map[string][]tensor.DType{"fp32": {tensor.NoDType}, "bf16": {tensor.BFloat16, tensor.Float16}} // as wide as each other
	for _, row := range rows {
		for _, cast := range casts[row["compute"]] {
			t.Run(fmt.Sprint(row["name"], row["arguments"], row["input"], cast, row["optimizer"]), func(t *testing.T) { comparePrecision(t, row, cast) })
		}
	}
}

func comparePrecision(t *testing.T, row map[string]string, cast tensor.DType) {
	text, err := os.ReadFile(filepath.Join("../../testdata/models", row["path"]))
	if err != nil {
		t.Fatal(err)
	}
	ask := Request{Name: row["name"], Inputs: inputsOf(t, row["input"]), Autocast: cast}
	states, temporary, ok := estimator.OptimizerTakes(estimator.Optimizer(row["optimizer"]))
	if !ok {
		t.Fatalf("%s is not known", row["optimizer"])
	}
	ask.Optimizer = &Optimizer{states, temporary}
	ask.Arguments = argumentsOf(t, row["arguments"])
	a, err := build(t, files{row["path"]: string(text)}, row["path"], ask)
	if err != nil || len(a.Unknown) > 0 {
		t.Fatal(err, a.Unknown)
	}
	allowed := map[string]float64{"saved": 0.001, "peak": 0.005}
	if cast != tensor.NoDType { // GPT's logits are kept once more where it has a loss; its backward pass is 2.2 % lower without dropout
		allowed = map[string]float64{"saved": 0.014, "peak": 0.023}
	}
	for name, got := range map[string]int64{"saved": a.Saved, "peak": a.StepPeak} {
		want, _ := strconv.ParseFloat(row[name], 64)
		if off := math.Abs(float64(got)/want - 1); off > allowed[name] {
			t.Errorf("%s: %d, torch has %.0f: %.2f %% off", name, got, want, 100*off)
		}
	}
}
