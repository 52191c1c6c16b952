package run

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// ofMember is Kind.SMALL.name or Kind["SMALL"].value of an enumeration of the project; nil for anything else. The run
// has the value of a member in its place.
func (m *Machine) ofMember(e *python.Attribute) Value {
	if e.Attr != "name" && e.Attr != "value" {
		return nil
	}
	of, member := m.memberOf(e.Value)
	name, ok := of.(*python.Name)
	if !ok || strings.HasPrefix(member, "_") {
		return nil
	}
	c, ok := m.eval(name).(*Class)
	if !ok || !c.isEnum() || m.lookupClass(c, e.Attr) != nil {
		return nil
	}
	v := m.lookupClass(c, member)
	switch v.(type) {
	case nil, *Function, *Class:
		return nil
	}
	if e.Attr == "name" {
		return m.literally(Str(member), e)
	}
	if o, ok := Bare(v).(*Object); ok && o.isAuto() {
		return nil
	}
	return m.reread(v, e)
}

// isMember reports whether a value is that of a member of an enumeration: Kind("small") is the member whose value it
// is, and the run has the value in its place.
func (m *Machine) isMember(c *Class, v Value) bool {
	if !c.isEnum() || !Known(Bare(v)) {
		return false
	}
	for _, s := range c.Node.Body {
		a, ok := s.(*python.Assign)
		if !ok || len(a.Targets) != 1 {
			continue
		}
		name, ok := a.Targets[0].(*python.Name)
		if ok && same(Bare(m.lookupClass(c, name.ID)), Bare(v)) {
			return true
		}
	}
	return false
}

// memberOf splits Kind.SMALL and Kind["SMALL"].
func (m *Machine) memberOf(e python.Expr) (of python.Expr, member string) {
	switch e := e.(type) {
	case *python.Attribute:
		return e.Value, e.Attr
	case *python.Subscript:
		if len(e.Index) == 1 {
			if text, ok := e.Index[0].(*python.String); ok && text.Known {
				return e.Value, text.Text
			}
		}
	}
	return nil, ""
}
