package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// SchedulerStepsInEvaluation finds schedulers that step in every phase of an epoch.
var SchedulerStepsInEvaluation = &rules.Rule{
	Name:     "scheduler-steps-in-evaluation",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("scheduler-steps-in-evaluation"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"step phase", "step mode", "step split", "step sched"},
	Check:    checkSchedulerStepsInEvaluation,
}

func checkSchedulerStepsInEvaluation(p *rules.Pass) {
	for _, b := range p.Train.SteppedInBothPhases() {
		name := python.PathText(b.Step.Receiver())
		message := fmt.Sprintf(
			"%s steps in each of %d phases of an epoch, and the optimizer in one: the learning rate changes %d times as often as the "+
				"epochs go by; step it where %s is %q",
			name, b.Count, b.Count, b.Phase.ID, b.Training,
		)
		p.At(b.Step, message, []rules.NotePlace{p.Note(b.Loop.Target, "the phases")},
			phaseFix(p, b.Step, b.Phase.ID, b.Training)...)
	}
}

func phaseFix(p *rules.Pass, step *python.Call, phase, training string) []fixes.Fix {
	stmt, ok := step.Parent().(*python.ExprStmt)
	if !ok {
		return nil
	}
	return pyedit.New(p.Python).WrapWith([]python.Stmt{stmt}, fmt.Sprintf("if %s == %q:", phase, training)).
		Fixes("step it in the phase that trains", fixes.Unsafe)
}
