package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// FrozenNormsThawed finds norms that are put into evaluation mode once and back into training mode in each epoch.
var FrozenNormsThawed = &rules.Rule{
	Name:       "frozen-norms-thawed",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("frozen-norms-thawed"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"BatchNorm train", "freeze train", "bn train", "norm train"},
	Check:      checkFrozenNormsThawed,
}

func checkFrozenNormsThawed(p *rules.Pass) {
	told := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, t := range e.ThawedNorms() {
			at := t.Train.Place()
			if told[at.Node] {
				continue
			}
			told[at.Node] = true
			name := "train()"
			if c := t.Train.Node(); c != nil {
				name = at.Unit.Module.File.Slice(c.Span())
			}
			when := "once, before this loop: they normalize with the batch and move their running statistics again"
			if t.AtOnce {
				when = "just before: they normalize with the batch and move their running statistics in the whole of the training"
			}
			p.AtPlace(at, fmt.Sprintf(
				"%s puts the norms back that were put into evaluation mode %s; put them into evaluation mode behind it, each time",
				name, when,
			), []rules.NotePlace{p.NoteAt(t.Freeze.Place(), "here they are put into evaluation mode")})
		}
	}
}
