package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// StaleScheduler finds schedulers that drive an optimizer nobody steps any longer.
var StaleScheduler = &rules.Rule{
	Name:     "stale-scheduler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("stale-scheduler"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("sched"),
	Check:    checkStaleScheduler,
}

func checkStaleScheduler(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, stale := range e.StaleSchedules() {
			if at, atStep := stale.Site(); !reported[at.Node] {
				reported[at.Node] = true
				reportStale(p, stale, at, atStep)
			}
		}
	}
}

func reportStale(p *rules.Pass, stale *train.StaleSchedule, at run.Place, atStep bool) {
	name := schedulerName(stale.Step)
	replaced := run.Place{Unit: stale.Replaced.Unit, Node: stale.Replaced.Node}
	where, notes := name+".step()", []rules.NotePlace{p.NoteAt(replaced, "the optimizer is rebuilt here")}
	if !atStep {
		where += " at " + ask.Where(stale.Step.Place(), at.Unit)
		notes = append(notes, p.NoteAt(stale.Step.Place(), "the scheduler of the old optimizer steps here"))
	}
	if made := stale.Step.Object.Made; made.Node != nil {
		notes = append([]rules.NotePlace{p.NoteAt(made.Place(), "made for the old optimizer")}, notes...)
	}
	p.AtPlace(at, fmt.Sprintf("%s drives the optimizer that %s replaces: the new one keeps its learning rate and the "+
		"old one is kept alive; rebuild %s with the optimizer",
		where, ask.Where(replaced, at.Unit), name), notes)
}
