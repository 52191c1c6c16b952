package compat

import (
	"fmt"

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
		written := e.Text(i.At)
		item := e.Text(i.Tensor) + ".item()"
		p.At(i.At, fmt.Sprintf("this tensor is one number and has no items: %s raises IndexError since torch 1.0; read it with %s", written, item),
			nil, e.ReplaceExpression(i.At, item).Fixes("use .item()", fixes.Safe)...)
	}
}
