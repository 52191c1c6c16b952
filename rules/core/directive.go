package core

import "github.com/trainlint/trainlint/rules"

// DirectiveMalformed is reported for comments that start like a directive.
var DirectiveMalformed = &rules.Rule{
	Name:     "directive-malformed",
	Group:    rules.Core,
	Severity: rules.Warning,
	Page:     page("directive-malformed"),
	On:       rules.PythonFile,
}

// DirectiveUnknownRule is reported for directives that name no rule.
var DirectiveUnknownRule = &rules.Rule{
	Name:     "directive-unknown-rule",
	Group:    rules.Core,
	Severity: rules.Warning,
	Page:     page("directive-unknown-rule"),
	On:       rules.PythonFile,
}

// DirectiveUnused is reported for directives that silence nothing.
var DirectiveUnused = &rules.Rule{
	Name:     "directive-unused",
	Group:    rules.Core,
	Severity: rules.Warning,
	Page:     page("directive-unused"),
	On:       rules.PythonFile,
}
