package training

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Program:  true,
	Words:    rules.StepWords("clip_grad"),
	Check:    checkClipMisplaced,
}

func checkClipMisplaced(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		optimize, clip, backward := step.OnlyOptimizer(), onlyClip(step), onlyBackward(step)
		if optimize == nil || clip == nil || backward == nil {
			checkClipsByPhase(p, step)
			continue
		}
		if step.Has(train.Grad) || clip.By == knowledge.Engine {
			continue
		}
		if _, alone := clip.Node().Parent().(*python.ExprStmt); !alone {
			continue
		}
		a := step.Accumulated()
		// a clip behind the step, and in its gate
		gated := a != nil && a.Gate.Condition != nil && a.Optimize == optimize && step.SameBlock(clip, optimize)
		if (gated || step.SameBlock(backward, optimize)) && step.Implies(clip, optimize) &&
			step.AsDeep(clip, optimize) {
			reportClip(p, step, clip, backward, optimize)
		}
	}
}

// checkClipsByPhase judges each clip of a step that has several clips, backward passes or optimizers, by what comes
// right before and right behind it on its own way.
func checkClipsByPhase(p *rules.Pass, step *train.Step) {
	if step.Has(train.Grad) {
		return
	}
	for _, clip := range step.Of(train.Clip) {
		if clip.Node() == nil || clip.By == knowledge.Engine {
			continue
		}
		if _, alone := clip.Node().Parent().(*python.ExprStmt); !alone {
			continue
		}
		backward, optimize := step.ClippedTooEarly(clip)
		if backward == nil {
			backward, optimize = step.ClippedTooLate(clip)
		}
		if backward == nil || optimize.Node() == nil || !step.SameBlock(backward, optimize) ||
			!step.Implies(clip, optimize) ||
			len(step.InnerLoops(clip)) != len(step.InnerLoops(optimize)) {
			continue
		}
		reportClip(p, step, clip, backward, optimize)
	}
}

// onlyClip is the one statement of a step that clips; nil when there are several.
func onlyClip(step *train.Step) *train.Event {
	list := step.Of(train.Clip)
	if len(list) != 1 || list[0].Node() == nil {
		return nil
	}
	return list[0]
}

// onlyBackward is the one backward statement of a step, in its last lap; nil when there are several.
func onlyBackward(step *train.Step) *train.Event {
	var only *train.Event
	for _, e := range step.Of(train.Backward) {
		if only != nil && only.Call.At != e.Call.At {
			return nil
		}
		only = e
	}
	return only
}

func reportClip(p *rules.Pass, step *train.Step, clip, backward, optimize *train.Event) {
	c, b, o := clip.Call.Seq, backward.Call.Seq, optimize.Call.Seq
	if b > o { // the step uses the gradients of the iteration before
		return
	}
	var message string
	switch {
	case c < b:
		message = "gradients are clipped before backward() computes them: nothing is clipped; clip between backward() " +
			"and the optimizer step"
	case c > o:
		message = "gradients are clipped after " + optimizerName(optimize) +
			" has used them: training runs unclipped; clip between backward() and the optimizer step"
	default:
		return
	}
	var fix []fixes.Fix
	if optimize.Node() != nil && clip.Call.Caller == optimize.Call.Caller &&
		len(step.Gates(clip)) == len(step.Gates(optimize)) {
		edit := pyedit.New(clip.Call.Unit.Module)
		fix = edit.MoveBefore(python.EnclosingStmt(clip.Node()), python.EnclosingStmt(optimize.Node())).
			Fixes("clip right before the optimizer step", fixes.Unsafe)
	}
	notes := []rules.NotePlace{
		p.NoteAt(backward.Place(), "the backward pass"),
		p.NoteAt(optimize.Place(), "the optimizer step"),
	}
	p.AtHazard(clip.Place(), step.Site(clip), message, notes, fix...)
}
