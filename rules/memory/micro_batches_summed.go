package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// MicroBatchesSummed finds steps that add up the losses of n batches and differentiate the sum at once.
var MicroBatchesSummed = &rules.Rule{
	Name:       "micro-batches-summed",
	Group:      rules.Memory,
	Severity:   rules.Warning,
	Page:       page("micro-batches-summed"),
	On:         rules.PythonFile,
	Program:    true,
	Words:      []string{"backward %", "backward =="},
	NotInTests: true,
	Check:      checkMicroBatchesSummed,
}

func checkMicroBatchesSummed(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		s := step.SummedUp()
		if s == nil {
			continue
		}
		message := fmt.Sprintf(
			"backward() runs once in %s batches, through the sum of their losses: what %s keeps of each stays until then, as much as a batch %s "+
				"times as large takes; call backward() of the loss for each batch, which leaves the same gradients, and let the optimizer alone wait",
			s.Text(),
			train.WhatRuns(s.Forward),
			s.Text(),
		)
		notes := []rules.NotePlace{
			p.NoteAt(s.Gate.Place(), "the backward pass waits here"),
			p.NoteAt(s.AddedPlace(), "the losses are added here, with their graphs"),
		}
		p.AtHazard(s.Backward.Place(), step.Site(s.Backward), message, notes)
	}
}
