package run

import "github.com/trainlint/trainlint/analyzers/python"

// begun is a constructor that was given up, or not begun because it was given up before, for one object.
type begun struct {
	object *Object
	at     python.Node
}

// constructed is the object that a call of a constructor makes.
func (m *Machine) constructed(f *Function, c *Call) (o *Object, ok bool) {
	if f.Name() != "__init__" || len(c.Args) == 0 {
		return nil, false
	}
	o, ok = c.Args[0].Value.(*Object)
	return o, ok
}

// unfinished notes a constructor that is not followed to its end, with what it was given.
func (m *Machine) unfinished(f *Function, c *Call) {
	if o, ok := m.constructed(f, c); ok {
		m.begun[begun{o, f.At()}] = c
	}
}

// leftOut is an attribute that a constructor would have set behind the place where it was given up: what stands there,
// as far as the constructor's arguments tell.
func (m *Machine) leftOut(o *Object, c *Class, name string) Value {
	if len(m.begun) == 0 {
		return nil
	}
	for _, one := range c.line {
		class, ok := one.(*Class)
		if !ok {
			continue
		}
		list := class.Unit.Module.Member(class.Node, name)
		if len(list) == 0 {
			continue
		}
		fn := list[0].Scope.Function()
		call := m.begun[begun{o, fn}]
		assign, plain := list[0].Node.(*python.Assign)
		if len(list) > 1 || call == nil || !plain || assign.Parent() != python.Node(fn) || len(assign.Targets) != 1 {
			return nil
		}
		value := assignedTo(assign, name)
		if value == nil {
			return nil
		}
		return m.settle(o, class, call, assign, value, name)
	}
	return nil
}

// assignedTo is what an assignment gives an attribute: its value, or the item of it in `self.a, self.b = x, y`; nil
// where that is not written out.
func assignedTo(assign *python.Assign, name string) python.Expr {
	targets, several := assign.Targets[0].(*python.Sequence)
	if !several {
		return assign.Value
	}
	values, ok := assign.Value.(*python.Sequence)
	if !ok || len(values.Items) != len(targets.Items) {
		return nil
	}
	var value python.Expr
	for i, t := range targets.Items {
		_, spread := values.Items[i].(*python.Starred)
		if _, rest := t.(*python.Starred); rest || spread {
			return nil
		}
		if a, ok := t.(*python.Attribute); ok && a.Attr == name {
			value = values.Items[i]
		}
	}
	return value
}

// settle runs one assignment of a constructor, as far as it gives an attribute of that name a value.
func (m *Machine) settle(
	o *Object,
	class *Class,
	call *Call,
	assign *python.Assign,
	value python.Expr,
	name string,
) Value {
	fn := python.EnclosingFunction(assign)
	f, ok := m.get(class.scope, fn.Name).(*Function)
	if !ok || f.Node != fn || m.onStack(fn) || m.frame.depth >= maxDepth {
		return nil
	}
	var v Value
	m.apart(func() {
		scope := &Object{Kind: Scope, lexical: &lexical{parent: class.scope.parent, unit: f.Unit}, At: Place{f.Unit, fn}}
		scope.first = fieldsOf(m.bind(f, call, fn))
		m.inFrame(&frame{function: f, unit: f.Unit, scope: scope, call: call}, func() { v = m.eval(value) })
	})
	if v == nil {
		return nil
	}
	o.begin(name, v)
	return v
}
