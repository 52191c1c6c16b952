package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LossRewrapped finds losses that are cut off from the model before backward.
var LossRewrapped = &rules.Rule{
	Name:     "loss-rewrapped",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("loss-rewrapped"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("backward"),
	Check:    checkLossRewrapped,
}

func checkLossRewrapped(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, backward := range e.Events() {
			if backward.Kind != train.Backward {
				continue
			}
			leaf := e.NewLeaf(backward)
			if leaf == nil || leaf.Node == nil || reported[leaf.At] {
				continue
			}
			reported[leaf.At] = true
			reportLeaf(p, leaf, backward)
		}
	}
}

func reportLeaf(p *rules.Pass, leaf *run.Call, backward *train.Event) {
	name := leaf.Unit.Module.File.Slice(head(leaf.Node))
	p.AtPlace(leaf.Place(), fmt.Sprintf(
		"%s makes a new leaf of the loss: backward() at %s stops there, and no "+
			"gradient reaches the model; keep the tensor that was computed",
		name,
		ask.Where(backward.Place(), leaf.Unit),
	), []rules.NotePlace{p.NoteAt(backward.Place(), "the backward pass that reaches nothing")})
}
