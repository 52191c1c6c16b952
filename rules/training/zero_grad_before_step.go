package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ZeroGradBeforeStep finds gradients that are thrown away before they are used.
var ZeroGradBeforeStep = &rules.Rule{
	Name:     "zero-grad-before-step",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("zero-grad-before-step"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"zero_grad", "backward", "optim"},
	Check:    checkZeroGradBeforeStep,
}

func checkZeroGradBeforeStep(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		for _, zero := range step.Of(train.ZeroGrad) {
			if zero.Node() == nil {
				continue
			}
			optimize := step.NextStep(zero)
			if optimize == nil || optimize.Node() == nil || !step.Clears(zero, optimize) || !step.SameBlock(zero, optimize) {
				continue
			}
			backward := step.LastBackward(zero)
			if backward == nil || !step.Implies(zero, backward) || step.WritesGradients() ||
				step.MayMakeGradients(zero, optimize, knowledge.MakesGradients) {
				continue
			}
			reportZeroBeforeStep(p, step, backward, zero, optimize)
		}
	}
}

func reportZeroBeforeStep(p *rules.Pass, step *train.Step, backward, zero, optimize *train.Event) {
	var fix []fixes.Fix
	if zero.Call.Caller == optimize.Call.Caller {
		edit := pyedit.New(zero.Call.Unit.Module)
		fix = edit.MoveBehind(python.EnclosingStmt(zero.Node()), python.EnclosingStmt(optimize.Node())).
			Fixes("clear the gradients after the step", fixes.Unsafe)
	}
	message := fmt.Sprintf(
		"%s.zero_grad() throws the gradients away between backward() and the step that needs them: nothing is trained; "+
			"clear them after the step",
		optimizerName(zero),
	)
	notes := []rules.NotePlace{
		p.NoteAt(backward.Place(), "the gradients are computed here"),
		p.NoteAt(optimize.Place(), "this step finds none"),
	}
	p.AtHazard(zero.Place(), step.Site(zero), message, notes, fix...)
}
