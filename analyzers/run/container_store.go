package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// setItem stores container[key] = v.
func (m *Machine) setItem(on, key, v Value, at python.Node) {
	key = Bare(m.here(key))
	switch o := m.narrow(on).(type) {
	case *Choice:
		m.each(o, func(one Value) Value {
			m.setItem(one, key, v, at)
			return nil
		})
	case *Member:
		if unit, ok := o.namesOf(); ok {
			m.setGlobal(unit, key, v, at)
		}
	case *Object:
		var old Value
		switch o.Kind {
		case Dict:
			if f := m.storesItself(o, "__setitem__", key); f != nil {
				m.call(&Method{f, o}, []Argument{{Value: key}, {Value: v}}, nil, at)
				return
			}
			old = m.storeEntry(o, key, v, at)
		case List:
			held := m.items(o)
			i, ok := small(key)
			if i < 0 {
				i += int64(len(held.list))
			}
			if m.copied(len(held.list)); ok && i >= 0 && i < int64(len(held.list)) {
				list := append([]Value(nil), held.list...)
				old, list[i] = list[i], v
				m.set(o, contents, &items{list, held.rest})
			} else {
				added := v
				if isSlice(at) { // the items of what is stored take the place of some
					added = m.element(v, at)
				}
				m.set(o, contents, &items{nil, m.anyOf(append(held.list[:len(held.list):len(held.list)], added), held.rest, at)})
			}
		case Instance:
			if class, ok := o.Class.(*Class); ok {
				if f, ok := m.lookupClass(class, "__setitem__").(*Function); ok {
					m.call(&Method{f, o}, []Argument{{Value: key}, {Value: v}}, nil, at)
					return
				}
			}
			if held := m.held(o); held != nil { // blocks[f"block{i}"] = Block(): who goes over them finds it
				m.setItem(held, key, v, at)
			}
			m.setPart(o, key, v, at)
		default:
			m.setPart(o, key, v, at)
		}
		m.note(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, Old: old, New: v})
	}
}

// storeEntry stores an item as dict does; old is what was there, nil for nothing.
func (m *Machine) storeEntry(o *Object, key, v Value, at python.Node) (old Value) {
	held := m.entries(o)
	m.copied(held.withCost(key))
	if c, ok := key.(*Choice); ok && c.ofKeys() {
		m.copied(len(c.Alternatives) * held.withCost(None))
		m.set(o, contents, m.withOneOf(held, c, v))
	} else if comparable(key) && !isUnknown(key) && !unhashable(key) {
		if i := held.find(key); i >= 0 {
			old = held.values[i]
		}
		m.set(o, contents, held.with(key, v))
		m.storeThrough(o, key, v)
	} else {
		values := make([]Value, len(held.values)) // it may be any of them
		for i, have := range held.values {
			values[i] = m.choiceOf(have, v)
		}
		m.set(o, contents, &entries{keys: held.keys, values: values, rest: m.choiceOf(held.rest, v)})
		m.storeThroughSome(o, v, at)
	}
	return old
}

// ofKeys reports whether a choice is one of several keys that are known.
func (c *Choice) ofKeys() bool {
	return !slices.ContainsFunc(
		c.Alternatives,
		func(a Alternative) bool { return !comparable(Bare(a.Value)) || isUnknown(Bare(a.Value)) },
	)
}

// withOneOf is a dictionary with a value under one of several keys: under each, there is what was there where it is
// another.
func (m *Machine) withOneOf(held *entries, c *Choice, v Value) *entries {
	out := held
	for i, a := range c.Alternatives {
		key := Bare(a.Value)
		var old Value = m.missing()
		if at := held.find(key); at >= 0 {
			old = held.values[at]
		}
		list := []Alternative{{a.When, v}}
		for j, other := range c.Alternatives {
			if j != i {
				list = append(list, Alternative{other.When, old})
			}
		}
		out = out.with(key, m.choice(list))
	}
	return out
}

// setPart stores an item of something unknown: who reads the same key finds it.
func (m *Machine) setPart(o *Object, key, v Value, at python.Node) {
	name := partName(key)
	if name == "" {
		if _, ok := number(Bare(v)); ok && isSlice(at) { // an array is filled: what is taken out of it is one again
			return
		}
		m.set(o, anyKey, m.choiceOf(m.get(o, anyKey), v))
		return
	}
	if len(m.path) > 0 && m.get(o, name) == nil { // if not cuda: cfg["fp16"] = False; it is what it was otherwise
		m.part(o, key, at)
	}
	m.set(o, name, v)
}

// partName is the field for an item of something unknown; "" for a key that is not known.
func partName(key Value) string {
	switch k := key.(type) {
	case Int:
		return "[" + Text(k) + "]"
	case Str:
		return "['" + string(k) + "']"
	}
	return ""
}

func isUnknown(v Value) bool {
	o, ok := v.(*Object)
	return ok && (o.Kind == Unknown || o.Kind == Result)
}

// isSlice reports whether a target is a part of a list: x[1:3] = [4].
func isSlice(at python.Node) bool {
	t, _ := at.(*python.Subscript)
	return t != nil && slices.ContainsFunc(t.Index, func(e python.Expr) bool { _, ok := e.(*python.Slice); return ok })
}

func (m *Machine) deleteItem(o *Object, key Value, at python.Node) {
	switch o.Kind {
	case Dict:
	case List:
		m.deleteAt(o, key, at)
		return
	default:
		return
	}
	held := m.entries(o)
	if i := held.find(key); i >= 0 {
		m.set(o, contents, held.without(i))
		m.alters(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, Old: held.values[i], Index: i})
	}
}

// deleteAt is del list[key]. Of a list that loses items nobody knows which, only the items are known.
func (m *Machine) deleteAt(o *Object, key Value, at python.Node) {
	held := m.items(o)
	m.alters(&Store{Kind: StoreAdded, Node: at, Target: o, Key: key})
	i, ok := small(key)
	if i < 0 {
		i += int64(len(held.list))
	}
	m.copied(len(held.list))
	if s, is := key.(*Slice); is && s.All() { // however many there are
		m.set(o, contents, &items{})
		return
	}
	if s, is := key.(*Slice); is && held.rest == nil {
		if from, to, step, known := s.bounds(len(held.list)); known {
			m.set(o, contents, &items{withoutSlice(held.list, from, to, step), nil})
			return
		}
	}
	switch {
	case ok && held.rest == nil && i >= 0 && i < int64(len(held.list)):
		m.set(o, contents, &items{append(held.list[:i:i], held.list[i+1:]...), nil})
	case len(held.list) > 0 || held.rest != nil:
		m.set(o, contents, &items{nil, m.anyOf(held.list, held.rest, at)})
	}
}

// withoutSlice is a list without the items of a slice of it.
func withoutSlice(list []Value, from, to, step int) []Value {
	left := make([]Value, 0, len(list))
	for i, v := range list {
		inside := step > 0 && i >= from && i < to || step < 0 && i <= from && i > to
		if !inside || (i-from)%step != 0 {
			left = append(left, v)
		}
	}
	return left
}

// add appends to a list or adds to a set.
func (m *Machine) add(o *Object, v Value, at python.Node) {
	held := m.items(o)
	perhaps := false // there already
	if m.copied(len(held.list) * weightOf(v)); o.Kind == Set {
		same, known := m.among(held.list, v)
		if same {
			return
		}
		perhaps = !known
	}
	if perhaps && held.rest == nil {
		m.set(o, contents, &items{held.list, v})
	} else if held.rest != nil {
		m.set(o, contents, &items{held.list, m.anyOf([]Value{held.rest}, v, at)})
	} else {
		m.set(o, contents, &items{append(held.list[:len(held.list):len(held.list)], v), nil})
	}
	m.note(&Store{Kind: StoreAdded, Node: at, Target: o, New: v, Added: v})
}

func (m *Machine) extend(o *Object, more Value, at python.Node) {
	list, exact := m.elements(more)
	if exact {
		for _, v := range list {
			if m.Over() {
				return
			}
			m.add(o, v, at)
		}
		return
	}
	held := m.items(o)
	m.set(o, contents, &items{held.list, m.anyOf(nil, m.choiceOf(held.rest, m.element(more, at)), at)})
	m.note(&Store{Kind: StoreAdded, Node: at, Target: o, New: more, Added: more})
}

// update is dict.update(other).
func (m *Machine) update(o *Object, other Value, at python.Node) {
	switch from := m.narrow(other).(type) {
	case *Object:
		if from.Kind == Dict {
			held, more := m.entries(o), m.entries(from)
			for i, key := range more.keys {
				if m.copied(held.withCost(key)); m.Over() {
					break
				}
				var old Value
				v := more.values[i]
				if at := held.find(key); at >= 0 {
					old = held.values[at]
					v = m.orElse(v, old) // where the other does not have it, it stays what it was
				}
				held = held.with(key, v)
				m.storeThrough(o, key, v)
				m.note(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, Old: old, New: v})
			}
			if more.rest != nil {
				held = &entries{keys: held.keys, values: held.values, rest: m.choiceOf(held.rest, more.rest)}
			}
			m.spend(len(more.keys))
			m.set(o, contents, held)
			return
		}
		if m.updateByPairs(o, from) {
			return
		}
	case *Tuple:
		if m.updateByPairs(o, from) {
			return
		}
	case *Choice:
		m.each(from, func(one Value) Value {
			m.update(o, one, at)
			return nil
		})
		return
	}
	held := m.entries(o)
	m.spend(len(held.keys))
	values := make([]Value, len(held.values)) // any of them may be replaced
	for i := range held.values {
		values[i] = m.choiceOf(held.values[i], m.part(other, held.keys[i], at))
	}
	rest := m.unknown(at, "what an unknown mapping holds")
	m.set(o, contents, &entries{keys: held.keys, values: values, rest: rest})
	m.storeThroughSome(o, rest, at)
}

// updateByPairs is dict.update([(key, value), …]); it changes nothing and reports false where the pairs are not
// known.
func (m *Machine) updateByPairs(o *Object, from Value) bool {
	list, exact := m.elements(from)
	pairs := make([][]Value, len(list))
	for i, one := range list {
		pair, known := m.elements(one)
		if !known || len(pair) != 2 || isUnknown(Bare(pair[0])) || isChoice(pair[0]) {
			return false
		}
		pairs[i] = pair
	}
	if !exact {
		return false
	}
	for _, pair := range pairs {
		held := m.entries(o)
		if !m.spend(held.withCost(pair[0]) / 8) {
			break
		}
		m.set(o, contents, held.with(Bare(pair[0]), pair[1]))
	}
	return true
}

func isChoice(v Value) bool { _, ok := v.(*Choice); return ok }
