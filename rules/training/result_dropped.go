package training

import (
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ResultDropped finds statements that compute a tensor and forget it.
var ResultDropped = &rules.Rule{
	Name:       "result-dropped",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("result-dropped"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"torch"},
	Check:      checkResultDropped,
}

func checkResultDropped(p *rules.Pass) {
	for _, d := range p.Train.DroppedResults() {
		var plan []fixes.Fix
		if d.Assignable {
			plan = pyedit.New(p.Python).
				ReplaceExpression(d.Call, d.Tensor+" = "+pyedit.New(p.Python).Text(d.Call)).
				Fixes("keep the result as "+d.Tensor, fixes.Unsafe)
		}
		p.At(
			d.Call,
			fmt.Sprintf(
				"this does nothing: %s() gives another tensor and leaves %s as it is; assign the result",
				d.Method,
				d.Tensor,
			),
			nil,
			plan...)
	}
	for _, d := range p.Train.DroppedWrappers() {
		var plan []fixes.Fix
		if d.Assignable {
			plan = pyedit.New(p.Python).
				ReplaceExpression(d.Call, d.Tensor+" = "+pyedit.New(p.Python).Text(d.Call)).
				Fixes("go on with what it gives", fixes.Unsafe)
		}
		p.At(
			d.Call,
			fmt.Sprintf("this does nothing: %s() gives another module around %s and leaves that one as it is; go on with what it gives",
				d.Method, d.Tensor),
			nil,
			plan...)
	}
	for _, r := range p.Train.ReboundParameters() {
		p.At(
			r.Assign,
			fmt.Sprintf("this gives the name %s another tensor, which nothing reads, and leaves the parameter as it is; change it in "+
				"place under torch.no_grad(): %s.copy_(…), %s.mul_(…), %s.clamp_(…)", r.Name, r.Name, r.Name, r.Name),
			nil,
		)
	}
}
