package estimator

import (
	"reflect"
	"slices"
	"testing"
)

// limitJobs are jobs of which one size is missing.
func limitJobs(t *testing.T) map[string]Job {
	decoder := Job{Model: lookup(t, "meta-llama/Llama-2-7b-hf"), Method: LoRA, LoRARank: 16, Weights: BF16, MicroBatch: 2}
	samples := decoder
	samples.MicroBatch, samples.SeqLen = 0, 1024
	return map[string]Job{
		"tokens":  decoder,
		"samples": samples,
		"pixels":  {Model: lookup(t, "resnet50"), Method: Full, Weights: FP32, MicroBatch: 64},
		"open":    {Model: lookup(t, "bert-base-uncased"), MicroBatch: 8}, // which of several methods and optimizers
		"tower":   {Model: lookup(t, "Qwen/Qwen2-VL-2B-Instruct"), Method: Full, Weights: BF16, MicroBatch: 1},
		"sharded": {
			Model: lookup(t, "meta-llama/Llama-2-7b-hf"), Method: Full, Weights: BF16, MicroBatch: 1, GPUs: 8, Sharding: FSDPFull,
		},
	}
}

// TestGuessedLimits: the answer is that of halving, which plays a job at every step; here it is played eight times
// a card at most.
func TestGuessedLimits(t *testing.T) {
	for name, job := range limitJobs(t) {
		t.Run(name, func(t *testing.T) {
			size, ok := sizeOf(job, Estimate(job).Missing)
			if !ok {
				t.Fatal(Estimate(job).Missing)
			}
			search := size.search(job)
			played := map[int]bool{}
			try := search.try
			search.try = func(n int) Result {
				played[n] = true
				return try(n)
			}
			cards := 0
			for _, gigabytes := range marketedSizes {
				usable := leastUsable(gigabytes)
				cards++
				got, all := search.largest(usable)
				want, last := halved(size, try, usable)
				if got != want || all != last {
					t.Errorf("%d GB: %d %t, not %d %t", gigabytes, got, all, want, last)
				}
			}
			if len(played) > 8*cards {
				t.Errorf("played %d times for %d cards", len(played), cards)
			}
		})
	}
}

// halved is the largest size that fits by halving what is said.
func halved(s openSize, try func(int) Result, usable int64) (int, bool) {
	fits := func(size int) bool { return try(size).Verdict(usable) == Fits }
	if most := s.most / s.step * s.step; fits(most) {
		return most, true
	}
	low, high := 0, s.number(s.most)+1
	for high-low > 1 {
		if middle := low + (high-low)/2; fits(s.size(middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	return s.size(low), false
}

// TestHighEndAlone: a job that is asked for its high end alone has the same one.
func TestHighEndAlone(t *testing.T) {
	for name, job := range limitJobs(t) {
		size, _ := sizeOf(job, Estimate(job).Missing)
		job = size.with(job, 4*size.step)
		whole := Estimate(job)
		job.upwards = true
		if got := Estimate(job); got.DeviceHigh() != whole.DeviceHigh() || got.Known() != whole.Known() {
			t.Errorf("%s: %d, not %d", name, got.DeviceHigh(), whole.DeviceHigh())
		}
	}
}

// TestStepsThatRepeat: a step that ends where it began is not played again, and nothing changes by that.
func TestStepsThatRepeat(t *testing.T) {
	for name, job := range limitJobs(t) {
		size, _ := sizeOf(job, Estimate(job).Missing)
		for _, grows := range []bool{false, true} {
			facts := settle(size.with(job, 4*size.step))
			course := courseOf(facts, countStates(facts), passOf(facts))
			written := *course
			written.once = true
			step := course.events[course.begun:]
			written.events = slices.Concat(course.events[:course.begun], step, step, step)
			for _, a := range [][2]*allocator{{nil, nil}, {newAllocator(grows), newAllocator(grows)}} {
				if got, want := course.play(a[0]), written.play(a[1]); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v, not %+v", name, got, want)
				}
			}
		}
	}
}
