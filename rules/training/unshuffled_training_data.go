package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// UnshuffledTrainingData finds loaders that give a training the same batches in every epoch, in the order of the data.
var UnshuffledTrainingData = &rules.Rule{
	Name:       "unshuffled-training-data",
	Group:      rules.Training,
	Severity:   rules.Note,
	Page:       page("unshuffled-training-data"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"DataLoader", "loader epoch", "dl epoch"},
	Check:      checkUnshuffledTrainingData,
}

func checkUnshuffledTrainingData(p *rules.Pass) {
	for _, l := range p.Train.FedInOrder() {
		decides := l.Unshuffled()
		name := boundTo(decides.At)
		if name == "" {
			name = "the loader"
		}
		how := "no shuffle and no sampler"
		switch {
		case decides != l.Call:
			how = python.LastName(decides.Node.Func) + " is not told to shuffle"
		case l.Written("shuffle") != nil:
			how = "shuffle=False"
		}
		pass := "shuffle=True"
		if l.SamplesOnOneWay() {
			sampler := "the sampler"
			if name, ok := l.Written("sampler").(*python.Name); ok {
				sampler = name.ID
			}
			how += " where " + sampler + " is None"
			pass += " there"
		}
		var notes []rules.NotePlace
		if loop := l.Training(); loop != nil {
			notes = append(notes, p.NoteAt(loop.Head(), "the loop that trains on it"))
		}
		if decides != l.Call {
			notes = append(notes, p.NoteAt(l.Place(), "the loader"))
		}
		p.AtPlace(decides.Place(), fmt.Sprintf(
			"%s gives the training its samples in the order of the dataset, the same batches in every epoch: %s; pass %s",
			name, how, pass), notes, shuffleFix(l)...)
	}
}

func shuffleFix(l *train.Loader) []fixes.Fix {
	if l.Unshuffled() != l.Call || l.SamplesOnOneWay() { // torch takes shuffle=True or a sampler, not both
		return nil
	}
	e := pyedit.New(l.Call.Unit.Module)
	arg := l.Call.Unit.Module.Argument(l.Call.Node, "shuffle", 2)
	if arg.Direct != nil {
		return e.SetArgument(arg.Direct, "True").Fixes("shuffle=True", fixes.Unsafe)
	}
	return e.AddKeyword(l.Call.Node, "shuffle", "True").Fixes("shuffle=True", fixes.Unsafe)
}
