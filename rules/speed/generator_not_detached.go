package speed

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// GeneratorNotDetached finds backward passes that go on through a network which another phase of the step trains.
var GeneratorNotDetached = &rules.Rule{
	Name:     "generator-not-detached",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Page:     page("generator-not-detached"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkGeneratorNotDetached,
}

func checkGeneratorNotDetached(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		outdated := step.OutdatedPasses()
		for _, n := range step.NeedlessBackwards() {
			// it raises, which is said
			if slices.ContainsFunc(outdated, func(o *train.Outdated) bool { return o.Backward == n.Backward }) {
				continue
			}
			at := n.Backward.Place()
			if reported[n.Forward.At] || n.Forward.Node == nil {
				continue
			}
			reported[n.Forward.At] = true
			name := ask.NetworkOf(n.Forward)
			message := fmt.Sprintf(
				"the backward pass for %s also goes through %s, whose gradients are cleared before anybody steps on them: it keeps "+
					"the activations of %s and computes its gradients for nothing; detach what %s gives",
				n.Optimize.Name(),
				name,
				name,
				name,
			)
			note := "detach this"
			switch {
			case n.Shared:
				message = fmt.Sprintf(
					"the backward pass for %s also goes through %s, whose gradients are cleared before anybody steps on them: it computes the "+
						"gradients of %s for nothing; detach what %s gives, for this pass alone: another one needs its graph",
					n.Optimize.Name(),
					name,
					name,
					name,
				)
				note = "detach what this is given"
			case n.Detach != n.Forward:
				message += ", for this pass alone: another one needs its graph"
			}
			notes := []rules.NotePlace{
				p.NoteAt(n.Detach.Place(), note),
				p.NoteAt(n.Clear.Place(), "the gradients are cleared here"),
			}
			p.AtHazard(at, step.Site(n.Backward), message, notes)
		}
	}
}
