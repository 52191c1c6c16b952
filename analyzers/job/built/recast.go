package built

import (
	"github.com/trainlint/trainlint/analyzers/job"
)

// Recast is where a job casts the parameters of a model that it trains in each step; nil where it does not.
func Recast(j *job.Job) *Gap {
	for _, own := range j.Own {
		if own.Recast != nil {
			return GapOf(own.Recast)
		}
	}
	return nil
}

// HeldInFull are the models and the step of a job that casts its parameters to fp32 in each step, as if it held them so
// all the time: that is the most it may need, what it does without is the least. nil where that is not followed.
func HeldInFull(j *job.Job, batch int, gpu string) *Ends {
	if len(j.Own) != 1 || j.Own[0].Recast == nil || j.Loop == nil || len(j.Loop.Own) != 1 {
		return nil
	}
	own := *j.Own[0]
	cast := &job.Given{Kind: job.GivenCall, Of: &job.Given{}, At: own.Recast.At}
	own.After = append(own.After[:len(own.After):len(own.After)], job.Change{Method: "float", Call: cast, At: cast.At})
	loop, full := *j.Loop, *j
	loop.Own, full.Own, full.Loop = []*job.Own{&own}, []*job.Own{&own}, &loop
	models := seen(&full, nil)
	if models.Open() != nil {
		return nil
	}
	step, gap := TrainOn(&full, batch, gpu)
	if gap != nil {
		return nil
	}
	return &Ends{Models: models, Step: step}
}
