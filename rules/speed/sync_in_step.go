package speed

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// SyncInStep points at training steps that wait for the GPU several times.
var SyncInStep = &rules.Rule{
	Name:     "sync-in-step",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("sync-in-step"),
	On:       rules.PythonFile,
	Words:    []string{"backward", "optim", "loader"},
	Check:    checkSyncInStep,
}

func checkSyncInStep(p *rules.Pass) {
	for _, s := range p.Train.Steps() {
		if s.Loop == nil || s.StepsEnvironment() || !onGPU(p.Python) && !onGPU(s.Loop.Run.Unit.Module) {
			continue
		}
		reportFetches(p, s.Fetches())
	}
}

// onGPU reports whether a file speaks of a GPU.
func onGPU(m *python.Module) bool {
	return bytes.Contains(m.File.Text, []byte("cuda")) || bytes.Contains(m.File.Text, []byte("Accelerator"))
}

func reportFetches(p *rules.Pass, list []train.Fetch) {
	var direct []run.Place
	for _, f := range list {
		if !f.Looped {
			direct = append(direct, f.Call.Place())
			continue
		}
		p.AtPlace(f.Call.Place(), fmt.Sprintf("%s in a loop inside the training step waits for the GPU in every lap: "+
			"stack the values and fetch them once",
			f.Call.Unit.Module.File.Slice(f.Call.At.Span())), nil)
	}
	if len(direct) < 2 {
		return
	}
	var notes []rules.NotePlace
	for _, at := range direct[1:] {
		notes = append(notes, p.NoteAt(at, "and here"))
	}
	p.AtPlace(direct[0], fmt.Sprintf("the training step waits for the GPU %d times to fetch values: stack them and "+
		"fetch them once, or every n steps",
		len(direct)), notes)
}
