package project

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/internal/discover"
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
			note := func(list []discover.File) {
				for _, file := range list {
					if path.Base(file.Path) == "__init__.py" {
						p.modules.packages[path.Base(path.Dir(file.Path))] = true
					}
					// A package below src needs no __init__.py to be installed.
					if below, ok := strings.CutPrefix(file.Path, "src/"); ok && path.Ext(below) == ".py" {
						if name, _, within := strings.Cut(below, "/"); within {
							p.modules.packages[name] = true
						}
					}
				}
			}
			note(p.Files)
			for _, r := range p.Roots {
				note(p.FilesOf(r))
			}
		})
		return p.modules.packages[module]
	}
}
