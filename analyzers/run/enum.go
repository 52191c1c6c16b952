package run

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// ofMember is Kind.SMALL.name or Kind.SMALL.value of an enumeration of the project; nil for anything else. The run has the value of a member
// in its place.
func (m *Machine) ofMember(e *python.Attribute) Value {
	member, ok := e.Value.(*python.Attribute)
	if !ok || e.Attr != "name" && e.Attr != "value" || strings.HasPrefix(member.Attr, "_") {
		return nil
	}
	name, ok := member.Value.(*python.Name)
	if !ok {
		return nil
	}
	c, ok := m.eval(name).(*Class)
	if !ok || !c.isEnum() || m.lookupClass(c, e.Attr) != nil {
		return nil
	}
	v := m.lookupClass(c, member.Attr)
	switch v.(type) {
	case nil, *Function, *Class:
		return nil
	}
	if e.Attr == "name" {
		return m.literally(Str(member.Attr), e)
	}
	if s, ok := Bare(v).(*Object); ok && s.Made != nil && s.Made.Callee == Value(Symbol("enum.auto")) {
		return nil
	}
	return m.reread(v, e)
}
