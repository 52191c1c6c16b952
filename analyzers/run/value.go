// Package run executes Python abstractly: from the places where a program starts,
// through its calls and over its files, keeping objects apart, without running anything of it.
//
// What it knows are values: constants, containers, functions, objects with identity, and unknowns that say
// why they are unknown and where. What it does not know is nothing of training: which library call means what is
// asked of package knowledge, what a training step is of package train.
package run

import (
	"math/big"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Value is what an expression is in a run. The types are listed below; a nil Value stands for nothing at all,
// such as a name that is not bound.
type Value interface{ value() }

// The constants of Python.
type (
	// NoneType is the type of None.
	NoneType struct{}
	// Bool is True or False.
	Bool bool
	// Int is an integer that fits a machine word.
	Int int64
	// BigInt is any other integer, up to a bound.
	BigInt struct{ *big.Int }
	// Float is a float.
	Float float64
	// Str is a string.
	Str string
	// EllipsisType is the type of ….
	EllipsisType struct{}
)

// None is Python's None.
var None = NoneType{}

// Symbol is something of a library, by the dotted name under which it is documented: torch.nn.Linear, len.
type Symbol string

// Tuple cannot be changed, so it needs no identity.
type Tuple struct {
	Items  []Value
	Names  []string // of the items of a named tuple, nil for a plain one
	weight int      // of all that is in it, 0 until it is asked for
}

// Range is range(Start, Stop, Step).
type Range struct{ Start, Stop, Step int64 }

// Slice is what stands between the brackets of x[a:b:c]; absent parts are None.
type Slice struct{ Lower, Upper, Step Value }

// Function is a def or lambda of the project together with the scope it was made in.
type Function struct {
	Node     *python.Function // nil for a lambda
	Lambda   *python.Lambda
	Unit     *Unit
	Class    *Class // whose body holds it, nil for a plain function
	Defaults map[string]Value
	// Kind is how it is reached through a class or an instance.
	Kind MethodKind
	// Decorators are those of libraries, nearest to the function first.
	Decorators []Symbol
	// Decorated are the calls that made the decorators, nil for one without a call.
	Decorated []*Call

	manages bool    // a generator that contextlib.contextmanager makes a context manager of
	state   *Object // what is set on it, for a closure
	scope   *Object // the names around it
	made    int     // the sequence number of the definition
	// under is what holds on the ways on which a function in a function is made: who enters it by itself does so at the
	// end of the run, where its names are those of other ways as well, as of one on which what is around it raises.
	under []Literal
}

// Name is the function's name, "<lambda>" for a lambda.
func (f *Function) Name() string {
	if f.Node == nil {
		return "<lambda>"
	}
	return f.Node.Name
}

// At is the definition.
func (f *Function) At() python.Node {
	if f.Node == nil {
		return f.Lambda
	}
	return f.Node
}

// Around is what a name of the functions around it stands for at the end of the run; nil where they bind none.
func (m *Machine) Around(f *Function, name string) Value {
	for o := f.scope; o != nil && o.lexical != nil && o != f.Unit.scope; o = o.parent {
		if v := m.get(o, name); v != nil {
			return v
		}
	}
	return nil
}

func (f *Function) params() []*python.Param {
	if f.Node == nil {
		return f.Lambda.Params
	}
	return f.Node.Params
}

// MethodKind says what reading a function through an object gives.
type MethodKind uint8

// The kinds of methods.
const (
	PlainMethod MethodKind = iota
	StaticMethod
	ClassMethod
	Property
)

// Class is a class of the project.
type Class struct {
	Node *python.Class
	Unit *Unit
	// Bases are classes of the project, Symbols of libraries, or unknown.
	Bases []Value
	// Fields are the names that its body annotates, in order: what a dataclass's constructor takes.
	Fields []string
	// Decorators are those of libraries.
	Decorators []Symbol

	scope *Object // what its body binds
	line  []Value // the method resolution order, the class itself first
}

// Method is a function that was read through an object.
type Method struct {
	Func *Function
	Self Value
}

// Member is an attribute of an object whose class is not the project's, read to be called: optimizer.step.
type Member struct {
	Object Value
	Name   string
}

// Partial is functools.partial(Func, …) or a function with arguments bound to it.
type Partial struct {
	Func Value
	Args []Argument
	Unit *Unit // where they are written
}

// argsIn are the bound arguments for a call in some file, with room for no more. Those written in another file lose
// their nodes: whoever has a call's argument looks for its text in the call's own file.
func (p *Partial) argsIn(unit *Unit) []Argument {
	if p.Unit == unit {
		return p.Args[:len(p.Args):len(p.Args)]
	}
	args := make([]Argument, len(p.Args))
	for i, a := range p.Args {
		if a.Node != nil {
			a.Node, a.Away = nil, Place{p.Unit, a.Node}
		}
		args[i] = a
	}
	return args
}

// Super is what super() gives in a method of Class.
type Super struct {
	Class *Class
	Self  Value
}

// Choice is one of several values, each under its condition.
type Choice struct{ Alternatives []Alternative }

// Alternative is a value and when it holds.
type Alternative struct {
	When  []Literal // all of them; none: nothing is known of when
	Value Value
}

func (NoneType) value()     {}
func (Bool) value()         {}
func (Int) value()          {}
func (BigInt) value()       {}
func (Float) value()        {}
func (Str) value()          {}
func (EllipsisType) value() {}
func (Symbol) value()       {}
func (*Tuple) value()       {}
func (*Range) value()       {}
func (*Slice) value()       {}
func (*Function) value()    {}
func (*Class) value()       {}
func (*Method) value()      {}
func (*Member) value()      {}
func (*Partial) value()     {}
func (*Super) value()       {}
func (*Choice) value()      {}
func (*Object) value()      {}
func (*Unit) value()        {}
func (*items) value()       {}
func (*entries) value()     {}

// Alternatives are the values that v may be: itself, unless it is a Choice.
func Alternatives(v Value) []Value {
	c, ok := v.(*Choice)
	if !ok {
		if v == nil {
			return nil
		}
		return []Value{v}
	}
	list := make([]Value, len(c.Alternatives))
	for i, a := range c.Alternatives {
		list[i] = a.Value
	}
	return list
}

// IsNone reports whether a value is None for sure.
func IsNone(v Value) bool { _, ok := Bare(v).(NoneType); return ok }

// Known reports whether a value is a constant.
func Known(v Value) bool {
	switch Bare(v).(type) {
	case NoneType, Bool, Int, BigInt, Float, Str, EllipsisType:
		return true
	}
	return false
}
