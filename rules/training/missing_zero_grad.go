package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// MissingZeroGrad finds training loops in which gradients only ever grow.
var MissingZeroGrad = &rules.Rule{
	Name:     "missing-zero-grad",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("missing-zero-grad"),
	On:       rules.PythonFile,
	Words:    []string{"backward"},
	Check:    checkMissingZeroGrad,
}

func checkMissingZeroGrad(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		if step.Loop == nil || step.Owner == flow.DeepSpeed || step.Owner == flow.HFTrainer || step.Owner == flow.Lightning {
			continue
		}
		backward, optimize := unclearedStep(p, step)
		if backward == nil {
			continue
		}
		edit := pyedit.New(p.Python)
		var fix []fixes.Fix
		if len(optimize.Via) == 0 && len(backward.Via) == 0 {
			fix = edit.InsertBefore(python.EnclosingStmt(backward.Call), optimize.Object+".zero_grad()").Fixes("clear the gradients before the backward pass", fixes.Unsafe)
		}
		message := fmt.Sprintf("nothing in this loop clears the gradients that %s steps on: backward() adds those of every batch to all before it; call %s.zero_grad() once per step", optimize.Object, optimize.Object)
		notes := []rules.NotePlace{p.Note(loopHead{step.Loop.Node}, "the loop"), p.Note(optimize.Call, "the step that uses the sum")}
		p.At(backward.Call, message, notes, fix...)
	}
}

// unclearedStep is the backward pass and the optimizer step of a loop in which
// surely nothing clears the gradients; nil when something does, or may.
func unclearedStep(p *rules.Pass, step *flow.TrainingStep) (backward, optimize *flow.Event) {
	loop := step.Loop
	if step.Has(flow.Grad) || p.Flow.WritesGradients(loop.Body) {
		return nil, nil
	}
	for i := range step.Events {
		e := &step.Events[i]
		switch e.Kind {
		case flow.Backward:
			if e.By == flow.Engine || e.By == flow.Optimizer {
				return nil, nil
			}
			if backward == nil {
				backward = e
			}
		case flow.Step, flow.ScalerStep:
			if e.By == flow.Engine || e.Object == "" || unknownClosure(p, e) || !p.Flow.Seen(e) {
				return nil, nil
			}
			if clearedIn(p, step, e) {
				continue
			}
			optimize = e
		}
	}
	if step.Has(flow.ZeroGrad) && optimize != nil {
		backward = backwardOf(step, optimize)
	}
	if backward == nil || optimize == nil || p.Flow.BoundIn(optimize.Object, loop) || p.Flow.ClearedAround(loop) ||
		p.Flow.HandsOver(loop.Body, optimize.Object) || flow.RunsOnce(python.EnclosingStmt(optimize.Site()), loop) {
		return nil, nil
	}
	return backward, optimize
}

// unknownClosure reports whether a step is given a function that may clear gradients.
func unknownClosure(p *rules.Pass, e *flow.Event) bool {
	if e.Kind != flow.Step {
		return false
	}
	for _, a := range e.Call.Args {
		if _, known := p.Python.Definition(a.Value).(*python.Function); !known {
			return true
		}
	}
	return false
}
