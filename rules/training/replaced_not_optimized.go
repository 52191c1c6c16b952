package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// ReplacedNotOptimized finds layers that are put into a network behind the optimizer that was made of it.
var ReplacedNotOptimized = &rules.Rule{
	Name:     "replaced-not-optimized",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("replaced-not-optimized"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"nn. parameters step", "optim Predictor", "optim Head"},
	Check:    checkReplaced,
}

func checkReplaced(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, r := range p.Train.ReplacedParts() {
		if reported[r.Place.Node] {
			continue
		}
		reported[r.Place.Node] = true
		made, what := r.Optimizer.Place(), "layer"
		if r.Whole != nil {
			what = "network"
		}
		p.AtPlace(
			r.Place,
			fmt.Sprintf(
				"%s is replaced after the optimizer at %s took the parameters of the old one: the new %s gets gradients "+
					"and is never updated; replace it first, or build the optimizer behind it",
				r.Path,
				ask.Where(made, r.Place.Unit),
				what,
			),
			[]rules.NotePlace{p.NoteAt(made, "the optimizer holds the parameters that are there now")},
		)
	}
}
