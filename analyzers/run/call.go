package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// maxDepth bounds how deep calls are followed.
const maxDepth = 40

// manyParams is how many parameters a call binds at half a step each: generated functions have thousands.
const manyParams = 16

func (m *Machine) evalCall(e *python.Call) Value {
	if m.Hides != nil && m.Hides(e) {
		return m.unknown(e, "left out of this run")
	}
	callee := m.eval(e.Func)
	if name, ok := callee.(Symbol); ok && name == "super" && len(e.Args) == 0 {
		return m.superHere(e)
	}
	args := m.arguments(e)
	if m.dead {
		return m.unknown(e, "not reached")
	}
	return m.call(callee, args, e, e)
}

// superHere is super() without arguments.
func (m *Machine) superHere(e *python.Call) Value {
	for f := m.frame; f != nil; f = f.above {
		if f.function == nil || f.function.Class == nil || len(f.function.params()) == 0 {
			continue
		}
		return &Super{f.function.Class, m.get(f.scope, f.function.params()[0].Name)}
	}
	return m.unknown(e, "super() outside of a method")
}

// arguments evaluates the arguments of a call; spreads are seen through where what they hold is known.
func (m *Machine) arguments(e *python.Call) []Argument {
	args := make([]Argument, 0, len(e.Args))
	for _, a := range e.Args {
		v := m.eval(a.Value)
		switch a.Star {
		case 0:
			args = append(args, Argument{Name: a.Name, Value: v, Node: a.Value})
		case 1:
			list, exact := m.elements(v)
			if !exact {
				args = append(args, Argument{Value: v, Star: 1, Node: a.Value})
				continue
			}
			m.spend(len(list) / 2)
			for _, item := range list {
				args = append(args, Argument{Value: item})
			}
		case 2:
			args = append(args, m.spread(v, a)...)
		}
	}
	return args
}

// spread is **v as keyword arguments.
func (m *Machine) spread(v Value, a *python.Arg) []Argument {
	o, ok := m.narrow(v).(*Object)
	if !ok || o.Kind != Dict {
		return []Argument{{Value: v, Star: 2, Node: a.Value}}
	}
	held := m.entries(o)
	m.spend(len(held.keys) / 2)
	var args []Argument
	for i, k := range held.keys {
		name, ok := k.(Str)
		if !ok {
			args = append(args, Argument{Value: v, Star: 2, Node: a.Value})
			continue
		}
		args = append(args, Argument{Name: string(name), Value: held.values[i]})
	}
	if held.rest != nil {
		args = append(args, Argument{Value: held.rest, Star: 2, Node: a.Value, item: true})
	}
	return args
}

// call calls a value. node is the call in the source, nil where the program makes none; at is where it happens.
func (m *Machine) call(callee Value, args []Argument, node *python.Call, at python.Node) Value {
	callee = m.narrow(callee)
	if c, ok := callee.(*Choice); ok {
		open := len(m.path)
		return m.each(m.fitting(c, args), func(v Value) Value {
			if sameMethod(c) {
				m.chosen = len(m.path) - open
			}
			return m.call(v, args, node, at)
		})
	}
	c := &Call{Node: node, Unit: m.frame.unit, Callee: callee, Args: args, At: at, Chosen: m.chosen}
	m.chosen = 0
	m.record(c)
	m.node = at
	c.Result = m.bounded(m.result(c, at), at)
	if c.Result == nil {
		c.Result = m.unknownResult(c, at)
	}
	return c.Result
}

// sameMethod reports whether a choice is of one method of several objects, whichever of them is there.
func sameMethod(c *Choice) bool {
	name := ""
	for _, a := range c.Alternatives {
		if Known(a.Value) {
			continue
		}
		called := ""
		switch m := a.Value.(type) {
		case *Member:
			called = m.Name
		case *Method:
			called = m.Func.Name()
		}
		if called == "" || name != "" && called != name {
			return false
		}
		name = called
	}
	return name != ""
}

func (m *Machine) result(c *Call, at python.Node) Value {
	switch f := c.Callee.(type) {
	case *Function:
		if len(f.Decorators) > 0 && m.Library != nil { // a command line parser may call it
			if v := m.Library.Call(m, c); v != nil {
				return v
			}
		}
		return m.invoke(f, c, at)
	case *Method:
		// what it is of a library's may say more than its body
		if f.Func.Class != nil && m.Library != nil && f.Func.Class.Foreign() {
			if v := m.Library.Call(m, c); v != nil {
				return v
			}
		}
		c.Args = append([]Argument{{Value: f.Self}}, c.Args...)
		return m.invoke(f.Func, c, at)
	case *Partial:
		m.spend(len(f.Args) / 2)
		return m.call(f.Func, append(f.argsIn(c.Unit), c.Args...), c.Node, at)
	case *Class:
		return m.construct(f, c, at)
	case Symbol:
		return m.callSymbol(f, c, at)
	case *Member:
		return m.callMember(f, c, at)
	case *Object:
		return m.callObject(f, c, at)
	}
	return nil
}

// unknownResult is what a call gives of which nothing is known.
func (m *Machine) unknownResult(c *Call, at python.Node) *Object {
	o := m.object(Result, at)
	o.Made, o.Why = c, "the result of a call that is not seen"
	switch f := c.Callee.(type) {
	case Symbol:
		o.Word = LastPart(string(f))
		if ClassLike(o.Word) {
			o.Kind, o.Class = Instance, f
		}
		o.Why = "built by " + string(f)
	case *Member:
		o.Word = f.Name
		o.Why = "the result of ." + f.Name + "()"
	case *Object:
		o.Word = f.Word
	}
	return o
}

// ClassLike reports whether a library's name is spelled like that of a class.
func ClassLike(name string) bool {
	for len(name) > 0 && name[0] == '_' {
		name = name[1:]
	}
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// LastPart is the last name of a dotted one.
func LastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// invoke runs a function of the project.
func (m *Machine) invoke(f *Function, c *Call, at python.Node) Value {
	if m.Skips != nil && m.Skips(f) {
		if o, ok := m.constructed(f, c); ok {
			o.PassedOver = true
		}
		m.leaveUndone(f, c)
		left := m.unknown(at, "the result of %s, which is not followed", f.Name())
		left.Made = c
		return left
	}
	if m.frame.depth >= maxDepth || m.recursive(f) || !m.spend(2) {
		result := m.unknown(at, "the result of %s, which calls itself or goes too deep", f.Name())
		if f.Class == nil && m.recursive(f) { // of parts of what it was given, as of a batch that is moved part by part
			result.Operator, result.Operands = Recursion, argumentValues(c)
		}
		return result
	}
	cache := cachedUnder(f, c)
	if v := m.cached(f, cache); v != nil {
		return v
	}
	if v := m.remembered(f, c); v != nil {
		return v
	}
	if m.abridged > 0 {
		m.unfinished(f, c)
		return nil
	}
	if m.givenUp[f.At()] {
		m.unfinished(f, c)
		m.leaveUndone(f, c)
		return m.inBrief(f, c, at)
	}
	limit := m.limitOf(f, c)
	m.spend(len(f.params())/2 + max(0, len(f.params())-manyParams))
	began := m.mark()
	result, inside := m.body(f, c, at)
	if limit.reached(m) {
		m.giveUp(f, c, limit)
		return m.inBrief(f, c, at)
	}
	m.Trace.Returns = append(m.Trace.Returns, &Return{Function: f, Caller: c, Value: result, Seq: m.next()})
	if len(inside.yields) > 0 {
		given := m.generated(f, c, inside.yields, inside.yielded, at)
		m.pause(given, inside)
		return given
	}
	if result != nil && !m.dead {
		m.remember(f, c, began, result)
		m.cache(f, cache, result)
	}
	return result
}

// body runs the statements of a function, and gives what it returns and the frame in which it ran.
func (m *Machine) body(f *Function, c *Call, at python.Node) (Value, *frame) {
	scope := &Object{
		Kind:    Scope,
		lexical: &lexical{parent: f.scope, unit: f.Unit},
		At:      Place{f.Unit, f.At()},
		Seq:     m.next(),
	}
	if f.Class != nil && f.scope == f.Class.scope { // names of the class body are not seen
		scope.parent = f.Class.scope.parent
	}
	scope.first = fieldsOf(m.bind(f, c, at))
	if f.Node != nil {
		m.visited[f.Node]++
		if m.hidden == 0 {
			m.inTrace[f.Node] = true
		}
		if m.Locate {
			m.keepCall(f, c)
		}
	}
	inside := &frame{function: f, unit: f.Unit, scope: scope, call: c, halves: m.halvesFor(f, c)}
	grad := m.GradEnabled()
	for _, d := range f.Decorators {
		m.switchGrad(d)
	}
	result := m.inFrame(inside, func() {
		if f.Lambda != nil {
			m.leave(m.eval(f.Lambda.Body))
			return
		}
		if inside.halves != nil {
			m.block(inside.halves.in)
			return
		}
		m.block(f.Node.Body)
	})
	if !same(m.GradEnabled(), grad) && len(f.Decorators) > 0 && inside.halves == nil {
		m.SetGradEnabled(grad)
	}
	return result, inside
}

func same(a, b Value) bool { return a == b }

// Generator is the class of what a function gives that yields.
const Generator = Symbol("generator")

// generated is what a generator gives: a context manager, or the list of what it yields.
func (m *Machine) generated(f *Function, c *Call, yields []Value, around [][]Value, at python.Node) Value {
	if f.manages {
		o := m.object(Result, at)
		o.Operator = "contextmanager"
		o.Operands = append([]Value{yields[0]}, around[0]...)
		return o
	}
	o := m.newList(nil, m.anyOf(yields, nil, at), at)
	o.Class, o.Made = Generator, c
	return o
}

// Recursion is the operator of what a function gives that calls itself; the operands are what it was given.
const Recursion = "recursion"

func argumentValues(c *Call) []Value {
	list := make([]Value, 0, len(c.Args))
	for _, a := range c.Args {
		list = append(list, a.Value)
	}
	return list
}

// maxKnownRecursion bounds how deep a function calls itself where all that leads it on is known.
const maxKnownRecursion = 8

// recursive reports whether a function is being run twice already, and nothing known leads it on: how deep a dictionary
// is merged whose items are all known is known too.
func (m *Machine) recursive(f *Function) bool {
	times := 0
	var first *frame
	for frame := m.frame; frame != nil; frame = frame.above {
		if frame.function != nil && frame.function.At() == f.At() {
			times++
			first = frame
		}
	}
	return times >= maxKnownRecursion || times >= 2 && (first.forks < m.forks ||
		slices.ContainsFunc(m.laps[first.laps:], func(l Lap) bool { return !l.Exact }))
}

// bind gives the parameters of a function their values, in their order: the one place where arguments meet parameters.
func (m *Machine) bind(f *Function, call *Call, at python.Node) []field {
	params := f.params()
	given := make([]field, len(params))
	for i, p := range params {
		given[i].name = p.Name
	}
	position := 0
	var spreadList, spreadMap, extra []Value
	var further Value
	var named entries
	for _, a := range call.Args {
		switch {
		case a.Star == 1:
			spreadList = append(spreadList, a.Value)
		case a.Star == 2:
			spreadMap = append(spreadMap, a.Value)
			further = m.choiceOf(further, m.furtherItem(a, at))
		case a.Name != "":
			if i := parameterNamed(params, a.Name); i >= 0 {
				given[i].value = a.Value
			} else {
				m.copied(named.withCost(Str(a.Name)))
				named = *named.with(Str(a.Name), a.Value)
			}
		default:
			if position < len(params) && params[position].Star == 0 && !params[position].KeywordOnly {
				given[position].value = a.Value
				position++
				continue
			}
			extra = append(extra, a.Value)
		}
	}
	for i, p := range params {
		if given[i].value != nil {
			continue
		}
		switch {
		case p.Star == 1:
			var rest Value
			for _, s := range spreadList {
				rest = m.choiceOf(rest, m.element(s, at))
			}
			if call.Entry && m.Open {
				rest = m.unknown(p, "given by who calls %s", f.Name())
			}
			if rest == nil {
				given[i].value = m.tuple(extra, at)
			} else {
				given[i].value = m.newList(extra, rest, at)
			}
		case p.Star == 2:
			var rest Value
			switch {
			case len(spreadMap) > 0:
				rest = further
			case call.Entry && m.Open:
				rest = m.unknown(p, "given by who calls %s", f.Name())
			}
			given[i].value = m.newDict(&entries{keys: named.keys, values: named.values, rest: rest}, at)
		case len(spreadList) > 0 && i >= position && !p.KeywordOnly:
			given[i].value = m.parameterOf(p, spreadList[0], Int(i-position), at)
		case len(spreadMap) > 0:
			given[i].value = m.parameterOf(p, spreadMap[0], Str(p.Name), at)
		case p.Default != nil && call.Entry && m.leftOpen(f.Defaults[p.Name]):
			given[i].value = m.parameter(f, p)
		case p.Default != nil:
			given[i].value = m.byDefault(f.Defaults[p.Name], p.Default)
		default:
			given[i].value = m.parameter(f, p)
		}
		if given[i].value == nil {
			given[i].value = m.parameter(f, p)
		}
	}
	return given
}

// furtherItem is what a call may give under a name that it does not write, through **options.
func (m *Machine) furtherItem(a Argument, at python.Node) Value {
	o, ok := m.narrow(a.Value).(*Object)
	if a.item || !ok || o.Kind == Dict {
		return m.unknown(at, "given through **")
	}
	return m.part(o, m.unknown(at, "a key of what is given through **"), at)
}

// leftOpen reports whether a parameter of an entry is unknown in spite of its default, None included: an unseen caller
// gives something there, or the parameter would not be. A launch is a caller that gives nothing.
func (m *Machine) leftOpen(byDefault Value) bool { return m.Open && Known(byDefault) }

// parameterNamed is the place of the parameter that takes an argument of this name, -1 for none.
func parameterNamed(params []*python.Param, name string) int {
	return slices.IndexFunc(params, func(p *python.Param) bool { return p.Name == name && p.Star == 0 })
}

// parameterOf is a parameter that a spread may give.
func (m *Machine) parameterOf(p *python.Param, spread, key Value, at python.Node) Value {
	v := m.part(spread, key, at)
	if o, ok := v.(*Object); ok && o.Word == "" {
		o.Word = p.Name
	}
	return v
}

// parameter is what an unseen caller passes.
func (m *Machine) parameter(f *Function, p *python.Param) Value {
	o := &Object{
		Kind: Unknown,
		Word: p.Name,
		At:   Place{f.Unit, p},
		Why:  "a parameter of " + f.Name() + " whose caller is not seen",
		Seq:  m.next(),
	}
	o.Operator = "parameter"
	if p.Default != nil {
		o.Default = f.Defaults[p.Name]
	}
	if p.Annotation != nil {
		o.Class = m.annotation(f, p)
	}
	return o
}

// annotation is the class that a parameter's annotation names.
func (m *Machine) annotation(f *Function, p *python.Param) Value {
	var v Value
	m.apart(func() {
		scope := &Object{Kind: Scope, lexical: &lexical{parent: f.scope, unit: f.Unit}}
		m.inFrame(&frame{unit: f.Unit, scope: scope}, func() { v = m.annotated(p.Annotation) })
	})
	return v
}

func (m *Machine) annotated(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Name, *python.Attribute:
		switch v := Bare(m.eval(e)).(type) {
		case Symbol:
			if v != "typing.Any" && v != "object" { // which say nothing
				return v
			}
		case *Class:
			return v
		}
	case *python.Subscript: // Optional[X]
		if s, ok := Bare(m.eval(e.Value)).(Symbol); ok && s == "typing.Optional" && len(e.Index) == 1 {
			return m.annotated(e.Index[0])
		}
	case *python.Binary: // X | None
		if python.IsNone(e.Right) {
			return m.annotated(e.Left)
		}
	case *python.String:
		if v, ok := m.lookup(e.Text).(*Class); ok {
			return v
		}
	}
	return nil
}

// changesNames are the methods of a dictionary that change it.
var changesNames = map[string]bool{"update": true, "setdefault": true, "pop": true, "clear": true}

// callMember calls a method of something that is not the project's.
func (m *Machine) callMember(f *Member, c *Call, at python.Node) Value {
	if f.Name == "enter_context" && len(c.Args) == 1 { // of an ExitStack, which the with around it leaves
		return m.enterInto(c.Args[0].Value)
	}
	// by hand, as a manager of the project's own enters another: the with around that leaves it
	if f.Name == "__enter__" && len(c.Args) == 0 {
		m.switchGrad(f.Object)
	}
	if names, ok := f.Object.(*Member); ok && f.Name == "get" && len(c.Args) > 0 {
		if unit, ok := names.namesOf(); ok {
			return m.nameIn(unit, c.Args[0].Value, at)
		}
	}
	if names, ok := f.Object.(*Member); ok && (f.Name == "items" || f.Name == "values" || f.Name == "keys") {
		if unit, ok := names.namesOf(); ok {
			if all := m.allNames(unit, at); all != nil {
				return m.builtinMethod(&Member{all, f.Name}, c, at)
			}
			return nil
		}
	}
	if names, ok := f.Object.(*Member); ok && changesNames[f.Name] { // globals().update(…)
		if unit, ok := names.namesOf(); ok {
			m.forgetConstants(unit, at)
			return None
		}
	}
	if v := m.builtinMethod(f, c, at); v != nil {
		return v
	}
	if m.Library != nil {
		return m.Library.Call(m, c)
	}
	return nil
}

// callObject calls an instance.
func (m *Machine) callObject(o *Object, c *Call, at python.Node) Value {
	if class, ok := o.Class.(*Class); ok && o.Kind == Instance {
		for _, name := range []string{"__call__", "forward"} {
			if f, ok := m.lookupClass(class, name).(*Function); ok && (name == "__call__" || class.Foreign()) {
				if !m.Locate && f.leftOpen() {
					return nil
				}
				if m.Skips != nil && m.Skips(f) {
					return nil
				}
				inner := *c
				inner.Args = append([]Argument{{Value: o}}, c.Args...)
				return m.invoke(f, &inner, at)
			}
		}
	}
	if m.Library != nil {
		return m.Library.Call(m, c)
	}
	return nil
}

func (m *Machine) callSymbol(s Symbol, c *Call, at python.Node) Value {
	if LastPart(string(s)) == "__setattr__" && len(c.Args) == 3 && m.setsAttribute(c.Args[0].Value, c.Args[1:], at) {
		return None // object.__setattr__(self, name, value)
	}
	if b := builtins[s]; b != nil {
		if v := b(m, c, at); v != nil {
			return v
		}
	}
	if m.Library != nil {
		return m.Library.Call(m, c)
	}
	return nil
}
