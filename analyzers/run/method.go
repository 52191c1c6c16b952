package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// builtinMethod is a method of a container or constant; nil when the receiver is neither.
func (m *Machine) builtinMethod(f *Member, c *Call, at python.Node) Value {
	switch o := m.narrow(f.Object).(type) {
	case Str:
		return m.derived(m.textMethod(o, f.Name, c, at), at, f.Object)
	case *Super:
		self, ok := dictOf(o)
		switch {
		case !ok && f.Name == "__init__":
			m.handOn(o.Self, c)
		case f.Name == "__setattr__" && m.setsAttribute(o.Self, c.Args, at):
			return None
		case !ok:
		case f.Name == "__init__":
			m.initDict(self, c.Args, at)
			return None
		default:
			return m.dictMethod(self, f.Name, c, at)
		}
	case *Object:
		if f.Name == "__setattr__" && m.setsAttribute(o, c.Args, at) {
			return None
		}
		switch o.Kind {
		case List, Set:
			return m.listMethod(o, f.Name, c, at)
		case Dict:
			return m.dictMethod(o, f.Name, c, at)
		case Namespace:
			if f.Name == "_get_kwargs" { // of argparse: {k: v for k, v in args._get_kwargs()}
				return m.dictMethod(m.attributes(o, at), "items", c, at)
			}
		}
		if f.Name == "get" && len(c.Args) > 0 { // of an unknown mapping
			if key, ok := argument(m, c, 0).(Str); ok && (o.Kind == Unknown || o.Kind == Result || o.Kind == Instance) {
				v := m.part(o, key, at)
				if a, ok := v.(*Object); ok && a.Default == nil {
					if a.Default = given(m, c, 1); a.Default == nil {
						a.Default = None
					}
				}
				return v
			}
		}
	}
	return nil
}

func (m *Machine) listMethod(o *Object, name string, c *Call, at python.Node) Value {
	held := m.items(o)
	switch name {
	case "append", "add":
		if v := argument(m, c, 0); v != nil {
			m.add(o, v, at)
		}
		return None
	case "appendleft":
		if v := argument(m, c, 0); v != nil {
			m.insert(o, held, Int(0), v, at)
		}
		return None
	case "extend", "update":
		if v := argument(m, c, 0); v != nil {
			m.extend(o, v, at)
		}
		return None
	case "insert":
		if v := argument(m, c, 1); v != nil {
			m.insert(o, held, argument(m, c, 0), v, at)
		}
		return None
	case "pop", "popleft":
		return m.pop(o, held, name, c, at)
	case "clear":
		m.set(o, contents, &items{})
		m.alters(&Store{Kind: StoreAdded, Node: at, Target: o})
		return None
	case "copy":
		return m.container(o.Kind, held, at)
	case "reverse":
		if held.rest == nil {
			m.copied(len(held.list))
			turned := slices.Clone(held.list)
			slices.Reverse(turned)
			m.set(o, contents, &items{list: turned})
			return None
		}
		m.mix(o, held, nil, at)
		return None
	case "remove", "discard":
		m.remove(o, held, argument(m, c, 0), at)
		return None
	case "sort", "rotate", "intersection_update", "difference_update":
		m.mix(o, held, nil, at)
		return None
	case "extendleft", "symmetric_difference_update":
		if v := argument(m, c, 0); v != nil {
			m.mix(o, held, m.element(v, at), at)
		}
		return None
	case "index", "count":
		return m.computed("len", at, o)
	}
	return nil
}

// mix leaves the items of a list, and perhaps more, in an order that is not followed.
func (m *Machine) mix(o *Object, held *items, more Value, at python.Node) {
	if len(held.list) > 0 || more != nil {
		m.copied(len(held.list))
		m.set(o, contents, &items{nil, m.anyOf(held.list, m.choiceOf(held.rest, more), at)})
	}
}

// insert is list.insert(where, v).
func (m *Machine) insert(o *Object, held *items, where, v Value, at python.Node) {
	n := int64(len(held.list))
	m.copied(len(held.list))
	i, known := small(where)
	if i < 0 {
		i = max(0, i+n)
	}
	if known && held.rest == nil {
		m.set(o, contents, &items{list: slices.Insert(slices.Clone(held.list), int(min(i, n)), v)})
	} else {
		m.set(o, contents, &items{nil, m.anyOf(append(held.list[:n:n], v), held.rest, at)})
	}
	m.note(&Store{Kind: StoreAdded, Node: at, Target: o, New: v, Added: v})
}

// remove is list.remove(v), and set.discard(v): the first item that equals v is gone.
func (m *Machine) remove(o *Object, held *items, v Value, at python.Node) {
	m.copied(len(held.list))
	for i, have := range held.list {
		same, sure := false, false
		if v != nil {
			same, sure = Equal(have, v)
		}
		if !sure && !m.areTwo(have, v) {
			break
		}
		if same && sure {
			m.set(o, contents, &items{append(held.list[:i:i], held.list[i+1:]...), held.rest})
			return
		}
	}
	m.mix(o, held, nil, at)
}

func (m *Machine) pop(o *Object, held *items, name string, c *Call, at python.Node) Value {
	m.alters(&Store{Kind: StoreAdded, Node: at, Target: o})
	if held.rest == nil && len(held.list) > 0 && (len(c.Args) == 0 || name == "popleft") {
		if name == "popleft" {
			m.set(o, contents, &items{list: held.list[1:]})
			return held.list[0]
		}
		last := len(held.list) - 1
		m.set(o, contents, &items{list: held.list[:last:last]})
		return held.list[last]
	}
	if len(held.list) == 0 && held.rest == nil {
		return m.unknown(at, "popped from an empty list")
	}
	m.set(o, contents, &items{nil, m.anyOf(held.list, held.rest, at)})
	return m.anyOf(held.list, held.rest, at)
}

func (m *Machine) dictMethod(o *Object, name string, c *Call, at python.Node) Value {
	held := m.entries(o)
	switch name {
	case "get", "pop", "setdefault":
		return m.each(given(m, c, 0), func(key Value) Value { return m.lookupEntry(o, key, name, c, at) })
	case "update":
		for _, a := range c.Args {
			if a.Name != "" {
				before := m.entries(o)
				m.copied(before.withCost(Str(a.Name)))
				m.set(o, contents, before.with(Str(a.Name), a.Value))
				m.alters(
					&Store{Kind: StoreItem, Node: at, Target: o, Key: Str(a.Name), Old: before.under(Str(a.Name)), New: a.Value},
				)
				m.storeThrough(o, Str(a.Name), a.Value)
				continue
			}
			m.update(o, a.Value, at)
		}
		return None
	case "keys", "values", "items":
		v := &view{of: o, part: name, at: at}
		shown := m.inView(v)
		list := m.newList(shown.list, shown.rest, at)
		list.view = v
		return list
	case "popitem":
		return m.popItem(o, held, at)
	case "move_to_end":
		m.moveToEnd(o, held, c)
		return None
	case "__setitem__":
		if key, v := given(m, c, 0), given(m, c, 1); key != nil && v != nil {
			m.storeEntry(o, Bare(m.here(key)), v, at)
		}
		return None
	case "copy":
		return m.newDict(held, at)
	case "clear":
		m.set(o, contents, &entries{})
		m.alters(&Store{Kind: StoreAdded, Node: at, Target: o})
		return None
	}
	return nil
}

// popItem is dict.popitem(): the last item is gone, or one that is not known.
func (m *Machine) popItem(o *Object, held *entries, at python.Node) Value {
	last := len(held.keys) - 1
	if last < 0 && held.rest == nil {
		return nil
	}
	m.copied(2 * len(held.keys))
	m.alters(&Store{Kind: StoreAdded, Node: at, Target: o})
	if last >= 0 && held.rest == nil && !held.unordered && !mayMiss(held.values[last]) {
		m.set(o, contents, held.without(last))
		return m.tuple([]Value{held.keys[last], held.values[last]}, at)
	}
	m.set(o, contents, &entries{rest: m.anyOf(held.values, held.rest, at)})
	return nil
}

// moveToEnd makes a key the last of an ordered dictionary, or the first.
func (m *Machine) moveToEnd(o *Object, held *entries, c *Call) {
	m.copied(2 * len(held.keys))
	i := -1
	if key := given(m, c, 0); key != nil {
		i = held.find(key)
	}
	last, known := true, true
	to, open := c.Argument("last", 1)
	if to != nil {
		last, known = truth(m.here(to))
	}
	if i < 0 || open || !known || held.rest != nil || mayMiss(held.values[i]) {
		m.set(o, contents, &entries{keys: held.keys, values: held.values, rest: held.rest, unordered: true})
		return
	}
	moved := &entries{keys: []Value{held.keys[i]}, values: []Value{held.values[i]}, unordered: held.unordered}
	others := held.without(i)
	if last {
		moved, others = others, moved
	}
	moved.keys, moved.values = append(moved.keys, others.keys...), append(moved.values, others.values...)
	m.set(o, contents, moved)
}

func (m *Machine) restOf(held *entries, why string, at python.Node) Value {
	if held.rest == nil {
		return nil
	}
	return m.unknown(at, "%s", why)
}

func (m *Machine) lookupEntry(o *Object, key Value, name string, c *Call, at python.Node) Value {
	held := m.entries(o)
	otherwise := given(m, c, 1)
	if otherwise == nil {
		otherwise = None
	}
	otherwise = m.byDefault(otherwise, at)
	m.copied(held.findCost(key))
	i := held.find(key)
	if i >= 0 {
		v := m.orElse(held.values[i], otherwise)
		switch name {
		case "pop":
			m.copied(2 * len(held.keys))
			m.set(o, contents, held.without(i))
			m.alters(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, Old: held.values[i], Index: i})
		case "setdefault":
			if v != held.values[i] { // from here on it is there
				m.copied(held.withCost(key))
				m.set(o, contents, held.with(key, v))
				m.alters(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, Old: held.values[i], New: v})
			}
		}
		if e, ok := at.(python.Expr); ok {
			return m.reread(v, e)
		}
		return v
	}
	if held.rest == nil && Known(key) {
		if name == "setdefault" {
			m.copied(held.withCost(key))
			m.set(o, contents, held.with(key, otherwise))
			m.alters(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, New: otherwise})
		}
		return otherwise
	}
	v := m.anyOf(held.values, held.rest, at)
	if Known(key) && held.rest != nil {
		v = held.rest
	}
	if name == "setdefault" { // under one of the keys that there are it changes nothing, and any other one is new
		m.copied(len(held.keys))
		m.set(o, contents, &entries{keys: held.keys, values: held.values, rest: m.choiceOf(held.rest, otherwise)})
	}
	return m.choiceOf(v, otherwise)
}
