package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// ParametersGeneratorReused finds generators of parameters that are used up.
var ParametersGeneratorReused = &rules.Rule{
	Name:     "parameters-generator-reused",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("parameters-generator-reused"),
	On:       rules.PythonFile,
	Words:    []string{"parameters(", "params optim."}, // what parameters() gives may come from another file
	Check:    checkGeneratorReused,
}

func checkGeneratorReused(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, u := range p.Train.UsedUpParameters() {
		if at := u.Second.Place.Node; !reported[at] {
			reported[at] = true
			reportReuse(p, u)
		}
	}
}

func reportReuse(p *rules.Pass, u *train.UsedUp) {
	use, edit := u.Second.Place, pyedit.New(u.Made.Unit.Module)
	made, ok := u.Made.Node.(python.Expr)
	if !ok {
		return
	}
	name := generatorName(use.Node, made)
	notes := []rules.NotePlace{p.NoteAt(u.Made, "the generator is made here")}
	message := fmt.Sprintf("%s is a generator and this loop uses it up in its first iteration: later ones see no "+
		"parameters; keep list(%s)", name, edit.Text(made))
	if !u.Again {
		notes = append(notes, p.NoteAt(u.First.Place, "and used up here"))
		message = fmt.Sprintf("%s is a generator that %s has used up: this use sees no parameters; keep "+
			"list(%s)", name, ask.Where(u.First.Place, use.Unit), edit.Text(made))
	}
	severity, safety := p.Rule.Severity, fixes.Safe
	if u.Second.Counts() {
		severity = rules.Warning
	}
	if u.Made.Unit != use.Unit || u.Second.Clips() { // what clipped nothing clips then
		safety = fixes.Unsafe
	}
	var fix []fixes.Fix
	if u.Made.Unit.Module == p.Python { // of what a helper elsewhere gives, its other callers have to be seen as well
		fix = edit.ReplaceExpression(made, "list("+edit.Text(made)+")").Fixes("keep the parameters in a list", safety)
	}
	p.Report(
		rules.Diagnostic{
			Severity: severity,
			File:     use.File(),
			Span:     use.Node.Span(),
			Message:  message,
			Notes:    notes,
			Fixes:    fix,
		},
	)
}

// generatorName is how the code calls a generator where it is used, else where it is made.
func generatorName(use python.Node, made python.Expr) string {
	if e, ok := use.(python.Expr); ok && python.PathText(e) != "" {
		return python.PathText(e)
	}
	if a, ok := made.Parent().(*python.Assign); ok && len(a.Targets) == 1 && python.PathText(a.Targets[0]) != "" {
		return python.PathText(a.Targets[0])
	}
	return "what parameters() gives"
}
