package run

import "slices"

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
				flat = append(flat, Alternative{m.conjunctions.of(inner.When, a.When), inner.Value})
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

// conjunctions are those that were made last: where ways meet, each place that was changed on one of them asks for
// the same few. No list of literals is ever changed.
type conjunctions struct {
	last [8]struct{ a, b, both []Literal }
	next int
}

func (j *conjunctions) of(a, b []Literal) []Literal {
	if len(a) == 0 || len(b) == 0 {
		return conjunction(a, b)
	}
	for i := range j.last {
		if l := &j.last[i]; len(l.a) == len(a) && len(l.b) == len(b) && &l.a[0] == &a[0] && &l.b[0] == &b[0] {
			return l.both
		}
	}
	both := conjunction(a, b)
	j.last[j.next%len(j.last)] = struct{ a, b, both []Literal }{a, b, both}
	j.next++
	return both
}

func conjunction(a, b []Literal) []Literal {
	if len(a) == 0 {
		most := min(len(b), maxWhen)
		return b[:most:most]
	}
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
