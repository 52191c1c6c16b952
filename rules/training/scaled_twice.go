package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// ScaledTwice finds pictures that are divided by 255 although ToTensor has done so.
var ScaledTwice = &rules.Rule{
	Name:     "scaled-twice",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("scaled-twice"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"oader 255", "oader 256", "oader 127", "oader 128"},
	Check:    checkScaledTwice,
}

func checkScaledTwice(p *rules.Pass) {
	for _, s := range p.Train.ScaledTwice() {
		path, _ := s.Scaled.Callee.(run.Symbol)
		p.AtPlace(s.At, fmt.Sprintf("%s has brought the pictures to 0 to 1 before, and this divides them by %g once more: "+
			"they are nearly black, all alike to the network; take the division away", run.LastPart(string(path)), s.By),
			[]rules.NotePlace{p.NoteAt(s.Scaled.Place(), "this gives numbers from 0 to 1")})
	}
}
