package exact

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Attribute reads an attribute; it raises AttributeError where there is none.
func (m *Machine) Attribute(on Value, name string) Value {
	if v := m.attribute(on, name); v != nil {
		return v
	}
	if o, ok := on.(*Instance); ok {
		if base := o.Class.opaque(); base != nil {
			m.Stop("the attribute %s of %s is not known", name, base.Name)
		}
	}
	if f, ok := on.(*Builtin); ok && f.path == "" { // one of a library's, of which not all is told here
		return m.Unknown("the attribute %s of %s is not known", name, f.Name)
	}
	m.Raise(AttributeError, "'%s' object has no attribute '%s'", m.ClassOf(on).Name, name)
	return nil
}

// attribute reads an attribute; nil for none.
func (m *Machine) attribute(on Value, name string) Value {
	switch o := on.(type) {
	case *Instance:
		return m.instanceAttribute(o, name)
	case *Class:
		return m.classAttribute(o, name)
	case *Unit:
		return m.unitAttribute(o, name)
	case Symbol:
		return m.library(string(o) + "." + name)
	case *Super:
		return m.superAttribute(o, name)
	case *Function:
		return m.functionAttribute(o, name)
	case *Method:
		switch name {
		case "__self__":
			return o.Self
		case "__func__":
			return o.Func
		}
		return m.attribute(o.Func, name)
	case *Partial:
		switch name {
		case "func":
			return o.Func
		case "args":
			return &Tuple{Items: o.Args.Pos}
		case "keywords":
			d := NewDict()
			for _, k := range o.Args.Kw {
				d.Set(k.Name, k.Value)
			}
			return d
		}
		return nil
	case *Builtin:
		switch {
		case name == "__name__":
			return o.Name
		case o.path != "" && name != "__wrapped__":
			return m.library(o.path + "." + name)
		}
		return nil
	case *Property:
		if name == "setter" {
			return function("setter", func(_ *Machine, a Args) Value { return &Property{o.Get, a.Get(0, "")} })
		}
		return nil
	case *Unknown:
		if (o.Each != nil || name == "reshape") && m.Library != nil {
			if v := m.Library.Attribute(m, o, name); v != nil {
				return v
			}
		}
		if o.Found != nil && name == "get" {
			return m.got(o)
		}
		if name == "tolist" || name == "to_list" {
			return function(name, func(*Machine, Args) Value { return listed(o) })
		}
		if o.Numbers && name == "astype" {
			return function("astype", func(_ *Machine, a Args) Value {
				return &Unknown{Why: o.Why, At: o.At, Numbers: true, Elements: a.Get(0, "dtype")}
			})
		}
		return m.counted(o.partOf(name))
	}
	if name == "__class__" {
		return m.ClassOf(on)
	}
	if v := m.builtinAttribute(on, name); v != nil {
		return v
	}
	if m.Library != nil {
		return m.Library.Attribute(m, on, name)
	}
	return nil
}

func (m *Machine) instanceAttribute(o *Instance, name string) Value {
	inClass := m.lookup(o.Class, name)
	if p, ok := inClass.(*Property); ok {
		return m.Call(p.Get, Positional(o))
	}
	if v := o.Attrs.Get(name); v != nil {
		return v
	}
	if inClass != nil {
		return m.bound(inClass, o, o.Class)
	}
	switch name {
	case "__class__":
		return o.Class
	case "__dict__":
		return m.attributesOf(o)
	case "__setattr__":
		return function(name, func(m *Machine, a Args) Value {
			m.SetAttribute(o, m.word(a.Pos[0]), a.Pos[1])
			return None
		})
	}
	if native, ok := o.Native.(Attributer); ok {
		if v := native.Attribute(name); v != nil {
			return v
		}
	}
	if o.Native != nil { // what its class inherits comes before __getattr__
		if v := m.builtinAttribute(o.Native, name); v != nil {
			return v
		}
	}
	if get := m.lookup(o.Class, "__getattr__"); get != nil {
		return m.asked(m.bound(get, o, o.Class), name)
	}
	return nil
}

// Attributer is what a class written in Go keeps in its instances and looks for attributes in.
type Attributer interface{ Attribute(name string) Value }

// asked calls __getattr__; nil where it raises AttributeError.
func (m *Machine) asked(get Value, name string) (v Value) {
	err := m.Try(func() { v = m.Call(get, Positional(name)) })
	if raised, ok := asRaised(err); ok && raised.Value.Class.Is(AttributeError) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return v
}

// attributesOf is x.__dict__, as it is now.
func (m *Machine) attributesOf(o *Instance) *Dict {
	d := NewDict()
	for name, v := range o.Attrs.All() {
		d.Set(name, v)
	}
	return d
}

func (m *Machine) classAttribute(c *Class, name string) Value {
	switch v := m.lookup(c, name).(type) {
	case nil:
	case *ClassMethod:
		return &Method{v.Func, c}
	case *StaticMethod:
		return v.Func
	default:
		return v
	}
	switch name {
	case "__name__", "__qualname__":
		return c.Name
	case "__dict__":
		d := NewDict()
		for name, v := range c.Dict.All() {
			d.Set(name, v)
		}
		return d
	case "__mro__":
		t := &Tuple{}
		for _, one := range c.Line {
			t.Items = append(t.Items, one)
		}
		return t
	case "__bases__":
		t := &Tuple{}
		for _, one := range c.Bases {
			t.Items = append(t.Items, one)
		}
		return t
	case "__init__":
		return function("__init__", func(*Machine, Args) Value { return None })
	case "__class__":
		return typeClass
	case "mro":
		return function("mro", func(m *Machine, a Args) Value {
			of := c
			if len(a.Pos) == 1 && c == typeClass { // type.mro(of)
				if given, isClass := a.Pos[0].(*Class); isClass {
					of = given
				}
			}
			return &List{m.Items(m.attribute(of, "__mro__"))}
		})
	}
	if v := unboundMethod(c, name); v != nil {
		return v
	}
	if base := c.opaque(); base != nil {
		return m.Unknown("%s is not known", base.Name)
	}
	return nil
}

// unboundMethod is dict.get or str.lower: the object comes with the call, or is the one that a class of the project's
// has it of, as __getattr__ = dict.get. Of a class that inherits from one of Python's, what that has by this name.
func unboundMethod(c *Class, name string) Value {
	if !builtinTypes[c] &&
		!(bracketMethods[name] && slices.ContainsFunc(c.Line, func(one *Class) bool { return builtinTypes[one] })) {
		return nil
	}
	return &Builtin{Name: name, Method: true, Do: func(m *Machine, a Args) Value {
		self := a.Get(0, "")
		if o, ok := self.(*Instance); ok && o.Native != nil {
			if v := itemMethod(o.Native, name); v != nil {
				return m.Call(v, a.Rest(1))
			}
			if v := m.builtinAttribute(o.Native, name); v != nil {
				return m.Call(v, a.Rest(1))
			}
		}
		if v := itemMethod(self, name); v != nil {
			return m.Call(v, a.Rest(1))
		}
		return m.Call(m.Attribute(self, name), a.Rest(1))
	}}
}

// bracketMethods are those that stand behind brackets.
var bracketMethods = map[string]bool{
	"__getitem__":  true,
	"__setitem__":  true,
	"__delitem__":  true,
	"__contains__": true,
}

func (m *Machine) unitAttribute(u *Unit, name string) Value {
	if v := m.Global(u, name); v != nil {
		return v
	}
	if sub := m.module("."+name, u); sub != nil {
		return sub
	}
	if name == "__dict__" { // models.__dict__[args.arch]
		return namesOf(u.scope)
	}
	return nil
}

func (m *Machine) superAttribute(s *Super, name string) Value {
	// super(C).__init__(): a slip that runs, and does nothing; where the base must be made ready, it fails later
	if s.Self == nil {
		native := slices.ContainsFunc(s.Class.Line, func(c *Class) bool { return c.Node == nil && c.Name != "object" })
		if name != "__init__" || native {
			m.Stop("this form of super()")
		}
		return function(name, func(m *Machine, a Args) Value {
			if len(a.Pos)+len(a.Kw) > 0 {
				m.Stop("this form of super()")
			}
			return None
		})
	}
	of := s.Class
	switch self := s.Self.(type) {
	case *Instance:
		of = self.Class
	case *Class:
		of = self
	}
	if v := m.lookupAfter(of, s.Class, name); v != nil {
		if _, isProperty := v.(*Property); !isProperty || s.Self != of {
			return m.bound(v, s.Self, of)
		}
	}
	switch name {
	case "__init__", "__init_subclass__", "__setattr__", "__getattribute__", "__new__":
		if base := of.opaque(); base != nil {
			m.Stop("%s is not known", base.Name)
		}
		return m.objectMethod(s.Self, name)
	}
	if o, ok := s.Self.(*Instance); ok && o.Native != nil {
		if v := itemMethod(o.Native, name); v != nil {
			return v
		}
		return m.builtinAttribute(o.Native, name)
	}
	return nil
}

// itemMethod is what stands behind brackets for a list or dictionary that a class inherits from, without what the class
// makes of it.
func itemMethod(native Value, name string) Value {
	on, ok := container(native)
	if !ok {
		return nil
	}
	switch name {
	case "__setitem__":
		return function(name, func(m *Machine, a Args) Value {
			m.setItem(on, a.Pos[0], a.Pos[1])
			return None
		})
	case "__getitem__":
		return function(name, func(m *Machine, a Args) Value { return m.Item(on, a.Pos[0]) })
	case "__delitem__":
		return function(name, func(m *Machine, a Args) Value {
			m.deleteItem(on, a.Pos[0])
			return None
		})
	case "__contains__":
		return function(name, func(m *Machine, a Args) Value { return m.contains(on, a.Pos[0]) })
	case "__len__":
		return function(name, func(m *Machine, _ Args) Value { return m.Len(on) })
	}
	return nil
}

// objectMethod is a method that every object has.
func (m *Machine) objectMethod(self Value, name string) Value {
	return function(name, func(m *Machine, a Args) Value {
		o, _ := self.(*Instance)
		switch name {
		case "__setattr__":
			if key, ok := a.Get(0, "").(string); ok && o != nil {
				o.Attrs.Set(key, a.Get(1, ""))
			}
		case "__getattribute__":
			if key, ok := a.Get(0, "").(string); ok && o != nil {
				return m.Attribute(o, key)
			}
		case "__new__":
			if c, ok := a.Get(0, "").(*Class); ok {
				return m.plain(c, a.Rest(1))
			}
		}
		return None
	})
}

// plain is object.__new__.
func (m *Machine) plain(c *Class, a Args) Value {
	for _, one := range c.Line {
		if one.Make != nil {
			return one.Make(m, c, a)
		}
	}
	return &Instance{Class: c}
}

func (m *Machine) functionAttribute(f *Function, name string) Value {
	if f.attrs != nil {
		if v := f.attrs.Get(name); v != nil {
			return v
		}
	}
	switch name {
	case "__name__", "__qualname__":
		return f.Name
	case "__module__":
		return f.Unit.Name
	case "__doc__":
		return None
	case "__call__":
		return f
	case "__get__":
		return function("__get__", func(_ *Machine, a Args) Value { return &Method{f, a.Get(0, "")} })
	}
	return nil
}

// SetAttribute stores an attribute.
func (m *Machine) SetAttribute(on Value, name string, v Value) {
	switch o := on.(type) {
	case *Instance:
		if p, ok := m.lookup(o.Class, name).(*Property); ok {
			if p.Set == nil {
				m.Raise(AttributeError, "can't set attribute '%s'", name)
			}
			m.Call(p.Set, Positional(o, v))
			return
		}
		if set := m.lookup(o.Class, "__setattr__"); set != nil {
			m.Call(set, Positional(o, name, v))
			return
		}
		if old := o.Attrs.Get(name); m.Replaced != nil && old != nil {
			m.Replaced(old)
		}
		o.Attrs.Set(name, v)
	case *Class:
		o.Dict.Set(name, v)
	case *Unit:
		o.scope.names[name] = v
	case *Function:
		if o.attrs == nil {
			o.attrs = &Attrs{}
		}
		o.attrs.Set(name, v)
	case Symbol:
		m.hang(o, name, v)
	case *Unknown, *Method, *Partial, *Builtin:
	default:
		if m.Library == nil || !m.Library.SetAttribute(m, on, name, v) {
			m.Raise(AttributeError, "'%s' object has no attribute '%s'", m.ClassOf(on).Name, name)
		}
	}
}

// hang leaves a value at a library's module: nn.MaskedLinear = MaskedLinear, F.relu = mine.
func (m *Machine) hang(on Symbol, name string, v Value) {
	if m.hung == nil {
		m.hung = hung{}
	}
	if m.hung[name] == nil {
		m.hung[name] = map[string]Value{}
	}
	m.hung[name][python.Canonical(string(on)+"."+name)] = v
}

// hanging is what a program left at a library's module by this name; nil for nothing.
func (m *Machine) hanging(dotted string) Value {
	if len(m.hung) == 0 {
		return nil
	}
	if by := m.hung[dotted[strings.LastIndexByte(dotted, '.')+1:]]; by != nil {
		return by[python.Canonical(dotted)]
	}
	return nil
}

// DeleteAttribute forgets an attribute.
func (m *Machine) DeleteAttribute(on Value, name string) {
	if o, ok := on.(*Instance); ok {
		if del := m.lookup(o.Class, "__delattr__"); del != nil {
			m.Call(del, Positional(o, name))
			return
		}
		if o.Attrs.Delete(name) {
			return
		}
	}
	if c, ok := on.(*Class); ok && c.Dict.Delete(name) {
		return
	}
	m.Raise(AttributeError, "%s", name)
}
