package estimator

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/table"
)

// TestLossOrder holds what a loss lists against what torch allocated and freed, in order, with five versions of
// transformers (estimator/oracle/loss_order.py).
func TestLossOrder(t *testing.T) {
	file, err := os.Open("../testdata/oracle/loss_order.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := table.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 15 {
		t.Fatalf("%d rows", len(rows))
	}
	const batch, length, vocabulary = 2, 128, 16384
	model := lookup(t, "meta-llama/Llama-2-7b-hf")
	model.Vocab, model.Hidden = vocabulary, 64
	for _, row := range rows {
		f := settle(Job{Model: model, Method: Full, Weights: DType(row["weights"]), Compute: Compute(row["compute"]), MicroBatch: batch, SeqLen: length,
			Framework: Lightning, Loss: PlainLoss, Attention: SDPA, Transformers: row["transformers"], Torch: row["torch"]})
		l := lossOf(f, newRegime(f), batch*length)
		for _, id := range l.gradient {
			l.drop(&l.backward, id)
		}
		for part, list := range map[string][]act{"forward": l.forward, "backward": l.backward} {
			if got := ordered(l, list, batch*length*vocabulary); got != row[part] {
				t.Errorf("transformers %s, %s, %s:\n%s, recorded\n%s", row["transformers"], row["weights"], row["compute"], got, row[part])
			}
		}
	}
}

// ordered are the sizes of a list in bytes a logit; what is given back at once is sorted.
func ordered(l loss, list []act, logits float64) string {
	var out []string
	var given []float64
	flush := func() {
		slices.Sort(given)
		for _, size := range given {
			out = append(out, fmt.Sprintf("%+g", size))
		}
		given = nil
	}
	for _, a := range list {
		size := math.Round(100*l.tensors[a.tensor]/logits) / 100
		if a.gives {
			given = append(given, -size)
			continue
		}
		flush()
		out = append(out, fmt.Sprintf("%+g", size))
	}
	flush()
	return strings.Join(out, " ")
}

// TestBiasedLogits: each encoder-decoder of transformers that has final_logits_bias gets logits in fp32 of it under
// autocast, not BART alone.
func TestBiasedLogits(t *testing.T) {
	for family, want := range map[string]float64{"bart": 16, "pegasus": 16, "marian": 16, "t5": 12} {
		f := facts{Job: Job{Model: Model{Family: family, Kind: Seq2Seq, Vocab: 1}, Framework: PlainPyTorch, Compute: AMPBF16, Weights: FP32}}
		if got := mostOf(lossOf(f, newRegime(f), 1)); got != want {
			t.Errorf("%s: %g bytes a logit, want %g", family, got, want)
		}
	}
}
