package estimator

import (
	"slices"
	"strconv"
)

// Limit is how large the one size that a job does not say may be, so that a card surely holds the job.
type Limit struct {
	Input  string // the size: seq-len, micro-batch, audio-samples, image (a side of a square), image tokens
	Card   string // "24 GB", or the key of a card of the catalogue
	Usable int64
	UpTo   int  // the largest with which the high end of the interval fits; 0: not even the smallest does
	All    bool // no larger one was looked at: the model takes no more, or nobody has more
}

// marketedSizes are the cards that a job without one of its own is tried on.
var marketedSizes = []int{24, 40, 80}

// Beyond these no answer is looked for.
const (
	mostTokensTried  = 1 << 17
	mostSamplesTried = 1 << 13
	largestSideTried = 4096
	longestTried     = 600 // seconds
	sideStep         = 32  // a multiple that every architecture of the catalogue takes
)

// openSize is a size that stands for another job with each of its values.
type openSize struct {
	input       string
	step, most  int
	significant bool // rounded down: digits beyond the second are far inside the interval
	with        func(job Job, size int) Job
}

// Limits are the largest values of the one size that a job does not say, with which cards hold it: the card of that
// name and size, or, where none is named, any that is sold with 24, 40 or 80 GB. Nothing where the job is answered, or
// more than one size is missing.
func Limits(job Job, card string, usable int64) []Limit {
	missing := Estimate(job).Missing
	size, ok := sizeOf(job, missing)
	if !ok || job.Model.Written != nil {
		return nil
	}
	cards := []Limit{{Card: card, Usable: usable}}
	if usable <= 0 {
		cards = nil
		for _, gigabytes := range marketedSizes {
			cards = append(cards, Limit{Card: strconv.Itoa(gigabytes) + " GB", Usable: leastUsable(gigabytes)})
		}
	}
	job.upwards = true
	search := size.search(job)
	if !search.try(size.step).Known() {
		return nil
	}
	for i := range cards {
		limit := &cards[i]
		limit.Input = size.input
		limit.UpTo, limit.All = search.largest(limit.Usable)
	}
	return cards
}

// sizeOf is the one size that is missing. What a sample's images take of its tokens is no second one: at most all of
// them.
func sizeOf(job Job, missing []string) (openSize, bool) {
	others := slices.DeleteFunc(slices.Clone(missing), func(name string) bool { return name == "image tokens" })
	images := len(others) < len(missing)
	if images && job.Model.tower == nil || len(others) > 1 {
		return openSize{}, false
	}
	allImages := func(job Job) Job {
		if images {
			tokens := job.SeqLen
			job.Images = &tokens
		}
		return job
	}
	if len(others) == 0 {
		return openSize{
			input:       "image tokens",
			step:        1,
			most:        job.SeqLen,
			significant: true,
			with: func(job Job, size int) Job {
				job.Images = &size
				return job
			},
		}, images
	}
	switch others[0] {
	case "seq-len":
		most := mostTokensTried
		if job.Model.MaxPositions > 0 {
			most = min(most, job.Model.MaxPositions)
		}
		return openSize{input: "seq-len", step: 1, most: most, significant: true, with: func(job Job, size int) Job {
			job.SeqLen = size
			return allImages(job)
		}}, true
	case "audio-samples":
		return openSize{
			input:       "audio-samples",
			step:        WaveRate / 10,
			most:        longestTried * WaveRate,
			significant: true,
			with: func(job Job, size int) Job {
				job.Waveform = size
				return job
			},
		}, !images
	case "micro-batch":
		return openSize{input: "micro-batch", step: 1, most: mostSamplesTried, with: func(job Job, size int) Job {
			job.MicroBatch = size
			return allImages(job)
		}}, true
	case "image":
		return openSize{input: "image", step: sideStep, most: largestSideTried, with: func(job Job, size int) Job {
			job.Image = Image{Height: size, Width: size}
			return job
		}}, !images
	}
	return openSize{}, false
}

// leastUsable is what the card with the least memory has of those that are sold with so many gigabytes.
func leastUsable(gigabytes int) int64 {
	for _, gpu := range gpuCatalogue().all { // in ascending order of usable bytes
		if gpu.MarketedGB == gigabytes && gpu.Usable > 0 {
			return gpu.Usable
		}
	}
	return 0
}
