package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
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
	Words:    []string{"zero_grad"},
	Check:    checkZeroGradKills,
}

func checkZeroGradKills(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		optimize, gate, n := gatedStep(p, step)
		if optimize == nil || step.Owner == flow.DeepSpeed {
			continue
		}
		for _, zero := range step.Of(flow.ZeroGrad) {
			if clears(p, step, zero, optimize) && len(zero.Gates) == 0 && len(zero.Loops) == len(optimize.Loops) && !zero.Accumulating {
				reportZeroKills(p, optimize, zero, gate, n)
			}
		}
	}
}

// gatedStep is the optimizer step of a loop that accumulates: the only optimizer,
// behind a gate by a counter, with its backward pass before the gate.
func gatedStep(p *rules.Pass, step *flow.TrainingStep) (optimize *flow.Event, gate flow.Gate, n python.Expr) {
	if step.Loop == nil {
		return nil, gate, nil
	}
	for i := range step.Events {
		e := &step.Events[i]
		if e.Kind != flow.Step && e.Kind != flow.ScalerStep {
			continue
		}
		g, divisor, ok := p.Flow.AccumulationGate(e)
		if !ok || divisor == nil || e.Object == "" || optimize != nil && optimize.Object != e.Object {
			return nil, gate, nil
		}
		if optimize == nil {
			optimize, gate, n = e, g, divisor
		}
	}
	if optimize == nil || len(optimize.Loops) > 0 {
		return nil, gate, nil
	}
	free := false
	for _, backward := range step.Of(flow.Backward) {
		if backward.Accumulating || len(backward.Loops) > 0 || backward.Closure {
			return nil, gate, nil
		}
		for _, g := range backward.Gates {
			if g == gate {
				return nil, gate, nil
			}
		}
		free = true
	}
	if !free {
		return nil, gate, nil
	}
	return optimize, gate, n
}

func reportZeroKills(p *rules.Pass, optimize, zero *flow.Event, gate flow.Gate, n python.Expr) {
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if len(zero.Via) == 0 && len(optimize.Via) == 0 {
		last := python.EnclosingStmt(optimize.Call)
		fix = edit.RemoveStatement(python.EnclosingStmt(zero.Call)).And(edit.InsertAfter(last, edit.Text(zero.Call))).
			Fixes("clear the gradients with the step", fixes.Unsafe)
	}
	every := p.File.Slice(n.Span())
	message := fmt.Sprintf("%s.zero_grad() runs for every micro-batch but %s steps once in %s: only the last micro-batch counts; clear the gradients behind the same gate", zero.Object, zero.Object, every)
	p.At(zero.Site(), message, []rules.NotePlace{p.Note(gate.Test, "the step waits here"), p.Note(optimize.Call, "the step")}, fix...)
}
