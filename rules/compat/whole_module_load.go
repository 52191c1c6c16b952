package compat

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// WholeModuleLoad finds pickled modules that torch.load refuses to load.
var WholeModuleLoad = &rules.Rule{
	Name:     "whole-module-load",
	Group:    rules.Compat,
	Severity: rules.Warning,
	Raises:   true,
	Page:     page("whole-module-load"),
	On:       rules.PythonFile,
	Version:  "torch>=2.6",
	Words:    []string{"load( torch"},
	Check:    checkWholeModuleLoad,
}

// allowed are the words by which a project says itself what torch.load may load.
var allowed = []string{"safe_globals", "add_safe_globals", "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"}

func checkWholeModuleLoad(p *rules.Pass) {
	severity := rules.Warning
	if p.Versions.Requires("torch", ">=2.6") {
		severity = rules.Error
	}
	if saysWhatLoads(p) {
		return
	}
	edit := pyedit.New(p.Python)
	for _, l := range p.Train.LoadedModules() {
		if p.Python.Guarded(l.Load) {
			continue
		}
		if saved := p.Train.SavedState(l.Load); saved != nil {
			p.At(
				l.Load,
				fmt.Sprintf(
					"this file holds the state_dict that %s saves, and what is loaded is used as a module; give it to load_state_dict "+
						"of the network",
					ask.Line(p.File, saved.Span().Start),
				),
				[]rules.NotePlace{p.Note(l.Use, "used as a module here")},
			)
			continue
		}
		fix := edit.AddKeyword(l.Load, "weights_only", "False").Need("torch>=1.13").
			Fixes("pass weights_only=False: only for files that you trust", fixes.Unsafe)
		var what string
		var note rules.NotePlace
		if l.Saved != nil {
			what, note = "this loads what is saved with a whole module in it", p.NoteAt(l.Saved.Place(), "saved here")
		} else {
			what, note = "what this loads is used as a module", p.Note(l.Use, "used as a module here")
		}
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: l.Load.Span(),
			Message: what + ": torch.load refuses pickled modules since torch 2.6, where weights_only=True " +
				"is the default, and raises UnpicklingError; save and load the state_dict, or pass weights_only=False for a file you trust",
			Notes: []rules.NotePlace{note}, Fixes: fix})
	}
}

// saysWhatLoads reports whether the file, or another one of the project, sets what torch.load may load for the whole
// program.
func saysWhatLoads(p *rules.Pass) bool {
	for _, word := range allowed {
		if bytes.Contains(p.File.Text, []byte(word)) || p.Elsewhere != nil && p.Elsewhere(word) {
			return true
		}
	}
	return bytes.Contains(p.File.Text, []byte("torch.load ="))
}
