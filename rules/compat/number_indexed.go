package compat

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// NumberIndexed finds the first item of a tensor that has none: loss.data[0].
var NumberIndexed = &rules.Rule{
	Name:     "number-indexed",
	Group:    rules.Compat,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("number-indexed"),
	On:       rules.PythonFile,
	Version:  "torch>=1.0",
	Words:    []string{"data[0]", ")[0] .data", ")[0] .cpu()", ")[0] .numpy()", ")[0] .detach()"},
	Check:    checkNumberIndexed,
}

func checkNumberIndexed(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, i := range p.Train.IndexedNumbers() {
		if p.Python.Guarded(i.At) {
			continue
		}
		instead, cure, title := e.Text(i.Tensor)+".item()", "read it with ", "use .item()"
		// loss.data[0].item(): what the number is asked for, the tensor is
		if _, asked := i.At.Parent().(*python.Attribute); asked {
			instead, cure, title = e.Text(i.At.Value), "it is ", "leave the index away"
		}
		since := "1.0"
		if strings.Contains(e.Text(i.At), ".numpy()") { // what torch 0.4 lets pass, numpy does not
			since = "0.4"
		}
		p.At(
			i.At,
			fmt.Sprintf(
				"this tensor is one number and has no items: %s raises IndexError since torch %s; %s%s",
				e.Text(i.At),
				since,
				cure,
				instead,
			),
			nil,
			e.ReplaceExpression(i.At, instead).Fixes(title, fixes.Safe)...)
	}
}
