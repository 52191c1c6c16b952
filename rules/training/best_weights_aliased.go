package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// BestWeightsAliased finds the best weights of a training that are no copy: they go on to be trained.
var BestWeightsAliased = &rules.Rule{
	Name:     "best-weights-aliased",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("best-weights-aliased"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"state_dict step", "best step", "best train"},
	Check:    checkBestWeightsAliased,
}

func checkBestWeightsAliased(p *rules.Pass) {
	for _, a := range p.Train.AliasedModels() {
		var plan []fixes.Fix
		if value, ok := a.Value.Node.(python.Expr); ok && a.Value.Unit.Module == p.Python {
			edit := pyedit.New(p.Python)
			local, imports := edit.Import(value, "copy", "deepcopy")
			plan = edit.ReplaceExpression(value, local+"("+edit.Text(value)+")").And(imports).
				Fixes("copy the model", fixes.Unsafe)
		}
		p.AtPlace(
			a.Value,
			fmt.Sprintf(
				"%s is the model that is trained, and no copy: the steps that follow change it, and what is used as the best is the last "+
					"state; keep copy.deepcopy() of it",
				a.Name,
			),
			[]rules.NotePlace{p.NoteAt(a.Step.Place(), "this changes it")},
			plan...)
	}
	for _, a := range p.Train.AliasedStates() {
		does := "loaded"
		if knowledge.SavesTensors(a.Used.Node.MethodName()) {
			does = "saved"
		}
		var plan []fixes.Fix
		if a.Taken.Unit.Module == p.Python {
			edit := pyedit.New(p.Python)
			local, imports := edit.Import(a.Taken.Node, "copy", "deepcopy")
			plan = edit.ReplaceExpression(a.Taken.Node, local+"("+edit.Text(a.Taken.Node)+")").And(imports).
				Fixes("copy the weights", fixes.Unsafe)
		}
		p.AtPlace(
			a.Taken.Place(),
			fmt.Sprintf(
				"state_dict() gives the parameters themselves, and the training goes on to change them: what is %s behind it is their last "+
					"state, not this one; keep copy.deepcopy() of it",
				does,
			),
			[]rules.NotePlace{
				p.NoteAt(a.Step.Place(), "this changes them"),
				p.NoteAt(a.Used.Place(), "the last state is "+does+" here"),
			},
			plan...)
	}
}
