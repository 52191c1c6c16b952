package compat

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// OutdatedOverride finds methods of a Trainer's heirs that no longer take what the Trainer hands them.
var OutdatedOverride = &rules.Rule{
	Name:     "outdated-override",
	Group:    rules.Compat,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("outdated-override"),
	On:       rules.PythonFile,
	Words: []string{
		"Trainer compute_loss",
		"Trainer training_step",
		"Trainer log",
		"Trainer _get_train_sampler",
		"Trainer get_batch_samples",
		"Trainer _save_checkpoint",
	},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkOutdatedOverride,
}

func checkOutdatedOverride(p *rules.Pass) {
	if p.Owns == nil || p.Owns("transformers") || replaced(p, "transformers") || p.Versions.Unreleased("transformers") {
		return
	}
	for _, heir := range p.Python.HeirsOf(knowledge.HeirsOfTrainer()...) {
		if p.Python.Guarded(heir) {
			continue
		}
		for _, handed := range knowledge.HandedToHeirs() {
			judgeOverride(p, heir, handed)
		}
	}
}

// judgeOverride reports a method of a class that cannot be called as the Trainer calls it.
func judgeOverride(p *rules.Pass, heir *python.Class, handed knowledge.Handed) {
	method, ok := p.Python.Method(heir, handed.Method).(*python.Function)
	if !ok || len(method.Decorators) > 0 || p.Python.Guarded(method) || python.EnclosingClass(method) != heir ||
		callsItself(p, heir, handed) {
		return
	}
	d := rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: method.NameSpan}
	allowed := func(releases string) bool { return p.Versions.Allows("transformers", releases) }
	required := func(releases string) bool { return p.Versions.Requires("transformers", releases) }
	if !slices.ContainsFunc(handed.In(), allowed) {
		return
	}
	if slices.ContainsFunc(handed.In(), required) {
		d.Severity = rules.Error
	}
	switch last := lastParam(method); {
	case handed.Gone && wants(method, handed.Place):
		d.Message = fmt.Sprintf(
			"%s wants %s, which the Trainer has not given it since transformers %s: it raises TypeError; give it the default None",
			handed.Method,
			handed.Argument,
			handed.Since,
		)
	case !handed.Gone && !takes(method, handed):
		d.Message = fmt.Sprintf(
			"%s takes no %s, which the Trainer has given it since transformers %s: it raises TypeError; add %s=None",
			handed.Method,
			handed.Argument,
			handed.Since,
			handed.Argument,
		)
		if last != nil && last.Star == 0 && !last.KeywordOnly {
			end := source.Span{Start: last.Span().End, End: last.Span().End}
			plan := pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: end, New: ", " + handed.Argument + "=None"}}}
			d.Fixes = plan.Fixes("add "+handed.Argument+"=None", fixes.Unsafe)
		}
	default:
		return
	}
	p.Report(d)
}

// callsItself reports whether a class writes the method of the Trainer anew that makes the call, and does not hand on
// to it.
func callsItself(p *rules.Pass, heir *python.Class, handed knowledge.Handed) bool {
	caller := p.Python.Method(heir, handed.By)
	return caller != nil && !python.CallsIn(caller, func(name string) bool { return name == handed.By })
}

func lastParam(f *python.Function) *python.Param {
	if len(f.Params) == 0 {
		return nil
	}
	return f.Params[len(f.Params)-1]
}

// takes reports whether a method can be handed an argument, or says nothing that could be read.
func takes(f *python.Function, handed knowledge.Handed) bool {
	places := 0
	for _, param := range f.Params {
		switch {
		case param.Star == 2 && handed.Place < 0, param.Star == 1 && param.Name != "" && handed.Place >= 0,
			handed.Place < 0 && param.Name == handed.Argument:
			return true
		case param.Star == 0 && !param.KeywordOnly && param.Name != "" && param.Name != "/":
			places++
		}
	}
	return places == 0 || handed.Place >= 0 && places > handed.Place+1 // self
}

// wants reports whether a method cannot be called without an argument at a place behind self.
func wants(f *python.Function, place int) bool {
	places := 0
	for _, param := range f.Params {
		if param.Star > 0 || param.KeywordOnly {
			return false
		}
		if places++; places == place+2 {
			return param.Default == nil
		}
	}
	return false
}
