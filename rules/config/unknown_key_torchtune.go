package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// componentKey names what a section of a torchtune config makes: its other keys are the arguments.
const componentKey = "_component_"

// torchtuneKeys judges the components that a config names, and what it gives each. A recipe imports and calls them
// before it trains.
func torchtuneKeys(p *rules.Pass, r *dialect.Reading) {
	if p.Owns == nil || p.Owns("torchtune") {
		return
	}
	for _, pair := range r.Pairs {
		section, named := strings.CutSuffix(pair.Key, "."+componentKey)
		if !named {
			continue
		}
		of, ok := component(pair.Value.Text)
		if !ok {
			continue
		}
		if of.Library == "torchtune" {
			if found := ask.Offered(p.Versions, of); found.Refusal != ask.Taken {
				missingComponent(p, pair, of.Class, found)
				continue
			}
		}
		componentArguments(p, r, section, of)
	}
}

// component is what is known of a component: one of torchtune's, or a class of another library that its table has.
func component(path string) (knowledge.Constructor, bool) {
	if strings.HasPrefix(path, "torchtune.") {
		return knowledge.Constructor{Library: "torchtune", Packages: []string{"torchtune"}, Class: path}, true
	}
	return knowledge.ConstructorOf(path)
}

// missingComponent reports a component that is gone, or not yet there. Of a path that no release has nothing is known:
// it may be one that no config of theirs names.
func missingComponent(p *rules.Pass, pair dialect.Pair, path string, found ask.Judgement) {
	if found.Refusal == ask.Never {
		return
	}
	until := found.Runs[len(found.Runs)-1].Until
	d := rules.Diagnostic{Severity: rules.Error, File: pair.File.Path, Span: pair.Span}
	d.Message = fmt.Sprintf(
		"torchtune has %s %s only, and this project declares another: the recipe stops with InstantiationError",
		path,
		ask.Spoken(found.Runs),
	)
	if found.Refusal == ask.Gone {
		d.Severity = rules.Warning
		d.Message = fmt.Sprintf("torchtune has no %s since %s: the recipe stops with InstantiationError", path, until)
	}
	now := knowledge.TakenBy("torchtune").Having(path[strings.LastIndexByte(path, '.')+1:])
	if until != "" && len(now) > 0 {
		d.Message += fmt.Sprintf("; it is %s now", now[0])
		if pair.Value.Node != nil {
			d.Fixes = configedit.Set(pair.Value.Node, now[0]).Fixes("name "+now[0], fixes.Unsafe)
		}
	}
	p.Report(d)
}

// componentArguments judges the keys beside a component's name.
func componentArguments(p *rules.Pass, r *dialect.Reading, section string, of knowledge.Constructor) {
	said := map[string]bool{}
	for _, pair := range r.Pairs {
		rest, inside := strings.CutPrefix(pair.Key, section+".")
		if !inside {
			continue
		}
		key := rest
		if end := strings.IndexAny(rest, ".["); end >= 0 {
			key = rest[:end]
		}
		if key == componentKey || said[key] || p.Elsewhere == nil || p.Elsewhere(key) {
			continue // a recipe of the project's own takes it out before
		}
		said[key] = true
		d := rules.Diagnostic{Severity: rules.Error}
		switch found := ask.Refused(p.Versions, of, key); found.Refusal {
		case ask.Taken:
			continue
		case ask.Never:
			read := knowledge.TakenBy(of.Library)
			d.Message = fmt.Sprintf(
				"%s takes no %s in any %s from %s to %s: the recipe stops with TypeError",
				of.Class,
				key,
				of.Library,
				read.Oldest,
				read.Newest,
			)
			if rest == key {
				sayMeant(&d, pair, key, ask.TakenNow(of))
			}
		case ask.Other:
			d.Message = fmt.Sprintf(
				"%s takes %s %s only, and this project declares another %s: the recipe stops with TypeError",
				of.Class,
				key,
				ask.Spoken(found.Runs),
				found.Library,
			)
		case ask.Gone:
			d.Severity = rules.Warning
			d.Message = fmt.Sprintf("%s takes no %s since %s %s: the recipe stops with TypeError", of.Class, key, found.Library,
				found.Runs[len(found.Runs)-1].Until)
		}
		at(p, pair, d)
	}
}
