// Package imports finds the files of a project that its import statements name.
package imports

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Finder finds the modules of one project. It belongs to one goroutine.
type Finder struct {
	// Exists reports whether the project has a file; paths are relative to its root, with '/'.
	Exists func(path string) bool
	// Open returns a file's text, nil when it cannot be read.
	Open func(path string) *source.File
	// Library reports whether a top-level name is a library's even where the project has a folder of that name.
	Library func(root string) bool

	modules map[string]*python.Module
	used    map[string]int // when each was asked for last
	clock   int
	size    int
	found   map[string]string // by folder and dotted name
}

// Find is the module behind a dotted name as it is imported in the file at from, and its dotted name in the project; nil
// when the name is a library's. Absolute names are looked for where Python looks (the folder of the script and the ones
// above it, from which it may be run) and in src, which editable installs put on the path.
func (f *Finder) Find(dotted, from string) (*python.Module, string) {
	root, _, _ := strings.Cut(dotted, ".")
	if root != "" && f.Library != nil && f.Library(root) {
		return nil, ""
	}
	key := path.Dir(from) + ":" + dotted
	file, known := f.found[key]
	if !known {
		if f.found == nil {
			f.found = map[string]string{}
		}
		for _, candidate := range python.ModulePaths(dotted, from) {
			if f.Exists(candidate) {
				file = candidate
				break
			}
		}
		f.found[key] = file
	}
	if file == "" {
		return nil, ""
	}
	return f.Module(file), Name(file)
}

// Module is the parsed file at a path; nil when it cannot be read.
func (f *Finder) Module(file string) *python.Module {
	f.touch(file)
	if m, ok := f.modules[file]; ok {
		return m
	}
	var m *python.Module
	if text := f.Open(file); text != nil {
		if m, _ = python.Parse(text); m != nil {
			f.size += len(text.Text)
		}
	}
	f.modules[file] = m
	return m
}

// touch notes that a file was asked for.
func (f *Finder) touch(file string) {
	if f.modules == nil {
		f.modules, f.used = map[string]*python.Module{}, map[string]int{}
	}
	f.clock++
	f.used[file] = f.clock
}

// Trim drops the modules that were not asked for the longest, until the texts of those that are kept have at most a length
// in bytes.
func (f *Finder) Trim(size int) {
	if f.size <= size {
		return
	}
	files := slices.SortedFunc(maps.Keys(f.modules), func(a, b string) int { return f.used[a] - f.used[b] })
	for _, file := range files {
		if f.size <= size {
			return
		}
		if m := f.modules[file]; m != nil {
			f.size -= len(m.File.Text)
		}
		delete(f.modules, file)
		delete(f.used, file)
	}
}

// Keep takes a module that was parsed elsewhere for the file at a path.
func (f *Finder) Keep(file string, m *python.Module) {
	f.touch(file)
	if old := f.modules[file]; old != nil {
		f.size -= len(old.File.Text)
	}
	f.modules[file] = m
	f.size += len(m.File.Text)
}

// Parsed is the module that was parsed from a text, for this file or for one that imports it; nil when there is none.
func (f *Finder) Parsed(text *source.File) *python.Module {
	m := f.modules[text.Path]
	if m == nil || m.File != text && !bytes.Equal(m.File.Text, text.Text) {
		return nil
	}
	return m
}

// Name is the dotted name of the module in a file.
func Name(file string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
	return strings.ReplaceAll(name, "/", ".")
}
