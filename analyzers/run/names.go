package run

import (
	"cmp"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// allNames is the dictionary of a module's names, in the order of its text, for a program that goes over all of them:
// for name, cls in lib.__dict__.items(), which takes the class by a name that an option says a part of. Nil where a
// star brings names that nobody sees.
func (m *Machine) allNames(u *Unit, at python.Node) *Object {
	scope := u.Module.ModuleScope()
	if len(scope.Stars()) > 0 {
		return nil
	}
	names := slices.Collect(scope.Names())
	start := func(name string) int {
		list := scope.Bindings(name)
		if len(list) == 0 || list[0].Node == nil {
			return 0
		}
		return list[0].Node.Span().Start
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(start(a)-start(b), cmp.Compare(a, b)) })
	if !m.spend(len(names)) {
		return nil
	}
	held := &entries{}
	for _, name := range names {
		if v := m.global(u, name); v != nil {
			held.keys, held.values = append(held.keys, Str(name)), append(held.values, v)
		}
	}
	return m.newDict(held, at)
}

// isSubclass is issubclass(x, class) of a class of the project, whose bases are all known or among which the wanted one
// is.
func isSubclass(m *Machine, c *Call, at python.Node) Value {
	wanted := []Value{argument(m, c, 1)}
	if t, ok := Bare(wanted[0]).(*Tuple); ok {
		wanted = t.Items
	}
	return m.each(argument(m, c, 0), func(v Value) Value {
		class, ours := Bare(v).(*Class)
		if !ours {
			return m.unknownResult(c, at)
		}
		sure := !class.Foreign()
		for _, w := range wanted {
			switch w := Bare(w).(type) {
			case *Class, Symbol:
				if slices.Contains(class.line, w) {
					return Bool(true)
				}
			default:
				sure = false
			}
		}
		if !sure {
			return m.unknownResult(c, at)
		}
		return Bool(false)
	})
}
