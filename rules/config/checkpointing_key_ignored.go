package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointingKeyIgnored finds switches for activation checkpointing that the framework does not read.
var CheckpointingKeyIgnored = &rules.Rule{
	Name:     "checkpointing-key-ignored",
	Group:    rules.Config,
	Severity: rules.Warning,
	Page:     page("checkpointing-key-ignored"),
	On:       rules.ConfigFile,
	Words:    []string{"gradient_checkpointing"},
	Check:    checkCheckpointingKeyIgnored,
}

func checkCheckpointingKeyIgnored(p *rules.Pass) {
	r := dialect.Read(p.Config)
	if r == nil || r.Dialect.Name != "llama-factory" || r.Confidence < dialect.Likely {
		return
	}
	trainers, written := r.Pair("gradient_checkpointing")
	if !written || trainers.Value.Kind != config.Bool {
		return
	}
	own, disabled := r.Pair("disable_gradient_checkpointing")
	disabled = disabled && own.Value.Bool
	switch {
	case trainers.Value.Bool && disabled:
		report(p, rules.Warning, trainers, "gradient_checkpointing: true makes the Trainer checkpoint what "+
			"disable_gradient_checkpointing leaves alone: keep one of the two", note(own, "switched off here"))
	case !trainers.Value.Bool && !disabled:
		d := rules.Diagnostic{
			Severity: rules.Warning, File: trainers.File.Path, Span: span(trainers),
			Message: fmt.Sprintf("LLaMA-Factory does not read gradient_checkpointing: %s: it checkpoints unless "+
				"disable_gradient_checkpointing is true, so every layer runs forward twice; write that, or drop this line",
				trainers.Value.Text),
		}
		if trainers.Entry != nil && own.Entry == nil {
			d.Fixes = disableFix(trainers.Entry)
		}
		p.Report(d)
	}
}

// disableFix says what the key was meant to say.
func disableFix(e *config.Entry) []fixes.Fix {
	return configedit.Rename(e, "disable_gradient_checkpointing").And(configedit.Set(e.Value, "true")).
		Fixes("switch checkpointing off with disable_gradient_checkpointing", fixes.Unsafe)
}
