package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
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
	Words:    []string{"sched .step("},
	Check:    checkSchedulerBeforeOptimizer,
}

func checkSchedulerBeforeOptimizer(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		for i := range step.Events {
			schedule := &step.Events[i]
			if schedule.Kind != flow.Schedule || len(schedule.Call.Args) > 0 || !torchScheduler(p, schedule.Call.Receiver()) {
				continue
			}
			if steppedBefore(step.Events[:i]) {
				continue
			}
			optimize := firstStep(step.Events[i+1:])
			if optimize == nil || !flow.SameBlock(schedule, optimize) || len(schedule.Via) != len(optimize.Via) || !drives(p, step, schedule, optimize) {
				continue
			}
			reportScheduleFirst(p, schedule, optimize)
		}
	}
}

// steppedBefore reports whether any optimizer steps in the events.
func steppedBefore(events []flow.Event) bool { return firstStep(events) != nil }

func firstStep(events []flow.Event) *flow.Event {
	for i := range events {
		if events[i].Kind == flow.Step || events[i].Kind == flow.ScalerStep {
			return &events[i]
		}
	}
	return nil
}

// torchScheduler reports whether a scheduler is one of PyTorch's, or one that only
// its name tells.
func torchScheduler(p *rules.Pass, scheduler python.Expr) bool {
	t := p.Python.TypeOf(scheduler)
	if t != "" {
		return len(t) > 12 && t[:12] == "torch.optim." && t != "torch.optim.lr_scheduler.ReduceLROnPlateau"
	}
	_, isCall := p.Flow.ValueOf(scheduler).(*python.Call)
	return !isCall // made by a function of another file: it may be any kind
}

// drives reports whether the scheduler's optimizer is the one that steps: the
// constructor says so, or there is no other.
func drives(p *rules.Pass, step *flow.TrainingStep, schedule, optimize *flow.Event) bool {
	if _, optimizer := p.Flow.SchedulerOf(schedule.Call.Receiver()); optimizer != nil {
		return p.Flow.ObjectPath(optimizer) == optimize.Object
	}
	for i := range step.Events {
		e := &step.Events[i]
		if (e.Kind == flow.Step || e.Kind == flow.ScalerStep) && e.Object != optimize.Object {
			return false
		}
	}
	return optimize.Object != ""
}

func reportScheduleFirst(p *rules.Pass, schedule, optimize *flow.Event) {
	edit := pyedit.New(p.Python)
	var fix []fixes.Fix
	if len(schedule.Via) == 0 {
		fix = edit.RemoveStatement(python.EnclosingStmt(schedule.Call)).
			And(edit.InsertAfter(python.EnclosingStmt(optimize.Call), edit.Text(schedule.Call))).
			Fixes("step the scheduler after the optimizer", fixes.Unsafe)
	}
	message := fmt.Sprintf("%s.step() runs before %s steps: the first learning rate of the schedule is skipped; step the scheduler after the optimizer", schedule.Object, object(optimize))
	p.At(schedule.Call, message, []rules.NotePlace{p.Note(optimize.Call, "the optimizer steps here")}, fix...)
}
