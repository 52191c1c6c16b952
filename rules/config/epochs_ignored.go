package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// EpochsIgnored is epochs-ignored.
var EpochsIgnored = &rules.Rule{
	Name:     "epochs-ignored",
	Group:    rules.Config,
	Severity: rules.Note,
	Page:     page("epochs-ignored"),
	On:       rules.PythonFile | rules.Job,
	Words:    []string{"max_steps num_train_epochs"},
	Check:    checkEpochsIgnored,
}

func checkEpochsIgnored(p *rules.Pass) {
	if p.Job != nil {
		checkEpochsOfJob(p)
		return
	}
	for _, a := range hfArguments(p) {
		epochs, written := a.get("num_train_epochs")
		steps, at, sure := a.count(-1, "max_steps")
		if !written || !sure || steps <= 0 || !epochs.Value.IsNumber() {
			continue
		}
		report(
			p,
			rules.Note,
			epochs,
			fmt.Sprintf(
				"num_train_epochs says nothing beside max_steps: training ends after %g steps, however many epochs that are; "+
					"keep one of them",
				steps,
			),
			note(at, "max_steps is set here"),
		)
	}
}

// checkEpochsOfJob looks at a command that gives both as options, to a script whose Trainer takes them as they are.
func checkEpochsOfJob(p *rules.Pass) {
	if p.Job.Framework != job.HFTrainer && p.Job.Framework != job.TRL && p.Job.Framework != job.Swift {
		return
	}
	epochs, _ := p.Job.Get(dialect.Epochs)
	steps, _ := p.Job.Get(dialect.MaxSteps)
	if epochs.From != "--num_train_epochs" || steps.From != "--max_steps" || p.Job.Int(dialect.MaxSteps) <= 0 {
		return
	}
	p.Report(
		rules.Diagnostic{
			Severity: rules.Note,
			File:     epochs.Place.File.Path,
			Span:     epochs.Place.Span,
			Notes:    pointer(steps, "max_steps is set here"),
			Message: fmt.Sprintf(
				"num_train_epochs says nothing beside max_steps: training ends after %s steps, however many epochs that are; keep one of them",
				steps.Text,
			),
		},
	)
}
