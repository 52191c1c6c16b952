// Package training holds the rules about the training step: what must happen in
// it, in which order, and what must not happen twice.
package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// GlobalStepInInnerLoop finds step counters that run faster than the optimizer.
var GlobalStepInInnerLoop = &rules.Rule{
	Name:     "global-step-in-inner-loop",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("global-step-in-inner-loop"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"step backward", "iter backward", "update backward", "step zero_grad", "global_step optim"},
	Check:    checkGlobalStep,
}

func checkGlobalStep(p *rules.Pass) {
	for _, c := range p.Train.FastCounters() {
		if c.Inner != nil {
			reportInnerCounter(p, c)
		} else {
			reportUngatedCounter(p, c)
		}
	}
}

func reportInnerCounter(p *rules.Pass, c *train.FastCounter) {
	notes := []rules.NotePlace{
		p.NoteAt(c.Inner.Head(), "this loop runs several times for one batch"),
		p.NoteAt(c.Optimize.Place(), "the optimizer steps here, once per batch"),
	}
	var fix []fixes.Fix
	if c.Inside() {
		fix = pyedit.New(c.Increment.Unit.Module).MoveAfter(c.Increment.Node.(python.Stmt), c.Inner.Node()).
			Fixes("move the increment behind the inner loop", fixes.Unsafe)
	}
	message := fmt.Sprintf("%s is incremented in the loop at %s, several times for each step of %s: schedules, "+
		"limits and logs that read it run too fast; increment it once per batch, behind that loop",
		c.Path, ask.Where(c.Inner.Place(), c.Increment.Unit), optimizerOf(c))
	p.AtPlace(c.Increment, message, notes, fix...)
}

// reportUngatedCounter leaves a note: many count batches by choice, and say so to whoever reads the counter.
func reportUngatedCounter(p *rules.Pass, c *train.FastCounter) {
	notes := []rules.NotePlace{p.NoteAt(c.Optimize.Place(), "the optimizer steps here, not for every batch")}
	message := fmt.Sprintf("%s counts every micro-batch while %s steps only when its accumulation gate lets it: "+
		"schedules, limits and logs that read it run too fast; increment it with the step", c.Path, optimizerOf(c))
	at := c.Increment
	p.Report(
		rules.Diagnostic{
			Severity: rules.Note,
			File:     at.File(),
			Span:     at.Node.Span(),
			Message:  message,
			Notes:    notes,
			Fixes:    ungatedFix(c),
		},
	)
}

// ungatedFix moves the increment to the optimizer step.
func ungatedFix(c *train.FastCounter) []fixes.Fix {
	edit, stmt := pyedit.New(c.Increment.Unit.Module), c.Increment.Node.(python.Stmt)
	if _, gated := c.Step.AccumulationGate(c.Optimize); !gated {
		by := c.AccumulatedBy()
		if by == "" {
			return nil
		}
		return edit.WrapWith([]python.Stmt{stmt}, "if "+by+".sync_gradients:").
			Fixes("count only where the gradients are synchronised", fixes.Unsafe)
	}
	node := c.Optimize.Node()
	if len(c.Step.Via(c.Optimize)) > 0 || node == nil || python.EnclosingStmt(node) == nil {
		return nil
	}
	return edit.MoveBehind(stmt, python.EnclosingStmt(node)).
		Fixes("increment with the optimizer step", fixes.Unsafe)
}

// optimizerOf names the optimizer that a counter outruns.
func optimizerOf(c *train.FastCounter) string {
	if name := c.Optimize.Name(); name != "" {
		return name
	}
	return "the optimizer"
}
