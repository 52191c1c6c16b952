package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Inherited is a call that makes an object of a class of the project, whose constructor is that of a library's class.
type Inherited struct {
	Call *python.Call
	From string // the library's class: transformers.Trainer
}

// InheritedConstructors lists such calls of the file.
func (f *Facts) InheritedConstructors() []Inherited {
	var list []Inherited
	seen := map[*python.Call]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			class, ok := c.Callee.(*run.Class)
			if !ok || c.Node == nil || c.Unit.Module != f.Module || seen[c.Node] {
				continue
			}
			seen[c.Node] = true
			if from := f.foreignConstructor(class); from != "" {
				list = append(list, Inherited{c.Node, from})
			}
		}
	}
	return list
}

// foreignConstructor is the library's class whose constructor makes an object of a class; "" where one of the project
// does, or it may be another's: of several foreign bases, of a class that a decorator makes.
func (f *Facts) foreignConstructor(class *run.Class) string {
	if _, own := f.machine.ClassMember(class, "__init__").(*run.Function); own {
		return ""
	}
	from := ""
	for _, one := range class.Line() {
		switch one := one.(type) {
		case *run.Class:
			if len(one.Node.Decorators) > 0 || slices.ContainsFunc(one.Node.Bases, func(b *python.Arg) bool {
				return b.Name != "" || b.Star > 0
			}) {
				return ""
			}
		case run.Symbol:
			switch {
			case one == "object":
			case from != "":
				return ""
			default:
				from = string(one)
			}
		default:
			return ""
		}
	}
	return from
}
