package lint

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/settings"
)

// root is one project that is linted: a git work tree or, outside of git, what
// the user named. Versions and jobs are facts of a whole project, however small
// the part of it that is linted.
type root struct {
	dir      string          // absolute
	whole    bool            // all of it was named: no file is missing from the run
	files    []discover.File // of this run
	all      []discover.File // of the project, when they were asked for
	versions *deps.Project
	imports  func() *framework.Project // of the whole project, read when first asked for

	listing  sync.Mutex // of all: the rules of single files may ask at once
	mentions mentions
}

// findRoots lists the projects that the named paths belong to and gives each its
// files; others are the dependency files among them.
func (p *project) findRoots(files, others []discover.File) error {
	for _, named := range p.Paths {
		p.addRoot(named)
	}
	for _, file := range files {
		if r := p.rootOf(file.Full); r != nil {
			r.files = append(r.files, file)
		}
	}
	byRoot := map[*root][]discover.File{}
	for _, file := range others {
		r := p.rootOf(file.Full)
		byRoot[r] = append(byRoot[r], file)
	}
	for _, r := range p.roots {
		if err := p.readVersions(r, byRoot[r]); err != nil {
			return err
		}
	}
	return nil
}

func (p *project) addRoot(named string) {
	full := named
	if !filepath.IsAbs(full) {
		full = filepath.Join(p.Dir, named)
	}
	dir := full
	if discover.KindOf(full) != discover.Other && !files.IsDir(full) {
		dir = filepath.Dir(full)
	}
	dir = files.Project(dir, p.Dir)
	for _, known := range p.roots {
		if known.dir == dir {
			known.whole = known.whole || full == dir
			return
		}
	}
	r := &root{dir: dir, whole: full == dir}
	r.imports = sync.OnceValue(func() *framework.Project { return p.importsOf(r) })
	p.roots = append(p.roots, r)
}

// rootOf is the project that a file belongs to; nil when it belongs to none.
func (p *project) rootOf(full string) *root {
	var closest *root
	for _, r := range p.roots {
		if files.Inside(r.dir, full) && (closest == nil || len(r.dir) > len(closest.dir)) {
			closest = r
		}
	}
	return closest
}

// path is how the project names a file: relative to its root, with '/'.
func (r *root) path(full string) string {
	relative, err := filepath.Rel(r.dir, full)
	if err != nil {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(relative)
}

func (r *root) full(path string) string { return filepath.Join(r.dir, filepath.FromSlash(path)) }

// readVersions reads the dependency files of a project and what its settings say.
func (p *project) readVersions(r *root, others []discover.File) error {
	paths := make([]string, 0, len(others))
	for _, file := range others {
		paths = append(paths, r.path(file.Full))
	}
	r.versions = deps.Read(paths, func(path string) *source.File { return p.sources.get(p.reported(r.full(path))) })
	held, err := p.resolver.For(r.dir)
	if err != nil {
		return err
	}
	p.override(r.versions, held)
	return nil
}

// override lets the settings decide about versions.
func (p *project) override(versions *deps.Project, held *settings.Settings) {
	for name, version := range held.Versions {
		if !versions.Override(name, version.Value) {
			p.Warn(version.Origin.Relative(p.Dir) + ": " + version.Value + " is not a version of " + name + " that can be read")
		}
	}
}

// versionsOf is what the project declares for a file; nothing when the file
// belongs to no project.
func (p *project) versionsOf(path string) *deps.Versions {
	full := p.full(path)
	r := p.rootOf(full)
	if r == nil {
		return (&deps.Project{}).For(path)
	}
	return r.versions.For(r.path(full))
}

// full is the absolute path of a reported one.
func (p *project) full(reported string) string {
	full := filepath.FromSlash(reported)
	if filepath.IsAbs(full) {
		return full
	}
	return filepath.Join(p.Dir, full)
}

// reported is how reports name an absolute path.
func (p *project) reported(full string) string {
	relative, err := filepath.Rel(p.Dir, full)
	if err != nil {
		return strings.ReplaceAll(full, `\`, "/")
	}
	return filepath.ToSlash(relative)
}
