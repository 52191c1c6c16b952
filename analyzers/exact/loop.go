package exact

import "github.com/trainlint/trainlint/analyzers/python"

// Loop is a loop of a program that is run apart from what stands before it: somebody else knows what that leaves behind.
type Loop struct {
	Unit *Unit
	Stmt python.Stmt // a *python.For or *python.While
	// Names are what the loop finds bound: the variables of its function or, of a loop outside of any, of its module.
	Names  map[string]Value
	Inside bool // it stands in a function
}

// Run goes round a loop so many times at most, or until what it walks over ends. The test of a while is taken to hold. Each lap
// is handed to lap, which does it and says whether there is another.
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
	next := func() bool { return true }
	var body []python.Stmt
	switch s := l.Stmt.(type) {
	case *python.While:
		body = s.Body
	case *python.For:
		body = s.Body
		over := m.Iterator(m.eval(s.Iter))
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
		m.frame.node = l.Stmt
	}
}

// Held visits what the variables of all calls under way name, and those of the modules around them.
func (m *Machine) Held(visit func(Value)) {
	seen := map[*scope]bool{}
	for f := m.frame; f != nil; f = f.above {
		for s := f.scope; s != nil && !seen[s]; s = s.parent {
			seen[s] = true
			for _, v := range s.names {
				visit(v)
			}
		}
	}
}

// Lambda is a lambda of a module, apart from the function that it may stand in: of what that binds it sees the names around.
func (m *Machine) Lambda(u *Unit, l *python.Lambda, around map[string]Value) Value {
	outer := m.frame
	m.frame = &frame{above: outer, unit: u, scope: u.scope, node: l}
	if len(around) > 0 {
		m.frame.scope = &scope{names: around, parent: u.scope, unit: u}
	}
	defer func() { m.frame = outer }()
	return m.lambda(l)
}
