package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// TeacherInTrainMode finds networks that a training learns from, and that stand in training mode themselves.
var TeacherInTrainMode = &rules.Rule{
	Name:       "teacher-in-train-mode",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("teacher-in-train-mode"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"no_grad backward", "inference_mode backward", "no_grad train"},
	Check:      checkTeacherInTrainMode,
}

func checkTeacherInTrainMode(p *rules.Pass) {
	for _, t := range p.Train.TeachersInTrainMode() {
		what := "its dropout stays on, and each batch gets other answers"
		if t.Keeps {
			what = "its batch norm goes by each batch, and its statistics drift away from those it was trained with"
		}
		var notes []rules.NotePlace
		if t.Mode != nil {
			notes = append(notes, p.NoteAt(t.Mode.Place(), "this puts it into training mode"))
		}
		if t.Layer.Made != nil && t.Layer.Made.Node != nil {
			notes = append(notes, p.NoteAt(t.Layer.Made.Place(), "this computes something else in training mode"))
		}
		when := "once it is loaded"
		if t.Mode != nil && t.Mode.Object != t.Module {
			when = "each time after that train(), which reaches it, too"
		}
		p.AtPlace(t.Forward.Place(), fmt.Sprintf(
			"%s was given its weights, and is asked in training mode: %s; call its eval() %s",
			python.PathText(t.Forward.Node.Func), what, when), notes)
	}
}
