package run

import "github.com/trainlint/trainlint/analyzers/python"

// isDict reports whether a class of the project is a dict that reads its items as dict does.
func (m *Machine) isDict(c *Class) bool {
	for _, one := range c.line {
		if one == Value(Symbol("dict")) || one == Value(Symbol("collections.OrderedDict")) {
			return m.lookupClass(c, "__getitem__") == nil
		}
	}
	return false
}

// storesItself is the method of the project, __setitem__ or __setattr__, by which an object stores what it is
// given; nil where it has none, and where that method itself stores this.
func (m *Machine) storesItself(o *Object, method string, key Value) *Function {
	class, ok := o.Class.(*Class)
	if !ok {
		return nil
	}
	f, _ := m.lookupClass(class, method).(*Function)
	if f == nil || m.recursive(f) {
		return nil
	}
	for frame := m.frame; frame != nil; frame = frame.above {
		if frame.function != nil && frame.function.At() == f.At() && !storesAnother(frame.call, key) {
			return nil
		}
	}
	return f
}

// storesAnother reports whether such a method was called for another key, as where the setter of a property that it
// stores stores something in its turn.
func storesAnother(c *Call, key Value) bool {
	return len(c.Args) == 3 && Known(key) && Known(c.Args[1].Value) && !identical(c.Args[1].Value, key) // self, key, value
}

// setsAttribute is super().__setattr__(name, value), or object's or that of a class that has no such method, of the
// object that is given; false where the name is not known.
func (m *Machine) setsAttribute(on Value, args []Argument, at python.Node) bool {
	if len(args) != 2 || args[0].Star != 0 || args[1].Star != 0 {
		return false
	}
	name, ok := m.narrow(args[0].Value).(Str)
	if ok {
		m.storeAttribute(on, string(name), args[1].Value, at)
	}
	return ok
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
