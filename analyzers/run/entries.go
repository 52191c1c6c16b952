package run

import (
	"math"
	"slices"
)

// entries is what is in a dictionary. It is never changed, only replaced.
type entries struct {
	keys   []Value
	values []Value
	// rest stands for any number of further values under unknown keys; nil when keys are all.
	rest Value
	// unordered: several ways filled it, each in an order of its own.
	unordered bool
	// places is where the keys are, nil as long as nobody needed it.
	places *places
}

// places says where the keys of a dictionary are. A dictionary that is filled key by key has one for all its states:
// those places that are behind a state's last key are not of it.
type places struct {
	of map[Value]int
	// keys is how many keys are entered, those that have no identity included. Only the state that has all of them
	// may add one in place: what is behind the keys of any other belongs to a later one.
	keys int
}

// fewKeys are found as fast by looking at all of them.
const fewKeys = 8

// identity is what equal keys have in common, nil for keys that must be compared: no key that has an identity equals
// one that has none.
func identity(key Value) Value {
	switch key := Bare(key).(type) {
	case Str, Int, Symbol, *Function, *Class, *Unit, *Object:
		return key
	case Bool:
		if key {
			return Int(1)
		}
		return Int(0)
	case Float:
		if f := float64(key); f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return Int(f)
		}
	}
	return nil
}

// findCost is what it takes to find a key, in values that are looked at.
func (e *entries) findCost(key Value) int {
	switch {
	case identity(key) == nil:
		return len(e.keys) * weightOf(key)
	case e.places == nil:
		return len(e.keys)
	}
	return 1
}

// withCost is what it takes to store a value under a key, in values that are looked at or copied.
func (e *entries) withCost(key Value) int {
	if e.places != nil && e.places.keys == len(e.keys) && e.find(key) < 0 {
		return e.findCost(key)
	}
	return e.findCost(key) + 2*len(e.keys)
}

func (e *entries) find(key Value) int {
	id := identity(key)
	if id == nil || len(e.keys) <= fewKeys {
		return e.search(key, id)
	}
	if e.places == nil {
		e.places = &places{of: make(map[Value]int, 2*len(e.keys))}
		e.keys, e.values = slices.Clip(e.keys), slices.Clip(e.values) // others may hold them with places of their own
		for _, k := range e.keys {
			e.places.add(k)
		}
	}
	if i, ok := e.places.of[id]; ok && i < len(e.keys) {
		return i
	}
	return -1
}

// addKey adds a key to a dictionary that is being put together and that nobody else has yet.
func (e *entries) addKey(key Value) {
	if e.keys = append(e.keys, key); e.places != nil {
		e.places.add(key)
	}
}

func (p *places) add(key Value) {
	if id := identity(key); id != nil {
		if _, again := p.of[id]; !again {
			p.of[id] = p.keys
		}
	}
	p.keys++
}

// search compares the key with all there are.
func (e *entries) search(key, id Value) int {
	if id != nil {
		return slices.IndexFunc(e.keys, func(have Value) bool { return identity(have) == id })
	}
	for i := range e.keys {
		if same, known := Equal(e.keys[i], key); same && known {
			return i
		}
	}
	return -1
}

// with is the dictionary with one more key, or another value under it.
func (e *entries) with(key, v Value) *entries {
	out := &entries{rest: e.rest, unordered: e.unordered}
	i := e.find(key)
	switch {
	case i < 0 && e.places != nil && e.places.keys == len(e.keys):
		out.keys, out.values, out.places = append(e.keys, key), append(e.values, v), e.places
		out.places.add(key)
		return out
	case i < 0:
		out.keys = append(e.keys[:len(e.keys):len(e.keys)], key)
		out.values = append(e.values[:len(e.values):len(e.values)], v)
		return out
	}
	out.keys, out.places = e.keys, e.places
	out.values = append([]Value(nil), e.values...)
	if mayMiss(out.values[i]) {
		out.unordered = true // where it was missing it comes last
	}
	out.values[i] = v
	return out
}

// under is what a key holds, nil for nothing.
func (e *entries) under(key Value) Value {
	if i := e.find(key); i >= 0 {
		return e.values[i]
	}
	return nil
}

func (e *entries) without(i int) *entries {
	out := &entries{rest: e.rest, unordered: e.unordered}
	out.keys = append(append(out.keys, e.keys[:i]...), e.keys[i+1:]...)
	out.values = append(append(out.values, e.values[:i]...), e.values[i+1:]...)
	return out
}
