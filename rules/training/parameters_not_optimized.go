package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Words:      []string{"backward optim", "train optim", "training_step optim"},
	Check:      checkParametersNotOptimized,
}

func checkParametersNotOptimized(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, u := range p.Train.LeftOut() {
		at := u.Made.Place()
		if u.Made.Node == nil || reported[at.Node] {
			continue
		}
		reported[at.Node] = true
		notes := []rules.NotePlace{p.NoteAt(u.Forward.Place(), "it takes part in the loss here")}
		if u.Optimizer != nil {
			notes = append(notes, p.NoteAt(u.Optimizer.Place(), "the optimizer is given others"))
		}
		p.AtPlace(at, leftOut(u), notes)
	}
}

// leftOut says what a module keeps that nobody trains.
func leftOut(u *train.LeftOut) string {
	name := ask.NetworkOf(u.Forward)
	_, where := u.Forward.Node.Func.(*python.Call)
	switch {
	case u.Anew && where: // nn.Linear(64, 128)(x)
		return fmt.Sprintf(
			"each training step makes this %s anew, with other random weights, and no optimizer has it: nothing is learnt in it; "+
				"make it once before the loop and give its parameters to an optimizer",
			u.Layer,
		)
	case u.Anew:
		return fmt.Sprintf(
			"%s is made anew in every training step, a %s with other random weights each time, and no optimizer has it: nothing "+
				"is learnt in it; make it once before the loop and give %s.parameters() to an optimizer",
			name, u.Layer, name,
		)
	case u.Layer != "":
		return fmt.Sprintf(
			"%s has weights of its own, a %s, and no optimizer has them: they get gradients in every step and stay the random "+
				"numbers that they were made with; give %s.parameters() to an optimizer, or freeze it",
			name, u.Layer, name,
		)
	}
	return fmt.Sprintf(
		"%s has a Parameter of its own, %s, and no optimizer has it: it gets gradients in every step and keeps the values that "+
			"it was made with; give %s.parameters() to an optimizer, or make it a buffer",
		name, u.Parameter, name,
	)
}
