package training

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpLossNotScaled finds scalers that step although no loss was scaled.
var AmpLossNotScaled = &rules.Rule{
	Name:     "amp-loss-not-scaled",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("amp-loss-not-scaled"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("scaler"),
	Check:    checkAmpLossNotScaled,
}

func checkAmpLossNotScaled(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if !step.Entry.Whole || step.Owner != train.PlainTorch || step.ScaledBackward() != nil || !step.Has(train.Backward) {
			continue
		}
		for _, optimize := range step.Of(train.ScalerStep) {
			if optimize.Node() == nil || optimize.By != knowledge.NoRole || !train.ScalerIsOn(optimize.Scaler) ||
				step.HandsOver(optimize.Scaler) || step.MadeIn(optimize.Scaler) ||
				mentionsScale(optimize.Call.Unit.Module) {
				continue
			}
			backward := unscaledBefore(step, optimize)
			if backward == nil {
				continue
			}
			edit := pyedit.New(backward.Call.Unit.Module)
			scaler := pyedit.New(optimize.Call.Unit.Module).Text(optimize.Node().Receiver())
			var fix []fixes.Fix
			if loss := backward.Node().Receiver(); loss != nil && backward.Call.Caller == optimize.Call.Caller {
				fix = edit.ReplaceExpression(loss, scaler+".scale("+edit.Text(loss)+")").
					Fixes("scale the loss", fixes.Unsafe)
			}
			p.AtHazard(
				optimize.Place(),
				step.Site(optimize),
				fmt.Sprintf("%s.step(%s) raises AssertionError: no loss was scaled; call %s.scale(loss).backward()",
					scaler, optimizerName(optimize), scaler),
				[]rules.NotePlace{p.NoteAt(backward.Place(), "the backward pass, without the scaler")},
				fix...)
		}
	}
}

// mentionsScale reports whether a file has the method of a scaler that scales a loss anywhere, be it by a name of its
// own: scale = scaler.scale, getattr(scaler, "scale").
func mentionsScale(m *python.Module) bool {
	return len(m.Attributes(func(name string) bool { return name == "scale" })) > 0 ||
		bytes.Contains(m.File.Text, []byte(`"scale"`)) || bytes.Contains(m.File.Text, []byte("'scale'"))
}

// unscaledBefore is the backward pass on the way of a scaler's step; nil where there is none.
func unscaledBefore(step *train.Step, optimize *train.Event) *train.Event {
	list := step.Of(train.Backward)
	at := slices.IndexFunc(list, func(e *train.Event) bool {
		return e.Node() != nil && e.Call.Seq < optimize.Call.Seq && train.Compatible(e, optimize)
	})
	if at < 0 {
		return nil
	}
	return list[at]
}
