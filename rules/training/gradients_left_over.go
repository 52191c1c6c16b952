package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// GradientsLeftOver finds optimizers that also step on what the backward pass for another one left in their network.
var GradientsLeftOver = &rules.Rule{
	Name:     "gradients-left-over",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("gradients-left-over"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkGradientsLeftOver,
}

func checkGradientsLeftOver(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		for _, l := range step.LeftOvers() {
			message := fmt.Sprintf(
				"%s also steps on gradients that the backward pass for %s left behind: nothing clears them between the two; call "+
					"%s.zero_grad() before this backward pass",
				optimizerName(l.Optimize),
				optimizerName(l.Other),
				optimizerName(l.Optimize),
			)
			notes := []rules.NotePlace{
				p.NoteAt(l.Left.Place(), "the pass that leaves them"),
				p.NoteAt(l.Other.Place(), "the step that it is for"),
				p.NoteAt(l.Optimize.Place(), "the step that uses both"),
			}
			p.AtHazard(l.Own.Place(), step.Site(l.Own), message, notes)
		}
	}
}
