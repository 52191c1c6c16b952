package core

import "github.com/trainlint/trainlint/rules"

// FileTooComplex is reported once for a file that is not looked at any further.
var FileTooComplex = &rules.Rule{
	Name:     "file-too-complex",
	Group:    rules.Core,
	Severity: rules.Note,
	Page:     page("file-too-complex"),
	On:       rules.PythonFile,
}
