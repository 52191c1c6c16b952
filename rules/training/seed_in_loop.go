package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// SeedInLoop finds trainings that go back to the same random numbers in every step or epoch.
var SeedInLoop = &rules.Rule{
	Name:     "seed-in-loop",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("seed-in-loop"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"seed"},
	Check:    checkSeedInLoop,
}

func checkSeedInLoop(p *rules.Pass) {
	for _, c := range p.Train.SeededSamples() {
		if ask.InTest(p.File.Path) {
			continue
		}
		p.At(c, "the dataset sets one seed for every sample: what it draws behind it is the same for all of them, in every epoch; "+
			"leave it out, or seed the program once", nil)
	}
	for _, r := range p.Train.Reseeded() {
		if ask.InTest(r.Site.File()) {
			continue
		}
		lap, comes := "step", "dropout drops the same units, and noise is the same, whatever the batch"
		if r.Loop.Kind == train.EpochLoop {
			lap, comes = "epoch", "the samples come in the same order, augmented and dropped out alike"
		}
		notes := []rules.NotePlace{p.NoteAt(r.Loop.Head(), "the loop")}
		if r.Call.At != r.Site.Node {
			notes = append(notes, p.NoteAt(r.Call.Place(), "the seed is set here"))
		}
		p.AtPlace(r.Site, fmt.Sprintf(
			"each %s sets the same seed, and goes back to the same random numbers: %s; set it once, before the loop", lap, comes),
			notes)
	}
}
