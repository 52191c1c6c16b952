package estimator

import (
	"math"
	"testing"
)

// TestStatesOfEmbeddings: transformers' Trainer keeps them in fp32 of the 8-bit optimizer that it makes itself.
func TestStatesOfEmbeddings(t *testing.T) {
	job := llama(t)
	job.Optimizer, job.OptimizerImpl = AdamW8bit, ""
	eight := 2 * (1 + 4.0/256)
	embeddings := (8 - eight) * 32000 * 4096
	plain := eight * float64(job.Model.Params)
	for name, c := range map[string]struct {
		change func(*Job)
		added  float64
	}{
		"the Trainer":               {func(j *Job) { j.Framework = HFTrainer }, embeddings},
		"a plain loop":              {func(j *Job) { j.Framework = PlainPyTorch }, 0},
		"handed to the Trainer":     {func(j *Job) { j.Framework, j.OwnOptimizer = HFTrainer, Yes }, 0},
		"not handed to it":          {func(j *Job) { j.Framework, j.OwnOptimizer = HFTrainer, No }, embeddings},
		"transformers 4.31":         {func(j *Job) { j.Framework, j.Transformers = HFTrainer, "4.31.0" }, embeddings},
		"transformers 4.32":         {func(j *Job) { j.Framework, j.Transformers = HFTrainer, "4.32.0" }, 0},
		"transformers 4.51":         {func(j *Job) { j.Framework, j.Transformers = HFTrainer, "4.51.3" }, 0},
		"transformers 4.52":         {func(j *Job) { j.Framework, j.Transformers = HFTrainer, "4.52.0" }, embeddings},
		"other states of few bytes": {func(j *Job) { j.Framework, j.Optimizer = HFTrainer, "lion-8bit" }, (1 + 4.0/256 - eight) * float64(job.Model.Params)},
	} {
		other := job
		c.change(&other)
		if got := statesOf(other).optimizer - plain; math.Abs(got-c.added) > 1 {
			t.Errorf("%s: %.0f bytes more, want %.0f", name, got, c.added)
		}
	}
}

// TestTemporariesOfAdafactor: two tensors of the largest matrix, and two more where weight and gradient are copied to
// fp32 (transformers' Adafactor, counted by a dispatch mode: 12,0 and 16.0 MB beside a matrix of 4 MB, of which 4 are
// the fp32 weight itself).
func TestTemporariesOfAdafactor(t *testing.T) {
	for weights, want := range map[DType]float64{FP32: 2 * 4, BF16: 4 * 4} {
		job := llama(t)
		job.Weights, job.Compute, job.Optimizer, job.OptimizerImpl = weights, Pure, Adafactor, ""
		if got := statesOf(job).stepTemp; got != want*32000*4096 {
			t.Errorf("%s: %.0f bytes, want %.0f for each of the largest matrix", weights, got, want)
		}
	}
}

// TestBlockScales: what bitsandbytes keeps beside 4-bit weights is no parameter: no rank shares it, nothing moves it.
func TestBlockScales(t *testing.T) {
	job := llama(t)
	job.Method, job.LoRARank, job.LoRATargets, job.Weights, job.Compute = QLoRA, 8, []string{"qv"}, NF4, AMPBF16
	linear := (&facts{Job: job}).quantisable()
	adapters := 4.0 * 8 * 32 * (2 * (4096 + 4096))
	rest := 2*(float64(job.Model.Params)-linear) + adapters
	for name, c := range map[string]struct {
		change func(*Job)
		want   float64
	}{
		"one card":          {func(*Job) {}, 0.5625*linear + rest},
		"four":              {func(j *Job) { j.GPUs, j.Sharding = 4, FSDPFull }, 0.0625*linear + (0.5*linear+rest)/4},
		"four, ZeRO":        {func(j *Job) { j.GPUs, j.Sharding = 4, ZeRO3 }, 0.0625*linear + (0.5*linear+rest)/4},
		"doubly quantised":  {func(j *Job) { j.Weights, j.GPUs, j.Sharding = NF4DQ, 4, FSDPFull }, 0.016*linear + (0.5*linear+rest)/4},
		"in host memory":    {func(j *Job) { j.GPUs, j.Sharding, j.Offload = 4, FSDPFull, OffloadBoth }, 0.0625 * linear},
		"GPTQ":              {func(j *Job) { j.Weights, j.GPUs, j.Sharding = Int4, 4, FSDPFull }, (0.52*linear + rest) / 4},
		"parts of matrices": {func(j *Job) { j.GPUs, j.Sharding = 4, "mixed:FSDP2*TP2" }, 0.0625*linear/2 + (0.5*linear+rest)/4},
		"torchao's":         {func(j *Job) { j.Framework, j.GPUs, j.Sharding = TorchTune, 4, FSDPFull }, (0.5625*linear + rest - adapters/2) / 4},
	} {
		other := job
		c.change(&other)
		s := statesOf(other)
		if !near(s.weights, c.want, 1e-9) {
			t.Errorf("%s: weights of %.0f bytes, want %.0f", name, s.weights, c.want)
		}
	}
	job.GPUs, job.Sharding, job.Offload = 4, FSDPFull, OffloadBoth
	states, layer := statesOf(job), (float64(job.Model.Params)-float64(job.Model.EmbeddingParams()))/32
	if got, want := states.gatherLayer, 0.5*layer; !near(got, want, 1e-9) {
		t.Errorf("a gathered layer of %.0f bytes, want %.0f: its scales are there", got, want)
	}
	if want := (0.5*linear+rest)/4 + states.trainable*(8+4)/4; !near(states.hostState, want, 1e-9) {
		t.Errorf("%.0f bytes in host memory, want %.0f", states.hostState, want)
	}
}

// TestOpenStep: whose 8-bit optimizer torchtune's is decides whether its step leaves anything in memory: the interval
// reaches to what one that is not fused takes, and the estimate stays.
func TestOpenStep(t *testing.T) {
	job := llama(t)
	job.Framework, job.OptimizerImpl, job.SeqLen, job.MicroBatch, job.Loss = TorchTune, "", 128, 1, ChunkedLoss
	job.Checkpointing, job.Attention = CheckpointFull, SDPA
	high := func(optimizer Optimizer, framework Framework) (r Result) {
		other := job
		other.Optimizer, other.Framework = optimizer, framework
		return Estimate(other)
	}
	// two moments and the weight in fp32, what is written twice, and the gradient where the others are gone
	largest := 32000.0 * 4096
	for optimizer, bytes := range map[Optimizer]float64{"adamw-8bit": 12 + 2*(1+4.0/256) + 2, "adamw-8bit+in-backward": 12 + 2*(1+4.0/256) + 4, "adamw-4bit": 12 + 2*(0.5+4.0/128) + 2} {
		open, closed := high(optimizer, TorchTune), high(optimizer, PlainPyTorch)
		if open.Peak > closed.Peak+64<<20 {
			t.Errorf("%s: the estimate itself went from %d to %d", optimizer, closed.Peak, open.Peak)
		}
		states := statesOf(Job{Model: job.Model, Method: Full, Weights: BF16, Compute: Pure, Optimizer: optimizer, Framework: TorchTune, GPUs: 1, Kernels: []string{unfusedStep}})
		if got := states.stepTemp; got != bytes*largest {
			t.Errorf("%s: %.0f bytes, want %.0f for each of the largest matrix", optimizer, got/largest, bytes)
		}
		if step := states.weights + states.optimizer + bytes*largest; float64(open.High) < step {
			t.Errorf("%s: at most %d, and its step may need %.0f", optimizer, open.High, step)
		}
	}
	for optimizer, framework := range map[Optimizer]Framework{"adamw-8bit": HFTrainer, "paged-adamw-8bit": TorchTune, "adamw": TorchTune} {
		if f := (&facts{Job: Job{Optimizer: optimizer, Framework: framework}}); f.openStep() {
			t.Errorf("%s of %s is open", optimizer, framework)
		}
	}
}

// TestWidthsOfIntervals: intervals are wider where nothing was measured, and what an allocator holds may be more.
func TestWidthsOfIntervals(t *testing.T) {
	job := llama(t)
	job.Method, job.LoRARank, job.LoRATargets, job.Compute = LoRA, 8, []string{"qv"}, AMPBF16
	of := func(change func(*Job)) Result {
		other := job
		change(&other)
		return Estimate(other)
	}
	width := func(r Result) float64 { return float64(r.High-r.Peak) / float64(r.Peak) }
	known := of(func(j *Job) { j.Framework = HFTrainer })
	for _, framework := range []Framework{Axolotl, LLaMAFactory, MSSwift} {
		other := of(func(j *Job) { j.Framework = framework })
		if other.Peak != known.Peak || math.Abs(width(other)-width(known)-strangeSpread) > 1e-3 {
			t.Errorf("%s: ±%.3f, the Trainer ±%.3f", framework, width(other), width(known))
		}
	}
	shards := func(change func(*Job)) Result {
		return of(func(j *Job) { j.Framework, j.GPUs, j.Sharding = HFTrainer, 4, FSDPFull; change(j) })
	}
	spread := func(change func(*Job), more float64) {
		t.Helper()
		other := job
		other.Framework, other.GPUs, other.Sharding = HFTrainer, 4, FSDPFull
		change(&other)
		f := settle(other)
		r := Result{Peak: 1e9, Components: Components{Activations: 1e9}}
		fillInterval(&r, f)
		if got, want := float64(r.High-r.Peak), 1e9*(activationSpread+baseSpread+more)+smallAllocations; math.Abs(got-want) > 1 {
			t.Errorf("%+v: %.0f, want %.0f", other.Offload, got, want)
		}
	}
	spread(func(*Job) {}, 0)
	spread(func(j *Job) { j.Method, j.Weights = QLoRA, NF4 }, sharedSpread)
	spread(func(j *Job) { j.Offload = OffloadParams }, sharedSpread)
	spread(func(j *Job) { j.Offload = OffloadBoth }, sharedSpread)
	spread(func(j *Job) { j.Offload = OffloadOptimizer }, 0)
	spread(func(j *Job) { j.Method, j.Weights, j.GPUs, j.Sharding = QLoRA, NF4, 1, Unsharded }, 0)
	if got := known.ReservedHigh - known.Reserved; math.Abs(float64(got)-reservedSpread*float64(known.Reserved)) > 1 {
		t.Errorf("reserved memory may be %d more of %d", got, known.Reserved)
	}
	if r := of(func(j *Job) { j.Framework = Unsloth }); r.ReservedHigh != r.Reserved {
		t.Errorf("segments that grow hold %d more of %d", r.ReservedHigh-r.Reserved, r.Reserved)
	}
	if r := shards(func(*Job) {}); math.Abs(float64(r.ReservedHigh-r.Reserved)-wrappedSpread*float64(r.Reserved)) > 1 {
		t.Errorf("under FSDP, %d more of %d", r.ReservedHigh-r.Reserved, r.Reserved)
	}
}

// TestWidthOfAGuessedModel: the count of a model that a fine-tune is named after is less certain, and one frozen helper
// is enough to be gone before training starts.
func TestWidthOfAGuessedModel(t *testing.T) {
	of := func(change func(*facts)) Result {
		f := settle(llama(t))
		f.assumed = nil
		change(&f)
		r := Result{Peak: 10e9, Components: Components{Weights: 8e9, FrozenHelpers: 2e9}}
		fillInterval(&r, f)
		return r
	}
	exact := of(func(*facts) {})
	for name, c := range map[string]struct {
		change func(*facts)
		spread float64
	}{
		"rounded": {func(f *facts) { f.Model.Rounded = true }, roundedSpread}, "inferred": {func(f *facts) { f.Model.Inferred = true }, inferredSpread},
		"both": {func(f *facts) { f.Model.Rounded, f.Model.Inferred = true, true }, inferredSpread},
	} {
		if got := float64(of(c.change).High - exact.High); math.Abs(got-8e9*(c.spread-stateSpread)) > 1 {
			t.Errorf("%s: %.0f more", name, got)
		}
	}
	one := of(func(f *facts) { f.Model.Helpers = make([]Component, 1) })
	if one.Low != exact.Low-2e9 || one.High != exact.High {
		t.Errorf("a helper that may be gone: %d to %d, without a word %d to %d", one.Low, one.High, exact.Low, exact.High)
	}
}
