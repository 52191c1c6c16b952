package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// UnregisteredParameter finds attributes of modules that hold what was computed of a parameter, and not the parameter.
var UnregisteredParameter = &rules.Rule{
	Name:     "unregistered-parameter",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("unregistered-parameter"),
	On:       rules.PythonFile,
	Words:    []string{"Parameter forward"},
	Check:    checkUnregisteredParameter,
}

func checkUnregisteredParameter(p *rules.Pass) {
	for _, u := range p.Train.UnregisteredParameters() {
		by := u.By + "()"
		switch u.By {
		case "to", "cuda":
			by += " to another device"
		case "+", "-", "*", "/", "@", "**":
			by = u.By
		}
		p.At(u.Target, fmt.Sprintf("%s is a plain tensor and no parameter of %s: %s makes another tensor of the Parameter, which parameters() does not give, "+
			"so no optimizer trains it; compute first and make a Parameter of the result", p.File.Slice(u.Target.Span()), u.Class.Name, by),
			[]rules.NotePlace{p.Note(u.Part, "this Parameter is kept nowhere")})
	}
}
