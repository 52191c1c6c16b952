package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// newList is a list that holds values, and any number of rest behind them when rest is not nil.
func (m *Machine) newList(list []Value, rest Value, at python.Node) *Object {
	return m.container(List, &items{list: list, rest: rest}, at)
}

func (m *Machine) container(kind Kind, held Value, at python.Node) *Object {
	o := m.object(kind, at)
	switch held := held.(type) {
	case *items:
		m.copied(len(held.list))
	case *entries:
		m.copied(2 * len(held.keys))
	}
	switch kind {
	case List:
		o.Class = Symbol("list")
	case Dict:
		o.Class = Symbol("dict")
	case Set:
		o.Class = Symbol("set")
		if all, ok := held.(*items); ok {
			list, perhaps := m.distinct(all.list)
			if len(perhaps) > 0 {
				all = &items{rest: m.anyOf(perhaps, all.rest, at)}
			}
			held = &items{list, all.rest}
		}
	}
	o.begin(contents, held)
	return o
}

// distinct leaves out what equals an earlier one, and keeps apart what perhaps does: of the sizes that two probes of a
// model give, set(sizes) may hold one.
func (m *Machine) distinct(list []Value) (out, perhaps []Value) {
	texts := map[Str]bool{} // a vocabulary is not compared with itself
	var others []Value
	for _, v := range list {
		text, isText := Bare(v).(Str)
		if isText && texts[text] {
			continue
		}
		m.copied(len(others) * weightOf(v))
		open := !isText && len(texts) > 0 && !Known(v)
		if same, known := m.among(others, v); same {
			continue
		} else if open = open || !known; open {
			perhaps = append(perhaps, v)
			continue
		}
		if out = append(out, v); isText {
			texts[text] = true
			continue
		}
		others = append(others, v)
	}
	return out, perhaps
}

// among reports whether a value equals one of several.
func (m *Machine) among(list []Value, v Value) (same, known bool) {
	known = true
	for _, have := range list {
		one, sure := Equal(have, v)
		if one && sure {
			return true, true
		}
		known = known && (sure || m.areTwo(have, v))
	}
	return false, known
}

// areTwo reports whether two values are objects that nothing but themselves equals.
func (m *Machine) areTwo(a, b Value) bool {
	x, y := m.withIdentity(a), m.withIdentity(b)
	return x != nil && y != nil && x != y
}

// withIdentity is the object that a value is, where its class, of the project, does not say what equals it.
func (m *Machine) withIdentity(v Value) *Object {
	o, ok := v.(*Object)
	if !ok || o.Kind != Instance {
		return nil
	}
	class, ours := o.Class.(*Class)
	if !ours || m.lookupClass(class, "__eq__") != nil {
		return nil
	}
	return o
}

func (m *Machine) newDict(held *entries, at python.Node) *Object { return m.container(Dict, held, at) }

func (m *Machine) items(o *Object) *items {
	if o.view != nil {
		return m.inView(o.view)
	}
	switch held := m.get(o, contents).(type) {
	case *items:
		return held
	case *Choice: // the state forked: what all ways have in common, then what any has
		return m.mergedItems(held)
	case *Object: // too many ways to tell apart
		return m.mergedItems(anyOperand(held))
	}
	return &items{}
}

func (m *Machine) mergedItems(c *Choice) *items {
	out := &items{}
	var rest []Alternative
	for n, a := range c.Alternatives {
		held, ok := a.Value.(*items)
		if !ok {
			continue
		}
		if n == 0 {
			out.list = held.list
		}
		same := 0
		for same < len(out.list) && same < len(held.list) && identical(out.list[same], held.list[same]) {
			same++
		}
		for _, v := range append(out.list[same:len(out.list):len(out.list)], held.list[same:]...) {
			rest = append(rest, Alternative{a.When, v})
		}
		out.list = out.list[:same:same]
		if held.rest != nil {
			rest = append(rest, Alternative{a.When, held.rest})
		}
	}
	out.rest = m.choice(rest)
	return out
}

func (m *Machine) entries(o *Object) *entries {
	switch held := m.get(o, contents).(type) {
	case *entries:
		return held
	case *Choice:
		return m.mergedEntries(held)
	case *Object:
		return m.mergedEntries(anyOperand(held))
	}
	return &entries{}
}

// anyOperand is one of the contents that a container may have after more ways than are told apart.
func anyOperand(o *Object) *Choice {
	c := &Choice{}
	for _, v := range o.Operands {
		c.Alternatives = append(c.Alternatives, Alternative{nil, v})
	}
	return c
}

// mergedEntries has every key that one of the ways has; one that not all have may be missing.
func (m *Machine) mergedEntries(c *Choice) *entries {
	out := &entries{}
	byKey := map[int][]Alternative{}
	ways := 0
	for _, a := range c.Alternatives {
		held, ok := a.Value.(*entries)
		if !ok {
			continue
		}
		ways++
		out.unordered = out.unordered || held.unordered || !sameOrder(out.keys, held)
		for i, k := range held.keys {
			at := out.find(k)
			if at < 0 {
				out.addKey(k)
				at = len(out.keys) - 1
			}
			byKey[at] = append(byKey[at], Alternative{a.When, held.values[i]})
		}
		if held.rest != nil {
			out.rest = held.rest
		}
		m.spend(len(held.keys) * len(out.keys) / 64)
	}
	for i := range out.keys {
		list := byKey[i]
		if len(list) < ways {
			list = append(list, Alternative{nil, m.missing()})
		}
		out.values = append(out.values, m.choice(list))
	}
	return out
}

// sameOrder reports whether the keys that a dictionary shares with a list stand in the list's order, before all others.
func sameOrder(keys []Value, e *entries) bool {
	last, fresh := -1, false
	for _, k := range e.keys {
		at := slices.IndexFunc(keys, func(have Value) bool { same, known := Equal(have, k); return same && known })
		if at < 0 {
			fresh = true
			continue
		}
		if at < last || fresh {
			return false
		}
		last = at
	}
	return true
}

// absence is the operator of the object that stands for a key that may not be there.
const absence = "missing"

// missing stands for a key that may not be there. Each machine has its own: what is asked of an object is remembered in
// it.
func (m *Machine) missing() *Object {
	if m.absent == nil {
		m.absent = &Object{Kind: Unknown, Operator: absence, Why: "a key that is set on some ways only"}
	}
	return m.absent
}

// isMissing reports whether a value stands for a key that is not there.
func isMissing(v Value) bool {
	o, ok := v.(*Object)
	return ok && o.Kind == Unknown && o.Operator == absence
}

// item reads container[key].
func (m *Machine) item(on, key Value, at python.Node) Value {
	on, key = m.here(on), m.here(key)
	if c, ok := on.(*Choice); ok {
		return m.each(c, func(v Value) Value { return m.item(v, key, at) })
	}
	if c, ok := key.(*Choice); ok {
		return m.eachAsItIs(c, func(k Value) Value { return m.item(on, k, at) })
	}
	return m.decidedBy(m.itemAt(on, Bare(key), at), key, at)
}

// namesOfUnit is the dictionary of a module's names: models.__dict__[args.arch](). It is not built, but asked.
const namesOfUnit = "__dict__"

// namesOf is the module whose names a member stands for.
func (f *Member) namesOf() (*Unit, bool) {
	unit, ok := f.Object.(*Unit)
	return unit, ok && f.Name == namesOfUnit
}

// nameIn is what a module calls by a name that is computed.
func (m *Machine) nameIn(unit *Unit, key Value, at python.Node) Value {
	if name, ok := Bare(key).(Str); ok {
		return m.attribute(unit, string(name), at)
	}
	if v := m.theOffered(unit); v != nil {
		return v
	}
	return m.unknown(at, "one of the names of %s", unit.Name)
}

// itemAt reads one container under one key.
func (m *Machine) itemAt(on, key Value, at python.Node) Value {
	switch o := Bare(on).(type) {
	case *Tuple:
		return m.itemOf(o.Items, nil, on, key, at)
	case Str:
		return m.derived(m.itemOfText(o, key, at), at, on)
	case Symbol:
		name, ok := key.(Str)
		if of, names := strings.CutSuffix(string(o), "."+namesOfUnit); ok && names { // torchvision.models.__dict__[args.arch]
			return m.attribute(Symbol(of), string(name), at)
		}
		if ok && m.Library != nil {
			if v := m.Library.Attribute(m, o, ItemOf+string(name)); v != nil {
				return v
			}
		}
		return o
	case *Class:
		if name, ok := Bare(key).(Str); ok && o.isEnum() { // a member by its name
			return m.attribute(o, string(name), at)
		}
		if f, ok := m.lookupClass(o, "__class_getitem__").(*Function); ok {
			return m.call(&Method{f, o}, []Argument{{Value: key}}, nil, at)
		}
		return o // a generic: List[int]
	case *Member:
		if unit, ok := o.namesOf(); ok {
			return m.nameIn(unit, key, at)
		}
	case *Object:
		switch o.Kind {
		case List:
			held := m.items(o)
			return m.itemOf(held.list, held.rest, on, key, at)
		case Dict:
			if _, isSlice := key.(*Slice); isSlice || unhashable(key) { // Python raises
				return m.part(on, nil, at)
			}
			return m.entry(o, key, at)
		case Instance:
			if class, ok := o.Class.(*Class); ok {
				if f, ok := m.lookupClass(class, "__getitem__").(*Function); ok {
					return m.call(&Method{f, o}, []Argument{{Value: key}}, nil, at)
				}
			}
		}
		if held := m.held(o); held != nil {
			return m.item(held, key, at)
		}
	}
	return m.part(on, key, at)
}

// entry reads dict[key].
func (m *Machine) entry(o *Object, key Value, at python.Node) Value {
	held := m.entries(o)
	m.copied(held.findCost(key))
	if i := held.find(key); i >= 0 {
		return m.present(held.values[i], o, key, at)
	}
	if held.rest == nil && comparable(key) && Known(key) {
		if factory := m.get(o, defaultFactory); factory != nil {
			v := m.byFactory(factory, o, at)
			m.copied(held.withCost(key))
			m.set(o, contents, held.with(key, v))
			m.alters(&Store{Kind: StoreItem, Node: at, Target: o, Key: key, New: v})
			return v
		}
	}
	if held.rest == nil && len(held.keys) == 0 {
		if factory := m.get(o, defaultFactory); factory != nil { // under any key
			v := m.byFactory(factory, o, at)
			m.set(o, contents, &entries{rest: v})
			return v
		}
	}
	if !Known(key) && (len(held.keys) > 0 || held.rest != nil) { // models[name]
		return m.anyOf(held.values, held.rest, at)
	}
	if stored := held.underUnknown(); len(stored) > 0 && !slices.ContainsFunc(stored, mayBeUnknown) {
		return m.anyOf(stored, nil, at)
	}
	return m.part(o, key, at)
}

// underUnknown are the values that were stored under keys that are not known, nets[f"part_{n}"] = …: who reads a key
// that is written nowhere finds one of them, or Python raises.
func (e *entries) underUnknown() []Value {
	var list []Value
	for i, key := range e.keys {
		if !Known(key) {
			list = append(list, e.values[i])
		}
	}
	if e.rest != nil {
		list = append(list, e.rest)
	}
	return list
}

// mayBeUnknown reports whether nothing may be known of a value: the key that it is read by says more of it then.
func mayBeUnknown(v Value) bool {
	return slices.ContainsFunc(Alternatives(v), func(one Value) bool {
		o, ok := one.(*Object)
		return ok && o.Kind == Unknown
	})
}

// byFactory is what a defaultdict makes for a key that it does not have: it lasts as long as the dictionary.
func (m *Machine) byFactory(factory Value, dict *Object, at python.Node) Value {
	v := m.call(factory, nil, nil, at)
	if o, ok := v.(*Object); ok {
		o.Laps, o.Seq = dict.Laps, dict.Seq
	}
	return v
}

// present leaves out that a key may be missing: who reads it takes it to be there.
func (m *Machine) present(v Value, o *Object, key Value, at python.Node) Value {
	c, ok := v.(*Choice)
	if !ok {
		if isMissing(v) {
			return m.part(o, key, at)
		}
		return v
	}
	var list []Alternative
	for _, a := range c.Alternatives {
		switch {
		case !isMissing(a.Value):
			list = append(list, a)
		case m.entries(o).rest != nil && Known(key): // or among what it holds besides: if not cuda: kw["fp16"] = False
			list = append(list, Alternative{a.When, m.part(o, key, at)})
		}
	}
	return m.here(m.choice(list))
}

// orElse is what stands under a key, and otherwise on the ways on which the key is missing.
func (m *Machine) orElse(v, otherwise Value) Value {
	if !mayMiss(v) {
		return v
	}
	list := slices.Clone(v.(*Choice).Alternatives)
	for i := range list {
		if isMissing(list[i].Value) {
			list[i].Value = otherwise
		}
	}
	return m.here(m.choice(list))
}

// mayMiss reports whether a value of a dictionary is there on some ways only.
func mayMiss(v Value) bool {
	c, ok := v.(*Choice)
	return ok && slices.ContainsFunc(c.Alternatives, func(a Alternative) bool { return isMissing(a.Value) })
}

// defaultFactory is the field of a defaultdict that makes what is missing.
const defaultFactory = "<default factory>"

func (m *Machine) itemOf(list []Value, rest Value, on, key Value, at python.Node) Value {
	switch k := key.(type) {
	case Int, Bool:
		i, _ := small(k)
		n := int64(len(list))
		switch {
		case i < 0 && rest != nil: // counted from an end that is not known
			return m.anyOf(list[max(0, n+i):], rest, at)
		case i < 0:
			i += n
		}
		switch {
		case i >= 0 && i < n:
			return list[i]
		case rest != nil:
			return m.anyOf(nil, rest, at)
		}
		return m.part(on, key, at)
	case *Slice:
		if rest == nil {
			if from, to, step, ok := k.bounds(len(list)); ok {
				return m.sliced(list, from, to, step, on, at)
			}
		}
		if _, isTuple := on.(*Tuple); isTuple {
			return m.part(on, nil, at)
		}
		return m.newList(nil, m.anyOf(list, rest, at), at)
	}
	if len(list) == 0 && rest == nil {
		return m.part(on, key, at)
	}
	return m.anyOf(list, rest, at)
}

func (m *Machine) sliced(list []Value, from, to, step int, on Value, at python.Node) Value {
	var out []Value
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		out = append(out, list[i])
	}
	if _, ok := on.(*Tuple); ok {
		return m.tuple(out, at)
	}
	return m.newList(out, nil, at)
}

// All reports whether a slice is of everything: x[:], x[0:], x[::-1].
func (s *Slice) All() bool {
	step, known := small(s.Step)
	return IsNone(s.Upper) && (IsNone(s.Lower) || s.Lower == Value(Int(0)) && step >= 0) &&
		(IsNone(s.Step) || known && (step == 1 || step == -1))
}

// bounds are the indices of a slice of n items, as Python takes them.
func (s *Slice) bounds(n int) (from, to, step int, ok bool) {
	part := func(v Value, otherwise int) (int, bool) {
		if IsNone(v) {
			return otherwise, true
		}
		i, ok := small(v)
		return int(max(-1<<31, min(1<<31, i))), ok
	}
	step, ok = part(s.Step, 1)
	if !ok || step == 0 {
		return 0, 0, 0, false
	}
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	clamp := func(v Value, otherwise int) (int, bool) {
		i, ok := part(v, otherwise)
		if !IsNone(v) && i < 0 {
			i += n
		}
		return max(low, min(high, i)), ok
	}
	from, okFrom := clamp(s.Lower, map[bool]int{true: low, false: high}[step > 0])
	to, okTo := clamp(s.Upper, map[bool]int{true: high, false: low}[step > 0])
	return from, to, step, okFrom && okTo
}

func (m *Machine) itemOfText(s Str, key Value, at python.Node) Value {
	m.copied(len(s))
	runes := []rune(string(s))
	switch k := key.(type) {
	case Int:
		i := int64(k)
		if i < 0 {
			i += int64(len(runes))
		}
		if i >= 0 && i < int64(len(runes)) {
			return Str(string(runes[i]))
		}
	case *Slice:
		if from, to, step, ok := k.bounds(len(runes)); ok {
			var out []rune
			for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
				out = append(out, runes[i])
			}
			return Str(string(out))
		}
	}
	return m.unknown(at, "part of a text")
}

func (m *Machine) choiceOf(list ...Value) Value {
	alternatives := make([]Alternative, 0, len(list))
	for _, v := range list {
		if v != nil {
			alternatives = append(alternatives, Alternative{nil, v})
		}
	}
	return m.choice(alternatives)
}
