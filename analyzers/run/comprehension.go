package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// comprehension is a list, set, dictionary or generator that is gathered.
func (m *Machine) comprehension(e *python.Comprehension) Value {
	scope := &Object{
		Kind:    Scope,
		lexical: &lexical{parent: m.frame.scope, unit: m.frame.unit},
		At:      m.place(e),
		Seq:     m.next(),
	}
	outer := m.frame.scope
	m.frame.scope = scope
	c := &collecting{e: e, held: &entries{}, path: len(m.path)}
	scope.gathers = c
	m.clauses(c, 0)
	m.frame.scope = outer
	switch e.Kind {
	case python.Mapping:
		c.held.rest = c.rest
		return m.newDict(c.held, e)
	case python.Set:
		return m.container(Set, &items{c.list, c.rest}, e)
	}
	list := m.newList(c.list, c.rest, e)
	if e.Kind == python.Generator {
		list.Class = Generator
	}
	return list
}

// bindWalrus binds the name of a walrus: in a comprehension in what stands around it, perhaps only where an item is not
// certain to be met.
func (m *Machine) bindWalrus(name string, v Value) {
	inner := m.frame.scope
	perhaps := false
	for m.frame.scope.gathers != nil {
		perhaps = perhaps || m.frame.scope.gathers.open > 0
		m.frame.scope = m.frame.scope.parent
	}
	if old := m.get(m.scopeOf(name), name); perhaps && old != nil {
		v = m.choiceOf(old, v)
	}
	m.bindName(name, v)
	m.frame.scope = inner
}

// collecting is what a comprehension has gathered.
type collecting struct {
	e    *python.Comprehension
	list []Value
	held *entries
	rest Value
	open int // clauses around that go round an unknown number of times, or perhaps not for an item
	// perhaps are those of open that are about one item of a dictionary that may be missing.
	perhaps int
	path    int   // what was known where it began
	walk    *Walk // of the innermost clause
}

// maxComprehension bounds the items of a comprehension over something known.
const maxComprehension = 4096

func (m *Machine) clauses(c *collecting, n int) {
	if n == len(c.e.Clauses) {
		m.collect(c)
		return
	}
	clause := c.e.Clauses[n]
	over := m.eval(clause.Iter)
	list, exact := m.elements(over)
	if r, ok := over.(*Range); ok && !exact && r.Len() <= maxComprehension {
		for i := range r.Len() {
			list = append(list, Int(r.Start+i*r.Step))
		}
		exact = true
	}
	around, perhaps := c.open, c.perhaps
	defer func() { c.open, c.perhaps = around, perhaps }()
	var there []outcome
	if !exact {
		list, there, exact = m.perhapsItems(over, clause.Iter)
	}
	if !exact {
		list = []Value{m.element(over, clause.Target)}
		c.open++
	}
	run := m.enterLoopOf(over)
	walk := &Walk{
		Over:   over,
		Clause: clause,
		Unit:   m.frame.unit,
		Gates:  m.gates(),
		Laps:   m.lapsNow(),
		Caller: m.caller(),
		Seq:    run.Entry,
	}
	m.Trace.Walks = append(m.Trace.Walks, walk)
	began := m.steps
	for i, v := range list {
		if m.dead || !m.spend(1) {
			break
		}
		if exact && i > 0 && m.steps-began > maxLoopSteps { // the next item stands for the rest
			v, exact = m.element(over, clause.Target), false
			c.open++
			list = list[:i+1]
		}
		c.walk = walk
		m.laps = append(m.lapsNow(), Lap{Loop: clause, Entry: run.Entry, N: i, Exact: exact, trail: len(m.trail)})
		if i < len(there) {
			m.perhapsClause(c, clause, n, there[i], v)
		} else {
			m.target(clause.Target, v)
			m.clauseIfs(c, clause, n, 0)
		}
		m.laps = m.laps[:len(m.laps)-1]
		if i >= len(list)-1 {
			break
		}
	}
	run.End = m.seq
}

func (m *Machine) enterLoopOf(over Value) *LoopRun {
	return &LoopRun{Iterated: over, Entry: m.next(), Unit: m.frame.unit}
}

// perhapsClause goes on with an item that may be missing.
func (m *Machine) perhapsClause(c *collecting, clause *python.Clause, n int, there outcome, v Value) {
	if there.known && !there.holds {
		return
	}
	length := len(m.path)
	if !there.known {
		m.assume(there.yes)
		c.open++
		c.perhaps++
	}
	m.target(clause.Target, v)
	m.clauseIfs(c, clause, n, 0)
	if !there.known {
		c.open--
		c.perhaps--
		m.forget(length)
	}
}

// clauseIfs goes on where the conditions of a clause hold or may hold.
func (m *Machine) clauseIfs(c *collecting, clause *python.Clause, n, i int) {
	if i == len(clause.Ifs) {
		m.clauses(c, n+1)
		return
	}
	test := m.test(clause.Ifs[i])
	switch {
	case test.known && test.holds:
		m.clauseIfs(c, clause, n, i+1)
	case !test.known:
		length := len(m.path)
		m.assume(test.yes)
		c.open++
		m.clauseIfs(c, clause, n, i+1)
		c.open--
		m.forget(length)
	}
}

func (m *Machine) collect(c *collecting) {
	v := m.eval(c.e.Element)
	if c.e.Kind == python.Mapping {
		key := Bare(v)
		v = m.eval(c.e.Value)
		if c.open == c.perhaps && comparable(key) && !isUnknown(key) {
			if c.open > 0 {
				v = m.perhapsUnder(c, key, v)
			}
			m.copied(c.held.withCost(key))
			c.held = c.held.with(key, v)
			return
		}
	} else if c.open == 0 && c.rest == nil {
		c.list = append(c.list, v)
		return
	} else if c.e.Kind != python.Generator && c.walk != nil {
		c.walk.Kept = &Store{Kind: StoreAdded, Node: c.e.Element, Added: v}
		m.situate(c.walk.Kept)
	}
	c.rest = m.choiceOf(c.rest, v)
}

// perhapsUnder is what a key of a comprehension holds where its item may be missing.
func (m *Machine) perhapsUnder(c *collecting, key, v Value) Value {
	var otherwise Value = m.missing()
	if old := c.held.under(key); old != nil {
		otherwise = old
	}
	when := slices.Clone(m.path[c.path:])
	var not []Literal
	if len(when) == 1 {
		not = []Literal{{when[0].Condition, !when[0].Holds}}
	}
	return m.choice([]Alternative{{when, v}, {not, otherwise}})
}
