package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/nearest"
)

// Known is what the values of a settings file are checked against.
type Known struct {
	Rules []string                // rule names
	Names []string                // rule and group names
	GPU   func(name string) error // nil: any name goes
	Dir   string                  // paths in messages are relative to it
}

// reader reads one settings file and gathers all that is wrong with it.
type reader struct {
	known *Known
	file  *source.File
	path  string // absolute
	chain []string
	errs  []error
}

// maxExtends bounds how many files a settings file can stand on.
const maxExtends = 8

// load reads a settings file; nil without an error when a pyproject.toml has no
// [tool.trainlint].
func load(path string, known *Known, chain []string) (*Settings, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings: %w", err)
	}
	if filepath.Base(path) == pyproject && !strings.Contains(string(text), "trainlint") {
		return nil, nil
	}
	r := &reader{known: known, file: source.New(path, text), path: path, chain: append(slices.Clone(chain), path)}
	document := config.Parse(r.file)
	if document.Broken() {
		r.fail(document.Problems[0].Span, "%s", document.Problems[0].Message)
		return nil, errors.Join(r.errs...)
	}
	root := document.Root()
	if filepath.Base(path) == pyproject {
		if root = root.Lookup("tool", "trainlint"); root == nil {
			return nil, nil
		}
	}
	s := r.settings(root)
	if len(r.errs) > 0 {
		return nil, errors.Join(r.errs...)
	}
	return s, nil
}

func (r *reader) settings(root *config.Node) *Settings {
	s := &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
	if extend := root.Lookup("extend"); extend != nil {
		s = r.extend(extend)
	}
	s.File = r.path
	if root != nil && !root.IsNull() {
		readObject(r, root, topKeys, s)
	}
	return s
}

// extend reads the file that this one stands on.
func (r *reader) extend(n *config.Node) *Settings {
	nothing := &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
	path := r.absolute(r.text(n))
	switch {
	case slices.Contains(r.chain, path):
		r.fail(n.Span, "settings extend each other in a circle: %s", r.relative(path))
		return nothing
	case len(r.chain) >= maxExtends:
		r.fail(n.Span, "more than %d settings files extend each other", maxExtends)
		return nothing
	}
	base, err := load(path, r.known, r.chain)
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("%s extends %s: %w", r.place(n.Span), r.relative(path), err))
		return nothing
	}
	if base == nil {
		r.fail(n.Span, "%s has no [tool.trainlint]", r.relative(path))
		return nothing
	}
	base.Severity, base.Versions = maps.Clone(base.Severity), maps.Clone(base.Versions)
	base.Extends = append([]string{path}, base.Extends...)
	return base
}

// readObject hands each value of a mapping to the function for its key.
func readObject[T any](r *reader, n *config.Node, keys map[string]func(*reader, *T, *config.Node), into *T) {
	n = n.Resolve()
	if n == nil || n.Kind != config.Mapping {
		r.failAt(n, "expected keys and values here")
		return
	}
	for _, entry := range n.Entries {
		read, ok := keys[entry.Key]
		if !ok {
			names := slices.Sorted(maps.Keys(keys))
			hint := nearest.Hint(entry.Key, names)
			if hint == "" {
				hint = ": the keys here are " + strings.Join(names, ", ")
			}
			r.fail(entry.KeySpan, "unknown key %q%s", entry.Key, hint)
			continue
		}
		read(r, into, entry.Value)
	}
}

func (r *reader) fail(at source.Span, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s: %s", r.place(at), fmt.Sprintf(format, args...)))
}

func (r *reader) failAt(n *config.Node, format string, args ...any) {
	if n == nil {
		r.fail(source.Span{}, format, args...)
		return
	}
	r.fail(n.Span, format, args...)
}

func (r *reader) place(at source.Span) string {
	position := r.file.Position(at.Start)
	return fmt.Sprintf("%s:%d:%d", r.relative(r.path), position.Line, position.Column)
}

func (r *reader) relative(path string) string {
	if relative, err := filepath.Rel(r.known.Dir, path); err == nil && r.known.Dir != "" {
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

func (r *reader) origin(n *config.Node) Origin {
	return Origin{File: r.path, Line: r.file.LineOf(n.Span.Start)}
}
