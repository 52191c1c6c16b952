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

// isNoneKey is the question whether an object is None.
var isNoneKey = conditionKey{"is None", None}

// refined is what a value is where literals hold: None where it was asked and found so.
func refined(v Value, when []Literal) Value {
	o, ok := v.(*Object)
	if !ok || o.under == nil {
		return v
	}
	for _, l := range when {
		if l.Condition.Object == o && l.Condition.Operator == isNoneKey.operator && l.Holds {
			return None
		}
	}
	return v
}

// maxAlternatives bounds what is told apart.
const maxAlternatives = 8

// maxMakers bounds what is told apart where each makes something or was made so: the classes that a project's
// dictionary of models lists, and the models. A program calls one of them, and which of them may be what is wrong.
const maxMakers = 16

// maxOperands bounds the values that are kept of a choice between too many.
const maxOperands = 64

// maxWhen bounds the literals that are kept of a condition: without the others it says less, and nothing wrong.
const maxWhen = 64

// maxEndings bounds how many places times endings are told apart where ways meet.
const maxEndings = 1 << 18

// Among are some of the values that an object may be, where it is one of too many to tell apart; nil for any other.
func Among(o *Object) []Value {
	if o.Kind != Unknown || o.Operator != choiceOperator {
		return nil
	}
	return o.Operands
}

// choiceOperator is the operator of a value that is one of too many to tell apart; the operands are some of them.
const choiceOperator = "choice"

// choice is one of several values.
func (m *Machine) choice(list []Alternative) Value {
	if len(list) == 0 {
		return nil
	}
	if allSame(list) {
		return list[0].Value
	}
	flat := m.flat[:0]
	for _, a := range list {
		if len(flat) > maxOperands {
			break
		}
		if c, ok := a.Value.(*Choice); ok {
			for _, inner := range c.Alternatives {
				if contradicts(inner.When, a.When) {
					continue
				}
				if i := indexOfValue(flat, inner.Value); i >= 0 { // of most values, only what holds either way is kept
					m.conjoined = appendConjunction(m.conjoined[:0], inner.When, a.When)
					flat[i].When = common(flat[i].When, m.conjoined)
					continue
				}
				flat = append(flat, Alternative{conjunction(inner.When, a.When), inner.Value})
			}
			continue
		}
		flat = addAlternative(flat, a)
	}
	m.flat = flat
	switch {
	case len(flat) == 0:
		return nil
	case len(flat) == 1:
		return flat[0].Value
	case len(flat) > maxAlternatives && (len(flat) > maxMakers || !allMakers(flat)):
		if t := m.itemByItem(flat); t != nil {
			return t
		}
		return m.oneOfMany(flat)
	}
	return &Choice{slices.Clone(flat)}
}

// oneOfMany is what stands for more values than are kept apart.
func (m *Machine) oneOfMany(list []Alternative) *Object {
	operands := make([]Value, 0, len(list))
	for _, a := range list {
		operands = append(operands, a.Value)
	}
	o := m.unknown(m.node, "one of many values")
	o.Operands, o.Operator = operands, choiceOperator
	return o
}

// itemByItem is one tuple of what each item of many tuples may be: a generator of the project that yields `epoch,
// loader` in each of forty laps gives the one loader. nil where they are no tuples of one length.
func (m *Machine) itemByItem(flat []Alternative) Value {
	first, ok := flat[0].Value.(*Tuple)
	if !ok || len(first.Items) == 0 || len(first.Items) > maxAlternatives || first.Names != nil {
		return nil
	}
	for _, a := range flat {
		if t, ok := a.Value.(*Tuple); !ok || len(t.Items) != len(first.Items) || t.Names != nil {
			return nil
		}
	}
	flat = slices.Clone(flat) // the items are choices, too
	items := make([]Value, len(first.Items))
	for i := range items {
		list, constants := make([]Alternative, len(flat)), 0
		for k, a := range flat {
			list[k] = Alternative{a.When, a.Value.(*Tuple).Items[i]}
			if Known(Bare(list[k].Value)) && Bare(list[k].Value) != Bare(list[0].Value) {
				constants++
			}
		}
		// for reset, mode in ((True, "epoch"), (False, "step"), …): which of them it is decides together what each lap does
		if constants > 0 {
			items[i] = m.oneOfMany(list)
			continue
		}
		items[i] = m.choice(list)
	}
	return &Tuple{Items: items}
}

// allMakers reports whether all alternatives are classes and functions of the project, all objects of its classes, or
// all methods of those: not one here and the other there.
func allMakers(list []Alternative) bool {
	made := 0
	for _, a := range list {
		switch v := a.Value.(type) {
		case *Class, *Function, *Method:
		case *Member:
			if on, ok := v.Object.(*Object); !ok || !isMade(on) {
				return false
			}
		case *Object:
			if !isMade(v) {
				return false
			}
			made++
		default:
			return false
		}
	}
	return made == 0 || made == len(list)
}

// isMade reports whether an object is one of a class of the project.
func isMade(o *Object) bool {
	_, ours := o.Class.(*Class)
	return ours && o.Kind == Instance
}

// allSame reports whether the alternatives are one value, which is no choice itself.
func allSame(list []Alternative) bool {
	if _, ok := list[0].Value.(*Choice); ok {
		return false
	}
	for _, a := range list[1:] {
		if !identical(list[0].Value, a.Value) {
			return false
		}
	}
	return true
}

// addAlternative adds a value. One that is there already holds under either condition.
func addAlternative(list []Alternative, a Alternative) []Alternative {
	if i := indexOfValue(list, a.Value); i >= 0 {
		list[i].When = common(list[i].When, a.When)
		return list
	}
	return append(list, a)
}

// indexOfValue is where a value stands among alternatives, -1 for nowhere.
func indexOfValue(list []Alternative, v Value) int {
	for i := range list {
		if identical(list[i].Value, v) {
			return i
		}
	}
	return -1
}

// identical values need not be told apart.
func identical(a, b Value) bool {
	a, b = Bare(a), Bare(b)
	switch x := a.(type) {
	case BigInt:
		y, ok := b.(BigInt)
		return ok && x.Cmp(y.Int) == 0
	case *items:
		y, ok := b.(*items)
		return ok && (x == y || identicalList(x.list, y.list) && identical(x.rest, y.rest))
	case *Choice:
		y, ok := b.(*Choice)
		return ok && (x == y || sameChoice(x, y))
	case *entries:
		y, ok := b.(*entries)
		return ok && (x == y || x.unordered == y.unordered && identicalList(x.keys, y.keys) &&
			identicalList(x.values, y.values) && identical(x.rest, y.rest))
	}
	return a == b
}

// sameChoice reports whether two choices have the same values under the same literals, in the same order.
func sameChoice(x, y *Choice) bool {
	if len(x.Alternatives) != len(y.Alternatives) {
		return false
	}
	for i, a := range x.Alternatives {
		b := y.Alternatives[i]
		if !slices.Equal(a.When, b.When) || !identical(a.Value, b.Value) {
			return false
		}
	}
	return true
}

// maxCompared bounds the contents that are compared item by item.
const maxCompared = 32

func identicalList(a, b []Value) bool {
	if len(a) != len(b) || len(a) > maxCompared {
		return false
	}
	for i := range a {
		if !identical(a[i], b[i]) {
			return false
		}
	}
	return true
}

// contradicts reports whether two lists of literals cannot hold together.
func contradicts(a, b []Literal) bool {
	for _, l := range a {
		for _, k := range b {
			if l.Condition == k.Condition && l.Holds != k.Holds {
				return true
			}
		}
	}
	return false
}

// common are the literals of both lists: the rest of a disjunction is not kept.
func common(a, b []Literal) []Literal {
	n := 0
	for n < len(a) && slices.Contains(b, a[n]) {
		n++
	}
	list := a[:n:n] // mostly they have all or nothing in common, and nothing needs to be copied
	for i := n + 1; i < len(a); i++ {
		if slices.Contains(b, a[i]) {
			list = append(list, a[i])
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

func conjunction(a, b []Literal) []Literal {
	more := 0
	for _, l := range b {
		if !slices.Contains(a, l) {
			more++
		}
	}
	more = min(more, max(0, maxWhen-len(a)))
	if more == 0 {
		return a[:len(a):len(a)]
	}
	return appendConjunction(make([]Literal, 0, len(a)+more), a, b)
}

// appendConjunction adds the literals of two lists to a list that is empty, as many as are kept.
func appendConjunction(list, a, b []Literal) []Literal {
	list = append(list, a...)
	for _, l := range b {
		if len(list) >= maxWhen {
			break
		}
		if !slices.Contains(a, l) {
			list = append(list, l)
		}
	}
	return list
}

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
	list := make([]ending, 0, len(arms))
	var left []Literal // what was assumed on the way that goes on
	trail, path := len(m.trail), len(m.path)
	m.forks++
	m.Paid(armCost * len(arms))
	raised, failed := true, true
	for _, a := range arms {
		if !m.passable(a.when) {
			continue
		}
		known := len(m.path)
		m.assume(a.when)
		own, departures := len(m.path), m.departures
		m.raised = false
		result := a.run()
		raised = raised && m.raised
		if !m.dead {
			list = append(list, m.ends(trail, path, result))
			left = append(left[:0], m.path[known:own]...)
		}
		failed = failed && (!m.dead || m.raised && m.departures == departures)
		m.dead = false
		m.undo(trail)
		m.forget(path)
	}
	m.forks--
	m.raised = raised && len(list) == 0
	if len(list) == 1 && failed { // all other ways end in an exception
		for _, l := range left {
			list[0].certain = append(list[0].certain, l.Condition)
		}
	}
	return m.meet(list)
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
	arms := make([]arm, len(c.Alternatives))
	for i, a := range c.Alternatives {
		arms[i] = arm{a.When, func() Value { return do(a.Value) }}
	}
	return m.fork(arms)
}
