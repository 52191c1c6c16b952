package framework

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Project knows which of its Python files import which. It may be asked from several goroutines at once.
type Project struct {
	direct    map[string]shown    // what a file's own imports show
	imports   map[string][]string // the files of the project that a file imports
	importers map[string][]string // and those that import it
}

// NewProject reads the imports of a project's Python files; open returns nil for one that cannot be read.
// Paths have '/' and are relative to the project's root.
func NewProject(paths []string, open func(path string) []byte) *Project {
	p := &Project{direct: map[string]shown{}, imports: map[string][]string{}, importers: map[string][]string{}}
	files, firsts := map[string]bool{}, map[string]bool{}
	for _, file := range paths {
		files[file] = true
		for part := range strings.SplitSeq(strings.TrimSuffix(file, path.Ext(file)), "/") {
			firsts[part] = true
		}
	}
	for _, file := range paths {
		modules := python.Imports(open(file))
		p.direct[file] = of(modules)
		seen := map[string]bool{file: true}
		for _, module := range modules {
			first, _, _ := strings.Cut(module, ".")
			if first != "" && (!firsts[first] || ofModule(module) != 0) {
				continue // a library
			}
			if source := sourceOf(module, file, files); source != "" && !seen[source] {
				seen[source] = true
				p.imports[file] = append(p.imports[file], source)
				p.importers[source] = append(p.importers[source], file)
			}
		}
	}
	return p
}

func sourceOf(module, from string, files map[string]bool) string {
	for _, candidate := range python.ModulePaths(module, from) {
		if files[candidate] {
			return candidate
		}
	}
	return ""
}

// UsesTorch reports whether the tensors of a file are PyTorch's: its own imports say so, else those of
// what it imports in the project, else those of the files that import it; of a chain, the nearest files
// that show a framework. Not known is no.
func (p *Project) UsesTorch(file string, text []byte) bool {
	if torchs, known := of(python.Imports(text)).decided(); known || p == nil {
		return torchs
	}
	if torchs, known := p.nearest(file, p.imports); known {
		return torchs
	}
	torchs, _ := p.nearest(file, p.importers)
	return torchs
}

// nearest asks the files one step away, then those two steps away, and so on. Files that show several
// frameworks between them decide that it is not known.
func (p *Project) nearest(file string, next map[string][]string) (torchs, known bool) {
	seen := map[string]bool{file: true}
	for level := []string{file}; len(level) > 0; {
		var further []string
		var shows shown
		for _, from := range level {
			for _, to := range next[from] {
				if !seen[to] {
					seen[to] = true
					further = append(further, to)
					shows |= p.direct[to]
				}
			}
		}
		if _, known := shows.decided(); known {
			return shows&(torch|perhaps) != 0 && shows&(torchish|other) == 0, true
		}
		level = further
	}
	return false, false
}

// Shows reports whether the file's own imports show PyTorch, or that it is not: known is false where they
// show no framework.
func Shows(text []byte) (torchs, known bool) { return of(python.Imports(text)).decided() }
