package training

import (
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DropoutIgnoresMode finds dropouts of modules that go on in evaluation mode.
var DropoutIgnoresMode = &rules.Rule{
	Name:     "dropout-ignores-mode",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("dropout-ignores-mode"),
	On:       rules.PythonFile,
	Words:    []string{"dropout forward", "Dropout forward"},
	Check:    checkDropoutIgnoresMode,
}

func checkDropoutIgnoresMode(p *rules.Pass) {
	for _, d := range p.Train.ModelessDropouts() {
		if d.Self == "" {
			p.At(
				d.Call,
				"a dropout that is made in forward() is in training mode each time: eval() does not reach it, and evaluation drops out, too; "+
					"make it in the constructor",
				nil,
			)
			continue
		}
		if d.Rate != nil {
			edit := pyedit.New(p.Python)
			rate := edit.Text(d.Rate.Value)
			p.At(
				d.Rate,
				fmt.Sprintf(
					"attention drops out in evaluation mode, too: the function does not know the mode of its module; pass %s if %s.training else 0.0",
					rate,
					d.Self,
				),
				nil,
				edit.SetArgument(d.Rate, rate+" if "+d.Self+".training else 0.0").
					Fixes("drop out in training mode only", fixes.Unsafe)...)
			continue
		}
		var plan []fixes.Fix
		if !d.Call.Spreads() {
			plan = pyedit.New(p.Python).
				AddKeyword(d.Call, "training", d.Self+".training").
				Fixes("drop out in training mode only", fixes.Unsafe)
		}
		p.At(
			d.Call,
			"this drops out in evaluation mode, too: its default is training=True, whatever eval() says; pass training="+
				d.Self+".training",
			nil,
			plan...)
	}
}
