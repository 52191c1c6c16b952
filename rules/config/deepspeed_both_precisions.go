package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/rules"
)

// DeepSpeedBothPrecisions is deepspeed-both-precisions.
var DeepSpeedBothPrecisions = &rules.Rule{
	Name:     "deepspeed-both-precisions",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("deepspeed-both-precisions"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words:    []string{"fp16"},
	Check:    checkBothPrecisions,
}

func checkBothPrecisions(p *rules.Pass) {
	for _, r := range zeroReadings(p) {
		if r.Dialect.Name != "deepspeed" {
			continue
		}
		half, ok := switchedOn(r, "fp16.enabled")
		if !ok {
			continue
		}
		for _, key := range []string{"bf16.enabled", "bfloat16.enabled"} {
			brain, ok := switchedOn(r, key)
			if !ok {
				continue
			}
			p.Report(rules.Diagnostic{
				Severity: rules.Error, File: brain.File.Path, Span: span(brain),
				Message: fmt.Sprintf("%s and %s are both true: DeepSpeed refuses to start; keep one of them", brain.Key, half.Key),
				Notes:   []rules.NotePlace{note(half, half.Key+" is set here")},
			})
			break
		}
	}
}

// switchedOn is a key that is true for sure: "auto" is whoever fills it in, true for one of them at most.
func switchedOn(r *dialect.Reading, key string) (dialect.Pair, bool) {
	pair, ok := r.Pair(key)
	return pair, ok && pair.Value.Kind == config.Bool && pair.Value.Bool
}
