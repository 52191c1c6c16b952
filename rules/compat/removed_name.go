package compat

import (
	"fmt"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// RemovedName finds names that a library no longer has.
var RemovedName = &rules.Rule{
	Name:         "removed-name",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Raises:       true,
	Page:         page("removed-name"),
	On:           rules.PythonFile,
	Words:        knowledge.GoneWords(),
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkRemovedName,
}

func checkRemovedName(p *rules.Pass) {
	patched := sync.OnceValue(p.Python.Patched)
	report := func(at python.Node, path, raises string, plan ...fixes.Fix) {
		gone, ok := knowledge.GoneName(path)
		if !ok || p.Python.Guarded(at) || p.Owns == nil || p.Owns(gone.Library) || !mayLack(p, gone) ||
			patched().Has(path, at) || patchedElsewhere(p, path, gone) {
			return
		}
		severity := rules.Warning
		if lacks(p, gone) {
			severity = rules.Error
		}
		message := fmt.Sprintf("%s is gone since %s %s: %s", gone.Name, gone.Library, gone.Until, raises)
		if instead := gone.Instead(path); instead != "" {
			message += "; " + instead
		}
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: at.Span(), Message: message, Fixes: plan})
	}
	for _, i := range p.Python.Imports() {
		if i.Level > 0 {
			continue
		}
		for _, name := range i.Names {
			if i.From {
				report(name, i.Module+"."+name.Path, "importing it raises ImportError")
			} else {
				report(name, name.Path, "importing it raises ModuleNotFoundError")
			}
		}
	}
	e := pyedit.New(p.Python)
	for _, a := range p.Python.Attributes(func(string) bool { return true }) {
		if path := p.Python.Resolve(a); !python.IsTarget(a) && spelt(p.Python, a, path) {
			report(a, path, "asking for it raises AttributeError", renamedFix(e, a, path)...)
		}
	}
}

// spelt reports whether a name is the one that is gone, and not part of a longer one or of what was imported before.
func spelt(m *python.Module, a *python.Attribute, path string) bool {
	gone, ok := knowledge.GoneName(path)
	if !ok || gone.Name != path {
		return false
	}
	_, within := knowledge.GoneName(m.Resolve(a.Value))
	return !within
}

// patchedElsewhere reports whether another file of the project puts the name into the library, for all that is imported
// behind it.
func patchedElsewhere(p *rules.Pass, path string, gone knowledge.Gone) bool {
	return p.OneElsewhere != nil && p.OneElsewhere(func(m *python.Module) bool {
		return m.Patched().Has(path, nil)
	}, gone.Name[strings.LastIndexByte(gone.Name, '.')+1:])
}

// mayLack reports whether the project may run with a release without the name.
func mayLack(p *rules.Pass, g knowledge.Gone) bool {
	return p.Versions.Allows(g.Library, ">="+g.Until) && (g.Torch == "" || p.Versions.Allows("torch", ">="+g.Torch))
}

// lacks reports whether the releases that the project declares are without it.
func lacks(p *rules.Pass, g knowledge.Gone) bool {
	return p.Versions.Requires(g.Library, ">="+g.Until) || g.Torch != "" && p.Versions.Requires("torch", ">="+g.Torch)
}

// renamedFix keeps the way that a module is spelt and changes the last part.
func renamedFix(e *pyedit.Editor, a *python.Attribute, path string) []fixes.Fix {
	last := knowledge.RenamedTo(path)
	if last == "" {
		return nil
	}
	to := e.Text(a.Value) + "." + last
	return e.ReplaceExpression(a, to).Fixes("use "+to, fixes.Safe)
}
