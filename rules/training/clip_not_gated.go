package training

import (
	"fmt"
	"math"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// ClipNotGated finds gradients that are clipped for every micro-batch of an accumulation.
var ClipNotGated = &rules.Rule{
	Name:     "clip-not-gated",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("clip-not-gated"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("clip_grad"),
	Check:    checkClipNotGated,
}

func checkClipNotGated(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Owner == train.DeepSpeed || step.Owner == train.HFTrainer {
			continue
		}
		a := step.Accumulated()
		if a == nil || a.IsOne() || raisesBefore(step, a) || killsSum(step, a) {
			continue
		}
		for _, clip := range step.Of(train.Clip) {
			if clip.Node() != nil && clip.By != knowledge.Engine && runsPerMicroBatch(step, clip, a) &&
				bounds(clip) && clip.Call.Seq < a.Optimize.Call.Seq {
				reportClipNotGated(p, step, clip, a)
				break
			}
		}
	}
}

// raisesBefore reports whether gradients are unscaled for every micro-batch, too: the program does not come so far.
func raisesBefore(step *train.Step, a *train.Accumulated) bool {
	for _, unscale := range step.Of(train.Unscale) {
		if runsPerMicroBatch(step, unscale, a) {
			return true
		}
	}
	return false
}

// killsSum reports whether the gradients are cleared for every micro-batch: there is no sum that is clipped again and
// again, and zero-grad-kills-accumulation says so.
func killsSum(step *train.Step, a *train.Accumulated) bool {
	return a.Gate.Condition != nil && slices.ContainsFunc(step.Of(train.ZeroGrad), func(zero *train.Event) bool {
		return killed(step, zero, a) != nil
	})
}

// bounds reports whether a clip may change anything: one with an infinite bound only measures.
func bounds(clip *train.Event) bool {
	limit, _ := clip.Call.Argument("max_norm", 1)
	if name, ok := limit.(run.Symbol); ok && run.LastPart(string(name)) == "inf" {
		return false
	}
	if of, ok := limit.(*run.Object); ok && of.Made != nil && of.Made.Callee == run.Value(run.Symbol("float")) {
		return false
	}
	number, ok := limit.(run.Float)
	return !ok || !math.IsInf(float64(number), 0)
}

// behindBackward reports whether gradients are clipped after a backward pass of the same micro-batch.
func behindBackward(clip *train.Event, a *train.Accumulated) bool {
	return slices.ContainsFunc(a.Backwards, func(backward *train.Event) bool { return backward.Call.Seq < clip.Call.Seq })
}

func reportClipNotGated(p *rules.Pass, step *train.Step, clip *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if !step.Has(train.Unscale) {
		fix = besideStep(step, clip, a, "clip right before the step")
	}
	when := "after"
	if !behindBackward(clip, a) {
		when = "before"
	}
	message := fmt.Sprintf(
		"the sum of gradients is clipped %s every micro-batch, and %s steps once in %s: what came first is scaled down "+
			"again and again, and the last micro-batches decide the step; clip behind the same gate",
		when,
		optimizerName(a.Optimize),
		a.Text(),
	)
	p.AtHazard(clip.Place(), step.Site(clip), message, []rules.NotePlace{p.NoteAt(a.Waits, "the step waits here"),
		p.NoteAt(a.Optimize.Place(), "the step")}, fix...)
}
