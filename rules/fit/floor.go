package fit

import (
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
)

// sized is a job with what it needs.
type sized struct {
	job estimator.Job
	// result is the estimate of the whole job; Missing names what is not known.
	result estimator.Result
	// floor is the estimate with the smallest shape that trains at all: one sample
	// of one token or 64 pixels, everything checkpointed. What is not known of the
	// real shape only adds to it.
	floor estimator.Result
}

func size(j *job.Job) sized {
	s := sized{job: memory.Describe(j)}
	s.result = estimator.Estimate(s.job)
	s.floor = estimator.Floor(s.job)
	return s
}

// known reports whether the whole job could be estimated: every size is 0 where something is missing.
func (s sized) known() bool { return s.result.Peak > 0 }

// hasFloor reports whether at least the states could be counted.
func (s sized) hasFloor() bool { return s.floor.Peak > 0 }

// device is what the card must have: the estimate where there is one, else the
// floor.
func (s sized) device() int64 {
	if s.known() {
		return s.result.Device
	}
	return s.floor.Device
}

// least is what the job needs at the very least.
func (s sized) least() int64 {
	if s.known() {
		return s.result.DeviceLow()
	}
	return s.floor.DeviceLow()
}

// stateBytes are the bytes that a trained parameter costs between forward
// passes, by optimizer, with fp32 weights and gradients (ESTIMATOR accounting:
// torch keeps Adam's two moments in the dtype of the parameter).
var stateBytes = map[estimator.Optimizer]int64{
	estimator.AdamW: 8, estimator.PagedAdamW: 8, estimator.AdamW8bit: 2, estimator.PagedAdamW8bit: 2,
	estimator.AdamW4bit: 1,
	estimator.SGD:       0, estimator.SGDMomentum: 4, estimator.Lion: 4, estimator.Adafactor: 0,
}
