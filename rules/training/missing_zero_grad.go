package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// MissingZeroGrad finds training loops in which gradients only ever grow.
var MissingZeroGrad = &rules.Rule{
	Name:     "missing-zero-grad",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("missing-zero-grad"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkMissingZeroGrad,
}

func checkMissingZeroGrad(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Loop == nil {
			reportUnclearedAlone(p, step)
			continue
		}
		if !step.Entry.Whole || step.Owner == train.DeepSpeed || step.Owner == train.HFTrainer ||
			step.Owner == train.Lightning {
			continue
		}
		backward, optimize := unclearedStep(step)
		if backward == nil || step.Loop.Measures(step.Entry) || ask.InTest(step.Loop.Head().File()) {
			continue
		}
		name := optimize.Name()
		var fix []fixes.Fix
		if step.Direct(optimize, backward) {
			edit := pyedit.New(backward.Call.Unit.Module)
			fix = edit.InsertBefore(python.EnclosingStmt(backward.Node()), name+".zero_grad()").Fixes("clear the gradients "+
				"before the backward pass", fixes.Unsafe)
		}
		message := fmt.Sprintf("nothing in this loop clears the gradients that %s steps on: backward() adds those of "+
			"every batch to all before it; call %s.zero_grad() once per step", name, name)
		notes := []rules.NotePlace{
			p.NoteAt(step.Loop.Head(), "the loop"),
			p.NoteAt(optimize.Place(), "the step that uses the sum"),
		}
		p.AtHazard(backward.Place(), step.Site(backward), message, notes, fix...)
	}
}

func clears(c *python.Call) bool { return knowledge.ClearsGradients(python.LastName(c.Func)) }

// reportUnclearedAlone judges a step around which no loop is seen: one that somebody calls for every batch.
func reportUnclearedAlone(p *rules.Pass, step *train.Step) {
	backward, optimize := unclearedStep(step)
	if backward == nil || ask.InTest(p.File.Path) {
		return
	}
	called, ok := calledForEachBatch(p, step, clears, "zero_grad", optimize.Object)
	clearsIt := func(c *python.Call) bool { return clears(c) && !step.ClearsOnlyOthers(c, optimize) }
	if fn := step.ByHand(optimize.Object, clearsIt); fn != nil {
		called, ok = rules.NotePlace{
			File:    p.File.Path,
			Span:    fn.NameSpan,
			Message: "Lightning calls it for one batch after the other",
		}, true
	}
	if !ok {
		return
	}
	name := optimize.Name()
	message := fmt.Sprintf(
		"nothing in this step clears the gradients that %s steps on, and it is called for one batch after the other: backward() "+
			"adds those of every batch to all before it; call %s.zero_grad() once per step",
		name,
		name,
	)
	var fix []fixes.Fix
	if step.Direct(optimize, backward) {
		edit := pyedit.New(backward.Call.Unit.Module)
		fix = edit.InsertBefore(python.EnclosingStmt(backward.Node()), name+".zero_grad()").Fixes("clear the gradients "+
			"before the backward pass", fixes.Unsafe)
	}
	p.AtHazard(
		backward.Place(),
		step.Site(backward),
		message,
		[]rules.NotePlace{called, p.NoteAt(optimize.Place(), "the step that uses the sum")},
		fix...)
}

// unclearedStep is the backward pass and the optimizer step of a loop in which surely nothing clears the gradients; nil
// when something does, or may.
func unclearedStep(step *train.Step) (backward, optimize *train.Event) {
	for _, e := range step.Events {
		switch e.Kind {
		case train.Backward:
			if e.By == knowledge.Engine || e.By == knowledge.Optimizer {
				return nil, nil
			}
			if backward == nil {
				backward = e
			}
		case train.OptimStep, train.ScalerStep:
			if e.By == knowledge.Engine || train.UnseenClosure(e) || e.ClearsItself() {
				return nil, nil
			}
			if !step.MayClear(e) {
				optimize = e
			}
		}
	}
	if optimize == nil || backward == nil || optimize.Name() == "" || step.MayClearByHand(backward, optimize) {
		return nil, nil
	}
	for _, grad := range step.Of(train.Grad) {
		// every lap computes gradients in another way, too
		if step.Implies(backward, grad) && !grad.CreatesGraph() && !step.OfInput(grad) {
			return nil, nil
		}
	}
	if step.Has(train.ZeroGrad) {
		if backward = step.LastBackward(optimize); backward == nil { // an optimizer of other networks stepped first
			backward = step.OnlyBackward(optimize)
		}
		if backward == nil {
			return nil, nil
		}
	}
	if step.MadeIn(optimize.Object) || step.HandsOver(optimize.Object) || step.HandsOutModule() ||
		step.Loop != nil && step.Once(optimize) {
		return nil, nil
	}
	return backward, optimize
}
