package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// EvaluationInTrainMode finds loops over held-out data that run a model with dropout on, and with the statistics of
// each batch.
var EvaluationInTrainMode = &rules.Rule{
	Name:     "evaluation-in-train-mode",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("evaluation-in-train-mode"),
	On:       rules.PythonFile,
	Program:  true,
	// What steps, and what loads the weights, may stand in another file.
	Words: []string{"step eval", "step valid", "step test", "step val", "step dev", "load",
		"optim eval", "optim val", "optim test", "train eval", "train val", "train test"},
	Check: checkEvaluationInTrainMode,
}

func checkEvaluationInTrainMode(p *rules.Pass) {
	for _, e := range p.Train.TrainModeEvaluations() {
		if e.Layer == nil && (!hasLayerOfMode(p) || e.Mode == nil && !e.Open && setsSomeMode(p)) {
			continue
		}
		if owner := e.Owner(); owner != "" && (p.OneElsewhere == nil || p.OneElsewhere(train.SetsMode, owner)) {
			continue
		}
		what := "its dropout stays on"
		switch {
		case e.Layer == nil && (e.Mode != nil || e.Open):
			what = "where it has dropout, that stays on, and batch norm goes by each batch"
		case e.Layer == nil:
			what = "where it has dropout, that stays on, and batch norm goes by each batch; nothing in this project ever calls eval()"
		case e.Keeps:
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
		if e.Layer != nil && e.Layer.Made != nil && e.Layer.Made.Node != nil {
			notes = append(notes, p.NoteAt(e.Layer.Made.Place(), "this computes something else in training mode"))
		}
		message := fmt.Sprintf(
			"%s is evaluated in training mode: %s; call eval() before the loop, and train() before the training goes on",
			e.Name(),
			what,
		)
		if e.Loaded {
			message = fmt.Sprintf(
				"%s runs in training mode with the weights that it was given: %s; call eval() before it runs",
				e.Name(),
				what,
			)
		}
		p.AtPlace(e.Forward.Place(), message, notes)
	}
}

// setsSomeMode reports whether a file of the project puts anything into a mode: a model of which nothing is known may
// be in any mode then.
func setsSomeMode(p *rules.Pass) bool {
	if p.OneElsewhere == nil || train.SetsMode(p.Python) {
		return true
	}
	return slices.ContainsFunc(
		[]string{"eval", "train", "training"},
		func(word string) bool { return p.OneElsewhere(train.SetsMode, word) },
	)
}

// hasLayerOfMode reports whether some file of the project may have a layer for which the mode matters: a model of which
// nothing is known needs no mode where none has.
func hasLayerOfMode(p *rules.Pass) bool {
	return p.AnyElsewhere != nil &&
		(p.Python.Mentions(knowledge.IsWordOfMode) || p.AnyElsewhere(knowledge.WordsOfMode()...))
}
