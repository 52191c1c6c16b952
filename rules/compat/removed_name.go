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
		when := fmt.Sprintf("since %s %s", gone.Package(), gone.Until)
		if gone.Again != "" {
			when = fmt.Sprintf("from %s %s until %s", gone.Package(), gone.Until, gone.Again)
		}
		message := fmt.Sprintf("%s is gone %s: %s", gone.Name, when, raises)
		if instead := gone.Instead(path); instead != "" {
			message += "; " + instead
		}
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: at.Span(), Message: message, Fixes: plan})
	}
	for _, i := range p.Python.Imports() {
		if i.Level > 0 {
			continue
		}
		told := map[string]bool{} // a module that is gone is one defect, whatever is taken of it
		for _, name := range i.Names {
			if gone, ok := knowledge.GoneName(i.Module + "." + name.Path); i.From && ok {
				if told[gone.Name] {
					continue
				}
				told[gone.Name] = true
			}
			if i.From {
				report(name, i.Module+"."+name.Path, "importing it raises ImportError")
			} else {
				report(name, name.Path, "importing it raises ModuleNotFoundError")
			}
		}
	}
	e := pyedit.New(p.Python)
	for _, a := range p.Python.Attributes(knowledge.IsGoneEnd) {
		if path := p.Python.Resolve(a); !python.IsTarget(a) && spelt(p.Python, a, path) {
			report(a, path, "asking for it raises AttributeError", renamedFix(e, p.Python, a, path)...)
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
	return p.OneNoted != nil && p.OneNoted(putsIntoLibraries, func(patched any) bool {
		return patched.(python.Patched).Has(path, nil)
	}, gone.Name[strings.LastIndexByte(gone.Name, '.')+1:])
}

// putsIntoLibraries is what a file puts into libraries: each file that names what is gone asks that of all others.
var putsIntoLibraries = &rules.FileNote{Of: func(m *python.Module) any { return m.Patched().AtEnd() }}

// mayLack reports whether the project may run with a release without the name. Of a name that came back, it does where
// it declares what is older: nothing else brings anybody to those releases.
func mayLack(p *rules.Pass, g knowledge.Gone) bool {
	beside := func(name, since string) bool { return since == "" || p.Versions.Allows(name, ">="+since) }
	return p.Versions.Allows(g.Library, g.Lacking()) && beside("torch", g.Torch) && beside("python", g.Python) &&
		(g.Again == "" || !p.Versions.Allows(g.Library, ">="+g.Again))
}

// lacks reports whether the releases that the project declares are without it.
func lacks(p *rules.Pass, g knowledge.Gone) bool {
	return p.Versions.Requires(g.Library, g.Lacking()) || g.ForOneTorch() && p.Versions.Requires("torch", ">="+g.Torch)
}

// renamedFix keeps the way that a module is spelt and changes the last part, or puts the builtin there that the name
// stood for.
func renamedFix(e *pyedit.Editor, m *python.Module, a *python.Attribute, path string) []fixes.Fix {
	to := knowledge.BuiltinBehind(path)
	if last := knowledge.RenamedTo(path); last != "" {
		to = e.Text(a.Value) + "." + last
	} else if scope, _ := m.Lookup(to, a); to == "" || scope != nil {
		return nil // the file calls something else by the builtin's name
	}
	return e.ReplaceExpression(a, to).Fixes("use "+to, fixes.Safe)
}
