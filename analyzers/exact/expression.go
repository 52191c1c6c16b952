package exact

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

func (m *Machine) eval(e python.Expr) Value {
	m.spend()
	if u := m.frame.unit; u != nil && u.sized != nil {
		if s := u.sized[e.Span()]; s.Size != nil {
			place := Place{u.Module.File.Path, u.Module.File.LineOf(e.Span().Start)}
			if s.watched {
				return m.watch(s.Size, place, e)
			}
			return m.Sized(s.Size, place, func() Value { return m.asWritten(e) })
		}
	}
	v := m.asWritten(e)
	m.noted(e, v)
	return v
}

// asWritten is the value of an expression as the program itself says it.
func (m *Machine) asWritten(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Name:
		return m.name(e)
	case *python.Attribute:
		on := m.eval(e.Value)
		v := m.Attribute(on, e.Attr)
		if keepsSides[e.Attr] {
			m.Derived(v, on)
		}
		return v
	case *python.Call:
		return m.call(e)
	case *python.Number:
		return m.number(e)
	case *python.String:
		return m.string(e)
	case *python.Constant:
		return constant(e)
	case *python.Binary:
		left := m.eval(e.Left)
		right := m.eval(e.Right)
		v := m.Binary(e.Op, left, right)
		if numeric(left, right) {
			m.Derived(v, left)
			m.Derived(v, right)
		}
		return v
	case *python.Unary:
		return m.Unary(e.Op, m.eval(e.Operand))
	case *python.Bool:
		left := m.eval(e.Left)
		if m.Truth(left) == (e.Op == "or") {
			return left
		}
		return m.eval(e.Right)
	case *python.Compare:
		return m.comparison(e)
	case *python.IfExp:
		if m.Truth(m.eval(e.Test)) {
			return m.eval(e.Body)
		}
		return m.eval(e.Else)
	case *python.Subscript:
		on := m.eval(e.Value)
		v := m.Item(on, m.index(e))
		if slices.ContainsFunc(e.Index, func(part python.Expr) bool { _, ok := part.(*python.Slice); return ok }) {
			m.Derived(v, on)
			if u, unknown := v.(*Unknown); unknown {
				m.isPart(u)
			}
		}
		return v
	case *python.Slice:
		return &Slice{m.evalOr(e.Lower, None), m.evalOr(e.Upper, None), m.evalOr(e.Step, None)}
	case *python.Sequence:
		return m.sequence(e)
	case *python.Dict:
		return m.dictionary(e)
	case *python.Comprehension:
		return m.comprehension(e)
	case *python.Lambda:
		return m.lambda(e)
	case *python.Walrus:
		v := m.eval(e.Value)
		m.bindWalrus(e.Target.ID, v)
		return v
	case *python.Starred:
		return m.eval(e.Value)
	case *python.Await:
		return m.eval(e.Value)
	case *python.Yield:
		return m.yield(e)
	}
	m.Stop("an expression that is not understood")
	return nil
}

func constant(e *python.Constant) Value {
	switch e.Kind {
	case python.True, python.False:
		return e.Kind == python.True
	case python.Ellipsis:
		return EllipsisType{}
	}
	return None
}

func (m *Machine) number(e *python.Number) Value {
	text := strings.ReplaceAll(e.Text, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, ".eE") &&
		!strings.HasPrefix(strings.ToLower(text), "0x") {
		return x
	}
	if imaginary, ok := strings.CutSuffix(strings.ToLower(text), "j"); ok {
		if x, err := strconv.ParseFloat(imaginary, 64); err == nil {
			return complex(0, x)
		}
	}
	return m.Unknown("the number %s does not fit a machine word", e.Text)
}

// name reads a variable.
func (m *Machine) name(e *python.Name) Value {
	if v := m.find(e.ID); v != nil {
		return v
	}
	if m.Globals != nil {
		if v := m.Globals(m.frame.unit, e.ID); v != nil { // bound where the program starts
			m.frame.unit.scope.names[e.ID] = v
			return v
		}
	}
	if unmodelled[e.ID] {
		return m.Unknown("%s is not known", e.ID)
	}
	if stars := m.frame.unit.stars; len(stars) > 0 { // a library may bind it
		if len(stars) == 1 {
			return m.library(stars[0] + "." + e.ID)
		}
		return m.Unknown("%s, which comes from one of the libraries of which all is imported,", e.ID)
	}
	m.Raise(NameError, "name '%s' is not defined", e.ID)
	return nil
}

// find finds a name in the scopes around and among Python's own; nil when none binds it.
func (m *Machine) find(name string) Value {
	s := m.frame.scope
	if global, declared := s.globals[name]; declared && global {
		s = m.frame.unit.scope
	}
	for ; s != nil; s = s.parent {
		if s.class && s != m.frame.scope { // the body of a class is not seen from its methods
			continue
		}
		if v, ok := s.names[name]; ok {
			return v
		}
		if s.parent == nil && s.unit != nil {
			if v := m.Global(s.unit, name); v != nil {
				return v
			}
		}
	}
	return builtin(name)
}

// bindWalrus binds around comprehensions.
func (m *Machine) bindWalrus(name string, v Value) { m.bind(name, v) }

// index is what stands between the brackets of a subscript.
func (m *Machine) index(e *python.Subscript) Value {
	if len(e.Index) == 1 {
		return m.eval(e.Index[0])
	}
	list := make([]Value, len(e.Index))
	for i := range e.Index {
		list[i] = m.eval(e.Index[i])
	}
	return &Tuple{Items: list}
}

func (m *Machine) sequence(e *python.Sequence) Value {
	if v := m.templated(e); v != nil {
		return v
	}
	list := make([]Value, 0, len(e.Items))
	for _, item := range e.Items {
		if star, ok := item.(*python.Starred); ok {
			list = append(list, m.Items(m.eval(star.Value))...)
			continue
		}
		if m.starred(e, item) {
			list = append(list, m.Items(m.eval(item))...)
			continue
		}
		list = append(list, m.eval(item))
	}
	switch e.Kind {
	case python.Tuple:
		return &Tuple{Items: list}
	case python.Set:
		return m.NewSet(list)
	}
	return &List{list}
}

// templated is what {{_base_.model.neck}} stands for, which is a set of a set for Python itself and raises there; nil
// for any other sequence.
func (m *Machine) templated(e *python.Sequence) Value {
	if m.Based == nil || e.Kind != python.Set || len(e.Items) != 1 {
		return nil
	}
	inner, ok := e.Items[0].(*python.Sequence)
	if !ok || inner.Kind != python.Set || len(inner.Items) != 1 {
		return nil
	}
	for on := inner.Items[0]; ; {
		switch x := on.(type) {
		case *python.Attribute:
			on = x.Value
			continue
		case *python.Name:
			if x.ID == baseKey {
				return m.eval(inner.Items[0])
			}
		}
		return nil
	}
}

// baseKey is the name with which a config in Python says on which others it stands.
const baseKey = "_base_"

// based is what a statement gives its names: those of a config's bases stand for what the bases say.
func (m *Machine) based(s *python.Assign, v Value) Value {
	if m.Based == nil || len(s.Targets) != 1 || m.frame.scope != m.frame.unit.scope {
		return v
	}
	if name, ok := s.Targets[0].(*python.Name); ok && name.ID == baseKey {
		return m.Based(m.frame.unit, v)
	}
	return v
}

// starred reports whether a star stands before an item that the tree has lost: a, b = *x.shape, c.
func (m *Machine) starred(e *python.Sequence, item python.Expr) bool {
	for on := item; on != nil; on = leftOf(on) { // the grammar reads (*x).shape
		if _, ok := on.(*python.Starred); ok {
			return true
		}
	}
	text, at := m.frame.unit.Module.File.Text, item.Span().Start
	if at > 0 && text[at-1] == '*' {
		return true
	}
	for at > e.Span().Start && (text[at-1] == '(' || text[at-1] == ' ') {
		at--
	}
	return at > e.Span().Start && text[at-1] == '*'
}

// leftOf is what an attribute, a call or a subscript begins with; nil for anything else.
func leftOf(e python.Expr) python.Expr {
	switch e := e.(type) {
	case *python.Attribute:
		return e.Value
	case *python.Call:
		return e.Func
	case *python.Subscript:
		return e.Value
	}
	return nil
}

func (m *Machine) dictionary(e *python.Dict) Value {
	d := NewDict()
	for _, item := range e.Items {
		if item.Key == nil {
			m.update(d, m.eval(item.Value))
			continue
		}
		key := m.hashable(m.eval(item.Key))
		d.Set(key, m.eval(item.Value))
	}
	return d
}

func (m *Machine) comprehension(e *python.Comprehension) Value {
	over := m.eval(e.Clauses[0].Iter) // Python evaluates it at once, in the scope around
	if file := weights(over); file != nil && m.mapsTensors(e) {
		return file.partOf("")
	}
	if u, unknown := over.(*Unknown); unknown && m.gathers(e) {
		return m.gathered(e, u)
	}
	if text, letters := over.(string); letters && len(text) > longText && e.Kind == python.List &&
		len(e.Clauses) == 1 && len(e.Clauses[0].Ifs) == 0 && m.gathers(e) {
		return m.gathered(e, &Unknown{Why: "the letters of a long text", At: m.Place(), Each: firstLetter(text)})
	}
	first := m.Iterator(over)
	inside := &scope{names: map[string]Value{}, parent: m.frame.scope, unit: m.frame.unit}
	if m.frame.scope.class {
		inside.parent = m.frame.scope.parent
	}
	c := &collecting{e: e, first: first}
	if e.Kind == python.Generator {
		f := &frame{unit: m.frame.unit, function: m.frame.function, class: m.frame.class, scope: inside, node: e}
		return m.generator(f, func(yield func(Value)) {
			c.each = func() { yield(m.eval(e.Element)) }
			m.clauses(c, 0)
		})
	}
	outer := m.frame.scope
	inside.parent = outer
	m.frame.scope = inside
	defer func() { m.frame.scope = outer }()
	if e.Kind == python.Mapping {
		d := NewDict()
		c.each = func() {
			key := m.hashable(m.eval(e.Element))
			d.Set(key, m.eval(e.Value))
		}
		m.clauses(c, 0)
		if c.open != nil {
			return c.open
		}
		return d
	}
	var list []Value
	c.each = func() { list = append(list, m.eval(e.Element)) }
	m.clauses(c, 0)
	if c.open != nil {
		return c.open
	}
	if e.Kind == python.Set {
		return m.NewSet(list)
	}
	return &List{list}
}

// collecting is a comprehension under way.
type collecting struct {
	e     *python.Comprehension
	first *Iterator
	each  func()
	open  *Unknown // why it is not known what it collects; nil: it is
}

func (m *Machine) clauses(c *collecting, n int) {
	if n == len(c.e.Clauses) {
		c.each()
		return
	}
	clause, over := c.e.Clauses[n], c.first
	lazy := c.e.Kind == python.Generator
	if n > 0 {
		list := m.eval(clause.Iter)
		if u, unknown := list.(*Unknown); unknown && !lazy && m.gathers(c.e) {
			c.open = u
			return
		}
		over = m.Iterator(list)
	}
next:
	for {
		item, ok := over.Next()
		if !ok {
			return
		}
		m.spend()
		m.target(clause.Target, item)
		for _, test := range clause.Ifs {
			holds := m.eval(test)
			// which of them are taken is not known
			if u, unknown := holds.(*Unknown); unknown && !lazy && (m.Decide == nil || m.watched != nil) {
				c.open = u
				continue next
			}
			if !m.Truth(holds) {
				continue next
			}
		}
		m.clauses(c, n+1)
	}
}

// generator runs a body in a frame of its own, as far as somebody asks for its values.
func (m *Machine) generator(f *frame, body func(yield func(Value))) *Iterator {
	m.grows(generatorRoom)
	next, stop := iter.Pull(func(yield func(Value) bool) {
		outer, depth := m.frame, m.depth
		if depth >= maxDepth {
			m.Raise(RecursionError, "maximum recursion depth exceeded")
		}
		f.above = outer
		m.frame, m.depth = f, depth+1
		give := func(v Value) {
			m.frame, m.depth = f.above, depth
			if !yield(v) {
				panic(closed{})
			}
			f.above, depth = m.frame, m.depth // whoever asks next
			m.frame, m.depth = f, depth+1
		}
		f.yield = give
		defer func() {
			m.frame, m.depth = f.above, depth
			if fault := recover(); fault != nil {
				if _, quiet := fault.(closed); !quiet {
					panic(fault)
				}
			}
		}()
		body(give)
	})
	m.ends = append(m.ends, stop)
	return &Iterator{Next: next, Class: generatorClass}
}

// closed ends a generator that nobody asks any more.
type closed struct{}

func (m *Machine) yield(e *python.Yield) Value {
	f := m.frame
	for f != nil && f.yield == nil {
		f = f.above
	}
	if f == nil {
		m.Stop("a yield outside of a function")
	}
	if e.From {
		over := m.Iterator(m.eval(e.Value))
		for {
			v, ok := over.Next()
			if !ok {
				return None
			}
			f.yield(v)
		}
	}
	f.yield(m.evalOr(e.Value, None))
	return None
}

func (m *Machine) lambda(e *python.Lambda) Value {
	f := &Function{Name: "<lambda>", Lambda: e, Unit: m.frame.unit, params: e.Params, scope: m.frame.scope}
	f.defaults = m.defaults(e.Params)
	return f
}

func (m *Machine) defaults(params []*python.Param) []Value {
	list := make([]Value, len(params))
	for i, p := range params {
		if p.Default != nil {
			list[i] = m.eval(p.Default)
		}
	}
	return list
}

func (m *Machine) comparison(e *python.Compare) Value {
	left := m.eval(e.Operands[0])
	for i, op := range e.Ops {
		right := m.eval(e.Operands[i+1])
		v := m.Compare(op, left, right)
		if i == len(e.Ops)-1 || !m.Truth(v) {
			return v
		}
		left = right
	}
	return true
}
