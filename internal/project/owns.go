package project

import (
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// OwnsModule tells a rule whether the project holds a module of a name, where the file at a path would import it, or a
// package of that name anywhere: people keep changed copies of libraries in their projects and install them.
func (p *Project) OwnsModule(from string) func(module string) bool {
	return func(module string) bool {
		if slices.ContainsFunc(python.ModulePaths(module, from), p.hasModule) {
			return true
		}
		p.modules.packaged.Do(func() {
			p.modules.packages = map[string]bool{}
			for file := range p.modules.files {
				if path.Base(file) == "__init__.py" {
					p.modules.packages[path.Base(path.Dir(file))] = true
				}
			}
		})
		return p.modules.packages[module]
	}
}
