package exact

import (
	"maps"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// flow is how a statement ends.
type flow uint8

const (
	goesOn flow = iota
	breaks
	continues
	returns
)

func (m *Machine) block(body []python.Stmt) flow {
	for _, s := range body {
		do := m.exec
		if m.Lenient {
			do = m.leniently
		}
		if f := do(s); f != goesOn {
			return f
		}
	}
	return goesOn
}

func (m *Machine) branch(s *python.If) flow {
	if end, done := m.guard(s); done {
		return end
	}
	if m.Decide == nil && onlyNames(s.Body) && onlyNames(s.Else) {
		return m.either(s)
	}
	if m.collecting > 0 {
		if end, done := m.sorts(s); done {
			return end
		}
	}
	if file := m.asksWeights(s.Test); file != nil && m.fillsEither(s, file) {
		return goesOn
	}
	test := m.eval(s.Test)
	if _, unknown := test.(*Unknown); unknown && m.fills(s.Body) && m.fills(s.Else) {
		return goesOn
	}
	if m.Truth(test) {
		return m.block(s.Body)
	}
	return m.block(s.Else)
}

func (m *Machine) exec(s python.Stmt) flow {
	m.spend()
	m.frame.node = s
	switch s := s.(type) {
	case *python.ExprStmt:
		if !m.updated(s.Value) {
			m.eval(s.Value)
		}
	case *python.Assign:
		m.assign(s)
	case *python.AugAssign:
		m.augment(s)
	case *python.If:
		return m.branch(s)
	case *python.For:
		return m.forLoop(s)
	case *python.While:
		return m.whileLoop(s)
	case *python.With:
		return m.with(s, 0)
	case *python.Try:
		return m.try(s)
	case *python.Return:
		m.frame.result = m.evalOr(s.Value, None)
		return returns
	case *python.Raise:
		if s.Value == nil && m.frame.handling != nil {
			panic(m.frame.handling)
		}
		m.raise(m.evalOr(s.Value, None))
	case *python.Simple:
		switch s.Kind {
		case python.Break:
			return breaks
		case python.Continue:
			return continues
		}
	case *python.Delete:
		m.delete(s)
	case *python.Assert:
		m.assert(s)
	case *python.Function:
		m.bind(s.Name, m.decorate(m.function(s), s.Decorators))
	case *python.Class:
		m.bind(s.Name, m.decorate(m.class(s), s.Decorators))
	case *python.Import:
		m.imports(s)
	case *python.Scoping:
		if m.frame.scope.globals == nil {
			m.frame.scope.globals = map[string]bool{}
		}
		for _, name := range s.Names {
			m.frame.scope.globals[name] = s.Global
		}
	case *python.Match:
		return m.match(s)
	default:
		m.Stop("a statement that is not understood")
	}
	return goesOn
}

// fills reports whether statements do nothing but write into arrays of which no element is known, and read: whether
// they run is no matter then.
func (m *Machine) fills(body []python.Stmt) bool {
	for _, s := range body {
		m.spend()
		var to []python.Expr
		switch s := s.(type) {
		case *python.If:
			if calls(s.Test) || !m.fills(s.Body) || !m.fills(s.Else) {
				return false
			}
			continue
		case *python.Simple:
			if s.Kind == python.Pass {
				continue
			}
			return false
		case *python.Assign:
			to = s.Targets
		case *python.AugAssign:
			to = []python.Expr{s.Target}
		default:
			return false
		}
		if calls(s) || !m.blank(to) {
			return false
		}
	}
	return true
}

// blank reports whether all targets are elements of variables that hold arrays of which no element is known.
func (m *Machine) blank(targets []python.Expr) bool {
	for _, t := range targets {
		at, ok := t.(*python.Subscript)
		if !ok {
			return false
		}
		name, ok := at.Value.(*python.Name)
		if !ok || m.Library == nil || !m.Library.Blank(m.frame.scope.names[name.ID]) {
			return false
		}
	}
	return true
}

// calls reports whether something is called in a piece of program, or a name is bound in it.
func calls(n python.Node) bool {
	found := false
	python.Walk(n, func(n python.Node) bool {
		switch n.(type) {
		case *python.Call, *python.Await, *python.Yield, *python.Walrus:
			found = true
		}
		return !found
	})
	return found
}

// assert: what cannot be decided is taken to hold, as nobody goes on where it does not.
func (m *Machine) assert(s *python.Assert) {
	if truth, known := m.holds(s.Test); known && !truth {
		text := ""
		if s.Message != nil {
			text = m.Text(m.eval(s.Message))
		}
		m.Raise(AssertionError, "%s", text)
	}
}

// holds is the truth of what an assert statement tests; known is false where nobody knows it.
func (m *Machine) holds(test python.Expr) (truth, known bool) {
	switch t := test.(type) {
	case *python.Bool:
		both := t.Op == "and"
		left, known := m.holds(t.Left)
		if known && left != both || !known && !both {
			return left, known
		}
		right, alsoKnown := m.holds(t.Right)
		return right, alsoKnown && (known || !right) // nothing and False is False
	case *python.Unary:
		if t.Op == "not" {
			truth, known = m.holds(t.Operand)
			return !truth, known
		}
	}
	v := m.eval(test)
	if _, unknown := v.(*Unknown); unknown {
		return false, false
	}
	before := m.Asserts
	m.Asserts = true
	defer func() { m.Asserts = before }()
	return m.truth(v)
}

func (m *Machine) evalOr(e python.Expr, otherwise Value) Value {
	if e == nil {
		return otherwise
	}
	return m.eval(e)
}

func (m *Machine) forLoop(s *python.For) flow {
	m.met(s)
	list := m.walked(s)
	if u, unknown := list.(*Unknown); unknown {
		if m.leads(s) {
			m.target(s.Target, &Unknown{Why: u.Why, At: u.At})
			return m.block(s.Body)
		}
		if weights(list) == nil && m.skim(s, u) {
			return m.block(s.Else)
		}
	}
	if file := weights(list); file != nil && m.passedOver(s, file) {
		return m.block(s.Else)
	}
	if u, unknown := list.(*Unknown); unknown && m.frame.yield != nil && m.frame.unit.ours() && yieldsIn(s.Body) {
		list = m.asManyAsTaken(u)
	}
	over, laps := m.Iterator(list), 0
	var shapes map[string]Value
	for {
		item, ok := over.Next()
		if !ok {
			break
		}
		m.spend()
		m.target(s.Target, item)
		switch f := m.block(s.Body); f {
		case breaks:
			return goesOn
		case returns:
			return f
		}
		m.frame.node = s
		switch laps++; {
		case laps == 2 && m.repeats(s, list):
			shapes = m.shapesBound(s)
		case laps == 3 && shapes != nil && m.repeats(s, list) && maps.EqualFunc(shapes, m.shapesBound(s), m.Equal):
			r := list.(*Range)
			list = &Range{Start: r.At(r.Len() - 1), Stop: r.Stop, Step: r.Step}
			over = m.Iterator(list)
		}
	}
	return m.block(s.Else)
}

func (m *Machine) whileLoop(s *python.While) flow {
	m.met(s)
	for m.Truth(m.eval(s.Test)) {
		m.spend()
		switch f := m.block(s.Body); f {
		case breaks:
			return goesOn
		case returns:
			return f
		}
		m.frame.node = s
	}
	return m.block(s.Else)
}

// with enters the managers from the n-th on, one inside the other.
func (m *Machine) with(s *python.With, n int) (end flow) {
	if n == len(s.Items) {
		return m.block(s.Body)
	}
	manager := m.eval(s.Items[n].Context)
	value, exit := m.enter(manager)
	if s.Items[n].Target != nil {
		m.target(s.Items[n].Target, value)
	}
	frame, depth := m.frame, m.depth
	done := false
	defer func() {
		if done {
			return
		}
		fault := recover()
		m.frame, m.depth = frame, depth
		raised, _ := fault.(*Raised)
		if exit(raised) && raised != nil {
			end = goesOn
			return
		}
		panic(fault)
	}()
	end = m.with(s, n+1)
	done = true
	exit(nil)
	return end
}

// Manager is a context manager that is written in Go.
type Manager interface {
	Enter(m *Machine) Value
	Exit(m *Machine)
}

// enter goes into a context manager. What it returns leaves it; true swallows the exception.
func (m *Machine) enter(manager Value) (value Value, exit func(*Raised) bool) {
	switch v := manager.(type) {
	case Manager:
		return v.Enter(m), func(*Raised) bool { v.Exit(m); return false }
	case *Instance:
		if native, ok := v.Native.(Manager); ok {
			return native.Enter(m), func(*Raised) bool { native.Exit(m); return false }
		}
		if m.lookup(v.Class, "__enter__") == nil {
			break
		}
		return m.CallMethod(v, "__enter__"), func(r *Raised) bool {
			args := []Value{None, None, None}
			if r != nil {
				args = []Value{r.Value.Class, r.Value, None}
			}
			return m.Truth(m.Call(m.Attribute(v, "__exit__"), Positional(args...)))
		}
	case *Unknown, Symbol:
		return manager, func(*Raised) bool { return false }
	}
	m.Stop("the context manager (%s) is not known", m.ClassOf(manager).Name)
	return nil, nil
}

func (m *Machine) try(s *python.Try) (end flow) {
	if len(s.Finally) == 0 {
		return m.guarded(s)
	}
	frame, depth := m.frame, m.depth
	defer func() {
		fault := recover()
		if _, stopped := fault.(*Stop); stopped {
			panic(fault)
		}
		m.frame, m.depth = frame, depth
		result := m.frame.result
		if f := m.block(s.Finally); f != goesOn {
			end = f
			return
		}
		m.frame.result = result
		if fault != nil {
			panic(fault)
		}
	}()
	return m.guarded(s)
}

// guarded is a try without its finally.
func (m *Machine) guarded(s *python.Try) flow {
	if !interrupted(s) {
		m.caught++
		defer func() { m.caught-- }()
	}
	if len(s.Handlers) == 0 {
		return m.orElse(m.block(s.Body), s)
	}
	end, raised := m.attempt(s.Body)
	if raised == nil {
		return m.orElse(end, s)
	}
	for _, h := range s.Handlers {
		m.frame.node = h
		if h.Type != nil && !m.catches(m.eval(h.Type), raised) {
			continue
		}
		if h.Name != nil {
			m.bind(h.Name.ID, raised.Value)
		}
		outer := m.frame.handling
		m.frame.handling = raised
		end := m.block(h.Body)
		m.frame.handling = outer
		return end
	}
	panic(raised)
}

func (m *Machine) orElse(end flow, s *python.Try) flow {
	if end != goesOn {
		return end
	}
	return m.block(s.Else)
}

// attempt runs a body; raised is what it raises.
func (m *Machine) attempt(body []python.Stmt) (end flow, raised *Raised) {
	frame, depth := m.frame, m.depth
	m.guards++
	defer func() {
		fault := recover()
		m.guards--
		if fault == nil {
			return
		}
		var ok bool
		if raised, ok = fault.(*Raised); !ok {
			panic(fault)
		}
		m.frame, m.depth = frame, depth
	}()
	return m.block(body), nil
}

// match covers patterns that are constants or names.
func (m *Machine) match(s *python.Match) flow {
	subject := m.eval(s.Subject)
	for _, c := range s.Cases {
		if !c.Plain {
			m.Stop("a pattern that is not understood")
		}
		switch p := c.Patterns[0].(type) {
		case *python.Name:
			if p.ID != "_" {
				m.bind(p.ID, subject)
			}
		case *python.String, *python.Number, *python.Constant:
			if !m.Equal(subject, m.eval(p)) {
				continue
			}
		default:
			m.Stop("a pattern that is not understood")
		}
		if c.Guard == nil || m.Truth(m.eval(c.Guard)) {
			return m.block(c.Body)
		}
	}
	return goesOn
}

func (m *Machine) delete(s *python.Delete) {
	for _, t := range s.Targets {
		m.deleteTarget(t)
	}
}

func (m *Machine) deleteTarget(t python.Expr) {
	switch t := t.(type) {
	case *python.Name:
		names := m.scopeOf(t.ID).names
		if m.Replaced != nil && names[t.ID] != nil {
			m.Replaced(names[t.ID])
		}
		delete(names, t.ID)
	case *python.Attribute:
		m.DeleteAttribute(m.eval(t.Value), t.Attr)
	case *python.Subscript:
		m.deleteItem(m.eval(t.Value), m.index(t))
	case *python.Sequence:
		for _, item := range t.Items {
			m.deleteTarget(item)
		}
	}
}

// bind binds a name in the scope that Python binds it in.
func (m *Machine) bind(name string, v Value) {
	names := m.scopeOf(name).names
	if m.Replaced != nil && names[name] != nil {
		m.Replaced(names[name])
	}
	names[name] = v
}

func (m *Machine) scopeOf(name string) *scope {
	s := m.frame.scope
	global, declared := s.globals[name]
	switch {
	case !declared:
		return s
	case global:
		return m.frame.unit.scope
	}
	for around := s.parent; around != nil; around = around.parent {
		if !around.class && around.names[name] != nil {
			return around
		}
	}
	return s
}

func (m *Machine) assign(s *python.Assign) {
	if s.Annotation != nil && m.frame.class != nil {
		if name, ok := s.Targets[0].(*python.Name); ok {
			m.frame.class.Fields = append(m.frame.class.Fields, name.ID)
		}
	}
	if s.Value == nil {
		return
	}
	v := m.based(s, m.eval(s.Value))
	m.assigned(s, v)
	for _, t := range s.Targets {
		m.target(t, v)
	}
}

// target gives an assignment's target its value.
func (m *Machine) target(t python.Expr, v Value) {
	switch t := t.(type) {
	case *python.Name:
		m.bind(t.ID, v)
	case *python.Attribute:
		m.SetAttribute(m.eval(t.Value), t.Attr, v)
	case *python.Subscript:
		m.setItem(m.eval(t.Value), m.index(t), v)
	case *python.Starred:
		m.target(t.Value, v)
	case *python.Sequence:
		m.unpack(t, v)
	default:
		m.Stop("a target that is not understood")
	}
}

// asUnpacked is the method of a prelude's class whose items depend on how many are asked for: gym gives more of them
// from a version on that nothing names.
const asUnpacked = "trainlint_unpacked"

func (m *Machine) unpack(t *python.Sequence, v Value) {
	if u, ok := v.(*Unknown); ok {
		for _, item := range t.Items {
			if u.Each == nil && !u.Weights {
				u = u.partOf("") // each is another one
			}
			m.target(item, u)
		}
		return
	}
	if o, ok := v.(*Instance); ok && m.lookup(o.Class, asUnpacked) != nil {
		v = m.CallMethod(v, asUnpacked, int64(len(t.Items)))
	}
	list := m.Items(v)
	star := -1
	for i, item := range t.Items {
		if _, ok := item.(*python.Starred); ok {
			star = i
		}
	}
	switch {
	case star < 0 && len(list) != len(t.Items):
		m.Raise(ValueError, "expected %d values to unpack, got %d", len(t.Items), len(list))
	case star >= 0 && len(list) < len(t.Items)-1:
		m.Raise(ValueError, "not enough values to unpack")
	}
	behind := len(t.Items) - 1 - star
	for i, item := range t.Items {
		switch {
		case star < 0 || i < star:
			m.target(item, list[i])
		case i == star:
			m.target(item, &List{append([]Value(nil), list[star:len(list)-behind]...)})
		default:
			m.target(item, list[len(list)-len(t.Items)+i])
		}
	}
}

func (m *Machine) augment(s *python.AugAssign) {
	operator := strings.TrimSuffix(s.Op, "=")
	switch t := s.Target.(type) {
	case *python.Name:
		m.bind(t.ID, m.inPlace(operator, m.eval(t), m.eval(s.Value)))
	case *python.Attribute:
		on := m.eval(t.Value)
		m.SetAttribute(on, t.Attr, m.inPlace(operator, m.Attribute(on, t.Attr), m.eval(s.Value)))
	case *python.Subscript:
		on, key := m.eval(t.Value), m.index(t)
		m.setItem(on, key, m.inPlace(operator, m.Item(on, key), m.eval(s.Value)))
	default:
		m.Stop("a target that is not understood")
	}
}
