package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// FSDPDoubleCheckpointing is fsdp-double-checkpointing.
var FSDPDoubleCheckpointing = &rules.Rule{
	Name:     "fsdp-double-checkpointing",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("fsdp-double-checkpointing"),
	On:       rules.PythonFile | rules.ConfigFile | rules.Job,
	Words:    []string{"fsdp"},
	Check:    checkFSDPDoubleCheckpointing,
}

func checkFSDPDoubleCheckpointing(p *rules.Pass) {
	if p.Job != nil {
		checkLauncherCheckpointing(p)
		return
	}
	for _, a := range hfArguments(p) {
		sharding, ok := a.get("fsdp")
		if !ok || sharding.Value.Kind != config.String || sharding.Value.Text == "" {
			continue
		}
		trainers, written := a.get("gradient_checkpointing")
		on := written && trainers.Value.Bool
		byDefault := !written && a.trl && !a.open
		if fsdps, both := a.on("fsdp_config.activation_checkpointing"); both && (on || byDefault) {
			other := "gradient_checkpointing is true"
			if byDefault {
				other = "gradient_checkpointing is true by default in TRL"
			}
			a.fatal(
				fsdps,
				fmt.Sprintf(
					"fsdp_config.activation_checkpointing is true and %s: Trainer raises ValueError, set gradient_checkpointing to false",
					other,
				),
			)
			continue
		}
		if on && strings.Contains(sharding.Value.Text, "full_shard") {
			report(
				p,
				rules.Warning,
				trainers,
				"gradient_checkpointing under full_shard gathers every block's parameters once more in the backward pass; "+
					"fsdp_config.activation_checkpointing does not",
				note(sharding, "full sharding is chosen here"),
			)
		}
	}
}

// checkLauncherCheckpointing compares an accelerate config with the training
// arguments of the script that it launches.
func checkLauncherCheckpointing(p *rules.Pass) {
	j := p.Job
	if j.Accelerate == nil || j.Launch == nil { // a script and a config that nothing launches together may never meet
		return
	}
	fsdps, ok := j.Accelerate.Pair("fsdp_config.fsdp_activation_checkpointing")
	if !ok || !fsdps.Value.Bool || j.Framework != job.HFTrainer && j.Framework != job.TRL {
		return
	}
	trainers, on := trainerCheckpointing(j)
	if !on {
		return
	}
	message := "fsdp_activation_checkpointing is true and so is gradient_checkpointing of the training arguments: Trainer raises ValueError, set gradient_checkpointing to false"
	if trainers.File == "" {
		trainers.Message = "gradient_checkpointing is true by default in TRL"
	}
	report(p, rules.Error, fsdps, message, trainers)
}

// trainersFlags are the options of a parser of training arguments that switch the Trainer's checkpointing on.
var trainersFlags = map[string]bool{"--gradient_checkpointing": true, "--activation_checkpointing": true}

// trainerCheckpointing reports whether the training arguments of a job switch
// checkpointing on, and where.
func trainerCheckpointing(j *job.Job) (rules.NotePlace, bool) {
	if j.Config != nil && j.Config.Dialect.Name == "hf-arguments" {
		if pair, ok := j.Config.Pair("gradient_checkpointing"); ok {
			return note(pair, "gradient_checkpointing is true here"), pair.Value.Bool
		}
	}
	if j.Program == nil {
		return rules.NotePlace{}, false
	}
	if v, ok := j.Get(dialect.Checkpointing); ok && v.Place.File != nil && trainersFlags[v.From] {
		here := rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: v.From + " is true here"}
		return here, v.Text == "full"
	}
	call := j.ArgumentsCall()
	if call == nil {
		return rules.NotePlace{}, j.DefaultsTo(dialect.Checkpointing, "full")
	}
	m := j.Program.Module()
	arg := m.Argument(call, "gradient_checkpointing", -1)
	switch arg.Presence {
	case python.Given:
		v := j.Program.Value(arg.Value)
		return rules.NotePlace{
				File:    m.File.Path,
				Span:    arg.Value.Span(),
				Message: "gradient_checkpointing is true here",
			}, v.Value == run.Value(
				run.Bool(true),
			)
	case python.Absent:
		return rules.NotePlace{}, j.DefaultsTo(dialect.Checkpointing, "full")
	}
	return rules.NotePlace{}, false
}
