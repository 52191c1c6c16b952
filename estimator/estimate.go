package estimator

// Estimate computes what one job needs on each of its GPUs. When a fact without which there is no answer is
// missing (the model's parameter count, the micro-batch, the sequence length or image size of an architecture
// whose activations depend on it), Result.Missing names it and every size is 0.
func Estimate(job Job) Result {
	facts := settle(job)
	if job.Images == nil && facts.openImages() {
		if result := betweenImages(job, facts.SeqLen); result.Known() || !job.AtMost {
			return result
		}
	}
	if len(facts.missing) > 0 {
		if result, ok := atMost(job, facts); ok {
			return result
		}
		return Result{Missing: facts.missing, Assumed: facts.assumed, Inputs: inputs(facts.said(job))}
	}
	if job.Model.Written != nil {
		result := computeWritten(facts)
		if heavy := heaviest(job); job.OpenAccum && heavy.changed {
			result.High = max(result.High, computeWritten(settle(heavy.Job)).High)
		}
		if more := job.Model.Written.More; more != nil {
			taken := job.Model.Written.Taken
			job.Model.Written = more
			return between(result, Estimate(job), taken)
		}
		return result
	}
	result := compute(facts)
	if facts.partial {
		facts.leaveOutFrozen(&result)
		result.Inputs = inputs(facts.said(job))
	}
	widenByUnknowns(&result, job)
	return result
}

// compute sizes a job whose facts are settled.
func compute(facts facts) Result {
	result := Result{Assumed: facts.assumed, Inputs: inputs(facts.Job)}
	states := countStates(facts)
	live := countActivations(facts)
	phases := stepPhases(facts, states, live)
	result.Trainable = int64(states.trainable)
	fillPeak(&result, phases)
	fillInterval(&result, facts)
	fillDevice(&result, facts, states, live)
	return result
}

func fillPeak(result *Result, phases []phase) {
	for _, candidate := range phases {
		bytes := candidate.components.Sum()
		result.Phases = append(result.Phases, PhaseBytes{candidate.name, bytes})
		if bytes > result.Peak {
			result.Peak, result.Phase, result.Components = bytes, candidate.name, candidate.components
		}
	}
}

// fillDevice adds what max_memory_allocated does not see. The caching allocator cannot give back the free parts of
// the blocks it holds: 5 % of the peak on the rows that state both figures.
func fillDevice(result *Result, facts facts, states states, live live) {
	result.Context = contextBytes(facts.Job)
	result.Allocator = cachedBytes(result.Components)
	result.Device = result.Peak + result.Context + result.Allocator
	result.Reserved = result.Peak + result.Allocator + fragments(facts, live)
	result.Host = hostBytes(facts, states)
}

// contextBytes is the CUDA context and, with more than one rank, NCCL's communicator. torch 2 loads kernels
// lazily: 0.47 GiB on A100 and H100; torch 1 loads them all: 1.34 GB (HF documentation, V100).
func contextBytes(job Job) int64 {
	context := int64(504_658_657) // 0.47 GiB
	if job.Context > 0 {
		context = job.Context
	} else if oldTorch(job) {
		context = 1_408_000_000
	}
	if job.GPUs > 1 {
		context += gibibyte
	}
	return context
}

// cachedBytes is what the allocator holds above the peak: little for states, which stay where they are, more for
// activations of many sizes.
func cachedBytes(c Components) int64 {
	moving := float64(c.Activations + c.Logits + c.Buffers)
	return int64(fitted.cachedStates*(float64(c.Sum())-moving) + fitted.cachedActivations*moving)
}

// fragments are the free blocks of the loss: logits come in copies of 2 and 4 bytes that do not fit each other's
// blocks. Expandable segments avoid them; torchtitan's launcher and Unsloth turn those on.
func fragments(f facts, l live) int64 {
	if f.Framework == TorchTitan || f.Framework == Unsloth || f.Loss == LigerLoss || f.Loss == FusedLinear {
		return 0
	}
	if newRegime(f).fused { // a smaller peak over the same copies
		return int64(1.5 * fitted.cachedLogits * l.logits)
	}
	return int64(fitted.cachedLogits * l.logits)
}
