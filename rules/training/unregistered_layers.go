package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// UnregisteredLayers finds layers that a module keeps in a plain list, where its parameters are not found.
var UnregisteredLayers = &rules.Rule{
	Name:     "unregistered-layers",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("unregistered-layers"),
	On:       rules.PythonFile,
	Words:    []string{"nn forward", "nn __call__"},
	Check:    checkUnregisteredLayers,
}

func checkUnregisteredLayers(p *rules.Pass) {
	for _, u := range p.Train.UnregisteredLayers() {
		if p.OneElsewhere != nil &&
			p.OneElsewhere(func(m *python.Module) bool { return train.ReadsOfOthers(m, u.Target.Attr) }, u.Target.Attr) {
			continue // another file may hand them to an optimizer
		}
		kind, container := "layers", "torch.nn.ModuleList or ModuleDict"
		if u.Parameters {
			kind, container = "parameters", "torch.nn.ParameterList or ParameterDict"
		}
		p.At(
			u.Target,
			fmt.Sprintf(
				"the %s in %s are no part of %s: parameters() does not give them, so no optimizer trains them, to() leaves them "+
					"where they are and a checkpoint does not hold them; keep them in a %s",
				kind,
				p.File.Slice(u.Target.Span()),
				u.Class.Name,
				container,
			),
			[]rules.NotePlace{p.NoteAt(u.Part, "this learns nothing")},
		)
	}
}
