package cli

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/table"
	"github.com/trainlint/trainlint/rules/all"
)

// TestModelsOnAGPU holds the peaks of training steps of modules as people write them against what an H200 allocated at
// most (estimator/oracle/gpu_rnn.py, gpu_modules.py).
func TestModelsOnAGPU(t *testing.T) {
	text, err := os.Open("../../testdata/oracle/gpu_steps.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := table.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	env := &Environment{Dir: root, Rules: all.Rules()}
	const modules = "estimator/oracle/gpu_modules.py:"
	var offs []float64
	near, total := 0, 0.0
	for _, row := range rows {
		if row["optimizer"] != "foreach" {
			continue // a fused one makes no list of temporaries
		}
		inputs, err := parseInputs(strings.Fields(row["inputs"]))
		if err != nil {
			t.Fatal(err)
		}
		const card = "h200"
		ask := model.Request{Published: built.Published, Inputs: inputs, Autocast: autocasts[row["compute"]], Torch: 11, Card: tensor.CardOf(card),
			BLASBytes: int64(estimator.BLASWorkspaces(card))}
		answer, err := builtModel(env, modules+row["module"], ask)
		if err != nil {
			t.Fatal(err)
		}
		if len(answer.Unknown) > 0 {
			t.Errorf("%s %s: %s", row["module"], row["compute"], answer.Unknown[0].Reason)
			continue
		}
		measured, err := strconv.ParseFloat(row["step"], 64)
		if err != nil {
			t.Fatal(err)
		}
		off := float64(answer.StepPeak)/measured - 1
		t.Logf("%s %s: %+.1f %%", row["module"], row["compute"], 100*off)
		offs, total = append(offs, math.Abs(off)), total+math.Abs(off)
		if math.Abs(off) <= 0.05 {
			near++
		}
	}
	slices.Sort(offs)
	median, mean := offs[len(offs)/2], total/float64(len(offs))
	t.Logf("%d steps: median %.1f %%, mean %.1f %%, %d within 5 %%", len(offs), 100*median, 100*mean, near)
	if len(offs) < 60 || median > 0.015 || mean > 0.022 || float64(near) < 0.9*float64(len(offs)) || offs[len(offs)-1] > 0.12 {
		t.Errorf("%d steps: median %.1f %%, mean %.1f %%, %d within 5 %%, most %.1f %%", len(offs), 100*median, 100*mean, near, 100*offs[len(offs)-1])
	}
}
