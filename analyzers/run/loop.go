package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// turning is one loop that is being run.
type turning struct {
	trail, path       int // where the loop began
	lapTrail, lapPath int // where the present lap began
	breaks, continues []ending
	entry             int
	managers          int  // the open withs of the function around the loop
	over              bool // the test of a while failed for sure
	open              bool // the test of a while is not known any more
}

// maxOpenLaps bounds the laps of a loop of unknown length. Two are enough, but for chains of numbers.
const maxOpenLaps = 4

// maxLoopSteps bounds the work of a loop that is run lap by lap: past it, the next lap stands for the rest.
const maxLoopSteps = 3000

// maxExactLaps bounds the loops that are run lap by lap.
const maxExactLaps = 64

func (m *Machine) forLoop(s *python.For) {
	iterated := m.eval(s.Iter)
	if m.dead {
		return
	}
	list, exact := m.elements(iterated)
	var there []outcome
	var first Value // of what holds more than is known, in a lap of its own: what that does is certain
	if !exact {
		if len(list) > 0 {
			first = list[0]
		}
		list, there, exact = m.perhapsItems(iterated, s)
	}
	some := false
	if exact && (len(list) > maxExactLaps || len(list) > 2 && m.trains(s.Body) && !m.namesParts(list, s.Body)) {
		list, exact, some = nil, false, true
	}
	if r, ok := iterated.(*Range); ok {
		some = r.Len() > 0
	}
	if exact && len(list) > 2 && retries(s) {
		list = list[:2]
	}
	if exact {
		run := m.enterLoop(s, iterated)
		m.turn(s, s.Else, run, len(list), true, func(n int) {
			n = min(n, len(list)-1)
			lap := func() Value {
				run.Item = list[n]
				m.target(s.Target, run.Item)
				m.block(s.Body)
				return nil
			}
			if there == nil {
				lap()
				return
			}
			m.perhaps(there[n], lap)
		})
		run.End = m.seq
		return
	}
	loop := func() Value {
		run := m.enterLoop(s, iterated)
		m.turn(s, s.Else, run, 2, false, func(n int) {
			run.Item = m.element(iterated, s.Target)
			if n == 0 && first != nil {
				run.Item = first
			}
			m.target(s.Target, run.Item)
			m.block(s.Body)
		})
		run.End = m.seq
		return nil
	}
	if some {
		loop()
		return
	}
	runs := m.open(m.iterates(iterated, s))
	switch {
	case runs.known && runs.holds:
		loop()
	case runs.known:
		m.block(s.Else)
	default:
		m.fork([]arm{{runs.yes, loop}, {runs.no, func() Value { m.block(s.Else); return nil }}})
	}
}

// perhaps runs what happens only where something is there.
func (m *Machine) perhaps(there outcome, run func() Value) {
	switch {
	case !there.known:
		m.fork([]arm{{there.yes, run}, {there.no, func() Value { return nil }}})
	case there.holds:
		run()
	}
}

// iterates is the condition that something of unknown length has any items.
func (m *Machine) iterates(v Value, at python.Node) *Condition {
	if o, ok := v.(*Object); ok {
		return m.condition(o, Iterates, nil, at)
	}
	return m.newCondition(nil, Iterates, nil, at)
}

// Iterates is the operator of the condition that a loop goes round at all. Nobody writes it as a test.
const Iterates = "iterates"

// Raises is the operator of the condition that something in the body of a try raises.
const Raises = "raises"

func (m *Machine) whileLoop(s *python.While) {
	first := m.test(s.Test)
	if m.dead {
		return
	}
	if first.known && !first.holds {
		m.block(s.Else)
		return
	}
	_, forever := s.Test.(*python.Constant) // while True: nothing tells when it ends
	exact := first.known && !forever && !m.trains(s.Body)
	loop := func() Value {
		run := m.enterLoop(s, nil)
		laps := 2
		if exact {
			laps = maxExactLaps
		}
		m.turn(s, s.Else, run, laps, exact, func(n int) {
			t := m.frame.loops[len(m.frame.loops)-1]
			test := first
			if n > 0 {
				test = m.test(s.Test)
			}
			switch {
			case !test.known:
				t.open = true
				m.assume(test.yes)
			case !test.holds:
				t.over = true
				return
			}
			m.block(s.Body)
		})
		run.End = m.seq
		return nil
	}
	if first.known {
		loop()
		return
	}
	m.fork([]arm{{first.yes, loop}, {first.no, func() Value { m.block(s.Else); return nil }}})
}

func (m *Machine) enterLoop(s python.Stmt, iterated Value) *LoopRun {
	run := &LoopRun{
		Node:     s,
		Unit:     m.frame.unit,
		Iterated: iterated,
		Entry:    m.next(),
		Laps:     m.lapsNow(),
		Caller:   m.caller(),
		Gates:    m.gates(),
	}
	run.Seq = run.Entry
	if m.Locate {
		run.Names, run.Values = m.visible()
		m.copied(2 * len(run.Names))
	}
	m.Trace.Loops = append(m.Trace.Loops, run)
	return run
}

// visible are the variables of the function or module that runs, and of the functions around it.
func (m *Machine) visible() (names []string, values []Value) {
	names, values = m.Named(m.frame.scope)
	for s := m.frame.scope.parent; s != nil && s.parent != nil; s = s.parent {
		if s.Class != nil { // the body of a class is not seen from its methods
			continue
		}
		outer, held := m.Named(s)
		for i, name := range outer {
			if !slices.Contains(names, name) {
				names, values = append(names, name), append(values, held[i])
			}
		}
	}
	return names, values
}

// turn runs a loop's body lap by lap, and what stands in its else on the ways that no break leaves.
func (m *Machine) turn(s python.Stmt, otherwise []python.Stmt, run *LoopRun, laps int, exact bool, body func(n int)) {
	t := &turning{trail: len(m.trail), path: len(m.path), entry: run.Entry, managers: len(m.frame.grads)}
	m.frame.loops = append(m.frame.loops, t)
	if !exact {
		m.widenCounters(s)
	}
	began := m.steps
	for n := 0; n < laps && !m.dead && !t.over && m.spend(1); n++ {
		t.lapTrail, t.lapPath, t.continues = len(m.trail), len(m.path), nil
		m.laps = append(m.lapsNow(), Lap{Loop: s, Entry: run.Entry, N: n, Exact: exact, trail: len(m.trail)})
		run.Turns++
		body(n)
		m.laps = m.laps[:len(m.laps)-1]
		if len(t.continues) > 0 {
			m.rejoin(t.continues, t.lapTrail, t.lapPath)
		}
		m.forget(t.lapPath)
		if exact && (n > 0 && m.steps-began > maxLoopSteps || t.open || n == laps-1 && isWhile(s)) {
			exact, laps = false, n+3
			m.widenCounters(s)
		}
		if !exact && !m.dead && m.widen(s, t.trail) && n == laps-1 && laps < maxOpenLaps {
			laps++ // what changed in this lap only now reaches what the next one computes from it
		}
	}
	m.frame.loops = m.frame.loops[:len(m.frame.loops)-1]
	if len(otherwise) > 0 && !m.dead {
		if len(t.breaks) > 0 {
			m.forks++ // a return in it is one of several ends
			m.block(otherwise)
			m.forks--
		} else {
			m.block(otherwise)
		}
	}
	if len(t.breaks) > 0 {
		m.rejoin(t.breaks, t.trail, t.path)
	}
	m.forget(t.path)
}

// rejoin goes on where the ways that left a lap, or the loop, early meet the one that went to its end, if any does.
func (m *Machine) rejoin(left []ending, trail, path int) {
	if !m.dead {
		left = append(left, m.ends(trail, path, nil))
	}
	m.dead = false
	m.undo(trail)
	m.forget(path)
	m.meet(left)
}

// isWhile: a while whose laps were not counted to its end goes on.
func isWhile(s python.Stmt) bool { _, ok := s.(*python.While); return ok }

// trains reports whether a body does what only training loops do: its laps are then told apart as the first and
// the later ones, however many there are. A loop within it does, unless all it can do is fill something.
func (m *Machine) trains(body []python.Stmt) bool {
	found, nested := false, false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.For, *python.While:
			nested = true
		case *python.Attribute:
			switch n.Attr {
			case "backward", "zero_grad", "step", "no_grad":
				found = true
			}
		case *python.Name: // from torch import no_grad
			found = found || n.ID == "no_grad"
		}
		return !found
	})
	return found || nested && !m.constructs() && !onlyFills(body)
}

// maxNames bounds the names of parts that a loop goes over one by one.
const maxNames = 8

// namesParts reports whether a loop goes over a few names that are written down, and takes what each of them names:
// for name in ["G_A", "G_B", "D_A"]: net = getattr(self, "net" + name). Its laps are about different things.
func (m *Machine) namesParts(list []Value, body []python.Stmt) bool {
	if len(list) > maxNames || slices.ContainsFunc(list, func(v Value) bool { _, ok := Bare(v).(Str); return !ok }) {
		return false
	}
	takes, steps := false, false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			switch n.Attr {
			case "backward", "zero_grad", "step":
				steps = true
			}
		case *python.Name:
			takes = takes || n.ID == "getattr" || n.ID == "setattr"
		}
		return !steps
	})
	return takes && !steps
}

// constructs reports whether the constructor of an object runs, or what it calls.
func (m *Machine) constructs() bool {
	for f := m.frame; f != nil; f = f.above {
		if f.function != nil && f.function.Name() == "__init__" {
			return true
		}
	}
	return false
}

// onlyFills reports whether the loops of a body walk over what is written down, and call nothing but Python itself and
// methods that put something into a container.
func onlyFills(body []python.Stmt) bool {
	only := true
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.While:
			only = false
		case *python.Call:
			switch f := n.Func.(type) {
			case *python.Name:
				only = only && computes[f.ID]
			case *python.Attribute:
				only = only && putsIn[f.Attr]
			default:
				only = false
			}
		}
		return only
	})
	return only
}

// computes are functions of Python's own that compute something from numbers, texts and containers; putsIn the methods
// that put something into a container, or write a text.
var (
	computes = map[string]bool{
		"range":     true,
		"len":       true,
		"enumerate": true,
		"zip":       true,
		"reversed":  true,
		"sorted":    true,
		"list":      true,
		"tuple":     true,
		"dict":      true,
		"set":       true,
		"int":       true,
		"float":     true,
		"str":       true,
		"min":       true,
		"max":       true,
		"sum":       true,
		"abs":       true,
		"round":     true,
		"print":     true,
	}
	putsIn = map[string]bool{
		"append":     true,
		"extend":     true,
		"insert":     true,
		"add":        true,
		"update":     true,
		"setdefault": true,
		"format":     true,
		"items":      true,
		"keys":       true,
		"values":     true,
		"get":        true,
	}
)

// elements lists what a loop over a value walks through; exact is false when the number is not known.
func (m *Machine) elements(v Value) (list []Value, exact bool) {
	switch v := m.narrow(v).(type) {
	case *Tuple:
		return v.Items, true
	case Str:
		if len(v) > maxExactLaps {
			return nil, false
		}
		for _, r := range string(v) {
			list = append(list, Str(string(r)))
		}
		return list, true
	case *Range:
		if v.Len() > maxExactLaps {
			return nil, false
		}
		for i := range v.Len() {
			list = append(list, Int(v.Start+i*v.Step))
		}
		return list, true
	case *Object:
		switch v.Kind {
		case List, Set:
			held := m.items(v)
			return held.list, held.rest == nil
		case Dict:
			held := m.entries(v)
			sure := held.sureKeys()
			return held.keys[:sure], held.rest == nil && !held.unordered && sure == len(held.keys)
		case Instance:
			if held := m.held(v); held != nil {
				return m.elements(held)
			}
			if list, exact, ok := m.iterateInstance(v); ok {
				return list, exact
			}
		}
	}
	return nil, false
}

// held is the container that stands behind an object of a library which holds others: a ModuleList. nil for none.
func (m *Machine) held(o *Object) Value {
	if m.Library == nil {
		return nil
	}
	return m.Library.Attribute(m, o, Elements)
}

// Elements is the attribute by which a Library is asked for the container behind an object.
const Elements = "<elements>"

// element is one item of something whose number of items is not known.
func (m *Machine) element(v Value, at python.Node) Value {
	switch v := m.narrow(v).(type) {
	case *Range:
		o := m.unknown(at, "a number of a range")
		o.Operator, o.Operands = counting, []Value{v}
		return o
	case *Tuple:
		return m.anyOf(v.Items, nil, at)
	case *Choice:
		return m.each(v, func(v Value) Value { return m.element(v, at) })
	case *Object:
		if m.Library != nil {
			if item := m.Library.Attribute(m, v, AnyItem); item != nil {
				return item
			}
		}
		switch v.Kind {
		case List, Set:
			held := m.items(v)
			return m.anyOf(held.list, held.rest, at)
		case Dict:
			held := m.entries(v)
			return m.anyOf(held.keys, m.restOf(held, "a key of a dictionary", at), at)
		case Instance:
			if held := m.held(v); held != nil {
				return m.element(held, at)
			}
			if list, _, ok := m.iterateInstance(v); ok {
				return m.anyOf(list, nil, at)
			}
		}
		if v.Operator == enumerated || v.Operator == zipped {
			return m.elementTuple(v, at)
		}
		if v.Operator == counting && len(v.Operands) == 1 { // range() of an unknown length
			return m.changing(at, "")
		}
		if v.Operator == wrapping { // tqdm(loader), reversed(list)
			return m.element(v.Operands[0], at)
		}
	}
	o := m.unknown(at, "an item of what is iterated")
	o.Operator, o.Operands = iterating, []Value{v}
	return o
}

// Walked is one item of something that is walked over where a call stands.
func (m *Machine) Walked(v Value, c *Call) Value { return m.element(v, c.At) }

// The operators of what builtins give that walk over something else.
const (
	enumerated = "enumerate"
	zipped     = "zip"
	wrapping   = "wrap"      // gives the items of its operand
	iterating  = "iteration" // an item of its operand
	// Iterating, Counting and the others are how package train reads an object's Operator.
	Iterating  = iterating
	Counting   = counting
	Wrapping   = wrapping
	Enumerated = enumerated
	Zipped     = zipped
)

// AnyItem is the attribute by which a Library is asked for an item of something that is walked over.
const AnyItem = "<item>"

// elementTuple is one item of enumerate or zip.
func (m *Machine) elementTuple(v *Object, at python.Node) Value {
	var list []Value
	if !m.spend(1) { // of zips of zips there are as many items as 2 to their number
		return m.unknown(at, "an item of what is iterated")
	}
	if v.Operator == enumerated {
		list = append(list, m.changing(at, ""))
	}
	for _, over := range v.Operands {
		list = append(list, m.element(over, at))
	}
	return m.tuple(list, at)
}

// anyOf is one of several values, it is not known which.
func (m *Machine) anyOf(list []Value, rest Value, at python.Node) Value {
	if rest != nil {
		list = append(list[:len(list):len(list)], rest)
	}
	if len(list) == 0 {
		return m.unknown(at, "an item of an empty container")
	}
	alternatives := make([]Alternative, 0, len(list))
	for i, v := range list {
		if i > maxAlternatives {
			break
		}
		alternatives = append(alternatives, Alternative{nil, v})
	}
	return m.choice(alternatives)
}
