package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
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
	Words:    []string{"zero_grad", "backward", "train"},
	Check:    checkZeroGradKills,
}

func checkZeroGradKills(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		a := step.Accumulated()
		if a == nil || a.IsOne() || step.Owner == train.DeepSpeed {
			continue
		}
		if a.Gate.Condition == nil {
			reportZeroInMicroLoop(p, step, a)
			continue
		}
		for _, zero := range step.Of(train.ZeroGrad) {
			if waiting := killed(step, zero, a); waiting != nil {
				reportZeroKills(p, step, zero, waiting, a)
			}
		}
	}
}

// killed is the step that waits for gradients which a call clears for every micro-batch; nil where it leaves them.
func killed(step *train.Step, zero *train.Event, a *train.Accumulated) *train.Event {
	waiting := step.ClearedBy(zero, a)
	if zero.Node() == nil || waiting == nil || len(step.InnerLoops(zero)) > 0 || zero.Accumulates() || zero.InHandler() {
		return nil // a batch that failed leaves no gradients behind
	}
	if everyMicroBatch(step, zero, a) ||
		slices.Contains(step.Gates(zero), a.Gate) && everyMicroBatch(step, zero, a, a.Gate) && clearedBefore(zero, waiting, a) {
		return waiting
	}
	return nil
}

// everyMicroBatch reports whether gradients are cleared for each micro-batch that is differentiated: the conditions
// before the one, but for some, stand before the other, as where a batch is skipped.
func everyMicroBatch(step *train.Step, zero *train.Event, a *train.Accumulated, but ...run.Literal) bool {
	return !slices.ContainsFunc(a.Backwards, func(e *train.Event) bool {
		before := step.Gates(e)
		return slices.ContainsFunc(
			step.Gates(zero),
			func(l run.Literal) bool { return !slices.Contains(before, l) && !slices.Contains(but, l) },
		)
	})
}

// reportZeroInMicroLoop finds gradients that are cleared in each lap of the loop over micro-batches behind which the
// optimizer steps.
func reportZeroInMicroLoop(p *rules.Pass, step *train.Step, a *train.Accumulated) {
	for _, zero := range step.Of(train.ZeroGrad) {
		if zero.Node() == nil || zero.Accumulates() || !step.Clears(zero, a.Optimize) ||
			!step.SameBlock(zero, a.Backwards[0]) {
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

// clearedBefore reports whether gradients are cleared before the last backward pass of the count, which the optimizer
// steps on alone then.
func clearedBefore(zero, waiting *train.Event, a *train.Accumulated) bool {
	for _, e := range a.Backwards {
		if zero.Call.Seq < e.Call.Seq && e.Call.Seq < waiting.Call.Seq {
			return true
		}
	}
	return false
}

func reportZeroKills(p *rules.Pass, step *train.Step, zero, waiting *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if step.Direct(zero, waiting) {
		edit := pyedit.New(zero.Call.Unit.Module)
		last := python.EnclosingStmt(waiting.Node())
		fix = edit.RemoveStatement(python.EnclosingStmt(zero.Node())).And(edit.InsertAfter(last, edit.Text(zero.Node()))).
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
