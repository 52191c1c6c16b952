package fit

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
)

const gib = 1 << 30

// estimated is an estimate of so many bytes, with an interval of a quarter around it.
func estimated(bytes int64) estimator.Result {
	return estimator.Result{Peak: bytes, Device: bytes, Low: bytes - bytes/4, High: bytes + bytes/4}
}

// TestExceeds: a card holds what it has, to the last byte.
func TestExceeds(t *testing.T) {
	gpu := estimator.GPU{Usable: 24 * gib}
	for bytes, want := range map[int64]bool{24*gib - 1: false, 24 * gib: false, 24*gib + 1: true} {
		if got := exceeds(bytes, gpu); got != want {
			t.Errorf("%d bytes exceed %d: %v", bytes, gpu.Usable, got)
		}
	}
}

// TestSized: the estimate of the whole job where there is one, else that of its states. The estimator says nothing of
// sizes where something is missing.
func TestSized(t *testing.T) {
	const whole, floor = 40 * gib, 16 * gib
	for name, c := range map[string]struct {
		of                            sized
		known, hasFloor               bool
		device, least                 int64
		needs                         string
		at16, at14, at36, at40, at100 string
	}{
		"both":       {sized{result: estimated(whole), floor: estimated(floor)}, true, true, whole, 30 * gib, "about 40.0 GiB a GPU (30.0 GiB to 50.0 GiB)", "has", "has", "too tight", "holds", "holds"},
		"the states": {sized{floor: estimated(floor)}, false, true, floor, 12 * gib, "at least 16.0 GiB a GPU", "holds", "too tight", "holds", "holds", "holds"},
		"neither":    {sized{}, false, false, 0, 0, "at least 0 B", "holds", "holds", "holds", "holds", "holds"},
		"one byte":   {sized{result: estimator.Result{Peak: 1, Device: 1, Low: 1, High: 1}}, true, false, 1, 1, "about 1 B a GPU (1 B to 1 B)", "holds", "holds", "holds", "holds", "holds"},
	} {
		s := c.of
		if s.known() != c.known || s.hasFloor() != c.hasFloor || s.device() != c.device || s.least() != c.least {
			t.Errorf("%s: known %v, floor %v, %d bytes, at least %d", name, s.known(), s.hasFloor(), s.device(), s.least())
		}
		if !strings.Contains(s.need(), c.needs) {
			t.Errorf("%s: %q, want %q", name, s.need(), c.needs)
		}
		for usable, want := range map[int64]string{16: c.at16, 14: c.at14, 36: c.at36, 40: c.at40, 100: c.at100} {
			if got := verdict(s, estimator.GPU{Name: "a card", Usable: usable * gib}); !strings.Contains(got, want) {
				t.Errorf("%s on %d GiB: %q, want %q", name, usable, got, want)
			}
		}
	}
}

// TestFullPrecisionMessage: weights and gradients take 4 bytes a parameter each, and each optimizer its own.
func TestFullPrecisionMessage(t *testing.T) {
	const params = 2 * gib
	card := estimator.GPU{Name: "a card", Usable: 24 * gib}
	fits, _ := estimator.SmallestGPU(estimated(30 * gib).DeviceHigh())
	for name, c := range map[string]struct {
		optimizer estimator.Optimizer
		job       estimator.Job
		result    estimator.Result
		named     bool
		gpu       estimator.GPU
		has, not  []string
	}{
		"AdamW":               {estimator.AdamW, estimator.Job{}, estimated(30 * gib), true, card, []string{"8.00 GiB weights + 8.00 GiB gradients + 16.0 GiB AdamW states = 32.0 GiB", "a card", "surely holds it is " + fits.Name, "16 bytes a parameter", "in bf16 take 8"}, []string{"divided", "on each of"}},
		"SGD has no state":    {estimator.SGD, estimator.Job{}, estimated(30 * gib), true, card, []string{"8.00 GiB gradients = 16.0 GiB", "8 bytes a parameter", "in bf16 take 4"}, []string{"states"}},
		"one byte of states":  {estimator.AdamW4bit, estimator.Job{}, estimated(30 * gib), true, card, []string{" + 2.00 GiB ", " states = 18.0 GiB", "9 bytes a parameter"}, nil},
		"no card":             {estimator.AdamW, estimator.Job{}, estimated(30 * gib), false, estimator.GPU{}, []string{"surely holds it is " + fits.Name}, []string{", and a card", "which a card"}},
		"a card that holds":   {estimator.AdamW, estimator.Job{}, estimated(30 * gib), true, estimator.GPU{Name: "a card", Usable: fits.Usable}, []string{"which a card"}, []string{"smallest card"}},
		"the states alone":    {estimator.AdamW, estimator.Job{}, estimator.Result{}, true, card, []string{"more with every sample"}, []string{"smallest card"}},
		"no card for so much": {estimator.AdamW, estimator.Job{}, estimated(3000 * gib), true, card, nil, []string{"smallest card"}},
		"on two GPUs":         {estimator.AdamW, estimator.Job{GPUs: 2}, estimated(30 * gib), true, card, []string{", on each of 2 GPUs"}, []string{"divided"}},
		"on one GPU":          {estimator.AdamW, estimator.Job{GPUs: 1}, estimated(30 * gib), true, card, nil, []string{"on each of", "divided"}},
		"sharded":             {estimator.AdamW, estimator.Job{GPUs: 2, Sharding: estimator.ZeRO3}, estimated(30 * gib), true, card, []string{", divided by zero3 over 2 GPUs"}, []string{"on each of"}},
		"sharded over one":    {estimator.AdamW, estimator.Job{Sharding: estimator.FSDPFull}, estimated(30 * gib), true, card, []string{"over 1 GPUs"}, []string{"on each of"}},
	} {
		s := sized{job: c.job, result: c.result, floor: estimated(20 * gib)}
		s.job.Optimizer, s.job.Model.Params = c.optimizer, params
		got := fp32Message(&job.Job{}, s, stateBytes[c.optimizer], c.gpu, c.named)
		for _, want := range c.has {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %q", name, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q in %q", name, not, got)
			}
		}
	}
}
