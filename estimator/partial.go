package estimator

// settlePartial counts a job that trains a part of its model as one that trains all of it with fewer gradients and
// optimizer states. How many parameters the part has must be said.
func (f *facts) settlePartial() {
	f.partial, f.Method = true, Full
	if f.Trainable == 0 {
		f.lack("trainable")
	}
}

// said is the settled job under the method that was asked for.
func (f *facts) said(job Job) Job {
	settled := f.Job
	if f.partial {
		settled.Method = job.Method
	}
	return settled
}

// leaveOutFrozen opens the interval of a job that trains a part. Autograd saves nothing below the first layer that
// gets gradients, and autocast keeps no copies of frozen weights; which layers these are is not known, so the low end
// holds only what is certain: the weights, and the gradients and states of the trained part.
func (f *facts) leaveOutFrozen(result *Result) {
	c := result.Components
	certain := c.Weights + c.Gradients + c.OptimizerState + c.MasterCopy
	result.Low = min(result.Low, certain-int64(stateSpread*float64(certain)))
}

// AtLeast is the memory in bytes that a job needs whatever part of its model it trains: its weights. It is 0 unless
// the size of that part is all that is missing.
func AtLeast(job Job) int64 {
	if job.Method != Partial || job.Trainable != 0 {
		return 0
	}
	job.Trainable = 1
	result := Estimate(job)
	if !result.Known() {
		return 0
	}
	return result.Low + result.Context
}
