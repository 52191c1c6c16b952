package exact

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Object is Python's object.
var Object = func() *Class {
	c := &Class{Name: "object"}
	c.Line = []*Class{c}
	return c
}()

// NewClass makes a class that is written in Go.
func NewClass(name string, bases ...*Class) *Class {
	c := &Class{Name: name, Bases: bases}
	if len(bases) == 0 {
		c.Bases = []*Class{Object}
	}
	c.Line = line(c)
	return c
}

// Heir is a new class of the same name that inherits from one.
func (c *Class) Heir() *Class { return NewClass(c.Name, c) }

// Method adds a method to a class that is written in Go; its first argument is the object.
func (c *Class) Method(name string, do func(m *Machine, a Args) Value) {
	c.Dict.Set(name, &Builtin{Name: name, Do: do, Method: true})
}

// Is reports whether a class is another one or inherits from it.
func (c *Class) Is(of *Class) bool { return slices.Contains(c.Line, of) }

// line is the C3 linearization of a class's bases; nil where there is none.
func line(c *Class) []*Class {
	if len(c.Bases) == 1 {
		return append([]*Class{c}, c.Bases[0].Line...)
	}
	var lists [][]*Class
	for _, b := range c.Bases {
		lists = append(lists, slices.Clone(b.Line))
	}
	lists = append(lists, slices.Clone(c.Bases))
	out := []*Class{c}
	for {
		lists = slices.DeleteFunc(lists, func(l []*Class) bool { return len(l) == 0 })
		if len(lists) == 0 {
			return out
		}
		next := head(lists)
		if next == nil {
			return nil
		}
		out = append(out, next)
		for i, l := range lists {
			if l[0] == next {
				lists[i] = l[1:]
			}
		}
	}
}

// head is the first class that stands behind no other.
func head(lists [][]*Class) *Class {
	for _, l := range lists {
		behind := slices.ContainsFunc(lists, func(other []*Class) bool { return slices.Contains(other[1:], l[0]) })
		if !behind {
			return l[0]
		}
	}
	return nil
}

// class makes the class of a class statement.
func (m *Machine) class(n *python.Class) Value {
	c := &Class{Name: n.Name, Node: n, Unit: m.frame.unit}
	for _, b := range n.Bases {
		if b.Name != "" || b.Star != 0 {
			continue // metaclass=…
		}
		if base := m.base(m.eval(b.Value)); base != nil && !slices.Contains(c.Bases, base) {
			c.Bases = append(c.Bases, base)
		}
	}
	if len(c.Bases) > 1 { // object and typing's bases stand behind all others
		c.Bases = slices.DeleteFunc(c.Bases, func(b *Class) bool { return b == Object })
	}
	if len(c.Bases) == 0 {
		c.Bases = []*Class{Object}
	}
	m.paysLine(c)
	if c.Line = line(c); c.Line == nil {
		m.Raise(TypeError, "Cannot create a consistent method resolution order (MRO) for %s", n.Name)
	}
	inside := &scope{names: map[string]Value{}, parent: m.frame.scope, unit: m.frame.unit, class: true}
	inside.names["__module__"] = m.frame.unit.Name
	inside.names["__qualname__"] = n.Name
	outer := m.frame
	m.frame = &frame{above: outer, unit: outer.unit, scope: inside, class: c, function: nil}
	m.block(n.Body)
	m.frame = outer
	for _, name := range bodyOrder(n, inside.names) {
		c.Dict.Set(name, inside.names[name])
	}
	for _, base := range c.Line[1:] {
		if made := base.Dict.Get("__class_made__"); made != nil {
			m.Call(made, Positional(c))
			break
		}
	}
	if hook := m.lookupAfter(c, c, "__init_subclass__"); hook != nil {
		m.Call(m.bound(hook, c, c), Args{})
	}
	return c
}

// bodyOrder are the names of a class body in the order in which it binds them.
func bodyOrder(n *python.Class, names map[string]Value) []string {
	var list []string
	seen := map[string]bool{}
	for _, s := range n.Body {
		for _, name := range bound(s) {
			if names[name] != nil && !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
	}
	var rest []string
	for name := range names {
		if !seen[name] {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return append(list, rest...)
}

// base is the class that stands among a class's bases; nil for one that adds nothing.
func (m *Machine) base(v Value) *Class {
	switch v := v.(type) {
	case *Class:
		return v
	case Symbol:
		if strings.HasPrefix(string(v), "typing.") || strings.HasPrefix(string(v), "typing_extensions.") || strings.HasPrefix(string(v), "abc.") {
			return nil
		}
		c := NewClass(lastPart(string(v)))
		c.Name, c.Opaque = string(v), true
		return c
	case *Unknown:
		c := NewClass("a class that is not known: " + v.Why)
		c.Opaque = true
		return c
	}
	m.Stop("a base class that is not known")
	return nil
}

// lookup is an attribute of a class or its bases; nil for none.
func (m *Machine) lookup(c *Class, name string) Value {
	if n := len(c.Line); n > longLine {
		m.Spend(n / 16)
	}
	for _, one := range c.Line {
		if v := one.Dict.Get(name); v != nil {
			return v
		}
	}
	return nil
}

// Lookup is an attribute of a class or its bases; nil for none.
func (m *Machine) Lookup(c *Class, name string) Value { return m.lookup(c, name) }

// lookupAfter is the attribute of the classes that stand behind one of them in the line of another.
func (m *Machine) lookupAfter(of, after *Class, name string) Value {
	for _, one := range of.Line[slices.Index(of.Line, after)+1:] {
		if v := one.Dict.Get(name); v != nil {
			return v
		}
	}
	return nil
}

// opaque is a base of which nothing is known; nil for none.
func (c *Class) opaque() *Class {
	for _, one := range c.Line {
		if one.Opaque {
			return one
		}
	}
	return nil
}

// bound is what reading a class's attribute through an object gives.
func (m *Machine) bound(v Value, self Value, class *Class) Value {
	switch v := v.(type) {
	case *Function:
		return &Method{v, self}
	case *Builtin:
		if v.Method {
			return &Method{v, self}
		}
	case *StaticMethod:
		return v.Func
	case *ClassMethod:
		return &Method{v.Func, class}
	case *Property:
		return m.Call(v.Get, Positional(self))
	case *Instance:
		if get := m.lookup(v.Class, "__get__"); get != nil {
			return m.Call(get, Positional(v, self, class))
		}
	}
	return v
}

// construct makes an instance.
func (m *Machine) construct(c *Class, a Args) Value {
	if c == typeClass {
		return m.typeOf(a)
	}
	if (c == dictClass || c == orderedDictClass) && len(a.Pos) == 1 && len(a.Kw) == 0 {
		if file := weights(a.Pos[0]); file != nil {
			return file.partOf("")
		}
	}
	for _, one := range c.Line {
		if one.Make != nil {
			return one.Make(m, c, a)
		}
	}
	if make := m.lookup(c, "__new__"); make != nil {
		if s, ok := make.(*StaticMethod); ok {
			make = s.Func
		}
		v := m.Call(make, a.With(c))
		o, ok := v.(*Instance)
		if !ok || !o.Class.Is(c) {
			return v
		}
		m.initialize(o, a)
		return o
	}
	o := &Instance{Class: c}
	m.initialize(o, a)
	return o
}

func (m *Machine) initialize(o *Instance, a Args) {
	init := m.lookup(o.Class, "__init__")
	if init == nil {
		if base := o.Class.opaque(); base != nil {
			m.Stop("%s is not known", base.Name)
		}
		if len(a.Pos)+len(a.Kw) > 0 {
			m.Raise(TypeError, "%s() takes no arguments", o.Class.Name)
		}
		return
	}
	m.Call(init, a.With(o))
}

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
			return &Tuple{o.Args.Pos}
		}
		return nil
	case *Builtin:
		if name == "__name__" {
			return o.Name
		}
		return nil
	case *Property:
		if name == "setter" {
			return function("setter", func(_ *Machine, a Args) Value { return &Property{o.Get, a.Get(0, "")} })
		}
		return nil
	case *Unknown:
		return o.partOf(name)
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
	}
	if native, ok := o.Native.(Attributer); ok {
		if v := native.Attribute(name); v != nil {
			return v
		}
	}
	if get := m.lookup(o.Class, "__getattr__"); get != nil {
		return m.asked(m.bound(get, o, o.Class), name)
	}
	if o.Native != nil {
		return m.builtinAttribute(o.Native, name)
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
		return function("mro", func(m *Machine, _ Args) Value { return &List{m.Items(m.attribute(c, "__mro__"))} })
	}
	if v := unboundMethod(c, name); v != nil {
		return v
	}
	if base := c.opaque(); base != nil {
		return m.Unknown("%s is not known", base.Name)
	}
	return nil
}

// unboundMethod is dict.get or str.lower: the object comes with the call.
func unboundMethod(c *Class, name string) Value {
	if !builtinTypes[c] {
		return nil
	}
	return function(name, func(m *Machine, a Args) Value {
		return m.Call(m.Attribute(a.Get(0, ""), name), a.Rest(1))
	})
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
		return m.builtinAttribute(o.Native, name)
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
	case *Unknown, Symbol, *Method, *Partial, *Builtin:
	default:
		if m.Library == nil || !m.Library.SetAttribute(m, on, name, v) {
			m.Raise(AttributeError, "'%s' object has no attribute '%s'", m.ClassOf(on).Name, name)
		}
	}
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

func firstPart(dotted string) string {
	first, _, _ := strings.Cut(dotted, ".")
	return first
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
