package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LabelsShiftedTwice finds labels that are moved by one for a language model which moves them itself.
var LabelsShiftedTwice = &rules.Rule{
	Name:     "labels-shifted-twice",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("labels-shifted-twice"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"labels"},
	Check:    checkLabelsShiftedTwice,
}

func checkLabelsShiftedTwice(p *rules.Pass) {
	for _, s := range p.Train.LabelsShiftedTwice() {
		at := run.Place{Unit: s.Call.Unit, Node: s.Labels}
		if ask.InTest(at.File()) {
			continue
		}
		p.AtPlace(at, fmt.Sprintf(
			"these labels are the input_ids moved by one, and %s moves its labels by one itself: it learns to tell the token "+
				"after the next; give it labels=input_ids", s.Model), []rules.NotePlace{p.NoteAt(s.Call.Place(), "the model")})
	}
}
