package project

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/settings"
)

// Root is one project: a git work tree or, outside of git, what the user named.
// Versions and jobs are facts of a whole project, however small the part of it
// that is looked at.
type Root struct {
	Dir      string          // absolute
	whole    bool            // all of it was named: no file is missing from the run
	files    []discover.File // of this run
	all      []discover.File // of the project, when they were asked for
	pages    []discover.File // READMEs and such, in which commands may stand
	versions *deps.Project
	imports  func() *framework.Project // of the whole project, read when first asked for

	listing  sync.Mutex // of all: the rules of single files may ask at once
	mentions mentions
}

// Whole reports whether no file of the project is missing from the run.
func (r *Root) Whole() bool { return r.whole }

// findRoots lists the projects that the named paths belong to and gives each its
// files; others are the dependency files and pages among them.
func (p *Project) findRoots(files, others []discover.File) error {
	for _, named := range p.Paths {
		p.addRoot(named)
	}
	for _, file := range files {
		if r := p.RootOf(file.Full); r != nil {
			r.files = append(r.files, file)
		}
	}
	byRoot := map[*Root][]discover.File{}
	for _, file := range others {
		r := p.RootOf(file.Full)
		if isDeclaring(file.Full) {
			byRoot[r] = append(byRoot[r], file)
		}
		if r != nil && launch.IsPage(file.Full) {
			r.pages = append(r.pages, file)
		}
	}
	for _, r := range p.Roots {
		if err := p.readVersions(r, byRoot[r]); err != nil {
			return err
		}
	}
	return nil
}

// isOther reports whether a file is read for what it says of others: it is not linted itself.
func isOther(path string) bool { return isDeclaring(path) || launch.IsPage(path) }

// isDeclaring reports whether a file may say which versions the project has.
func isDeclaring(path string) bool { return deps.IsDependencyFile(path) || deps.Installs(path) }

func (p *Project) addRoot(named string) {
	full := named
	if !filepath.IsAbs(full) {
		full = filepath.Join(p.Dir, named)
	}
	dir := full
	if discover.KindOf(full) != discover.Other && !files.IsDir(full) {
		dir = filepath.Dir(full)
	}
	dir = files.Project(dir, p.Dir)
	for _, known := range p.Roots {
		if known.Dir == dir {
			known.whole = known.whole || full == dir
			return
		}
	}
	r := &Root{Dir: dir, whole: full == dir}
	r.imports = sync.OnceValue(func() *framework.Project { return p.importsOf(r) })
	p.Roots = append(p.Roots, r)
}

// RootOf is the project that a file belongs to; nil when it belongs to none.
func (p *Project) RootOf(full string) *Root {
	var closest *Root
	for _, r := range p.Roots {
		if files.Inside(r.Dir, full) && (closest == nil || len(r.Dir) > len(closest.Dir)) {
			closest = r
		}
	}
	return closest
}

// Path is how the project names a file: relative to its root, with '/'.
func (r *Root) Path(full string) string {
	relative, err := filepath.Rel(r.Dir, full)
	if err != nil {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(relative)
}

// Full is the absolute path of one of the project.
func (r *Root) Full(path string) string { return filepath.Join(r.Dir, filepath.FromSlash(path)) }

// readVersions reads the dependency files of a project and what its settings say.
func (p *Project) readVersions(r *Root, others []discover.File) error {
	paths := make([]string, 0, len(others))
	for _, file := range others {
		paths = append(paths, r.Path(file.Full))
	}
	r.versions = deps.Read(paths, func(path string) *source.File {
		reported := p.Reported(r.Full(path))
		if deps.Installs(path) && !deps.IsDependencyFile(path) && !deps.MayInstall(p.raw(reported)) {
			return nil // most scripts and notebooks: they need not be taken apart
		}
		return p.sources.get(reported)
	})
	held, err := p.settingsIn(r.Dir)
	if err != nil {
		return err
	}
	p.override(r.versions, held)
	return nil
}

// override lets the settings decide about versions.
func (p *Project) override(versions *deps.Project, held *settings.Settings) {
	for name, version := range held.Versions {
		if !versions.Override(name, version.Value) {
			p.Warn(version.Origin.Relative(p.Dir) + ": " + version.Value + " is not a version of " + name + " that can be read")
		}
	}
}

// VersionsOf is what the project declares for a file; nothing when the file
// belongs to no project.
func (p *Project) VersionsOf(path string) *deps.Versions {
	full := p.Full(path)
	r := p.RootOf(full)
	if r == nil {
		return (&deps.Project{}).For(path)
	}
	return r.versions.For(r.Path(full))
}

// Full is the absolute path of a reported one.
func (p *Project) Full(reported string) string {
	full := filepath.FromSlash(reported)
	if filepath.IsAbs(full) {
		return full
	}
	return filepath.Join(p.Dir, full)
}

// Reported is how reports name an absolute path.
func (p *Project) Reported(full string) string {
	relative, err := filepath.Rel(p.Dir, full)
	if err != nil {
		return strings.ReplaceAll(full, `\`, "/")
	}
	return filepath.ToSlash(relative)
}
