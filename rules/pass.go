package rules

import "github.com/trainlint/trainlint/analyzers/source"

// Pass is what one run of a rule's check is shown, and where it reports.
// Exactly the facts of its rule's Subject are set.
type Pass struct {
	Rule   *Rule
	File   *source.File // the file looked at; nil for job rules
	report func(Diagnostic)
}

// NewPass makes a pass for one rule; report receives every diagnostic.
func NewPass(rule *Rule, report func(Diagnostic)) *Pass {
	return &Pass{Rule: rule, report: report}
}

// Report files a finding under the pass's rule, with the severity it carries.
func (p *Pass) Report(d Diagnostic) {
	d.Rule = p.Rule
	p.report(d)
}
