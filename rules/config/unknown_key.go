package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// UnknownKey is unknown-key.
var UnknownKey = &rules.Rule{
	Name:     "unknown-key",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("unknown-key"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words: []string{
		"zero_optimization",
		"train_micro_batch_size_per_gpu",
		"train_batch_size",
		"finetuning_type",
		"template model_name_or_path",
		"base_model datasets",
		"base_model micro_batch_size",
		"tuner_type",
		"train_type",
		"rlhf_type",
		"_component_ torchtune",
	},
	Check: checkUnknownKey,
}

func checkUnknownKey(p *rules.Pass) {
	if p.Config != nil && (p.Config.Broken() || p.Config.Templated) {
		return
	}
	for _, r := range zeroReadings(p) {
		if r.Confidence < dialect.Certain {
			continue
		}
		switch r.Dialect.Name {
		case "deepspeed":
			deepspeedKeys(p, r)
		case "llama-factory":
			strictKeys(p, r, "llamafactory", "LLaMA-Factory")
		case "ms-swift":
			strictKeys(p, r, "ms-swift", "ms-swift")
		case "axolotl":
			axolotlKeys(p, r)
		case "torchtune":
			torchtuneKeys(p, r)
		}
	}
}

// deepspeedKeys judges the sections that a model of pydantic refuses unknown keys of, and the top level, of which
// DeepSpeed takes what it knows: a key there is somebody's own unless it looks like one of DeepSpeed's.
func deepspeedKeys(p *rules.Pass, r *dialect.Reading) {
	said := map[string]bool{}
	for _, pair := range r.Pairs {
		section, rest := "", pair.Key
		for {
			first, more, deeper := strings.Cut(rest, ".")
			if !deeper || knowledge.DeepSpeedSection(join(section, first)) == "" {
				rest = first
				break
			}
			section, rest = join(section, first), more
		}
		path := join(section, rest)
		if said[path] || strings.ContainsAny(rest, "[*") || knowledge.DeepSpeedSection(path) != "" {
			continue
		}
		said[path] = true
		if section == "" {
			unreadTopKey(p, pair, rest)
		} else if pair.Key != path || pair.Value.Kind != config.String || pair.Value.Text != "auto" {
			// auto is dropped before keys are looked at
			refusedKey(p, pair, section, rest)
		}
	}
}

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}

func deepspeedClass(class string) knowledge.Constructor {
	return knowledge.Constructor{Library: "deepspeed", Packages: []string{"deepspeed"}, Class: class}
}

func refusedKey(p *rules.Pass, pair dialect.Pair, section, key string) {
	of := deepspeedClass(knowledge.DeepSpeedSection(section))
	found := ask.Refused(p.Versions, of, key)
	read := knowledge.TakenBy(of.Library)
	since := read.Named(of.Class, "")[0].Since
	from := since
	if from == "" {
		from = read.Oldest
	}
	d := rules.Diagnostic{Severity: rules.Error}
	switch found.Refusal {
	case ask.Taken, ask.Gone:
		return
	case ask.Never:
		d.Message = fmt.Sprintf(
			"%s takes no %s in any DeepSpeed from %s to %s: deepspeed.initialize stops with ValidationError",
			section,
			key,
			from,
			read.Newest,
		)
		if since != "" && !p.Versions.Requires("deepspeed", ">="+since) {
			d.Severity = rules.Warning // older ones drop the key without a word
			d.Message = fmt.Sprintf(
				"%s takes no %s: DeepSpeed stops with ValidationError since %s, and dropped the key before",
				section,
				key,
				since,
			)
		}
	case ask.Other:
		if since != "" && !p.Versions.Allows("deepspeed", ">="+since) {
			return // before that no model read the section, which took the keys all the same
		}
		d.Message = fmt.Sprintf(
			"%s takes %s %s only, and this project declares another DeepSpeed: deepspeed.initialize stops with ValidationError",
			section,
			key,
			ask.Spoken(found.Runs),
		)
		at(p, pair, d)
		return
	}
	sayMeant(&d, pair, key, ask.TakenNow(of))
	at(p, pair, d)
}

// leastLength is that of keys that are compared with those of a framework: shorter ones are close to many.
const leastLength = 8

func unreadTopKey(p *rules.Pass, pair dialect.Pair, key string) {
	of := deepspeedClass("DeepSpeedConfig")
	if len(key) < leastLength || ask.Refused(p.Versions, of, key).Refusal != ask.Never {
		return
	}
	if near := ask.Nearest(key, ask.TakenNow(of)); near == "" || len(near) < leastLength || p.Elsewhere == nil ||
		p.Elsewhere(key) {
		return
	}
	d := rules.Diagnostic{
		Severity: rules.Warning,
		Message:  fmt.Sprintf("DeepSpeed reads no %s, and takes its default", key),
	}
	sayMeant(&d, pair, key, ask.TakenNow(of))
	at(p, pair, d)
}

// strictKeys judges the keys of a config whose framework stops with ValueError at one that is no argument of it, and
// takes those of transformers, too: keys that look like one of them. Others may belong to a version of somebody's own.
func strictKeys(p *rules.Pass, r *dialect.Reading, library, called string) {
	known := knowledge.TakenBy(library)
	hf := knowledge.TakenBy("transformers")
	const arguments = "Seq2SeqTrainingArguments"
	names := append(known.EverByAny(), hf.Ever(arguments)...)
	for _, pair := range r.Pairs {
		key, _, _ := strings.Cut(pair.Key, ".")
		if len(key) < leastLength || slices.Contains(names, key) || pair.Key != key || p.Elsewhere == nil ||
			p.Elsewhere(key) {
			continue
		}
		if ask.Nearest(key, names) == "" {
			continue
		}
		d := rules.Diagnostic{Severity: rules.Error,
			Message: fmt.Sprintf(
				"%s is no argument of %s %s to %s: it stops with ValueError",
				key,
				called,
				known.Oldest,
				known.Newest,
			)}
		sayMeant(&d, pair, key, names)
		at(p, pair, d)
	}
}

// axolotlConfig is the model of pydantic that axolotl reads its YAML with. It drops the keys that it has no field for;
// plugins that the YAML names add fields to it.
var axolotlConfig = knowledge.Constructor{
	Library:  "axolotl",
	Packages: []string{"axolotl"},
	Class:    "AxolotlInputConfig",
}

// axolotlKeys judges keys that no axolotl has, nor a plugin that comes with it. What looks like one of its keys was
// meant to be that.
func axolotlKeys(p *rules.Pass, r *dialect.Reading) {
	if slices.ContainsFunc(r.Pairs, namesOwnPlugin) {
		return // it adds fields that nobody here knows
	}
	known := knowledge.TakenBy(axolotlConfig.Library)
	ever := known.EverByAny()
	said := map[string]bool{}
	for _, pair := range r.Pairs {
		key, _, _ := strings.Cut(strings.SplitN(pair.Key, "[", 2)[0], ".")
		if said[key] || pair.Key == key && anchored(pair) || strings.HasPrefix(key, "_") || strings.HasPrefix(key, "x-") ||
			p.Elsewhere == nil ||
			p.Elsewhere(key) {
			continue
		}
		said[key] = true
		if slices.Contains(ever, key) {
			axolotlKeyOfOther(p, pair, key)
		} else if pair.Key == key {
			d := rules.Diagnostic{Severity: rules.Note,
				Message: fmt.Sprintf("axolotl %s to %s has no key %s, and drops it without a word",
					known.Oldest, known.Newest, key)}
			if len(key) >= leastLength && ask.Nearest(key, ever) != "" {
				d.Severity = rules.Warning
				sayMeant(&d, pair, key, ask.TakenNow(axolotlConfig))
			}
			at(p, pair, d)
		}
	}
}

// anchored reports whether a key holds what other places of the file take by an alias: it has done its work when the
// file is read.
func anchored(pair dialect.Pair) bool { return pair.Value.Node != nil && pair.Value.Node.Anchor != "" }

// namesOwnPlugin reports whether a pair lists a plugin that does not come with axolotl.
func namesOwnPlugin(pair dialect.Pair) bool {
	return pair.Key == "plugins" && pair.Value.Node != nil && (pair.Value.Node.Kind != config.Sequence ||
		slices.ContainsFunc(pair.Value.Node.Items, func(item *config.Node) bool {
			return !strings.HasPrefix(item.Text, "axolotl.")
		}))
}

// axolotlKeyOfOther judges a key that some axolotl has, where the project says which it runs with.
func axolotlKeyOfOther(p *rules.Pass, pair dialect.Pair, key string) {
	if found := ask.Refused(p.Versions, axolotlConfig, key); found.Refusal == ask.Other {
		at(p, pair, rules.Diagnostic{Severity: rules.Warning,
			Message: fmt.Sprintf(
				"axolotl has %s %s only, this project declares another, which drops the key without a word",
				key,
				ask.Spoken(found.Runs),
			)})
	}
}

func sayMeant(d *rules.Diagnostic, pair dialect.Pair, key string, names []string) {
	words, fix := meant(pair.Entry, key, names)
	d.Message, d.Fixes = d.Message+words, fix
}

func at(p *rules.Pass, pair dialect.Pair, d rules.Diagnostic) {
	d.File, d.Span = pair.File.Path, pair.KeySpan
	p.Report(d)
}
