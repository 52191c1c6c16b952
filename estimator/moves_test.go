package estimator

import (
	"slices"
	"testing"
)

// stepOf are the moves of one lap of a loop: what is kept for the backward pass, what is there beside it in the forward
// pass and in the backward pass, and so many parameters, which an optimizer updates and whose gradients are dropped
// then.
func stepOf(weights, gradients, kept, forward, backward int64, parameters int) *Moves {
	m := &Moves{}
	var all []int32
	m.List = append(m.List, Move{Kind: BeginsForward})
	take := func(bytes int64) int32 {
		m.Sizes = append(m.Sizes, bytes)
		number := int32(len(m.Sizes) - 1)
		m.List = append(m.List, Move{Kind: TakesMemory, Number: number})
		return number
	}
	give := func(numbers ...int32) {
		for _, n := range numbers {
			m.List = append(m.List, Move{Kind: FreesMemory, Number: n})
		}
	}
	const parts = 16
	var whole []int32
	for range parts {
		whole = append(whole, take(kept/parts))
	}
	give(take(forward))
	m.List = append(m.List, Move{Kind: BeginsBackward})
	give(take(backward))
	for i := range parameters {
		m.Owned = append(m.Owned, weights/int64(parameters))
		m.Leaves = append(m.Leaves, gradients/int64(parameters))
		gradient := take(gradients / int64(parameters))
		m.List = append(m.List, Move{Kind: CollectsGradient, Number: gradient, Leaf: int32(i)})
		all = append(all, int32(i))
	}
	give(whole...)
	m.Updates = []Update{{Leaves: all}}
	m.List = append(m.List, Move{Kind: UpdatesLeaves})
	for _, leaf := range all {
		m.List = append(m.List, Move{Kind: DropsGradient, Number: leaf})
	}
	return m
}

// written is a job that trains modules of which a step was followed.
func written(m *Moves) Job {
	held := m.trainedBytes() / 4
	w := &Written{Gradients: 4 * held, Held: held, Width: 4, Step: &WrittenStep{Moves: m, Unmultiplied: true}}
	for _, bytes := range m.Owned {
		w.Weights += bytes
	}
	return Job{
		Model: Model{Params: held, Written: w}, GPUs: 1, Method: Full, Weights: FP32, Compute: ComputeFP32,
		Optimizer: AdamW, OptimizerImpl: Foreach, MicroBatch: 4, GradAccum: 1,
	}
}

// TestMovesInOrder: a step that was followed is played as it is, beside the weights and what the optimizer keeps.
func TestMovesInOrder(t *testing.T) {
	const mib, weights = 1 << 20, 40 << 20
	plain := written(stepOf(weights, weights, 100*mib, 10*mib, 30*mib, 8))
	for name, c := range map[string]struct {
		change func(*Job)
		peak   int64
		phase  Phase
	}{
		"as it is":            {func(*Job) {}, 3*weights + 140*mib, PhaseBackward},
		"without states":      {func(j *Job) { j.Optimizer = SGD }, weights + 140*mib, PhaseBackward},
		"micro-batches":       {func(j *Job) { j.GradAccum = 4 }, 4*weights + 130*mib, PhaseBackward},
		"gradients that stay": {func(j *Job) { j.Torch = "1.13" }, 4*weights + 130*mib, PhaseBackward},
		"buckets":             {func(j *Job) { j.GPUs, j.Sharding = 2, DDP }, 4*weights + 140*mib, PhaseBackward},
		"states of what is no leaf": {func(j *Job) {
			w := *j.Model.Written
			w.Held *= 2
			j.Model.Written = &w
		}, 5*weights + 140*mib, PhaseBackward},
		"held in the forward pass": {func(j *Job) {
			j.Model.Written = written(stepOf(weights, weights, 100*mib, 90*mib, 0, 8)).Model.Written
		}, 3*weights + 190*mib, PhaseLoss},
		"weights that decay": {func(j *Job) {
			m := stepOf(weights, weights, mib, 0, 0, 8)
			m.Updates[0].Decayed = m.Updates[0].Leaves[:4]
			j.Model.Written, j.Optimizer = written(m).Model.Written, SGDMomentum
		}, 3*weights + weights/2, PhaseOptimizer},
		"the optimizer": {func(j *Job) {
			j.Model.Written = written(stepOf(weights, weights, mib, 0, 0, 8)).Model.Written
		}, 5 * weights, PhaseOptimizer},
	} {
		job := plain
		c.change(&job)
		got := Estimate(job)
		if got.Peak != c.peak || got.Phase != c.phase {
			t.Errorf("%s: %d in %s, want %d in %s", name, got.Peak, got.Phase, c.peak, c.phase)
		}
		if got.Reserved < got.Peak || got.Reserved > got.Peak+got.Peak/4 {
			t.Errorf("%s: %d reserved for %d", name, got.Reserved, got.Peak)
		}
	}
}

// TestLapsGoOn: the lap that is played once more frees what the lap before has left to it, so that nothing piles up.
func TestLapsGoOn(t *testing.T) {
	const mib = 1 << 20
	lap := func(m *Moves, before int32) int32 { // a batch that a variable names until the next one is there
		batch := int32(len(m.Sizes))
		m.Sizes = append(m.Sizes, 50*mib, mib)
		m.List = append(m.List, Move{Kind: BeginsLap}, Move{Kind: BeginsForward},
			Move{Kind: TakesMemory, Number: batch})
		if before >= 0 {
			m.List = append(m.List, Move{Kind: FreesMemory, Number: before})
		}
		m.List = append(m.List, Move{Kind: BeginsBackward}, Move{Kind: TakesMemory, Number: batch + 1},
			Move{Kind: CollectsGradient, Number: batch + 1}, Move{Kind: UpdatesLeaves}, Move{Kind: DropsGradient})
		return batch
	}
	m := &Moves{Owned: []int64{mib}, Leaves: []int64{mib}, Updates: []Update{{Leaves: []int32{0}}}}
	lap(m, lap(m, -1))
	if got, want := Estimate(written(m)).Peak, int64(103*mib); got != want {
		t.Errorf("%d bytes, want two batches, a weight and its states: %d", got, want)
	}
	p := newPlaying(newCourse(), settle(written(m)), m)
	laps := m.laps()
	next := p.next(laps)
	if len(laps) != 2 || len(next) != 2 || next[0] != 2 || next[1] != 3 {
		t.Fatalf("%d laps, %v", len(laps), next)
	}
	m.Sizes[2]++
	if next := p.next(laps); next != nil {
		t.Errorf("laps that differ are followed by %v", next)
	}
	m.Sizes[2]--
	p.all()
	batches := slices.DeleteFunc(slices.Clone(p.sizes), func(n int64) bool { return n != 50*mib })
	if len(batches) != stepsPlayed {
		t.Errorf("%d batches in %d laps", len(batches), stepsPlayed)
	}
}
