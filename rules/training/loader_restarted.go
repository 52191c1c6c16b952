package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LoaderRestarted finds training steps that take the first batch of a loader each time.
var LoaderRestarted = &rules.Rule{
	Name:     "loader-restarted",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("loader-restarted"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"next(iter(", "DataLoader backward", "DataLoader train"},
	Check:    checkLoaderRestarted,
}

func checkLoaderRestarted(p *rules.Pass) {
	for _, b := range p.Train.LoadersBegun() {
		at := b.Next.Place()
		if ask.InTest(at.File()) {
			continue
		}
		name := python.PathText(b.Next.Node.Args[0].Value.(*python.Call).Args[0].Value)
		if name == "" {
			name = "the loader"
		}
		notes := []rules.NotePlace{p.NoteAt(b.Loader.Place(), "the loader")}
		message := fmt.Sprintf(
			"each step begins to go over %s anew and takes its first batch: it does not shuffle, so that every step trains "+
				"on the same samples; keep the iterator, and make another one when it is used up", name)
		if !b.Same {
			message = fmt.Sprintf(
				"each step begins to go over %s anew for one batch: it starts %d worker processes, which load batches that "+
					"nobody takes, and there are no epochs; keep the iterator, and make another one when it is used up", name, b.Workers)
			p.AtHazardAs(rules.Warning, at, at, message, notes)
			continue
		}
		p.AtPlace(at, message, notes)
	}
}
