package training

import (
	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ClipMisplaced finds gradient clipping that clips nothing that is used.
var ClipMisplaced = &rules.Rule{
	Name:     "clip-misplaced",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("clip-misplaced"),
	On:       rules.PythonFile,
	Words:    []string{"clip_grad"},
	Check:    checkClipMisplaced,
}

func checkClipMisplaced(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		optimize := onlyOptimizer(step)
		if optimize == nil || step.Has(flow.Grad) || len(step.Of(flow.Clip)) != 1 {
			continue
		}
		clip := step.Of(flow.Clip)[0]
		if _, alone := clip.Call.Parent().(*python.ExprStmt); !alone || clip.By == flow.Engine {
			continue
		}
		backwards := step.Of(flow.Backward)
		if len(backwards) != 1 || !flow.SameBlock(backwards[0], optimize) || !sameOrGated(clip, optimize) || len(optimize.Via) != len(clip.Via) || len(backwards[0].Via) != len(clip.Via) {
			continue
		}
		reportClip(p, step, clip, backwards[0], optimize)
	}
}

// sameOrGated reports whether clipping stands in the block of the step, or behind
// a condition in it.
func sameOrGated(clip, optimize *flow.Event) bool {
	if len(clip.Loops) != len(optimize.Loops) || len(clip.Gates) < len(optimize.Gates) {
		return false
	}
	for i, g := range optimize.Gates {
		if clip.Gates[i] != g {
			return false
		}
	}
	return true
}

// onlyOptimizer is the one optimizer step of a training step, nil when there are several.
func onlyOptimizer(step *flow.TrainingStep) *flow.Event {
	var only *flow.Event
	for i := range step.Events {
		e := &step.Events[i]
		if e.Kind != flow.Step && e.Kind != flow.ScalerStep {
			continue
		}
		if only != nil || e.Object == "" {
			return nil
		}
		only = e
	}
	return only
}

func order(step *flow.TrainingStep, e *flow.Event) int {
	for i := range step.Events {
		if &step.Events[i] == e {
			return i
		}
	}
	return -1
}

func reportClip(p *rules.Pass, step *flow.TrainingStep, clip, backward, optimize *flow.Event) {
	c, b, o := order(step, clip), order(step, backward), order(step, optimize)
	if b > o { // the step uses the gradients of the iteration before
		return
	}
	var message string
	switch {
	case c < b:
		message = "gradients are clipped before backward() computes them: nothing is clipped; clip between backward() and the optimizer step"
	case c > o:
		message = "gradients are clipped after " + object(optimize) + " has used them: training runs unclipped; clip between backward() and the optimizer step"
	default:
		return
	}
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if len(clip.Via) == 0 && len(clip.Gates) == len(optimize.Gates) {
		fix = edit.RemoveStatement(python.EnclosingStmt(clip.Call)).
			And(edit.InsertBefore(python.EnclosingStmt(optimize.Call), edit.Text(clip.Call))).
			Fixes("clip right before the optimizer step", fixes.Unsafe)
	}
	p.At(clip.Call, message, []rules.NotePlace{p.Note(backward.Call, "the backward pass"), p.Note(optimize.Call, "the optimizer step")}, fix...)
}
