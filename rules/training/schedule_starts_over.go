package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// ScheduleStartsOver finds schedules that begin anew where a training goes on from a checkpoint.
var ScheduleStartsOver = &rules.Rule{
	Name:     "schedule-starts-over",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("schedule-starts-over"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"LR range", "sched range"},
	Check:    checkScheduleStartsOver,
}

func checkScheduleStartsOver(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, r := range e.RestartedSchedules() {
			if reported[r.Made.Node] {
				continue
			}
			reported[r.Made.Node] = true
			path, _ := r.Made.Callee.(run.Symbol)
			what, loaded := "its optimizer", "the optimizer's state is loaded here"
			if r.Weights {
				what, loaded = "the weights", "the weights are loaded here"
			}
			p.AtPlace(
				r.Made.Place(),
				fmt.Sprintf("this %s starts over where the training goes on from a checkpoint: %s and the count of epochs are loaded, "+
					"its own count is not; save its state_dict() and load it, too", run.LastPart(string(path)), what),
				[]rules.NotePlace{
					p.NoteAt(r.Loaded.Place(), loaded),
					p.NoteAt(r.Loop.Head(), "and this loop goes on where the checkpoint says"),
				},
			)
		}
	}
}
