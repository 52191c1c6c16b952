package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// OptimizerMadeAnew finds optimizers that begin anew for each batch or epoch.
var OptimizerMadeAnew = &rules.Rule{
	Name:       "optimizer-made-anew",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("optimizer-made-anew"),
	On:         rules.PythonFile,
	Program:    true,
	Words:      []string{"optim step backward"},
	NotInTests: true,
	Check:      checkOptimizerMadeAnew,
}

func checkOptimizerMadeAnew(p *rules.Pass) {
	said := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		for _, a := range step.MadeAnew() {
			if said[a.Making.At] {
				continue
			}
			said[a.Making.At] = true
			each := "batch"
			if a.Epochs {
				each = "epoch"
			}
			class := python.LastName(a.Making.Node.Func)
			message := fmt.Sprintf(
				"this %s is made anew for each %s: what it has averaged of the gradients before is lost; make it once, before the loop",
				class,
				each,
			)
			p.AtHazard(
				a.Making.Place(),
				step.Site(a.Optimize),
				message,
				[]rules.NotePlace{p.NoteAt(a.Optimize.Place(), "it steps here")},
			)
		}
	}
}
