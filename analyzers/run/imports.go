package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Imports lists the modules of the project that a module imports outside of functions: their bodies run before what
// stands behind the import.
func (m *Machine) Imports(u *Unit) []*Unit {
	var list []*Unit
	add := func(dotted string) bool {
		other := m.find(dotted, u)
		if other == nil || other == u {
			return false
		}
		if !slices.Contains(list, other) {
			list = append(list, other)
		}
		return true
	}
	for _, s := range u.Module.Imports() {
		if python.EnclosingFunction(s) != nil {
			continue
		}
		if !s.From {
			for _, a := range s.Names {
				add(a.Path)
			}
			continue
		}
		prefix := strings.Repeat(".", s.Level) + s.Module
		if add(prefix) && s.Module != "" {
			continue
		}
		for _, a := range s.Names { // from package import module
			if s.Module == "" {
				add(prefix + a.Path)
			} else {
				add(prefix + "." + a.Path)
			}
		}
	}
	return list
}
