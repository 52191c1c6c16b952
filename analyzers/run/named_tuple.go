package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// named is what a class that collections.namedtuple makes does when it is called.
const named = Symbol("collections.namedtuple.__new__")

// namedTuple is collections.namedtuple(name, fields): nil where its fields are not known, or some have defaults.
func namedTuple(m *Machine, c *Call, _ python.Node) Value {
	fields, _ := c.Argument("field_names", 1)
	if len(c.Args) != 2 || c.Args[0].Star+c.Args[1].Star > 0 {
		return nil
	}
	list := &Tuple{}
	switch f := Bare(fields).(type) {
	case Str:
		for _, name := range strings.Fields(strings.ReplaceAll(string(f), ",", " ")) {
			list.Items = append(list.Items, Str(name))
		}
	case *Tuple:
		list.Items = f.Items
	case *Object:
		held := m.items(f)
		if f.Kind != List || held == nil || held.rest != nil {
			return nil
		}
		list.Items = held.list
	}
	m.spend(len(list.Items))
	for _, name := range list.Items {
		if _, ok := Bare(name).(Str); !ok {
			return nil
		}
	}
	if len(list.Items) == 0 {
		return nil
	}
	return &Partial{named, []Argument{{Value: list}}, c.Unit}
}

// ofNamed is what the class of a named tuple makes.
func ofNamed(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) == 0 {
		return nil
	}
	fields, ok := c.Args[0].Value.(*Tuple)
	if !ok || len(c.Args)-1 != len(fields.Items) {
		return nil
	}
	t := &Tuple{Items: make([]Value, len(fields.Items)), Names: make([]string, len(fields.Items))}
	for i, field := range fields.Items {
		t.Names[i] = string(Bare(field).(Str))
	}
	for i, a := range c.Args[1:] {
		if a.Name != "" {
			i = slices.Index(t.Names, a.Name)
		}
		if a.Star > 0 || i < 0 || t.Items[i] != nil {
			return nil
		}
		t.Items[i] = a.Value
	}
	return m.bounded(t, at)
}
