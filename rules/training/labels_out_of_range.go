package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// LabelsOutOfRange finds losses that are given fewer classes than the dataset has.
var LabelsOutOfRange = &rules.Rule{
	Name:     "labels-out-of-range",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("labels-out-of-range"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"datasets oader"},
	Check:    checkLabelsOutOfRange,
}

func checkLabelsOutOfRange(p *rules.Pass) {
	for _, b := range p.Train.LabelsBeyond() {
		message := fmt.Sprintf("the network gives %d classes and the labels are those of %s, 0 to %d: "+
			"the loss raises an IndexError, and on a GPU a device-side assert ends the process",
			b.Classes, b.DatasetName(), b.Labels-1)
		p.AtPlace(b.Loss.Call.Place(), message, []rules.NotePlace{
			p.NoteAt(b.Layer.Place(), fmt.Sprintf("%d classes", b.Classes)),
			p.NoteAt(b.Dataset.Place(), "the labels come from here"),
		})
	}
}
