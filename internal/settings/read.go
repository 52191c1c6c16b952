package settings

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/nearest"
)

// Known is what the values of a settings file are checked against.
type Known struct {
	Rules []string                // rule names
	Names []string                // rule and group names
	GPU   func(name string) error // nil: any name goes
	// Version says why a text declares no version; nil: any text goes.
	Version func(text string) error
	// Size says why a name and a text say no size of data; nil: any do.
	Size func(name, text string) error
	Dir  string // paths in messages are relative to it
	// Within are the folders that files may extend others in, besides their own
	// project.
	Within *files.Roots
	Warn   func(message string) // a file that is passed over; nil: nobody listens
}

// reader reads one settings file and gathers all that is wrong with it.
type reader struct {
	known  *Known
	within *files.Roots
	file   *source.File
	path   string // absolute
	chain  []string
	errs   []error
}

// maxExtends bounds how many files a settings file can stand on.
const maxExtends = 8

// found reads the settings file of a folder; a link may not lead it out of the
// project that the folder belongs to.
func found(path string, known *Known) (*Settings, error) {
	within := known.within(path)
	text, err := within.Read(path)
	if err != nil {
		return nil, known.unreadable(path, err)
	}
	return parse(path, text, known, within, nil)
}

// named reads the settings file that the user chose.
func named(path string, known *Known) (*Settings, error) {
	text, err := files.Read(path)
	if err != nil {
		return nil, known.unreadable(path, err)
	}
	return parse(path, text, known, known.within(path), nil)
}

// within are the folders that a settings file may lead to.
func (k *Known) within(path string) *files.Roots {
	own := files.RootsOf(k.Dir, filepath.Dir(path))
	if k.Within == nil {
		return own
	}
	return own.And(k.Within)
}

func (k *Known) unreadable(path string, err error) error {
	return fmt.Errorf("cannot read the settings %s: %w", k.relative(path), files.Reason(err))
}

// parse reads the text of a settings file; nil without an error when a
// pyproject.toml has no [tool.trainlint].
func parse(path string, text []byte, known *Known, within *files.Roots, chain []string) (*Settings, error) {
	if filepath.Base(path) == pyproject && !strings.Contains(string(text), "trainlint") {
		return nil, nil
	}
	r := &reader{
		known:  known,
		within: within,
		file:   source.New(path, text),
		path:   path,
		chain:  append(slices.Clone(chain), path),
	}
	document := config.Parse(r.file)
	if document.Broken() {
		r.fail(placeOf(r.file, document.Problems[0].Span), "%s", document.Problems[0].Message)
		return nil, errors.Join(r.errs...)
	}
	var root *node
	if document.Format == config.YAML {
		var err error
		if root, err = readYAML(text); err != nil {
			return nil, fmt.Errorf("%s: %w", r.relative(path), err)
		}
	} else {
		root = fromTOML(r.file, document.Root())
	}
	if filepath.Base(path) == pyproject {
		if root = root.find("tool", "trainlint"); root == nil {
			return nil, nil
		}
	}
	s := r.settings(root)
	if len(r.errs) > 0 {
		return nil, errors.Join(r.errs...)
	}
	return s, nil
}

func (r *reader) settings(root *node) *Settings {
	s := &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
	if extend := root.find("extend"); extend != nil {
		s = r.extend(extend)
	}
	s.File = r.path
	if root != nil && !root.null {
		readObject(r, root, topKeys, s)
	}
	return s
}

// extend reads the file that this one stands on.
func (r *reader) extend(n *node) *Settings {
	nothing := &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
	path := r.absolute(r.text(n))
	switch {
	case slices.Contains(r.chain, path):
		r.fail(n.at, "settings extend each other in a circle: %s", r.relative(path))
		return nothing
	case len(r.chain) >= maxExtends:
		r.fail(n.at, "more than %d settings files extend each other", maxExtends)
		return nothing
	}
	var base *Settings
	text, err := r.within.Read(path)
	if err != nil {
		err = files.Reason(err)
	} else {
		base, err = parse(path, text, r.known, r.within, r.chain)
	}
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("%s extends %s: %w", r.place(n.at), r.relative(path), err))
		return nothing
	}
	if base == nil {
		r.fail(n.at, "%s has no [tool.trainlint]", r.relative(path))
		return nothing
	}
	base.Severity, base.Versions = maps.Clone(base.Severity), maps.Clone(base.Versions)
	base.Extends = append([]string{path}, base.Extends...)
	return base
}

// readObject hands each value of a mapping to the function for its key.
func readObject[T any](r *reader, n *node, keys map[string]func(*reader, *T, *node), into *T) {
	if n == nil || n.kind != mapping {
		r.failAt(n, "expected keys and values here")
		return
	}
	for _, entry := range r.entriesOf(n) {
		read, ok := keys[entry.key]
		if !ok {
			names := slices.Sorted(maps.Keys(keys))
			hint := nearest.Hint(entry.key, names)
			if hint == "" {
				hint = ": the keys here are " + strings.Join(names, ", ")
			}
			r.fail(entry.at, "unknown key %q%s", entry.key, hint)
			continue
		}
		read(r, into, entry.value)
	}
}

// entriesOf are the keys of a mapping. One that is written twice is a mistake: which of the
// two was meant, nobody can tell.
func (r *reader) entriesOf(n *node) []entry {
	first := map[string]int{}
	for _, e := range n.entries {
		if line, again := first[e.key]; again {
			r.fail(e.at, "the key %q is written twice, first on line %d", e.key, line)
			continue
		}
		first[e.key] = e.at.line
	}
	return n.entries
}

func (r *reader) fail(at place, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s: %s", r.place(at), fmt.Sprintf(format, args...)))
}

func (r *reader) failAt(n *node, format string, args ...any) {
	if n == nil {
		r.fail(place{1, 1}, format, args...)
		return
	}
	r.fail(n.at, format, args...)
}

func (r *reader) place(at place) string {
	return fmt.Sprintf("%s:%d:%d", r.relative(r.path), at.line, at.column)
}

func (r *reader) relative(path string) string { return r.known.relative(path) }

func (k *Known) relative(path string) string {
	if relative, err := filepath.Rel(k.Dir, path); err == nil && k.Dir != "" {
		return filepath.ToSlash(relative)
	}
	return filepath.ToSlash(path)
}

// absolute takes a path as written in the settings file.
func (r *reader) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(r.path), filepath.FromSlash(path))
}

func (r *reader) origin(n *node) Origin {
	return Origin{File: r.path, Line: n.at.line}
}
