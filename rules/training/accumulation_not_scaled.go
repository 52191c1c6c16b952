package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AccumulationNotScaled finds gradient accumulation that adds up n mean losses.
var AccumulationNotScaled = &rules.Rule{
	Name:     "accumulation-not-scaled",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("accumulation-not-scaled"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkAccumulationNotScaled,
}

func checkAccumulationNotScaled(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		switch step.Owner {
		case train.PlainTorch, train.LightningFabric:
		case train.Accelerate:
			if step.AcceleratorDivides() {
				continue
			}
		default:
			continue
		}
		a := step.Accumulated()
		if a == nil || a.IsOne() || step.WritesGradients() || step.HandsOutGradients() || step.DividesBy(a.Every, a.Unit) ||
			clearedBetween(step, a) || a.CountsSamples() {
			continue
		}
		if backward, reduction := onlyLoss(step, a); backward != nil && reduction >= train.ByModel {
			reportNotScaled(p, step, backward, a, reduction)
		}
	}
}

// clearedBetween reports whether the gradients are cleared for each micro-batch: nothing is summed up then, and that is
// what is wrong there.
func clearedBetween(step *train.Step, a *train.Accumulated) bool {
	return slices.ContainsFunc(step.Of(train.ZeroGrad), func(zero *train.Event) bool {
		if a.Gate.Condition == nil {
			return clearedInMicroLoop(step, zero, a)
		}
		return killed(step, zero, a) != nil
	})
}

// onlyLoss is the first backward statement of an accumulation and what all of them differentiate; nil when several run
// in one micro-batch, or one is given a gradient.
func onlyLoss(step *train.Step, a *train.Accumulated) (*train.Event, train.Reduction) {
	first, weakest := a.Backwards[0], train.Mean
	for _, e := range a.Backwards {
		if e.Node() == nil || givesGradient(e) {
			return nil, train.Unreduced
		}
		weakest = min(weakest, step.ReductionOf(e.Loss, a))
	}
	return first, weakest
}

// givesGradient reports whether a backward call is given what it multiplies the loss by.
func givesGradient(e *train.Event) bool {
	return e.By == knowledge.NoRole && e.Node().Receiver() != nil && (e.Node().Keyword("gradient") != nil)
}

func reportNotScaled(
	p *rules.Pass,
	step *train.Step,
	backward *train.Event,
	a *train.Accumulated,
	reduction train.Reduction,
) {
	every := a.Text()
	divisor := every
	if _, compound := a.Every.(*python.Binary); compound {
		divisor = "(" + every + ")"
	}
	var fix []fixes.Fix
	if loss := lossExpression(backward); loss != nil && a.Shown && backward.Call.Unit == a.Unit && step.Direct(backward) &&
		oneStatement(a) {
		edit := pyedit.New(backward.Call.Unit.Module)
		fix = edit.ReplaceExpression(loss, edit.Text(loss)+" / "+divisor).Fixes("divide the loss by "+every, fixes.Unsafe)
	}
	losses, where := "mean losses", ""
	if reduction == train.ByModel {
		losses, where = "losses", "if the model returns the mean of its batch, "
	}
	message := fmt.Sprintf("%s steps once in %s micro-batches on the sum of their %s: %sthe gradient is %s "+
		"times that of one batch; divide the loss by %s before backward()",
		optimizerName(a.Optimize), every, losses, where, every, every)
	p.AtHazard(
		backward.Place(),
		step.Site(backward),
		message,
		[]rules.NotePlace{p.NoteAt(a.Waits, "the step waits here")},
		fix...)
}

// oneStatement reports whether an accumulation has one backward statement: a fix of one of several would be half of it.
func oneStatement(a *train.Accumulated) bool {
	for _, e := range a.Backwards {
		if e.Call.At != a.Backwards[0].Call.At {
			return false
		}
	}
	return true
}
