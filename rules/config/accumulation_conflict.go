package config

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// AccumulationConflict is accumulation-conflict.
var AccumulationConflict = &rules.Rule{
	Name:     "accumulation-conflict",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("accumulation-conflict"),
	On:       rules.Job,
	Words:    []string{"gradient_accumulation_steps"},
	Check:    checkAccumulationConflict,
}

func checkAccumulationConflict(p *rules.Pass) {
	j := p.Job
	if wordForNumber(p, j) {
		return
	}
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
		return fmt.Sprintf(
			"%s accumulation steps here and %s in the training arguments (%s): the Trainer refuses to start; say \"auto\" here",
			other.Text,
			argument.Text,
			where(argument),
		)
	}
	if other.Launcher() {
		return fmt.Sprintf("%s accumulation steps here and %s in the script (%s): accelerate launch passes the %s on, "+
			"and Accelerator() takes it instead of its argument; keep one of them",
			other.Text, argument.Text, where(argument), other.Text)
	}
	return fmt.Sprintf(
		"%s accumulation steps here and %s in the script (%s): accelerate 1.8 and later train with %s, earlier ones with %s; keep one of them",
		other.Text,
		argument.Text,
		where(argument),
		other.Text,
		argument.Text,
	)
}

// wordForNumber finds "auto" where accelerate launch hands it to Accelerator() in the
// environment: int("auto") ends the run. The Trainer brings its own number and never asks.
func wordForNumber(p *rules.Pass, j *job.Job) bool {
	if j.Program == nil || j.Framework != job.Accelerate && j.Framework != job.Diffusers {
		return false
	}
	calls := j.Program.Module().Calls("accelerate.Accelerator")
	brings := func(c *python.Call) bool { return c.Spreads() || c.Keyword("gradient_accumulation_plugin") != nil }
	if len(calls) == 0 || slices.ContainsFunc(calls, brings) {
		return false
	}
	for _, v := range j.Said(dialect.Accumulation) {
		if !v.Launcher() || v.Written != "auto" || v.Entry == nil {
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: v.Place.File.Path, Span: v.Place.Span,
			Message: "accelerate launch passes gradient_accumulation_steps: auto on, and Accelerator() makes a number of it: " +
				"ValueError at start; leave the key out",
			Notes: []rules.NotePlace{{File: j.Program.File().Path, Span: calls[0].Span(), Message: "it is read here"}},
			Fixes: configedit.Remove(v.Entry).Fixes("leave the key out: the script's number counts", fixes.Safe),
		})
		return true
	}
	return false
}
