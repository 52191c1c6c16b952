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
		if strings.HasPrefix(string(v), "typing.") || strings.HasPrefix(string(v), "typing_extensions.") ||
			strings.HasPrefix(string(v), "abc.") {
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
	if c.Dict.Get("__members__") != nil { // of an enumeration, whatever else its members are
		return enumClass.Make(m, c, a)
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

func firstPart(dotted string) string {
	first, _, _ := strings.Cut(dotted, ".")
	return first
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
