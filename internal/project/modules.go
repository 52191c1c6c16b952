package project

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// modules are the parsed files that programs import. A parsed file belongs to one goroutine at a time, so each that
// looks at a file borrows a finder with all that it has parsed.
type modules struct {
	mu     sync.Mutex
	idle   []*Lent
	files  map[string]bool // the Python files of the projects, by reported path
	listed sync.Once
}

// Lent is a finder and the folder of the file for which it was lent last.
type Lent struct {
	*imports.Finder
	folder string
}

// maxModuleBytes bounds the text of the parsed files that a finder keeps: a tree takes some thirty times as much.
const maxModuleBytes = 3 << 19

// Borrow is a finder of modules for the time that one file takes: the one that was last lent for a file of the same
// folder, as that has parsed most of what the file imports.
func (p *Project) Borrow(file string) *Lent {
	m := &p.modules
	m.mu.Lock()
	defer m.mu.Unlock()
	folder := filepath.Dir(file)
	if n := len(m.idle); n > 0 {
		at := n - 1
		for i, l := range m.idle {
			if l.folder == folder {
				at = i
			}
		}
		l := m.idle[at]
		m.idle = slices.Delete(m.idle, at, at+1)
		l.folder = folder
		return l
	}
	l := &Lent{folder: folder}
	l.Finder = &imports.Finder{
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
	return l
}

// Return takes a finder back.
func (p *Project) Return(l *Lent) {
	l.Trim(maxModuleBytes)
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
