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

// AmpStepBypassesScaler finds optimizers that step on scaled gradients.
var AmpStepBypassesScaler = &rules.Rule{
	Name:     "amp-step-bypasses-scaler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-step-bypasses-scaler"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("scale(", "scaler"),
	Check:    checkAmpStepBypasses,
}

func checkAmpStepBypasses(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		backward := step.ScaledBackward()
		if backward == nil || step.Owner != train.PlainTorch || step.Has(train.ScalerStep, train.Unscale) ||
			!train.GradScaler(backward.Scaler) || step.WritesGradients() || step.HandsOver(backward.Scaler) {
			continue
		}
		for _, optimize := range step.Of(train.OptimStep) {
			if optimize.Node() != nil && optimize.Object != nil && optimize.By == knowledge.NoRole &&
				!train.OwnOptimizer(optimize) &&
				step.Implies(optimize, backward) &&
				onlyScaled(step, optimize) {
				reportBypass(p, step, backward, optimize)
			}
		}
	}
}

// onlyScaled reports whether every backward pass on the way of an optimizer step is scaled: another way, without a
// scaler, may stand beside it.
func onlyScaled(step *train.Step, optimize *train.Event) bool {
	return !slices.ContainsFunc(
		step.Of(train.Backward),
		func(e *train.Event) bool { return !e.Scaled && train.Compatible(e, optimize) },
	)
}

func reportBypass(p *rules.Pass, step *train.Step, backward, optimize *train.Event) {
	var fix []fixes.Fix
	if scaler := scalerExpression(backward); scaler != nil && len(optimize.Node().Args) == 0 &&
		optimize.Call.Caller == backward.Call.Caller {
		edit := pyedit.New(optimize.Call.Unit.Module)
		name := edit.Text(scaler)
		plan := edit.ReplaceExpression(
			optimize.Node(),
			fmt.Sprintf("%s.step(%s)", name, edit.Text(optimize.Node().Receiver())),
		)
		if !step.Has(train.Update) {
			plan = plan.And(edit.InsertAfter(python.EnclosingStmt(optimize.Node()), name+".update()"))
		}
		fix = plan.Fixes("step through the scaler", fixes.Unsafe)
	}
	name, scaler := optimizerName(optimize), scalerName(backward)
	message := fmt.Sprintf("%s.step() uses gradients that %s has multiplied by its scale (65536 at first) and never "+
		"skips infinite ones; call %s.step(%s) and %s.update()",
		name, scaler, scaler, name, scaler)
	p.AtHazard(
		optimize.Place(),
		step.Site(optimize),
		message,
		[]rules.NotePlace{p.NoteAt(backward.Place(), "the loss is scaled here")},
		fix...)
}
