package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Program:  true,
	Words:    rules.StepWords("clip_grad", "scaler"),
	Check:    checkAmpClip,
}

func checkAmpClip(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Owner != train.PlainTorch {
			continue
		}
		for _, clip := range step.Of(train.Clip) {
			if clip.Node() == nil || clip.By != knowledge.NoRole || !clipsForReal(step, clip) {
				continue
			}
			backward, optimize := step.ScaledGradients(clip)
			if backward == nil || step.HandsOverBetween(backward, clip, backward.Scaler) {
				continue
			}
			reportScaledClip(p, step, clip, backward, optimize)
		}
	}
}

// clipsForReal reports whether a call is PyTorch's clipping with a finite norm.
func clipsForReal(step *train.Step, clip *train.Event) bool {
	switch callee := clip.Call.Callee.(type) {
	case run.Symbol:
		if !strings.HasPrefix(string(callee), "torch.nn.utils.") {
			return false
		}
	case *run.Function:
		if !step.ClipsItself(clip) {
			return false // what it does inside is an event of its own
		}
	case *run.Method:
		return false
	}
	if _, alone := clip.Node().Parent().(*python.ExprStmt); alone {
		return true
	}
	limit := clip.Node().Keyword("max_norm")
	if limit == nil {
		list, plain := clip.Node().Positional()
		if !plain || len(list) < 2 {
			return false
		}
		limit = list[1]
	}
	return !strings.Contains(clip.Call.Unit.Module.File.Slice(limit.Value.Span()), "inf")
}

// lateUnscale is the unscaling that comes after the clipping; a second one would raise.
func lateUnscale(step *train.Step, clip *train.Event) *train.Event {
	for _, e := range step.Of(train.Unscale) {
		if e.Call.Seq > clip.Call.Seq && e.Node() != nil {
			return e
		}
	}
	return nil
}

func reportScaledClip(p *rules.Pass, step *train.Step, clip, backward, optimize *train.Event) {
	scaler, name := scalerName(optimize), optimizerName(optimize)
	var fix []fixes.Fix
	late := lateUnscale(step, clip)
	if node := optimize.Node(); node != nil && len(node.Args) > 0 && clip.Call.Caller == optimize.Call.Caller &&
		step.Implies(clip, optimize) &&
		(late == nil || late.Call.Caller == clip.Call.Caller) {
		edit := pyedit.New(clip.Call.Unit.Module)
		text := fmt.Sprintf("%s.unscale_(%s)", edit.Text(node.Receiver()), edit.Text(node.Args[0].Value))
		plan := edit.InsertBefore(python.EnclosingStmt(clip.Node()), text)
		if late != nil {
			plan = plan.And(edit.RemoveStatement(python.EnclosingStmt(late.Node())))
		}
		fix = plan.Fixes("unscale before clipping", fixes.Unsafe)
	}
	message := fmt.Sprintf("gradients are clipped while they are still multiplied by %s's scale (65536 at first): "+
		"the limit is compared with the wrong norm; call %s.unscale_(%s) before clipping",
		scaler, scaler, name)
	notes := []rules.NotePlace{
		p.NoteAt(backward.Place(), "the loss is scaled here"),
		p.NoteAt(optimize.Place(), "the gradients are unscaled here, too late"),
	}
	p.AtHazard(clip.Place(), step.Site(clip), message, notes, fix...)
}
