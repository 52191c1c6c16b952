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
		if facts.gathered() {
			return gatheredWhole(job, facts)
		}
		result := computeWritten(facts)
		if heavy := heaviest(job); job.OpenAccum && heavy.changed {
			result.High = max(result.High, computeWritten(settle(heavy.Job)).High)
		}
		if more := job.Model.Written.More; more != nil {
			taken, capped := job.Model.Written.Taken, job.Model.Written.Capped
			job.Model.Written = more
			if capped {
				return upTo(result, Estimate(job), taken)
			}
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
	result.Trainable = int64(states.trainable)
	fill(&result, facts, courseOf(facts, states, passOf(facts)))
	result.Host = hostBytes(facts, states)
	return result
}

// fill plays a course through the allocator. The need is what it holds in segments of which some part is in use: it
// gives back the others before it gives up.
func fill(result *Result, f facts, c *Course) {
	var a *allocator
	if !f.rough {
		a = newAllocator(growsSegments(f.Job))
	}
	out := c.play(a)
	for i, m := range out.moments {
		if !m.met {
			continue
		}
		result.Phases = append(result.Phases, PhaseBytes{phaseOrder[i], m.bytes})
		if m.bytes > result.Peak {
			result.Peak, result.Phase, result.Components = m.bytes, phaseOrder[i], m.components()
		}
	}
	fillInterval(result, f)
	result.Context = contextBytes(f.Job)
	result.Allocator = max(out.held-result.Peak, 0)
	result.Device = result.Peak + result.Context + result.Allocator
	result.Reserved = max(out.reserved, result.Peak)
	result.ReservedHigh = reservedHigh(*result, f)
}

// growsSegments reports whether a framework asks for expandable segments: torchtitan's run_train.sh and Unsloth set
// PYTORCH_CUDA_ALLOC_CONF.
func growsSegments(job Job) bool { return job.Framework == TorchTitan || job.Framework == Unsloth }

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
