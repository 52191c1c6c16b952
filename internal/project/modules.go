package project

import (
	"path/filepath"
	"sync"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// modules are the parsed files that programs import. A parsed file belongs to one goroutine at a time, so each that looks
// at a file borrows a finder with all that it has parsed.
type modules struct {
	mu     sync.Mutex
	idle   []*Lent
	files  map[string]bool // the Python files of the projects, by reported path
	listed sync.Once
}

// Lent is a finder and the size of what it holds.
type Lent struct {
	*imports.Finder
	bytes int
}

// maxModuleBytes bounds the text of the parsed files that a finder keeps.
const maxModuleBytes = 4 << 20

// Borrow is a finder of modules for the time of one file.
func (p *Project) Borrow() *Lent {
	m := &p.modules
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.idle); n > 0 {
		l := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return l
	}
	l := &Lent{}
	l.Finder = &imports.Finder{
		Exists:  p.hasModule,
		Library: knowledge.IsLibrary,
		Open: func(path string) *source.File {
			file, err := p.sources.read(discover.File{Path: path, Kind: discover.KindOf(path)})
			if err != nil {
				return nil
			}
			l.bytes += len(file.Text)
			return file
		},
	}
	return l
}

// Return takes a finder back.
func (p *Project) Return(l *Lent) {
	if l.bytes > maxModuleBytes {
		return
	}
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = append(p.modules.idle, l)
}

// Replace puts the new texts of files in place of what is on disk, and drops what was parsed.
func (p *Project) Replace(changed []*source.File) {
	for _, file := range changed {
		p.sources.replace(file)
	}
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = nil
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
