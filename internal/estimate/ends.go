package estimate

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/estimator"
)

// recasted follows a job that casts its parameters in each step: as they are made, and in fp32 all the time.
func (d *Described) recasted() {
	w := d.Written
	w.Unfed = w.recast
	step, gap := w.train(d.batch, d.Job.GPU)
	high := w.full(d.batch, d.Job.GPU)
	if gap != nil {
		w.Unfed = gap
		d.ask(gap)
		return
	}
	if high == nil {
		return
	}
	if d.between(
		&built.Ends{Models: w.models, Step: step},
		high,
		[]taken{{name: "bits of a parameter", low: 16, high: 32, gap: w.recast, recast: true}},
	) {
		w.Unfed = nil
	}
}

// capped takes a job of whose images a library bounds the size at the smallest and at the largest that they can be;
// false where nothing does, or where the two are far apart.
func (d *Described) capped(gap *Gap) bool {
	if gap.bounds == nil {
		return false
	}
	size := fmt.Sprintf("%dx%d", gap.bounds.Largest[0], gap.bounds.Largest[1])
	return d.between(
		&built.Ends{Models: d.Written.models, Step: gap.bounds.Steps[0]},
		&built.Ends{Models: d.Written.models, Step: gap.bounds.Steps[1]},
		[]taken{{name: "images", between: size, capped: true, gap: gap}},
	)
}

// bothEnds follows a job with each number that only data tells at both ends of what it may be.
func (d *Described) bothEnds() {
	w := d.Written
	low, high, list := w.assume(d.batch, d.Job.GPU)
	if low == nil || high == nil {
		return
	}
	var all []taken
	for _, one := range list {
		all = append(
			all,
			taken{
				name:    one.Name,
				low:     one.Low,
				high:    one.High,
				gap:     &Gap{Path: one.Gap.Path, Line: one.Gap.Line, Reason: one.Gap.Reason},
				ofMasks: one.OfMasks,
			},
		)
	}
	d.between(low, high, all)
}

// between takes a job at both ends of what numbers are taken to be; false where that is no answer.
func (d *Described) between(low, high *built.Ends, all []taken) bool {
	if _, known := built.Autocast(d.Job.Compute); !known && !d.casts(low.Step) {
		return false
	}
	written := func(ends *built.Ends) estimator.Model {
		m := ends.Models.Estimated()
		m.Written.Step = built.TrainedOf(ends.Step)
		return m
	}
	supposed := d.Job
	supposed.Model = written(low)
	supposed.Model.ID, supposed.Model.Written.More = d.Job.Model.ID, written(high).Written
	if supposed.Optimizer == "" && low.Step.Updates != "" {
		supposed.Optimizer = estimator.Optimizer(low.Step.Updates)
	}
	for _, one := range all {
		supposed.Model.Written.Capped = supposed.Model.Written.Capped || one.capped
		supposed.Model.Written.Taken = append(supposed.Model.Written.Taken, one.text())
	}
	if !estimator.Estimate(supposed).Known() {
		return false
	}
	if d.Job.Optimizer == "" && supposed.Optimizer != "" {
		d.From["optimizer"] = d.From["model"]
	}
	d.Job, d.Written.taken = supposed, all
	return true
}
