package job

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// imported is the module of the project behind a dotted name in the file at
// from; nil when the name is a library's.
func (w *Workspace) imported(dotted, from string) *python.Module {
	if found := w.locate(dotted, from); found != "" {
		return w.Module(found)
	}
	return nil
}

// Tree is what a project holds, as far as it tells whether a name is a library's.
type Tree struct {
	// Has reports whether there is a file.
	Has func(path string) bool
	// Text is the text of a file, nil when it cannot be read.
	Text func(path string) []byte
}

// MeansLibrary reports whether a dotted name that the file at from imports is a library's, and not that of something of
// the project's own under the same first name.
func (t Tree) MeansLibrary(dotted, from string) bool {
	root, _, _ := strings.Cut(dotted, ".")
	return knowledge.IsLibrary(root) && !t.shadowed(root, path.Dir(from)) && !t.ownPackage(root, dotted, from) &&
		!t.inOwnPackage(root, from)
}

// shadowed reports whether a file beside a script has the name of a library: Python looks there first, in a folder that
// is no package.
func (t Tree) shadowed(root, dir string) bool {
	return t.Has(path.Join(dir, root+".py")) && !t.Has(path.Join(dir, "__init__.py"))
}

// ownPackage reports whether a name that is a library's and one that people give their own folders and files, datasets,
// means those in the file at from: Python has it before the library where the program was started, which is the file's
// folder or one around it. Nothing in the file tells of the library. A folder without an __init__.py comes after the
// library, but whoever imports a file of it has no such library.
func (t Tree) ownPackage(root, dotted, from string) bool {
	if !knowledge.NamesOwnPackages(root) {
		return false
	}
	file := strings.ReplaceAll(dotted, ".", "/") + ".py"
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, own := range []string{path.Join(dir, root, "__init__.py"), path.Join(dir, root+".py")} {
			if (t.Has(own) || dotted != root && t.Has(path.Join(dir, file))) && !t.Has(path.Join(dir, "__init__.py")) {
				text := t.Text(from)
				return text != nil && own != from && !knowledge.UsesLibraryOf(root, text)
			}
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// inOwnPackage reports whether the file at from stands in a package of the project's that has the name of a library,
// and is no copy of it: a copy says which version it is, or more than people say of a package of their own.
func (t Tree) inOwnPackage(root, from string) bool {
	at := strings.LastIndex("/"+from, "/"+root+"/")
	if at < 0 {
		return false
	}
	init := path.Join(from[:at], root, "__init__.py")
	if !t.Has(init) || at > 0 && t.Has(path.Join(from[:at], "__init__.py")) { // agents.torch is no torch
		return false
	}
	text := t.Text(init)
	return text != nil && len(text) < largestOwn &&
		(knowledge.BeginsLong(root) || !bytes.Contains(text, []byte("__version__")))
}

// largestOwn is longer than what people write into the file of a package of their own.
const largestOwn = 2000

// tree is the workspace's own.
func (w *Workspace) tree() Tree {
	return Tree{
		Has: func(path string) bool { return w.known[path] },
		Text: func(path string) []byte {
			if f := w.file(path); f != nil {
				return f.Text
			}
			return nil
		},
	}
}

// locate is the file behind a dotted name in the file at from, "" when the name is a library's.
func (w *Workspace) locate(dotted, from string) string {
	if root, _, _ := strings.Cut(dotted, "."); knowledge.IsLibrary(root) && w.tree().MeansLibrary(dotted, from) {
		return ""
	}
	key := path.Dir(from) + ":" + dotted
	found, known := w.imports[key]
	if !known {
		if found = w.standing(dotted, from, ""); found == "" {
			found = w.behindPath(dotted, from)
		}
		w.imports[key] = found
	}
	// model/net.py that says `from net import *` means the one beside the program
	if found == from && !strings.HasPrefix(dotted, ".") {
		key := "beside " + from + ":" + dotted
		if found, known = w.imports[key]; !known {
			found = w.standing(dotted, from, from)
			w.imports[key] = found
		}
	}
	return found
}

// standing is the first file of the project where Python looks for a dotted name; one file may be left out.
func (w *Workspace) standing(dotted, from, without string) string {
	for _, p := range python.ModulePaths(dotted, from) {
		if p != without && w.known[p] {
			return p
		}
	}
	return ""
}

// behindPath is the file behind a dotted name in a folder that the file at from puts on Python's path.
func (w *Workspace) behindPath(dotted, from string) string {
	f := w.file(from)
	if f == nil {
		return ""
	}
	return imports.Behind(dotted, from, imports.PathsAdded(f.Text), func(p string) bool { return w.known[p] })
}

// skim is a glance at a file, nil when it cannot be read.
func (w *Workspace) skim(p string) *python.Skim {
	s, known := w.skims[p]
	if !known {
		if f := w.file(p); f != nil {
			s = python.SkimOf(f.Text)
			w.meter.Spend(len(f.Text) / 64)
		}
		w.skims[p] = s
	}
	return s
}

// importsOf are the files of the project that a file imports, in the order of its import statements.
func (w *Workspace) importsOf(p string) []string {
	list, known := w.importing[p]
	if !known {
		list = slices.Clip(w.importsIn(p))
		w.importing[p] = list
	}
	return list
}

// saysOptimizers reports whether a class of a file may say how it is optimized; many scripts lead to one file.
func (w *Workspace) saysOptimizers(f *source.File) bool {
	says, known := w.optimizers[f.Path]
	if !known {
		says = knowledge.SaysOptimizers(f.Text)
		w.optimizers[f.Path] = says
	}
	return says
}

// importsIn is importsOf without its memory.
func (w *Workspace) importsIn(p string) (list []string) {
	s := w.skim(p)
	if s == nil {
		return nil
	}
	add := func(dotted string) {
		found := w.locate(dotted, p)
		if found == "" {
			found = w.shownBy(dotted, p, maxShown)
		}
		if found != "" && found != p && !slices.Contains(list, found) {
			list = append(list, found)
		}
	}
	for _, i := range s.Imports {
		for _, dotted := range i.Paths {
			add(dotted)
		}
	}
	if f := w.file(p); f != nil {
		for _, dotted := range knowledge.ImportedByCall(f.Text) {
			add(dotted)
		}
	}
	return list
}

// maxShown bounds through how many packages a name is followed to the file that binds it.
const maxShown = 3

// shownBy is the file from which a package has a name that the file at from imports out of it: `from .net import Net`
// in its __init__.py. "" when it is not to be seen.
func (w *Workspace) shownBy(dotted, from string, depth int) string {
	at := strings.LastIndexByte(dotted, '.')
	if at < 0 || depth == 0 {
		return ""
	}
	module, name := dotted[:at], dotted[at+1:]
	if strings.Trim(module, ".") == "" {
		module = dotted[:at+1] // from . import Net
	}
	file := w.locate(module, from)
	if path.Base(file) != "__init__.py" || file == from {
		return ""
	}
	s := w.skim(file)
	if s == nil {
		return ""
	}
	for _, i := range s.Imports {
		for _, inner := range i.Paths {
			switch owner, last := ownerOf(inner); {
			case last == name && owner != "":
				if found := w.locate(inner, file); found != "" {
					return found
				}
				if found := w.locate(owner, file); found != "" && found != file && path.Base(found) != "__init__.py" {
					return found
				}
				return w.shownBy(inner, file, depth-1)
			case len(i.Paths) == 1: // it may import everything
				if found := w.locate(inner, file); found != "" && found != file && defines(w.file(found), name) {
					return found
				}
			}
		}
	}
	return ""
}

// ownerOf splits a dotted name at its last dot; the dots of a relative one stay with what stands before.
func ownerOf(dotted string) (owner, last string) {
	at := strings.LastIndexByte(dotted, '.')
	if at < 0 {
		return "", dotted
	}
	if owner = dotted[:at]; strings.Trim(owner, ".") == "" {
		owner = dotted[:at+1]
	}
	return owner, dotted[at+1:]
}

// defines reports whether a file defines a function or a class of a name, by a glance at its text.
func defines(f *source.File, name string) bool {
	return f != nil && (pattern.Contains(f.Text, "class "+name) || pattern.Contains(f.Text, "def "+name+"("))
}
