package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
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
	Words:    []string{"backward"},
	Check:    checkAccumulationNotScaled,
}

func checkAccumulationNotScaled(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Owner != train.PlainTorch && step.Owner != train.LightningFabric {
			continue
		}
		a := step.Accumulated()
		if a == nil || isOne(a.N) || step.WritesGradients() || step.HandsOutGradients() || step.DividesBy(a.Every, a.Unit) {
			continue
		}
		backward := onlyBackward(step)
		if backward == nil || backward.Node() == nil || !train.MeanOfBatch(backward.Loss) {
			continue
		}
		reportNotScaled(p, step, backward, a)
	}
}

// onlyBackward is the one backward statement of a step, in its last lap; nil when there are several.
func onlyBackward(step *train.Step) *train.Event {
	var only *train.Event
	for _, e := range step.Of(train.Backward) {
		if only != nil && only.Call.At != e.Call.At {
			return nil
		}
		only = e
	}
	return only
}

func isOne(n run.Value) bool {
	k, ok := n.(run.Int)
	return ok && k <= 1
}

func reportNotScaled(p *rules.Pass, step *train.Step, backward *train.Event, a *train.Accumulated) {
	every := a.Text()
	divisor := every
	if _, compound := a.Every.(*python.Binary); compound {
		divisor = "(" + every + ")"
	}
	var fix []fixes.Fix
	if loss := lossExpression(backward); loss != nil && backward.Call.Unit == a.Unit && step.Direct(backward) {
		edit := pyedit.New(backward.Call.Unit.Module)
		fix = edit.ReplaceExpression(loss, edit.Text(loss)+" / "+divisor).Fixes("divide the loss by "+every, fixes.Unsafe)
	}
	message := fmt.Sprintf("%s steps once in %s micro-batches on the sum of their mean losses: the gradient is %s "+
		"times that of one batch; divide the loss by %s before backward()",
		optimizerName(a.Optimize), every, every, every)
	p.AtPlace(step.Site(backward), message, []rules.NotePlace{p.NoteAt(a.Waits, "the step waits here")}, fix...)
}
