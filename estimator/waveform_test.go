package estimator

import (
	"math"
	"os"
	"strconv"
	"testing"
)

// TestWaveforms holds what encoders of raw audio keep to what transformers does.
func TestWaveforms(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracle/waveforms.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := readTable(string(text))
	if len(rows) < 16 {
		t.Fatal(len(rows))
	}
	for _, row := range rows {
		number := func(name string) int { n, _ := strconv.Atoi(row[name]); return n }
		model := lookup(t, row["model"])
		model.Layers, model.Dropout = number("blocks"), false
		job := Job{
			Model: model, Method: Full, Weights: FP32, MicroBatch: number("batch"), Waveform: number("samples"), Checkpointing: CheckpointNone,
			Framework: HFTrainer,
		}
		job.FrozenTower = No
		if row["frozen"] == "yes" {
			job.FrozenTower = Yes
		}
		f := settle(job)
		if len(f.missing) > 0 {
			t.Fatal(row["model"], f.missing)
		}
		if got, want := livesOf(job).stored, float64(number("saved")); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%v: %.0f kept, %.0f measured (%+.1f %%)", row, got, want, 100*(got/want-1))
		}
	}
}

// TestWaveformSizes: what is missing of such a model is its audio, not tokens; up to how much of it fits, is said.
func TestWaveformSizes(t *testing.T) {
	job := Job{Model: lookup(t, "facebook/wav2vec2-base"), Method: Full, Weights: FP32, MicroBatch: 8, SeqLen: 128, GPUs: 1}
	if got := Estimate(job).Missing; len(got) != 1 || got[0] != "audio-samples" {
		t.Fatal(got)
	}
	limits := Limits(job, "", 0)
	if len(limits) != 3 || limits[0].Input != "audio-samples" || limits[0].UpTo < WaveRate || limits[2].UpTo <= limits[0].UpTo {
		t.Error(limits)
	}
	if least, _ := AtLeast(job); least <= 8*job.Model.Params {
		t.Error(least)
	}
	job.Waveform = 10 * WaveRate
	whole := Estimate(job)
	job.FrozenTower = Yes
	if frozen := Estimate(job); !whole.Known() || frozen.Peak >= whole.Peak {
		t.Error(frozen.Peak, whole.Peak)
	}
	if n := waveFrames(WaveRate); n[0] != 3199 || n[6] != 49 { // as Wav2Vec2's own _get_feat_extract_output_lengths has it
		t.Error(n)
	}
}
