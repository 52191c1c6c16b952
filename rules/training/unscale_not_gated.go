package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// UnscaleNotGated finds gradients that are unscaled for every micro-batch of an accumulation.
var UnscaleNotGated = &rules.Rule{
	Name:     "unscale-not-gated",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("unscale-not-gated"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("unscale_ "),
	Check:    checkUnscaleNotGated,
}

func checkUnscaleNotGated(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Owner != train.PlainTorch {
			continue
		}
		a := step.Accumulated()
		if a == nil || a.IsOne() || a.Optimize.Kind != train.ScalerStep || !updatesBehind(step, a) {
			continue
		}
		for _, unscale := range step.Of(train.Unscale) {
			if unscale.Node() != nil && unscale.Object == a.Optimize.Object && unscale.Scaler == a.Optimize.Scaler &&
				train.TorchScaler(unscale.Scaler) &&
				runsPerMicroBatch(step, unscale, a) {
				reportUnscale(p, step, unscale, a)
				break
			}
		}
	}
}

// updatesBehind reports whether a scaler is updated where its optimizer steps, and nowhere else in the step.
func updatesBehind(step *train.Step, a *train.Accumulated) bool {
	found := false
	for _, update := range step.Of(train.Update) {
		if update.Scaler != a.Optimize.Scaler || !step.SameBlock(update, a.Optimize) {
			return false
		}
		found = true
	}
	return found
}

func reportUnscale(p *rules.Pass, step *train.Step, unscale *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if !step.Has(train.Clip) {
		fix = besideStep(step, unscale, a, "unscale right before the step")
	}
	scaler := "scaler"
	if e := scalerExpression(unscale); e != nil {
		scaler = python.PathText(e)
	}
	message := fmt.Sprintf(
		"%s.unscale_() runs for every micro-batch, and %s.update() once in %s: the second one raises RuntimeError, "+
			"\"unscale_() has already been called on this optimizer since the last update()\"; unscale behind the same gate as the step",
		scaler,
		scaler,
		a.Text(),
	)
	p.AtHazard(unscale.Place(), step.Site(unscale), message, []rules.NotePlace{p.NoteAt(a.Waits, "the step waits here"),
		p.NoteAt(a.Optimize.Place(), "the step")}, fix...)
}
