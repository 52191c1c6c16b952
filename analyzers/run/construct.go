package run

import "github.com/trainlint/trainlint/analyzers/python"

// construct makes an instance of a class of the project.
func (m *Machine) construct(c *Class, call *Call, at python.Node) Value {
	o := m.object(Instance, at)
	o.Class, o.Made = c, call
	o.Word = c.Name()
	dict := m.isDict(c)
	if dict {
		m.makeDict(o, c)
	}
	init := m.lookupClass(c, "__init__")
	if f, ok := init.(*Function); ok {
		inner := &Call{
			Node:   call.Node,
			Unit:   call.Unit,
			Callee: f,
			Args:   append([]Argument{{Value: o}}, call.Args...),
			At:     at,
		}
		m.record(inner)
		m.invoke(f, inner, at)
		return o
	}
	if dict {
		m.initDict(o, call.Args, at)
		return o
	}
	if m.isDataclass(c) {
		m.fill(o, c, call, at)
		return o
	}
	if c.isEnum() {
		if len(call.Args) == 1 && call.Args[0].Star == 0 && m.isMember(c, call.Args[0].Value) {
			return call.Args[0].Value
		}
		return m.unknownResult(call, at)
	}
	if m.Library != nil && c.Foreign() {
		call.Result = o // what the library's constructor makes of it
		m.Library.Call(m, call)
	}
	return o
}

func (c *Class) isEnum() bool {
	for _, one := range c.line {
		switch one {
		case Symbol("enum.Enum"), Symbol("enum.IntEnum"), Symbol("enum.StrEnum"):
			return true
		}
	}
	return false
}

// TakesFields reports whether the constructor of a class takes its annotated fields.
func (m *Machine) TakesFields(c *Class) bool { return m.isDataclass(c) }

// isDataclass reports whether the constructor takes the annotated fields.
func (m *Machine) isDataclass(c *Class) bool {
	for _, one := range c.line {
		switch one := one.(type) {
		case *Class:
			for _, d := range one.Decorators {
				switch d {
				case "dataclasses.dataclass", "attr.s", "attr.define", "attrs.define", "pydantic.dataclasses.dataclass",
					"flax.struct.dataclass":
					return true
				}
			}
		case Symbol:
			if one == "pydantic.BaseModel" || one == "typing.NamedTuple" || one == "pydantic_settings.BaseSettings" {
				return true
			}
		}
	}
	return false
}

// fill gives the fields of a dataclass their values.
func (m *Machine) fill(o *Object, c *Class, call *Call, at python.Node) {
	names, _ := c.AllFields()
	m.spend(2 * len(names))
	position, open := 0, false
	for _, a := range call.Args {
		switch {
		case a.Star > 0:
			open = true
		case a.Name != "":
			m.set(o, a.Name, m.validated(c, a.Name, a.Value, at))
		case position < len(names):
			m.set(o, names[position], m.validated(c, names[position], a.Value, at))
			position++
		}
	}
	for _, name := range names {
		if m.get(o, name) != nil {
			continue
		}
		v := m.fieldDefault(m.lookupClass(c, name), at)
		switch {
		case open:
			u := m.unknown(at, "a field that something unknown may set")
			u.Word, u.Default = name, v
			m.set(o, name, u)
		case v != nil:
			m.set(o, name, m.byDefault(v, at))
		}
	}
	if f, ok := m.lookupClass(c, "__post_init__").(*Function); ok {
		m.call(&Method{f, o}, nil, nil, at)
	}
}

// validated is what a field keeps of what it is given: pydantic converts texts, and dictionaries, to the declared type.
func (m *Machine) validated(c *Class, name string, v Value, at python.Node) Value {
	if held, ok := m.narrow(v).(*Object); ok && held.Kind == Dict && c.validates() {
		return m.madeOf(c, name, held, v, at)
	}
	if _, isText := Bare(v).(Str); !isText || !c.validates() {
		return v
	}
	class, annotation := c.declared(name)
	if class == nil {
		return v
	}
	typ, literal := m.declaredAs(class, annotation)
	switch typ {
	case Symbol("str"):
		return v
	case Symbol("int"), Symbol("float"), Symbol("pathlib.Path"):
		out := m.call(typ, []Argument{{Value: v}}, nil, at)
		if l, ok := v.(*Located); ok {
			return LocatedAt(out, l.Origin, l.Default)
		}
		return out
	}
	if of, ok := typ.(*Class); literal || ok && (of.isText() || m.isMember(of, v)) {
		return v
	}
	return m.unknown(at, "a text that the class may convert")
}

// FieldClass is the dataclass of the project that a field of one is declared as; nil for any other field.
func (m *Machine) FieldClass(c *Class, name string) *Class {
	class, annotation := c.declared(name)
	if class == nil {
		return nil
	}
	of, _ := m.declaredAs(class, annotation)
	if declared, ok := of.(*Class); ok && m.isDataclass(declared) {
		return declared
	}
	return nil
}

// isText reports whether the members of an enumeration are texts, too, and equal to them.
func (c *Class) isText() bool {
	texts := false
	for _, one := range c.line {
		texts = texts || one == Value(Symbol("str")) || one == Value(Symbol("enum.StrEnum"))
	}
	return texts && c.isEnum()
}

// Validated is an instance of a class of pydantic's, made of a dictionary; nil for any other class.
func (m *Machine) Validated(c *Class, held *Object, at python.Node) Value {
	if !c.validates() || held.Kind != Dict {
		return nil
	}
	return m.call(c, m.byKeys(held), nil, at)
}

// byKeys are the entries of a dictionary as arguments.
func (m *Machine) byKeys(held *Object) (args []Argument) {
	given := m.entries(held)
	m.spend(len(given.keys))
	for i, key := range given.keys {
		if field, ok := key.(Str); ok {
			args = append(args, Argument{Name: string(field), Value: given.values[i]})
		}
	}
	if given.rest != nil {
		args = append(args, Argument{Value: given.rest, Star: 2})
	}
	return args
}

// declaredAs is the class that the annotation of a field names; literal says that it lists the values that there may
// be.
func (m *Machine) declaredAs(class *Class, annotation python.Expr) (of Value, literal bool) {
	m.apart(func() {
		m.inFrame(&frame{unit: class.Unit, class: class, scope: class.scope}, func() {
			if listed, ok := annotation.(*python.Subscript); ok {
				s, ok := Bare(m.eval(listed.Value)).(Symbol)
				literal = ok && LastPart(string(s)) == "Literal"
			}
			if !literal {
				of = m.annotated(annotation)
			}
		})
	})
	return of, literal
}

// madeOf is what a field keeps of a dictionary: an instance of the class of the project that it is declared as.
func (m *Machine) madeOf(c *Class, name string, held *Object, v Value, at python.Node) Value {
	class, annotation := c.declared(name)
	if class == nil {
		return v
	}
	of, _ := m.declaredAs(class, annotation)
	declared, ok := of.(*Class)
	if !ok || !m.isDataclass(declared) {
		return v
	}
	return m.call(declared, m.byKeys(held), nil, at)
}

// validates reports whether a class converts what it is given.
func (c *Class) validates() bool {
	for _, one := range c.line {
		switch one := one.(type) {
		case *Class:
			for _, d := range one.Decorators {
				if d == "pydantic.dataclasses.dataclass" {
					return true
				}
			}
		case Symbol:
			if one == "pydantic.BaseModel" || one == "pydantic_settings.BaseSettings" {
				return true
			}
		}
	}
	return false
}

// fieldDefault is what a field holds that nobody sets: field(default=…), field(default_factory=…).
func (m *Machine) fieldDefault(v Value, at python.Node) Value {
	o, ok := v.(*Object)
	if !ok || o.Made == nil {
		return v
	}
	s, ok := o.Made.Callee.(Symbol)
	if !ok || LastPart(string(s)) != "field" && LastPart(string(s)) != "Field" {
		return v
	}
	if factory, _ := o.Made.Argument("default_factory", -1); factory != nil {
		return m.call(factory, nil, nil, at)
	}
	position := -1
	if LastPart(string(s)) == "Field" {
		position = 0
	}
	if d, _ := o.Made.Argument("default", position); d != nil {
		return d
	}
	return nil
}

// dataclassFields are the fields of a dataclass by their names, as __dataclass_fields__ has them.
func (m *Machine) dataclassFields(c *Class, at python.Node) *Object {
	held := &entries{}
	names, _ := c.AllFields()
	m.spend(len(names))
	for _, name := range names {
		field := m.object(Instance, at)
		field.Class = Symbol("dataclasses.Field")
		field.begin("name", Str(name))
		held.keys, held.values = append(held.keys, Str(name)), append(held.values, Value(field))
	}
	return m.newDict(held, at)
}
