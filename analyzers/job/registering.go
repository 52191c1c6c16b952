package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Bounds of a search for classes that are registered.
const (
	maxRegisteringFiles = 4000
	maxRegisteringBytes = 32 << 20
)

// registering are the files that hold classes which are put into a registry, by the names of the classes and of the
// registry.
func (w *Workspace) registering() map[string][]string {
	if w.registered != nil {
		return w.registered
	}
	w.registered = map[string][]string{}
	files, size := 0, 0
	for _, p := range w.Paths {
		if path.Ext(p) != ".py" || IsTest(p) {
			continue
		}
		if files++; files > maxRegisteringFiles {
			break
		}
		f := w.file(p)
		if f == nil {
			continue
		}
		if size += len(f.Text); size > maxRegisteringBytes {
			break
		}
		for _, name := range knowledge.RegisteredNames(f.Text) {
			if !slices.Contains(w.registered[name], p) {
				w.registered[name] = append(w.registered[name], p)
			}
		}
	}
	for _, list := range w.registered { // a project's own first, then what lies deeper beside it
		slices.SortStableFunc(list, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	}
	return w.registered
}

// Registering are the files in which a class of a name is put into a registry.
func (s *Sources) Registering(class string) []string { return s.w.registering()[class] }

// registeredClass is where a class of a name stands that is put into a registry; the zero Place where none does.
func (w *Workspace) registeredClass(name string) Place {
	for _, file := range w.registering()[name] {
		m := w.Module(file)
		if m == nil {
			continue
		}
		for _, st := range m.Body {
			if c, ok := st.(*python.Class); ok && c.Name == name {
				return Place{File: m.File, Span: c.Span()}
			}
		}
	}
	return Place{}
}
