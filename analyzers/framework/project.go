package framework

import (
	"bytes"
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"golang.org/x/sync/errgroup"
)

// Project knows which of its Python files import which, as far as someone asked. It may be asked from several
// goroutines at once.
type Project struct {
	paths  []string
	open   func(path string) []byte
	files  map[string]bool
	firsts map[string]bool // the parts of their paths: what an import of the project starts with

	mu   sync.Mutex
	read map[string]*file
	// of modules that a folder's files import, the files; a folder's files mostly import the same ones
	sources   sync.Map
	importers func() map[string][]string // the files that import a file
}

// file is what the imports of one file say.
type file struct {
	direct  shown
	imports []string // the files of the project among them
}

// NewProject is a project of Python files, which are read when they are asked for, perhaps several at once; open
// returns nil for one that cannot be read. Paths have '/' and are relative to the project's root.
func NewProject(paths []string, open func(path string) []byte) *Project {
	p := &Project{paths: paths, open: open, files: map[string]bool{}, firsts: map[string]bool{}, read: map[string]*file{}}
	p.importers = sync.OnceValue(p.everyImporter)
	for _, file := range paths {
		p.files[file] = true
		for part := range strings.SplitSeq(strings.TrimSuffix(file, path.Ext(file)), "/") {
			p.firsts[part] = true
		}
	}
	return p
}

// at is what the imports of a file of the project say.
func (p *Project) at(path string) *file {
	p.mu.Lock()
	known := p.read[path]
	p.mu.Unlock()
	if known == nil {
		known = p.readImports(path, p.open(path))
		p.mu.Lock()
		p.read[path] = known
		p.mu.Unlock()
	}
	return known
}

func (p *Project) readImports(path string, text []byte) *file {
	modules := python.Imports(text)
	f := &file{direct: of(modules)}
	seen := map[string]bool{path: true}
	for _, module := range modules {
		first, _, _ := strings.Cut(module, ".")
		if first != "" && (!p.firsts[first] || knowledge.TensorsOf(module) != 0) {
			continue // a library
		}
		if source := p.sourceOf(module, path); source != "" && !seen[source] {
			seen[source] = true
			f.imports = append(f.imports, source)
		}
	}
	return f
}

// everyImporter reads all files: who imports a file may be any of them.
func (p *Project) everyImporter() map[string][]string {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, path := range p.paths {
		group.Go(func() error {
			p.at(path)
			return nil
		})
	}
	_ = group.Wait() // nothing in it fails
	importers := map[string][]string{}
	for _, path := range p.paths {
		for _, source := range p.at(path).imports {
			importers[source] = append(importers[source], path)
		}
	}
	return importers
}

// sourceOf is the file of the project that a module is which another file imports; "" for none.
func (p *Project) sourceOf(module, from string) string {
	asked := [2]string{path.Dir(from), module}
	if known, ok := p.sources.Load(asked); ok {
		return known.(string)
	}
	source := ""
	for _, candidate := range python.ModulePaths(module, from) {
		if p.files[candidate] {
			source = candidate
			break
		}
	}
	p.sources.Store(asked, source)
	return source
}

// UsesTorch reports whether the tensors of a file are PyTorch's: its own imports say so, else those of
// what it imports in the project, else those of the files that import it; of a chain, the nearest files
// that show a framework. Not known is no.
func (p *Project) UsesTorch(file string, text []byte) bool {
	if torchs, known := decided(of(python.Imports(text))); known || p == nil {
		return torchs
	}
	if torchs, known := p.nearest(file, func(path string) []string { return p.at(path).imports }); known {
		return torchs
	}
	if bytes.Contains(text, []byte("import *")) && knowledge.WritesTorch(text) { // a star that is not found gives the name
		return true
	}
	torchs, _ := p.nearest(file, func(path string) []string { return p.importers()[path] })
	return torchs
}

// nearest asks the files one step away, then those two steps away, and so on. Files that show several
// frameworks between them decide that it is not known.
func (p *Project) nearest(file string, next func(path string) []string) (torchs, known bool) {
	seen := map[string]bool{file: true}
	for level := []string{file}; len(level) > 0; {
		var further []string
		var shows shown
		for _, from := range level {
			for _, to := range next(from) {
				if !seen[to] {
					seen[to] = true
					further = append(further, to)
					shows |= p.at(to).direct
				}
			}
		}
		if _, known := decided(shows); known {
			return shows&(torch|perhaps) != 0 && shows&(torchish|other) == 0, true
		}
		level = further
	}
	return false, false
}

// Shows reports whether the file's own imports show PyTorch, or that it is not: known is false where they
// show no framework.
func Shows(text []byte) (torchs, known bool) { return decided(of(python.Imports(text))) }
