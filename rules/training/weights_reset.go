package training

import (
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// WeightsReset finds trainings that initialise their network again in every epoch.
var WeightsReset = &rules.Rule{
	Name:     "weights-reset",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("weights-reset"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"apply"},
	Check:    checkWeightsReset,
}

func checkWeightsReset(p *rules.Pass) {
	for _, r := range p.Train.WeightsReset() {
		at := r.Call.Place()
		if ask.InTest(at.File()) {
			continue
		}
		p.AtPlace(at, "every epoch draws the weights anew, and throws away what the epochs before have learned; "+
			"initialise them once, before the loop", []rules.NotePlace{p.NoteAt(r.Loop.Head(), "the epochs")})
	}
}
