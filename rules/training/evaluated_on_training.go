package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// EvaluatedOnTraining finds held-out data that is the training's.
var EvaluatedOnTraining = &rules.Rule{
	Name:     "evaluated-on-training-data",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("evaluated-on-training-data"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"oader eval", "oader valid", "oader test", "oader val", "eval_dataset"},
	Check:    checkEvaluatedOnTraining,
}

func checkEvaluatedOnTraining(p *rules.Pass) {
	for _, m := range p.Train.MeasuredOnTraining() {
		if ask.InTest(m.Held.File()) {
			continue
		}
		message := fmt.Sprintf(
			"%s goes over the samples that the model is trained on: what is measured there says how well they are learnt by heart, "+
				"and so does the checkpoint that it chooses; give it data that is held out", m.Name)
		switch {
		case m.Again:
			message = fmt.Sprintf(
				"%s goes over the samples that the model is trained on, as this dataset is made like the training's: what is measured there "+
					"says how well they are learnt by heart; read the held-out part", m.Name)
		case m.ByTrainer:
			message = "the trainer evaluates on the dataset that it trains on: what it measures says how well that is learnt by heart, " +
				"and so does the checkpoint that it chooses; give it data that is held out"
		}
		p.AtPlace(m.Held, message, []rules.NotePlace{p.NoteAt(m.Trained, "the training reads them here")})
	}
}
