package measured

import (
	"math"
	"slices"

	"github.com/trainlint/trainlint/estimator"
)

// Outcome is one run beside its estimate, both in the metric of the source.
type Outcome struct {
	Row
	Result              estimator.Result
	Estimate, Low, High int64
	Error               float64 // estimate / measured - 1
	HalfWidth           float64 // of the interval, relative to the estimate
	WrongVerdict        bool
}

// Judge estimates a run and compares like with like: reserved memory is the allocated peak plus the allocator's cache,
// nvidia-smi adds the CUDA context; what a run has left in the cache before is not known, so their interval goes up. A
// source that does not say is read as allocated; where it leaves out more than that, or does not say what its GB are,
// it may have meant any of them: the interval reaches to what nvidia-smi would show.
func Judge(row Row) Outcome {
	result := estimator.Estimate(row.Job)
	shift := int64(0)
	switch row.Metric {
	case "reserved":
		shift = result.Reserved - result.Peak
	case "smi":
		shift = result.Reserved - result.Peak + result.Context
	}
	o := Outcome{
		Row:      row,
		Result:   result,
		Estimate: result.Peak + shift,
		Low:      result.Low + shift,
		High:     result.High + shift,
	}
	held := result.ReservedHigh - result.Reserved
	if row.Metric == "reserved" || row.Metric == "smi" {
		o.High += held
	}
	if row.Metric == "unstated" && (row.Usable != "core" || row.Least < row.Most) {
		o.High += held + result.Reserved - result.Peak + result.Context
	}
	if !result.Known() || row.Peak == 0 {
		return o
	}
	o.Error = float64(o.Estimate)/float64(row.Peak) - 1
	o.HalfWidth = float64(o.High-o.Low) / 2 / float64(o.Estimate)
	o.WrongVerdict = wrongVerdict(row, result)
	return o
}

// wrongVerdict is true when a run that was measured on its card is said not to fit it.
func wrongVerdict(row Row, result estimator.Result) bool {
	gpu, known := estimator.LookupGPU(row.GPU)
	return known && result.Verdict(gpu.Usable) == estimator.DoesNotFit
}

// Inside reports whether the measured peak lies in the interval, or may.
func (o Outcome) Inside() bool {
	least, most := o.span()
	return o.Low <= most && least <= o.High
}

// Summary is the accuracy over a set of runs; shares and errors are fractions.
type Summary struct {
	Name                                string
	Rows, Unknown, Inside, Wrong        int
	Median, Mean, P90, Worst, HalfWidth float64
}

// Summarise computes the accuracy of a set of runs. Runs whose estimate is unknown are counted apart.
func Summarise(name string, outcomes []Outcome) Summary {
	s := Summary{Name: name}
	var errors, spreads []float64
	for _, o := range outcomes {
		if !o.Result.Known() {
			s.Unknown++
			continue
		}
		s.Rows++
		errors = append(errors, math.Abs(o.Error))
		spreads = append(spreads, o.HalfWidth)
		s.Mean += math.Abs(o.Error)
		if math.Abs(o.Error) > math.Abs(s.Worst) {
			s.Worst = o.Error
		}
		if o.Inside() {
			s.Inside++
		}
		if o.WrongVerdict {
			s.Wrong++
		}
	}
	s.Mean /= float64(max(s.Rows, 1))
	s.Median, s.P90, s.HalfWidth = quantile(errors, 0.5), quantile(errors, 0.9), quantile(spreads, 0.5)
	return s
}

func quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}
