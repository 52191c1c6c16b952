package estimator

import (
	"fmt"
	"slices"
	"strings"
)

// farApart is how many times as much a job may need at most as it does at least: beyond it the two say nothing
// together, unless the most is below commonCard, which most cards that people train on have.
const (
	farApart   = 2
	commonCard = 24 << 30
)

// boundedFacts are the unknowns that have a most and a least in any job: everything is trained, or nearly nothing of
// it; each rank holds all states, or its share of them; all tokens of a sample stand for images, or none.
var boundedFacts = []string{"method", "trainable", "sharding", "image tokens"}

// AtItsMost ends what a result assumes of an unknown that has a most.
const AtItsMost = " at most"

// Bounds are the assumptions of a result that are the most an unknown can be.
func (r Result) Bounds() (list []string) {
	for _, assumed := range r.Assumed {
		if strings.HasSuffix(assumed, AtItsMost) {
			list = append(list, assumed)
		}
	}
	return list
}

// atMost answers for a job whose unknowns are bounded, with what it needs at most, and an interval that begins with
// what it needs at least.
func atMost(job Job, f facts) (Result, bool) {
	if !job.AtMost || job.Model.Written != nil ||
		slices.ContainsFunc(f.missing, func(name string) bool { return !slices.Contains(boundedFacts, name) }) {
		return Result{}, false
	}
	lows, highs := []Job{job}, []Job{job}
	var said []string
	for _, name := range f.missing {
		var low, high []func(*Job)
		switch name {
		case "method", "trainable":
			if f.quantised() { // weights of four bits are not trained, and what is trained beside them is not known
				return Result{}, false
			}
			low = append(low, func(j *Job) { j.Method, j.Trainable = Partial, 1 })
			high = append(high, func(j *Job) { j.Method, j.Trainable = Full, 0 })
			said = append(said, "method=full"+AtItsMost)
		case "sharding":
			for _, one := range []Sharding{Unsharded, ZeRO2, FSDPFull} {
				if job.GPUs > 1 && one == Unsharded {
					one = DDP
				}
				how := func(j *Job) { j.Sharding = one }
				low, high = append(low, how), append(high, how)
			}
			said = append(said, "sharding=none"+AtItsMost)
		case "image tokens":
			if f.Model.tower == nil || f.Attention == Eager || f.SeqLen == 0 {
				return Result{}, false
			}
			none, all := 0, f.SeqLen
			low, high = append(low, func(j *Job) { j.Images = &none }), append(high, func(j *Job) { j.Images = &all })
			said = append(said, fmt.Sprintf("image tokens=%d a sample", all)+AtItsMost)
		}
		lows, highs = inEachWay(lows, low), inEachWay(highs, high)
	}
	for i := range lows {
		lows[i].upwards = false // how far apart the two are is asked of their low ends
	}
	least, most := smallest(lows), largest(highs)
	if !least.Known() || !most.Known() || most.DeviceHigh() > max(farApart*least.DeviceLow(), commonCard) {
		return Result{}, false
	}
	most.Low = min(most.Low, most.Peak-(most.Device-least.DeviceLow()))
	most.Assumed = append(slices.Clone(f.assumed), said...)
	most.Inputs = inputs(f.said(job))
	return most, true
}

// inEachWay are jobs with each of several changes.
func inEachWay(jobs []Job, changes []func(*Job)) (list []Job) {
	for _, job := range jobs {
		for _, change := range changes {
			changed := job
			change(&changed)
			list = append(list, changed)
		}
	}
	return list
}

func smallest(jobs []Job) Result {
	return extreme(jobs, func(a, b Result) bool { return a.DeviceLow() < b.DeviceLow() })
}

func largest(jobs []Job) Result {
	return extreme(jobs, func(a, b Result) bool { return a.DeviceHigh() > b.DeviceHigh() })
}

// extreme is the estimate that comes before those of the other jobs; one that is not known where any is not.
func extreme(jobs []Job, before func(a, b Result) bool) Result {
	var first Result
	for i, job := range jobs {
		job.AtMost = job.AtMost && job.SeqLen == 0 // bounded itself by nothing but its texts
		result := Estimate(job)
		if !result.Known() {
			return result
		}
		if i == 0 || before(result, first) {
			first = result
		}
	}
	return first
}
