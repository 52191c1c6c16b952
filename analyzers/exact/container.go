package exact

import "unicode/utf8"

// Iterator walks over a value.
func (m *Machine) Iterator(v Value) *Iterator {
	switch o := v.(type) {
	case *Iterator:
		return o
	case *List: // it may grow while it is walked over
		i := -1
		return &Iterator{Next: func() (Value, bool) {
			if i++; i >= len(o.Items) {
				return nil, false
			}
			return o.Items[i], true
		}}
	case *Range:
		i := int64(-1)
		return &Iterator{Next: func() (Value, bool) {
			m.spend()
			if i++; i >= o.Len() {
				return nil, false
			}
			return o.At(i), true
		}}
	case *Instance:
		if over := m.instanceIterator(o); over != nil {
			return over
		}
	}
	list, ok := m.items(v)
	if !ok {
		if u, unknown := v.(*Unknown); unknown {
			m.StopFor(u, "what is walked over")
		}
		if name, ok := v.(Symbol); ok {
			m.StopFor(m.Unknown("%s is not known", string(name)), "what is walked over")
		}
		m.Raise(TypeError, "'%s' object is not iterable", m.ClassOf(v).Name)
	}
	return Walk(list)
}

// Walk is an iterator over a list.
func Walk(list []Value) *Iterator {
	i := -1
	return &Iterator{Next: func() (Value, bool) {
		if i++; i >= len(list) {
			return nil, false
		}
		return list[i], true
	}}
}

func (m *Machine) instanceIterator(o *Instance) *Iterator {
	if f := m.lookup(o.Class, "__iter__"); f != nil {
		v := m.Call(f, Positional(o))
		if again, ok := v.(*Instance); ok && m.lookup(again.Class, "__iter__") == f {
			return m.nextOf(again)
		}
		return m.Iterator(v)
	}
	if native, ok := container(o.Native); ok {
		return m.Iterator(native)
	}
	if f := m.lookup(o.Class, "__getitem__"); f != nil {
		i := int64(-1)
		return &Iterator{Next: func() (v Value, ok bool) {
			i++
			err := m.Try(func() { v = m.Call(f, Positional(o, i)) })
			if raised, isRaised := asRaised(err); isRaised && raised.Value.Class.Is(IndexError) {
				return nil, false
			}
			if err != nil {
				panic(err)
			}
			return v, true
		}}
	}
	if m.lookup(o.Class, "__next__") != nil {
		return m.nextOf(o)
	}
	return nil
}

// nextOf walks over an object that has __next__.
func (m *Machine) nextOf(o *Instance) *Iterator {
	f := m.lookup(o.Class, "__next__")
	return &Iterator{Next: func() (v Value, ok bool) {
		err := m.Try(func() { v = m.Call(f, Positional(o)) })
		if raised, isRaised := asRaised(err); isRaised && raised.Value.Class.Is(StopIteration) {
			return nil, false
		}
		if err != nil {
			panic(err)
		}
		return v, true
	}}
}

// Items lists all that a walk over a value gives.
func (m *Machine) Items(v Value) []Value {
	if list, ok := m.items(v); ok {
		return list
	}
	var list []Value
	over := m.Iterator(v)
	for {
		item, ok := over.Next()
		if !ok {
			return list
		}
		m.spend()
		list = append(list, item)
	}
}

// items lists the items of what has all of them at hand.
func (m *Machine) items(v Value) ([]Value, bool) {
	switch o := v.(type) {
	case *Tuple:
		return o.Items, true
	case *List:
		m.grows(room(o))
		return append([]Value(nil), o.Items...), true
	case *Dict:
		m.grows(room(o))
		return append([]Value(nil), o.keys...), true
	case *Set:
		m.grows(room(o))
		return append([]Value(nil), o.keys...), true
	case string:
		m.grows(partRoom * len(o))
		list := make([]Value, 0, len(o))
		for _, r := range o {
			list = append(list, string(r))
		}
		return list, true
	case *Range, *Iterator, *Instance, *Unknown, Symbol, nil:
		return nil, false
	case *Class: // an enum
		if all := o.Dict.Get("__members__"); all != nil {
			if d, ok := all.(*Dict); ok {
				return d.values, true
			}
		}
		return nil, false
	}
	if m.Library != nil {
		if list := m.Library.Iterate(m, v); list != nil {
			return list, true
		}
	}
	return nil, false
}

// Len is len(v).
func (m *Machine) Len(v Value) int64 {
	switch o := v.(type) {
	case *Tuple:
		return int64(len(o.Items))
	case *List:
		return int64(len(o.Items))
	case *Dict:
		return int64(o.Len())
	case *Set:
		return int64(o.Len())
	case *Range:
		return o.Len()
	case string:
		return int64(utf8.RuneCountInString(o))
	case Bytes:
		return int64(len(o))
	case *Unknown:
		m.StopFor(o, "the length")
	case *Instance:
		if f := m.lookup(o.Class, "__len__"); f != nil {
			v := m.Call(f, Positional(o))
			if u := unknownOf(v); u != nil {
				m.StopFor(u, "the length")
			}
			n, _ := integer(v)
			return n
		}
		if native, ok := container(o.Native); ok {
			return m.Len(native)
		}
	}
	if m.Library != nil {
		if n, ok := m.Library.Len(m, v); ok {
			return int64(n)
		}
	}
	m.Raise(TypeError, "object of type '%s' has no len()", m.ClassOf(v).Name)
	return 0
}

// Item is on[key].
func (m *Machine) Item(on, key Value) Value {
	switch o := on.(type) {
	case *List:
		if s, ok := key.(*Slice); ok {
			return &List{m.part(o.Items, s)}
		}
		if u, unknown := key.(*Unknown); unknown && u.Whole {
			if v := m.anyOf(o.Items, u); v != nil {
				return v
			}
			if v := m.pick(o.Items, u); v != nil {
				return v
			}
		}
		return o.Items[m.place(key, len(o.Items), "list")]
	case *Tuple:
		if s, ok := key.(*Slice); ok {
			return &Tuple{Items: m.part(o.Items, s), Sizes: o.Sizes}
		}
		return o.Items[m.place(key, len(o.Items), "tuple")]
	case *Dict:
		return m.entry(o, key, nil)
	case string:
		return m.textItem(o, key)
	case *Range:
		list := m.Items(o)
		if s, ok := key.(*Slice); ok {
			return &List{m.part(list, s)}
		}
		return list[m.place(key, len(list), "range")]
	case *Instance:
		if f := m.lookup(o.Class, "__getitem__"); f != nil {
			return m.Call(f, Positional(o, key))
		}
		if d, ok := o.Native.(*Dict); ok {
			return m.entry(d, key, o)
		}
		if native, ok := container(o.Native); ok {
			return m.Item(native, key)
		}
	case *Class: // Generic[T], list[int], an enum's member
		if f := m.lookup(o, "__class_getitem__"); f != nil {
			return m.Call(m.bound(f, o, o), Positional(key))
		}
		if d, ok := o.Dict.Get("__members__").(*Dict); ok {
			return m.entry(d, key, nil)
		}
		return o
	case Symbol:
		if m.Library != nil {
			if v := m.Library.Item(m, o, key); v != nil {
				return v
			}
		}
		if first := firstPart(string(o)); first == "typing" || first == "typing_extensions" || first == "jaxtyping" {
			return o
		}
		return m.Unknown("%s is not known", string(o))
	case *Unknown:
		return m.itemOf(o, key)
	}
	if m.Library != nil {
		if v := m.Library.Item(m, on, key); v != nil {
			return v
		}
	}
	m.Raise(TypeError, "'%s' object is not subscriptable", m.ClassOf(on).Name)
	return nil
}

// entry is d[key]; self is the object that the dictionary stands behind, nil for none.
func (m *Machine) entry(d *Dict, key Value, self *Instance) Value {
	if v := d.Get(m.hashable(key)); v != nil {
		return v
	}
	if d.Missing != nil && d.Missing != Value(None) {
		v := m.Call(d.Missing, Args{})
		d.Set(key, v)
		return v
	}
	if self != nil {
		if f := m.lookup(self.Class, "__missing__"); f != nil {
			return m.Call(f, Positional(self, key))
		}
	}
	m.Raise(KeyError, "%s", m.Repr(key))
	return nil
}

// place is an index into something of a length.
func (m *Machine) place(key Value, length int, what string) int {
	i, ok := m.Index(key)
	if !ok {
		if u, unknown := key.(*Unknown); unknown {
			m.StopFor(u, "an index")
		}
		m.Raise(TypeError, "%s indices must be integers or slices, not %s", what, m.ClassOf(key).Name)
	}
	if i < 0 {
		i += int64(length)
	}
	if i < 0 || i >= int64(length) {
		m.Raise(IndexError, "%s index out of range", what)
	}
	return int(i)
}

// Index is a value as an integer, asked for with __index__.
func (m *Machine) Index(v Value) (int64, bool) {
	if n, ok := integer(v); ok {
		return n, true
	}
	switch v.(type) {
	case float64, string, *Unknown, NoneType:
		return 0, false
	}
	if m.Library != nil {
		if f := m.Library.Attribute(m, v, "__index__"); f != nil {
			return integer(m.Call(f, Args{}))
		}
	}
	return 0, false
}

// part is list[a:b:c].
func (m *Machine) part(list []Value, s *Slice) []Value {
	start, _, step, count := m.Bounds(s, int64(len(list)))
	m.grows(itemRoom * int(count))
	out := make([]Value, 0, count)
	for i := range count {
		out = append(out, list[start+i*step])
	}
	return out
}

// Bounds are the bounds of a slice of something of a length, and how many items lie between.
func (m *Machine) Bounds(s *Slice, length int64) (start, stop, step, count int64) {
	step = m.bound1(s.Step, 1)
	if step == 0 {
		m.Raise(ValueError, "slice step cannot be zero")
	}
	low, high := int64(0), length
	start, stop = 0, length
	if step < 0 {
		low, high = -1, length-1
		start, stop = length-1, -1
	}
	clip := func(v Value, otherwise int64) int64 {
		if v == Value(None) {
			return otherwise
		}
		n := m.bound1(v, 0)
		if n < 0 {
			n += length
		}
		return min(max(n, low), high)
	}
	start, stop = clip(s.Lower, start), clip(s.Upper, stop)
	return start, stop, step, (&Range{start, stop, step}).Len()
}

func (m *Machine) bound1(v Value, otherwise int64) int64 {
	if v == Value(None) {
		return otherwise
	}
	n, ok := m.Index(v)
	if !ok {
		if u, unknown := v.(*Unknown); unknown {
			m.StopFor(u, "the bound of a slice")
		}
		m.Raise(TypeError, "slice indices must be integers or None")
	}
	return n
}

func (m *Machine) setItem(on, key, v Value) {
	switch o := on.(type) {
	case *List:
		if s, ok := key.(*Slice); ok {
			m.setSlice(o, s, m.Items(v))
			return
		}
		o.Items[m.place(key, len(o.Items), "list")] = v
		return
	case *Dict:
		o.Set(m.hashable(key), v)
		return
	case *Instance:
		if f := m.lookup(o.Class, "__setitem__"); f != nil {
			m.Call(f, Positional(o, key, v))
			return
		}
		if native, ok := container(o.Native); ok {
			m.setItem(native, key, v)
			return
		}
	case *Unknown, Symbol:
		return
	}
	if m.Library == nil || !m.Library.SetItem(m, on, key, v) {
		m.Raise(TypeError, "'%s' object does not support item assignment", m.ClassOf(on).Name)
	}
}

func (m *Machine) setSlice(o *List, s *Slice, list []Value) {
	start, stop, step, count := m.Bounds(s, int64(len(o.Items)))
	m.grows(itemRoom * (len(o.Items) + len(list)))
	if step != 1 {
		if int64(len(list)) != count {
			m.Raise(ValueError, "attempt to assign sequence of size %d to extended slice of size %d", len(list), count)
		}
		for i := range count {
			o.Items[start+i*step] = list[i]
		}
		return
	}
	rest := append([]Value(nil), o.Items[max(start, stop):]...)
	o.Items = append(append(o.Items[:start:start], list...), rest...)
}

func (m *Machine) deleteItem(on, key Value) {
	switch o := on.(type) {
	case *List:
		if s, ok := key.(*Slice); ok {
			m.setSlice(o, s, nil)
			return
		}
		i := m.place(key, len(o.Items), "list")
		m.looksAt(room(o))
		o.Items = append(o.Items[:i:i], o.Items[i+1:]...)
	case *Dict:
		m.looksAt(room(o))
		if o.Delete(m.hashable(key)) == nil {
			m.Raise(KeyError, "%s", m.Repr(key))
		}
	case *Instance:
		if f := m.lookup(o.Class, "__delitem__"); f != nil {
			m.Call(f, Positional(o, key))
			return
		}
		if native, ok := container(o.Native); ok {
			m.deleteItem(native, key)
			return
		}
		m.Raise(TypeError, "'%s' object doesn't support item deletion", o.Class.Name)
	case *Unknown:
	default:
		m.Raise(TypeError, "'%s' object doesn't support item deletion", m.ClassOf(on).Name)
	}
}

// update puts the entries of a mapping, or of a list of pairs, into a dictionary.
func (m *Machine) update(d *Dict, v Value) {
	switch o := v.(type) {
	case *Dict:
		m.grows(room(o))
		for i, key := range o.keys {
			d.Set(key, o.values[i])
		}
		return
	case *Instance:
		if inner, ok := o.Native.(*Dict); ok {
			m.update(d, inner)
			return
		}
		if keys := m.lookup(o.Class, "keys"); keys != nil {
			for _, key := range m.Items(m.Call(keys, Positional(o))) {
				d.Set(m.hashable(key), m.Item(o, key))
			}
			return
		}
	case *Unknown:
		m.StopFor(o, "what is spread into a dictionary")
	}
	for _, pair := range m.Items(v) {
		two := m.Items(pair)
		if len(two) != 2 {
			m.Raise(ValueError, "dictionary update sequence element has length %d; 2 is required", len(two))
		}
		d.Set(m.hashable(two[0]), two[1])
	}
}
