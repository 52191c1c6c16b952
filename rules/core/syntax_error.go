package core

import "github.com/trainlint/trainlint/rules"

// SyntaxError is reported once for a file that does not parse.
var SyntaxError = &rules.Rule{
	Name:     "syntax-error",
	Group:    rules.Core,
	Severity: rules.Warning,
	Page:     page("syntax-error"),
	On:       rules.PythonFile,
}
