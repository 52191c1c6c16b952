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

// Floor is the estimate of a job with the smallest shape that trains at all: one sample of one token, of one frame or
// of 64 pixels a side, everything checkpointed. What is not known of the real shape only adds to it.
func Floor(job Job) Result {
	job.MicroBatch, job.Checkpointing, job.GradAccum = 1, CheckpointFull, 1
	job.SeqLen, job.Image = 1, Image{}
	if job.Model.hears() {
		job.Waveform = 1
	}
	switch job.Model.Kind {
	case Diffusion, Video, VisionCls, VisionDet, VisionSeg:
		job.SeqLen, job.Image = 0, Image{Height: 64, Width: 64}
	}
	return Estimate(job)
}

// AtLeast is the memory in bytes that a job of a catalogued model needs whatever its samples are like, and whatever
// part of the model it trains where that is not known, and the context of the device beside it. Both are 0 where more
// is missing than these, and where nothing is, and where nobody says of how many bits the weights are.
func AtLeast(job Job) (allocated, context int64) {
	if job.Model.Written != nil || Estimate(job).Known() || job.Weights == "" {
		return 0, 0
	}
	if job.UnknownPart() || job.Method == "" && job.LoRARank == 0 {
		job.Method, job.Trainable = Partial, 1
	}
	result := Estimate(job)
	if !result.Known() {
		result = Floor(job)
	}
	if !result.Known() {
		return 0, 0
	}
	return result.Low, result.Context
}

// UnknownPart reports whether what is trained of the model is not known, and may be nearly nothing.
func (job Job) UnknownPart() bool {
	open := job.Method == "" && job.OpenMethod && job.LoRARank == 0 && job.Weights != ""
	return job.Trainable == 0 && (job.Method == Partial || open)
}
