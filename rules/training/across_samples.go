package training

import (
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// AcrossSamples finds layers and softmaxes that work across the samples of a batch.
var AcrossSamples = &rules.Rule{
	Name:     "across-samples",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("across-samples"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"DataLoader backward", "oader backward", "DataLoader train"},
	Check:    checkAcrossSamples,
}

func checkAcrossSamples(p *rules.Pass) {
	for _, a := range p.Train.AcrossSamples() {
		if ask.InTest(a.At.File()) {
			continue
		}
		notes := []rules.NotePlace{p.NoteAt(a.Call.Place(), "the batch comes here")}
		if a.Loss != "" {
			p.AtPlace(a.At, fmt.Sprintf(
				"the first axis holds the samples of the batch: this softmax shares each class out among them, and %s at %s "+
					"takes it for the probabilities of one sample; use dim=1",
				a.Loss, ask.Where(a.Call.Place(), a.At.Unit)), notes)
			continue
		}
		made := pyedit.New(a.At.Unit.Module)
		var plan []fixes.Fix
		if call := a.Made.Node; !call.Spreads() {
			plan = made.SetKeyword(call, "batch_first", "True").Fixes("batch_first=True", fixes.Unsafe)
		}
		p.AtPlace(a.At, fmt.Sprintf(
			"%s takes its first axis for time, and the batch that it is given at %s has its samples there: it goes from "+
				"sample to sample, and the result of each depends on the others; pass batch_first=True",
			a.Layer, ask.Where(a.Call.Place(), a.At.Unit)), notes, plan...)
	}
}
