package exact

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Loop is a loop of a program that is run apart from what stands before it: somebody else knows what that leaves
// behind.
type Loop struct {
	Unit *Unit
	Stmt python.Stmt // a *python.For or *python.While
	// Names are what the loop finds bound: the variables of its function or, of a loop outside of any, of its module.
	Names  map[string]Value
	Inside bool // it stands in a function
}

// Run goes round a loop so many times at most, or until what it walks over ends. The test of a while is taken to hold.
// Each lap is handed to lap, which does it and says whether there is another.
func (m *Machine) Run(l Loop, laps int, lap func(n int, do func()) bool) {
	around := l.Unit.scope
	if l.Inside {
		around = &scope{names: map[string]Value{}, parent: l.Unit.scope, unit: l.Unit}
	}
	for name, v := range l.Names {
		around.names[name] = v
	}
	outer := m.frame
	m.frame = &frame{above: outer, unit: l.Unit, scope: around, node: l.Stmt}
	defer func() { m.frame = outer }()
	m.laps(l.Stmt, laps, lap)
}

// laps goes round a loop where the run stands.
func (m *Machine) laps(loop python.Stmt, laps int, lap func(n int, do func()) bool) {
	next := func() bool { return true }
	var body []python.Stmt
	switch s := loop.(type) {
	case *python.While:
		body = s.Body
	case *python.For:
		body = s.Body
		over := m.Iterator(m.openEnded(s.Iter))
		next = func() bool {
			item, ok := over.Next()
			if ok {
				m.target(s.Target, item)
			}
			return ok
		}
	}
	for n := 0; n < laps && next(); n++ {
		end := goesOn
		goes := lap(n, func() {
			m.spend()
			end = m.block(body)
		})
		if !goes || end == breaks || end == returns {
			return
		}
		m.frame.node = loop
	}
}

// openEnded is what a loop walks over of which only the first laps matter: a range whose end is a count that nobody
// knows is taken to be longer than that.
func (m *Machine) openEnded(over python.Expr) Value {
	outer := m.endless
	m.endless = m.frame
	defer func() { m.endless = outer }()
	return m.eval(over)
}

// repeats reports whether the laps of a loop that are left do what the first ones did, and leave nothing behind: two
// hundred batches of an evaluation, whose losses nobody knows.
func (m *Machine) repeats(s *python.For, list Value) bool {
	r, ok := list.(*Range)
	if !ok || r.Len() < 8 || m.Idle == nil || !m.Idle() {
		return false
	}
	python.WalkBody(s.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Yield, *python.Await, *python.Return, *python.Raise, *python.Walrus:
			ok = false
		case *python.Simple:
			ok = ok && n.Kind == python.Pass
		case *python.AugAssign: // a sum of numbers that are not known
			name, isName := n.Target.(*python.Name)
			if isName {
				_, isName = m.find(name.ID).(*Unknown)
			}
			ok = ok && isName
		case *python.Call:
			if method, isMethod := n.Func.(*python.Attribute); isMethod && slices.Contains(fillers, method.Attr) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// shapesBound are the shapes of what the names hold that a loop binds: a text that is generated grows with each lap.
func (m *Machine) shapesBound(s *python.For) map[string]Value {
	found := map[string]Value{}
	for n := range python.AllIn(s.Body) {
		name, ok := n.(*python.Name)
		if !ok || !python.IsTarget(name) {
			continue
		}
		switch v := m.find(name.ID).(type) {
		case nil, *Unknown, string, int64, float64, bool, NoneType, *Function, *Class:
		case *List:
			found[name.ID] = int64(len(v.Items))
		default:
			if m.Library != nil {
				if shape := m.Library.Attribute(m, v, "shape"); shape != nil {
					found[name.ID] = shape
				}
			}
		}
	}
	return found
}

// mostTaken is how many items anybody takes of a generator before it is asked how many there are.
const mostTaken = 4096

// asManyAsTaken is what a generator walks over of which nobody knows how much it holds: who asks the generator for
// batches takes as many as he follows.
func (m *Machine) asManyAsTaken(u *Unknown) *Iterator {
	n := 0
	return &Iterator{Next: func() (Value, bool) {
		m.spend()
		if n++; n > mostTaken {
			m.StopFor(u, "what is walked over")
		}
		return eachOf(u), true
	}}
}

// mostOpen is how long such a range is.
const mostOpen = 16

// yieldsIn reports whether statements of a generator give an item.
func yieldsIn(body []python.Stmt) (found bool) {
	python.WalkBody(body, func(n python.Node) bool {
		switch n.(type) {
		case *python.Yield:
			found = true
		case *python.Function, *python.Class, *python.Lambda:
			return false
		}
		return !found
	})
	return found
}

// watched is a loop that a program comes to by itself: begin is told when it does, and each lap is handed to lap.
type watched struct {
	stmt python.Stmt
	// around are the loops that it stands in, or that call what it stands in: the program goes round them.
	around []python.Stmt
	laps   int
	leaves func() // is told when the program comes to the first of those, or to the loop
	begin  func()
	lap    func(n int, do func()) bool
	left   bool
}

// leave notes that what stands before all loops is done.
func (m *Machine) leave() {
	if w := m.watched; !w.left {
		w.left = true
		w.leaves()
	}
}

// reached ends a run behind the loop that is watched.
var reached = &Stop{Reason: "the loop is reached"}

// met goes round the loop that is watched, and ends the run behind it.
func (m *Machine) met(loop python.Stmt) {
	w := m.watched
	if w == nil || w.stmt != loop {
		return
	}
	m.leave()
	m.watched = nil
	w.begin()
	m.laps(loop, w.laps, w.lap)
	panic(reached)
}

// leads reports whether a loop is one of those around the loop that is watched.
func (m *Machine) leads(s python.Stmt) bool {
	return m.watched != nil && slices.Contains(m.watched.around, s)
}

// walked is what a loop walks over; unknown where that cannot be followed, of a loop that leads to the one that is
// watched.
func (m *Machine) walked(s *python.For) (list Value) {
	if !m.leads(s) {
		if m.frame.yield != nil && yieldsIn(s.Body) { // who asks a generator for batches takes as many as he follows
			return m.openEnded(s.Iter)
		}
		return m.eval(s.Iter)
	}
	m.leave()
	err := m.Try(func() { list = m.eval(s.Iter) })
	var stop *Stop
	switch {
	case err == nil:
		return list
	case errors.As(err, &stop):
		return &Unknown{Why: stop.Reason, At: stop.At}
	}
	panic(err)
}

// Start is how a script is run from its start to a loop of its program.
type Start struct {
	Script *python.Module
	Loop   python.Stmt
	// Around are the loops that it stands in, or that call what it stands in.
	Around []python.Stmt
	// Leaves is told when the program comes to the first of all these loops, Begin when it comes to Loop.
	Leaves, Begin func()
}

// RunScript runs a script from its start to a loop of its program, and goes round that as Run does. The error says what
// keeps the program from coming to it.
func (m *Machine) RunScript(s Start, laps int, lap func(n int, do func()) bool) error {
	u := &Unit{Module: s.Script, Name: "__main__", state: unitRunning}
	u.scope = &scope{
		names: map[string]Value{"__name__": "__main__", "__file__": s.Script.File.Path, "__doc__": None},
		unit:  u,
	}
	u.sized = m.sizesOf(s.Script)
	m.units[s.Script], m.top = u, path.Dir(s.Script.File.Path)
	m.watched = &watched{stmt: s.Loop, around: s.Around, laps: laps, leaves: s.Leaves, begin: s.Begin, lap: lap}
	outer := m.frame
	m.frame = &frame{above: outer, unit: u, scope: u.scope}
	defer func() { m.frame = outer }()
	err := m.script(s.Script.Body)
	if errors.Is(err, reached) {
		return nil
	}
	if raised, ok := asRaised(err); ok && !raised.Said { // whether it would is not for sure: not all of a library is known
		at := raised.At
		raised.At = Place{}
		return &Stop{At: at, Reason: "the program raises " + raised.Error()}
	}
	if err == nil {
		return &Stop{Reason: "the program does not come to its training loop"}
	}
	return err
}

// script runs statements of a script: those that nothing can be said about, and that have nothing at hand that they may
// have changed, leave what they bind unknown. The error is the first reason for that.
func (m *Machine) script(body []python.Stmt) (first error) {
	for _, s := range body {
		var err error
		if branch, ok := s.(*python.If); ok && startsScript(branch) {
			err = m.script(branch.Body)
		} else {
			err = m.topLevel(s, m.Steps)
		}
		if err != nil && executes(s) {
			m.forgetNumbers(&Unknown{Why: "what exec runs may set it", At: m.Place()})
			err = nil
		}
		var raised *Raised
		if errors.Is(err, reached) || errors.As(err, &raised) || m.watched == nil || err != nil && m.touches(s) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// touches reports whether a statement of a script may change a model, or what one is made by: such a thing is at hand
// where it stands.
func (m *Machine) touches(s python.Stmt) bool {
	held := false
	python.Walk(s, func(n python.Node) bool {
		name, ok := n.(*python.Name)
		if !ok || held {
			return !held
		}
		switch v := m.find(name.ID).(type) {
		case *Function, *Method, *Instance, *Dict, *List, *Set: // what it has done in part: options that it sets, globals
			held = true
		case *Class:
			held = v.Node != nil
		case nil:
		default:
			held = m.holdsModel(v, heldDepth)
		}
		return !held
	})
	return held
}

// heldDepth is how deep objects are looked into.
const heldDepth = 4

// holdsModel reports whether a value is, or holds, what the library does not let go unseen: a model, a tensor.
func (m *Machine) holdsModel(v Value, depth int) bool {
	m.spend()
	if m.Library == nil || depth == 0 {
		return false
	}
	o, ok := v.(*Instance)
	if !ok || !m.Library.Harmless(None, Positional(v)) {
		return !m.Library.Harmless(None, Positional(v))
	}
	for _, held := range o.Attrs.All() {
		if m.holdsModel(held, depth-1) {
			return true
		}
	}
	return false
}

// executes reports whether a statement is exec(…).
func executes(s python.Stmt) bool {
	e, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*python.Call)
	if !ok {
		return false
	}
	name, ok := c.Func.(*python.Name)
	return ok && name.ID == "exec"
}

// forgetNumbers has the numbers and texts of the script be what somebody else knows that a program makes of them,
// unknown where nobody does.
func (m *Machine) forgetNumbers(why *Unknown) {
	for _, name := range slices.Sorted(maps.Keys(m.frame.scope.names)) {
		switch m.frame.scope.names[name].(type) {
		case bool, int64, float64, string, NoneType:
		default:
			continue
		}
		if strings.HasPrefix(name, "__") {
			continue
		}
		m.frame.scope.names[name] = why
		if m.Globals != nil {
			if v := m.Globals(m.frame.unit, name); v != nil {
				m.frame.scope.names[name] = v
			}
		}
	}
}

// startsScript reports whether what stands below a test runs where the file is started, and not where it is imported.
func startsScript(s *python.If) bool {
	test, ok := s.Test.(*python.Compare)
	if !ok {
		return false
	}
	name, ok := test.Operands[0].(*python.Name)
	return ok && name.ID == "__name__"
}

// Held visits what the variables of all calls under way name, and those of the modules around them.
func (m *Machine) Held(visit func(Value)) {
	seen := map[*scope]bool{}
	for f := m.frame; f != nil; f = f.above {
		for s := f.scope; s != nil && !seen[s]; s = s.parent {
			seen[s] = true
			for _, name := range slices.Sorted(maps.Keys(s.names)) { // what comes of it must not depend on their order in memory
				visit(s.names[name])
			}
		}
	}
}

// Lambda is a lambda of a module, apart from the function that it may stand in: of what that binds it sees the names
// around, and its parameters default to what is known of them.
func (m *Machine) Lambda(u *Unit, l *python.Lambda, around, defaults map[string]Value) Value {
	f := &Function{Name: "<lambda>", Lambda: l, Unit: u, params: l.Params}
	return m.apart(f, l, around, defaults)
}

// Closure is Lambda for a function that stands within another one.
func (m *Machine) Closure(u *Unit, n *python.Function, around, defaults map[string]Value) Value {
	f := &Function{Name: n.Name, Node: n, Unit: u, params: n.Params, yields: m.hasYield(n)}
	if around == nil {
		around = map[string]Value{}
	}
	around[n.Name] = f
	return m.apart(f, n, around, defaults)
}

// LocalClass is a class of a module that stands where its names are not bound when the module is imported: below a test
// of the script's name, what is imported there before, or within a function.
func (m *Machine) LocalClass(u *Unit, n *python.Class) Value {
	if v := m.locals[n]; v != nil {
		return v
	}
	outer := m.frame
	around := &scope{names: map[string]Value{}, parent: u.scope, unit: u}
	m.frame = &frame{above: outer, unit: u, scope: around, node: n}
	defer func() { m.frame = outer }()
	if below, ok := n.Parent().(*python.If); ok {
		for _, s := range below.Body {
			if one, ok := s.(*python.Import); ok {
				m.imports(one)
			}
		}
	}
	v := m.class(n)
	around.names[n.Name] = v
	if m.locals == nil {
		m.locals = map[*python.Class]Value{}
	}
	m.locals[n] = v
	return v
}

// apart gives a function its scope and what its parameters default to.
func (m *Machine) apart(f *Function, n python.Node, around, defaults map[string]Value) Value {
	outer := m.frame
	m.frame = &frame{above: outer, unit: f.Unit, scope: f.Unit.scope, node: n}
	if len(around) > 0 {
		m.frame.scope = &scope{names: around, parent: f.Unit.scope, unit: f.Unit}
	}
	defer func() { m.frame = outer }()
	f.scope, f.defaults = m.frame.scope, make([]Value, len(f.params))
	for i, p := range f.params {
		if p.Default == nil {
			continue
		}
		if f.defaults[i] = defaults[p.Name]; f.defaults[i] == nil {
			f.defaults[i] = m.eval(p.Default)
		}
	}
	return f
}
