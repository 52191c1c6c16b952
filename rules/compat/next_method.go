package compat

import (
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// withoutNext is the first torch whose loaders' iterators have no method next.
const withoutNext = "1.13"

// checkNextMethod finds `iter(loader).next()`, which old tutorials have.
func checkNextMethod(p *rules.Pass) {
	if !p.Versions.Allows("torch", ">="+withoutNext) {
		return
	}
	e := pyedit.New(p.Python)
	for _, c := range p.Train.NextMethods() {
		if p.Python.Guarded(c) {
			continue
		}
		severity := rules.Error
		if p.Versions.MayBeOlder("torch", withoutNext) {
			severity = rules.Warning
		}
		to := "next(" + e.Text(c.Receiver()) + ")"
		var plan []fixes.Fix
		if scope, _ := p.Python.Lookup("next", c); scope == nil { // nothing of the file's own has the name
			plan = e.ReplaceExpression(c, to).Fixes("use "+to, fixes.Safe)
		}
		message := fmt.Sprintf(
			"the iterator of a DataLoader has no method next since torch %s: asking for it raises AttributeError; use %s",
			withoutNext,
			to,
		)
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: c.Span(), Message: message, Fixes: plan})
	}
}
