package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DoubleSoftmax finds probabilities that cross entropy takes for logits.
var DoubleSoftmax = &rules.Rule{
	Name:     "double-softmax",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("double-softmax"),
	On:       rules.PythonFile,
	Words:    []string{"CrossEntropyLoss", "cross_entropy"},
	Check:    checkDoubleSoftmax,
}

func checkDoubleSoftmax(p *rules.Pass) {
	for _, c := range lossCalls(p) {
		if c.name != "CrossEntropyLoss" || c.input == nil {
			continue
		}
		name, at := activation(p, c.input)
		if name != "softmax" {
			continue
		}
		p.At(c.call, fmt.Sprintf("%s applies softmax itself, and its input has been through one (line %d): gradients vanish where the prediction is sure; give it the logits", c.name, p.File.LineOf(at.Span().Start)),
			activationNotes(p, c, at), removeActivation(p, c, at)...)
	}
}

func activationNotes(p *rules.Pass, c lossCall, at *python.Call) []rules.NotePlace {
	if inline(c, at) {
		return nil
	}
	return []rules.NotePlace{p.Note(at, "the input comes from here")}
}

// removeActivation is the fix that takes an inline activation away.
func removeActivation(p *rules.Pass, c lossCall, at *python.Call) []fixes.Fix {
	text := unwrapped(p, at)
	if !inline(c, at) || text == "" {
		return nil
	}
	return pyedit.New(p.Python).ReplaceExpression(at, text).Fixes("give the loss the logits", fixes.Unsafe)
}
