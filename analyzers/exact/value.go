package exact

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Value is one of Python's: NoneType, bool, int64, float64, complex128, string, Bytes, EllipsisType, the types below,
// or something of a Library that only the Library knows.
type Value = any

// The values that Go has no type for.
type (
	// NoneType is the type of None.
	NoneType struct{}
	// EllipsisType is the type of ….
	EllipsisType struct{}
	// NotImplementedType is the type of NotImplemented.
	NotImplementedType struct{}
	// Bytes is a bytes literal.
	Bytes string
	// Symbol is something of a library of which nothing is known but its dotted name.
	Symbol string
)

// None is Python's None.
var None = NoneType{}

type (
	// Tuple is a tuple.
	Tuple struct {
		Items []Value
		// Sizes: it is a torch.Size, which tensor constructors of old take as a size and any other tuple as the data.
		Sizes bool
	}
	// List is a list.
	List struct{ Items []Value }
	// Range is range(Start, Stop, Step).
	Range struct{ Start, Stop, Step int64 }
	// Slice is what stands between the brackets of x[a:b:c]; absent parts are None.
	Slice struct{ Lower, Upper, Step Value }
	// Iterator gives its items once: a generator, or what iter() and zip() make.
	Iterator struct {
		Next func() (Value, bool)
		// Class is what type() and isinstance say of it.
		Class *Class
	}
)

// Unknown is what only a running program knows. It may be kept and handed on; what depends on it ends the run.
type Unknown struct {
	Why string
	At  Place
	// Perhaps: whether there is such an attribute is not known, either.
	Perhaps bool
	// Name is the attribute by which it was reached; "" for none.
	Name string
	// Some: it is something, and not None: a list of which not all is known.
	Some bool
	// Share: it is a number from 0 to 1, 0 included and 1 not, as random.random() draws one.
	Share bool
	// Drawn: it says whether such a number is below another one.
	Drawn bool
	// Whole: it is a whole number, such as the index of a sample. Of is the one that it is Plus more than; nil: no other.
	Whole bool
	Of    *Unknown
	Plus  int64
	// Count is the expression that counts it, as len(vocabulary) does, or that reads it off what is not known, as
	// dataset.num_classes; of no file for anything else.
	Count Expression
	// Real: it is a number that may have a fraction, such as the mean of an array.
	Real bool
	// Large: it is how many numbers a file holds that a batch takes some of, and larger than what the program compares it
	// with.
	Large bool
	// Lists is what it lists the names of: dir(…); nil for anything else.
	Lists Value
	// Numbers: it is an array of a file, of which not even the shape is known. Elements is their type, nil where that is
	// not known, either.
	Numbers  bool
	Elements Value
	// Each is what one of the things is like that it holds; nil where that is not known.
	Each Value
	// Listed: it is a list or an array, of which nothing else is known.
	Listed bool
	// Found is what is found under each key of a dictionary whose keys are not known: the number of a word, of an
	// alphabet that a file tells; nil where that is not known, or for anything else.
	Found Value
	// Weights: it is a file of weights, tensors by name, or a part of one.
	Weights bool
	// Hosted: it is a tensor in the host's memory.
	Hosted bool
}

// wholeOf is what whole numbers give together, of which one at least is not known; nil where it is no whole number, or
// none of both is said to be one.
func wholeOf(op string, a, b Value) Value {
	u, first := a.(*Unknown)
	v, second := b.(*Unknown)
	n, right := b.(int64)
	_, left := a.(int64)
	switch {
	case !(first && u.Whole || left) || !(second && v.Whole || right) || left && right:
		return nil
	case first && right && (op == "+" || op == "-"):
		if op == "-" {
			n = -n
		}
		out := &Unknown{Why: u.Why, At: u.At, Whole: true, Of: u, Plus: n, Large: u.Large, Count: u.Count}
		if u.Of != nil {
			out.Of, out.Plus = u.Of, u.Plus+n
		}
		return out
	case op == "+" && left:
		return wholeOf(op, b, a)
	}
	switch op {
	case "+", "-", "*", "//", "%":
		if !first {
			u = v
		}
		return &Unknown{Why: u.Why, At: u.At, Whole: true, Count: u.Count}
	}
	return nil
}

// realOf is what arithmetic makes of numbers of which one at least is not known; nil where none is said to be a number.
func realOf(op string, a, b Value) Value {
	u, first := a.(*Unknown)
	v, second := b.(*Unknown)
	number := func(u *Unknown, unknown bool, of Value) bool {
		if unknown {
			return u.Whole || u.Share || u.Real
		}
		_, ok := float(of)
		return ok
	}
	if !first && !second || !number(u, first, a) || !number(v, second, b) {
		return nil
	}
	switch op {
	case "+", "-", "*", "/", "**", "%", "//":
		if !first {
			u = v
		}
		return &Unknown{Why: u.Why, At: u.At, Real: true}
	}
	return nil
}

// Between is how far one whole number lies behind another, where both are told by the same one that is not known.
func Between(from, to Value) (n int64, ok bool) {
	a, first := from.(*Unknown)
	b, second := to.(*Unknown)
	if !first || !second || !a.Whole || !b.Whole {
		return 0, false
	}
	base := func(u *Unknown) *Unknown {
		if u.Of != nil {
			return u.Of
		}
		return u
	}
	return b.Plus - a.Plus, base(a) == base(b)
}

// Place is a line of a file.
type Place struct {
	Path string
	Line int
}

// Expression is one in a file.
type Expression struct {
	Path string
	Span source.Span
}

// Function is a def or lambda of the project.
type Function struct {
	Name     string
	Node     *python.Function // nil for a lambda
	Lambda   *python.Lambda
	Unit     *Unit
	Class    *Class // whose body holds it
	params   []*python.Param
	defaults []Value // by parameter, nil for none
	scope    *scope  // around it
	yields   bool
	attrs    *Attrs
}

// Method is a function read through an object.
type Method struct {
	Func Value
	Self Value
}

// Builtin is a function that is written in Go.
type Builtin struct {
	Name string
	Do   func(m *Machine, a Args) Value
	// Method: read through an instance, it gets the instance as its first argument.
	Method bool

	path string // where it stands in a library, "" for one that stands in none: itertools.chain has a from_iterable
}

// Partial is functools.partial.
type Partial struct {
	Func Value
	Args Args
}

// Property is what a property is in its class.
type Property struct{ Get, Set Value }

// StaticMethod and ClassMethod are what these decorators give.
type (
	StaticMethod struct{ Func Value }
	ClassMethod  struct{ Func Value }
)

// Super is super() in a method of Class.
type Super struct {
	Class *Class
	Self  Value
}

// Class is a class of the project, of Python or of a library.
type Class struct {
	Name  string
	Node  *python.Class
	Unit  *Unit
	Bases []*Class
	Dict  Attrs
	// Line is the method resolution order, the class itself first.
	Line []*Class
	// Make makes an instance in place of the usual way, for this class and those that inherit from it; nil: it does not.
	Make func(m *Machine, c *Class, a Args) Value
	// Opaque: a library's, of which nothing else is known.
	Opaque bool
	// Fields are the names that the body annotates, in order.
	Fields []string
}

// Instance is an object of a Class. Native is what a class written in Go keeps in it.
type Instance struct {
	Class  *Class
	Attrs  Attrs
	Native any
}

// Unit is a module of the project.
type Unit struct {
	Module *python.Module
	Name   string
	scope  *scope
	stars  []string // libraries of which everything is imported
	sized  map[source.Span]sizedHere
	state  unitState
	// unread are the statements of a body that is run by and by, by the names that they bind; nil where it is run whole.
	unread  map[string]python.Stmt
	read    map[python.Stmt]bool
	reading int // how many of them are being run
}

// Reading reports whether some of a module's body is being run.
func (u *Unit) Reading() bool { return u.state == unitRunning || u.reading > 0 }

type unitState uint8

const (
	unitNew unitState = iota
	unitRunning
	unitDone
)

// Attrs are named values in the order in which they came.
type Attrs struct {
	names  []string
	values []Value
	index  map[string]int
}

const manyAttrs = 8

func (a *Attrs) find(name string) int {
	if a.index != nil {
		if i, ok := a.index[name]; ok {
			return i
		}
		return -1
	}
	for i, have := range a.names {
		if have == name {
			return i
		}
	}
	return -1
}

// Get is the value under a name; nil for none.
func (a *Attrs) Get(name string) Value {
	if i := a.find(name); i >= 0 {
		return a.values[i]
	}
	return nil
}

// Set stores a value under a name.
func (a *Attrs) Set(name string, v Value) {
	if i := a.find(name); i >= 0 {
		a.values[i] = v
		return
	}
	a.names, a.values = append(a.names, name), append(a.values, v)
	if a.index != nil {
		a.index[name] = len(a.names) - 1
	} else if len(a.names) > manyAttrs {
		a.reindex()
	}
}

// Delete forgets a name; it reports whether there was one.
func (a *Attrs) Delete(name string) bool {
	i := a.find(name)
	if i < 0 {
		return false
	}
	a.names = append(a.names[:i:i], a.names[i+1:]...)
	a.values = append(a.values[:i:i], a.values[i+1:]...)
	if a.index != nil {
		a.reindex()
	}
	return true
}

func (a *Attrs) reindex() {
	a.index = make(map[string]int, 2*len(a.names))
	for i, name := range a.names {
		a.index[name] = i
	}
}

// Len is how many there are.
func (a *Attrs) Len() int { return len(a.names) }

// All visits every name and its value, in order.
func (a *Attrs) All() func(yield func(string, Value) bool) {
	names, values := a.names, a.values
	return func(yield func(string, Value) bool) {
		for i, name := range names {
			if !yield(name, values[i]) {
				return
			}
		}
	}
}

// Copy has the same names and values.
func (a *Attrs) Copy() Attrs {
	out := Attrs{names: append([]string(nil), a.names...), values: append([]Value(nil), a.values...)}
	if a.index != nil {
		out.reindex()
	}
	return out
}

// Args are the arguments of a call.
type Args struct {
	Pos []Value
	Kw  []Keyword
}

// Keyword is an argument by name.
type Keyword struct {
	Name  string
	Value Value
}

// Named is the argument of a name; nil for none.
func (a Args) Named(name string) Value {
	for _, k := range a.Kw {
		if k.Name == name {
			return k.Value
		}
	}
	return nil
}

// Get is an argument by its place or name; nil where it is not given.
func (a Args) Get(i int, name string) Value {
	if i >= 0 && i < len(a.Pos) {
		return a.Pos[i]
	}
	if name == "" {
		return nil
	}
	return a.Named(name)
}

// Or is Get with a default.
func (a Args) Or(i int, name string, otherwise Value) Value {
	if v := a.Get(i, name); v != nil {
		return v
	}
	return otherwise
}

// With are the arguments with some in front.
func (a Args) With(front ...Value) Args {
	return Args{Pos: append(append(make([]Value, 0, len(front)+len(a.Pos)), front...), a.Pos...), Kw: a.Kw}
}

// Rest are the arguments without the first ones.
func (a Args) Rest(n int) Args {
	return Args{Pos: a.Pos[min(n, len(a.Pos)):], Kw: a.Kw}
}

// Positional are arguments by place.
func Positional(list ...Value) Args { return Args{Pos: list} }

// Len is the number of a range's items.
func (r *Range) Len() int64 {
	switch {
	case r.Step > 0 && r.Start < r.Stop:
		return (r.Stop - r.Start + r.Step - 1) / r.Step
	case r.Step < 0 && r.Start > r.Stop:
		return (r.Start - r.Stop - r.Step - 1) / -r.Step
	}
	return 0
}

// At is the i-th item of a range.
func (r *Range) At(i int64) int64 { return r.Start + i*r.Step }
