package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// TeacherWithGradients finds networks that nothing trains and through which backward passes go.
var TeacherWithGradients = &rules.Rule{
	Name:     "teacher-with-gradients",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("teacher-with-gradients"),
	On:       rules.PythonFile,
	Program:  true,
	// the step may stand in another file
	Words: []string{"backward", "teacher train", "target train", "load_state_dict train", "teacher optim", "target optim"},
	Check: checkTeacherWithGradients,
}

func checkTeacherWithGradients(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		for _, u := range step.Untrained() {
			if reported[u.Forward.At] || ask.InTest(u.Forward.Place().File()) || p.Train.IsReplacement(u.Module) {
				continue // it was to be trained
			}
			reported[u.Forward.At] = true
			name := networkName(u.Forward)
			if handed := u.Named(); handed != nil { // likelihood(reference, x)
				name = python.PathText(handed)
			}
			message := fmt.Sprintf(
				"%s runs with gradients on, and no optimizer steps on its parameters: its activations are kept for the backward pass, which "+
					"computes gradients of all of them that nobody uses; run it under torch.no_grad()",
				name,
			)
			p.AtPlace(
				u.Forward.Place(),
				message,
				[]rules.NotePlace{p.NoteAt(u.Backward.Place(), "the backward pass that goes through it")},
				withoutGradients(u, step)...)
		}
	}
}

// networkName is what the code calls the network that a call runs: vae of vae.encode(x), teacher of teacher(x).
func networkName(c *run.Call) string {
	if on := c.Node.Receiver(); on != nil {
		if path := python.PathText(on); path != "" && path != "self" {
			return path
		}
	}
	return python.PathText(c.Node.Func)
}

// withoutGradients puts the statement that runs the network under no_grad.
func withoutGradients(u *train.Untrained, step *train.Step) []fixes.Fix {
	stmt := u.Wrappable(step)
	if stmt == nil {
		return nil
	}
	editor := pyedit.New(u.Forward.Unit.Module)
	module, plan := editor.Import(stmt, "torch", "")
	return plan.And(editor.WrapWith([]python.Stmt{stmt}, "with "+module+".no_grad():")).
		Fixes("run it under torch.no_grad()", fixes.Unsafe)
}
