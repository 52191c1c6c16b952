package run

import (
	"github.com/trainlint/trainlint/analyzers/python"
)

// decorate applies one decorator. Those that leave the function what it is are told by name.
func (m *Machine) decorate(f *Function, v Value, e python.Expr) Value {
	switch path := e.(type) {
	case *python.Name:
		switch path.ID {
		case "staticmethod":
			f.Kind = StaticMethod
			return v
		case "classmethod":
			f.Kind = ClassMethod
			return v
		case "property":
			f.Kind = Property
			return v
		}
	case *python.Attribute:
		if path.Attr == "setter" {
			if name, ok := path.Value.(*python.Name); ok && m.frame.class != nil {
				m.set(m.frame.class.scope, name.ID+propertySetter, f)
				return m.get(m.frame.class.scope, name.ID)
			}
		}
	}
	return m.quietly(e, v, func() Value { return m.decorated(f, v, e) })
}

// decorated is what a decorator makes of a function.
func (m *Machine) decorated(f *Function, v Value, e python.Expr) Value {
	switch d := Bare(m.eval(e)).(type) {
	case Symbol:
		if d == changesNothing {
			m.wrap(f, e)
		}
		return m.decorateBySymbol(f, v, d, nil)
	case *Function, *Method, *Partial:
		wrapped := m.call(d, []Argument{{Value: v}}, nil, e)
		if isUnknown(wrapped) { // it still runs the function, most likely
			return v
		}
		return wrapped
	case *Object:
		if d.Kind == Instance || d.Made != nil {
			if s, ok := d.Class.(Symbol); ok {
				return m.decorateBySymbol(f, v, s, d.Made)
			}
			if d.Made != nil {
				if s, ok := d.Made.Callee.(Symbol); ok {
					return m.decorateBySymbol(f, v, s, d.Made)
				}
				if s := ofLibrary(d.Made.Callee); s != "" {
					return m.decorateBySymbol(f, v, s, d.Made)
				}
			}
			if class, ok := d.Class.(*Class); ok {
				if call, ok := m.lookupClass(class, "__call__").(*Function); ok {
					return m.call(&Method{call, d}, []Argument{{Value: v}}, nil, e)
				}
			}
		}
	}
	return v
}

// ofLibrary is the name of the method of a library's object that is called: @app.command() where app = typer.Typer(),
// @cli.command() where @click.group() made a group of the function cli; "" for what else is called.
func ofLibrary(callee Value) Symbol {
	method, ok := callee.(*Member)
	if !ok {
		return ""
	}
	switch of := Bare(method.Object).(type) {
	case *Object:
		if s, ok := of.Class.(Symbol); ok && of.Kind == Instance {
			return s + "." + Symbol(method.Name)
		}
	case *Function:
		if len(of.Decorators) > 0 {
			return of.Decorators[0] + "." + Symbol(method.Name)
		}
	}
	return ""
}

func (m *Machine) decorateBySymbol(f *Function, v Value, s Symbol, by *Call) Value {
	switch s {
	case "property", "functools.cached_property":
		f.Kind = Property
	case "staticmethod":
		f.Kind = StaticMethod
	case "classmethod":
		f.Kind = ClassMethod
	}
	if s == "contextlib.contextmanager" {
		f.manages = true
	}
	f.Decorators = append(f.Decorators, s)
	f.Decorated = append(f.Decorated, by)
	return v
}

// registersHeirs is the function that is called with every class which inherits from the one that has it; nil for none.
func (m *Machine) registersHeirs(c *Class) *Function {
	for _, one := range c.line {
		if base, ok := one.(*Class); ok && base != c {
			if f, ok := m.get(base.scope, "__init_subclass__").(*Function); ok {
				return f
			}
		}
	}
	return nil
}

func (m *Machine) decorateClass(c *Class, e python.Expr) {
	switch d := Bare(m.eval(e)).(type) {
	case Symbol:
		c.Decorators = append(c.Decorators, d)
	case *Object:
		if d.Made != nil {
			if s, ok := d.Made.Callee.(Symbol); ok {
				c.Decorators = append(c.Decorators, s)
			}
		}
	case *Function, *Method, *Partial: // a registry
		m.call(d, []Argument{{Value: c}}, nil, e)
	}
}

// wrap is what functools.wraps(g) as a decorator does to a function: it takes over the name of g and what is set on g.
func (m *Machine) wrap(f *Function, e python.Expr) {
	call, ok := e.(*python.Call)
	if !ok || len(call.Args) == 0 {
		return
	}
	name, ok := call.Args[0].Value.(*python.Name)
	if !ok {
		return
	}
	g, ok := m.narrow(m.eval(name)).(*Function)
	if !ok || g == f {
		return
	}
	from, to := m.functionState(g), m.functionState(f)
	if from == to {
		return
	}
	m.set(to, "__name__", Str(g.Name()))
	m.spend(len(from.fields.list))
	for _, field := range from.fields.list {
		m.set(to, field.name, field.value)
	}
}
