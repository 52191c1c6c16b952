package lint

import (
	"path/filepath"
	"sync"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// modules are the parsed files that programs import. A parsed file belongs to one goroutine at a time, so each that lints
// a file borrows a finder with all that it has parsed.
type modules struct {
	mu     sync.Mutex
	idle   []*lent
	files  map[string]bool // the Python files of the projects, by reported path
	listed sync.Once
}

// lent is a finder and the size of what it holds.
type lent struct {
	*imports.Finder
	bytes int
}

// maxModuleBytes bounds the text of the parsed files that a finder keeps.
const maxModuleBytes = 4 << 20

// forget drops what was parsed: files have changed.
func (m *modules) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = nil
}

// borrowModules is a finder for the time of one file.
func (p *project) borrowModules() *lent {
	m := &p.modules
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.idle); n > 0 {
		l := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return l
	}
	l := &lent{}
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

func (p *project) returnModules(l *lent) {
	if l.bytes > maxModuleBytes {
		return
	}
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = append(p.modules.idle, l)
}

// hasModule reports whether one of the projects has a Python file.
func (p *project) hasModule(path string) bool {
	p.modules.listed.Do(func() {
		p.modules.files = map[string]bool{}
		for _, r := range p.roots {
			for _, file := range p.filesOf(r) {
				if file.Kind.IsPython() {
					p.modules.files[p.reported(file.Full)] = true
				}
			}
		}
		for _, file := range p.files {
			p.modules.files[file.Path] = true
		}
	})
	return p.modules.files[filepath.ToSlash(path)]
}

// weighElsewhere gives a finding in another file than the one looked at the severity that this file's settings want;
// false when it is not to be reported: the file is no part of the run, or the rule is off there.
func (p *project) weighElsewhere(d *rules.Diagnostic) bool {
	if !p.has(d.File) {
		return false
	}
	held, err := p.policyOf(p.full(d.File))
	if err != nil || !held.on(d.Rule) {
		return false
	}
	held.weigh(d)
	return true
}

// eachOnce leaves out what was found a second time: several programs may run the same code.
func eachOnce(found []rules.Diagnostic) []rules.Diagnostic {
	type place struct {
		rule       *rules.Rule
		file       string
		start, end int
	}
	seen := make(map[place]bool, len(found))
	kept := found[:0]
	for _, d := range found {
		at := place{d.Rule, d.File, d.Span.Start, d.Span.End}
		if d.Rule.On&rules.PythonFile != 0 && d.Rule.On&rules.Job == 0 {
			if seen[at] {
				continue
			}
			seen[at] = true
		}
		kept = append(kept, d)
	}
	return kept
}

// lookingInto lists the files, other than the changed ones, whose findings lie in a changed file.
func (p *project) lookingInto(changed []*source.File) []string {
	names := map[string]bool{}
	for _, file := range changed {
		names[file.Path] = true
	}
	var list []string
	for path, found := range p.byFile {
		for _, d := range found {
			if d.File != path && names[d.File] && !names[path] {
				list = append(list, path)
				break
			}
		}
	}
	return list
}
