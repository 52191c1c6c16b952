package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// PrecisionConflict is precision-conflict.
var PrecisionConflict = &rules.Rule{
	Name:     "precision-conflict",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("precision-conflict"),
	On:       rules.Job,
	Words:    []string{"bf16", "fp16", "mixed_precision"},
	Check:    checkPrecisionConflict,
}

func checkPrecisionConflict(p *rules.Pass) {
	j := p.Job
	engine, _ := engineSays(j, dialect.Precision)
	argument, hasArgument := argumentSays(j, dialect.Precision)
	launcher, hasLauncher := launcherSays(j, dialect.Precision)
	if is16(engine.Text) && engine.Place.File != nil {
		switch {
		case is16(argument.Text) && argument.Text != engine.Text:
			refused(p, engine, argument)
			return
		case is16(launcher.Text) && launcher.Text != engine.Text:
			refused(p, engine, launcher)
			return
		}
	}
	if j.Joined && len(argument.Via) > 0 { // who starts the script with this config gives it the option, too
		return
	}
	if hasArgument && hasLauncher && !argument.Default && argument.Text != launcher.Text && launcher.Place.File != nil {
		overruled(p, argument, launcher)
	}
}

// refused: DeepSpeed's word against another 16-bit precision stops the run.
func refused(p *rules.Pass, engine, other job.Value) {
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: engine.Place.File.Path, Span: engine.Place.Span,
		Message: fmt.Sprintf(
			"the DeepSpeed config enables %s and %s says %s: the run stops at start; make both the same, or \"auto\" here",
			precisionWord(engine.Text),
			where(other),
			precisionWord(other.Text),
		),
		Notes: pointer(other, fmt.Sprintf("%s says %s", other.From, precisionWord(other.Text))),
	})
}

// overruled: the script's argument beats what the launcher passes.
func overruled(p *rules.Pass, wins, loses job.Value) {
	severity := rules.Error
	if !is16(loses.Text) {
		if hasTrainer(p.Job) {
			return
		}
		severity = rules.Note
	}
	var fix []fixes.Fix
	if loses.Entry != nil && loses.Place.Key == "mixed_precision" {
		fix = configedit.SetString(loses.Entry.Value, precisionWord(wins.Text)).
			Fixes("say what wins: "+precisionWord(wins.Text), fixes.Unsafe)
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: loses.Place.File.Path, Span: loses.Place.Span,
		Message: fmt.Sprintf("mixed precision %s has no effect here: %s says %s and wins; make both the same",
			precisionWord(loses.Text), where(wins), precisionWord(wins.Text)),
		Notes: pointer(wins, fmt.Sprintf("%s says %s", wins.From, precisionWord(wins.Text))),
		Fixes: fix,
	})
}
