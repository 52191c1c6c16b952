package training

import (
	"fmt"
	"slices"

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
	Program:  true,
	Words:    rules.StepWords("zero_grad", "backward"),
	Check:    checkZeroGradKills,
}

func checkZeroGradKills(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		a := step.Accumulated()
		if a == nil && step.Owner == train.PlainTorch {
			reportLastOnly(p, step)
		}
		if a == nil || a.IsOne() || step.Owner == train.DeepSpeed {
			continue
		}
		if a.Gate.Condition == nil {
			reportZeroInMicroLoop(p, step, a)
			continue
		}
		for _, zero := range step.Of(train.ZeroGrad) {
			if waiting := killed(step, zero, a); waiting != nil && !step.BringsGradients(zero, waiting) {
				reportZeroKills(p, step, zero, waiting, a)
			}
		}
	}
}

// reportZeroInMicroLoop finds gradients that are cleared in each lap of the loop over micro-batches behind which the
// optimizer steps.
func reportZeroInMicroLoop(p *rules.Pass, step *train.Step, a *train.Accumulated) {
	for _, zero := range step.Of(train.ZeroGrad) {
		if !clearedInMicroLoop(step, zero, a) {
			continue
		}
		name := optimizerName(zero)
		p.AtHazard(
			zero.Place(),
			step.Site(zero),
			fmt.Sprintf("%s.zero_grad() runs for each of the %s micro-batches and %s steps behind them: only the last one "+
				"counts; clear the gradients in front of the loop", name, a.Text(), optimizerName(a.Optimize)),
			[]rules.NotePlace{p.NoteAt(a.Waits, "the loop over micro-batches"), p.NoteAt(a.Optimize.Place(), "the step")},
		)
		return
	}
}

// reportLastOnly finds the step of an optimizer behind the loop over batches, which clears the gradients for each.
func reportLastOnly(p *rules.Pass, step *train.Step) {
	last := step.LastOnly()
	if last == nil {
		return
	}
	p.AtHazard(
		last.Zero.Place(),
		step.Site(last.Zero),
		fmt.Sprintf("%s.zero_grad() runs for each batch and %s steps behind the loop over them: only the last batch counts; "+
			"step for each batch, or clear the gradients in front of the loop",
			optimizerName(last.Zero), optimizerName(last.Optimize)),
		[]rules.NotePlace{p.NoteAt(last.Over.Head(), "the loop over batches"), p.NoteAt(last.Optimize.Place(), "the step")},
	)
}

// stepsOnce reports whether an optimizer steps in one place alone: clearing the gradients behind one of two branches,
// with a scaler and without, would leave the other one without.
func stepsOnce(step *train.Step, optimize *train.Event) bool {
	return !slices.ContainsFunc(step.Events, func(e *train.Event) bool {
		return e.StepsOptimizer() && e.Object == optimize.Object && e.Node() != optimize.Node()
	})
}

func reportZeroKills(p *rules.Pass, step *train.Step, zero, waiting *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if step.Direct(zero, waiting) && stepsOnce(step, waiting) {
		edit := pyedit.New(zero.Call.Unit.Module)
		last := python.EnclosingStmt(waiting.Node())
		fix = edit.MoveBehind(python.EnclosingStmt(zero.Node()), last).
			Fixes("clear the gradients with the step", fixes.Unsafe)
	}
	name, steps := optimizerName(zero), optimizerName(waiting)
	message := fmt.Sprintf(
		"%s.zero_grad() runs for every micro-batch but %s steps once in %s: only the last micro-batch counts; "+
			"clear the gradients behind the same gate",
		name,
		steps,
		a.Text(),
	)
	if slices.Contains(step.Gates(zero), a.Gate) {
		message = fmt.Sprintf(
			"%s.zero_grad() runs before the last of %s backward passes, and %s steps after it: only the last "+
				"micro-batch counts; clear the gradients after the step",
			name,
			a.Text(),
			steps,
		)
	}
	p.AtHazard(
		zero.Place(),
		step.Site(zero),
		message,
		[]rules.NotePlace{p.NoteAt(a.Waits, "the step waits here"), p.NoteAt(waiting.Place(), "the step")},
		fix...)
}
