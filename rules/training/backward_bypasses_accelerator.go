package training

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// BackwardBypassesAccelerator finds loss.backward() beside an Accelerator that has to scale or to divide the loss.
var BackwardBypassesAccelerator = &rules.Rule{
	Name:     "backward-bypasses-accelerator",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("backward-bypasses-accelerator"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"backward step prepare", "optim prepare"},
	Check:    checkBackwardBypassesAccelerator,
}

func checkBackwardBypassesAccelerator(p *rules.Pass) {
	said := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		b := step.Bypass()
		if b == nil || said[b.Backward.Call.At] {
			continue
		}
		said[b.Backward.Call.At] = true
		severity, message := rules.Warning, "the Accelerator accumulates gradients, and only its backward() divides the loss by the number of "+
			"micro-batches: the gradient is that many times too large; call its backward(loss)"
		note := "the number of micro-batches is given here"
		if b.Scales {
			severity, message = rules.Error, "the Accelerator trains in float16, and only its backward() scales the loss: the first step of the "+
				"optimizer raises AssertionError, as nothing was scaled; call its backward(loss)"
			note = "float16 is asked for here"
		}
		p.AtHazardAs(
			severity,
			b.Backward.Place(),
			step.Site(b.Backward),
			message,
			[]rules.NotePlace{p.NoteAt(b.Accelerator.Place(), note)},
			throughAccelerator(b)...)
	}
}

// throughAccelerator writes accelerator.backward(loss) for loss.backward(), where the name of the Accelerator stands
// around it.
func throughAccelerator(b *train.Bypass) []fixes.Fix {
	call, name := b.Backward.Node(), b.Runs()
	if name == "" || len(call.Args) > 0 {
		return nil
	}
	edit := pyedit.New(b.Backward.Call.Unit.Module)
	text := name + ".backward(" + edit.Text(call.Receiver()) + ")"
	return edit.ReplaceExpression(call, text).Fixes("let the Accelerator run the backward pass", fixes.Unsafe)
}
