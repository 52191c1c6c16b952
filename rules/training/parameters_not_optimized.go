package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// ParametersNotOptimized finds losses and heads whose own parameters no optimizer has.
var ParametersNotOptimized = &rules.Rule{
	Name:       "parameters-not-optimized",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("parameters-not-optimized"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"backward optim", "train optim"},
	Check:      checkParametersNotOptimized,
}

func checkParametersNotOptimized(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		for _, u := range step.LeftOut() {
			at := u.Made.Place()
			if u.Made.Node == nil || reported[at.Node] {
				continue
			}
			reported[at.Node] = true
			name := ask.NetworkOf(u.Forward)
			p.AtPlace(
				at,
				fmt.Sprintf(
					"%s has a Parameter of its own, %s, and no optimizer has it: it gets gradients in every step and keeps the values that it "+
						"was made with; give %s.parameters() to an optimizer, or make it a buffer",
					name,
					u.Parameter,
					name,
				),
				[]rules.NotePlace{
					p.NoteAt(u.Forward.Place(), "it takes part in the loss here"),
					p.NoteAt(u.Optimizer.Place(), "the optimizer is given others"),
				},
			)
		}
	}
}
