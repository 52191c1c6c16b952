package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// MissingSuperInit finds modules that are given their layers before torch.nn.Module has made room for them.
var MissingSuperInit = &rules.Rule{
	Name:     "missing-super-init",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("missing-super-init"),
	On:       rules.PythonFile,
	Words:    []string{"Module __init__", "super() __init__ nn."}, // a base of another file is the Module
	Check:    checkMissingSuperInit,
}

func checkMissingSuperInit(p *rules.Pass) {
	for _, u := range p.Train.Uninitialised() {
		what := "and nothing calls super().__init__()"
		var notes []rules.NotePlace
		if u.Late != nil {
			what = "before super().__init__() has run"
			notes = append(notes, p.Note(u.Late, "too late: this has to come first"))
		}
		p.At(u.Target, fmt.Sprintf("%s is given %s %s: making a %s raises AttributeError; call super().__init__() first",
			u.Class.Name, p.File.Slice(u.Target.Span()), what, u.Class.Name), notes, startFirst(p, u)...)
	}
}

// startFirst calls the constructor of the base first, where that is torch.nn.Module's own, which takes no arguments.
func startFirst(p *rules.Pass, u train.Uninitialised) []fixes.Fix {
	for _, base := range u.Class.Bases {
		if p.Python.Resolve(base.Value) != "torch.nn.Module" { // its constructor may want arguments, or what is stored
			return nil
		}
	}
	edit := pyedit.New(p.Python)
	if u.Late == nil {
		return edit.InsertBefore(u.First, "super().__init__()").Fixes("call super().__init__() first", fixes.Unsafe)
	}
	if _, alone := u.Late.(*python.ExprStmt); !alone {
		return nil
	}
	return edit.RemoveStatement(u.Late).
		And(edit.InsertBefore(u.First, edit.Text(u.Late))).
		Fixes("move it to the front", fixes.Unsafe)
}
