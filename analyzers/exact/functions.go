package exact

import (
	"maps"
	"math"
	"slices"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/python"
)

// functions are Python's built-in functions.
func functions() map[string]func(m *Machine, a Args) Value {
	return map[string]func(m *Machine, a Args) Value{
		"print":        func(*Machine, Args) Value { return None },
		"len":          func(m *Machine, a Args) Value { return m.lengthOrUnknown(a.Pos[0]) },
		"abs":          absolute,
		"all":          func(m *Machine, a Args) Value { return m.quantified(a, false) },
		"any":          func(m *Machine, a Args) Value { return m.quantified(a, true) },
		"callable":     callable,
		"chr":          character,
		"ord":          func(m *Machine, a Args) Value { return int64([]rune(m.word(a.Pos[0]))[0]) },
		"classmethod":  func(_ *Machine, a Args) Value { return &ClassMethod{a.Pos[0]} },
		"staticmethod": func(_ *Machine, a Args) Value { return &StaticMethod{a.Pos[0]} },
		"property":     func(_ *Machine, a Args) Value { return &Property{a.Or(0, "fget", nil), a.Or(1, "fset", nil)} },
		"delattr":      func(m *Machine, a Args) Value { m.DeleteAttribute(a.Pos[0], m.word(a.Pos[1])); return None },
		"dir": func(m *Machine, a Args) Value {
			u := m.Unknown("dir()")
			if len(a.Pos) == 1 {
				u.Lists = a.Pos[0]
			}
			return u
		},
		"divmod": func(m *Machine, a Args) Value {
			return &Tuple{Items: []Value{m.Binary("//", a.Pos[0], a.Pos[1]), m.Binary("%", a.Pos[0], a.Pos[1])}}
		},
		"enumerate": func(m *Machine, a Args) Value {
			over := m.Iterator(a.Pos[0])
			n, _ := integer(a.Or(1, "start", int64(0)))
			return &Iterator{Next: func() (Value, bool) {
				v, ok := over.Next()
				if !ok {
					return nil, false
				}
				n++
				return &Tuple{Items: []Value{n - 1, v}}, true
			}}
		},
		"eval": func(m *Machine, a Args) Value {
			if u := unknownOf(a.Pos[0]); u != nil {
				return u
			}
			return m.evaluated(m.word(a.Pos[0]))
		},
		"filter": func(m *Machine, a Args) Value {
			over := m.Iterator(a.Pos[1])
			return &Iterator{Next: func() (Value, bool) {
				for {
					v, ok := over.Next()
					if !ok {
						return nil, false
					}
					test := v
					if a.Pos[0] != Value(None) {
						test = m.Call(a.Pos[0], Positional(v))
					}
					if m.Truth(test) {
						return v, true
					}
				}
			}}
		},
		"format": func(m *Machine, a Args) Value {
			return m.worded(func() Value { return m.format(a.Pos[0], m.word(a.Or(1, "", ""))) })
		},
		"getattr": func(m *Machine, a Args) Value {
			if u := unknownOf(a.Pos[1]); u != nil {
				return u
			}
			name := m.word(a.Pos[1])
			if len(a.Pos) > 2 {
				if v := m.attribute(a.Pos[0], name); v != nil {
					return v
				}
				return a.Pos[2]
			}
			return m.Attribute(a.Pos[0], name)
		},
		"globals": func(m *Machine, _ Args) Value { return namesOf(m.here().unit.scope) },
		"locals":  func(m *Machine, _ Args) Value { return localsOf(m.here()) },
		"vars": func(m *Machine, a Args) Value {
			if len(a.Pos) == 0 {
				return localsOf(m.here())
			}
			return m.Attribute(a.Pos[0], "__dict__")
		},
		"exec":       func(m *Machine, _ Args) Value { m.Stop("exec() is not followed"); return nil },
		"bin":        func(m *Machine, _ Args) Value { return m.Unknown("bin()") },
		"hex":        func(m *Machine, _ Args) Value { return m.Unknown("hex()") },
		"oct":        func(m *Machine, _ Args) Value { return m.Unknown("oct()") },
		"ascii":      func(m *Machine, _ Args) Value { return m.Unknown("ascii()") },
		"hasattr":    func(m *Machine, a Args) Value { return m.hasAttribute(a.Pos[0], a.Pos[1]) },
		"hash":       func(m *Machine, _ Args) Value { return m.Unknown("hash()") },
		"id":         func(_ *Machine, a Args) Value { return identity{a.Pos[0]} },
		"input":      func(m *Machine, _ Args) Value { return m.Unknown("input()") },
		"open":       opened,
		"isinstance": func(m *Machine, a Args) Value { return m.IsInstance(a.Pos[0], a.Pos[1]) },
		"issubclass": issubclass,
		"iter":       iterated,
		"map":        mapped,
		"max":        func(m *Machine, a Args) Value { return m.extreme(a, 1) },
		"min":        func(m *Machine, a Args) Value { return m.extreme(a, -1) },
		"next":       func(m *Machine, a Args) Value { return m.next(a.Pos[0], a.Get(1, "")) },
		"pow":        func(m *Machine, a Args) Value { return m.Binary("**", a.Pos[0], a.Pos[1]) },
		"repr":       func(m *Machine, a Args) Value { return m.Repr(a.Pos[0]) },
		"reversed": func(m *Machine, a Args) Value {
			if o, ok := a.Pos[0].(*Instance); ok {
				if f := m.lookup(o.Class, "__reversed__"); f != nil {
					return m.Call(f, Positional(o))
				}
			}
			list := slices.Clone(m.Items(a.Pos[0]))
			slices.Reverse(list)
			return Walk(list)
		},
		"round":   rounded,
		"setattr": func(m *Machine, a Args) Value { m.SetAttribute(a.Pos[0], m.word(a.Pos[1]), a.Pos[2]); return None },
		"sorted":  func(m *Machine, a Args) Value { return &List{m.sorted(m.Items(a.Pos[0]), a)} },
		"sum": func(m *Machine, a Args) Value {
			total := a.Or(1, "start", int64(0))
			for _, v := range m.Items(a.Pos[0]) {
				total = m.Binary("+", total, v)
			}
			return total
		},
		"super": func(m *Machine, a Args) Value {
			if c, ok := a.Get(0, "").(*Class); ok && len(a.Pos) > 1 {
				return &Super{c, a.Pos[1]}
			} else if ok && len(a.Pos) == 1 {
				return &Super{Class: c}
			}
			m.Stop("this form of super()")
			return nil
		},
		"zip": zipped,
		"__import__": func(m *Machine, a Args) Value {
			name := m.word(a.Pos[0])
			whole := name
			if list, ok := a.Get(3, "fromlist").(*List); !ok || len(list.Items) == 0 {
				whole = firstPart(name)
			}
			if u := m.module(whole, m.here().unit); u != nil {
				return u
			}
			return m.library(whole)
		},
	}
}

// least is how many arguments by place a function takes at least.
var least = map[string]int{
	"len": 1, "abs": 1, "all": 1, "any": 1, "callable": 1, "chr": 1, "ord": 1, "classmethod": 1, "staticmethod": 1,
	"delattr": 2, "divmod": 2, "enumerate": 1,
	"eval": 1, "filter": 2, "format": 1, "getattr": 2, "hasattr": 2, "id": 1, "isinstance": 2, "issubclass": 2, "iter": 1,
	"map": 1, "max": 1, "min": 1,
	"next": 1, "pow": 2, "repr": 1, "reversed": 1, "round": 1, "setattr": 3, "sorted": 1, "sum": 1, "__import__": 1,
}

// counted is a function that raises where a call gives fewer arguments than it takes.
func counted(name string, do func(m *Machine, a Args) Value) func(m *Machine, a Args) Value {
	n := least[name]
	if n == 0 {
		return do
	}
	return func(m *Machine, a Args) Value {
		if len(a.Pos) < n {
			m.Raise(TypeError, "%s expected at least %d arguments, got %d", name, n, len(a.Pos))
		}
		return do(m, a)
	}
}

// PerhapsThere is the name of a Builtin by which a Library answers for an attribute that it does not know to be there:
// calling it ends the run, and hasattr does not know.
const PerhapsThere = "?"

// identity is id(x).
type identity struct{ of Value }

// counted is a number that the program counts where it stands, unknown unless somebody says another.
func (m *Machine) counted(u *Unknown) Value {
	if f := m.frame; f != nil && f.node != nil && f.unit != nil && f.unit.Module != nil {
		u.Count = Expression{f.unit.Module.File.Path, f.node.Span()}
	}
	if m.Counted != nil {
		if n, ok := m.Counted(u); ok {
			return n
		}
	}
	return u
}

func (m *Machine) lengthOrUnknown(v Value) Value {
	if u := unknownOf(v); u != nil {
		u.Whole = true
		u.Large = u.Large || v.(*Unknown).Each != nil
		return m.counted(u)
	}
	if o, ok := v.(*Instance); ok {
		if f := m.lookup(o.Class, "__len__"); f != nil {
			n := m.Call(f, Positional(o))
			if u, ok := n.(*Unknown); ok {
				return &Unknown{Why: u.Why, At: u.At, Whole: true, Large: u.Large, Count: u.Count}
			}
			whole, _ := integer(n)
			return whole
		}
	}
	return m.Len(v)
}

// localsOf are the names of a call: its parameters first, and the class where a method's code says super or __class__.
func localsOf(f *frame) *Dict {
	if f.function == nil {
		return namesOf(f.scope)
	}
	d := NewDict()
	for _, p := range f.function.params {
		if v := f.scope.names[p.Name]; v != nil && p.Name != "" {
			d.Set(p.Name, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.scope.names)) {
		if d.Get(name) == nil {
			d.Set(name, f.scope.names[name])
		}
	}
	if f.function.Class != nil && f.function.Node != nil && saysSuper(f.function.Node) {
		d.Set("__class__", f.function.Class)
	}
	return d
}

func saysSuper(f *python.Function) (says bool) {
	python.WalkBody(f.Body, func(n python.Node) bool {
		name, ok := n.(*python.Name)
		says = says || ok && (name.ID == "super" || name.ID == "__class__")
		return !says
	})
	return says
}

func namesOf(s *scope) *Dict {
	d := NewDict()
	for name, v := range s.names {
		d.Set(name, v)
	}
	return d
}

func (m *Machine) quantified(a Args, stops bool) Value {
	over := m.Iterator(a.Pos[0])
	for {
		v, ok := over.Next()
		if !ok {
			return !stops
		}
		if m.Truth(v) == stops {
			return stops
		}
	}
}

func absolute(m *Machine, a Args) Value {
	if n, ok := integer(a.Pos[0]); ok {
		return abs(n)
	}
	if x, ok := float(a.Pos[0]); ok {
		return math.Abs(x)
	}
	if u, unknown := a.Pos[0].(*Unknown); unknown {
		return &Unknown{Why: u.Why, At: u.At, Whole: u.Whole, Real: u.Real || u.Share}
	}
	return m.CallMethod(a.Pos[0], "__abs__")
}

func callable(m *Machine, a Args) Value {
	switch v := a.Pos[0].(type) {
	case *Function, *Method, *Builtin, *Class, *Partial:
		return true
	case *Instance:
		return m.lookup(v.Class, "__call__") != nil
	case Symbol:
		return true
	case *Unknown:
		return &Unknown{Why: v.Why, At: v.At}
	}
	return false
}

func issubclass(m *Machine, a Args) Value {
	c, ok := a.Pos[0].(*Class)
	if !ok {
		return false
	}
	list := []Value{a.Pos[1]}
	if t, ok := a.Pos[1].(*Tuple); ok {
		list = t.Items
	}
	for _, of := range list {
		if of, ok := of.(*Class); ok && c.Is(of) {
			return true
		}
	}
	return false
}

func mapped(m *Machine, a Args) Value {
	over := make([]*Iterator, len(a.Pos)-1)
	for i := range over {
		over[i] = m.Iterator(a.Pos[i+1])
	}
	return &Iterator{Next: func() (Value, bool) {
		args := make([]Value, len(over))
		for i := range over {
			v, ok := over[i].Next()
			if !ok {
				return nil, false
			}
			args[i] = v
		}
		return m.Call(a.Pos[0], Positional(args...)), true
	}}
}

func zipped(m *Machine, a Args) Value {
	over := make([]*Iterator, len(a.Pos))
	for i := range over {
		over[i] = m.Iterator(a.Pos[i])
	}
	return &Iterator{Next: func() (Value, bool) {
		if len(over) == 0 {
			return nil, false
		}
		items := make([]Value, len(over))
		for i := range over {
			v, ok := over[i].Next()
			if !ok {
				return nil, false
			}
			items[i] = v
		}
		return &Tuple{Items: items}, true
	}}
}

// extreme is max or min.
func (m *Machine) extreme(a Args, sign int) Value {
	list := a.Pos
	if len(list) == 1 {
		list = m.Items(list[0])
	}
	if len(list) == 0 {
		if v := a.Named("default"); v != nil {
			return v
		}
		m.Raise(ValueError, "arg is an empty sequence")
	}
	key := a.Named("key")
	of := func(v Value) Value {
		if key == nil || key == Value(None) {
			return v
		}
		return m.Call(key, Positional(v))
	}
	if key == nil || key == Value(None) {
		if v := besideLength(list, sign); v != nil {
			return v
		}
		if u := unknownExtreme(list); u != nil {
			return u
		}
	}
	best, rank := list[0], of(list[0])
	for _, v := range list[1:] {
		r := of(v)
		if u := unknownOf(r, rank); u != nil {
			return u
		}
		op := "<"
		if sign > 0 {
			op = ">"
		}
		better := m.Compare(op, r, rank)
		if u := unknownOf(better); u != nil {
			return u
		}
		if m.Truth(better) {
			best, rank = v, r
		}
	}
	return best
}

// besideLength is the least or largest of a whole number and how much there is of something that is large: min(start +
// 65, len(ids)). nil for anything else.
func besideLength(list []Value, sign int) Value {
	if len(list) != 2 {
		return nil
	}
	for i, v := range list {
		length, ok := v.(*Unknown)
		other, isUnknown := list[1-i].(*Unknown)
		_, isInt := list[1-i].(int64)
		if ok && length.Large && length.Of == nil && (isInt || isUnknown && other.Whole && !other.Large) {
			if sign > 0 {
				return v
			}
			return list[1-i]
		}
	}
	return nil
}

// unknownExtreme is the least or largest of numbers of which one is not known: a number as they are, and none of them.
// nil where all are known.
func unknownExtreme(list []Value) *Unknown {
	if len(list) < 2 {
		return nil
	}
	u, whole, number := unknownOf(list...), true, true
	for _, v := range list {
		one, isUnknown := v.(*Unknown)
		_, isInt := v.(int64)
		_, isNumber := float(v)
		whole = whole && (isInt || isUnknown && one.Whole)
		number = number && (isNumber || isUnknown && (one.Whole || one.Real || one.Share))
	}
	if u == nil {
		return nil
	}
	return &Unknown{Why: u.Why, At: u.At, Whole: whole, Real: number && !whole}
}

// rounded is round(), half to even.
func rounded(m *Machine, a Args) Value {
	v := a.Pos[0]
	places := a.Or(1, "ndigits", None)
	if u, unknown := v.(*Unknown); unknown && (u.Whole || u.Real || u.Share) {
		whole := u.Whole || places == Value(None)
		return &Unknown{Why: u.Why, At: u.At, Whole: whole, Real: !whole}
	}
	if u := unknownOf(v); u != nil {
		return u
	}
	digits, given := integer(places)
	if u := unknownOf(places); u != nil {
		return u
	}
	if !given && places != Value(None) {
		m.Raise(TypeError, "'%s' object cannot be interpreted as an integer", m.ClassOf(places).Name)
	}
	if n, ok := integer(v); ok {
		if digits < 0 {
			return int64(python.Round(float64(n), digits))
		}
		return n
	}
	x, ok := float(v)
	switch {
	case !ok:
		return m.CallMethod(v, "__round__")
	case given:
		return python.Round(x, digits)
	case math.IsNaN(x) || math.IsInf(x, 0):
		m.Raise(ValueError, "cannot convert float to integer")
	}
	return m.whole(math.RoundToEven(x))
}

// whole is a float without a fraction as an int.
func (m *Machine) whole(x float64) Value {
	if math.Abs(x) >= 1<<63 {
		return m.Unknown("an integer that does not fit a machine word")
	}
	return int64(x)
}

// character is chr().
func character(m *Machine, a Args) Value {
	if u := unknownOf(a.Pos[0]); u != nil {
		return u
	}
	n, ok := integer(a.Pos[0])
	switch {
	case !ok:
		m.Raise(TypeError, "an integer is required")
	case n < 0 || n > unicode.MaxRune:
		m.Raise(ValueError, "chr() arg not in range(0x110000)")
	}
	return string(rune(n))
}

func (m *Machine) hasAttribute(on, name Value) Value {
	if u := unknownOf(on); u != nil {
		return u
	}
	v := m.attribute(on, m.word(name))
	if b, ok := v.(*Builtin); ok && b.Name == PerhapsThere {
		return m.Unknown("hasattr: whether a library's value has %s", m.word(name))
	}
	if u, ok := v.(*Unknown); ok && u.Perhaps {
		return m.Unknown("%s", u.Why)
	}
	return v != nil
}

// iterated is iter(v): of an object whose class says so, what that gives, which may have a length of its own.
func iterated(m *Machine, a Args) Value {
	o, ok := a.Pos[0].(*Instance)
	if !ok {
		return m.Iterator(a.Pos[0])
	}
	f := m.lookup(o.Class, "__iter__")
	if f == nil {
		return m.Iterator(o)
	}
	v := m.Call(f, Positional(o))
	if over, ok := v.(*Instance); ok && m.lookup(over.Class, "__next__") != nil {
		return over
	}
	return m.Iterator(v)
}
