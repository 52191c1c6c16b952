package estimator

import (
	"math"
	"os"
	"strconv"
	"testing"
)

// TestContrastive holds what CLIP's models keep for the backward pass, and how many parameters they have, to what
// transformers does.
func TestContrastive(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracle/contrastive.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := readTable(string(text))
	if len(rows) < 6 {
		t.Fatal(len(rows))
	}
	for _, row := range rows {
		number := func(name string) int { n, _ := strconv.Atoi(row[name]); return n }
		job := Job{
			Model: lookup(t, row["model"]), Method: Full, Weights: DType(row["weights"]), MicroBatch: number("batch"), SeqLen: number("tokens"),
			Checkpointing: CheckpointNone, Framework: PlainPyTorch,
		}
		if job.Model.Params != int64(number("params")) {
			t.Errorf("%s: %d parameters, not %s", row["model"], job.Model.Params, row["params"])
		}
		f := settle(job)
		if len(f.missing) > 0 {
			t.Fatal(row["model"], f.missing)
		}
		if got, want := livesOf(job).stored, float64(number("saved")); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%s in %s: %.0f kept, %.0f measured (%+.1f %%)", row["model"], row["weights"], got, want, 100*(got/want-1))
		}
	}
}

// TestContrastiveSizes: an image is as many tokens as the model or the job says, and a text at most as many as it has
// positions.
func TestContrastiveSizes(t *testing.T) {
	job := Job{Model: lookup(t, "openai/clip-vit-base-patch32"), Method: Full, Weights: FP32, MicroBatch: 8}
	if got := Estimate(job); got.Known() || len(got.Missing) != 1 || got.Missing[0] != "seq-len" {
		t.Error(got.Missing)
	}
	job.AtMost = true
	own := Estimate(job)
	if !own.Known() || len(own.Bounds()) != 1 || own.Bounds()[0] != "seq-len=77 at most" {
		t.Error(own.Missing, own.Bounds())
	}
	job.Image = Image{Height: 448, Width: 448}
	if larger := Estimate(job); larger.Peak <= own.Peak {
		t.Error(larger.Peak, own.Peak)
	}
	job.Image, job.Method, job.LoRARank, job.LoRATargets = Image{}, LoRA, 8, []string{"q_proj", "v_proj"}
	if adapted := Estimate(job); !adapted.Known() || adapted.Peak >= own.Peak {
		t.Error(adapted.Missing, adapted.Peak, own.Peak)
	}
}
