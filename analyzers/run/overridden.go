package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// LeavesOpen reports whether a class leaves a method to those that inherit from it: what the method does is not seen.
func (m *Machine) LeavesOpen(c *Class, name string) bool {
	f, ok := m.lookupClass(c, name).(*Function)
	return ok && f.leftOpen()
}

// leftOpen reports whether a method only says that somebody else has to write it. Nobody calls that one: whoever runs
// the method around it has an instance of a class that does.
func (f *Function) leftOpen() bool {
	if f.Node == nil || f.Class == nil {
		return false
	}
	return slices.Contains(f.Decorators, abstractMethod) || f.refuses()
}

const abstractMethod = Symbol("abc.abstractmethod")

// leftOpenOn is leftOpen for an object. Where its class is no abstract one of Python's, an abstract method is a method
// like any other for an object that the program is seen to make: hooks that do nothing unless somebody writes them.
func (f *Function) leftOpenOn(o *Object) bool {
	if !f.leftOpen() {
		return false
	}
	class, ours := o.Class.(*Class)
	return o.Made == nil || !ours || class.isAbstract() || f.refuses()
}

// isAbstract reports whether Python makes no objects of a class that has abstract methods.
func (c *Class) isAbstract() bool {
	return slices.ContainsFunc(c.line, func(v Value) bool {
		if one, ours := v.(*Class); ours {
			return slices.ContainsFunc(one.Node.Bases, func(b *python.Arg) bool { return b.Name == "metaclass" })
		}
		path, ok := v.(Symbol)
		return !ok || path != "object" && !strings.HasPrefix(string(path), "torch.")
	})
}

// refuses reports whether a method does nothing but say that it is not written.
func (f *Function) refuses() bool {
	body := f.Node.Body
	if len(body) > 0 && isDocstring(body[0]) {
		body = body[1:]
	}
	if len(body) != 1 {
		return false
	}
	var what python.Expr
	switch s := body[0].(type) {
	case *python.Raise:
		what = s.Value
	case *python.Return: // return NotImplementedError('…'): what was meant is plain
		what = s.Value
	default:
		return false
	}
	if call, ok := what.(*python.Call); ok {
		what = call.Func
	}
	name, ok := what.(*python.Name)
	return ok && (name.ID == "NotImplementedError" || name.ID == "NotImplemented")
}

func isDocstring(s python.Stmt) bool {
	e, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	_, text := e.Value.(*python.String)
	return text
}

// completed is the first class of the file that inherits from a class and writes what that one leaves open; the class
// itself where it leaves nothing open, or no other writes all of it.
func (m *Machine) completed(c *Class) *Class {
	if !m.Open || !m.incomplete(c) {
		return c
	}
	for _, s := range definitions(c.Unit.Module.Body, nil) {
		node, ok := s.(*python.Class)
		if !ok {
			continue
		}
		heir, ok := m.global(c.Unit, node.Name).(*Class)
		if ok && heir != c && slices.Contains(heir.line, Value(c)) && !m.incomplete(heir) {
			return heir
		}
	}
	return c
}

// incomplete reports whether a class has a method that is left open.
func (m *Machine) incomplete(c *Class) bool {
	for _, one := range c.line {
		class, ok := one.(*Class)
		if !ok {
			continue
		}
		for _, s := range class.Node.Body {
			if method, ok := s.(*python.Function); ok && m.LeavesOpen(c, method.Name) {
				return true
			}
		}
	}
	return false
}

// openMethod is a method that is left open, read through an object: what stands for it there is not seen.
func (m *Machine) openMethod(f *Function, on *Object, at python.Node) Value {
	if f.Kind == Property {
		return m.lazyAttribute(on, f.Name(), at)
	}
	return &Member{on, f.Name()}
}

// openField is an annotated field of an object whose maker is not seen: what its class says, v, is only the default,
// and the annotation says what it is. nil for any other attribute.
func (m *Machine) openField(o *Object, c *Class, name string, v Value, at python.Node) Value {
	if !m.Open || !(o.Kind == Unknown || m.made[c.Node] == o) || v != nil && !Known(v) && !madeByField(v) {
		return nil
	}
	class, annotation := c.declared(name)
	if class == nil {
		return nil
	}
	field := m.lazyAttribute(o, name, at)
	if a, ok := field.(*Object); ok {
		if Known(v) {
			a.Default = v
		}
		m.apart(func() {
			m.inFrame(&frame{unit: class.Unit, class: class, scope: class.scope}, func() { a.Class = m.annotated(annotation) })
		})
	}
	return field
}

// madeByField reports whether a value is what dataclasses.field(…) gives in the body of a class.
func madeByField(v Value) bool {
	o, ok := v.(*Object)
	if !ok || o.Made == nil {
		return false
	}
	s, ok := o.Made.Callee.(Symbol)
	return ok && (LastPart(string(s)) == "field" || LastPart(string(s)) == "Field")
}

// declared is the annotation of a field in the body of a class, or of one that it inherits from; nil when there is
// none.
func (c *Class) declared(name string) (*Class, python.Expr) {
	for _, one := range c.line {
		class, ok := one.(*Class)
		if !ok || !slices.Contains(class.Fields, name) {
			continue
		}
		for _, s := range class.Node.Body {
			if a, ok := s.(*python.Assign); ok && a.Annotation != nil && len(a.Targets) == 1 &&
				python.PathText(a.Targets[0]) == name {
				return class, a.Annotation
			}
		}
	}
	return nil, nil
}
