package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpStepBypassesScaler finds optimizers that step on scaled gradients.
var AmpStepBypassesScaler = &rules.Rule{
	Name:     "amp-step-bypasses-scaler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-step-bypasses-scaler"),
	On:       rules.PythonFile,
	Words:    []string{"scale("},
	Check:    checkAmpStepBypasses,
}

func checkAmpStepBypasses(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		backward := scaledBackward(step)
		if backward == nil || ownsScaling(step) || step.Has(flow.ScalerStep, flow.Unscale) || !allScaled(step) || !gradScaler(p, scalerOf(backward)) {
			continue
		}
		if p.Flow.WritesGradients(stepBody(p, step)) || p.Flow.HandsOver(stepBody(p, step), backward.Scaler) {
			continue
		}
		for _, optimize := range step.Of(flow.Step) {
			if optimize.Object != "" && optimize.By == flow.NoRole && p.Flow.Compatible(backward, optimize) && backwardIsSure(backward, optimize) {
				reportBypass(p, step, backward, optimize)
			}
		}
	}
}

// allScaled reports whether every backward pass of the step is scaled.
func allScaled(step *flow.TrainingStep) bool {
	for _, e := range step.Of(flow.Backward) {
		if !e.Scaled {
			return false
		}
	}
	return true
}

// backwardIsSure reports whether the scaled backward pass runs whenever the
// optimizer steps: it stands behind no condition that the step does not have.
func backwardIsSure(backward, optimize *flow.Event) bool {
	for _, g := range backward.Gates {
		shared := false
		for _, h := range optimize.Gates {
			shared = shared || g == h
		}
		if !shared {
			return false
		}
	}
	return true
}

// stepBody is the statements of a training step.
func stepBody(_ *rules.Pass, step *flow.TrainingStep) []python.Stmt {
	if step.Loop != nil {
		return step.Loop.Body
	}
	if step.Function != nil {
		return step.Function.Body
	}
	return nil
}

func reportBypass(p *rules.Pass, step *flow.TrainingStep, backward, optimize *flow.Event) {
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if scaler := scalerOf(backward); scaler != nil && len(optimize.Call.Args) == 0 && len(optimize.Via) == len(backward.Via) {
		name := edit.Text(scaler)
		plan := edit.ReplaceExpression(optimize.Call, fmt.Sprintf("%s.step(%s)", name, edit.Text(optimize.Call.Receiver())))
		if !step.Has(flow.Update) {
			plan = plan.And(edit.InsertAfter(python.EnclosingStmt(optimize.Call), name+".update()"))
		}
		fix = plan.Fixes("step through the scaler", fixes.Unsafe)
	}
	message := fmt.Sprintf("%s.step() uses gradients that %s has multiplied by its scale (65536 at first) and never skips infinite ones; call %s.step(%s) and %s.update()",
		optimize.Object, backward.Scaler, backward.Scaler, optimize.Object, backward.Scaler)
	p.At(optimize.Call, message, []rules.NotePlace{p.Note(backward.Call, "the loss is scaled here")}, fix...)
}
