package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// PretrainedOverwritten finds networks with published weights that the module around them draws anew.
var PretrainedOverwritten = &rules.Rule{
	Name:       "pretrained-overwritten",
	Group:      rules.Training,
	Severity:   rules.Error,
	Page:       page("pretrained-overwritten"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"torchvision modules(", "torchvision apply("},
	Check:      checkPretrainedOverwritten,
}

func checkPretrainedOverwritten(p *rules.Pass) {
	for _, o := range p.Train.PretrainedOverwritten() {
		asked := "has published weights"
		if o.ByDefault {
			asked = "has published weights by default"
		}
		at := run.Place{Unit: o.Walk.Unit, Node: o.Walk.Node}
		p.AtPlace(at, fmt.Sprintf(
			"this goes over the layers of %s as well, which %s, and draws those of its convolutions anew: nothing is left of them; "+
				"go over the layers that are new", python.PathText(o.Pretrained.Node.Func), asked),
			[]rules.NotePlace{
				p.NoteAt(o.Pretrained.Place(), "the weights come from here"), p.NoteAt(o.Draw, "they are drawn here"),
			})
	}
}
