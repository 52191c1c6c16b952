package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// UnfrozenNotOptimized finds parameters that are thawed for an optimizer that does
// not know them.
var UnfrozenNotOptimized = &rules.Rule{
	Name:     "unfrozen-not-optimized",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("unfrozen-not-optimized"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"requires_grad", "freeze"},
	Check:    checkUnfrozen,
}

func checkUnfrozen(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, u := range p.Train.Unoptimized() {
		at := u.Thaw.Place
		if reported[at.Node] {
			continue
		}
		reported[at.Node] = true
		made := u.Optimizer.Place()
		p.AtPlace(at, fmt.Sprintf("%s is unfrozen after the optimizer at %s was built without it: its gradients are "+
			"computed and never used; rebuild the optimizer or add_param_group",
			u.Thaw.Path, ask.Where(made, at.Unit)), []rules.NotePlace{p.NoteAt(made, "the optimizer takes only what is "+
			"trainable here")})
	}
}
