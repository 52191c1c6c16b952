package training

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ZeroGradBeforeStep finds gradients that are thrown away before they are used.
var ZeroGradBeforeStep = &rules.Rule{
	Name:     "zero-grad-before-step",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("zero-grad-before-step"),
	On:       rules.PythonFile,
	Words:    []string{"zero_grad"},
	Check:    checkZeroGradBeforeStep,
}

func checkZeroGradBeforeStep(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		for i := range step.Events {
			zero := &step.Events[i]
			if zero.Kind != flow.ZeroGrad || zero.Object == "" || zero.Closure {
				continue
			}
			optimize := nextStep(step.Events[i+1:])
			if optimize == nil || !clears(p, step, zero, optimize) || !flow.SameBlock(zero, optimize) || len(zero.Via) != len(optimize.Via) {
				continue
			}
			backward := lastBackward(step.Events[:i])
			if backward == nil || !flow.SameBlock(backward, zero) || mayBackward(p, zero, optimize) {
				continue
			}
			reportZeroBeforeStep(p, backward, zero, optimize)
		}
	}
}

// nextStep is the first optimizer step, unless a backward pass comes before it.
func nextStep(events []flow.Event) *flow.Event {
	for i := range events {
		switch events[i].Kind {
		case flow.Step, flow.ScalerStep:
			return &events[i]
		case flow.Backward, flow.Grad:
			return nil
		}
	}
	return nil
}

// lastBackward is the backward pass before the end of the events, unless an
// optimizer has stepped since.
func lastBackward(events []flow.Event) *flow.Event {
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Kind {
		case flow.Backward:
			return &events[i]
		case flow.Step, flow.ScalerStep, flow.Grad:
			return nil
		}
	}
	return nil
}

var backwardName = regexp.MustCompile(`(?i)backward|grad|optimi|step|train|update|meta|loss`)

// mayBackward reports whether something between clearing and stepping may compute
// or write gradients where it cannot be seen.
func mayBackward(p *rules.Pass, zero, optimize *flow.Event) bool {
	from, to := zero.Site().Span().End, optimize.Site().Span().Start
	for _, c := range p.Python.AllCalls() {
		at := c.Span().Start
		if at < from || at >= to || p.Flow.KindOf(c) != flow.NoEvent {
			continue
		}
		if p.Flow.Callee(c) == nil && backwardName.MatchString(flow.LastName(c.Func)) {
			return true
		}
	}
	block := python.BlockOf(python.EnclosingStmt(zero.Call))
	return p.Flow.WritesGradients(block)
}

func reportZeroBeforeStep(p *rules.Pass, backward, zero, optimize *flow.Event) {
	edit := pyedit.New(p.Python)
	plan := edit.RemoveStatement(python.EnclosingStmt(zero.Call)).
		And(edit.InsertAfter(python.EnclosingStmt(optimize.Call), edit.Text(zero.Call)))
	message := fmt.Sprintf("%s.zero_grad() throws the gradients away between backward() and the step that needs them: nothing is trained; clear them after the step", zero.Object)
	notes := []rules.NotePlace{p.Note(backward.Call, "the gradients are computed here"), p.Note(optimize.Call, "this step finds none")}
	var fix []fixes.Fix
	if len(zero.Via) == 0 {
		fix = plan.Fixes("clear the gradients after the step", fixes.Unsafe)
	}
	p.At(zero.Call, message, notes, fix...)
}
