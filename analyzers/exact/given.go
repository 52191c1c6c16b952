package exact

import (
	"strconv"
	"strings"
)

// What a program is given from outside: values that somebody else knows, and the names of a project and its libraries.

// Imported is what a dotted name of a library or of Python stands for; a Symbol where nobody knows.
func (m *Machine) Imported(dotted string) Value {
	if v := builtins[dotted]; v != nil {
		return v
	}
	return m.library(dotted)
}

// Defined is what a dotted name of a module stands for; nil when nothing binds it.
func (m *Machine) Defined(u *Unit, dotted string) Value {
	first, rest, nested := strings.Cut(dotted, ".")
	v := m.Global(u, first)
	for nested && v != nil {
		first, rest, nested = strings.Cut(rest, ".")
		v = m.attribute(v, first)
	}
	return v
}

// open is what keeps an instance of which not all attributes are known.
type open struct{ why *Unknown }

// Attribute is what nobody has said.
func (o open) Attribute(name string) Value {
	return &Unknown{Why: "its attribute " + name + " is not known", At: o.why.At, Perhaps: true}
}

// Part is what an object holds under a name or, of one that holds others in order, under a number.
func (m *Machine) Part(of Value, name string) Value {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		return m.Item(of, n)
	}
	return m.Attribute(of, name)
}

// SetPart sets what an object holds under a name or a number.
func (m *Machine) SetPart(of Value, name string, to Value) {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		m.setItem(of, n, to)
		return
	}
	m.SetAttribute(of, name, to)
}

// Given is an instance of a class that was made elsewhere; nil: of a namespace. Attributes that it has not been given are
// unknown, as at says.
func Given(class *Class, at Place) *Instance {
	if class == nil {
		class = namespaceClass
	}
	return &Instance{Class: class, Native: open{&Unknown{At: at}}}
}

// ByName is a dictionary whose keys are attributes, too.
func ByName(d *Dict) *Instance {
	return &Instance{Class: byNameClass, Native: d}
}

// byNameClass is OmegaConf's DictConfig, and what EasyDict, Box and their like are.
var byNameClass = func() *Class {
	c := NewClass("DictConfig", dictClass)
	of := func(a Args) *Dict { return a.Pos[0].(*Instance).Native.(*Dict) }
	c.Method("__getattr__", func(m *Machine, a Args) Value {
		if v := of(a).Get(a.Pos[1]); v != nil {
			return v
		}
		m.Raise(AttributeError, "no key %s", m.Text(a.Pos[1]))
		return nil
	})
	c.Method("__setattr__", func(_ *Machine, a Args) Value {
		of(a).Set(a.Pos[1], a.Pos[2])
		return None
	})
	return c
}()
