package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// ScheduleNeverActs finds schedules whose first change of the learning rate comes after the last epoch.
var ScheduleNeverActs = &rules.Rule{
	Name:       "schedule-never-acts",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("schedule-never-acts"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      rules.StepWords("StepLR .step("),
	Check:      checkScheduleNeverActs,
}

func checkScheduleNeverActs(p *rules.Pass) {
	for _, s := range p.Train.IdleSchedules() {
		p.AtPlace(s.Said, fmt.Sprintf(
			"the learning rate changes first after %d epochs, and the training ends after %d: it stays what it was all the "+
				"way; let it change earlier, or drop the schedule", s.First, s.Epochs),
			[]rules.NotePlace{p.NoteAt(s.Schedule.Place(), "it steps here, once an epoch")})
	}
}
