package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Program:  true,
	Words:    rules.StepWords("sched .step("),
	Check:    checkSchedulerNotGated,
}

func checkSchedulerNotGated(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if step.Owner != train.PlainTorch && step.Owner != train.LightningFabric {
			continue
		}
		a := step.Accumulated()
		if a == nil {
			continue
		}
		for _, schedule := range step.Of(train.Schedule) {
			if schedule.Node() == nil || len(schedule.Node().Args) > 0 || !runsPerMicroBatch(step, schedule, a) ||
				!train.TorchScheduler(schedule) ||
				p.Train.CountsBatches(schedule.Object, a.N) {
				continue
			}
			if optimize := step.DrivenBy(schedule, a); optimize != nil {
				reportNotGated(p, step, schedule, optimize, a)
			}
		}
	}
}

func reportNotGated(p *rules.Pass, step *train.Step, schedule, optimize *train.Event, a *train.Accumulated) {
	var fix []fixes.Fix
	if step.Direct(schedule, optimize) && len(step.Gates(schedule)) == 0 {
		edit := pyedit.New(schedule.Call.Unit.Module)
		fix = edit.MoveBehind(python.EnclosingStmt(schedule.Node()), python.EnclosingStmt(optimize.Node())).
			Fixes("step the scheduler with the optimizer", fixes.Unsafe)
	}
	every := a.Text()
	gate := []rules.NotePlace{p.NoteAt(a.Waits, "the optimizer waits here")}
	if !train.LengthShown(schedule.Object) {
		message := fmt.Sprintf(
			"%s.step() runs for every micro-batch but %s steps once in %s: unless its length, which is not seen here, counts "+
				"micro-batches, the schedule ends %s times too early",
			schedulerName(schedule),
			optimizerName(optimize),
			every,
			every,
		)
		p.AtHazardAs(rules.Note, schedule.Place(), step.Site(schedule), message, gate)
		return
	}
	message := fmt.Sprintf("%s.step() runs for every micro-batch but %s steps once in %s: the schedule ends %s times "+
		"too early; step it behind the same gate",
		schedulerName(schedule), optimizerName(optimize), every, every)
	p.AtHazard(schedule.Place(), step.Site(schedule), message, gate, fix...)
}
