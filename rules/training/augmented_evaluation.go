package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// AugmentedEvaluation finds held-out pictures that are distorted at random.
var AugmentedEvaluation = &rules.Rule{
	Name:     "augmented-evaluation",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("augmented-evaluation"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"oader eval", "oader valid", "oader test", "oader val"}, // the datasets may be made in another file
	Check:    checkAugmentedEvaluation,
}

func checkAugmentedEvaluation(p *rules.Pass) {
	for _, a := range p.Train.AugmentedEvaluations() {
		path, _ := a.Random.Callee.(run.Symbol)
		name := run.LastPart(string(path))
		notes := []rules.NotePlace{p.NoteAt(a.Measured, "this loop measures on it")}
		if a.ByTrainer {
			notes[0].Message = "the trainer measures on it"
		}
		if a.Random.Node != nil {
			notes = append(notes, p.NoteAt(a.Random.Place(), "another picture each time"))
		}
		if a.Split != nil {
			p.AtPlace(
				a.Split.Place(),
				fmt.Sprintf(
					"the part that is held out is read through the transforms of the training, %s among them: it is measured on pictures that are "+
						"distorted at random; read it through a dataset with transforms of its own",
					name,
				),
				notes,
			)
			continue
		}
		p.AtPlace(
			a.Dataset.Place(),
			fmt.Sprintf(
				"the pictures that the model is measured on are distorted at random by %s: figures are lower than the model's, and others in each run; "+
					"give this dataset the transforms without it",
				name,
			),
			notes,
		)
	}
}
