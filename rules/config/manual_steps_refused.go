package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// ManualStepsRefused is manual-steps-refused.
var ManualStepsRefused = &rules.Rule{
	Name:     "manual-steps-refused",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("manual-steps-refused"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"Trainer accumulate_grad_batches fit", "Trainer gradient_clip_val fit"},
	Check:    checkManualSteps,
}

func checkManualSteps(p *rules.Pass) {
	told := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, clash := range e.ManualClashes() {
			at := clash.Trainer.Written(clash.Argument)
			if at.Node == nil || told[at.Node] {
				continue
			}
			told[at.Node] = true
			said := run.Place{Unit: clash.Manual.Unit, Node: clash.Manual.Node}
			does := "clips gradients"
			if clash.Argument.Name == "accumulate_grad_batches" {
				does = "accumulates batches"
			}
			p.AtPlace(at, fmt.Sprintf(
				"the module steps by itself (automatic_optimization = False), and Trainer %s only in steps of its own: fit() raises "+
					"MisconfigurationException for %s; do it in training_step instead", does, clash.Argument.Name,
			), []rules.NotePlace{p.NoteAt(said, "the module says so here")})
		}
	}
}
