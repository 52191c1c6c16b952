package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// define is the function that a def makes, with its decorators applied.
func (m *Machine) define(n *python.Function) Value {
	f := &Function{
		Node:     n,
		Unit:     m.frame.unit,
		Class:    m.frame.class,
		scope:    m.frame.scope,
		Defaults: m.defaults(n.Params),
		made:     m.next(),
		under:    m.pathWithin(),
	}
	m.Trace.Functions = append(m.Trace.Functions, f)
	var v Value = f
	for i := len(n.Decorators) - 1; i >= 0 && !m.dead; i-- {
		v = m.decorate(f, v, n.Decorators[i].Value)
	}
	return v
}

func (m *Machine) defaults(params []*python.Param) map[string]Value {
	var defaults map[string]Value
	for _, p := range params {
		if p.Default == nil {
			continue
		}
		if defaults == nil {
			defaults = map[string]Value{}
		}
		defaults[p.Name] = m.eval(p.Default)
	}
	return defaults
}

// defineClass runs the body of a class.
func (m *Machine) defineClass(n *python.Class) Value {
	c := &Class{Node: n, Unit: m.frame.unit}
	var named []Argument
	for _, base := range n.Bases {
		if base.Name != "" || base.Star > 0 {
			if v := m.eval(base.Value); base.Name != "metaclass" {
				named = append(named, Argument{Name: base.Name, Value: v, Star: base.Star, Node: base.Value})
			}
			continue
		}
		c.Bases = append(c.Bases, Bare(m.eval(base.Value)))
	}
	c.scope = &Object{
		Kind:    Scope,
		Class:   c,
		lexical: &lexical{parent: m.frame.scope, unit: m.frame.unit},
		At:      m.place(n),
		Seq:     m.next(),
	}
	c.line = resolutionOrder(c)
	m.spend(len(c.line) * len(c.line) / 100) // to find what is shared
	m.inFrame(&frame{unit: m.frame.unit, class: c, scope: c.scope}, func() { m.block(n.Body) })
	if registers := m.registersHeirs(c); registers != nil {
		m.call(&Method{registers, c}, named, nil, n)
	}
	for i := len(n.Decorators) - 1; i >= 0; i-- {
		e := n.Decorators[i].Value
		m.quietly(e, c, func() Value { m.decorateClass(c, e); return c })
	}
	return c
}

// declare notes a field of a dataclass, in the order in which the constructor takes them.
func (c *Class) declare(name string) {
	if !slices.Contains(c.Fields, name) {
		c.Fields = append(c.Fields, name)
	}
}

// resolutionOrder lists a class and everything it inherits from, nearest first. It is Python's order wherever
// hierarchies are as simple as people write them: depth first, a shared base behind all that share it.
func resolutionOrder(c *Class) []Value {
	var list []Value
	add := func(v Value) {
		if len(list) >= maxLine {
			return
		}
		if i := slices.Index(list, v); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, v)
	}
	add(c)
	if len(c.Bases) == 1 {
		if b, ok := Bare(c.Bases[0]).(*Class); ok { // nothing of it can be there yet
			list = append(list, b.line[:min(len(b.line), maxLine-1)]...)
			return endOfLine(list)
		}
	}
	for _, base := range c.Bases {
		for _, one := range Alternatives(base) {
			one = Bare(one)
			if b, ok := one.(*Class); ok {
				for _, above := range b.line {
					add(above)
				}
			} else {
				add(one)
			}
		}
	}
	return endOfLine(list)
}

// endOfLine ends a list that is full: what is above is a stranger's.
func endOfLine(list []Value) []Value {
	if len(list) == maxLine {
		list[maxLine-1] = Symbol("a class above")
	}
	return list
}

// maxLine bounds how many classes one inherits from: each class of a chain lists all of
// those above it.
const maxLine = 100

// Line is the method resolution order: the class, then its bases; Symbols are classes of libraries.
func (c *Class) Line() []Value { return c.line }

// Name is the class's name.
func (c *Class) Name() string { return c.Node.Name }

// lookupClass finds an attribute of a class or its bases; nil when the project's classes do not have it.
func (m *Machine) lookupClass(c *Class, name string) Value {
	for _, one := range c.line {
		if class, ok := one.(*Class); ok {
			if v := m.get(class.scope, name); v != nil {
				return v
			}
		}
	}
	return nil
}

// Foreign reports whether a class inherits from something that is not the project's.
func (c *Class) Foreign() bool {
	for _, one := range c.line {
		if _, ours := one.(*Class); !ours && one != Value(Symbol("object")) {
			return true
		}
	}
	return false
}

// attribute reads object.name.
func (m *Machine) attribute(on Value, name string, at python.Node) Value {
	switch o := m.narrow(on).(type) {
	case *Choice:
		if opaque(o) && !m.askedApart(o, name, at) {
			return m.attributeOfAny(o, name, at)
		}
		return m.each(o, func(v Value) Value { return m.attribute(v, name, at) })
	case Symbol:
		if from := m.folders[o]; from != nil {
			if sub := m.find(string(o)+"."+name, from); sub != nil {
				return sub
			}
		}
		if m.Library != nil {
			if v := m.Library.Attribute(m, o, name); v != nil {
				return v
			}
		}
		if len(o)+len(name) > maxSymbol {
			return m.unknown(at, "a part of %s", string(o[:min(len(o), 20)]))
		}
		return Symbol(python.Canonical(string(o) + "." + name))
	case *Unit:
		if v := m.global(o, name); v != nil {
			return v
		}
		if name == namesOfUnit {
			return &Member{o, name}
		}
		if sub := m.find(o.Name+"."+name, o); sub != nil {
			return sub
		}
		unknown := m.unknown(at, "%s does not bind it where it can be seen", o.Name)
		unknown.Word = name
		return unknown
	case *Class:
		return m.classAttribute(o, name, at)
	case *Super:
		return m.superAttribute(o, name, at)
	case *Function:
		if v := m.get(m.functionState(o), name); v != nil {
			return v
		}
		if name == "__name__" {
			return Str(o.Name())
		}
	case *Tuple:
		if i := slices.Index(o.Names, name); i >= 0 {
			return o.Items[i]
		}
	case *Object:
		return m.objectAttribute(o, name, at)
	}
	return &Member{on, name}
}

// opaque reports whether nothing is known of any alternative but how it came to be: what is asked of one is asked of
// all.
func opaque(c *Choice) bool {
	for _, a := range c.Alternatives {
		o, ok := a.Value.(*Object)
		if !ok || o.Class != nil || o.Kind != Result && o.Kind != Unknown || len(o.fields.list) > 0 {
			return false
		}
	}
	return true
}

// maxApart bounds of how many alternatives each is called by itself.
const maxApart = 4

// askedApart reports whether a method of one of several things is called of each by itself: it gives the thing back, or
// changes it.
func (m *Machine) askedApart(c *Choice, name string, at python.Node) bool {
	library, ok := m.Library.(Distributor)
	return ok && len(c.Alternatives) <= maxApart && called(at) &&
		!slices.ContainsFunc(c.Alternatives, func(a Alternative) bool { return !library.Distributes(a.Value, name) })
}

// attributeOfAny is an attribute of one of several things of which nothing is known.
func (m *Machine) attributeOfAny(c *Choice, name string, at python.Node) Value {
	if called(at) {
		return &Member{c, name}
	}
	a := m.unknown(at, "an attribute of something unknown")
	a.Word, a.Operator, a.Operands = name, "."+name, []Value{c}
	return a
}

// functionState holds the attributes that are set on a function: a closure has its own.
func (m *Machine) functionState(f *Function) *Object {
	if f.scope != nil && f.scope.Class == nil && f.scope != f.Unit.scope {
		if f.state == nil {
			f.state = &Object{Kind: Namespace, Seq: f.made}
		}
		return f.state
	}
	o := m.made[f.At()]
	if o == nil {
		o = &Object{Kind: Namespace}
		m.made[f.At()] = o
	}
	return o
}

func (m *Machine) classAttribute(c *Class, name string, at python.Node) Value {
	switch v := m.lookupClass(c, name).(type) {
	case nil:
		if name == "__dataclass_fields__" && m.isDataclass(c) {
			return m.dataclassFields(c, at)
		}
	case *Function:
		if v.Kind == ClassMethod {
			return &Method{v, c}
		}
		return v
	default:
		return v
	}
	switch name {
	case "__name__":
		return Str(c.Name())
	case "__dict__":
		return m.unknown(at, "the attributes of a class")
	}
	return &Member{c, name}
}

func (m *Machine) superAttribute(s *Super, name string, at python.Node) Value {
	of := s.Class
	switch self := s.Self.(type) {
	case *Object:
		if class, ok := self.Class.(*Class); ok {
			of = class
		}
	case *Class: // in a class method
		of = self
	}
	i := slices.Index(of.line, Value(s.Class))
	for _, one := range of.line[i+1:] {
		class, ok := one.(*Class)
		if !ok {
			return &Member{s, name}
		}
		if f, ok := m.get(class.scope, name).(*Function); ok {
			return m.bindMethod(f, s.Self, of, at)
		}
	}
	return &Member{s, name}
}

func (m *Machine) bindMethod(f *Function, self, class Value, at python.Node) Value {
	switch f.Kind {
	case StaticMethod:
		return f
	case ClassMethod:
		return &Method{f, class}
	case Property:
		return m.call(&Method{f, self}, nil, nil, at)
	}
	return &Method{f, self}
}

func (m *Machine) objectAttribute(o *Object, name string, at python.Node) Value {
	if v := m.get(o, name); v != nil {
		return v
	}
	if class, ok := o.Class.(*Class); ok {
		switch v := m.lookupClass(class, name).(type) {
		case nil:
			if field := m.openField(o, class, name, nil, at); field != nil {
				return field
			}
		case *Function:
			if !m.Locate && v.leftOpenOn(o) {
				return m.openMethod(v, o, at)
			}
			read := m.bindMethod(v, o, class, at)
			if v.Kind == Property && slices.Contains(v.Decorators, Symbol("functools.cached_property")) && !m.dead {
				m.set(o, name, read)
			}
			return read
		default:
			if field := m.openField(o, class, name, v, at); field != nil {
				return field
			}
			return v
		}
		if name == "__class__" {
			return class
		}
		if v := m.assignedElsewhere(o, class, name); v != nil {
			return v
		}
		if v := m.leftOut(o, class, name); v != nil {
			return v
		}
		if v := m.askedOfClass(o, class, name, at); v != nil {
			return v
		}
	}
	if v := m.keyAttribute(o, name, at); v != nil {
		return v
	}
	if name == "__dict__" && (o.Kind == Namespace || o.Kind == Instance) {
		return m.attributes(o, at)
	}
	if m.Library != nil {
		if v := m.Library.Attribute(m, o, name); v != nil {
			return v
		}
	}
	if called(at) {
		return &Member{o, name}
	}
	return m.lazyAttribute(o, name, at)
}

// askedOfClass is what __getattr__ of a class of the project gives for a name that nothing else has; nil where that is
// not known, and for a class with a library's among its bases, which may have the name.
func (m *Machine) askedOfClass(o *Object, class *Class, name string, at python.Node) Value {
	get, ok := m.lookupClass(class, "__getattr__").(*Function)
	if !ok || get.Kind == StaticMethod || strings.HasPrefix(name, "__") || m.settling[o][askedName] ||
		slices.ContainsFunc(class.line, func(one Value) bool {
			_, own := one.(*Class)
			return !own && one != Value(Symbol("object"))
		}) {
		return nil
	}
	m.settles(o, askedName)
	dead, raised := m.dead, m.raised
	v := m.call(&Method{get, o}, []Argument{{Value: Str(name)}}, nil, at)
	delete(m.settling[o], askedName)
	if m.dead != dead || m.raised != raised { // it has no such name either
		m.dead, m.raised = dead, raised
		return nil
	}
	if v != nil && Known(v) {
		return v
	}
	held, is := Bare(v).(*Object)
	// getattr(self.optimizer, name): a method of what it wraps
	if wrapped := memberRead(held, name); is && wrapped != nil && called(at) {
		return &Member{wrapped, name}
	}
	if !is || held.Kind == Unknown || held.Kind == Result {
		return nil
	}
	return v
}

// memberRead is the object of which an unknown value is the attribute of a name; nil for any other value.
func memberRead(v *Object, name string) *Object {
	if v == nil || v.Kind != Unknown || v.Operator != "."+name || len(v.Operands) != 1 {
		return nil
	}
	of, _ := v.Operands[0].(*Object)
	return of
}

// askedName marks an object whose __getattr__ is followed.
const askedName = "<asked>"

// called reports whether an expression is what a call calls.
func called(at python.Node) bool {
	e, ok := at.(python.Expr)
	if !ok {
		return false
	}
	c, ok := e.Parent().(*python.Call)
	return ok && c.Func == e
}

// lazyAttribute is an attribute of which nothing is known: the same one each time it is read.
func (m *Machine) lazyAttribute(o *Object, name string, at python.Node) Value {
	a := &Object{
		Kind:     Unknown,
		Word:     name,
		Operator: "." + name,
		Operands: []Value{o},
		At:       m.place(at),
		Laps:     o.Laps,
		Seq:      o.Seq,
		Grad:     o.Grad,
	}
	a.Why = "an attribute of something unknown"
	if o.Kind == Instance {
		a.Why = "nothing seen here sets it"
	}
	o.begin(name, a)
	return a
}

// assignedElsewhere is an attribute of self that a method sets which was not run: the method is run for it, apart from
// what happens here.
func (m *Machine) assignedElsewhere(o *Object, c *Class, name string) Value {
	if m.settling[o][name] {
		return nil
	}
	m.settles(o, name)
	for _, one := range c.line {
		class, ok := one.(*Class)
		if !ok {
			continue
		}
		for _, b := range class.Unit.Module.Member(class.Node, name) {
			fn := b.Scope.Function()
			if fn == nil || fn.Name == "__init__" {
				continue
			}
			f, ok := m.get(class.scope, fn.Name).(*Function)
			if !ok || f.Node != fn || m.onStack(fn) || m.settling[o]["()"+fn.Name] {
				continue
			}
			m.settles(o, "()"+fn.Name)
			m.apart(func() { m.invoke(f, &Call{Unit: f.Unit, Callee: f, Args: []Argument{{Value: o}}, Entry: true}, f.Node) })
			if v := m.get(o, name); v != nil {
				return v
			}
		}
	}
	return nil
}

func (m *Machine) settles(o *Object, name string) {
	if m.settling[o] == nil {
		m.settling[o] = map[string]bool{}
	}
	m.settling[o][name] = true
}

func (m *Machine) onStack(fn *python.Function) bool {
	for f := m.frame; f != nil; f = f.above {
		if f.function != nil && f.function.Node == fn {
			return true
		}
	}
	return false
}
