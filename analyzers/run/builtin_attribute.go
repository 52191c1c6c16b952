package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

func hasAttribute(m *Machine, c *Call, _ python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	if !ok {
		return nil
	}
	if class, ok := argument(m, c, 0).(*Class); ok {
		switch {
		case m.lookupClass(class, string(name)) != nil:
			return Bool(true)
		case m.lacks(class, string(name)):
			return Bool(false)
		}
		return nil
	}
	o, isObject := argument(m, c, 0).(*Object)
	if !isObject {
		return nil
	}
	if v := o.fields.get(string(name)); v != nil {
		if there := m.get(o, thereAs+string(name)); there != nil {
			return there
		}
		return Bool(true)
	}
	class, ours := o.Class.(*Class)
	if !ours {
		return nil
	}
	if m.lookupClass(class, string(name)) != nil {
		return Bool(true)
	}
	if !class.Foreign() && o.Kind == Instance && len(class.Unit.Module.Member(class.Node, string(name))) == 0 {
		return Bool(false)
	}
	return nil
}

// lacks reports whether a class of the project has no such attribute, nor a base that might.
func (m *Machine) lacks(class *Class, name string) bool {
	return !class.Foreign() && m.lookupClass(class, name) == nil && !strings.HasPrefix(name, "__") &&
		!slices.ContainsFunc(class.Node.Bases, func(b *python.Arg) bool { return b.Name == "metaclass" })
}

func getAttribute(m *Machine, c *Call, at python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	if one, several := argument(m, c, 1).(*Choice); several { // of the names of a list: getattr(self, "net" + name)
		return m.each(one, func(v Value) Value {
			text, ok := Bare(v).(Str)
			if !ok {
				return m.unknownResult(c, at)
			}
			return m.namedAttribute(c, text, at)
		})
	}
	if u, module := argument(m, c, 0).(*Unit); module && !ok {
		return m.theOffered(u)
	}
	if !ok {
		return nil
	}
	return m.namedAttribute(c, name, at)
}

// namedAttribute is what a call getattr(x, name, …) gives of a name that is known.
func (m *Machine) namedAttribute(c *Call, name Str, at python.Node) Value {
	on := argument(m, c, 0)
	if class, ok := on.(*Class); ok && len(c.Args) == 3 && m.lacks(class, string(name)) {
		return m.byDefault(given(m, c, 2), at)
	}
	if o, ok := on.(*Object); ok && len(c.Args) == 3 {
		if v := m.get(o, string(name)); v != nil {
			there := m.get(o, thereAs+string(name))
			if there == nil {
				return v
			}
			return m.each(there, func(there Value) Value {
				if there == Value(Bool(false)) {
					return m.byDefault(given(m, c, 2), at)
				}
				return m.here(v)
			})
		}
		if has, ok := hasAttribute(m, c, at).(Bool); ok && !bool(has) {
			return m.byDefault(given(m, c, 2), at)
		}
		v := m.attribute(on, string(name), at)
		if a, ok := v.(*Object); ok && a.Kind == Unknown && a.Default == nil {
			a.Default = given(m, c, 2)
		}
		return v
	}
	v := m.attribute(on, string(name), at)
	if s, ok := v.(Symbol); ok { // getattr(torch, config["dtype"])
		if by, ok := given(m, c, 1).(*Located); ok {
			return (&Located{Value: s, Origin: by.Origin, Via: by.Via, Default: by.Default}).through(m.Origin(at))
		}
	}
	return v
}

// theOffered is what getattr(module, name) gives where nobody knows the name, as a config file says it: the one class
// or function that the module, or package, has for others; nil where it has none, or several.
func (m *Machine) theOffered(u *Unit) Value {
	if !m.Open {
		return nil
	}
	list, all := m.offered(u, 0)
	if !all || len(list) != 1 {
		return nil
	}
	switch list[0].(type) {
	case *Class, *Function:
		return list[0]
	}
	return nil
}

// maxPackages bounds how deep packages import from packages.
const maxPackages = 3

// offered is what a module has for others, but for other modules; all is false where there may be more.
func (m *Machine) offered(u *Unit, depth int) (list []Value, all bool) {
	if depth > maxPackages || !m.spend(1) {
		return nil, false
	}
	add := func(v Value) {
		if _, module := v.(*Unit); !module && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, name := range u.Module.Offered() {
		add(m.global(u, name))
	}
	for _, star := range u.Module.ModuleScope().Stars() {
		from := m.find(star, u)
		if from == nil || from == u {
			return nil, false
		}
		more, whole := m.offered(from, depth+1)
		if !whole {
			return nil, false
		}
		for _, v := range more {
			add(v)
		}
	}
	return list, true
}

func setAttributeCall(m *Machine, c *Call, at python.Node) Value {
	m.each(given(m, c, 1), func(name Value) Value {
		if text, ok := name.(Str); ok {
			m.setAttribute(argument(m, c, 0), string(text), given(m, c, 2), at)
		} else {
			m.setSome(argument(m, c, 0), given(m, c, 2), at)
		}
		return None
	})
	return None
}

// setSome sets an attribute whose name is not known: for key, value in saved["config"].items(): setattr(config, key,
// value). Each constant that the object holds may be another one from there on. Nobody puts a layer in the place of a
// number: setattr(self, f"block{i}", block) changes none.
func (m *Machine) setSome(of, v Value, at python.Node) {
	o, ok := of.(*Object)
	if !ok || o.Kind != Instance && o.Kind != Namespace {
		return
	}
	if set, isObject := Bare(v).(*Object); isObject && set.Kind != Unknown {
		return
	}
	names, values := m.Named(o)
	for _, name := range classConstants(o) {
		if !slices.Contains(names, name) {
			names, values = append(names, name), append(values, m.attribute(o, name, at))
		}
	}
	m.spend(len(names))
	for i, name := range names {
		if Known(values[i]) && !IsNone(values[i]) {
			m.setAttribute(o, name, m.unknown(at, "an attribute that setattr may set"), at)
		}
	}
}

// classConstants are the names that the bodies of an object's classes bind: class Config: batch_size = 8.
func classConstants(o *Object) (names []string) {
	class, ours := o.Class.(*Class)
	if !ours {
		return nil
	}
	for _, one := range class.Line() {
		c, ours := one.(*Class)
		if !ours || c.Node == nil {
			continue
		}
		for _, s := range c.Node.Body {
			a, ok := s.(*python.Assign)
			if !ok {
				continue
			}
			for _, target := range a.Targets {
				if name, ok := target.(*python.Name); ok {
					names = append(names, name.ID)
				}
			}
		}
	}
	return names
}

func deleteAttributeCall(m *Machine, c *Call, at python.Node) Value {
	m.each(given(m, c, 1), func(name Value) Value {
		if text, ok := name.(Str); ok {
			if o, ok := argument(m, c, 0).(*Object); ok {
				m.deleteAttribute(o, string(text), at)
			}
		}
		return None
	})
	return None
}
