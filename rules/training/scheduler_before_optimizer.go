package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// SchedulerBeforeOptimizer finds schedules that skip their first learning rate.
var SchedulerBeforeOptimizer = &rules.Rule{
	Name:     "scheduler-before-optimizer",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("scheduler-before-optimizer"),
	On:       rules.PythonFile,
	Program:  true,
	Version:  "torch>=1.1",
	Words:    rules.StepWords("sched .step("),
	Check:    checkSchedulerBeforeOptimizer,
}

func checkSchedulerBeforeOptimizer(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		for _, schedule := range step.Of(train.Schedule) {
			if schedule.Node() == nil || len(schedule.Node().Args) > 0 || !train.TorchScheduler(schedule) {
				continue
			}
			optimize := firstStep(step, schedule)
			if optimize == nil || optimize.Node() == nil || optimize.Call.Seq < schedule.Call.Seq ||
				!step.SameBlockBut(schedule, optimize) {
				continue
			}
			reported[schedule.Node()] = true
			reportScheduleFirst(p, step, schedule, optimize)
		}
	}
	for _, early := range p.Train.EarlySchedules() {
		if !reported[early.Schedule.Node()] {
			reportEarlySchedule(p, early)
		}
	}
}

// firstStep is the first step in a training step of the optimizer whose learning rate a scheduler sets; nil when there
// is none.
func firstStep(step *train.Step, schedule *train.Event) *train.Event {
	for _, e := range step.Events {
		if e.StepsOptimizer() && step.Drives(schedule, e) {
			return e
		}
	}
	return nil
}

func reportScheduleFirst(p *rules.Pass, step *train.Step, schedule, optimize *train.Event) {
	var fix []fixes.Fix
	if schedule.Call.Caller == optimize.Call.Caller && step.SameBlock(schedule, optimize) {
		edit := pyedit.New(schedule.Call.Unit.Module)
		fix = edit.MoveBehind(python.EnclosingStmt(schedule.Node()), python.EnclosingStmt(optimize.Node())).
			Fixes("step the scheduler after the optimizer", fixes.Unsafe)
	}
	message := fmt.Sprintf("%s.step() runs before %s steps: the first learning rate of the schedule is skipped; step "+
		"the scheduler after the optimizer",
		schedulerName(schedule), optimizerName(optimize))
	p.AtHazard(
		schedule.Place(),
		step.Site(schedule),
		message,
		[]rules.NotePlace{p.NoteAt(optimize.Place(), "the optimizer steps here")},
		fix...)
}

func reportEarlySchedule(p *rules.Pass, early *train.EarlySchedule) {
	message := fmt.Sprintf(
		"%s.step() runs before %s has stepped at all: the first learning rate of the schedule is skipped; step "+
			"the scheduler at the end of the loop",
		schedulerName(early.Schedule),
		optimizerName(early.Optimize),
	)
	p.AtPlace(
		early.Schedule.Place(),
		message,
		[]rules.NotePlace{p.NoteAt(early.Optimize.Place(), "the optimizer steps here")},
	)
}
