// Package estimate turns described training jobs into what the estimate command prints.
package estimate

import (
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
)

// Described is one job and where each of its inputs was written.
type Described struct {
	Name string
	Job  estimator.Job
	From map[string]string // by the input's name: "--micro-batch", "train.py:40"

	// Training is the job of the project, nil for one that flags describe.
	Training *job.Job

	// Written are the models of the project's own that the job trains; nil where it trains none, or a flag names another.
	Written *Written

	// Overlaid: flags beat what the project says of it.
	Overlaid bool
	// the same of a library's networks, which take the catalogue's place where a step of them is followed
	library *Written
	batch   int // the micro-batch that a flag says; 0: none does

	// Before is the job in the revision to compare with, nil without one.
	Before *Described

	// GPUFrom is where the card of Job.GPU was named: settings, or what a launcher asks a cluster for.
	GPUFrom string

	// HostMemory is what the settings say the machine has, in bytes; 0 when they do not.
	HostMemory int64

	open     func(path string) *source.File     // by the path that reports use
	edited   func(list []fixes.Fix) []fixes.Fix // fixes under the paths that reports use
	report   func(path string) string           // as reports name a path of the job
	side     int64                              // of the images that lie in files, as oneSide tries it
	ofImages bool                               // such images are asked for
	afresh   func()                             // what one more job may cost to follow; may be nil
}

// Target is the card a job is judged against.
type Target struct {
	GPU    string // the catalogue's key, or the size a user gave
	Usable int64  // bytes; 0 without a target
	From   string // where the project names it; "" for a flag
}

// Sized is a described job with its estimate.
type Sized struct {
	Described
	Result estimator.Result
	Target Target

	Since string           // the revision to compare with
	Then  estimator.Result // the estimate in it; of no size when it is not known

	Planning *estimator.Planning // set by Plan
}

// Lost is where the way from what is started to what it trains is lost; nil where the job's model is known or nothing
// is seen of it.
func (d *Described) Lost() *Gap {
	if d.Training == nil || d.Training.Lost == nil || d.Job.Model.Known() || d.Job.Model.ID != "" || d.Written != nil {
		return nil
	}
	gap := built.GapOf(d.Training.Lost)
	return &Gap{Path: d.reported(gap.Path), Line: gap.Line, Reason: gap.Reason}
}

// Size estimates every job against one target, or without one against the card that its settings name.
func Size(jobs []Described, target Target) []Sized {
	sized := make([]Sized, 0, len(jobs))
	for _, described := range jobs {
		described.Job.AtMost = true // an answer for at most so many is one; findings want to be certain
		one := Sized{Described: described, Result: estimator.Estimate(described.Job), Target: target}
		if gpu, ok := estimator.LookupGPU(described.Job.GPU); ok && target.Usable == 0 {
			one.Target = Target{GPU: gpu.Key, Usable: gpu.Usable, From: described.GPUFrom}
		}
		if described.Before != nil {
			before := described.Before.Job
			before.AtMost = true
			one.Then = estimator.Estimate(before)
		}
		sized = append(sized, one)
	}
	return sized
}

// AtLeast is the allocated memory that a job without an estimate needs in any case; 0 where not even that is known.
func (s Sized) AtLeast() int64 {
	if s.Result.Known() {
		return 0
	}
	if least, ok := leastOf(s); ok {
		return least.Sum()
	}
	allocated, _ := estimator.AtLeast(s.Job)
	return allocated
}

// origin says where an input comes from: a place, a default that stands in for an unknown, or the catalogue.
func (s Sized) origin(input estimator.Input) string {
	if from, ok := s.From[input.Name]; ok {
		return from
	}
	if input.Name == "params" {
		return s.Job.Model.Basis
	}
	return "assumed"
}
