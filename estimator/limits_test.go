package estimator

import (
	"slices"
	"testing"
)

// TestLimits: with the size that is said the card surely holds the job, and with the next one it does not.
func TestLimits(t *testing.T) {
	decoder := Job{Model: lookup(t, "meta-llama/Llama-2-7b-hf"), Method: LoRA, LoRARank: 16, Weights: BF16, MicroBatch: 2, SeqLen: 1024}
	classes := Job{Model: lookup(t, "resnet50"), Method: Full, Weights: FP32, MicroBatch: 64}
	reader := Job{Model: lookup(t, "Qwen/Qwen2-VL-2B-Instruct"), Method: Full, Weights: BF16, MicroBatch: 1}
	for name, tt := range map[string]struct {
		job    Job
		change func(*Job)
		input  string
		step   func(*Job, int)
	}{
		"tokens":                        {decoder, func(j *Job) { j.SeqLen = 0 }, "seq-len", func(j *Job, n int) { j.SeqLen = n }},
		"samples":                       {decoder, func(j *Job) { j.MicroBatch = 0 }, "micro-batch", func(j *Job, n int) { j.MicroBatch = n }},
		"pixels":                        {classes, func(*Job) {}, "image", func(j *Job, n int) { j.Image = Image{Height: n, Width: n} }},
		"tokens, all of them of images": {reader, func(*Job) {}, "seq-len", func(j *Job, n int) { j.SeqLen, j.Images = n, &n }},
		"image tokens":                  {reader, func(j *Job) { j.SeqLen, j.MicroBatch = 16000, 4 }, "image tokens", func(j *Job, n int) { j.Images = &n }},
	} {
		t.Run(name, func(t *testing.T) {
			tt.change(&tt.job)
			limits := Limits(tt.job, "", 0)
			if len(limits) != 3 {
				t.Fatal(limits, Estimate(tt.job).Missing)
			}
			larger := 0
			for _, limit := range limits {
				if limit.Input != tt.input || limit.Usable == 0 || limit.UpTo < larger {
					t.Error(limit)
				}
				larger = limit.UpTo
				if limit.UpTo > 0 {
					with := tt.job
					tt.step(&with, limit.UpTo)
					if got := Estimate(with); got.Verdict(limit.Usable) != Fits {
						t.Errorf("%+v: %s of %d", limit, got.Verdict(limit.Usable), got.DeviceHigh())
					}
				}
				if !limit.All {
					beyond := tt.job
					tt.step(&beyond, limit.UpTo+max(limit.UpTo/10, 32))
					if got := Estimate(beyond); got.Verdict(limit.Usable) == Fits {
						t.Errorf("%+v: a tenth more fits, too", limit)
					}
				}
			}
		})
	}
}

// TestNoLimits: a job that is answered needs none, and of two sizes neither is known.
func TestNoLimits(t *testing.T) {
	job := Job{Model: lookup(t, "meta-llama/Llama-2-7b-hf"), Method: LoRA, LoRARank: 16, Weights: BF16, MicroBatch: 2, SeqLen: 1024}
	both, method, own := job, job, job
	both.MicroBatch, both.SeqLen = 0, 0
	method.LoRARank, method.Method, method.OpenMethod, method.SeqLen = 0, "", true, 0
	own.Model, own.SeqLen = Model{ID: "nobody/knows"}, 0
	for name, job := range map[string]Job{"answered": job, "two sizes": both, "and the method": method, "no model": own} {
		if got := Limits(job, "", 0); len(got) > 0 {
			t.Error(name, got)
		}
	}
}

// TestLimitOfACard: of a card that is named nothing else is said; one that is too small holds no size, and one that is
// large enough all.
func TestLimitOfACard(t *testing.T) {
	job := Job{Model: lookup(t, "bert-base-uncased"), Method: Full, Weights: FP32, MicroBatch: 1}
	if got := Limits(job, "tiny", 1<<30); len(got) != 1 || got[0] != (Limit{"seq-len", "tiny", 1 << 30, 0, false}) {
		t.Error(got)
	}
	if got := Limits(job, "h200", 130<<30); len(got) != 1 || got[0] != (Limit{"seq-len", "h200", 130 << 30, 512, true}) {
		t.Error(got)
	}
}

func TestSizesOfLimits(t *testing.T) {
	said := openSize{step: 1, significant: true}
	for n, want := range map[int]int{0: 0, 7: 7, 99: 99, 100: 100, 109: 100, 990: 990, 999: 990, 1000: 1000, 2937: 2900, 131071: 130000} {
		if got := said.size(said.number(n)); got != want {
			t.Errorf("%d: %d, not %d", n, got, want)
		}
		if next := said.size(said.number(n) + 1); next <= n || said.size(said.number(next)-1) != want {
			t.Errorf("%d stands behind %d", next, n)
		}
	}
	if least := leastUsable(24); least == 0 || slices.ContainsFunc(GPUs(), func(g GPU) bool { return g.MarketedGB == 24 && g.Usable > 0 && g.Usable < least }) {
		t.Error(least)
	}
}
