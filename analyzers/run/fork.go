package run

import (
	"slices"
	"strings"
)

// write is one change of the state, as it has to be taken back.
type write struct {
	object *Object
	name   string
	old    Value
}

// set changes a field of an object.
func (m *Machine) set(o *Object, name string, v Value) {
	if o.Kind != Scope || o.parent == nil || o.Class != nil { // what others than a function can see
		m.writes++
	}
	m.trail = append(m.trail, write{o, name, o.fields.set(name, v)})
}

// get reads a field of an object as it is on this way through the program; nil when it has none.
func (m *Machine) get(o *Object, name string) Value {
	v := o.fields.get(name)
	if v == nil {
		v = o.first.get(name)
	}
	return m.here(v)
}

// narrow is a value for who looks at it: without the alternatives that cannot hold here, and without where it was
// decided.
func (m *Machine) narrow(v Value) Value { return Bare(m.here(v)) }

// here leaves out the alternatives that cannot hold here.
func (m *Machine) here(v Value) Value {
	if o, ok := v.(*Object); ok && o.under != nil {
		if c := o.under[isNoneKey]; c != nil && c.assumed == assumedTrue {
			return None
		}
		return v
	}
	c, ok := v.(*Choice)
	if !ok || len(m.path) == 0 {
		return v
	}
	left := 0
	for i := range c.Alternatives {
		if m.possible(c.Alternatives[i].When) {
			left++
		}
	}
	if left == len(c.Alternatives) || left == 0 {
		return v
	}
	out := make([]Alternative, 0, left)
	for _, a := range c.Alternatives {
		if m.possible(a.When) {
			out = append(out, a)
		}
	}
	if len(out) == 1 {
		return out[0].Value
	}
	return &Choice{out}
}

// ending is the state in which one way through a piece of code ends.
type ending struct {
	changed []changed
	when    []Literal
	certain []*Condition // those of when that the program fails without
	result  Value        // what it returns or yields, nil for nothing
	// inPlace: nothing ran since, the state is the ending's.
	inPlace bool
	seq     int
}

// place is a field of an object.
type place struct {
	object *Object
	name   string
}

// placed numbers places in the order in which they are met.
type placed struct {
	order []numbered
	// round tells the places of this time from those of others: each field keeps in which it was met last, and as what.
	round uint32
}

// numbered is a place, and where its object has the field.
type numbered struct {
	place
	field int
}

// reset forgets all places and keeps their room: ways meet all the time.
func (p *placed) reset() *placed {
	p.order = p.order[:0]
	p.round++
	return p
}

// index is the number of a place that was written to; met is false when it is new.
func (p *placed) index(one place) (n int, met bool) {
	i := one.object.fields.find(one.name)
	f := &one.object.fields.list[i]
	if p.holds(f, one) {
		return int(f.number), true
	}
	p.order = append(p.order, numbered{one, i})
	f.round, f.number = p.round, int32(len(p.order)-1)
	return len(p.order) - 1, false
}

func (p *placed) holds(f *field, one place) bool {
	return f.round == p.round && int(f.number) < len(p.order) && p.order[f.number].place == one
}

// drop forgets the place that was numbered last.
func (p *placed) drop() { p.order = p.order[:len(p.order)-1] }

// changed is a field and its value at an ending.
type changed struct {
	object *Object
	name   string
	value  Value
}

// ends describes the present state by what changed since the trail had a length.
func (m *Machine) ends(trail, path int, result Value) ending {
	when := m.path[path:]
	when = when[max(0, len(when)-maxWhen):]
	e := ending{when: append([]Literal(nil), when...), certain: certainOf(when), result: result, seq: m.next()}
	if m.copied(len(m.trail) - trail); m.Over() {
		return e
	}
	at := m.places.reset()
	for _, w := range m.trail[trail:] {
		at.index(place{w.object, w.name})
	}
	e.changed = make([]changed, len(at.order))
	for i, p := range at.order {
		e.changed[i] = changed{p.object, p.name, p.object.fields.list[p.field].value}
	}
	m.spend(len(e.changed))
	return e
}

// undo takes back every change since the trail had a length.
func (m *Machine) undo(trail int) {
	for i := len(m.trail) - 1; i >= trail; i-- {
		w := m.trail[i]
		w.object.fields.set(w.name, w.old)
	}
	m.trail = m.trail[:trail]
}

// meet goes on with the states in which several ways end, from the state in which they began: what differs between
// them becomes a Choice. It returns the choice of their results; with no ending left the code behind is not reached.
func (m *Machine) meet(list []ending) Value {
	switch len(list) {
	case 0:
		m.dead = true
		return nil
	case 1:
		for _, c := range list[0].changed {
			m.set(c.object, c.name, c.value)
		}
		m.assume(list[0].when)
		for _, c := range list[0].certain {
			c.certain = c.assumed != unasked
		}
		return list[0].result
	}
	at := m.places.reset()
	table := m.table[:0] // of what each place is at each ending, place by place
	for i, e := range list {
		for _, c := range e.changed {
			n, met := at.index(place{c.object, c.name})
			if !met {
				if len(table)+len(list) > maxEndings {
					at.drop()
					m.set(c.object, c.name, m.unknown(m.node, "one of very many values"))
					continue
				}
				m.copied(len(list))
				table = slices.Grow(table, len(list))[:len(table)+len(list)]
				clear(table[len(table)-len(list):])
			}
			table[n*len(list)+i] = c.value
		}
	}
	for n, p := range at.order {
		now := p.object.fields.list[p.field].value
		attribute, asksThere := strings.CutPrefix(p.name, thereAs)
		unbound := false
		alternatives := m.alternatives[:0]
		for i, v := range table[n*len(list) : (n+1)*len(list)] {
			if v == nil {
				v = now
			}
			if v == nil && asksThere {
				v = Bool(at.value(table, place{p.object, attribute}, i, len(list)) != nil)
			}
			if v == nil { // it is not bound on this way, or was never asked for
				if v = p.object.first.get(p.name); v == nil {
					unbound = true
					continue
				}
			}
			alternatives = append(alternatives, Alternative{list[i].when, refined(v, list[i].when)})
		}
		m.alternatives = alternatives
		m.set(p.object, p.name, m.choice(alternatives))
		ofInstance := p.object.Kind == Instance || p.object.Kind == Namespace
		if unbound && len(alternatives) > 0 && ofInstance && isAttribute(p.name) {
			m.setOnSomeWays(p.place, list, table[n*len(list):(n+1)*len(list)], at)
		}
	}
	m.table = table
	results := m.alternatives[:0]
	for _, e := range list {
		if e.result != nil {
			results = append(results, Alternative{e.when, e.result})
		}
	}
	m.alternatives = results
	return m.choice(results)
}

// thereAs, before the name of an attribute, is where an object keeps whether it has the attribute, for one that some
// ways only have set.
const thereAs = "<there> "

// setOnSomeWays keeps on which of the ways that meet an attribute is there. Where that was asked before they parted,
// or on one of them, it is a place of its own.
func (m *Machine) setOnSomeWays(p place, list []ending, values []Value, at *placed) {
	if at.has(place{p.object, thereAs + p.name}) {
		return
	}
	ways := make([]Alternative, len(list))
	for i, e := range list {
		ways[i] = Alternative{e.when, Bool(values[i] != nil)}
	}
	m.set(p.object, thereAs+p.name, m.choice(ways))
}

// has reports whether a place was changed on one of the ways.
func (p *placed) has(one place) bool {
	i := one.object.fields.find(one.name)
	return i >= 0 && p.holds(&one.object.fields.list[i], one)
}

// value is what a place is at one of the endings.
func (p *placed) value(table []Value, one place, ending, endings int) Value {
	if p.has(one) {
		if n, _ := p.index(one); table[n*endings+ending] != nil {
			return table[n*endings+ending]
		}
	}
	return one.object.fields.get(one.name)
}

// maxEndings bounds how many places times endings are told apart where ways meet.
const maxEndings = 1 << 18

// arm is one way of several, and what holds on it.
type arm struct {
	when []Literal
	run  func() Value
}

// armCost is what one way costs beside what runs on it.
const armCost = 4

// fork runs several ways from the same state and goes on with what they have in common, and with the choice of
// their results.
func (m *Machine) fork(arms []arm) Value {
	return m.ways(len(arms), func(i int) []Literal { return arms[i].when }, func(i int) Value { return arms[i].run() })
}

// ways is fork for so many ways by number: most forks do the same with each alternative of a value, and need no
// function for each of them.
func (m *Machine) ways(count int, when func(int) []Literal, run func(int) Value) Value {
	base := len(m.endings)
	var left []Literal // what was assumed on the way that goes on
	trail, path := len(m.trail), len(m.path)
	m.forks++
	m.Paid(armCost * count)
	raised, failed := true, true
	for i := range count {
		holds := when(i)
		if !m.passable(holds) {
			continue
		}
		known := len(m.path)
		m.assume(holds)
		own, departures := len(m.path), m.departures
		m.raised = false
		result := run(i)
		raised = raised && m.raised
		if !m.dead {
			m.endings = append(m.endings, m.ends(trail, path, result))
			left = append(left[:0], m.path[known:own]...)
		}
		failed = failed && (!m.dead || m.raised && m.departures == departures)
		m.dead = false
		m.undo(trail)
		m.forget(path)
	}
	m.forks--
	list := m.endings[base:]
	m.raised = raised && len(list) == 0
	if len(list) == 1 && failed { // all other ways end in an exception
		for _, l := range left {
			list[0].certain = append(list[0].certain, l.Condition)
		}
	}
	met := m.meet(list)
	clear(list)
	m.endings = m.endings[:base]
	return met
}

// each does something with every alternative of a value, each under its condition.
func (m *Machine) each(v Value, do func(Value) Value) Value {
	return m.eachAsItIs(v, func(v Value) Value { return do(Bare(v)) })
}

// eachAsItIs is each for who keeps where the value was decided.
func (m *Machine) eachAsItIs(v Value, do func(Value) Value) Value {
	v = m.here(v)
	c, ok := v.(*Choice)
	if !ok {
		return do(v)
	}
	return m.ways(
		len(c.Alternatives),
		func(i int) []Literal { return c.Alternatives[i].When },
		func(i int) Value { return do(c.Alternatives[i].Value) },
	)
}
