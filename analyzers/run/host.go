package run

import "github.com/trainlint/trainlint/analyzers/python"

// What a Library needs to answer in the interpreter's values.

// State holds what a library keeps for the whole process, by names of its own.
func (m *Machine) State() *Object { return m.state }

// Invoke runs a function of the project for a library that calls it: a command line parser its main.
func (m *Machine) Invoke(f *Function, args []Argument, where *Call) Value {
	c := &Call{Node: where.Node, At: where.At, Unit: where.Unit, Callee: f, Args: args}
	return m.invoke(f, c, where.At)
}

// List is a list that holds values.
func (m *Machine) List(list []Value, where *Call) *Object { return m.newList(list, nil, where.At) }

// Dict is a dictionary; its keys are bare constants.
func (m *Machine) Dict(keys, values []Value, where *Call) *Object {
	return m.newDict(&entries{keys: keys, values: values}, where.At)
}

// Attribute is what a value has under a name, as the program reads it.
func (m *Machine) Attribute(of Value, name string, where *Call) Value {
	return m.attribute(of, name, where.At)
}

// OpenDict is a dictionary that may hold more than is known.
func (m *Machine) OpenDict(keys, values []Value, where *Call) *Object {
	return m.newDict(
		&entries{keys: keys, values: values, rest: m.unknown(where.At, "under a key that is not known")},
		where.At,
	)
}

// Entries are the keys of a dictionary and what it holds; exact is false when there may be others.
func (m *Machine) Entries(o *Object) (keys, values []Value, exact bool) {
	held := m.entries(o)
	return held.keys, held.values, held.rest == nil
}

// Elements lists what a loop over a value walks through; exact is false when there may be others.
func (m *Machine) Elements(v Value) (list []Value, exact bool) { return m.elements(v) }

// Here is a value without the alternatives that cannot hold where the run stands.
func (m *Machine) Here(v Value) Value { return m.here(v) }

// AllFields are the names that the constructor of a dataclass takes, in order, with the class that declares each.
func (c *Class) AllFields() (names []string, of map[string]*Class) {
	of = map[string]*Class{}
	for i := len(c.line) - 1; i >= 0; i-- {
		class, ok := c.line[i].(*Class)
		if !ok {
			continue
		}
		for _, name := range class.Fields {
			if of[name] == nil {
				names = append(names, name)
			}
			of[name] = class
		}
	}
	return names, of
}

// FieldDefault is what a field of a dataclass holds that nobody sets; nil when it has to be set.
func (m *Machine) FieldDefault(c *Class, name string, where *Call) Value {
	return m.fieldDefault(m.lookupClass(c, name), where.At)
}

// ParameterDefault is the default of a parameter, nil for none.
func (f *Function) ParameterDefault(name string) Value { return f.Defaults[name] }

// Params are the parameters.
func (f *Function) Params() []*python.Param { return f.params() }

// ByName makes the keys of a dictionary readable as attributes, as OmegaConf, EasyDict and their like do.
func (m *Machine) ByName(o *Object) { o.begin(keysAreAttributes, Bool(true)) }

// keysAreAttributes is the field of such a dictionary.
const keysAreAttributes = "<keys are attributes>"

// KeysAreAttributes reports whether the keys of a dictionary are readable as attributes.
func (m *Machine) KeysAreAttributes(o *Object) bool { return m.byName(o) }

func (m *Machine) byName(o *Object) bool {
	return o.Kind == Dict && o.first.get(keysAreAttributes) != nil
}

// keyAttribute is an attribute of a dictionary whose keys are attributes; nil when it has no such key.
func (m *Machine) keyAttribute(o *Object, name string, at python.Node) Value {
	if !m.byName(o) {
		return nil
	}
	held := m.entries(o)
	if i := held.find(Str(name)); i >= 0 {
		return m.present(held.values[i], o, Str(name), at)
	}
	return nil
}

// attributesOf is the operator of vars(x) and x.__dict__: what is stored in it is stored in x.
const attributesOf = "vars"

// attributes is vars(x) of something whose attributes are known.
func (m *Machine) attributes(o *Object, at python.Node) *Object {
	held := &entries{}
	m.spend(len(o.first.all()) + len(o.fields.list))
	names, values := m.Named(o)
	for i, name := range names {
		held.keys, held.values = append(held.keys, Str(name)), append(held.values, m.orMissing(o, name, values[i]))
	}
	d := m.newDict(held, at)
	d.Operator, d.Operands = attributesOf, []Value{o}
	return d
}

// orMissing is the value of an attribute where that is there, and otherwise missing.
func (m *Machine) orMissing(o *Object, name string, v Value) Value {
	ways, ok := m.get(o, thereAs+name).(*Choice)
	if !ok {
		return v
	}
	var list []Alternative
	for _, a := range ways.Alternatives {
		if a.Value == Value(Bool(false)) {
			list = append(list, Alternative{a.When, m.missing()})
		} else {
			list = append(list, Alternative{a.When, v})
		}
	}
	return m.choice(list)
}

// storeThrough stores in x what was stored in vars(x).
func (m *Machine) storeThrough(o *Object, key, v Value) {
	if o.Operator != attributesOf {
		return
	}
	if owner, ok := o.Operands[0].(*Object); ok {
		if name, ok := key.(Str); ok {
			m.set(owner, string(name), v)
			m.isSetNow(owner, string(name))
		}
	}
}

// storeThroughSome stores in x what was stored in vars(x) under a name that is not known: config.__dict__[key] = value.
func (m *Machine) storeThroughSome(o *Object, v Value, at python.Node) {
	if o.Operator == attributesOf {
		m.setSome(o.Operands[0], v, at)
	}
}

// ItemOf, before a key, is the attribute by which a Library is asked for an item of a Symbol: os.environ["RANK"].
const ItemOf = "[]"

// HasItem, before a key, is the attribute by which a Library is asked whether a Symbol holds it: "RANK" in os.environ.
const HasItem = "in "

// Annotated is the class that a parameter's annotation names; nil for none.
func (m *Machine) Annotated(f *Function, p *python.Param) Value { return m.annotation(f, p) }
