package model

import (
	"path"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Searched is a project that is asked for more than what its files import.
type Searched interface {
	exact.Project
	// Registering are the files in which a class of a name is put into a registry.
	Registering(class string) []string
	// Module is the module in a file, and its name; nil when it cannot be read.
	Module(file string) (*python.Module, string)
}

// maxRegistering bounds how many files are imported for one name.
const maxRegistering = 6

// enterProject are the names with which preludes look for what a project holds and no file imports: classes that a
// framework puts into registries, and configs in Python.
func enterProject(l *library) {
	l.names["trainlint.registering"] = exact.NewFunction("registering", func(m *exact.Machine, a exact.Args) exact.Value {
		out := &exact.List{}
		project, ok := m.Project.(Searched)
		if !ok {
			return out
		}
		for i, file := range project.Registering(m.Text(a.Pos[0])) {
			if i == maxRegistering {
				break
			}
			if module, name := project.Module(file); module != nil {
				out.Items = append(out.Items, m.Unit(module, name))
			}
		}
		return out
	})
	l.names["trainlint.config"] = exact.NewFunction("config", func(m *exact.Machine, a exact.Args) exact.Value {
		file := m.Text(a.Pos[0])
		if project, ok := m.Project.(Searched); ok {
			if module, name := project.Module(file); module != nil {
				from := a.Pos[1]
				m.Based = func(u *exact.Unit, bases exact.Value) exact.Value {
					return m.Call(from, exact.Positional(u.Module.File.Path, bases))
				}
				return m.Names(m.Unit(module, name))
			}
		}
		return m.Unknown("%s cannot be read", file)
	})
	l.names["trainlint.beside"] = exact.NewFunction("beside", func(m *exact.Machine, a exact.Args) exact.Value {
		return path.Join(path.Dir(m.Text(a.Pos[0])), m.Text(a.Pos[1]))
	})
}
