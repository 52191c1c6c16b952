package exact

import (
	"fmt"
	"math"
	"strings"
)

// Dict is a dictionary, and as keys alone a set.
type Dict struct {
	keys, values []Value
	index        map[any]int
	// Missing makes the value of a key that is not there: collections.defaultdict. nil: it is a KeyError.
	Missing Value
	// Class is what type() and isinstance say of it; nil: dict.
	Class *Class
}

// Set is a set; its items keep the order in which they came, which no program may count on.
type Set struct {
	Dict
	Frozen bool
}

// hashed is what tells keys apart: equal keys have the same.
func hashed(v Value) any {
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<62 {
			return int64(v)
		}
		return v
	case *Tuple:
		var b strings.Builder
		writeHash(&b, v)
		return tupleHash(b.String())
	case *Instance:
		if also := v.asMember(); also != nil { // class Kind(str, Enum): a key that its text finds, too
			return hashed(also)
		}
	case *Method:
		return fmt.Sprintf("method %p %p", v.Func, v.Self)
	}
	return v
}

type tupleHash string

func writeHash(b *strings.Builder, t *Tuple) {
	b.WriteByte('(')
	for _, item := range t.Items {
		switch key := hashed(item).(type) {
		case tupleHash:
			b.WriteString(string(key))
		case string:
			fmt.Fprintf(b, "%q", key)
		case int64, float64, NoneType, Symbol, Bytes:
			fmt.Fprintf(b, "%T%v", key, key)
		default:
			fmt.Fprintf(b, "%T%p", key, key)
		}
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// hashable raises where Python does.
func (m *Machine) hashable(v Value) Value {
	m.paysKey(v)
	switch v := v.(type) {
	case *List, *Dict:
		m.Raise(TypeError, "unhashable type: '%s'", m.ClassOf(v).Name)
	case *Set:
		if !v.Frozen {
			m.Raise(TypeError, "unhashable type: 'set'")
		}
	case *Unknown:
		m.StopFor(v, "a key of a dictionary")
	}
	return v
}

// NewDict is an empty dictionary.
func NewDict() *Dict { return &Dict{} }

// Len is how many keys there are.
func (d *Dict) Len() int { return len(d.keys) }

// Get is the value under a key; nil for none.
func (d *Dict) Get(key Value) Value {
	if i, ok := d.index[hashed(key)]; ok {
		return d.values[i]
	}
	return nil
}

// Set stores a value under a key.
func (d *Dict) Set(key, v Value) {
	h := hashed(key)
	if i, ok := d.index[h]; ok {
		d.values[i] = v
		return
	}
	if d.index == nil {
		d.index = map[any]int{}
	}
	d.index[h] = len(d.keys)
	d.keys, d.values = append(d.keys, key), append(d.values, v)
}

// Delete forgets a key and gives its value; nil when it was not there.
func (d *Dict) Delete(key Value) Value {
	h := hashed(key)
	at, ok := d.index[h]
	if !ok {
		return nil
	}
	v := d.values[at]
	d.keys = append(d.keys[:at:at], d.keys[at+1:]...)
	d.values = append(d.values[:at:at], d.values[at+1:]...)
	delete(d.index, h)
	for i := at; i < len(d.keys); i++ {
		d.index[hashed(d.keys[i])] = i
	}
	return v
}

// Clear forgets all keys.
func (d *Dict) Clear() { d.keys, d.values, d.index = nil, nil, nil }

// Keys are the keys, in order.
func (d *Dict) Keys() []Value { return d.keys }

// Values are the values, in the order of their keys.
func (d *Dict) Values() []Value { return d.values }

// Copy is another dictionary with the same keys.
func (d *Dict) Copy() *Dict {
	out := &Dict{Missing: d.Missing, Class: d.Class}
	for i, key := range d.keys {
		out.Set(key, d.values[i])
	}
	return out
}

// NewSet is a set of values.
func (m *Machine) NewSet(list []Value) *Set {
	m.grows(entryRoom * len(list))
	s := &Set{}
	for _, v := range list {
		s.Set(m.hashable(v), None)
	}
	return s
}
