package jobedit

import (
	"errors"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
)

// Holds says what of its promise a plan did not keep: the patched files must describe a
// job that fits the card and trains on as many samples a step as before.
func Holds(before, after *job.Job, usable int64) error {
	if after == nil {
		return errors.New("the patched files no longer make this job")
	}
	if a, b := samples(before), samples(after); a != b {
		return fmt.Errorf("the patched files make it %d samples a step, not %d", b, a)
	}
	if result := estimator.Estimate(memory.Describe(after)); result.Verdict(usable) != estimator.Fits {
		return errors.New("the job that the patched files describe does not fit")
	}
	return nil
}

// samples are those of one process in an optimizer step.
func samples(j *job.Job) int {
	return max(j.Int(dialect.MicroBatch), 1) * max(j.Int(dialect.Accumulation), 1)
}
