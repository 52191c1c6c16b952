package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ZeroGradKillsAccumulation finds gated optimizer steps that see the last
// micro-batch only.
var ZeroGradKillsAccumulation = &rules.Rule{
	Name:     "zero-grad-kills-accumulation",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("zero-grad-kills-accumulation"),
	On:       rules.PythonFile,
	Words:    []string{"zero_grad", "backward"},
	Check:    checkZeroGradKills,
}

func checkZeroGradKills(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		a := step.Accumulated()
		if a == nil || a.Gate.Condition == nil || step.Owner == train.DeepSpeed {
			continue
		}
		for _, zero := range step.Of(train.ZeroGrad) {
			if zero.Node() != nil && step.Clears(zero, a.Optimize) && len(step.Gates(zero)) == 0 && len(step.InnerLoops(zero)) == 0 && !zero.Accumulates() {
				reportZeroKills(p, step, zero, a)
			}
		}
	}
}

func reportZeroKills(p *rules.Pass, step *train.Step, zero *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if step.Direct(zero, a.Optimize) {
		edit := pyedit.New(zero.Call.Unit.Module)
		last := python.EnclosingStmt(a.Optimize.Node())
		fix = edit.RemoveStatement(python.EnclosingStmt(zero.Node())).And(edit.InsertAfter(last, edit.Text(zero.Node()))).
			Fixes("clear the gradients with the step", fixes.Unsafe)
	}
	name := optimizerName(zero)
	message := fmt.Sprintf("%s.zero_grad() runs for every micro-batch but %s steps once in %s: only the last micro-batch counts; "+
		"clear the gradients behind the same gate", name, name, a.Text())
	p.AtPlace(step.Site(zero), message, []rules.NotePlace{p.NoteAt(a.Waits, "the step waits here"), p.NoteAt(a.Optimize.Place(), "the step")}, fix...)
}
