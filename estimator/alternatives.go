package estimator

import "slices"

// manyRanks stands in for an unknown number of ranks that share the states.
const manyRanks = 8

// widenByUnknowns stretches the interval over what the job would need if its unknown facts were the other way: an
// assumption may shift the estimate by half, and a verdict must not rest on one.
func widenByUnknowns(result *Result, job Job) {
	lean, heavy := leanest(job), heaviest(job)
	if lean.changed && !job.upwards {
		result.Low = min(result.Low, compute(settle(lean.Job)).Low)
	}
	if heavy.changed {
		result.High = max(result.High, compute(settle(heavy.Job)).High)
	}
}

// shortText is a text of a few words.
const shortText = 16

type alternative struct {
	Job
	changed bool
}

// openCheckpointing reports whether activations may be kept or computed again, and nobody said which: torchtune has no
// default of its own, and its configs differ.
func openCheckpointing(job Job) bool {
	return job.Checkpointing == "" && (job.Framework == "" || job.Framework == TorchTune)
}

// leanest fills the unknowns the way that needs least.
func leanest(job Job) alternative {
	a := alternative{Job: job}
	if openCheckpointing(job) {
		a.Checkpointing, a.changed = CheckpointFull, true
	}
	if job.Optimizer == "" && job.Method == Full { // one with states of a byte, as of bitsandbytes
		if a.Optimizer, a.changed = AdamW8bit, true; job.Framework == TorchTune {
			a.Optimizer += "+in-backward" // as in its own low-memory configs
		}
	}
	if job.Weights == "" && job.Method != QLoRA {
		a.Weights, a.changed = BF16, true
	}
	if job.Method != "" && job.Method != Full && job.Method != Partial && job.Trainable == 0 &&
		len(knownRoles(job.LoRATargets)) == 0 {
		// PEFT's own for most families (TRANSFORMERS_MODELS_TO_LORA_TARGET_MODULES_MAPPING)
		a.LoRATargets, a.changed = []string{"qv"}, true
	}
	if job.OptimizerImpl == "" && job.Method == Full && job.Framework != TorchTune {
		a.OptimizerImpl, a.changed = Fused, true // the default of transformers 5, and of more frameworks to come
	}
	if job.Model.mostTokens() > 0 && job.SeqLen == 0 && job.AtMost {
		a.SeqLen, a.changed = shortText, true
	}
	if job.GPUs == 0 && (job.Sharding == "" || sharesStates(job.Sharding)) {
		a.GPUs, a.changed = manyRanks, true
		if job.Sharding == "" {
			a.Sharding = FSDPFull
		}
	}
	return a
}

// heaviest fills the unknowns the way that needs most.
func heaviest(job Job) alternative {
	a := alternative{Job: job}
	if openCheckpointing(job) {
		a.Checkpointing, a.changed = CheckpointNone, true
	}
	if job.Weights == "" && job.Method != QLoRA {
		a.Weights, a.changed = FP32, true
	}
	if open := (&facts{Job: job}); open.openProducts() {
		a.Kernels, a.changed = append(slices.Clone(a.Kernels), keepsWeights), true
	}
	if open := (&facts{Job: job}); open.openStep() {
		a.Kernels, a.changed = append(slices.Clone(a.Kernels), unfusedStep), true
	}
	if job.GradAccum == 0 && job.OpenAccum {
		a.GradAccum, a.changed = 2, true // as many as there may be: the gradients of all are added up in one place
	}
	return a
}

func sharesStates(sharding Sharding) bool {
	switch sharding {
	case ZeRO1, ZeRO2, ZeRO3, FSDPFull, FSDPGradOp:
		return true
	}
	return false
}
