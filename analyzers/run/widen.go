package run

import "github.com/trainlint/trainlint/analyzers/python"

// widen makes unknown what a lap has changed and another lap may change again: numbers and texts become any number
// or text, containers may hold more. Objects stay what they are: the second lap finds those of the first.
// It reports whether a number or text has changed.
func (m *Machine) widen(s python.Stmt, since int) bool {
	numbers := false
	m.copied(len(m.trail) - since)
	seen := m.places.reset()
	for _, w := range m.trail[since:] {
		if _, met := seen.index(place{w.object, w.name}); met {
			continue
		}
		now, old := w.object.fields.get(w.name), w.old
		if old == nil {
			old = w.object.first.get(w.name)
		}
		if wide := m.widened(s, old, now, w.name); wide != now {
			m.set(w.object, w.name, wide)
			numbers = numbers || Known(now)
		}
	}
	return numbers
}

func (m *Machine) widened(s python.Stmt, old, now Value, name string) Value {
	switch v := Bare(now).(type) {
	case Int, BigInt, Float, Str:
		if identical(old, now) || old == nil {
			return now // set anew in every lap
		}
		return m.changing(s, name)
	case *Choice:
		if old != nil && !identical(old, now) && anyNumberOrText(v) {
			return m.changing(s, name)
		}
	case *Object:
		if v.Kind == Result && scalar(v) && !identical(old, now) && old != nil {
			return m.changing(s, name)
		}
		before, ok := Bare(old).(*Object)
		if ok && before != v && before.Kind == List && v.Kind == List { // s = s + [1]
			if held := m.items(v); len(held.list) > len(m.items(before).list) && held.rest == nil {
				return m.newList(held.list, held.list[len(held.list)-1], s)
			}
		}
	case *Tuple:
		return m.widenedTuple(s, old, v, name)
	case *items:
		if old, ok := old.(*items); ok && len(v.list) > len(old.list) && v.rest == nil {
			return &items{list: v.list, rest: v.list[len(v.list)-1]}
		}
	case *entries:
		if old, ok := old.(*entries); ok && len(v.keys) > len(old.keys) && v.rest == nil && !constantKeys(v) {
			return &entries{keys: v.keys, values: v.values, rest: v.values[len(v.values)-1]}
		}
	}
	return now
}

// widenedTuple is a tuple of numbers and texts that another lap may change again, or make longer.
func (m *Machine) widenedTuple(s python.Stmt, old Value, now *Tuple, name string) Value {
	before, ok := Bare(old).(*Tuple)
	switch {
	case !ok || before == now:
		return now
	case len(before.Items) != len(now.Items):
		o := m.unknown(s, "changed in the loop at line %d", m.place(s).Line())
		o.Word = name
		return o
	}
	wide := make([]Value, len(now.Items))
	changed := false
	for i, v := range now.Items {
		wide[i] = m.widened(s, before.Items[i], v, name)
		changed = changed || wide[i] != v
	}
	if !changed {
		return now
	}
	return m.tuple(wide, s)
}

// anyNumberOrText reports whether a choice has a number or text that another lap may change again.
func anyNumberOrText(c *Choice) bool {
	for _, a := range c.Alternatives {
		switch Bare(a.Value).(type) {
		case Int, BigInt, Float, Str:
			return true
		}
	}
	return false
}

func constantKeys(e *entries) bool {
	for _, k := range e.keys {
		if _, ok := k.(Str); !ok {
			return false
		}
	}
	return true
}

// changing is a variable that a loop changes.
func (m *Machine) changing(s python.Node, name string) *Object {
	o := m.unknown(s, "changed in the loop at line %d", m.place(s).Line())
	o.Word = name
	o.Operator = counting
	return o
}

// counting marks a number that a loop counts: it is no tensor.
const counting = "counting"

// widenCounters makes unknown the numbers that a loop's body adds to: the first lap stands for any.
func (m *Machine) widenCounters(s python.Stmt) {
	python.Walk(s, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.AugAssign:
			m.widenCounter(s, n.Target)
		case *python.Assign: // n = n + 1
			b, ok := n.Value.(*python.Binary)
			if !ok || len(n.Targets) != 1 {
				return true
			}
			if name, ok := n.Targets[0].(*python.Name); ok {
				if left, ok := b.Left.(*python.Name); ok && left.ID == name.ID {
					m.widenCounter(s, name)
				}
			}
		}
		return true
	})
}

func (m *Machine) widenCounter(s python.Stmt, target python.Expr) {
	switch t := target.(type) {
	case *python.Name:
		scope := m.scopeOf(t.ID)
		switch Bare(m.get(scope, t.ID)).(type) {
		case Int, BigInt, Float:
			m.set(scope, t.ID, m.changing(s, t.ID))
		}
	case *python.Attribute:
		base, ok := t.Value.(*python.Name)
		if !ok {
			return
		}
		o, ok := m.lookup(base.ID).(*Object)
		if !ok {
			return
		}
		switch Bare(m.get(o, t.Attr)).(type) {
		case Int, BigInt, Float:
			m.set(o, t.Attr, m.changing(s, t.Attr))
		}
	}
}
