package project

import (
	"path/filepath"
	"sync"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// modules are the parsed files that programs import.
type modules struct {
	mu     sync.Mutex
	idle   []*imports.Finder // without modules: they know where files lie
	pool   imports.Pool
	files  map[string]bool // the Python files of the projects, by reported path
	listed sync.Once
}

// maxModuleBytes bounds the text of the parsed files that wait for their next reader: a tree takes some thirty times as
// much.
const maxModuleBytes = 3 << 20

// Borrow is a finder of modules for the time that one file takes.
func (p *Project) Borrow() *imports.Finder {
	m := &p.modules
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.idle); n > 0 {
		f := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return f
	}
	m.pool.Max = maxModuleBytes
	return &imports.Finder{
		Pool:    &m.pool,
		Exists:  p.hasModule,
		Library: knowledge.IsLibrary,
		Open: func(path string) *source.File {
			file, err := p.sources.read(discover.File{Path: path, Kind: discover.KindOf(path)})
			if err != nil {
				return nil
			}
			return file
		},
	}
}

// Return takes a finder back, and what it has parsed; gaveUp says that a question about it was given up.
func (p *Project) Return(f *imports.Finder, gaveUp bool) {
	f.GiveBack(gaveUp)
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = append(p.modules.idle, f)
}

// Replace puts the new texts of files in place of what is on disk, and drops what was parsed.
func (p *Project) Replace(changed []*source.File) {
	for _, file := range changed {
		p.sources.replace(file)
	}
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = nil
	p.modules.pool.Clear()
}

// hasModule reports whether one of the projects has a Python file.
func (p *Project) hasModule(path string) bool {
	p.modules.listed.Do(func() {
		p.modules.files = map[string]bool{}
		for _, r := range p.Roots {
			for _, file := range p.FilesOf(r) {
				if file.Kind.IsPython() {
					p.modules.files[p.Reported(file.Full)] = true
				}
			}
		}
		for _, file := range p.Files {
			p.modules.files[file.Path] = true
		}
	})
	return p.modules.files[filepath.ToSlash(path)]
}
