package project

import (
	"bytes"
	"path/filepath"
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// modules are the parsed files that programs import.
type modules struct {
	mu     sync.Mutex
	idle   []*imports.Finder // without modules: they know where files lie
	pool   imports.Pool
	trees  map[string]*python.Module // what the edits of files are judged by, the last of each
	files  map[string]bool           // the Python files of the run and of its whole projects, by reported path
	beside []*discover.Tree          // projects of which only some files are part of the run
	listed sync.Once

	packages map[string]bool // the names of the folders that hold packages
	packaged sync.Once
}

// adopt takes what was parsed from the present text of a file, if it was.
func (m *modules) adopt(tree *python.Module, file *source.File) {
	if tree == nil || tree.File != file {
		return
	}
	m.pool.Give(file.Path, tree.Unasked())
}

// parse is a file for somebody who does not give it back, parsed unless somebody has its tree.
func (m *modules) parse(file *source.File, meter *budget.Meter) (*python.Module, error) {
	tree := m.pool.Take(file.Path, meter)
	if tree != nil && (tree.File == file || bytes.Equal(tree.File.Text, file.Text)) {
		tree.File = file
		return tree, nil
	}
	tree, err := m.pool.Parse(file, meter)
	m.pool.Know(file.Path, tree)
	return tree, err
}

// look puts a question to a file, and gives its tree back; one that cannot be parsed may be anything.
func (m *modules) look(file *source.File, is func(*python.Module) bool) bool {
	tree, err := m.parse(file, budget.New())
	if err != nil {
		return true
	}
	defer func() { m.pool.Give(file.Path, tree.Unasked()) }()
	return is(tree)
}

func (m *modules) keep(path string, tree *python.Module) {
	if m.trees == nil {
		m.trees = map[string]*python.Module{}
	}
	m.trees[path] = tree
}

// Tree is a text, parsed once for those that judge its edits and for whoever looks at the file after them. It must not
// be asked while files are linted, and pays for itself.
func (p *Project) Tree(file *source.File) (*python.Module, error) {
	m := &p.modules
	tree := m.trees[file.Path]
	if tree == nil || tree.File != file {
		if tree = m.pool.Take(file.Path, budget.New()); tree != nil {
			m.pool.Give(file.Path, tree)
		}
	}
	if tree == nil || tree.File != file && !bytes.Equal(tree.File.Text, file.Text) {
		var err error
		if tree, err = m.pool.Parse(file, budget.New()); err != nil {
			return nil, err
		}
	}
	m.keep(file.Path, tree)
	return tree, nil
}

// maxModuleBytes bounds the text of the parsed files that wait for their next reader: a tree takes some thirty times as
// much.
const maxModuleBytes = 3 << 20

// maxBesideJobs bounds the same while jobs are put together, which keep what they parse themselves.
const maxBesideJobs = 1 << 20

// maxPackedBytes bounds what is remembered of the texts that were parsed: the Python of all but the largest projects.
const maxPackedBytes = 40 << 20

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
	text := func(path string) []byte {
		if file := p.Source(path); file != nil {
			return file.Text
		}
		return nil
	}
	return &imports.Finder{
		Pool:    &m.pool,
		Exists:  p.hasModule,
		Library: job.Tree{Has: p.hasModule, Text: text}.MeansLibrary,
		Open: func(path string) *source.File {
			file, err := p.sources.read(discover.File{Path: path, Kind: discover.KindOf(path)})
			if err != nil {
				return nil
			}
			return file
		},
		Read: text,
	}
}

// Return takes a finder back, and what it has parsed; gaveUp says that a question about it was given up.
func (p *Project) Return(f *imports.Finder, gaveUp bool) {
	f.GiveBack(gaveUp)
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.idle = append(p.modules.idle, f)
}

// Forget drops what was noted of all files under a key: nobody asks for it again, or only of a few.
func (p *Project) Forget(key any) { p.modules.pool.Forget(key) }

// Replace puts the new texts of files in place of what is on disk, and of what was parsed.
func (p *Project) Replace(changed []*source.File) {
	for _, file := range changed {
		p.sources.replace(file)
	}
	p.modules.mu.Lock()
	defer p.modules.mu.Unlock()
	p.modules.pool.Replace(changed)
	for _, file := range changed {
		p.modules.adopt(p.modules.trees[file.Path], file)
	}
}

// hasModule reports whether one of the projects has a Python file. Projects that are part of the run as a whole are
// listed; of others, what is asked for is looked at.
func (p *Project) hasModule(path string) bool {
	m := &p.modules
	path = filepath.ToSlash(path)
	m.listed.Do(func() {
		m.files = map[string]bool{}
		for _, r := range p.Roots {
			if r.whole {
				p.addModules(r)
			} else {
				m.beside = append(m.beside, p.quietWalker().Tree(r.Dir))
			}
		}
		for _, file := range p.Files {
			m.files[file.Path] = true
		}
	})
	if m.files[path] {
		return true
	}
	if len(m.beside) == 0 || !discover.KindOf(path).IsPython() {
		return false
	}
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(p.Dir, full)
	}
	return slices.ContainsFunc(m.beside, func(t *discover.Tree) bool { return t.Has(full) })
}

func (p *Project) addModules(r *Root) {
	for _, file := range p.FilesOf(r) {
		if file.Kind.IsPython() {
			p.modules.files[p.Reported(file.Full)] = true
		}
	}
}
