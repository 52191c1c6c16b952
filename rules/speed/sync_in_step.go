package speed

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// SyncInStep points at training steps that wait for the GPU several times.
var SyncInStep = &rules.Rule{
	Name:       "sync-in-step",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("sync-in-step"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"backward", "optim", "loader"},
	Check:      checkSyncInStep,
}

func checkSyncInStep(p *rules.Pass) {
	for _, s := range p.Train.Steps() {
		if s.Loop == nil || s.StepsEnvironment() || !onGPU(p.Python) && !onGPU(s.Loop.Run.Unit.Module) {
			continue
		}
		reportWaits(p, s.Waits())
	}
}

// reportWaits says once for a step where it waits: once in each lap of a loop of its own, or several times with work
// for the GPU between. What is fetched right behind something else is there already, and costs next to nothing.
func reportWaits(p *rules.Pass, waits []train.Wait) {
	looped := slices.IndexFunc(waits, func(w train.Wait) bool { return w.Looped })
	if looped < 0 && len(waits) < 2 {
		return
	}
	var places []run.Place
	for _, w := range waits {
		places = append(places, w.Fetches[0].Call.Place())
	}
	at := places[max(0, looped)]
	var notes []rules.NotePlace
	for _, other := range places {
		if other != at {
			notes = append(notes, p.NoteAt(other, "and here"))
		}
	}
	if looped >= 0 {
		c := waits[looped].Fetches[0].Call
		p.AtPlace(
			at,
			fmt.Sprintf("%s in a loop inside the training step waits for the GPU in every lap: stack the values and "+
				"fetch them once behind it", c.Unit.Module.File.Slice(c.At.Span())),
			notes,
		)
		return
	}
	p.AtPlace(
		at,
		fmt.Sprintf("the training step waits for the GPU %d times, with work for it between: fetch the values together "+
			"at its end, or every n steps", len(waits)),
		notes,
	)
}
