package exact

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// module is a module of the project as one of its files imports it, its body run; nil when it is a library's.
func (m *Machine) module(dotted string, from *Unit) *Unit {
	if m.Project == nil {
		return nil
	}
	module, name := m.Project.Find(dotted, from.Module.File.Path)
	if module == nil ||
		m.top != "" && isStandard(firstPart(dotted)) && path.Dir(module.File.Path) != m.top &&
			path.Dir(path.Dir(module.File.Path)) != m.top {
		return nil // import logging, in a package of that name: Python looks beside the script
	}
	return m.Unit(module, name)
}

// isStandard reports whether a name is a module of Python's own that programs have packages of the same name as.
func isStandard(name string) bool {
	switch name {
	case "logging",
		"types",
		"random",
		"math",
		"json",
		"copy",
		"time",
		"collections",
		"typing",
		"queue",
		"calendar",
		"statistics",
		"operator",
		"inspect",
		"glob",
		"io":
		return true
	}
	return false
}

// library is what a dotted name of a library stands for; a Symbol where nobody knows.
func (m *Machine) library(dotted string) Value {
	if v := m.hanging(dotted); v != nil {
		return v
	}
	if v := m.standard(dotted); v != nil {
		return v
	}
	if m.Library != nil {
		if v := m.Library.Lookup(m, dotted); v != nil {
			return v
		}
	}
	return Symbol(python.Canonical(dotted))
}

func (m *Machine) imports(s *python.Import) {
	u := m.frame.unit
	if !s.From {
		for _, a := range s.Names {
			m.importModule(u, a)
		}
		return
	}
	prefix := strings.Repeat(".", s.Level) + s.Module
	if s.Level == 0 {
		m.absent(s.Module)
	}
	from := m.module(prefix, u)
	if s.Star {
		m.importStar(u, from, prefix)
		return
	}
	for _, a := range s.Names {
		name := a.As
		if name == "" {
			name = a.Path
		}
		m.bind(name, m.imported(u, from, s, prefix, a.Path))
	}
}

// absent raises ImportError for packages that are taken not to be installed.
func (m *Machine) absent(dotted string) {
	// a script that asks nobody has them
	if m.Library != nil && m.Library.Absent(dotted) && (m.guards > 0 || m.watched == nil) {
		m.Raise(ModuleNotFoundError, "No module named '%s'", dotted)
	}
}

func (m *Machine) importModule(u *Unit, a *python.Alias) {
	if a.As == "" {
		first := firstPart(a.Path)
		if m.module(a.Path, u) == nil {
			m.absent(a.Path)
		}
		if unit := m.module(first, u); unit != nil {
			m.bind(first, unit)
			return
		}
		m.bind(first, m.library(first))
		return
	}
	if unit := m.module(a.Path, u); unit != nil {
		m.bind(a.As, unit)
		return
	}
	m.absent(a.Path)
	m.bind(a.As, m.library(a.Path))
}

// star notes a library of which everything is imported.
func (u *Unit) star(prefix string) {
	if !slices.Contains(u.stars, prefix) {
		u.stars = append(u.stars, prefix)
	}
}

func (m *Machine) importStar(u, from *Unit, prefix string) {
	if from == nil {
		u.star(prefix)
		return
	}
	m.readAll(from)
	if all, ok := from.scope.names["__all__"].(*List); ok {
		m.grows(entryRoom * len(all.Items))
		for _, name := range all.Items {
			if text, ok := name.(string); ok {
				if v := m.Global(from, text); v != nil {
					m.bind(text, v)
				}
			}
		}
		return
	}
	m.grows(entryRoom * len(from.scope.names))
	for name, v := range from.scope.names {
		if !strings.HasPrefix(name, "_") {
			m.bind(name, v)
		}
	}
	m.Spend(len(from.stars))
	for _, prefix := range from.stars {
		u.star(prefix)
	}
}

// imported is what one name of `from prefix import name` stands for.
func (m *Machine) imported(u, from *Unit, s *python.Import, prefix, name string) Value {
	dotted := prefix + "." + name
	if s.Module == "" {
		dotted = prefix + name
	}
	if from != nil && from != u {
		if v := m.Global(from, name); v != nil {
			return v
		}
		if unit := m.module(dotted, u); unit != nil {
			return unit
		}
		if from.state == unitRunning {
			return m.Unknown("%s and %s import each other", from.Name, u.Name)
		}
		return m.Unknown("%s does not bind %s", from.Name, name)
	}
	if unit := m.module(dotted, u); unit != nil && unit != u {
		return unit
	}
	if s.Level > 0 {
		return m.Unknown("the file that %s is imported from was not found", name)
	}
	m.absent(dotted)
	return m.library(dotted)
}
