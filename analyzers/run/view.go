package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// view is d.keys(), d.values() or d.items(): it shows what the dictionary holds when it is read.
type view struct {
	of   *Object
	part string
	at   python.Node
	// held is what the dictionary held when it was read last, and shown what the view showed.
	held  *entries
	shown *items
}

// inView is what a view shows now: in their order what comes before the first key that may be missing, and what else
// there may be.
func (m *Machine) inView(v *view) *items {
	held := m.entries(v.of)
	if held == v.held {
		return v.shown
	}
	m.spend(len(held.keys))
	sure := held.sureKeys()
	var list []Value
	for i := range held.keys {
		list = append(list, m.shownAt(v, held, i))
	}
	var rest Value
	if held.rest != nil {
		rest = held.rest
		if v.part != "values" {
			rest = m.restOf(held, "a key of a dictionary", v.at)
		}
		if v.part == "items" {
			rest = m.tuple([]Value{rest, held.rest}, v.at)
		}
	}
	if sure < len(list) {
		rest = m.anyOf(list[sure:], rest, v.at)
	}
	v.held, v.shown = held, &items{list: list[:sure:sure], rest: rest}
	return v.shown
}

// shownAt is what a view shows of one entry, where that is there.
func (m *Machine) shownAt(v *view, held *entries, i int) Value {
	key := held.keys[i]
	if v.part == "keys" {
		return key
	}
	value := m.present(held.values[i], v.of, key, v.at)
	if v.part == "values" {
		return value
	}
	return m.tuple([]Value{key, value}, v.at)
}

// sureKeys counts the keys before the first that may be missing.
func (e *entries) sureKeys() int {
	if i := slices.IndexFunc(e.values, mayMiss); i >= 0 {
		return i
	}
	return len(e.keys)
}

// perhapsItems are the items of a dictionary, or of what shows one, of which some may be missing; ok is false for
// anything else.
func (m *Machine) perhapsItems(v Value, at python.Node) (list []Value, there []outcome, ok bool) {
	o, isObject := m.narrow(v).(*Object)
	if !isObject {
		return nil, nil, false
	}
	shows := o.view
	if shows == nil {
		shows = &view{of: o, part: "keys", at: at}
	}
	if shows.of.Kind != Dict {
		return nil, nil, false
	}
	held := m.entries(shows.of)
	if held.rest != nil || held.unordered || held.sureKeys() == len(held.keys) {
		return nil, nil, false
	}
	for i, value := range held.values {
		there = append(there, m.isThere(value, at))
		list = append(list, m.shownAt(shows, held, i))
	}
	return list, there, true
}

// maxPerhaps bounds the keys that may be missing of a dictionary that is told apart by which of them are there.
const maxPerhaps = 3

// eachWhole does something with the items of a dictionary in each of the ways that it may be: nil for anything else,
// and where there are too many ways.
func (m *Machine) eachWhole(v Value, at python.Node, do func(list []Value) Value) Value {
	list, there, ok := m.perhapsItems(v, at)
	open := 0
	for _, one := range there {
		if !one.known {
			open++
		}
	}
	if !ok || open > maxPerhaps {
		return nil
	}
	var from func(i int, gathered []Value) Value
	from = func(i int, gathered []Value) Value {
		if i == len(list) {
			return do(slices.Clip(gathered))
		}
		with := func() Value { return from(i+1, append(slices.Clip(gathered), list[i])) }
		without := func() Value { return from(i+1, gathered) }
		switch {
		case !there[i].known:
			return m.fork([]arm{{there[i].yes, with}, {there[i].no, without}})
		case there[i].holds:
			return with()
		}
		return without()
	}
	return from(0, nil)
}

// isThere asks whether a value of a dictionary is there.
func (m *Machine) isThere(v Value, at python.Node) outcome {
	v = m.here(v)
	if c, ok := v.(*Choice); ok {
		return m.testChoice(c, question{}, func(one Value) outcome { return decided(!isMissing(one)) }, at)
	}
	return decided(!isMissing(v))
}
