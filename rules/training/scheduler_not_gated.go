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

// SchedulerNotGated finds schedules that run n times as fast as the optimizer.
var SchedulerNotGated = &rules.Rule{
	Name:     "scheduler-not-gated",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("scheduler-not-gated"),
	On:       rules.PythonFile,
	Words:    []string{"sched .step("},
	Check:    checkSchedulerNotGated,
}

func checkSchedulerNotGated(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		if step.Owner != flow.PlainTorch && step.Owner != flow.LightningFabric {
			continue
		}
		optimize, gate, n := gatedStep(p, step)
		if optimize == nil {
			continue
		}
		for _, schedule := range step.Of(flow.Schedule) {
			if len(schedule.Gates) > 0 || len(schedule.Loops) > 0 || len(schedule.Call.Args) > 0 || !torchScheduler(p, schedule.Call.Receiver()) ||
				!drives(p, step, schedule, optimize) || countsMicroBatches(p, schedule.Call.Receiver(), n) {
				continue
			}
			reportNotGated(p, schedule, optimize, gate, n)
		}
	}
}

var microBatchWord = regexp.MustCompile(`(?i)len\(|loader|steps_per_epoch|batch|iter`)

// countsMicroBatches reports whether the arguments that make a scheduler count
// batches, or cannot be told not to: the division by n is what would tell.
func countsMicroBatches(p *rules.Pass, scheduler python.Expr, n python.Expr) bool {
	made, _ := p.Flow.SchedulerOf(scheduler)
	if made == nil {
		return false
	}
	every := p.File.Slice(n.Span())
	for i, a := range made.Args {
		if i == 0 && a.Name == "" || a.Name == "optimizer" {
			continue
		}
		value := a.Value
		for range 4 {
			text := p.File.Slice(value.Span())
			if regexp.MustCompile(`//?\s*\(?` + regexp.QuoteMeta(every)).MatchString(text) {
				return false
			}
			if microBatchWord.MatchString(text) {
				return true
			}
			next := p.Flow.ValueOf(value)
			if next == nil || next == value {
				break
			}
			value = next
		}
	}
	return false
}

func reportNotGated(p *rules.Pass, schedule, optimize *flow.Event, gate flow.Gate, n python.Expr) {
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if len(schedule.Via) == 0 && len(optimize.Via) == 0 {
		fix = edit.RemoveStatement(python.EnclosingStmt(schedule.Call)).
			And(edit.InsertAfter(python.EnclosingStmt(optimize.Call), edit.Text(schedule.Call))).
			Fixes("step the scheduler with the optimizer", fixes.Unsafe)
	}
	every := p.File.Slice(n.Span())
	message := fmt.Sprintf("%s.step() runs for every micro-batch but %s steps once in %s: the schedule ends %s times too early; step it behind the same gate", schedule.Object, object(optimize), every, every)
	p.At(schedule.Call, message, []rules.NotePlace{p.Note(gate.Test, "the optimizer waits here")}, fix...)
}
