package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpClipBeforeUnscale finds clipping of gradients that are still scaled.
var AmpClipBeforeUnscale = &rules.Rule{
	Name:     "amp-clip-before-unscale",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-clip-before-unscale"),
	On:       rules.PythonFile,
	Words:    []string{"clip_grad"},
	Check:    checkAmpClip,
}

func checkAmpClip(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		if ownsScaling(step) {
			continue
		}
		for i := range step.Events {
			clip := &step.Events[i]
			if clip.Kind != flow.Clip || clip.By != flow.NoRole || !clipsForReal(p, clip) {
				continue
			}
			backward, optimize := scaledAround(p, step, i)
			if backward == nil || optimize == nil || p.Flow.HandsOver(stepBody(p, step), backward.Scaler) {
				continue
			}
			reportScaledClip(p, clip, backward, optimize, lateUnscale(step, i))
		}
	}
}

// clipsForReal reports whether a call is PyTorch's clipping with a finite norm.
func clipsForReal(p *rules.Pass, clip *flow.Event) bool {
	path := p.Python.Resolve(clip.Call.Func)
	if path != "" && !strings.HasPrefix(path, "torch.nn.utils.") {
		return false
	}
	if _, alone := clip.Call.Parent().(*python.ExprStmt); alone {
		return true
	}
	limit := p.Python.Argument(clip.Call, "max_norm", 1)
	if limit.Presence != python.Given {
		return false
	}
	text := p.File.Slice(limit.Value.Span())
	return !strings.Contains(text, "inf")
}

// scaledAround is the scaled backward pass before event i and the scaler's step
// behind it, both nil when something unscales in the same step.
func scaledAround(p *rules.Pass, step *flow.TrainingStep, i int) (backward, optimize *flow.Event) {
	clip := &step.Events[i]
	for j := i - 1; j >= 0; j-- {
		e := &step.Events[j]
		switch e.Kind {
		case flow.Unscale:
			return nil, nil
		case flow.ScalerStep, flow.Step:
			if backward == nil {
				return nil, nil
			}
		case flow.Backward:
			if !e.Scaled {
				if p.Flow.Compatible(e, clip) {
					return nil, nil
				}
				continue
			}
			if backward == nil && p.Flow.Compatible(e, clip) && gradScaler(p, scalerOf(e)) {
				backward = e
			}
		}
	}
	for j := i + 1; j < len(step.Events) && optimize == nil; j++ {
		e := &step.Events[j]
		switch {
		case e.Kind == flow.Step && p.Flow.Compatible(e, clip):
			return nil, nil
		case e.Kind == flow.ScalerStep && p.Flow.Compatible(e, clip):
			optimize = e
		}
	}
	if backward == nil || optimize == nil || optimize.Scaler != backward.Scaler {
		return nil, nil
	}
	return backward, optimize
}

// lateUnscale is the unscaling that comes after the clipping; a second one would raise.
func lateUnscale(step *flow.TrainingStep, i int) *flow.Event {
	for j := i + 1; j < len(step.Events); j++ {
		if step.Events[j].Kind == flow.Unscale {
			return &step.Events[j]
		}
	}
	return nil
}

func reportScaledClip(p *rules.Pass, clip, backward, optimize, late *flow.Event) {
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if len(optimize.Call.Args) > 0 && len(clip.Via) == len(optimize.Via) {
		text := fmt.Sprintf("%s.unscale_(%s)", edit.Text(optimize.Call.Receiver()), edit.Text(optimize.Call.Args[0].Value))
		plan := edit.InsertBefore(python.EnclosingStmt(clip.Call), text)
		if late != nil {
			plan = plan.And(edit.RemoveStatement(python.EnclosingStmt(late.Call)))
		}
		fix = plan.Fixes("unscale before clipping", fixes.Unsafe)
	}
	message := fmt.Sprintf("gradients are clipped while they are still multiplied by %s's scale (65536 at first): the limit is compared with the wrong norm; call %s.unscale_(%s) before clipping",
		optimize.Scaler, optimize.Scaler, object(optimize))
	notes := []rules.NotePlace{p.Note(backward.Call, "the loss is scaled here"), p.Note(optimize.Call, "the gradients are unscaled here, too late")}
	p.At(clip.Call, message, notes, fix...)
}
