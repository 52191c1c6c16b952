package exact

import "github.com/trainlint/trainlint/analyzers/python"

// A file of weights holds tensors by name, and nobody but a run knows their names. Programs walk over it to fill a
// dictionary that is loaded into a model, which changes no size: such a walk is passed over. What the walk binds and
// what it fills is not known afterwards: how many entries the dictionary has, which, and whether it has any. So it
// must be one that nothing but its name leads to.

// weights is a value as a file of weights, or as a part of one; nil for any other.
func weights(v Value) *Unknown {
	if u, ok := v.(*Unknown); ok && u.Weights {
		return u
	}
	return nil
}

// partOf is what is read out of something unknown.
func (u *Unknown) partOf(name string) *Unknown {
	return &Unknown{Why: u.Why, At: u.At, Name: name, Weights: u.Weights}
}

// holdsTensors reports whether nothing that decides a size is kept in a dictionary: it is empty, or what a model gives
// as its state.
func holdsTensors(d *Dict) bool {
	for _, v := range d.values {
		switch v.(type) {
		case bool, int64, float64, string, *List, *Tuple, *Dict, *Set:
			return false
		}
	}
	return true
}

// passedOver passes over a loop that fills dictionaries out of a file of weights; it reports whether it could.
func (m *Machine) passedOver(s *python.For, file *Unknown) bool {
	w := &passage{taken: taken(s.Target), filled: map[string]bool{}}
	if w.taken == nil || !m.fillsTensors(s.Body, w) {
		return false
	}
	for name := range w.filled {
		if !m.ownedByName(name, s) {
			return false
		}
	}
	m.forget(file.partOf(""), targets(s.Target)...)
	for _, part := range s.Body {
		m.forget(&Unknown{Why: file.Why, At: file.At}, bound(part)...)
	}
	for name := range w.filled {
		m.forget(file.partOf(""), name)
	}
	return true
}

// asksWeights is the file of weights that a test reads, as `key in saved and saved[key].shape == own[key].shape` does;
// nil for none.
func (m *Machine) asksWeights(test python.Expr) (file *Unknown) {
	if m.frame.unit == nil || !m.frame.unit.ours() {
		return nil
	}
	python.Walk(test, func(n python.Node) bool {
		if name, ok := n.(*python.Name); ok && file == nil {
			file = weights(m.find(name.ID))
		}
		return file == nil
	})
	return file
}

// fillsEither passes over an if both ways of which fill dictionaries with tensors, whichever is taken: those that a
// file of weights has, and a model's own where it has none. It reports whether it could.
func (m *Machine) fillsEither(s *python.If, file *Unknown) bool {
	w := &passage{filled: map[string]bool{}}
	if !m.computes(s.Test, nil) || !m.fillsTensors(s.Body, w) || !m.fillsTensors(s.Else, w) {
		return false
	}
	for name := range w.filled {
		if !m.ownedByName(name, s) {
			return false
		}
	}
	for _, part := range append(s.Body[:len(s.Body):len(s.Body)], s.Else...) {
		if goesRound(part) { // what follows in the loop is done for some alone
			return false
		}
	}
	for _, part := range append(s.Body[:len(s.Body):len(s.Body)], s.Else...) {
		m.forget(&Unknown{Why: file.Why, At: file.At}, bound(part)...)
	}
	for name := range w.filled {
		m.forget(file.partOf(""), name)
	}
	return true
}

// goesRound reports whether a continue stands in a statement.
func goesRound(s python.Stmt) (found bool) {
	python.Walk(s, func(n python.Node) bool {
		one, ok := n.(*python.Simple)
		found = found || ok && one.Kind == python.Continue
		return !found
	})
	return found
}

// forget makes names unknown in the scopes that Python binds them in.
func (m *Machine) forget(why *Unknown, names ...string) {
	for _, name := range names {
		m.scopeOf(name).names[name] = why
	}
}

// updated does what name.update(…) says where a file of weights is put into a dictionary; false: it says something
// else, and nothing is done.
func (m *Machine) updated(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok || len(c.Args) != 1 || c.Args[0].Star > 0 || c.Args[0].Name != "" {
		return false
	}
	at, ok := c.Func.(*python.Attribute)
	if ok && at.Attr == "extend" {
		return m.extended(at, c.Args[0].Value)
	}
	if !ok || at.Attr != "update" {
		return false
	}
	name, ok := at.Value.(*python.Name)
	if !ok {
		return false
	}
	d, ok := m.local(name.ID).(*Dict)
	if !ok {
		return false
	}
	here := m.frame.node
	v := m.eval(c.Args[0].Value)
	if file := weights(v); file != nil && holdsTensors(d) && m.ownedByName(name.ID, here) {
		m.forget(file.partOf(""), name.ID)
	} else {
		m.update(d, v)
	}
	return true
}

// passage is a loop over a file of weights: the names of what it takes out of the file, and the dictionaries that it
// fills.
type passage struct {
	taken, filled map[string]bool
}

// taken are the names that a loop's target consists of; nil where it is anything else.
func taken(target python.Expr) map[string]bool {
	names := map[string]bool{}
	ok := true
	python.Walk(target, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Name:
			names[n.ID] = true
		case *python.Sequence:
		default:
			ok = false
		}
		return ok
	})
	if !ok {
		return nil
	}
	return names
}

// fillsTensors reports whether statements do nothing but fill dictionaries of tensors, and name what they put there.
func (m *Machine) fillsTensors(body []python.Stmt, w *passage) bool {
	for _, s := range body {
		fills := false
		switch s := s.(type) {
		case *python.Simple:
			fills = s.Kind == python.Pass || s.Kind == python.Continue
		case *python.If:
			fills = m.computes(s.Test, w.taken) && m.fillsTensors(s.Body, w) && m.fillsTensors(s.Else, w)
		case *python.Assign:
			fills = s.Value != nil && m.computes(s.Value, w.taken)
			for _, t := range s.Targets {
				fills = fills && m.fillable(t, w)
			}
		case *python.ExprStmt:
			fills = m.isPrint(s.Value, w)
		}
		if !fills {
			return false
		}
	}
	return true
}

// computes reports whether an expression changes nothing: it calls methods of what the loop takes out of the file,
// functions of libraries, and what only looks at something; no code of the project's.
func (m *Machine) computes(e python.Expr, taken map[string]bool) bool {
	ok := true
	python.Walk(e, func(n python.Node) bool {
		m.spend()
		switch n := n.(type) {
		case *python.Call:
			ok = ok && m.harmlessCall(n, taken)
		case *python.Name:
			_, runsOut := m.find(n.ID).(*Iterator)
			ok = ok && !runsOut
		case *python.Attribute:
			ok = ok && !m.runsCode(n)
		case *python.Subscript:
			ok = ok && m.plainItem(n, taken)
		case *python.Lambda, *python.Comprehension, *python.Await, *python.Yield, *python.Walrus:
			ok = false
		}
		return ok
	})
	return ok
}

// mapsTensors reports whether a comprehension does nothing but make a dictionary out of a file of weights.
func (m *Machine) mapsTensors(e *python.Comprehension) bool {
	if e.Kind != python.Mapping || len(e.Clauses) != 1 {
		return false
	}
	names := taken(e.Clauses[0].Target)
	ok := names != nil && m.computes(e.Element, names) && m.computes(e.Value, names)
	for _, test := range e.Clauses[0].Ifs {
		ok = ok && m.computes(test, names)
	}
	return ok
}

// runsCode reports whether reading an attribute calls a function of the project.
func (m *Machine) runsCode(e *python.Attribute) bool {
	name, ok := e.Value.(*python.Name)
	if !ok {
		return false
	}
	o, ok := m.find(name.ID).(*Instance)
	if !ok {
		return false
	}
	_, computed := m.lookup(o.Class, e.Attr).(*Property)
	return computed
}

// plainItem reports whether reading an item changes nothing: an item that is missing is not made, and no code of the
// project runs.
func (m *Machine) plainItem(e *python.Subscript, taken map[string]bool) bool {
	root, _ := rootOf(e.Value)
	switch root := root.(type) {
	case *python.Name:
		if taken[root.ID] {
			return true
		}
		switch v := m.find(root.ID).(type) {
		case *Dict:
			return v.Missing == nil
		case nil, *List, *Tuple, string, *Unknown, Symbol:
			return true
		}
		return false
	case *python.Call, *python.String:
		return true
	}
	return false
}

// rootOf is what a chain of attributes and items begins with, and the attribute that is read of it last.
func rootOf(e python.Expr) (root python.Expr, last string) {
	for {
		switch n := e.(type) {
		case *python.Attribute:
			if last == "" {
				last = n.Attr
			}
			e = n.Value
		case *python.Subscript:
			e = n.Value
		default:
			return e, last
		}
	}
}

func (m *Machine) harmlessCall(c *python.Call, taken map[string]bool) bool {
	root, method := rootOf(c.Func)
	switch root := root.(type) {
	case *python.Name:
		if taken[root.ID] {
			return method != ""
		}
		v := m.find(root.ID)
		if method == "" {
			return looksOnly[root.ID] && v == builtin(root.ID)
		}
		switch v := v.(type) {
		case Symbol:
			return m.givesNothingAway(c)
		case *Instance:
			_, own := m.lookup(v.Class, method).(*Function)
			return method == "state_dict" && !own
		case *Dict:
			return holdsTensors(v) && looksOnly[method]
		case nil, *List, *Tuple, *Set, string, *Unknown:
			return looksOnly[method]
		}
		return false
	case *python.Call: // which is asked about itself
		return looksOnly[method]
	case *python.String:
		return method != ""
	}
	return false
}

// givesNothingAway reports whether a call is handed nothing that it could change.
func (m *Machine) givesNothingAway(c *python.Call) bool {
	for _, a := range c.Args {
		name, ok := a.Value.(*python.Name)
		if !ok {
			continue
		}
		switch m.find(name.ID).(type) {
		case *Instance, *List, *Dict, *Set:
			return false
		}
	}
	return true
}

// looksOnly are functions of Python and methods of texts, dictionaries and tensors that only look at what they are
// given.
var looksOnly = map[string]bool{
	"len": true, "str": true, "int": true, "float": true, "isinstance": true, "type": true,
	"keys": true, "items": true, "values": true, "get": true, "size": true, "numel": true, "dim": true,
	"startswith": true, "endswith": true, "replace": true, "split": true, "rsplit": true, "strip": true, "lstrip": true,
	"rstrip": true, "join": true, "format": true, "lower": true, "upper": true, "find": true, "removeprefix": true,
	"removesuffix": true,
}

func (m *Machine) fillable(target python.Expr, w *passage) bool {
	switch t := target.(type) {
	case *python.Name:
		_, unknown := m.scopeOf(t.ID).names[t.ID].(*Unknown)
		return unknown || m.scopeOf(t.ID).names[t.ID] == nil
	case *python.Subscript:
		name, ok := t.Value.(*python.Name)
		if !ok {
			return false
		}
		for _, key := range t.Index {
			if !m.computes(key, w.taken) {
				return false
			}
		}
		if weights(m.local(name.ID)) != nil { // filled before
			return true
		}
		w.filled[name.ID] = true
		d, ok := m.local(name.ID).(*Dict)
		return ok && holdsTensors(d)
	}
	return false
}

// local is what a name is in the function under way; nil where it is not bound there.
func (m *Machine) local(name string) Value { return m.frame.scope.names[name] }

func (m *Machine) isPrint(e python.Expr, w *passage) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	switch f := c.Func.(type) {
	case *python.Name:
		ok = f.ID == "print" && m.find(f.ID) == builtin(f.ID)
	case *python.Attribute:
		ok = f.Attr == "info" || f.Attr == "warning" || f.Attr == "debug"
		name, isName := f.Value.(*python.Name)
		if !ok || !isName {
			return false
		}
		switch m.find(name.ID).(type) {
		case Symbol, *Unknown:
		default:
			return false
		}
	default:
		return false
	}
	for _, a := range c.Args {
		ok = ok && m.computes(a.Value, w.taken)
	}
	return ok
}
