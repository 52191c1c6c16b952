package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// SplitEachEpoch finds trainings that divide their data anew in every epoch.
var SplitEachEpoch = &rules.Rule{
	Name:     "split-each-epoch",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("split-each-epoch"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"split", "step backward"},
	Check:    checkSplitEachEpoch,
}

func checkSplitEachEpoch(p *rules.Pass) {
	for _, r := range p.Train.Resplits() {
		at := r.Call.Place()
		if ask.InTest(at.File()) {
			continue
		}
		path, _ := r.Call.Callee.(run.Symbol)
		p.AtPlace(at, fmt.Sprintf(
			"every epoch divides the data anew with %s: most of %s has been trained on in the epochs before, and what is "+
				"measured on it says nothing of new data; divide once, before the loop",
			run.LastPart(string(path)), r.HeldOut), []rules.NotePlace{p.NoteAt(r.Loop.Head(), "the epochs")})
	}
}
