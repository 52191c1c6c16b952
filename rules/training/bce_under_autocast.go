package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// BCEUnderAutocast finds binary cross entropies of probabilities in regions in which PyTorch refuses them.
var BCEUnderAutocast = &rules.Rule{
	Name:     "bce-under-autocast",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("bce-under-autocast"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"BCELoss", "binary_cross_entropy", "autocast"},
	Version:  "torch>=1.6",
	Check:    checkBCEUnderAutocast,
}

func checkBCEUnderAutocast(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, c := range e.LossCalls() {
			if c.Loss != knowledge.BinaryCrossEntropy || reported[c.Call.At] {
				continue
			}
			region := train.CUDAAutocast(c.Call)
			if region == nil {
				continue
			}
			reported[c.Call.At] = true
			p.AtPlace(
				c.Call.Place(),
				fmt.Sprintf(
					"binary cross entropy of probabilities under autocast (%s): PyTorch refuses it there with RuntimeError, "+
						"\"unsafe to autocast\"; give BCEWithLogitsLoss the logits",
					ask.Where(region.Place(), c.Call.Unit),
				),
				[]rules.NotePlace{p.NoteAt(region.Place(), "the region")},
			)
		}
	}
}
