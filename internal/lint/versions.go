package lint

import (
	"path"
	"path/filepath"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/gitignore"
)

// versions tells which versions of packages a file can count on.
type versions struct {
	project *deps.Project
	// prefix leads from the root of the work tree to the working directory:
	// declarations above the working directory hold below it too.
	prefix string
	err    error
}

// newVersions reads the dependency files and what the settings say.
func newVersions(p *project, files []discover.File) *versions {
	v := &versions{}
	if root := gitignore.WorkTree(p.Dir); root != "" {
		if relative, err := filepath.Rel(root, p.Dir); err == nil {
			v.prefix = filepath.ToSlash(relative)
		}
	}
	byPath := map[string]discover.File{}
	var paths []string
	for _, file := range files {
		at := v.inProject(file.Path)
		byPath[at] = file
		paths = append(paths, at)
	}
	v.project = deps.Read(paths, func(at string) *source.File {
		file, ok := byPath[at]
		if !ok {
			file = discover.File{Path: v.outOfProject(at), Kind: discover.KindOf(at)}
		}
		text, err := p.sources.read(file)
		if err != nil {
			return nil
		}
		return text
	})
	v.override(p)
	return v
}

// override lets the settings of the working directory decide.
func (v *versions) override(p *project) {
	held, err := p.resolver.For(p.Dir)
	if err != nil {
		v.err = err
		return
	}
	for name, version := range held.Versions {
		if !v.project.Override(name, version.Value) {
			p.Warn(version.Origin.Relative(p.Dir) + ": " + version.Value + " is not a version of " + name + " that can be read")
		}
	}
}

// of is what holds for a file at a reported path.
func (v *versions) of(reported string) *deps.Versions { return v.project.For(v.inProject(reported)) }

func (v *versions) inProject(reported string) string { return path.Join(v.prefix, reported) }

func (v *versions) outOfProject(at string) string {
	relative, err := filepath.Rel(filepath.FromSlash(v.prefix), filepath.FromSlash(at))
	if err != nil {
		return at
	}
	return filepath.ToSlash(relative)
}
