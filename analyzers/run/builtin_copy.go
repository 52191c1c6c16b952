package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

func copied(m *Machine, c *Call, at python.Node) Value { return m.copyOf(given(m, c, 0), at) }

// copyOf copies a value, or each of several: an average of one of two models is neither of them.
func (m *Machine) copyOf(v Value, at python.Node) Value {
	if c, ok := v.(*Choice); ok {
		return m.each(c, func(one Value) Value { return m.copyOf(one, at) })
	}
	o, ok := v.(*Object)
	if !ok {
		return v
	}
	switch o.Kind {
	case List, Set:
		return m.container(o.Kind, m.items(o), at)
	case Dict:
		return m.newDict(m.entries(o), at)
	}
	m.spend(len(o.fields.list) + len(o.first.all()))
	twin := *o
	if tried := m.settling[o]; tried != nil {
		m.settling[&twin] = tried
	}
	twin.Seq, twin.At, twin.Laps = m.next(), m.place(at), m.lapsNow()
	twin.fields = fields{list: append([]field(nil), o.fields.list...)}
	twin.first = &fields{list: append([]field(nil), o.first.all()...)}
	twin.under = nil
	twin.Operands, twin.Operator = []Value{o}, copying
	return &twin
}

// deeply is copy.deepcopy(x): what a container holds, and an object's attributes, are copied as well: what happens to
// the layers of a teacher happens to none of its student's.
func deeply(m *Machine, c *Call, at python.Node) Value {
	return m.deepCopy(given(m, c, 0), at, map[*Object]*Object{})
}

// deepCopy copies a container or an object with what it holds, each once; anything else as copyOf does.
func (m *Machine) deepCopy(v Value, at python.Node, done map[*Object]*Object) Value {
	if c, ok := v.(*Choice); ok {
		return m.each(c, func(one Value) Value { return m.deepCopy(one, at, done) })
	}
	o, ok := v.(*Object)
	if !ok {
		return v
	}
	if twin := done[o]; twin != nil {
		return twin
	}
	made := m.copyOf(o, at)
	twin, ok := made.(*Object)
	if !ok {
		return made
	}
	done[o] = twin
	if !holds(o) {
		return twin
	}
	// a part that a call gave which nobody knows may be a network, with weights of its own from here on
	copied := func(v Value) bool {
		return slices.ContainsFunc(Alternatives(m.here(v)), func(one Value) bool {
			held, ok := one.(*Object)
			return ok && (holds(held) || held.Kind == Unknown && held.Made != nil)
		})
	}
	inner := func(list []Value) []Value {
		copies := slices.Clone(list)
		m.copied(len(list))
		for i, one := range list {
			if copied(one) && m.spend(1) {
				copies[i] = m.deepCopy(m.here(one), at, done)
			}
		}
		return copies
	}
	further := func(rest Value) Value { // the layers that a loop of any length appends
		if rest == nil || !copied(rest) || !m.spend(1) {
			return rest
		}
		return m.deepCopy(m.here(rest), at, done)
	}
	switch held := m.get(twin, contents).(type) {
	case *items:
		m.set(twin, contents, &items{inner(held.list), further(held.rest)})
	case *entries:
		all := *held
		all.values, all.rest = inner(held.values), further(held.rest)
		m.set(twin, contents, &all)
	default:
		// Nobody else has the copy yet: what it starts with is no change that another way through the program could lack.
		for _, part := range []*fields{&twin.fields, twin.first} {
			for _, f := range slices.Clone(part.all()) {
				if (part == &twin.fields || twin.fields.get(f.name) == nil) && copied(f.value) && m.spend(1) {
					part.set(f.name, m.deepCopy(m.here(f.value), at, done))
				}
			}
		}
	}
	return twin
}

// CopyOf is what an object is a copy of.
func (o *Object) CopyOf() (base *Object, ok bool) {
	if o.Operator != copying || len(o.Operands) != 1 {
		return nil, false
	}
	base, ok = o.Operands[0].(*Object)
	return base, ok
}

// copying is the operator of a copy.
const copying = "copy"

// holds reports whether an object may hold others that a deep copy copies with it.
func holds(o *Object) bool {
	return o.Kind == List || o.Kind == Dict || o.Kind == Instance || o.Kind == Result
}

// shallow is copy.copy(x). Of a module it is the module, whose parameters it shares.
func shallow(m *Machine, c *Call, at python.Node) Value {
	o, ok := argument(m, c, 0).(*Object)
	class, ours := (*Class)(nil), false
	if ok {
		class, ours = o.Class.(*Class)
	}
	if ok && (o.Kind == List || o.Kind == Set || o.Kind == Dict || ours && !class.Foreign()) {
		return copied(m, c, at)
	}
	return given(m, c, 0)
}
