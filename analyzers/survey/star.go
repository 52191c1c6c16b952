package survey

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// names are those that a file binds at its top level. They hold nothing of the tree.
type names struct {
	own   map[string]bool
	stars []string // the modules from which it imports everything
}

// namesOfFile is the key of what is noted of a file.
type namesOfFile struct{}

func namesOf(m *python.Module) any {
	scope := m.ModuleScope()
	found := &names{own: map[string]bool{}}
	for _, star := range scope.Stars() {
		found.stars = append(found.stars, strings.Clone(star))
	}
	for name := range scope.Names() {
		found.own[strings.Clone(name)] = true // and nothing of the text, of which the name is a part
	}
	return found
}

// Binds reports whether `from dotted import *` in the file at from may give a name: the module binds it, or imports it
// with a star of its own. A package that imports everything from hundreds of files need not have them all parsed at
// once to be asked for one name that none of them has.
func Binds(p Project, dotted, from, name string) bool {
	return binds(p, p.Locate(dotted, from), name, map[string]bool{})
}

func binds(p Project, file, name string, met map[string]bool) bool {
	if file == "" { // a library's: who knows
		return true
	}
	if met[file] {
		return false
	}
	met[file] = true
	n, _ := p.Note(file, namesOfFile{}, namesOf).(*names)
	if n == nil {
		return false
	}
	return n.own[name] ||
		slices.ContainsFunc(n.stars, func(star string) bool { return binds(p, p.Locate(star, file), name, met) })
}
