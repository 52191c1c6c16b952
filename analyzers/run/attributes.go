package run

import (
	"iter"
	"slices"
	"strings"
)

// Attributes are the values that an object's attributes hold, the attributes that were only looked at included.
func (m *Machine) Attributes(o *Object) []Value { return slices.Collect(m.EachAttribute(o)) }

// EachAttribute yields the same.
func (m *Machine) EachAttribute(o *Object) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for _, f := range o.fields.list {
			if f.value != nil && isAttribute(f.name) && !yield(f.value) {
				return
			}
		}
		for _, f := range o.first.all() {
			if f.value != nil && isAttribute(f.name) && o.fields.get(f.name) == nil && !yield(f.value) {
				return
			}
		}
	}
}

// Named are the attributes of an object by name, those that were only looked at included.
func (m *Machine) Named(o *Object) (names []string, values []Value) {
	add := func(name string) {
		if v := m.get(o, name); v != nil && isAttribute(name) && name[0] != '?' {
			names, values = append(names, name), append(values, v)
		}
	}
	for _, f := range o.first.all() {
		add(f.name)
	}
	for _, f := range o.fields.list {
		if o.first.find(f.name) < 0 {
			add(f.name)
		}
	}
	return names, values
}

// AskedFor are the attributes of an object that the program looked at and nothing set: what they are called tells what
// it may be.
func (o *Object) AskedFor() []string {
	var names []string
	for _, f := range o.first.all() {
		if isAttribute(f.name) && f.name[0] != '?' {
			names = append(names, f.name)
		}
	}
	return names
}

// isAttribute tells attributes from items and from what libraries note on an object.
func isAttribute(field string) bool { return field != "" && field[0] != '[' && field[0] != '<' }

// Item is what a dictionary holds under a text; nil when it holds nothing there, or nothing is known.
func (m *Machine) Item(o *Object, key string) Value {
	held := m.entries(o)
	if i := held.find(Str(key)); i >= 0 {
		return held.values[i]
	}
	return nil
}

// Part is an attribute of which nothing is known: the same one each time it is read.
func (m *Machine) Part(o *Object, name string) Value { return m.lazyAttribute(o, name, m.node) }

// Unseen reports whether a class inherits from something that is neither the project's nor known to add nothing.
func (c *Class) Unseen() bool {
	for _, one := range c.line {
		switch one := one.(type) {
		case *Class:
		case Symbol:
			if one != "object" && one != "abc.ABC" && !strings.HasPrefix(string(one), "torch.nn.") &&
				!strings.HasPrefix(string(one), "typing.") {
				return true
			}
		default:
			return true
		}
	}
	return false
}
