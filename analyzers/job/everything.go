package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// givenNames are the names that `from module import *` gives to whoever writes it: what each stands for, as a dotted
// name, and the modules from which the module has everything itself. They hold nothing of the tree.
type givenNames struct {
	own   map[string]string // "" for what is no import, or for what several statements bind
	stars []string
	files []string // where the stars lead to, once somebody asked
}

// givenOfFile is the key of what is noted of a file.
type givenOfFile struct{}

func givenOf(m *python.Module) any {
	scope := m.ModuleScope()
	found := &givenNames{own: map[string]string{}}
	for _, star := range scope.Stars() {
		found.stars = append(found.stars, strings.Clone(star))
	}
	for part := range scope.Names() {
		bindings := scope.Bindings(part)
		name := strings.Clone(part) // and nothing of the text, of which it is a part
		found.own[name] = ""
		if len(bindings) == 1 && bindings[0].Kind == python.Imported && !strings.HasPrefix(bindings[0].Path, ".") {
			found.own[name] = strings.Clone(bindings[0].Path)
		}
	}
	return found
}

// everything is what a name stands for that a file has by `from dotted import *` out of the project: the torch that a
// project's utils import is the torch of all that import everything from utils. Only what is imported there in turn is
// told; what the module makes itself is found by running it.
func (w *Workspace) everything(dotted, from, name string) string {
	file := w.locate(dotted, from)
	if file == "" {
		return ""
	}
	key := starredName{file, name}
	path, known := w.starred[key]
	if !known {
		path = w.givenBy(file, name, map[string]bool{})
		w.starred[key] = path
	}
	return path
}

// starredName is a name that somebody has from a file by `from … import *`. Where seventy files import everything of
// each other, each name that nobody binds is looked for in all of them, from each of them.
type starredName struct{ file, name string }

func (w *Workspace) givenBy(file, name string, met map[string]bool) string {
	if met[file] {
		return ""
	}
	met[file] = true
	given, _ := w.note(file, givenOfFile{}, givenOf).(*givenNames)
	if given == nil {
		return ""
	}
	if _, chosen := given.own["__all__"]; chosen { // which rarely names what is imported
		return ""
	}
	if path, binds := given.own[name]; binds {
		return path
	}
	if given.files == nil && len(given.stars) > 0 {
		given.files = make([]string, len(given.stars))
		for i, star := range given.stars {
			given.files[i] = w.locate(star, file)
		}
	}
	for _, starred := range slices.Backward(given.files) {
		if starred == "" {
			continue
		}
		if path := w.givenBy(starred, name, met); path != "" {
			return path
		}
	}
	return ""
}
