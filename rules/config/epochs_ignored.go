package config

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// EpochsIgnored is epochs-ignored.
var EpochsIgnored = &rules.Rule{
	Name:     "epochs-ignored",
	Group:    rules.Config,
	Severity: rules.Note,
	Page:     page("epochs-ignored"),
	On:       rules.PythonFile,
	Words:    []string{"max_steps num_train_epochs"},
	Check:    checkEpochsIgnored,
}

func checkEpochsIgnored(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		epochs, written := a.get("num_train_epochs")
		steps, at, sure := a.count(-1, "max_steps")
		if !written || !sure || steps <= 0 || !epochs.Value.IsNumber() {
			continue
		}
		report(p, rules.Note, epochs, fmt.Sprintf("num_train_epochs says nothing beside max_steps: training ends after %g steps, however many epochs that are; "+
			"keep one of them", steps), note(at, "max_steps is set here"))
	}
}
