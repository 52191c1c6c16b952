package estimate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
)

// limitUnits are what a limit counts.
var limitUnits = map[string]string{
	"seq-len": "tokens a sample", "audio-samples": "s of audio", "image tokens": "tokens of images a sample",
	"micro-batch": "samples a pass", "image": "pixels a side",
}

// Limits are the largest values of the one size that the job does not say: on its own card, or on some that many have.
func (s Sized) Limits() []estimator.Limit {
	if s.Result.Known() || s.Written != nil {
		return nil
	}
	return estimator.Limits(s.Job, s.Target.GPU, s.Target.Usable)
}

// writeLimits says up to which value of the size that is missing the job surely fits.
func writeLimits(text *strings.Builder, job Sized) {
	limits := job.Limits()
	if len(limits) == 0 {
		return
	}
	unit := " " + limitUnits[limits[0].Input]
	var fits, none []string
	for _, limit := range limits {
		if limit.UpTo == 0 {
			none = append(none, limit.Card)
			continue
		}
		size := strconv.Itoa(limit.UpTo)
		if limit.Input == "audio-samples" {
			size = strconv.FormatFloat(float64(limit.UpTo)/estimator.WaveRate, 'f', -1, 64)
		}
		part := fmt.Sprintf("%s up to %s%s", limit.Card, size, unit)
		if limit.All {
			part += " (no more was tried)"
		}
		fits, unit = append(fits, part), ""
	}
	if len(fits) > 0 {
		printable.Fprintf(text, "  fits %s, even at the high end\n", strings.Join(fits, ", "))
	}
	if len(none) > 0 {
		printable.Fprintf(
			text,
			"  does not surely fit %s, however few %s\n",
			strings.Join(none, ", "),
			limitUnits[limits[0].Input],
		)
	}
}
