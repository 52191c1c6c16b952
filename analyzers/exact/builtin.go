package exact

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func function(name string, do func(m *Machine, a Args) Value) *Builtin {
	return &Builtin{Name: name, Do: do}
}

// NewFunction is a function written in Go.
func NewFunction(name string, do func(m *Machine, a Args) Value) *Builtin { return function(name, do) }

// Python's own classes.
var (
	typeClass      = NewClass("type")
	intClass       = NewClass("int")
	boolClass      = NewClass("bool", intClass)
	floatClass     = NewClass("float")
	complexClass   = NewClass("complex")
	strClass       = NewClass("str")
	bytesClass     = NewClass("bytes")
	tupleClass     = NewClass("tuple")
	listClass      = NewClass("list")
	dictClass      = NewClass("dict")
	setClass       = NewClass("set")
	frozenClass    = NewClass("frozenset")
	rangeClass     = NewClass("range")
	sliceClass     = NewClass("slice")
	noneClass      = NewClass("NoneType")
	functionClass  = NewClass("function")
	methodClass    = NewClass("method")
	moduleClass    = NewClass("module")
	generatorClass = NewClass("generator")
	partialClass   = newPartialClass()
	unknownClass   = NewClass("something unknown")
	propertyClass  = NewClass("property")
	ellipsisClass  = NewClass("ellipsis")
)

var builtinTypes = map[*Class]bool{
	strClass:   true,
	listClass:  true,
	dictClass:  true,
	tupleClass: true,
	setClass:   true,
	intClass:   true,
	floatClass: true,
}

// newPartialClass is functools.partial, a class: programs ask whether a layer is one, type(norm) == functools.partial.
func newPartialClass() *Class {
	c := NewClass("partial")
	c.Make = func(m *Machine, _ *Class, a Args) Value {
		if len(a.Pos) == 0 {
			m.Raise(TypeError, "type 'partial' takes at least one argument")
		}
		return m.partial(a.Pos[0], a.Rest(1))
	}
	return c
}

// ClassOf is type(v).
func (m *Machine) ClassOf(v Value) *Class {
	switch v := v.(type) {
	case NoneType:
		return noneClass
	case bool:
		return boolClass
	case int64:
		return intClass
	case float64:
		return floatClass
	case complex128:
		return complexClass
	case string:
		return strClass
	case Bytes:
		return bytesClass
	case *Tuple:
		return tupleClass
	case *List:
		return listClass
	case *Dict:
		if v.Class != nil {
			return v.Class
		}
		return dictClass
	case *Set:
		if v.Frozen {
			return frozenClass
		}
		return setClass
	case *Range:
		return rangeClass
	case *Slice:
		return sliceClass
	case *Function, *Builtin:
		return functionClass
	case *Method:
		return methodClass
	case *Unit:
		return moduleClass
	case *Class:
		return typeClass
	case *Instance:
		return v.Class
	case *Iterator:
		if v.Class != nil {
			return v.Class
		}
		return generatorClass
	case *Partial:
		return partialClass
	case *Property:
		return propertyClass
	case EllipsisType:
		return ellipsisClass
	case *Unknown, Symbol, nil:
		return unknownClass
	}
	if m.Library != nil {
		if c := m.Library.ClassOf(v); c != nil {
			return c
		}
	}
	return unknownClass
}

// builtin is one of Python's own names; nil for none.
func builtin(name string) Value {
	if c := exceptions[name]; c != nil {
		return c
	}
	if name == "exit" || name == "quit" {
		return standardNames()[name]
	}
	return builtins[name]
}

// unmodelled are Python's own names that are bound everywhere, whatever they do.
var unmodelled = map[string]bool{
	"bytearray": true, "memoryview": true, "compile": true, "breakpoint": true, "help": true, "aiter": true, "anext": true,
	"copyright": true,
	"credits":   true, "license": true, "__build_class__": true, "__builtins__": true, "__loader__": true,
	"__spec__":    true,
	"__package__": true,
}

var builtins map[string]Value

// Builtin is one of Python's own names; nil for none.
func (m *Machine) Builtin(name string) Value { return builtin(name) }

func init() { //nolint:gochecknoinits // the functions ask for the names again
	listMethods = listMethodsTable()
	tupleMethods = tupleMethodsTable()
	dictMethods = dictMethodsTable()
	setMethods = setMethodsTable()
	textMethods = textMethodsTable()
	intClass.Make = func(m *Machine, c *Class, a Args) Value { return m.sub(c, intClass, m.toInt(a)) }
	boolClass.Make = func(m *Machine, _ *Class, a Args) Value {
		v := a.Or(0, "", false)
		if u := unknownOf(v); u != nil {
			return u
		}
		return m.Truth(v)
	}
	floatClass.Make = func(m *Machine, c *Class, a Args) Value { return m.sub(c, floatClass, m.toFloat(a.Or(0, "", 0.0))) }
	strClass.Make = func(m *Machine, c *Class, a Args) Value {
		v := a.Or(0, "", "")
		if u := unknownOf(v); u != nil {
			return u
		}
		if o, ok := v.(*Instance); ok && c == strClass && m.wordless(o) {
			return m.Unknown("how an object reads")
		}
		return m.sub(c, strClass, m.Text(v))
	}
	tupleClass.Make = func(m *Machine, c *Class, a Args) Value {
		return m.sub(c, tupleClass, &Tuple{Items: m.collected(a)})
	}
	listClass.Make = func(m *Machine, c *Class, a Args) Value { return m.made(c, listClass, &List{}, a) }
	namedTupleClass.Make = func(m *Machine, c *Class, a Args) Value { return m.record(c, a) }
	dictClass.Make = func(m *Machine, c *Class, a Args) Value { return m.made(c, dictClass, NewDict(), a) }
	setClass.Make = func(m *Machine, c *Class, a Args) Value { return m.made(c, setClass, &Set{}, a) }
	frozenClass.Make = func(m *Machine, _ *Class, a Args) Value {
		s := m.NewSet(m.collected(a))
		s.Frozen = true
		return s
	}
	rangeClass.Make = func(m *Machine, _ *Class, a Args) Value { return m.rangeOf(a) }
	sliceClass.Make = func(_ *Machine, _ *Class, a Args) Value {
		if len(a.Pos) == 1 {
			return &Slice{None, a.Pos[0], None}
		}
		return &Slice{a.Pos[0], a.Pos[1], a.Or(2, "", None)}
	}
	for _, c := range []*Class{listClass, dictClass, setClass} {
		c.Method("__init__", func(m *Machine, a Args) Value {
			if o, ok := a.Get(0, "").(*Instance); ok {
				m.filled(o.Native, a.Rest(1))
			}
			return None
		})
	}
	builtins = map[string]Value{
		"object": Object, "type": typeClass, "int": intClass, "bool": boolClass, "float": floatClass, "str": strClass,
		"bytes": bytesClass, "tuple": tupleClass, "list": listClass, "dict": dictClass, "set": setClass,
		"complex":   complexClass,
		"frozenset": frozenClass, "range": rangeClass, "slice": sliceClass,
		"None": None, "NotImplemented": NotImplementedType{}, "Ellipsis": EllipsisType{}, "__debug__": true,
	}
	for name, do := range functions() {
		builtins[name] = function(name, counted(name, do))
	}
}

// sub is a value of one of Python's classes; of a class that inherits from it, an instance that holds the value.
func (m *Machine) sub(c, base *Class, v Value) Value {
	if c == base {
		return v
	}
	return &Instance{Class: c, Native: v}
}

// made makes a container; a class of the project fills its own in __init__.
func (m *Machine) made(c, base *Class, v Value, a Args) Value {
	if c == base {
		m.filled(v, a)
		return v
	}
	o := &Instance{Class: c, Native: v}
	m.Call(m.lookup(c, "__init__"), a.With(o))
	return o
}

// filled is the constructor of a container.
func (m *Machine) filled(v Value, a Args) {
	switch v := v.(type) {
	case *List:
		v.Items = m.collected(a)
	case *Set:
		for _, item := range m.lettersOr(a) {
			v.Set(m.hashable(item), None)
		}
	case *Dict:
		if len(a.Pos) > 0 {
			m.update(v, a.Pos[0])
		}
		for _, k := range a.Kw {
			v.Set(k.Name, k.Value)
		}
	}
}

func (m *Machine) collected(a Args) []Value {
	if len(a.Pos) == 0 {
		return nil
	}
	return m.Items(a.Pos[0])
}

func (m *Machine) rangeOf(a Args) Value {
	n, open := [3]int64{2: 1}, false
	for i, v := range a.Pos {
		x, ok := m.Index(v)
		if !ok {
			if u, unknown := v.(*Unknown); unknown {
				if m.endless != nil && m.endless == m.frame && u.Whole && i == min(len(a.Pos)-1, 1) {
					open = true
					continue
				}
				// where it was left off; it begins as the first time
				if m.endless != nil && m.endless == m.frame && i == 0 && len(a.Pos) > 1 {
					continue
				}
				m.StopFor(u, "the bound of a range")
			}
			m.Raise(TypeError, "'%s' object cannot be interpreted as an integer", m.ClassOf(v).Name)
		}
		n[min(i, 2)] = x
	}
	if open {
		return &Range{n[0], n[0] + mostOpen*max(n[2], 1), max(n[2], 1)}
	}
	switch len(a.Pos) {
	case 1:
		return &Range{0, n[0], 1}
	case 2:
		return &Range{n[0], n[1], 1}
	}
	if n[2] == 0 {
		m.Raise(ValueError, "range() arg 3 must not be zero")
	}
	return &Range{n[0], n[1], n[2]}
}

func (m *Machine) toInt(a Args) Value {
	switch v := a.Or(0, "", int64(0)).(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			m.Raise(ValueError, "cannot convert float to integer")
		}
		return m.whole(math.Trunc(v))
	case string:
		base, ok := integer(a.Or(1, "base", int64(10)))
		n, err := strconv.ParseInt(strings.TrimSpace(v), int(base), 64)
		switch {
		case ok && err == nil:
			return n
		case errors.Is(err, strconv.ErrRange):
			return m.Unknown("an integer that does not fit a machine word")
		}
		m.Raise(ValueError, "invalid literal for int() with base 10: %s", m.Repr(v))
	case *Unknown:
		return &Unknown{Why: v.Why, At: v.At, Whole: true}
	default:
		if n, ok := integer(v); ok {
			return n
		}
		return m.converted(v, "__int__")
	}
	return nil
}

func (m *Machine) toFloat(v Value) Value {
	switch v := v.(type) {
	case string:
		if x, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil {
			return x
		}
		m.Raise(ValueError, "could not convert string to float: %s", m.Repr(v))
	case *Unknown:
		return &Unknown{Why: v.Why, At: v.At, Real: true}
	}
	if x, ok := float(v); ok {
		return x
	}
	return m.converted(v, "__float__")
}

// converted asks a value for itself as a number.
func (m *Machine) converted(v Value, method string) Value {
	if f := m.attribute(v, method); f != nil {
		return m.Call(f, Args{})
	}
	m.Raise(TypeError, "%s cannot convert '%s'", method, m.ClassOf(v).Name)
	return nil
}

// typeOf is type(x), or type(name, bases, dict).
func (m *Machine) typeOf(a Args) Value {
	if len(a.Pos) == 1 {
		if u := unknownOf(a.Pos[0]); u != nil {
			return u
		}
		return m.ClassOf(a.Pos[0])
	}
	if len(a.Pos) < 3 {
		m.Raise(TypeError, "type() takes 1 or 3 arguments")
	}
	c := &Class{Name: m.word(a.Pos[0])}
	for _, b := range m.Items(a.Pos[1]) {
		if base := m.base(b); base != nil {
			c.Bases = append(c.Bases, base)
		}
	}
	if len(c.Bases) == 0 {
		c.Bases = []*Class{Object}
	}
	m.paysLine(c)
	c.Line = line(c)
	if d, ok := a.Pos[2].(*Dict); ok {
		for i, key := range d.keys {
			if name, ok := key.(string); ok {
				c.Dict.Set(name, d.values[i])
			}
		}
	}
	return c
}

// IsInstance is isinstance(v, of).
func (m *Machine) IsInstance(v, of Value) Value {
	if u := unknownOf(v); u != nil {
		number := v.(*Unknown)
		if c, ok := of.(*Class); ok && (number.Whole || number.Real) && builtinTypes[c] { // a number, whichever
			switch {
			case c != intClass && c != floatClass:
				return false
			case number.Whole:
				return c == intClass
			}
		}
		if list, ok := of.(*Tuple); ok && number.Whole {
			for _, one := range list.Items {
				if is := m.IsInstance(v, one); is != Value(false) {
					return is
				}
			}
			return false
		}
		return u
	}
	switch of := of.(type) {
	case *Class:
		if of == functionClass {
			_, isFunction := v.(*Function)
			return isFunction
		}
		if accepts := of.Dict.Get("__instancecheck__"); accepts != nil {
			return m.Truth(m.Call(accepts, Positional(of, v)))
		}
		return m.ClassOf(v).Is(of)
	case *Tuple:
		for _, one := range of.Items {
			if is := m.IsInstance(v, one); is != Value(false) {
				return is
			}
		}
		return false
	case NoneType:
		return v == Value(None)
	case Symbol: // of a library's class that is not known: our own values are none of its
		if o, ok := v.(*Instance); ok && o.Class.opaque() != nil {
			return m.Unknown("%s is not known", string(of))
		}
		if _, foreign := v.(Symbol); foreign {
			return m.Unknown("%s is not known", string(of))
		}
		return false
	case *Unknown:
		return &Unknown{Why: of.Why, At: of.At}
	}
	return false
}

// next is next(iterator, default).
func (m *Machine) next(v, otherwise Value) Value {
	if o, ok := v.(*Instance); ok {
		if f := m.lookup(o.Class, "__next__"); f != nil {
			return m.Call(f, Positional(o))
		}
	}
	over, ok := v.(*Iterator)
	if !ok {
		if u, unknown := v.(*Unknown); unknown {
			return &Unknown{Why: u.Why, At: u.At}
		}
		m.Raise(TypeError, "'%s' object is not an iterator", m.ClassOf(v).Name)
	}
	item, ok := over.Next()
	if ok {
		return item
	}
	if otherwise == nil {
		m.Raise(StopIteration, "")
	}
	return otherwise
}

// expressions are the texts that were evaluated, by their files: models of libraries are recorded as the calls that
// make their layers, most of them alike, and are made anew for each question about each job.
var expressions struct {
	sync.Mutex
	trees map[[2]string]*python.Tree
}

// mostExpressions bounds how many are kept.
const mostExpressions = 1 << 10

// expressionIn is a text as the expression that it reads as in a file; nil when it cannot be read.
func expressionIn(file, text string) *python.Module {
	at := [2]string{file, text}
	expressions.Lock()
	known := expressions.trees[at]
	expressions.Unlock()
	if known != nil {
		return known.Module(nil)
	}
	module, err := python.Parse(source.New(file, []byte("("+text+")")))
	if err != nil {
		return nil
	}
	expressions.Lock()
	defer expressions.Unlock()
	if len(expressions.trees) >= mostExpressions || expressions.trees == nil {
		expressions.trees = map[[2]string]*python.Tree{}
	}
	expressions.trees[at] = module.Tree
	return module
}

// evaluated is eval(text) where it stands.
func (m *Machine) evaluated(text string) Value {
	m.Spend(10 * len(text)) // it is parsed
	module := expressionIn(m.here().unit.Module.File.Path, text)
	if module == nil || len(module.Body) != 1 || len(module.Errors) > 0 {
		m.Stop("what is evaluated here is not understood")
	}
	s, ok := module.Body[0].(*python.ExprStmt)
	if !ok {
		m.Stop("what is evaluated here is not understood")
	}
	here := *m.frame.unit // of which this text is not: what stands in it is looked up in its own
	here.Module = module
	outer := m.frame
	m.frame = &frame{above: outer, unit: &here, scope: outer.scope, function: outer.function, class: outer.class}
	v := m.eval(s.Value)
	m.frame = outer
	return v
}
