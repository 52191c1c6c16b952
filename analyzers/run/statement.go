package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

func (m *Machine) block(body []python.Stmt) {
	for _, s := range body {
		if m.dead || !m.spend(1) {
			return
		}
		m.stmt(s)
	}
}

func (m *Machine) stmt(s python.Stmt) {
	m.node = s
	if m.Hides != nil && m.Hides(s) {
		return
	}
	switch s := s.(type) {
	case *python.ExprStmt:
		m.eval(s.Value)
	case *python.Assign:
		m.assign(s)
	case *python.AugAssign:
		m.augment(s)
	case *python.If:
		m.branch(s)
	case *python.For:
		m.forLoop(s)
	case *python.While:
		m.whileLoop(s)
	case *python.With:
		m.with(s.Items, s.Body)
	case *python.Try:
		m.try(s)
	case *python.Match:
		m.match(s)
	case *python.Return:
		m.leave(m.eval(s.Value))
	case *python.Raise:
		m.eval(s.Value)
		m.dead, m.raised = true, true
	case *python.Simple:
		m.simple(s)
	case *python.Delete:
		m.delete(s)
	case *python.Assert:
		m.assertion(s)
	case *python.Function:
		m.bindName(s.Name, m.define(s))
	case *python.Class:
		m.bindName(s.Name, m.defineClass(s))
	case *python.Import:
		m.importNames(s)
	case *python.Scoping:
		if m.frame.scope.globals == nil {
			m.frame.scope.globals = map[string]bool{}
		}
		for _, name := range s.Names {
			m.frame.scope.globals[name] = s.Global
		}
	case *python.OpaqueStmt:
		for _, e := range s.Parts {
			m.eval(e)
		}
		m.block(s.Body)
	}
}

// leave ends the present call.
func (m *Machine) leave(result Value) {
	if m.dead {
		return
	}
	m.leaveManagers(0)
	m.frame.endings = append(m.frame.endings, m.endOfFrame(result))
	m.dead, m.raised = true, false
	m.departures++
}

// leaveManagers is what a return, break or continue does to the recording of operations: it leaves the context managers
// of the function but for the first ones.
func (m *Machine) leaveManagers(but int) {
	if len(m.frame.grads) > but && m.GradEnabled() != m.frame.grads[but] {
		m.SetGradEnabled(m.frame.grads[but])
	}
}

func (m *Machine) branch(s *python.If) {
	test := m.test(s.Test)
	if m.dead {
		return
	}
	if test.known {
		if test.holds {
			m.block(s.Body)
		} else {
			m.block(s.Else)
		}
		if m.raised && (m.Locate || m.forks == 0) {
			// A check that surely fails on every way: people's programs run, so something of what is known is wrong, a registry
			// that other files fill and that looks empty here.
			m.dead, m.raised = false, false
		}
		return
	}
	m.fork([]arm{
		{test.yes, func() Value { m.block(s.Body); return nil }},
		{test.no, func() Value { m.block(s.Else); return nil }},
	})
}

func (m *Machine) assertion(s *python.Assert) {
	test := m.test(s.Test)
	switch {
	case !test.known:
		m.demand(test.yes)
	case !test.holds:
		m.dead = !m.Locate
	}
}

// with runs a body inside its context managers.
func (m *Machine) with(list []*python.WithItem, body []python.Stmt) {
	outer := len(m.managed)
	grad := m.GradEnabled()
	var left []leaving
	swallow := false
	for _, item := range list {
		m.entering = item.Context
		manager := m.eval(item.Context)
		if m.dead {
			return
		}
		bound, leave := m.enter(manager, item)
		if item.Target != nil {
			m.target(item.Target, bound)
		}
		if leave != nil {
			left = append(left, leave)
		}
		swallow = swallow || m.swallows(manager)
	}
	m.frame.grads = append(m.frame.grads, grad)
	more := m.waysOut()
	if swallow {
		m.mayFail(list[0], func() { m.block(body) })
	} else {
		m.block(body)
	}
	m.frame.grads = m.frame.grads[:len(m.frame.grads)-1]
	m.managed = m.managed[:outer]
	if len(left) > 0 {
		more(func() {
			for _, leave := range slices.Backward(left) {
				leave(None)
			}
		})
		m.leaveAll(left, swallow)
	}
	if !m.dead && m.GradEnabled() != grad {
		m.SetGradEnabled(grad)
	}
}

// leaving is what a context manager does at the end of its body, given the exception that ended it or None. It reports
// whether the program goes on behind the with after one.
type leaving func(exception Value) (swallowed bool)

// leaveAll leaves the managers of a with on the way at hand, the last first. Where one of them swallows exceptions
// nobody knows whether there was one.
func (m *Machine) leaveAll(left []leaving, swallow bool) {
	for _, leave := range slices.Backward(left) {
		exception := m.unknown(m.node, "an exception")
		switch {
		case !m.dead && swallow:
			leave(m.choiceOf(None, exception))
		case !m.dead:
			leave(None)
		case m.raised:
			m.dead, m.raised = false, false
			if swallowed := leave(exception); !swallowed {
				m.dead, m.raised = true, true
			}
		case len(m.frame.endings) > 0 && m.frame.endings[0].inPlace: // return at the end of the body
			m.dead = false
			leave(None)
			m.dead, m.raised = true, false
		}
	}
}

// swallows reports whether the program may go on behind a with of a manager although its body failed.
func (m *Machine) swallows(manager Value) bool {
	o, ok := manager.(*Object)
	if !ok {
		return false
	}
	if o.Made != nil && o.Made.Callee == Value(Symbol("contextlib.suppress")) {
		return true
	}
	class, ok := o.Class.(*Class)
	if !ok || o.Kind != Instance {
		return false
	}
	exit, ok := m.lookupClass(class, "__exit__").(*Function)
	if !ok || exit.Node == nil {
		return false
	}
	for n := range python.All(exit.Node) {
		r, ok := n.(*python.Return)
		if !ok {
			continue
		}
		switch value := r.Value.(type) {
		case *python.Constant:
			if value.Kind == python.True {
				return true
			}
		case *python.Compare: // of the exception's class
			return true
		}
	}
	return false
}

// mayFail runs what an exception may end at any place, behind which the program goes on.
func (m *Machine) mayFail(at python.Node, run func()) {
	failed := m.newCondition(nil, Raises, nil, at)
	var states map[changed][]Value
	m.fork([]arm{
		{[]Literal{{failed, false}}, func() Value {
			trail := len(m.trail)
			run()
			states = m.passed(trail)
			return nil
		}},
		{[]Literal{{failed, true}}, func() Value { m.inAnyOf(states); return nil }},
	})
}

// inAnyOf goes on in any of the states that a body went through.
func (m *Machine) inAnyOf(states map[changed][]Value) {
	for at, values := range states {
		if !m.spend(4 + len(values)) {
			break
		}
		m.set(at.object, at.name, m.choiceOf(values...))
	}
}

// enterInto goes into a context manager from within the body of a with, and returns what it gives.
func (m *Machine) enterInto(manager Value) Value {
	entered := []Value{manager}
	bound := manager
	if o, ok := manager.(*Object); ok && o.Operator == "contextmanager" {
		entered = append(entered, o.Operands[1:]...)
		bound = o.Operands[0]
	}
	for _, one := range entered {
		m.managed = append(m.managed, one)
		m.switchGrad(one)
	}
	return bound
}

// enter goes into a context manager; it returns what `as` binds and what leaving does, nil for nothing that is seen.
func (m *Machine) enter(manager Value, item *python.WithItem) (bound Value, leave leaving) {
	o, ok := manager.(*Object)
	if !ok {
		m.managed = append(m.managed, manager)
		m.switchGrad(manager) // with torch.no_grad() if quiet else nullcontext()
		return manager, leave
	}
	if o.Operator == "contextmanager" { // what stood around its yield stands around the body
		m.managed = append(m.managed, o)
		m.managed = append(m.managed, o.Operands[1:]...)
		for _, around := range o.Operands[1:] {
			m.switchGrad(around)
		}
		return o.Operands[0], m.leaveGenerator(o)
	}
	m.managed = append(m.managed, manager)
	m.switchGrad(manager)
	if o.Kind != Instance {
		return manager, leave
	}
	class, ours := o.Class.(*Class)
	if !ours {
		return manager, leave
	}
	if exit, ok := m.lookupClass(class, "__exit__").(*Function); ok {
		leave = func(exception Value) bool {
			one := Argument{Value: exception}
			says := m.call(&Method{exit, o}, []Argument{one, one, one}, nil, item)
			if IsNone(exception) || m.dead {
				return false
			}
			test := m.truthOf(says, item)
			return !test.known || test.holds
		}
	}
	if method, ok := m.lookupClass(class, "__enter__").(*Function); ok {
		return m.call(&Method{method, o}, nil, nil, item), leave
	}
	return manager, leave
}

// switchGrad does what a context manager of torch does to the recording of operations.
func (m *Machine) switchGrad(manager Value) {
	if m.Library == nil {
		return
	}
	if mode := m.Library.Attribute(m, manager, GradMode); mode != nil {
		m.SetGradEnabled(mode)
	}
}

// GradMode is the attribute by which a Library is asked whether a context manager records operations.
const GradMode = "<grad mode>"

func (m *Machine) try(s *python.Try) {
	if m.triesImport(s) {
		m.block(s.Body)
		m.block(s.Else)
		m.block(s.Finally)
		return
	}
	more := m.waysOut()
	raises, known := m.converts(s)
	switch {
	case len(s.Handlers) == 0 || known && !raises || m.Locate && givesUp(s.Handlers):
		m.block(s.Body)
		m.block(s.Else)
	case known && len(s.Handlers) == 1:
		m.handle(s.Handlers[0])
	default:
		m.guarded(s)
	}
	if len(s.Finally) > 0 {
		more(func() { m.block(s.Finally) })
	}
	if m.dead { // what finally does on the way out is seen, though nothing goes on behind it
		m.dead = false
		m.block(s.Finally)
		m.dead = true
		return
	}
	m.block(s.Finally)
}

// guarded runs the body of a try and its handlers. A handler begins in any state that the body went through.
func (m *Machine) guarded(s *python.Try) {
	failed := m.newCondition(nil, Raises, nil, s)
	var states map[changed][]Value
	read := false
	arms := []arm{{[]Literal{{failed, false}}, func() Value {
		trail, before := len(m.trail), m.reads()
		m.block(s.Body)
		read = m.reads().onlyFound(before)
		states = m.passed(trail)
		m.block(s.Else)
		return nil
	}}}
	for _, h := range s.Handlers {
		arms = append(arms, arm{[]Literal{{failed, true}}, func() Value {
			if m.Locate && read && catchesFailedRead(h) {
				m.dead, m.raised = true, true
				return nil
			}
			m.inAnyOf(states)
			m.handle(h)
			return nil
		}})
	}
	m.fork(arms)
}

// handle runs a handler.
func (m *Machine) handle(h *python.Handler) {
	if h.Type != nil {
		m.eval(h.Type)
	}
	if h.Name != nil {
		m.bindName(h.Name.ID, m.unknown(h, "an exception"))
	}
	m.block(h.Body)
}

// passed lists the values that every field had since the trail had a length.
func (m *Machine) passed(trail int) map[changed][]Value {
	states := map[changed][]Value{}
	m.copied(len(m.trail) - trail)
	for _, w := range m.trail[trail:] {
		at := changed{object: w.object, name: w.name}
		old := w.old
		if old == nil {
			old = w.object.first.get(w.name)
		}
		states[at] = append(states[at], old)
	}
	for at := range states {
		states[at] = append(states[at], at.object.fields.get(at.name))
	}
	return states
}

// triesImport reports whether a try is there for libraries that may be missing: what it imports is taken to be there.
func (m *Machine) triesImport(s *python.Try) bool {
	imports := false
	for _, part := range s.Body {
		if _, ok := part.(*python.Import); ok {
			imports = true
		}
	}
	if !imports {
		return false
	}
	for _, h := range s.Handlers {
		switch name := h.Type.(type) {
		case nil:
			continue
		case *python.Name:
			switch name.ID {
			case "ImportError", "ModuleNotFoundError", "Exception", "AttributeError", "OSError", "RuntimeError":
				continue
			}
		case *python.Sequence:
			continue
		}
		return false
	}
	return true
}

func (m *Machine) match(s *python.Match) {
	subject := m.eval(s.Subject)
	var arms []arm
	var perhaps []captured // bound where a pattern fits and its guard fails
	all := false
	for _, c := range s.Cases {
		when := m.newCondition(nil, "case", nil, c)
		if o, ok := subject.(*Object); ok {
			when.Object = o
		}
		if c.Plain && c.Guard == nil { // case "adam":, case Unit.STEP:
			if literal := m.literal(c.Patterns[0]); literal != nil {
				test := m.compare("==", subject, literal, c)
				if test.known && !test.holds {
					continue
				}
				before := perhaps
				body := func() Value { m.bindParts(before); m.block(c.Body); return nil }
				if test.known {
					arms = append(arms, arm{nil, body})
					all = true
					break
				}
				arms = append(arms, arm{test.yes, body})
				continue
			}
		}
		names := append(slices.Clip(perhaps), m.capturedBy(c, subject)...)
		body := func() Value { m.bindParts(names); m.block(c.Body); return nil }
		arms = append(arms, arm{[]Literal{{when, true}}, body})
		if c.Guard != nil {
			perhaps = names
		}
		if all = takesAll(c); all {
			break
		}
	}
	if len(arms) == 0 {
		return
	}
	if len(arms) == 1 && all {
		arms[0].run()
		return
	}
	if !all {
		none := m.newCondition(nil, "no case", nil, s)
		arms = append(arms, arm{[]Literal{{none, true}}, func() Value { m.bindParts(perhaps); return nil }})
	}
	m.fork(arms)
}

// captured is a name of a pattern with what it is bound to.
type captured struct {
	name string
	v    Value
}

// capturedBy are the names that the pattern of a case binds: one that stands alone takes the whole subject.
func (m *Machine) capturedBy(c *python.Case, subject Value) []captured {
	var names []captured
	for _, p := range c.Patterns {
		name, ok := p.(*python.Name)
		switch {
		case !ok || name.ID == "_":
		case c.Plain && len(c.Patterns) == 1:
			names = append(names, captured{name.ID, subject})
		default:
			names = append(names, captured{name.ID, m.unknown(p, "part of a pattern")})
		}
	}
	return names
}

func (m *Machine) bindParts(names []captured) {
	for _, c := range names {
		m.bindName(c.name, c.v)
	}
}

// takesAll reports whether whatever comes to a case takes it: case _:, case other:.
func takesAll(c *python.Case) bool {
	if !c.Plain || c.Guard != nil {
		return false
	}
	_, name := c.Patterns[0].(*python.Name)
	return name
}

// literal is a constant that stands in a pattern, or what a dotted name there stands for; nil for anything else.
func (m *Machine) literal(e python.Expr) Value {
	switch e := e.(type) {
	case *python.String, *python.Number, *python.Constant, *python.Attribute:
		return m.eval(e)
	}
	return nil
}

func (m *Machine) delete(s *python.Delete) {
	for _, t := range s.Targets {
		switch t := t.(type) {
		case *python.Name:
			m.set(m.scopeOf(t.ID), t.ID, nil)
		case *python.Attribute:
			m.each(m.eval(t.Value), func(v Value) Value {
				if o, ok := v.(*Object); ok {
					m.deleteAttribute(o, t.Attr, t)
				}
				return nil
			})
		case *python.Subscript:
			if len(t.Index) != 1 {
				continue
			}
			on, key := m.eval(t.Value), Bare(m.eval(t.Index[0]))
			m.each(on, func(v Value) Value {
				if o, ok := v.(*Object); ok {
					m.noteDeleted(&Store{Kind: StoreItem, Node: t, Target: o, Key: key})
					m.deleteItem(o, key, t)
				}
				return nil
			})
		}
	}
}

func (m *Machine) deleteAttribute(o *Object, name string, at python.Node) {
	m.noteDeleted(&Store{Kind: StoreAttribute, Node: at, Target: o, Name: name, Old: m.get(o, name)})
	m.set(o, name, nil)
}

// noteDeleted notes what del takes out of something of which not all is known: a module's part, an item of one.
func (m *Machine) noteDeleted(s *Store) {
	if s.Target.Kind == Instance || isUnknown(s.Target) {
		m.situate(s)
		m.Trace.Deletes = append(m.Trace.Deletes, s)
	}
}

func (m *Machine) simple(s *python.Simple) {
	if s.Kind == python.Pass || len(m.frame.loops) == 0 {
		return
	}
	t := m.frame.loops[len(m.frame.loops)-1]
	m.leaveManagers(t.managers)
	if s.Kind == python.Break {
		t.breaks = append(t.breaks, m.ends(t.trail, t.path, nil))
	} else {
		t.continues = append(t.continues, m.ends(t.lapTrail, t.lapPath, nil))
	}
	m.dead, m.raised = true, false
	m.departures++
}
