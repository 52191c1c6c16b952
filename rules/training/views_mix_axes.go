package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// ViewsMixAxes finds maps of classes that are cut into rows across their axes.
var ViewsMixAxes = &rules.Rule{
	Name:     "views-mix-axes",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("views-mix-axes"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"view(-1", "reshape(-1"},
	Check:    checkViewsMixAxes,
}

func checkViewsMixAxes(p *rules.Pass) {
	for _, m := range p.Train.MixedAxes() {
		at := m.View.Place()
		text := strings.Join(strings.Fields(at.Unit.Module.File.Slice(at.Node.Span())), " ")
		p.AtPlace(at, fmt.Sprintf("%s cuts a map that has its classes on axis 1 into rows of neighbouring places: "+
			"the loss takes the values of one class for the scores of all classes; move the classes to the last axis first, "+
			"%s, or give the loss the map and the labels as they are", text, moved(m.Map)),
			[]rules.NotePlace{p.NoteAt(m.Map.Place(), "this gives the map"), p.NoteAt(m.Loss.Place(), "the loss")})
	}
}

// moved is what moves the classes of a map to its last axis.
func moved(gives *run.Call) string {
	if layer, ok := gives.Callee.(*run.Object); ok && layer.Made != nil {
		gives = layer.Made
	}
	if path, _ := gives.Callee.(run.Symbol); strings.HasSuffix(string(path), "1d") {
		return "transpose(1, 2)"
	}
	return "permute(0, 2, 3, 1)"
}
