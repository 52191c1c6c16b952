package exact

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// A loop over what nobody knows, as the names of files in a folder are, often does nothing but collect: what it
// collects is not known then, and the program goes on.

// skimmed are what a loop binds and fills: the names, and the objects in which it sets attributes or items, or to which
// it adds.
type skimmed struct {
	m    *Machine
	to   []python.Expr    // targets, of names and attributes
	adds []python.Expr    // those of them to which one thing is added in each lap, whatever it is
	some bool             // what is looked at happens in some laps only
	sets []*python.Assign // of an item
	own  map[string]bool
	left int // statements
	// within is how many functions it stands in, fresh the names of the innermost that hold nothing but what it makes.
	within int
	fresh  map[string]bool
	looked map[*python.Function]bool // functions that were looked into: whether they do nothing but answer
}

// mostSkimmed bounds the statements of such a loop.
const mostSkimmed = 60

// fillers are methods of containers that add to them.
var fillers = []string{"append", "extend", "add", "update", "insert", "setdefault", "appendleft"}

// lookers are methods of containers that change nothing.
var lookers = []string{"index", "count", "get", "keys", "values", "items", "copy"}

// skim passes over a loop of which it is not known what it walks over: what it binds and fills is unknown behind it.
// false where it may do more than that.
func (m *Machine) skim(s *python.For, over *Unknown) bool {
	k := &skimmed{m: m, left: mostSkimmed, own: map[string]bool{}}
	for _, name := range targets(s.Target) {
		k.own[name] = true
	}
	k.target(s.Target)
	if !k.block(s.Body) {
		return false
	}
	found := m.numbered(s, over, k)
	each := m.once(s, over, k.adds)
	for _, t := range k.to {
		m.Spend(1)
		m.target(t, &Unknown{Why: over.Why, At: over.At})
	}
	for _, t := range found {
		m.target(t, &Unknown{
			Why: over.Why, At: over.At, Found: &Unknown{Why: over.Why, At: over.At, Whole: true},
		})
	}
	for t, v := range each {
		if slices.Contains(k.adds, t) {
			m.target(t, many(over, v))
		}
	}
	return true
}

// numbered lists the dictionaries in which a loop gives each thing that it meets a whole number, and does nothing else
// to: word2idx[word] = len(word2idx). What they hold already are numbers, too.
func (m *Machine) numbered(s *python.For, over *Unknown, k *skimmed) (found []python.Expr) {
	for _, set := range k.sets {
		item := set.Targets[0].(*python.Subscript)
		d, ok := m.held(item.Value).(*Dict)
		if !ok || slices.ContainsFunc(d.Values(), func(v Value) bool { return !isWhole(v) }) {
			continue
		}
		changed := 0 // so often does the loop change it
		for _, t := range k.to {
			if same, _ := m.held(t).(*Dict); same == d {
				changed++
			}
		}
		var v Value
		err := m.Try(func() {
			m.target(s.Target, eachOf(over))
			v = m.eval(set.Value)
		})
		if err != nil && m.Steps == 0 {
			panic(err)
		}
		if err == nil && isWhole(v) && changed == 1 {
			found = append(found, item.Value)
		}
	}
	return found
}

// gathers reports whether a comprehension does nothing but collect.
func (m *Machine) gathers(e *python.Comprehension) bool {
	k := &skimmed{m: m, left: mostSkimmed, own: map[string]bool{}}
	for _, c := range e.Clauses {
		for _, name := range targets(c.Target) {
			k.own[name] = true
		}
	}
	return k.reads(e)
}

func (k *skimmed) block(body []python.Stmt) bool {
	for _, s := range body {
		if k.left--; k.left < 0 || !k.statement(s) {
			return false
		}
	}
	return true
}

func (k *skimmed) statement(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.ExprStmt:
		return k.filling(s.Value) || k.reads(s.Value)
	case *python.Assign:
		for _, t := range s.Targets {
			if !k.target(t) {
				return false
			}
		}
		if _, item := s.Targets[0].(*python.Subscript); item && len(s.Targets) == 1 && s.Value != nil {
			k.sets = append(k.sets, s)
		}
		return s.Value == nil || k.reads(s.Value)
	case *python.AugAssign:
		return k.target(s.Target) && (k.within == 0 || k.makes(s.Target)) && k.reads(s.Value)
	case *python.If, *python.For:
		return k.branch(s)
	case *python.With:
		for _, item := range s.Items {
			if !k.reads(item.Context) || item.Target != nil && !k.target(item.Target) {
				return false
			}
		}
		return k.block(s.Body)
	case *python.Try:
		return k.try(s)
	case *python.Assert:
		return true
	case *python.Simple:
		return true
	case *python.Return:
		return k.within > 0 && (s.Value == nil || k.reads(s.Value))
	case *python.Raise:
		return k.within > 0
	case *python.While:
		return k.within > 0 && k.reads(s.Test) && k.block(s.Body) && k.block(s.Else)
	}
	return false
}

// branch goes through a loop or an if, of which some of what is collected may come.
func (k *skimmed) branch(s python.Stmt) bool {
	outer := k.some
	branch, isBranch := s.(*python.If)
	k.some = outer || !isBranch || len(branch.Else) > 0 || !collectsOnly(branch.Body)
	defer func() { k.some = outer }()
	if s, ok := s.(*python.For); ok {
		return k.target(s.Target) && k.reads(s.Iter) && k.block(s.Body) && k.block(s.Else)
	}
	return k.reads(branch.Test) && k.block(branch.Body) && k.block(branch.Else)
}

// try goes through what may raise: an index in the name of a folder, where there is one.
func (k *skimmed) try(s *python.Try) bool {
	outer := k.some
	k.some = true
	defer func() { k.some = outer }()
	for _, h := range s.Handlers {
		if h.Name != nil && !k.target(h.Name) || !k.block(h.Body) {
			return false
		}
	}
	return k.block(s.Body) && k.block(s.Else) && k.block(s.Finally)
}

// target notes what is assigned to; what an item is set in is not known as a whole.
func (k *skimmed) target(t python.Expr) bool {
	if k.within > 0 {
		return k.inside(t)
	}
	switch t := t.(type) {
	case *python.Name:
		k.own[t.ID] = true
		return k.note(t)
	case *python.Attribute:
		if k.unknown(t.Value) {
			return true
		}
		_, plain := t.Value.(*python.Name)
		return plain && t.Attr != "__dict__" && k.note(t)
	case *python.Subscript:
		if k.unknown(t.Value) {
			return !slices.ContainsFunc(t.Index, func(e python.Expr) bool { return !k.reads(e) })
		}
		if name, ok := t.Value.(*python.Name); ok &&
			(k.m.keepsNoItems(k.m.find(name.ID)) || k.m.overwritten(k.m.find(name.ID))) {
			return !slices.ContainsFunc(t.Index, func(e python.Expr) bool { return !k.reads(e) })
		}
		return k.target(t.Value)
	case *python.Sequence:
		return !slices.ContainsFunc(t.Items, func(item python.Expr) bool { return !k.target(item) })
	}
	return false
}

// unknown reports whether something is a part of what nobody knows: who sets a part of that in turn changes nothing
// that is known.
func (k *skimmed) unknown(e python.Expr) bool {
	if u, ok := k.m.held(e).(*Unknown); ok {
		return u.Each == nil && !k.isTarget(e)
	}
	switch e := e.(type) {
	case *python.Attribute:
		return k.unknown(e.Value)
	case *python.Subscript:
		return k.unknown(e.Value) && !slices.ContainsFunc(e.Index, func(i python.Expr) bool { return !k.reads(i) })
	}
	return false
}

// isTarget reports whether the loop binds a name.
func (k *skimmed) isTarget(e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && k.own[name.ID]
}

// keepsNoItems reports whether setting an item of a value changes nothing that is known of it, as of an array whose
// numbers nobody knows.
func (m *Machine) keepsNoItems(v Value) bool {
	o, ok := v.(*Instance)
	if !ok {
		return false
	}
	set, ok := m.lookup(o.Class, "__setitem__").(*Function)
	if !ok || set.Node == nil || len(set.Node.Body) != 1 {
		return false
	}
	pass, ok := set.Node.Body[0].(*python.Simple)
	return ok && pass.Kind == python.Pass
}

// Overwriter is a Library that knows values which stay as large as they are, whatever is written into them: Overwritten
// forgets what is known of the numbers in one, and is false for any other value.
type Overwriter interface{ Overwritten(v Value) bool }

// overwritten reports whether writing elements of a value leaves it as it is, but for these.
func (m *Machine) overwritten(v Value) bool {
	by, ok := m.Library.(Overwriter)
	return ok && by.Overwritten(v)
}

// note notes a target, unless it holds what layers are kept in.
func (k *skimmed) note(t python.Expr) bool {
	var held Value
	switch t := t.(type) {
	case *python.Name:
		held = k.m.scopeOf(t.ID).names[t.ID] // input and max may be names of a function's own
	case *python.Attribute:
		if on, ok := k.m.find(t.Value.(*python.Name).ID).(*Instance); ok {
			if held = on.Attrs.Get(t.Attr); held == nil && on.Native != nil {
				return false // one that a library keeps
			}
		} else {
			return false
		}
	}
	switch held.(type) {
	case *Function, *Class, *Unit, *Builtin, *Instance:
		return false
	}
	k.to = append(k.to, t)
	return true
}

// filling reports whether an expression adds to a container.
func (k *skimmed) filling(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	method, ok := c.Func.(*python.Attribute)
	if !ok || !slices.Contains(fillers, method.Attr) {
		return false
	}
	for _, a := range c.Args {
		if !k.reads(a.Value) {
			return false
		}
	}
	if k.within > 0 {
		return k.makes(method.Value)
	}
	before := len(k.to)
	if !k.target(method.Value) {
		return false
	}
	if method.Attr == "append" && !k.some && len(k.to) == before+1 {
		k.adds = append(k.adds, k.to[before])
	}
	return true
}

// reads reports whether an expression changes nothing: it calls only what is Python's or a library's, or a method of
// what the loop itself binds.
func (k *skimmed) reads(e python.Expr) bool {
	ok := true
	python.Walk(e, func(n python.Node) bool {
		k.m.spend()
		switch n := n.(type) {
		case *python.Await, *python.Yield, *python.Walrus:
			ok = false
		case *python.Lambda: // what it does is looked at as if it were called here
			for _, p := range n.Params {
				k.own[p.Name] = true
			}
		case *python.Comprehension:
			for _, clause := range n.Clauses {
				for _, name := range targets(clause.Target) {
					k.own[name] = true
				}
			}
		case *python.Call:
			ok = ok && k.harmless(n.Func)
		}
		return ok
	})
	return ok
}

func (k *skimmed) harmless(f python.Expr) bool {
	if fn, self := k.called(f); fn != nil {
		return k.answers(fn, self)
	}
	if k.within > 0 && !k.ofOwn(f) {
		return false
	}
	inPlace := false // by its name, a method changes what it is of
	looks := false   // it only looks into a container
	for {
		switch e := f.(type) {
		case *python.Attribute:
			switch k.m.held(e).(type) { // self.labels.index(name)
			case *List, *Dict, *Set, *Tuple:
				return looks
			case *Unknown, string:
				return !inPlace
			}
			looks = slices.Contains(lookers, e.Attr)
			inPlace = inPlace || strings.HasSuffix(e.Attr, "_") || e.Attr == "sort" || e.Attr == "fill"
			f = e.Value
			continue
		case *python.Call:
			f = e.Func
			continue
		case *python.Subscript:
			f = e.Value
			continue
		case *python.String:
			return true
		case *python.Name:
			if k.own[e.ID] {
				return true
			}
			switch v := k.m.find(e.ID).(type) {
			case *Builtin:
				return v.Name != "setattr" && v.Name != "delattr" && v.Name != "exec" && v.Name != "eval" && v.Name != "vars" &&
					v.Name != "globals"
			case Symbol, *Unknown, string:
				return true
			case *Class:
				c, _ := k.m.find(e.ID).(*Class)
				_, begins := k.m.lookup(c, "__init__").(*Function)
				return c.Node == nil || k.within > 0 && !begins
			case *Instance: // an array of numpy's
				o, _ := k.m.find(e.ID).(*Instance)
				return !inPlace && o.Class.Node != nil && strings.HasPrefix(o.Class.Unit.Module.File.Path, "<") &&
					k.m.lookup(o.Class, "__array__") != nil
			case *List, *Dict, *Set, *Tuple:
				return looks
			case *Function:
				return k.answers(v, nil)
			case *Method, *Partial, *Unit, *Super, nil:
				return false
			default: // a tensor
				return !inPlace
			}
		}
		return false
	}
}

// extended is paths.extend(glob(…)): what a list holds that something unknown is added to is not known.
func (m *Machine) extended(at *python.Attribute, by python.Expr) bool {
	l, ok := m.held(at.Value).(*List)
	if !ok {
		return false
	}
	v := m.eval(by)
	if u, unknown := v.(*Unknown); unknown {
		each := u.Each
		if len(l.Items) > 0 {
			each = nil
		}
		m.target(at.Value, many(u, each))
		return true
	}
	m.Call(m.Attribute(l, "extend"), Positional(v))
	return true
}
