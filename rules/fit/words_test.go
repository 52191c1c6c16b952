package fit

import (
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

func TestBillions(t *testing.T) {
	for params, want := range map[int64]string{
		124_000_000: "124 M", 999_000_000: "999 M", 1_000_000_000: "1.00 B", 2_570_000_000: "2.57 B", 9_990_000_000: "9.99 B", 10_000_000_000: "10.0 B", 70_600_000_000: "70.6 B",
	} {
		if got := billions(params); got != want {
			t.Errorf("%d parameters are %q, want %q", params, got, want)
		}
	}
}

// TestLargest: the two largest parts, whichever order they come in.
func TestLargest(t *testing.T) {
	const gib = 1 << 30
	for _, test := range []struct {
		parts estimator.Components
		want  string
	}{
		{estimator.Components{Weights: 3 * gib, Gradients: 2 * gib, Logits: gib}, "weights 3.00 GiB and gradients 2.00 GiB"},
		{estimator.Components{Weights: gib, Gradients: 2 * gib, Logits: 3 * gib}, "logits 3.00 GiB and gradients 2.00 GiB"},
		{estimator.Components{Weights: 3 * gib, Gradients: gib, Logits: 2 * gib}, "weights 3.00 GiB and logits 2.00 GiB"},
		{estimator.Components{Weights: 2 * gib, Gradients: 3 * gib, Logits: gib}, "gradients 3.00 GiB and weights 2.00 GiB"},
		{estimator.Components{Weights: gib, Gradients: gib}, "weights 1.00 GiB and gradients 1.00 GiB"},
		{estimator.Components{Weights: 2 * gib, Gradients: gib, Logits: gib}, "weights 2.00 GiB and gradients 1.00 GiB"},
		{estimator.Components{OptimizerState: 3 * gib}, "optimizer state 3.00 GiB"},
	} {
		if got := largest(test.parts); got != test.want {
			t.Errorf("%+v: %q, want %q", test.parts, got, test.want)
		}
	}
}

// TestSmallest names a card only where it is larger than the one that was asked about.
func TestSmallest(t *testing.T) {
	const gib = 1 << 30
	for _, bytes := range []int64{gib, 10 * gib, 30 * gib, 60 * gib, 1000 * gib} {
		s := sized{result: estimator.Result{Device: bytes}}
		card, found := estimator.SmallestGPU(s.result.DeviceHigh())
		for _, gpu := range []estimator.GPU{{Usable: 1}, {Usable: card.Usable - 1}, {Usable: card.Usable}, {Usable: card.Usable + 1}} {
			want := "; no single card of the catalogue surely holds it"
			if found && card.Usable > gpu.Usable {
				want = "; the smallest card that surely holds it is " + card.Name
			}
			if got := smallest(s, gpu); got != want {
				t.Errorf("%d bytes beside %d usable: %q, want %q", bytes, gpu.Usable, got, want)
			}
		}
	}
}

func TestPrecisionWords(t *testing.T) {
	for word, is := range map[string]bool{"no": true, "'no'": true, `"NO"`: true, "none": true, "fp32": true, "False": true, "bf16": false, "fp16": false, "": false, "nothing": false} {
		if isPrecisionWord(word) != is {
			t.Errorf("%s: %v", word, !is)
		}
	}
}

func TestOptimizerNames(t *testing.T) {
	for o, want := range map[estimator.Optimizer]string{
		estimator.AdamW: "AdamW", estimator.AdamW8bit: "8-bit AdamW", estimator.SGDMomentum: "SGD momentum", estimator.Lion: string(estimator.Lion),
	} {
		if got := optimizerName(o); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	// Moments in bf16 are half of those in fp32; what is stored in 8 bits stays.
	for o, want := range map[estimator.Optimizer]int64{estimator.AdamW: 4, estimator.PagedAdamW: 4, estimator.SGDMomentum: 2, estimator.Lion: 2, estimator.AdamW8bit: stateBytes[estimator.AdamW8bit]} {
		if got := pureState(o); got != want {
			t.Errorf("%s keeps %d bytes in bf16, want %d", o, got, want)
		}
	}
}
