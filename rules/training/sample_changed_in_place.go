package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// SampleChangedInPlace finds datasets that change what they hold whenever a sample is asked for.
var SampleChangedInPlace = &rules.Rule{
	Name:     "sample-changed-in-place",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("sample-changed-in-place"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"__getitem__ oader"},
	Check:    checkSampleChangedInPlace,
}

func checkSampleChangedInPlace(p *rules.Pass) {
	for _, c := range p.Train.ChangedSamples() {
		what, cure := "computes on it once more", "compute out of place, or on a clone"
		switch c.How {
		case train.Overlaid:
			what, cure = "overwrites another random part of it, on top of what it overwrote before", "write to a clone"
		case train.Grown:
			what, cure = "changes how many items it has once more", "change a copy of the list"
		}
		workers := ""
		if count, _ := c.Loader.Workers(); count == train.PerhapsWorkers {
			workers = ", where the loader has no workers,"
		}
		p.AtPlace(c.At,
			fmt.Sprintf("this changes what self.%s itself holds: each epoch%s %s; %s", c.Held, workers, what, cure),
			[]rules.NotePlace{p.NoteAt(c.Loader.Place(), "this loader asks for each sample in every epoch")})
	}
}
