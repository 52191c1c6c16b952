package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/rules"
)

// AccumulationConflict is accumulation-conflict.
var AccumulationConflict = &rules.Rule{
	Name:     "accumulation-conflict",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("accumulation-conflict"),
	On:       rules.Job,
	Words:    []string{"gradient_accumulation_steps"},
	Check:    checkAccumulationConflict,
}

func checkAccumulationConflict(p *rules.Pass) {
	j := p.Job
	argument, ok := argumentSays(j, dialect.Accumulation)
	if !ok || argument.Default || argument.Place.File == nil {
		return
	}
	other, ok := launcherSays(j, dialect.Accumulation)
	if !ok {
		if other, ok = engineSays(j, dialect.Accumulation); !ok || hasTrainer(j) {
			return
		}
	}
	if other.Place.File == nil || sameNumber(argument.Text, other.Text) {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: other.Place.File.Path, Span: other.Place.Span,
		Message: accumulationMessage(j, argument, other),
		Notes:   pointer(argument, fmt.Sprintf("%s says %s", argument.From, argument.Text)),
	})
}

func accumulationMessage(j *job.Job, argument, other job.Value) string {
	if hasTrainer(j) {
		return fmt.Sprintf("%s accumulation steps here and %s in the training arguments (%s): the Trainer refuses to start; say \"auto\" here", other.Text, argument.Text, where(argument))
	}
	return fmt.Sprintf("%s accumulation steps here and %s in the script (%s): accelerate 1.8 and later train with %s, earlier ones with %s; keep one of them",
		other.Text, argument.Text, where(argument), other.Text, argument.Text)
}
