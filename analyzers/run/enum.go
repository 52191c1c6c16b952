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
