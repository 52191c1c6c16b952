// Package training holds the rules about the training step: what must happen in
// it, in which order, and what must not happen twice.
package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// GlobalStepInInnerLoop finds step counters that run faster than the optimizer.
var GlobalStepInInnerLoop = &rules.Rule{
	Name:     "global-step-in-inner-loop",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("global-step-in-inner-loop"),
	On:       rules.PythonFile,
	Words:    []string{"step backward", "iter backward", "update backward", "step zero_grad"},
	Check:    checkGlobalStep,
}

func checkGlobalStep(p *rules.Pass) {
	for _, inc := range p.Flow.Increments() {
		if !flow.CountsSteps(inc.Path) {
			continue
		}
		site := siteOf(p, inc)
		loop := p.Flow.LoopAround(site)
		if loop == nil {
			continue
		}
		if inner, batch := fasterLoop(p, inc, site, loop); batch != nil {
			reportInnerCounter(p, inc, site, inner, batch)
		} else if loop.Kind == flow.BatchLoop && site == inc.Stmt {
			checkUngatedCounter(p, inc, loop)
		}
	}
}

// siteOf is where a counter is incremented as far as loops go: the increment itself, or the only
// call of the method that does nothing else to it.
func siteOf(p *rules.Pass, inc flow.Increment) python.Stmt {
	fn := python.EnclosingFunction(inc.Stmt)
	if fn == nil || inc.Stmt.Parent() != python.Node(fn) || p.Flow.LoopAround(inc.Stmt) != nil {
		return inc.Stmt
	}
	calls := p.Flow.CallsTo(fn)
	if _, attribute := inc.Target.(*python.Attribute); !attribute || len(calls) != 1 {
		return inc.Stmt
	}
	return python.EnclosingStmt(calls[0])
}

// fasterLoop is the loop inside a batch loop that the increment runs in, and the
// batch loop, whose own body steps the optimizer; nil when the counter is in step.
func fasterLoop(p *rules.Pass, inc flow.Increment, site python.Stmt, inner *flow.Loop) (*flow.Loop, *flow.Loop) {
	if len(flow.GatesAround(site, inner)) > 0 || flow.RunsOnce(site, inner) || p.Flow.BoundIn(inc.Path, inner) {
		return nil, nil
	}
	for at := inner; at.Parent != nil; at = at.Parent {
		batch := at.Parent
		if p.Flow.BoundIn(inc.Path, batch) || p.Flow.StepsEnvironment(at.Body) || p.Flow.SplitsEpoch(batch, at) ||
			at.Kind == flow.BatchLoop && !at.Trains {
			return nil, nil
		}
		steps := p.Flow.StepsDirectly(batch)
		if batch.Kind == flow.BatchLoop && len(steps) > 0 {
			if p.Flow.StepsAny(at, steps) || len(stepUses(p, inc)) == 0 {
				return nil, nil
			}
			return at, batch
		}
	}
	return nil, nil
}

func reportInnerCounter(p *rules.Pass, inc flow.Increment, site python.Stmt, inner, batch *flow.Loop) {
	step := p.Flow.StepsDirectly(batch)[0]
	notes := []rules.NotePlace{
		p.Note(loopHead{inner.Node}, "this loop runs several times for one batch"),
		p.Note(step.Site(), "the optimizer steps here, once per batch"),
	}
	var fix []fixes.Fix
	if site == inc.Stmt {
		fix = pyedit.New(p.Python).MoveAfter(inc.Stmt, inner.Node).Fixes("move the increment behind the inner "+
			"loop", fixes.Unsafe)
	}
	message := fmt.Sprintf("%s is incremented in the loop at line %d, several times for each step of %s: schedules, "+
		"limits and logs that read it run too fast; increment it once per batch, behind that loop",
		inc.Path, p.File.LineOf(inner.Node.Span().Start), object(&step))
	p.At(inc.Stmt, message, notes, fix...)
}

// checkUngatedCounter looks at a counter in the very loop that steps the optimizer
// behind an accumulation gate.
func checkUngatedCounter(p *rules.Pass, inc flow.Increment, loop *flow.Loop) {
	steps := p.Flow.StepsDirectly(loop)
	if len(steps) == 0 || p.Flow.BoundIn(inc.Path, loop) {
		return
	}
	for i := range steps {
		if !p.Flow.Accumulates(&steps[i]) {
			return
		}
	}
	if len(flow.GatesAround(inc.Stmt, loop)) > 0 || p.Flow.GatesOptimizer(inc, loop) || len(stepUses(p, inc)) == 0 {
		return
	}
	step := steps[0]
	notes := []rules.NotePlace{p.Note(step.Call, "the optimizer steps here, not for every batch")}
	message := fmt.Sprintf("%s counts every micro-batch while %s steps only when its accumulation gate lets it: "+
		"schedules, limits and logs that read it run too fast; increment it with the step",
		inc.Path, object(&step))
	p.At(inc.Stmt, message, notes, ungatedFix(p, inc, &step)...)
}

// ungatedFix moves the increment to the optimizer step.
func ungatedFix(p *rules.Pass, inc flow.Increment, step *flow.Event) []fixes.Fix {
	edit := pyedit.New(p.Python)
	if _, _, gated := p.Flow.AccumulationGate(step); !gated {
		if step.AccumulatedBy == nil {
			return nil
		}
		return edit.WrapWith([]python.Stmt{inc.Stmt}, "if "+edit.Text(step.AccumulatedBy)+".sync_gradients:").
			Fixes("count only where the gradients are synchronised", fixes.Unsafe)
	}
	stmt := python.EnclosingStmt(step.Call)
	if len(step.Via) > 0 || stmt == nil {
		return nil
	}
	return edit.RemoveStatement(inc.Stmt).And(edit.InsertAfter(stmt, edit.Text(inc.Stmt))).
		Fixes("increment with the optimizer step", fixes.Unsafe)
}

// stepUses lists the reads of a counter that take it for a number of steps: not
// the test whether it is 0. A counter that divides a sum into an average is no
// step's at all.
func stepUses(p *rules.Pass, inc flow.Increment) []python.Expr {
	var uses []python.Expr
	plain := flow.PlainCounter(inc.Path)
	for _, use := range p.Flow.Uses(inc) {
		switch parent := use.Parent().(type) {
		case *python.Binary:
			if (parent.Op == "/" || parent.Op == "//") && parent.Right == use {
				return nil
			}
		case *python.Compare:
			if zero, ok := p.Python.Const(parent.Operands[len(parent.Operands)-1]); ok && zero.IsZero() {
				continue
			}
		}
		if plain && printed(use) {
			continue
		}
		uses = append(uses, use)
	}
	return uses
}

// printed reports whether a counter is only shown to a person.
func printed(use python.Expr) bool {
	for n := use.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Call:
			if name, ok := n.Func.(*python.Name); ok && name.ID == "print" {
				return true
			}
		case python.Stmt:
			return false
		}
	}
	return false
}

// object names the optimizer of an event in a message.
func object(e *flow.Event) string {
	if e.Object == "" {
		return "the optimizer"
	}
	return e.Object
}
