package training

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// UnregisteredParameter finds attributes of modules that hold what was computed of a parameter, and not the parameter.
var UnregisteredParameter = &rules.Rule{
	Name:     "unregistered-parameter",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("unregistered-parameter"),
	On:       rules.PythonFile,
	Words:    []string{"Parameter forward", "requires_grad forward", "requires_grad training_step"},
	Check:    checkUnregisteredParameter,
}

func checkUnregisteredParameter(p *rules.Pass) {
	for _, u := range p.Train.UnregisteredParameters() {
		if u.Device != "" && !speaksOfGPU(p) {
			continue
		}
		severity := p.Rule.Severity
		by := u.By + "()"
		switch u.By {
		case "to", "cuda":
			by += " to another device"
			if u.Device != "" {
				by, severity = by+", a GPU for "+u.Device+",", rules.Warning
			}
		case "+", "-", "*", "/", "@", "**":
			by = u.By
		}
		message := fmt.Sprintf(
			"%s is a plain tensor and no parameter of %s: %s makes another tensor of the Parameter, which parameters() does not give, "+
				"so no optimizer trains it; compute first and make a Parameter of the result",
			p.File.Slice(u.Target.Span()),
			u.Class.Name,
			by,
		)
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: u.Target.Span(), Message: message,
			Notes: []rules.NotePlace{p.NoteAt(u.Part, "this Parameter is kept nowhere")}})
	}
	for _, u := range p.Train.LearningTensors() {
		taken := func(m *python.Module) bool { return train.ReadsOfOthers(m, u.Target.Attr) }
		if p.OneElsewhere != nil && p.OneElsewhere(taken, u.Target.Attr) {
			continue
		}
		message := fmt.Sprintf(
			"%s is a plain tensor and no parameter of %s: requires_grad=True lets gradients come to it, but parameters() does not give "+
				"it, so no optimizer trains it, and to() does not move it; make it an nn.Parameter",
			p.File.Slice(u.Target.Span()),
			u.Class.Name,
		)
		p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: p.File.Path, Span: u.Target.Span(), Message: message})
	}
}

// speaksOfGPU reports whether the file or another one of the project speaks of CUDA: what is handed in for a device may
// be one then.
func speaksOfGPU(p *rules.Pass) bool {
	return bytes.Contains(p.File.Text, []byte("cuda")) || p.Elsewhere != nil && p.Elsewhere("cuda")
}
