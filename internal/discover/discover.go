// Package discover finds the files that a run looks at.
package discover

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/gitignore"
)

// File is one file to look at.
type File struct {
	Path  string // relative to the working directory where possible, with '/'
	Full  string // absolute
	Kind  Kind
	Named bool // the user named it; it was not found by walking
}

// Walker finds files under one working directory.
type Walker struct {
	Dir          string                                         // the working directory, absolute
	Excluded     func(path string, isDir bool) bool             // by the settings; absolute paths; may be nil
	ForceExclude bool                                           // also leave out named files that are ignored or excluded
	Warn         func(path string, err error)                   // a path that could not be read; the walk goes on
	Overlay      map[string][]byte                              // texts by relative path: such a named file need not exist
	Also         func(path string) bool                         // files of other kinds to gather for Others; may be nil
	Speaks       func(dir string) bool                          // folders whose others speak for the one above; may be nil
	Entered      func(dir string, holds func(name string) bool) // a folder whose entries were read; may be nil
	found        map[string]bool
	files        []File
	others       []File
}

// neverEntered are directories that hold no code of the project's own.
var neverEntered = map[string]bool{
	".git": true, ".hg": true, ".svn": true, "node_modules": true, "site-packages": true, "__pycache__": true,
	".ipynb_checkpoints": true, ".history": true, ".tox": true, ".nox": true, ".eggs": true,
	".mypy_cache": true, ".ruff_cache": true, ".pytest_cache": true,
	// What loggers wrote down of runs that are over: copies of configs and environments, as they were.
	"mlruns": true, "lightning_logs": true, ".hydra": true,
}

// isRecord reports whether a directory is what Weights & Biases keeps of one run. Only with the run's name is it clear:
// a package for it may be called wandb, too.
func isRecord(name, full string) bool {
	return filepath.Base(filepath.Dir(full)) == "wandb" &&
		(strings.HasPrefix(name, "run-") || strings.HasPrefix(name, "offline-run-"))
}

// environmentMarks are files that only the root of a virtual environment has.
var environmentMarks = []string{"pyvenv.cfg", "conda-meta"}

// Find returns the files below the named paths, each once, sorted by path. A
// named path that cannot be looked at is an error, since the user meant
// something by it; the files of the other paths are returned all the same.
func (w *Walker) Find(paths []string) ([]File, error) {
	w.found, w.files, w.others = map[string]bool{}, nil, nil
	var failures []error
	for _, path := range paths {
		failures = append(failures, w.named(path))
	}
	slices.SortFunc(w.files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return w.files, errors.Join(failures...)
}

// ErrNoPath is what an empty word in place of a path is: taken for the working directory, --fix "$FILES" would write
// into all of it where the variable is not set.
var ErrNoPath = errors.New(`cannot look at "": it names nothing; the working directory is "."`)

func (w *Walker) named(path string) error {
	if path == "" {
		return ErrNoPath
	}
	full := filepath.Clean(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(w.Dir, path)
	}
	_, overlaid := w.Overlay[w.Relative(full)]
	info, err := os.Stat(full)
	if err != nil && !overlaid {
		return fmt.Errorf("cannot look at %s: %w", path, files.Reason(err))
	}
	isDir := err == nil && info.IsDir()
	if w.ForceExclude && w.leftOut(full, isDir) {
		return nil
	}
	switch {
	case isDir:
		entries, err := w.read(full)
		if err != nil {
			return fmt.Errorf("cannot look at %s: %w", path, files.Reason(err))
		}
		w.walk(full, entries, gitignore.At(full, w.Dir))
	case !overlaid && !info.Mode().IsRegular():
		return fmt.Errorf("cannot look at %s: %w", path, files.ErrNotRegular)
	case KindOf(full) == Other:
		w.Warn(w.Relative(full), fmt.Errorf("not a kind of file that trainlint reads (%s)", extensions))
	default:
		w.add(full, true)
	}
	return nil
}

const extensions = ".py .ipynb .yaml .yml .json .toml .sh"

// leftOut asks of a named path what the walk would have asked of it and of
// every directory above it, up to the working directory.
func (w *Walker) leftOut(full string, isDir bool) bool {
	relative, err := filepath.Rel(w.Dir, full)
	if err != nil || relative == "." || strings.HasPrefix(relative, "..") {
		return false
	}
	at, matcher := w.Dir, gitignore.At(w.Dir, w.Dir)
	elements := strings.Split(relative, string(filepath.Separator))
	for i, element := range elements {
		at = filepath.Join(at, element)
		directory := isDir || i < len(elements)-1
		shut := directory && (neverEntered[element] || isRecord(element, at) || isEnvironment(at))
		if shut || matcher.Ignored(at, directory) || w.excluded(at, directory) {
			return true
		}
		if directory {
			matcher = matcher.Enter(at)
		}
	}
	return false
}

// listing is what a folder holds. Most folders hold no ignore file, no settings and no virtual environment: asked of
// the listing that takes no call to the system, where each name used to take one (7,600 in a tree of 4,500 files).
type listing []os.DirEntry

// holds reports whether an entry may have a name; some systems do not tell its cases apart.
func (l listing) holds(name string) bool {
	return slices.ContainsFunc(l, func(e os.DirEntry) bool { return strings.EqualFold(e.Name(), name) })
}

func compareName(e os.DirEntry, name string) int { return strings.Compare(e.Name(), name) }

// list is what a folder holds that the walk came upon: one that cannot be read is said, and the walk goes on.
func (w *Walker) list(dir string) listing {
	entries, err := w.read(dir)
	if err != nil {
		w.Warn(w.Relative(dir), files.Reason(err))
	}
	return entries
}

func (w *Walker) read(dir string) (listing, error) {
	entries, err := os.ReadDir(dir)
	if err == nil && w.Entered != nil {
		w.Entered(dir, listing(entries).holds)
	}
	return entries, err
}

// walk never follows symbolic links: what they point at is either in the tree
// already or not part of it, and they can form loops.
func (w *Walker) walk(dir string, entries listing, ignore *gitignore.Matcher) {
	for _, entry := range entries {
		full := filepath.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			w.folder(entry.Name(), full, ignore)
		case entry.Type().IsRegular():
			w.file(full, ignore)
		}
	}
}

func (w *Walker) folder(name, full string, ignore *gitignore.Matcher) {
	if entries, ok := w.inside(name, full, ignore); ok {
		w.walk(full, entries, ignore.EnterListed(full, entries.holds))
	}
}

// inside is what a folder holds, unless it is not entered; ignore is what holds in the folder above it.
func (w *Walker) inside(name, full string, ignore *gitignore.Matcher) (entries listing, enter bool) {
	if neverEntered[name] || isRecord(name, full) || ignore.Ignored(full, true) || w.excluded(full, true) {
		return nil, false
	}
	entries = w.list(full)
	return entries, !slices.ContainsFunc(environmentMarks, entries.holds) || !isEnvironment(full)
}

// file adds a file that the walk came upon, if it is of use.
func (w *Walker) file(full string, ignore *gitignore.Matcher) {
	linted, other := KindOf(full) != Other, w.Also != nil && w.Also(filepath.ToSlash(full))
	if !linted && !other || ignore.Ignored(full, false) || w.excluded(full, false) {
		return
	}
	if linted {
		w.add(full, false)
	}
	if other {
		w.addOther(full)
	}
}

// isEnvironment reports whether a folder is the root of a virtual environment.
func isEnvironment(full string) bool {
	return slices.ContainsFunc(environmentMarks, func(mark string) bool {
		return files.Exists(filepath.Join(full, mark))
	})
}

func (w *Walker) excluded(full string, isDir bool) bool {
	return w.Excluded != nil && w.Excluded(full, isDir)
}

func (w *Walker) add(full string, named bool) {
	if w.found[full] {
		return
	}
	w.found[full] = true
	w.files = append(w.files, File{Path: w.Relative(full), Full: full, Kind: KindOf(full), Named: named})
}

// Relative is how reports name an absolute path.
func (w *Walker) Relative(full string) string {
	relative, err := filepath.Rel(w.Dir, full)
	if err != nil {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(relative)
}
