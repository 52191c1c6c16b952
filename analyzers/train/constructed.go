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

// Gathered is a keyword that a call of a library's class gets out of what it spreads: a dictionary that was put
// together before, Trainer(**options).
type Gathered struct {
	Call *python.Call
	From string // the library's class
	Name string
}

// GatheredKeywords lists those that a call of the file is given whenever it runs, whatever way led to it.
func (f *Facts) GatheredKeywords() []Gathered {
	type given struct {
		call *python.Call
		name string
	}
	var order []Gathered
	always, times := map[given]int{}, map[*python.Call]int{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || c.Unit.Module != f.Module || symbolOf(c) == "" ||
				!slices.ContainsFunc(c.Node.Args, func(a *python.Arg) bool { return a.Star == 2 }) {
				continue
			}
			times[c.Node]++
			for _, a := range c.Args {
				if a.Name == "" || a.Star > 0 || a.Node != nil || mayBeAbsent(a.Value) {
					continue
				}
				at := given{c.Node, a.Name}
				if always[at]++; always[at] == 1 {
					order = append(order, Gathered{c.Node, symbolOf(c), a.Name})
				}
			}
		}
	}
	return slices.DeleteFunc(order, func(g Gathered) bool { return always[given{g.Call, g.Name}] < times[g.Call] })
}

// mayBeAbsent reports whether what stands under a key of a dictionary may stand there on some ways only.
func mayBeAbsent(v run.Value) bool {
	_, several := v.(*run.Choice)
	return v == nil || several
}
