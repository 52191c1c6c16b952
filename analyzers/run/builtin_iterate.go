package run

import (
	"github.com/trainlint/trainlint/analyzers/python"
)

func toRange(m *Machine, c *Call, at python.Node) Value {
	parts := [3]int64{0, 0, 1}
	for i := range c.Args {
		n, ok := small(argument(m, c, i))
		if !ok || i > 2 {
			o := m.object(Result, at)
			o.Operator, o.Why = counting, "a range of unknown length"
			for _, a := range c.Args {
				o.Operands = append(o.Operands, a.Value)
			}
			o.Operands = o.Operands[:1]
			o.Made = c
			return o
		}
		parts[i] = n
	}
	if len(c.Args) == 1 {
		parts[0], parts[1] = 0, parts[0]
	}
	if parts[2] == 0 {
		return nil
	}
	return &Range{parts[0], parts[1], parts[2]}
}

func enumerate(m *Machine, c *Call, at python.Node) Value {
	over := argument(m, c, 0)
	list, exact := m.elements(over)
	if !exact || len(list) > maxExactLaps {
		return m.walking(enumerated, c, at, over)
	}
	from := int64(0)
	start, _ := c.Argument("start", 1)
	if n, ok := small(m.narrow(start)); ok {
		from = n
	}
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = m.tuple([]Value{Int(from + int64(i)), v}, at)
	}
	return m.tuple(out, at)
}

func zip(m *Machine, c *Call, at python.Node) Value {
	var lists [][]Value
	var over []Value
	shortest, all := -1, true
	for _, a := range c.Args {
		if a.Name != "" {
			continue
		}
		over = append(over, a.Value)
		list, exact := m.elementsEachWay(a.Value)
		all = all && exact && a.Star == 0
		lists = append(lists, list)
		if shortest < 0 || len(list) < shortest {
			shortest = len(list)
		}
	}
	if !all || shortest > maxExactLaps {
		return m.walking(zipped, c, at, over...)
	}
	out := make([]Value, max(0, shortest))
	for i := range out {
		row := make([]Value, len(lists))
		for k, list := range lists {
			row[k] = list[i]
		}
		out[i] = m.tuple(row, at)
	}
	return m.tuple(out, at)
}

// product gives each combination of the items of sequences, the last one turning fastest.
func product(m *Machine, c *Call, at python.Node) Value {
	rows := [][]Value{nil}
	for _, a := range c.Args {
		list, exact := m.elements(a.Value)
		if a.Name != "" || a.Star > 0 || !exact || len(rows)*len(list) > maxExactLaps {
			return nil
		}
		var longer [][]Value
		for _, row := range rows {
			for _, item := range list {
				longer = append(longer, append(row[:len(row):len(row)], item))
			}
		}
		rows = longer
	}
	out := make([]Value, len(rows))
	for i, row := range rows {
		out[i] = m.tuple(row, at)
	}
	return m.tuple(out, at)
}

// elementsEachWay are the items of a sequence. Those of one that is another on each way through the program, and always
// as long, are one of each: samplers = make(datasets) if distributed else [None, None].
func (m *Machine) elementsEachWay(v Value) (list []Value, exact bool) {
	ways, several := m.here(v).(*Choice)
	if !several {
		return m.elements(v)
	}
	length, exact := -1, true
	m.eachAsItIs(ways, func(way Value) Value {
		items, whole := m.elements(way)
		exact = exact && whole && (length < 0 || len(items) == length) && len(items) <= maxExactLaps
		length = len(items)
		return None
	})
	if !exact || length < 0 {
		return nil, false
	}
	each := make([]Value, length)
	for i := range each {
		each[i] = m.eachAsItIs(ways, func(way Value) Value {
			items, _ := m.elements(way)
			return items[i]
		})
	}
	return each, true
}

// walking is something that gives other things' items, one after the other.
func (m *Machine) walking(operator string, c *Call, at python.Node, over ...Value) *Object {
	o := m.object(Result, at)
	o.Operator, o.Operands, o.Made, o.Why = operator, over, c, "walks over something unknown"
	return o
}

// Walk is what walks over v and adds nothing to its items: a progress bar.
func (m *Machine) Walk(v Value, c *Call) Value {
	if list, exact := m.elements(v); exact && len(list) <= maxExactLaps {
		if _, isTuple := v.(*Tuple); isTuple {
			return v
		}
	}
	o := m.walking(wrapping, c, c.At, v)
	return o
}

func reversed(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	list, exact := m.elements(v)
	if !exact {
		return m.walking(wrapping, c, at, v)
	}
	out := make([]Value, len(list))
	for i := range list {
		out[len(list)-1-i] = list[i]
	}
	return m.tuple(out, at)
}

func sorted(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	list, exact := m.elements(v)
	if !exact {
		return m.walking(wrapping, c, at, v)
	}
	if len(list) < 2 {
		return m.newList(list, nil, at)
	}
	return m.newList(nil, m.anyOf(list, nil, at), at)
}

func next(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	if v == nil {
		return nil
	}
	o := m.element(v, at)
	if one, ok := o.(*Object); ok && one.Made == nil && one.Kind == Unknown {
		one.Made = c
	}
	if otherwise := given(m, c, 1); otherwise != nil && len(c.Args) == 2 {
		list, exact := m.elements(v)
		switch {
		case exact && len(list) == 0:
			return otherwise
		case !exact:
			return m.choiceOf(o, otherwise)
		}
	}
	return o
}

func mapped(m *Machine, c *Call, at python.Node) Value {
	f, over := argument(m, c, 0), argument(m, c, 1)
	if over == nil || len(c.Args) != 2 {
		return nil
	}
	list, exact := m.elements(over)
	if exact && len(list) <= maxExactLaps {
		out := make([]Value, len(list))
		for i, v := range list {
			out[i] = m.call(f, []Argument{{Value: v}}, nil, at)
		}
		return m.newList(out, nil, at)
	}
	return m.newList(nil, m.call(f, []Argument{{Value: m.element(over, at)}}, nil, at), at)
}

func filtered(m *Machine, c *Call, at python.Node) Value {
	f, over := argument(m, c, 0), argument(m, c, 1)
	if over == nil {
		return nil
	}
	var o *Object
	if list, exact := m.elements(over); exact && len(list) <= maxExactLaps {
		if kept, known := m.selected(f, list, at); known {
			o = m.newList(kept, nil, at)
		}
	}
	if o == nil {
		o = m.newList(nil, m.element(over, at), at)
	}
	o.Made, o.Operands = c, []Value{over}
	return o
}

// selected are the items of which a function says yes, the true ones where it is None; known is false where one cannot
// be told.
func (m *Machine) selected(f Value, list []Value, at python.Node) (kept []Value, known bool) {
	for _, v := range list {
		says := v
		if !IsNone(f) {
			says = m.call(f, []Argument{{Value: v}}, nil, at)
		}
		test := m.truthOf(says, at)
		if m.dead || !test.known {
			return nil, false
		}
		if test.holds {
			kept = append(kept, v)
		}
	}
	return kept, true
}

func anyTrue(m *Machine, c *Call, at python.Node) Value { return quantified(m, c, at, true) }

func allTrue(m *Machine, c *Call, at python.Node) Value { return quantified(m, c, at, false) }

func quantified(m *Machine, c *Call, at python.Node, deciding bool) Value {
	list, exact := m.elements(argument(m, c, 0))
	sure := exact
	m.spend(len(list) / 4)
	for _, v := range list {
		test := m.truthOf(v, at)
		if test.known && test.holds == deciding {
			return Bool(deciding)
		}
		sure = sure && test.known
	}
	if !sure {
		return nil
	}
	return Bool(!deciding)
}

func (m *Machine) iterateInstance(o *Object) (list []Value, exact, ok bool) {
	class, ours := o.Class.(*Class)
	if !ours || !m.Running() {
		return nil, false, false
	}
	f, has := m.lookupClass(class, "__iter__").(*Function)
	if !has || m.onStack(f.Node) {
		return nil, false, false
	}
	v := m.call(&Method{f, o}, nil, nil, f.Node)
	if inner, isObject := v.(*Object); isObject && inner == o {
		next, has := m.lookupClass(class, "__next__").(*Function)
		if !has {
			return nil, false, false
		}
		return []Value{m.call(&Method{next, o}, nil, nil, next.Node)}, false, true
	}
	list, exact = m.elements(v)
	if !exact {
		list = []Value{m.element(v, f.Node)}
	}
	return list, exact, true
}
