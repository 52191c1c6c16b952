package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// OptimizerNeverSteps finds optimizers that a training loop prepares and never steps.
var OptimizerNeverSteps = &rules.Rule{
	Name:     "optimizer-never-steps",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("optimizer-never-steps"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"zero_grad step"},
	Check:    checkOptimizerNeverSteps,
}

func checkOptimizerNeverSteps(p *rules.Pass) {
	for _, s := range p.Train.SteplessOptimizers() {
		if s.Attribute != "" && p.Elsewhere != nil && p.Elsewhere(s.Attribute, "step") {
			continue // whoever has the object, or inherits from it, may step it
		}
		notes := []rules.NotePlace{p.NoteAt(s.Making.Place(), "the optimizer is made here")}
		if s.Schedule != nil {
			notes = append(notes, p.NoteAt(s.Schedule.Place(), "its scheduler steps here"))
		} else {
			notes = append(notes, p.NoteAt(s.Other[len(s.Other)-1].Place(), "another optimizer steps here"))
		}
		name := python.LastName(s.Zero.Node().Receiver())
		p.AtPlace(
			s.Zero.Place(),
			fmt.Sprintf(
				"%s is cleared in each step and never steps: what it holds stays as it was made; call %s.step() behind its own backward pass",
				name,
				name,
			),
			notes,
		)
	}
}
