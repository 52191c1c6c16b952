package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// StepWithoutGradients finds optimizers whose networks are cut off from the loss.
var StepWithoutGradients = &rules.Rule{
	Name:     "step-without-gradients",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("step-without-gradients"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkStepWithoutGradients,
}

func checkStepWithoutGradients(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		for _, u := range step.Ungraded() {
			if u.Cut.Node == nil || u.Forward.Node == nil {
				continue
			}
			name := train.WhatRuns(u.Forward)
			message := fmt.Sprintf(
				"the loss has no gradients for %s: what %s gives is detached, and %s steps on none; drop this detach()",
				name,
				name,
				optimizerName(u.Optimize),
			)
			if u.Cut == u.Forward {
				message = fmt.Sprintf(
					"the loss has no gradients for %s: it runs with gradients off here, and %s steps on none; take this call out of no_grad",
					name,
					optimizerName(u.Optimize),
				)
			}
			notes := []rules.NotePlace{
				p.NoteAt(u.Backward.Place(), "the backward pass"),
				p.NoteAt(u.Optimize.Place(), "the step"),
			}
			p.AtPlace(u.Cut.Place(), message, notes)
		}
	}
}
