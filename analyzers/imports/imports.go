// Package imports finds the files of a project that its import statements name.
package imports

import (
	"bytes"
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Finder finds the modules of one project. It belongs to one goroutine.
type Finder struct {
	// Exists reports whether the project has a file; paths are relative to its root, with '/'.
	Exists func(path string) bool
	// Open returns a file's text, nil when it cannot be read.
	Open func(path string) *source.File
	// Read returns the content of a file of any kind, nil when it cannot be read; nil: no program may read any.
	Read func(path string) []byte
	// Library reports whether a dotted name is a library's in the file at from, even where the project has a folder of
	// that name.
	Library func(dotted, from string) bool

	// Pool keeps what was parsed for the next finder; nil for none.
	Pool *Pool
	// Meter is what parsing and all questions about what was found are paid from; nil: each module has its own.
	Meter *budget.Meter

	modules map[string]*python.Module
	found   map[string]string // by folder and dotted name
	imports map[string][]string
	added   map[string][]string // folders that a file puts on Python's path
}

// openCost is what it takes to open a file, in steps.
const openCost = 200

// Find is the module behind a dotted name as it is imported in the file at from, and its dotted name in the project;
// nil when the name is a library's.
func (f *Finder) Find(dotted, from string) (*python.Module, string) {
	file := f.Locate(dotted, from)
	if file == "" {
		return nil, ""
	}
	return f.Module(file), Name(file)
}

// Locate is the file behind a dotted name as it is imported in the file at from, "" when the name is a library's.
// Absolute names are looked for where Python looks (the folder of the script and the ones above it, from which it may
// be run) and in src, which editable installs put on the path.
func (f *Finder) Locate(dotted, from string) string {
	if f.Library != nil && f.Library(dotted, from) {
		return ""
	}
	key := path.Dir(from) + ":" + dotted
	file, known := f.found[key]
	if !known {
		if f.found == nil {
			f.found = map[string]string{}
		}
		file = f.search(dotted, from, "")
		f.found[key] = file
	}
	if file == "" {
		file = f.behindPath(dotted, from)
	}
	if file == from && !strings.HasPrefix(dotted, ".") { // in utils/model.py the name model is that of a package above
		file = f.search(dotted, from, from)
	}
	return file
}

// behindPath is the file behind a dotted name in a folder that the file at from puts on Python's path; "" for none.
func (f *Finder) behindPath(dotted, from string) string {
	folders, known := f.added[from]
	if !known {
		if f.added == nil {
			f.added = map[string][]string{}
		}
		if text := f.Open(from); text != nil {
			folders = PathsAdded(text.Text)
		}
		f.added[from] = folders
	}
	return Behind(dotted, from, folders, f.Exists)
}

// PathsAdded are the folders that a program puts on Python's path, as far as its text writes them out.
func PathsAdded(text []byte) []string {
	if !bytes.Contains(text, []byte("sys.path")) {
		return nil
	}
	return knowledge.PathsAdded(text)
}

// Behind is the file behind a dotted name in one of the folders that the file at from puts on Python's path; "" for
// none, and for a relative name.
func Behind(dotted, from string, folders []string, exists func(string) bool) string {
	if strings.HasPrefix(dotted, ".") {
		return ""
	}
	for _, folder := range folders {
		for _, p := range python.ModulePathsIn(folder, dotted, from) {
			if exists(p) {
				return p
			}
		}
	}
	return ""
}

// search is Locate without its memory; one file may be left out.
func (f *Finder) search(dotted, from, without string) string {
	for _, candidate := range python.ModulePaths(dotted, from) {
		if candidate != without && f.Exists(candidate) {
			return candidate
		}
	}
	return ""
}

// maxImported bounds the files that Imported looks at.
const maxImported = 150

// Imported goes through the files whose text has a word among those that the files given import, and that these
// import, and the files given themselves: each module with its dotted name.
func (f *Finder) Imported(by []string, word string, each func(*python.Module, string)) {
	met := map[string]bool{}
	for _, file := range by {
		met[file] = true
	}
	for i := 0; i < len(by) && i < maxImported; i++ {
		file := by[i]
		f.Meter.Spend(openCost)
		for _, other := range f.ImportsOf(file) {
			if !met[other] {
				met[other] = true
				by = append(by, other)
			}
		}
		if !f.holds(file, word) {
			continue
		}
		if m := f.Module(file); m != nil {
			each(m, Name(file))
		}
	}
}

// importing is the key under which the pool notes what a file imports, holding one whether a word stands in its text:
// where a hundred files ask for those that fill a registry, each would open all of them again.
type (
	importing struct{}
	holding   struct{ word string }
)

// ImportsOf are the files that a file imports, the packages around them among them.
func (f *Finder) ImportsOf(file string) []string {
	if note, known := f.Pool.Noted(file, importing{}); known {
		return note.([]string)
	}
	list, known := f.imports[file]
	if known {
		return list
	}
	if text := f.Open(file); text != nil {
		list = f.importedBy(text)
	}
	if f.imports == nil {
		f.imports = map[string][]string{}
	}
	f.imports[file] = list
	f.Pool.KeepNote(file, importing{}, list)
	return list
}

// maxDepth bounds how many names a dotted path has that is looked for: nobody nests packages deeper.
const maxDepth = 32

func (f *Finder) importedBy(file *source.File) []string {
	var list []string
	looked := map[string]bool{} // from a.b import c, d looks for a and a.b once
	for _, dotted := range python.Imports(file.Text) {
		dots, depth := len(dotted)-len(strings.TrimLeft(dotted, ".")), 0
		for i := dots + 1; i <= len(dotted) && depth < maxDepth; i++ { // a, a.b, a.b.c: packages run with what they hold
			if i < len(dotted) && dotted[i] != '.' {
				continue
			}
			if depth++; looked[dotted[:i]] {
				continue
			}
			looked[dotted[:i]] = true
			if other := f.Locate(dotted[:i], file.Path); other != "" {
				list = append(list, other)
			}
		}
	}
	return list
}

// holds reports whether a word stands in the text of a file.
func (f *Finder) holds(file, word string) bool {
	if note, known := f.Pool.Noted(file, holding{word}); known {
		return note.(bool)
	}
	text := f.Open(file)
	held := text != nil && bytes.Contains(text.Text, []byte(word))
	f.Pool.KeepNote(file, holding{word}, held)
	return held
}

// Note is what make says of a file, under a key; nil when the file cannot be read. The pool keeps it for all finders,
// whether or not it keeps the tree: it must hold nothing of that.
func (f *Finder) Note(file string, key any, make func(*python.Module) any) any {
	if note, known := f.Pool.Noted(file, key); known {
		return note
	}
	m, held := f.modules[file]
	if !held {
		m = f.parsed(file)
	}
	var note any
	if m != nil {
		note = make(m)
	}
	if f.Pool.KeepNote(file, key, note); !held {
		if f.Pool == nil {
			f.Keep(file, m)
		}
		f.Pool.Give(file, m)
	}
	return note
}

// Module is the parsed file at a path; nil when it cannot be read.
func (f *Finder) Module(file string) *python.Module {
	if m, ok := f.modules[file]; ok {
		return m
	}
	m := f.parsed(file)
	f.Keep(file, m)
	return m
}

func (f *Finder) parsed(file string) *python.Module {
	m := f.Pool.Take(file, f.meter())
	if m == nil {
		f.Meter.Spend(openCost)
		if text := f.Open(file); text != nil {
			m, _ = f.Pool.Parse(text, f.meter())
		}
	}
	return m
}

func (f *Finder) meter() *budget.Meter {
	if f.Meter == nil {
		return budget.New()
	}
	return f.Meter
}

// Keep takes a module that was parsed elsewhere for the file at a path.
func (f *Finder) Keep(file string, m *python.Module) {
	f.Pool.Know(file, m)
	if f.modules == nil {
		f.modules = map[string]*python.Module{}
	}
	f.modules[file] = m
}

// GiveBack hands all modules to the pool: the finder has none afterwards. Those about which a question was given up
// forget their answers, as a part of one may be among them.
func (f *Finder) GiveBack(gaveUp bool) {
	for file, m := range f.modules {
		if m != nil && gaveUp {
			m = m.Unasked()
		}
		f.Pool.Give(file, m)
	}
	f.modules, f.Meter = nil, nil
}

// Parsed is the module that was parsed from a text, for this file or for one that imports it; nil when there is none.
func (f *Finder) Parsed(text *source.File) *python.Module {
	m := f.modules[text.Path]
	if m == nil {
		if m = f.Pool.Take(text.Path, f.meter()); m != nil {
			f.Keep(text.Path, m)
		}
	}
	if m == nil || m.File != text && !bytes.Equal(m.File.Text, text.Text) {
		return nil
	}
	return m
}

// Text is the content of a file of the project that its programs read; nil when it cannot be read.
func (f *Finder) Text(file string) []byte {
	if f.Read == nil {
		return nil
	}
	f.Meter.Spend(openCost)
	return f.Read(file)
}

// Name is the dotted name of the module in a file.
func Name(file string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
	return strings.ReplaceAll(name, "/", ".")
}
