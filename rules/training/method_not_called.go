package training

import (
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// MethodNotCalled finds statements that name a method of what is trained and forget the parentheses.
var MethodNotCalled = &rules.Rule{
	Name:       "method-not-called",
	Group:      rules.Training,
	Severity:   rules.Error,
	Page:       page("method-not-called"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{".train", ".eval", ".step", ".cuda", ".update", ".zero_grad", ".backward", ".state_dict", ".is_"},
	Check:      checkMethodNotCalled,
}

// undone is what does not happen, by the method that is not called.
var undone = map[string]string{
	"train": "the model stays in the mode that it is in",
	"eval":  "the model stays in the mode that it is in: dropout drops, batch norm goes by each batch",
	"step":  "nothing is updated here", "cuda": "it stays where it is", "update": "nothing is adjusted here",
	"zero_grad": "gradients of earlier steps stay and are added to", "backward": "no gradient is computed here",
}

func checkMethodNotCalled(p *rules.Pass) {
	for _, u := range p.Train.UncalledMethods() {
		whole := u.Owner + "." + u.Method
		plan := pyedit.New(p.Python).ReplaceExpression(u.Named, whole+"()").Fixes("call "+whole+"()", fixes.Unsafe)
		p.At(u.Named, fmt.Sprintf("%s is named and not called: %s; write %s()", whole, undone[u.Method], whole), nil, plan...)
	}
	for _, u := range p.Train.UncalledStates() {
		whole := u.Owner + "." + u.Method
		plan := pyedit.New(p.Python).ReplaceExpression(u.Named, whole+"()").Fixes("call "+whole+"()", fixes.Unsafe)
		p.At(
			u.Named,
			fmt.Sprintf("%s is named and not called: the file gets the method with the whole object, and load_state_dict() refuses it; write %s()",
				whole, whole),
			nil,
			plan...)
	}
	for _, u := range p.Train.AlwaysTrue() {
		whole := u.Owner + "." + u.Method
		plan := pyedit.New(p.Python).ReplaceExpression(u.Named, whole+"()").Fixes("call "+whole+"()", fixes.Unsafe)
		p.Report(rules.Diagnostic{
			Severity: rules.Warning, File: p.File.Path, Span: u.Named.Span(), Fixes: plan,
			Message: fmt.Sprintf("%s is named and not called: a function is true, whatever it would say; write %s()", whole, whole),
		})
	}
}
