package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LossTermWithoutGraph finds terms of a loss from which no gradient comes.
var LossTermWithoutGraph = &rules.Rule{
	Name:     "loss-term-without-graph",
	Group:    rules.Training,
	Severity: rules.Warning,
	Raises:   true,
	Page:     page("loss-term-without-graph"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"backward", "item train", "float train", "argmax train", "loss train"},
	Check:    checkLossTermWithoutGraph,
}

func checkLossTermWithoutGraph(p *rules.Pass) {
	for _, t := range p.Train.CutTerms() {
		if ask.InTest(t.Made.Place().File()) {
			continue
		}
		notes := []rules.NotePlace{p.NoteAt(t.Backward.Place(), "the backward pass")}
		if t.Alone {
			p.AtHazardAs(rules.Error, t.Made.Place(), t.Made.Place(), fmt.Sprintf(
				"nothing of the loss but Python numbers: %s has no graph, and backward() at %s raises an error; keep the tensors",
				t.Made.Unit.Module.File.Slice(head(t.Made.Node)), ask.Where(t.Backward.Place(), t.Made.Unit),
			), notes)
			continue
		}
		message := fmt.Sprintf(
			"%s adds a number to the loss that backward() at %s differentiates: no gradient comes of this term, only the figure moves; "+
				"add the tensor",
			t.Made.Unit.Module.File.Slice(head(t.Made.Node)), ask.Where(t.Backward.Place(), t.Made.Unit),
		)
		p.AtPlace(t.Made.Place(), message, notes)
	}
	for _, t := range p.Train.DecidedTerms() {
		if ask.InTest(t.At.File()) {
			continue
		}
		notes := []rules.NotePlace{p.NoteAt(t.Backward.Place(), "the backward pass")}
		if t.Alone {
			p.AtHazardAs(rules.Error, t.At, t.At, fmt.Sprintf(
				"what %s gives has no gradient, and the loss is computed of nothing else: nothing is trained, and backward() "+
					"at %s raises RuntimeError unless the loss is told to require gradients; compute it of the scores",
				t.By, ask.Where(t.Backward.Place(), t.At.Unit),
			), notes)
			continue
		}
		message := fmt.Sprintf(
			"what %s gives has no gradient, and a term of the loss that backward() at %s differentiates is computed of "+
				"nothing else: only the figure moves; compute it of the probabilities",
			t.By, ask.Where(t.Backward.Place(), t.At.Unit))
		p.AtPlace(t.At, message, notes)
	}
}
