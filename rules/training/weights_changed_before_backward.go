package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// WeightsChangedBeforeBackward finds backward passes that need weights as they were before an optimizer stepped.
var WeightsChangedBeforeBackward = &rules.Rule{
	Name:     "weights-changed-before-backward",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("weights-changed-before-backward"),
	On:       rules.PythonFile,
	Program:  true,
	Version:  "torch>=1.5",
	Words:    rules.StepWords("backward"),
	Check:    checkWeightsChangedBeforeBackward,
}

func checkWeightsChangedBeforeBackward(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		for _, o := range step.OutdatedPasses() {
			name := ask.NetworkOf(o.Forward)
			remedy := "compute this loss behind the step"
			if slices.ContainsFunc(step.NeedlessBackwards(), func(n *train.Needless) bool { return n.Backward == o.Backward }) {
				remedy = "detach what " + name + " gives, for this pass alone"
			}
			message := fmt.Sprintf(
				"%s.step() has changed the weights of %s since this loss was computed with them, and its gradient needs them as they were: PyTorch "+
					"raises an error; %s",
				optimizerName(o.Optimize),
				name,
				remedy,
			)
			notes := []rules.NotePlace{
				p.NoteAt(o.Forward.Place(), "computed with the old weights"),
				p.NoteAt(o.Optimize.Place(), "the step that changes them"),
			}
			p.AtHazard(o.Backward.Place(), step.Site(o.Backward), message, notes)
		}
	}
}
