package run

import "github.com/trainlint/trainlint/analyzers/python"

// isDict reports whether a class of the project is a dict that reads and stores its items as dict does.
func (m *Machine) isDict(c *Class) bool {
	for _, one := range c.line {
		if one == Value(Symbol("dict")) || one == Value(Symbol("collections.OrderedDict")) {
			return m.lookupClass(c, "__getitem__") == nil && m.lookupClass(c, "__setitem__") == nil
		}
	}
	return false
}

// makeDict makes an instance of such a class a dictionary; with __getattr__ its keys are attributes.
func (m *Machine) makeDict(o *Object, c *Class) {
	o.Kind = Dict
	o.begin(contents, &entries{})
	if m.lookupClass(c, "__getattr__") != nil || m.lookupClass(c, "__getattribute__") != nil {
		m.ByName(o)
	}
}

// dictOf is the dictionary behind super() in a method of such a class.
func dictOf(s *Super) (*Object, bool) {
	o, ok := s.Self.(*Object)
	return o, ok && o.Kind == Dict
}

// initDict is dict.__init__(self, …).
func (m *Machine) initDict(o *Object, args []Argument, at python.Node) {
	for _, a := range args {
		switch {
		case a.Name != "":
			m.set(o, contents, m.entries(o).with(Str(a.Name), a.Value))
		default:
			m.update(o, a.Value, at)
		}
	}
}
