package built

import (
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
)

// autocasts are what torch.autocast casts to, by the words of compute; NoDType is without.
var autocasts = map[estimator.Compute]tensor.DType{
	estimator.AMPFP16: tensor.Float16, estimator.AMPBF16: tensor.BFloat16, estimator.ComputeFP32: tensor.NoDType,
	estimator.Pure: tensor.NoDType,
}

// Autocast is what torch.autocast casts to in a job; false where that is not known.
func Autocast(c estimator.Compute) (tensor.DType, bool) {
	to, known := autocasts[c]
	return to, known
}

// ComputeOf is in which precision a followed step goes; "" where that has no word: the types are mixed, or nothing is
// cast and the job's weights may be other than fp32.
func ComputeOf(s *model.Step, weights estimator.DType) estimator.Compute {
	switch {
	case s.Mixed:
		return ""
	case s.Casts == tensor.Float16:
		return estimator.AMPFP16
	case s.Casts == tensor.BFloat16:
		return estimator.AMPBF16
	case s.Casts == tensor.NoDType && weights == estimator.FP32:
		return estimator.ComputeFP32
	}
	return ""
}

// StepOf is a followed step in the estimator's words.
func StepOf(a *model.Answer) *estimator.WrittenStep {
	return &estimator.WrittenStep{Moves: a.Moves, Outputs: a.OutputBytes, Unmultiplied: !a.Peaks.Multiplies}
}

// Step follows a step of the models that a job trains, on what its loader is seen to give, and tells the estimator of
// it; nil where any of that is not certain.
func Step(j *job.Job, e *estimator.Job) *model.Step {
	if len(j.Own) == 0 || j.Loop == nil || j.Own[0].Made.At.File == nil || Recast(j) != nil {
		return nil
	}
	_, known := Autocast(e.Compute)
	models := Of(j)
	if !known || models.Open() != nil {
		return nil
	}
	step, gap := models.TrainOn(j, 0, e.GPU)
	if gap != nil || step.Tokens > 0 || step.Targets || step.Shared || step.Side > 0 {
		return nil
	}
	e.Model = models.Estimated()
	e.Model.Written.Step = TrainedOf(step)
	return step
}

// TrainedOf is a followed training loop in the estimator's words.
func TrainedOf(s *model.Step) *estimator.WrittenStep {
	return &estimator.WrittenStep{
		Moves:        s.Moves,
		Perhaps:      s.Perhaps,
		Unmultiplied: !s.Multiplies,
		Tokens:       s.Tokens,
		Targets:      s.Targets,
		Side:         s.Side,
		Shared:       s.Shared,
	}
}
