package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// EvaluationInTrainMode finds loops over held-out data that run a model with dropout on, and with the statistics of each batch.
var EvaluationInTrainMode = &rules.Rule{
	Name:     "evaluation-in-train-mode",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("evaluation-in-train-mode"),
	On:       rules.PythonFile,
	Words:    []string{"step eval", "step valid", "step test", "step val", "step dev", "load_state_dict"},
	Check:    checkEvaluationInTrainMode,
}

func checkEvaluationInTrainMode(p *rules.Pass) {
	for _, e := range p.Train.TrainModeEvaluations() {
		what := "its dropout stays on"
		if e.Keeps {
			data := "what it is given"
			if e.HeldOut {
				data = "the held-out data"
			}
			what = "its batch norm goes by each batch, and takes " + data + " into its running statistics"
		}
		var notes []rules.NotePlace
		if e.Mode != nil {
			notes = append(notes, p.NoteAt(e.Mode.Place(), "nothing puts it into evaluation mode after this"))
		}
		if e.Layer.Made != nil && e.Layer.Made.Node != nil {
			notes = append(notes, p.NoteAt(e.Layer.Made.Place(), "this computes something else in training mode"))
		}
		message := fmt.Sprintf("%s is evaluated in training mode: %s; call eval() before the loop, and train() before the training goes on",
			e.Name(), what)
		if e.Loaded {
			message = fmt.Sprintf("%s runs in training mode with the weights that it was given: %s; call eval() before the loop", e.Name(), what)
		}
		p.AtPlace(e.Forward.Place(), message, notes)
	}
}
