package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// BatchesThrownAway finds steps that compute the loss of each batch and learn from every n-th alone.
var BatchesThrownAway = &rules.Rule{
	Name:       "batches-thrown-away",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("batches-thrown-away"),
	On:         rules.PythonFile,
	Program:    true,
	Words:      []string{"backward %", "backward =="},
	NotInTests: true,
	Check:      checkBatchesThrownAway,
}

func checkBatchesThrownAway(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		t := step.ThrownAway()
		if t == nil {
			continue
		}
		message := fmt.Sprintf(
			"backward() runs once in %s batches, and %s for each: what it computes of the others is thrown away, and nothing is learned from them; "+
				"call backward() for each batch, of the loss / %s, and let the optimizer alone wait",
			t.Text(),
			train.WhatRuns(t.Forward),
			t.Text(),
		)
		notes := []rules.NotePlace{
			p.NoteAt(t.Gate.Place(), "the backward pass waits here"),
			p.NoteAt(t.Forward.Place(), "this runs for each batch"),
		}
		p.AtHazard(t.Backward.Place(), step.Site(t.Backward), message, notes)
	}
}
