package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// YAMLBooleanWord is yaml-boolean-word.
var YAMLBooleanWord = &rules.Rule{
	Name:     "yaml-boolean-word",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("yaml-boolean-word"),
	On:       rules.ConfigFile,
	Words:    []string{"mixed_precision", "distributed_type", "dynamo_", "_strategy"},
	Check:    checkYAMLBooleanWord,
}

// wordKeys are the keys that want a word which YAML 1.1 reads as a boolean: the
// word, and what happens without quotes. By dialect.
var wordKeys = map[string]map[string]wordKey{
	"accelerate": {
		"mixed_precision": {
			"no",
			"accelerate launch ends in AttributeError: 'bool' object has no attribute 'lower'",
		},
		"dynamo_backend": {
			"no",
			"accelerate launch ends in AttributeError: 'bool' object has no attribute 'upper'",
		},
		"dynamo_config.dynamo_backend": {
			"no",
			"accelerate launch ends in AttributeError: 'bool' object has no attribute 'upper'",
		},
		"dynamo_config.backend": {
			"no",
			"accelerate launch ends in AttributeError: 'bool' object has no attribute 'upper'",
		},
		"distributed_type": {"NO", ""},
	},
	"hf-arguments": strategyKeys, "llama-factory": strategyKeys, "axolotl": strategyKeys,
}

type wordKey struct{ word, consequence string }

var strategyKeys = map[string]wordKey{
	"eval_strategy":       {"no", "the arguments are refused: False is no strategy"},
	"evaluation_strategy": {"no", "the arguments are refused: False is no strategy"},
	"save_strategy":       {"no", "the arguments are refused: False is no strategy"},
	"logging_strategy":    {"no", "the arguments are refused: False is no strategy"},
}

func checkYAMLBooleanWord(p *rules.Pass) {
	if p.Config.Format != config.YAML || p.Config.Templated {
		return
	}
	if r := dialect.Read(p.Config); r != nil && r.Confidence >= dialect.Likely {
		judgeWords(p, r)
	}
	if p.AnyElsewhere == nil || p.AnyElsewhere("ruamel") { // which reads YAML 1.2, where no is a word
		return
	}
	for _, r := range dialect.Sections(p.Config) {
		judgeWords(p, r)
	}
}

func judgeWords(p *rules.Pass, r *dialect.Reading) {
	for path, key := range wordKeys[r.Dialect.Name] {
		pair, ok := r.Pair(path)
		if !ok || pair.Entry == nil || pair.Value.Kind != config.Bool || pair.Value.Bool {
			continue
		}
		reportBooleanWord(p, r, pair, key)
	}
}

func reportBooleanWord(p *rules.Pass, r *dialect.Reading, pair dialect.Pair, key wordKey) {
	d := rules.Diagnostic{Severity: rules.Error, File: p.File.Path, Span: pair.Span}
	consequence := key.consequence
	if key.word == "NO" {
		// False is neither DistributedType.NO nor any other: with num_processes
		// written the launcher does what was meant all the same.
		consequence = "accelerate does not see distributed_type NO, leaves num_processes at -1 and stops"
		if n, ok := r.Pair("num_processes"); ok && n.Value.Kind == config.Int && n.Value.Int > 0 {
			d.Severity, consequence = rules.Warning, "accelerate sees no distributed_type and starts one process only by accident"
		}
		if where, ok := r.Pair("compute_environment"); ok && where.Value.Text != "LOCAL_MACHINE" {
			d.Severity, consequence = rules.Warning, "accelerate sees no distributed_type"
		}
	}
	raw := pair.Value.Node.Raw()
	d.Message = fmt.Sprintf(
		"%s: %s is the boolean False in YAML 1.1, not the word: %s; write '%s'",
		lastPart(pair.Key),
		raw,
		consequence,
		key.word,
	)
	d.Fixes = configedit.SetString(pair.Entry.Value, key.word).Fixes("write '"+key.word+"' in quotes", fixes.Safe)
	p.Report(d)
}
