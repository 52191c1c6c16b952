package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// idleSteps is what an idle function may cost. Inside of one that is idle itself the bound is a quarter of it. All of
// them together have a purse; when it is empty, each still gets what a small helper needs. What works on a known
// dictionary in the run of a job may cost more, dictFactor times.
const (
	idleSteps      = 1200
	idlePurse      = 8000
	leastIdleSteps = 600
	dictFactor     = 16
)

// limit is the bound that holds while a function is run.
type limit struct {
	idle  bool // the function has a bound of its own
	began int  // the steps before it
	outer int  // the bound around it
	trail int
	seq   int
	// apart: its work is not part of that of an idle function around it.
	apart bool
}

// limitOf sets the bound of a function that is about to run.
func (m *Machine) limitOf(f *Function, c *Call) limit {
	l := limit{outer: m.limit, trail: len(m.trail), seq: m.seq}
	if m.Idle == nil || m.decorating == 0 && (!m.Idle(f) || m.passesOn(f) || m.isHanded(c)) {
		return l
	}
	l.idle, l.began = true, m.steps
	steps, purse := idleSteps, idlePurse
	if m.Locate && m.givenDict(c) {
		steps, purse = steps*dictFactor, purse*dictFactor
	}
	if m.limit < m.Steps {
		steps /= 4
	}
	if f.Name() == "__init__" { // what an object is made of is worth more than what a function computes
		steps *= 3
		l.apart = m.Apart != nil && m.Apart(f)
	}
	m.limit = min(m.limit, m.steps+max(leastIdleSteps, min(steps, purse-m.idled)))
	return l
}

// givenDict reports whether a function works on a dictionary that is known: the defaults that a config is laid over,
// the config itself. What comes out of it decides a job, and a dictionary is walked through item by item.
func (m *Machine) givenDict(c *Call) bool {
	return slices.ContainsFunc(c.Args, func(a Argument) bool {
		o, ok := Bare(a.Value).(*Object)
		return ok && o.Kind == Dict && len(m.entries(o).keys) > 0
	})
}

// isHanded reports whether a call hands a function over that is not idle, and most likely called: init_processes(rank,
// size, train, args).
func (m *Machine) isHanded(c *Call) bool {
	for _, a := range c.Args {
		if fn, ok := Bare(a.Value).(*Function); ok && !m.Idle(fn) {
			return true
		}
	}
	return false
}

// passesOn reports whether a function is what a decorator makes of another one, which it calls. It costs what that one
// does, which is judged by itself.
func (m *Machine) passesOn(f *Function) bool {
	if f.Node == nil || python.EnclosingFunction(f.Node) == nil {
		return false
	}
	if known, ok := m.passing[f.Node]; ok {
		return known
	}
	given := map[string]bool{}
	for around := python.EnclosingFunction(f.Node); around != nil; around = python.EnclosingFunction(around) {
		for _, p := range around.Params {
			given[p.Name] = true
		}
	}
	for _, p := range f.Node.Params {
		delete(given, p.Name)
	}
	found := false
	python.WalkBody(f.Node.Body, func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok {
			name, plain := c.Func.(*python.Name)
			found = found || plain && given[name.ID]
		}
		return !found
	})
	if m.passing == nil {
		m.passing = map[*python.Function]bool{}
	}
	m.passing[f.Node] = found
	return found
}

// reached ends the bound of a function; it reports whether the function was cut short by it.
func (l limit) reached(m *Machine) bool {
	if !l.idle {
		return false
	}
	over := m.steps > m.limit
	if m.limit = l.outer; l.apart || over { // who has much built, or what costs too much, still gives something back
		m.limit = min(m.Steps, m.limit+m.steps-l.began)
	}
	if m.limit == m.Steps { // what is idle inside of it is paid for with it
		m.idled += m.steps - l.began
	}
	return over && m.steps <= m.Steps
}

// giveUp forgets what an idle function has changed until it was cut short. What a constructor has given its object
// stays.
func (m *Machine) giveUp(f *Function, c *Call, l limit) {
	m.givenUp[f.At()] = true
	m.unfinished(f, c)
	m.dead, m.raised = false, false
	if m.cut != nil { // what follows it was computed from nothing
		m.Trace, m.cut = *m.cut, nil
	}
	var self Value
	if f.Name() == "__init__" && len(c.Args) > 0 {
		self = c.Args[0].Value
	}
	seen := map[changed]bool{}
	for _, w := range m.trail[l.trail:] {
		key := changed{object: w.object, name: w.name}
		if seen[key] || w.object.Seq > l.seq || w.object == m.state || Value(w.object) == self {
			continue
		}
		seen[key] = true
		why := m.unknown(f.At(), "changed in %s, which is not followed to its end", f.Name())
		switch held := w.object.fields.get(w.name).(type) {
		case *items:
			m.set(w.object, w.name, &items{rest: why})
		case *entries:
			m.set(w.object, w.name, &entries{keys: held.keys, values: held.values, rest: why, unordered: true})
		default:
			m.set(w.object, w.name, why)
		}
	}
	m.leaveUndone(f, c)
}

// GaveUp reports whether the function that a call runs was not followed to its end: what it does after the place where
// it was given up is not among the calls.
func (m *Machine) GaveUp(c *Call) bool {
	switch f := c.Callee.(type) {
	case *Function:
		return m.givenUp[f.At()]
	case *Method:
		return f.Func != nil && m.givenUp[f.Func.At()]
	case *Object:
		class, ok := f.Class.(*Class)
		if !ok || f.Kind != Instance {
			return false
		}
		for _, name := range []string{"__call__", "forward"} {
			if of, ok := m.lookupClass(class, name).(*Function); ok && m.givenUp[of.At()] {
				return true
			}
		}
	}
	return false
}

// MadeInPart reports whether the constructor of a class was not followed to its end once: its objects have more than
// what is seen.
func (m *Machine) MadeInPart(c *Class) bool {
	f, ok := m.lookupClass(c, "__init__").(*Function)
	return ok && m.givenUp[f.At()]
}

// LeftOff reports whether a function was not followed to its end once.
func (m *Machine) LeftOff(f *python.Function) bool { return m.givenUp[f] }

// unlimited does something that is not part of the work of an idle function around it: what a module binds.
func (m *Machine) unlimited(do func()) {
	limit, before := m.limit, m.steps
	m.limit = m.Steps
	do()
	m.limit = min(m.Steps, limit+m.steps-before)
}
