package exact

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Of what a program collects in a loop that nobody knows the length of, the windows of a series, the parts of a text,
// one item may be known: each is as large as any other.

// many is a value that holds so many things as only a run knows, each like one.
func many(u *Unknown, each Value) *Unknown {
	return &Unknown{Why: u.Why, At: u.At, Each: each}
}

// listed is something unknown of which it is certain that it is a list.
func listed(u *Unknown) *Unknown {
	return &Unknown{Why: u.Why, At: u.At, Each: u.Each, Listed: true}
}

// Many is many, for a Library.
func Many(why string, at Place, each Value) *Unknown { return &Unknown{Why: why, At: at, Each: each} }

// itemOf is an item of something unknown, or a part of it.
func (m *Machine) itemOf(u *Unknown, key Value) Value {
	if _, part := key.(*Slice); u.Found != nil && !part {
		return u.Found
	}
	if u.Each == nil {
		return u.partOf("")
	}
	if m.Library != nil {
		if v := m.Library.Item(m, u, key); v != nil {
			return v
		}
	}
	s, ok := key.(*Slice)
	if !ok {
		return u.Each
	}
	if n, known := Between(s.Lower, s.Upper); known && n >= 0 && s.Step == Value(None) {
		m.multiplies(n, 1)
		out := &List{}
		for range n {
			out.Items = append(out.Items, u.Each)
		}
		return out
	}
	return many(u, u.Each)
}

// anyOf is one of several things, whichever an index that nobody knows picks: nil where they are not alike.
func (m *Machine) anyOf(items []Value, u *Unknown) Value {
	m.spend()
	if len(items) == 0 {
		return nil
	}
	if len(items) == 1 {
		return items[0]
	}
	out, fractions := &Unknown{Why: u.Why, At: u.At}, true
	switch first := items[0].(type) {
	case string:
		for _, v := range items {
			if _, ok := v.(string); !ok {
				return nil
			}
		}
		return out
	case int64:
		for _, v := range items {
			if _, ok := v.(int64); !ok {
				return nil
			}
		}
		out.Whole = true
		return out
	case *Tuple:
		columns := make([]Value, len(first.Items))
		for i := range columns {
			var column []Value
			for _, v := range items {
				row, ok := v.(*Tuple)
				if !ok || len(row.Items) != len(columns) {
					return nil
				}
				column = append(column, row.Items[i])
			}
			m.Spend(len(column))
			if columns[i] = m.anyOf(column, u); columns[i] == nil {
				return nil
			}
		}
		return &Tuple{Items: columns}
	case float64, bool:
		alike := true
		for _, v := range items {
			if m.ClassOf(v) != m.ClassOf(first) {
				return nil
			}
			alike = alike && v == items[0]
		}
		if alike {
			return first
		}
		_, out.Real = first.(float64)
		return out
	case *Instance: // arrays of which no number is known, all of one shape
		for _, v := range items {
			if !m.sameArrays(first, v) {
				return nil
			}
		}
		return first
	case *Unknown:
		for _, v := range items {
			if one, ok := v.(*Unknown); !ok || one.Each != nil || one.Numbers {
				return nil
			}
			out.Whole = out.Whole || v.(*Unknown).Whole
			fractions = fractions && (v.(*Unknown).Real || v.(*Unknown).Share)
		}
		out.Real = fractions && !out.Whole
		return out
	}
	return nil
}

// sameArrays reports whether two values are arrays of a library's of the same sides and type.
func (m *Machine) sameArrays(a *Instance, v Value) bool {
	b, ok := v.(*Instance)
	if !ok || a.Class != b.Class || a.Class.Node == nil || !strings.HasPrefix(a.Class.Unit.Module.File.Path, "<") ||
		m.lookup(a.Class, "__array__") == nil {
		return false
	}
	for _, name := range []string{"shape", "dtype"} {
		one, other := a.Attrs.Get(name), b.Attrs.Get(name)
		if one == nil || other == nil || unknownOf(one, other) != nil || !m.Equal(one, other) {
			return false
		}
	}
	sides, isTuple := a.Attrs.Get("shape").(*Tuple)
	return isTuple && unknownOf(sides.Items...) == nil
}

// mostPicked bounds of how many things each is tried where only the run says which one it is.
const mostPicked = 32

// pick is one of several things that are not alike, as the transforms of a policy are: each of them is one way that the
// program may go. nil where the ways are not followed.
func (m *Machine) pick(items []Value, u *Unknown) Value {
	if m.Decide == nil || m.watched != nil || len(items) < 2 || len(items) > mostPicked {
		return nil
	}
	for i, v := range items[:len(items)-1] {
		m.spend()
		is, ok := m.Decide(&Unknown{Why: fmt.Sprintf("%s, whether it is the one at %d", u.Why, i), At: u.At})
		if !ok {
			return nil
		}
		if is {
			return v
		}
	}
	return items[len(items)-1]
}

// longText is how many bytes of a text are walked over letter by letter: [stoi[c] for c in text], with the text of a
// book in the project, would take longer than all else.
const longText = 20_000

// lettersOr are the letters of a long text, each once, as set(text) holds them; the items of anything else.
func (m *Machine) lettersOr(a Args) []Value {
	if len(a.Pos) != 1 {
		return m.collected(a)
	}
	text, ok := a.Pos[0].(string)
	if !ok || len(text) <= longText {
		return m.collected(a)
	}
	m.grows(len(text))
	met, list := map[rune]bool{}, []Value(nil)
	for _, letter := range text {
		if !met[letter] {
			met[letter], list = true, append(list, string(letter))
		}
	}
	m.Spend(len(list))
	return list
}

// firstLetter is the first letter of a text.
func firstLetter(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return text[:n]
}

// gathered is what a comprehension over something unknown gives: each item as one of it.
func (m *Machine) gathered(e *python.Comprehension, u *Unknown) *Unknown {
	if len(e.Clauses) != 1 || e.Kind == python.Set {
		return many(u, nil)
	}
	outer := m.frame.scope
	m.frame.scope = &scope{names: map[string]Value{}, parent: outer, unit: m.frame.unit}
	defer func() { m.frame.scope = outer }()
	var each Value
	m.collecting++
	err := m.Try(func() {
		m.target(e.Clauses[0].Target, eachOf(u))
		if e.Kind == python.Mapping {
			each = m.eval(e.Value)
			return
		}
		each = m.eval(e.Element)
	})
	m.collecting--
	m.frame.scope = outer
	if err != nil && m.Steps == 0 {
		panic(err)
	}
	if e.Kind == python.Mapping {
		out := many(u, nil)
		if isWhole(each) && err == nil {
			out.Found = &Unknown{Why: u.Why, At: u.At, Whole: true}
		}
		return out
	}
	if _, letter := u.Each.(string); letter && isWhole(each) { // the number of a letter: each has another
		each = &Unknown{Why: u.Why, At: u.At, Whole: true}
	}
	if one, unknown := each.(*Unknown); err != nil || unknown && one.Each == nil && !one.Whole && !one.Real {
		each = nil
	}
	out := many(u, each)
	out.Listed = e.Kind == python.List
	return out
}

// isWhole reports whether a value is a whole number, be it one that is not known.
func isWhole(v Value) bool {
	if u, ok := v.(*Unknown); ok {
		return u.Whole
	}
	_, ok := v.(int64)
	return ok
}

// got is the method get of a dictionary whose keys are not known: a whole number, where it holds some and another is
// its default.
func (m *Machine) got(u *Unknown) Value {
	return function("get", func(m *Machine, a Args) Value {
		if len(a.Pos) == 2 && isWhole(u.Found) && isWhole(a.Pos[1]) {
			return &Unknown{Why: u.Why, At: u.At, Whole: true}
		}
		return u.partOf("")
	})
}

// eachOf is what a walk over something unknown meets.
func eachOf(u *Unknown) Value {
	if u.Each != nil {
		return u.Each
	}
	return &Unknown{Why: u.Why, At: u.At}
}

// once goes once round a loop that only collects, and says what each of the lists that it adds to holds then, by the
// target: nil where that is not told.
func (m *Machine) once(s *python.For, u *Unknown, lists []python.Expr) map[python.Expr]Value {
	held := map[python.Expr]*List{}
	for _, t := range lists {
		if l, ok := m.held(t).(*List); ok && len(l.Items) == 0 {
			held[t] = l
		}
	}
	if len(held) == 0 {
		return nil
	}
	decide := m.Decide
	m.Decide = nil // what only some of the items do is not told
	m.collecting++
	err := m.Try(func() {
		m.target(s.Target, eachOf(u))
		m.block(s.Body)
	})
	m.Decide = decide
	m.collecting--
	var stop *Stop
	if errors.As(err, &stop) && m.Steps == 0 {
		panic(err)
	}
	found := map[python.Expr]Value{}
	for t, l := range held {
		if err == nil && len(l.Items) > 0 {
			found[t] = m.alike(l.Items)
		}
		l.Items = nil
	}
	return found
}

// alike is what all items are, where they are the same; nil where they are not.
func (m *Machine) alike(items []Value) Value {
	if slices.ContainsFunc(items[1:], func(v Value) bool { return m.ClassOf(v) != m.ClassOf(items[0]) }) ||
		len(items) > 1 {
		return nil
	}
	return items[0]
}

// sorts executes an if that sorts out what a loop collects, in the lap that stands for all of them: what is collected
// has passed it, where nobody knows which things do. false where it does more.
func (m *Machine) sorts(s *python.If) (end flow, done bool) {
	if len(s.Else) > 0 || !leavesOut(s.Body) && !collectsOnly(s.Body) {
		return goesOn, false
	}
	truth, why := m.decided(s.Test)
	if why == nil && !truth || why != nil && leavesOut(s.Body) {
		return goesOn, true
	}
	return m.block(s.Body), true
}

// leavesOut reports whether statements only go on to the next lap.
func leavesOut(body []python.Stmt) bool {
	s, ok := body[len(body)-1].(*python.Simple)
	return ok && s.Kind == python.Continue && collectsOnly(body[:len(body)-1])
}

// collectsOnly reports whether statements do nothing but add to lists, or tell something.
func collectsOnly(body []python.Stmt) bool {
	return !slices.ContainsFunc(body, func(s python.Stmt) bool {
		e, ok := s.(*python.ExprStmt)
		if !ok {
			return true
		}
		c, ok := e.Value.(*python.Call)
		if !ok {
			return !isText(s)
		}
		name, _ := c.Func.(*python.Name)
		return c.MethodName() != "append" && (name == nil || name.ID != "print")
	})
}

// Collecting reports whether a lap is done that stands for all laps of a loop over what nobody knows.
func (m *Machine) Collecting() bool { return m.collecting > 0 }

// held is what a name or an attribute of one holds.
func (m *Machine) held(t python.Expr) Value {
	switch t := t.(type) {
	case *python.Name:
		return m.find(t.ID)
	case *python.Attribute:
		if name, ok := t.Value.(*python.Name); ok {
			if on, ok := m.find(name.ID).(*Instance); ok {
				return on.Attrs.Get(t.Attr)
			}
		}
	}
	return nil
}
