package exact

import (
	"errors"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

func (m *Machine) call(e *python.Call) Value {
	outer := m.frame.node
	if name, ok := e.Func.(*python.Name); ok && name.ID == "super" && len(e.Args) == 0 {
		return m.superHere()
	}
	callee := m.callee(e.Func)
	args := m.arguments(e)
	m.frame.node = e
	v := m.Call(callee, args)
	m.computed(callee, v, args)
	if on, ok := e.Func.(*python.Attribute); ok && (keepsSides[on.Attr] || arranges[on.Attr]) {
		m.Derived(v, callee)
	}
	if _, unknown := v.(*Unknown); unknown && m.Told != nil {
		if told := m.Told(m.frame.unit, e); told != nil {
			v = told
		}
	}
	m.frame.node = outer
	return v
}

// ArgumentText is how the code writes an argument of the call under way, by its place or name; "" where it is not told
// apart.
func (m *Machine) ArgumentText(i int, name string) string {
	if m.frame == nil || m.frame.unit == nil || m.frame.unit.Module == nil {
		return ""
	}
	call, ok := m.frame.node.(*python.Call)
	if !ok {
		return ""
	}
	for at, arg := range call.Args {
		switch {
		case arg.Star > 0:
			return ""
		case name != "" && arg.Name == name, name == "" && at == i && arg.Name == "":
			return m.frame.unit.Module.File.Slice(arg.Value.Span())
		}
	}
	return ""
}

// superHere is super() without arguments.
func (m *Machine) superHere() Value {
	for f := m.frame; f != nil; f = f.above {
		if f.function != nil && f.function.Class != nil && len(f.function.params) > 0 {
			s := f.scope
			for s.parent != nil && s.names[f.function.params[0].Name] == nil { // inside a comprehension
				s = s.parent
			}
			return &Super{f.function.Class, s.names[f.function.params[0].Name]}
		}
	}
	m.Raise(RuntimeError, "super(): no arguments")
	return nil
}

func (m *Machine) arguments(e *python.Call) Args {
	a := Args{Pos: make([]Value, 0, len(e.Args))}
	for _, arg := range e.Args {
		v := m.eval(arg.Value)
		switch {
		case arg.Star == 1:
			a.Pos = append(a.Pos, m.Items(v)...)
		case arg.Star == 2:
			a.Kw = append(a.Kw, m.spread(v)...)
		case arg.Name != "":
			a.Kw = append(a.Kw, Keyword{arg.Name, v})
		default:
			a.Pos = append(a.Pos, v)
		}
	}
	return a
}

// spread is **v.
func (m *Machine) spread(v Value) []Keyword {
	d := NewDict()
	m.update(d, v)
	list := make([]Keyword, 0, d.Len())
	for i, key := range d.Keys() {
		name, ok := key.(string)
		if !ok {
			m.Raise(TypeError, "keywords must be strings")
		}
		list = append(list, Keyword{name, d.Values()[i]})
	}
	return list
}

// CallMethod calls a method of an object.
func (m *Machine) CallMethod(on Value, name string, args ...Value) Value {
	return m.Call(m.Attribute(on, name), Positional(args...))
}

// Call calls a value.
func (m *Machine) Call(callee Value, a Args) Value {
	m.spend()
	switch f := callee.(type) {
	case *Function:
		return m.invoke(f, a)
	case *Method:
		return m.Call(f.Func, a.With(f.Self))
	case *Builtin:
		if u := firstUnknown(a); u != nil && collectors[f.Name] && !callsProject(a) {
			return collected(f.Name, a, m.walkedOver(u, func() Value { return m.paid(f.Do(m, a)) }))
		}
		return m.paid(f.Do(m, a))
	case *Class:
		if u := firstUnknown(a); u != nil && f.Node == nil && collectors[f.Name] {
			return collected(f.Name, a, m.walkedOver(u, func() Value { return m.construct(f, a) }))
		}
		return m.construct(f, a)
	case *Partial:
		m.grows(itemRoom * (len(f.Args.Pos) + 2*len(f.Args.Kw)))
		return m.Call(f.Func, f.with(a))
	case *StaticMethod:
		return m.Call(f.Func, a)
	case *Instance:
		if call := m.lookup(f.Class, "__call__"); call != nil {
			return m.Call(m.bound(call, f, f.Class), a)
		}
		m.Raise(TypeError, "'%s' object is not callable", f.Class.Name)
	case Symbol:
		if m.Library != nil {
			if v := m.Library.Call(m, f, a); v != nil {
				return v
			}
		}
		return m.unknownCall(f, string(f), a)
	case *Unknown:
		return m.unknownCall(f, "", a)
	}
	if m.Library != nil {
		if v := m.Library.Call(m, callee, a); v != nil {
			return v
		}
	}
	m.Raise(TypeError, "'%s' object is not callable", m.ClassOf(callee).Name)
	return nil
}

// collectors are what of Python's own only walks over what it is given: what it gives of something unknown is not
// known.
var collectors = func() map[string]bool {
	names := map[string]bool{}
	for _, name := range strings.Fields(`list tuple set frozenset dict sorted range zip enumerate map filter sum max min
		reversed any all iter Counter OrderedDict chain islice cycle product combinations permutations accumulate repeat
		zip_longest`) {
		names[name] = true
	}
	return names
}()

// firstUnknown is the first of the arguments that is not known; nil where all are.
func firstUnknown(a Args) *Unknown {
	for _, v := range a.Pos {
		if u, ok := v.(*Unknown); ok {
			return u
		}
	}
	return nil
}

// callsProject reports whether a function of the project is among the arguments: map(self.read, files).
func callsProject(a Args) bool {
	for _, v := range a.Pos {
		switch v.(type) {
		case *Function, *Method, *Partial, *Instance:
			return true
		}
	}
	return false
}

// collected says what each thing is like in what a function of Python's gives that walks over something unknown.
func collected(name string, a Args, v Value) Value {
	u, ok := v.(*Unknown)
	if !ok || u.Each != nil || len(a.Pos) == 0 {
		return v
	}
	first, _ := a.Pos[0].(*Unknown)
	switch name {
	case "range":
		return many(u, &Unknown{Why: u.Why, At: u.At, Whole: true})
	case "list", "tuple", "sorted", "reversed", "iter":
		if first != nil && first.Each != nil {
			return many(u, first.Each)
		}
		if name == "list" || name == "sorted" {
			return listed(u)
		}
	case "enumerate":
		if first != nil {
			return many(u, &Tuple{Items: []Value{&Unknown{Why: u.Why, At: u.At, Whole: true}, eachOf(first)}})
		}
	case "zip":
		row := &Tuple{}
		for _, part := range a.Pos {
			one, ok := part.(*Unknown)
			if !ok {
				return v
			}
			row.Items = append(row.Items, eachOf(one))
		}
		return many(u, row)
	}
	return v
}

// walkedOver is what a walk over something unknown gives: unknown where that ends it.
func (m *Machine) walkedOver(u *Unknown, do func() Value) (v Value) {
	err := m.Try(func() { v = do() })
	var stop *Stop
	switch {
	case err == nil:
		return v
	case errors.As(err, &stop) && m.Steps > 0 && strings.HasPrefix(stop.Reason, boundOpen) && u.Why != "" &&
		!strings.HasPrefix(u.Why, boundOpen):
		return &Unknown{Why: boundOpen + ": " + u.Why, At: u.At}
	case errors.As(err, &stop) && m.Steps > 0:
		return &Unknown{Why: u.Why, At: u.At}
	}
	panic(err)
}

// with are the arguments of a call of a partial; those that it names itself yield to the call's.
func (p *Partial) with(a Args) Args {
	out := Args{Pos: append(append([]Value(nil), p.Args.Pos...), a.Pos...)}
	for _, k := range p.Args.Kw {
		if a.Named(k.Name) == nil {
			out.Kw = append(out.Kw, k)
		}
	}
	out.Kw = append(out.Kw, a.Kw...)
	return out
}

// unknownCall is the call of something that is not known. It may do anything to what it is given.
func (m *Machine) unknownCall(callee Value, name string, a Args) Value {
	if m.Library != nil && !m.Library.Harmless(callee, a) {
		if u, ok := callee.(*Unknown); ok {
			m.StopFor(u, "what is called here")
		}
		m.Stop("%s is not known", name)
	}
	if u, ok := callee.(*Unknown); ok {
		return u.partOf("")
	}
	return m.Unknown("%s is not known", name)
}

// invoke runs a function of the project.
func (m *Machine) invoke(f *Function, a Args) Value {
	if m.depth++; m.depth > maxDepth {
		m.depth--
		m.Raise(RecursionError, "maximum recursion depth exceeded")
	}
	inside := &frame{unit: f.Unit, function: f, class: nil, scope: m.scopeFor(f, a)}
	if f.yields {
		m.depth--
		return m.generator(inside, func(func(Value)) { m.block(f.Node.Body) })
	}
	inside.above = m.frame
	m.frame = inside
	var result Value
	if f.Lambda != nil {
		inside.node = f.Lambda.Body
		result = m.eval(f.Lambda.Body)
	} else {
		inside.result = None
		m.block(f.Node.Body)
		result = inside.result
	}
	if m.Returned != nil {
		m.Returned(inside.scope.names)
	}
	m.frame = inside.above
	m.depth--
	return result
}

// manyParams is how many parameters a call may give values to for nothing: generated functions have thousands.
const manyParams = 16

// scopeFor gives the parameters of a function their values: the one place where arguments meet parameters.
func (m *Machine) scopeFor(f *Function, a Args) *scope {
	m.Spend(max(0, len(f.params)-manyParams))
	s := &scope{names: make(map[string]Value, len(f.params)+4), parent: f.scope, unit: f.Unit}
	if s.parent.class {
		s.parent = s.parent.parent
	}
	pos := a.Pos
	var takes *python.Param // **kwargs
	for _, p := range f.params {
		switch {
		case p.Star == 1:
			s.names[p.Name] = &Tuple{Items: append([]Value(nil), pos...)}
			pos = nil
		case p.Star == 2:
			takes = p
		case !p.KeywordOnly && len(pos) > 0:
			s.names[p.Name] = pos[0]
			pos = pos[1:]
		}
	}
	if len(pos) > 0 {
		m.Raise(TypeError, "%s() takes %d positional arguments but %d were given", f.Name, len(a.Pos)-len(pos), len(a.Pos))
	}
	m.named(f, a.Kw, takes, s)
	var missing []string
	for i, p := range f.params {
		if s.names[p.Name] != nil || p.Star != 0 {
			continue
		}
		if f.defaults[i] == nil {
			missing = append(missing, p.Name)
			continue
		}
		s.names[p.Name] = f.defaults[i]
	}
	if len(missing) > 0 && m.toldArguments(f, missing, s) {
		return s
	}
	if len(missing) > 0 {
		m.Raise(TypeError, "%s() missing required arguments: %s", f.Name, quotedList(missing))
	}
	return s
}

// toldArguments gives a function that a library calls, as Hydra does what it decorates, the arguments that somebody
// else knows.
func (m *Machine) toldArguments(f *Function, missing []string, s *scope) bool {
	if m.Told == nil || f.Node == nil {
		return false
	}
	given, ok := m.Told(f.Unit, f.Node).(*Dict)
	for _, name := range missing {
		if !ok || given.Get(name) == nil {
			return false
		}
		s.names[name] = given.Get(name)
	}
	return true
}

// named gives parameters the arguments that are named; the others are **takes's.
func (m *Machine) named(f *Function, list []Keyword, takes *python.Param, s *scope) {
	var extra *Dict
	if takes != nil {
		extra = NewDict()
		s.names[takes.Name] = extra
	}
	for _, k := range list {
		if hasParam(f.params, k.Name) {
			if s.names[k.Name] != nil {
				m.Raise(TypeError, "%s() got multiple values for argument '%s'", f.Name, k.Name)
			}
			s.names[k.Name] = k.Value
			continue
		}
		if extra == nil {
			m.Raise(TypeError, "%s() got an unexpected keyword argument '%s'", f.Name, k.Name)
		}
		extra.Set(k.Name, k.Value)
	}
}

func hasParam(params []*python.Param, name string) bool {
	for _, p := range params {
		if p.Name == name && p.Star == 0 {
			return true
		}
	}
	return false
}

// Parameter is a parameter of a function: its name, and whether it has to be given.
type Parameter struct {
	Name     string
	Required bool
	Star     int
}

// Parameters are those of a function of the project.
func (f *Function) Parameters() []Parameter {
	list := make([]Parameter, len(f.params))
	for i, p := range f.params {
		list[i] = Parameter{p.Name, p.Star == 0 && f.defaults[i] == nil, p.Star}
	}
	return list
}

// function makes the function of a def.
func (m *Machine) function(n *python.Function) *Function {
	return &Function{
		Name: n.Name, Node: n, Unit: m.frame.unit, Class: m.frame.class, params: n.Params,
		defaults: m.defaults(n.Params), scope: m.frame.scope, yields: m.hasYield(n),
	}
}

// hasYield reports whether a function is a generator.
func (m *Machine) hasYield(n *python.Function) bool {
	if found, known := m.yields[n]; known {
		return found
	}
	found := false
	python.WalkBody(n.Body, func(n python.Node) bool {
		switch n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Yield:
			found = true
		}
		return !found
	})
	m.yields[n] = found
	return found
}

// decorate calls the decorators of a function or class, the nearest first.
func (m *Machine) decorate(v Value, list []*python.Decorator) Value {
	for i := len(list) - 1; i >= 0; i-- {
		m.frame.node = list[i]
		by := m.eval(list[i].Value)
		switch by := by.(type) {
		case *Unknown:
			continue // of a library: it is taken to mark the function
		case Symbol:
			if m.Library == nil {
				continue
			}
			if made := m.Library.Call(m, by, Positional(v)); made != nil {
				v = made
			}
			continue
		}
		v = m.Call(by, Positional(v))
	}
	return v
}
