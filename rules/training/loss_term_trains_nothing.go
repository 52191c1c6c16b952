package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LossTermTrainsNothing finds terms of a loss that reach no weight which is stepped on.
var LossTermTrainsNothing = &rules.Rule{
	Name:     "loss-term-trains-nothing",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("loss-term-trains-nothing"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("backward"),
	Check:    checkLossTermTrainsNothing,
}

func checkLossTermTrainsNothing(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		for _, t := range step.IdleTerms() {
			trained, judge := train.WhatRuns(t.Forward), train.WhatRuns(t.Judge)
			where := ""
			if !python.Within(t.Cut.Node, t.Judge.Node) {
				where = fmt.Sprintf(" (%s)", ask.Where(t.Cut, t.Judge.Unit))
			}
			message := fmt.Sprintf(
				"this term of the loss trains nothing: %s is given what %s computed without its graph%s, and %s has no weights "+
					"of %s; give %s the output with its graph",
				judge, trained, where, optimizerName(t.Optimize), judge, judge,
			)
			notes := []rules.NotePlace{
				p.NoteAt(t.Backward.Place(), "the backward pass"),
				p.NoteAt(t.Optimize.Place(), "the step that the pass is for"),
				p.NoteAt(t.Clear.Place(), fmt.Sprintf("the gradients that %s gets are thrown away", judge)),
			}
			p.AtPlace(t.Judge.Place(), message, notes)
		}
	}
}
