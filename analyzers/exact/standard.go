package exact

import (
	"math"
	"math/big"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/python"
)

// standard is a name of Python's standard library, as far as models use it; nil for any other.
func (m *Machine) standard(dotted string) Value {
	if name, ok := strings.CutPrefix(dotted, "six.moves."); ok { // Python 3's functions by the names of both
		if name == "xrange" {
			name = "range"
		}
		return builtins[name]
	}
	switch dotted {
	case "os.environ":
		return m.environment()
	case "sys.path": // whoever sees that a folder is missing there adds it, which changes nothing here
		return &List{}
	}
	return standardNames()[strings.TrimPrefix(dotted, "builtins.")]
}

var (
	standardOnce  sync.Once
	standardTable map[string]Value
)

func standardNames() map[string]Value {
	standardOnce.Do(func() { standardTable = newStandard() })
	return standardTable
}

func newStandard() map[string]Value {
	names := map[string]Value{}
	add := func(name string, do func(m *Machine, a Args) Value) {
		names[name] = &Builtin{Name: lastPart(name), Do: do, path: name}
	}
	for name, do := range python.MathFunctions() {
		add("math."+name, func(m *Machine, a Args) Value { return m.mathCall(do, a) })
	}
	for name, n := range python.MathConstants() {
		names["math."+name] = n
	}
	for _, name := range []string{"floor", "ceil", "trunc"} {
		add("math."+name, func(m *Machine, a Args) Value { return m.wholeNumber(name, a.Pos[0]) })
	}
	add("math.log", func(m *Machine, a Args) Value {
		v := m.mathCall(math.Log, a)
		if base := a.Get(1, "base"); base != nil {
			return m.Binary("/", v, m.mathCall(math.Log, Positional(base)))
		}
		return v
	})
	add("math.pow", func(m *Machine, a Args) Value {
		return m.Binary("**", m.toFloat(a.Pos[0]), m.toFloat(a.Pos[1]))
	})
	add("math.prod", func(m *Machine, a Args) Value { return m.product(m.Items(a.Pos[0])) })
	add("math.gcd", func(m *Machine, a Args) Value {
		g := int64(0)
		for _, v := range a.Pos {
			n, _ := integer(v)
			for n = abs(n); n != 0; {
				g, n = n, g%n
			}
		}
		return g
	})
	add("math.isqrt", func(m *Machine, a Args) Value {
		if u := unknownOf(a.Pos[0]); u != nil {
			return &Unknown{Why: u.Why, At: u.At, Whole: true}
		}
		n, ok := integer(a.Pos[0])
		if !ok {
			m.Raise(TypeError, "'%s' object cannot be interpreted as an integer", m.ClassOf(a.Pos[0]).Name)
		}
		if n < 0 {
			m.Raise(ValueError, "isqrt() argument must be nonnegative")
		}
		return new(big.Int).Sqrt(big.NewInt(n)).Int64()
	})
	add("math.isclose", func(m *Machine, a Args) Value {
		of := []Value{a.Pos[0], a.Pos[1], a.Or(2, "rel_tol", 1e-9), a.Or(3, "abs_tol", 0.0)}
		var n [4]float64
		for i, v := range of {
			if u := unknownOf(v); u != nil {
				return &Unknown{Why: u.Why, At: u.At}
			}
			n[i], _ = float(v)
		}
		return n[0] == n[1] || math.Abs(n[0]-n[1]) <= math.Max(n[2]*math.Max(math.Abs(n[0]), math.Abs(n[1])), n[3])
	})
	for _, op := range []struct{ name, op string }{
		{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"truediv", "/"}, {"floordiv", "//"}, {"mod", "%"}, {"pow", "**"},
		{"matmul", "@"}, {"or_", "|"}, {"and_", "&"},
	} {
		add("operator."+op.name, func(m *Machine, a Args) Value { return m.Binary(op.op, a.Pos[0], a.Pos[1]) })
	}
	for name, op := range comparisonMethods {
		add("operator."+strings.Trim(op, "_"), func(m *Machine, a Args) Value { return m.Compare(name, a.Pos[0], a.Pos[1]) })
	}
	add("operator.itemgetter", func(_ *Machine, keys Args) Value {
		return function("itemgetter", func(m *Machine, a Args) Value {
			if len(keys.Pos) == 1 {
				return m.Item(a.Pos[0], keys.Pos[0])
			}
			t := &Tuple{}
			for _, key := range keys.Pos {
				t.Items = append(t.Items, m.Item(a.Pos[0], key))
			}
			return t
		})
	})
	add("operator.attrgetter", func(m *Machine, names Args) Value {
		return function("attrgetter", func(m *Machine, a Args) Value {
			v := a.Pos[0]
			for _, name := range strings.Split(m.word(names.Pos[0]), ".") {
				v = m.Attribute(v, name)
			}
			return v
		})
	})
	functional(add, names)
	iteration(add)
	containers(add, names)
	surroundings(add, names)
	return names
}

func (m *Machine) mathCall(do func(float64) float64, a Args) Value {
	v := m.toFloat(a.Pos[0])
	if u := unknownOf(v); u != nil {
		return &Unknown{Why: u.Why, At: u.At, Real: true}
	}
	x, _ := float(v)
	out := do(x)
	if math.IsNaN(out) && !math.IsNaN(x) || math.IsInf(out, -1) && !math.IsInf(x, 0) {
		m.Raise(ValueError, "math domain error")
	}
	return out
}

func (m *Machine) wholeNumber(name string, v Value) Value {
	if n, ok := integer(v); ok {
		return n
	}
	v = m.toFloat(v)
	if u := unknownOf(v); u != nil {
		u.Whole = true
		return u
	}
	x, _ := float(v)
	switch name {
	case "floor":
		return int64(math.Floor(x))
	case "ceil":
		return int64(math.Ceil(x))
	}
	return int64(x)
}

func (m *Machine) product(list []Value) Value {
	total := Value(int64(1))
	for _, v := range list {
		total = m.Binary("*", total, v)
	}
	return total
}

// adds enters a function into the standard library.
type adds func(name string, do func(m *Machine, a Args) Value)

func functional(add adds, names map[string]Value) {
	names["functools.partial"] = partialClass
	add("functools.reduce", func(m *Machine, a Args) Value {
		if len(a.Pos) < 2 {
			m.Raise(TypeError, "reduce expected at least 2 arguments, got %d", len(a.Pos))
		}
		list := m.Items(a.Pos[1])
		total := a.Get(2, "initial")
		if total == nil {
			if len(list) == 0 {
				m.Raise(TypeError, "reduce() of empty iterable with no initial value")
			}
			total, list = list[0], list[1:]
		}
		for _, v := range list {
			total = m.Call(a.Pos[0], Positional(total, v))
		}
		return total
	})
	add("functools.wraps", func(*Machine, Args) Value {
		return function("wraps", func(_ *Machine, a Args) Value { return a.Pos[0] })
	})
	asItIs := func(m *Machine, a Args) Value {
		if len(a.Pos) == 1 && len(a.Kw) == 0 {
			if _, ok := a.Pos[0].(*Function); ok {
				return a.Pos[0]
			}
		}
		return function("decorator", func(_ *Machine, a Args) Value { return a.Pos[0] })
	}
	add("functools.lru_cache", asItIs)
	add("functools.cache", asItIs)
	add("functools.total_ordering", asItIs)
	for _, name := range []string{
		"abc.abstractmethod", "typing.overload", "typing.final", "typing.no_type_check", "typing_extensions.override",
		"atexit.register",
	} {
		add(name, asItIs)
	}
	add("functools.cached_property", func(_ *Machine, a Args) Value { return &Property{Get: a.Pos[0]} })
	add("abc.abstractproperty", func(_ *Machine, a Args) Value { return &Property{Get: a.Pos[0]} })
	names["abc.ABC"] = Object
	names["typing.NamedTuple"] = namedTupleClass
	add("typing.cast", func(_ *Machine, a Args) Value { return a.Pos[1] })
	names["typing.TYPE_CHECKING"] = false
	add("contextlib.contextmanager", func(_ *Machine, a Args) Value {
		return function("contextmanager", func(m *Machine, inner Args) Value {
			over, ok := m.Call(a.Pos[0], inner).(*Iterator)
			if !ok {
				m.Stop("a context manager that is no generator")
			}
			return &managed{over}
		})
	})
	add("contextlib.nullcontext", func(_ *Machine, a Args) Value { return &managed{Walk([]Value{a.Or(0, "", None)})} })
	add("contextlib.suppress", func(m *Machine, _ Args) Value { m.Stop("contextlib.suppress"); return nil })
}

// managed is a generator as a context manager.
type managed struct{ over *Iterator }

// Enter runs to the yield.
func (c *managed) Enter(*Machine) Value {
	v, ok := c.over.Next()
	if !ok {
		return None
	}
	return v
}

// Exit runs on behind the yield.
func (c *managed) Exit(*Machine) { c.over.Next() }

// chained goes through one iterable after the other, each when its turn comes: there may be no end to them.
func (m *Machine) chained(iterables *Iterator) *Iterator {
	var over *Iterator
	return &Iterator{Next: func() (Value, bool) {
		for {
			m.spend()
			if over != nil {
				if v, ok := over.Next(); ok {
					return v, true
				}
			}
			next, ok := iterables.Next()
			if !ok {
				return nil, false
			}
			over = m.Iterator(next)
		}
	}}
}

func iteration(add adds) {
	add("itertools.chain", func(m *Machine, a Args) Value {
		return m.chained(Walk(a.Pos))
	})
	add("itertools.chain.from_iterable", func(m *Machine, a Args) Value { return m.chained(m.Iterator(a.Pos[0])) })
	add("itertools.product", func(m *Machine, a Args) Value {
		rows := [][]Value{nil}
		times, _ := integer(a.Named("repeat"))
		for range max(1, times) {
			m.spend()
			for _, v := range a.Pos {
				var longer [][]Value
				for _, row := range rows {
					for _, item := range m.Items(v) {
						m.grows(itemRoom * (len(row) + 4))
						longer = append(longer, append(row[:len(row):len(row)], item))
					}
				}
				rows = longer
			}
		}
		return Walk(tuples(rows))
	})
	add("itertools.combinations", func(m *Machine, a Args) Value {
		n, _ := integer(a.Pos[1])
		if n > maxDepth {
			m.Stop("very many combinations")
		}
		return Walk(tuples(m.combinations(m.Items(a.Pos[0]), int(n))))
	})
	add("itertools.repeat", func(m *Machine, a Args) Value {
		times, limited := integer(a.Or(1, "times", None))
		return &Iterator{Next: func() (Value, bool) {
			m.spend()
			times--
			return a.Pos[0], !limited || times >= 0
		}}
	})
	add("itertools.count", func(m *Machine, a Args) Value {
		n, step := a.Or(0, "start", int64(0)), a.Or(1, "step", int64(1))
		return &Iterator{Next: func() (Value, bool) {
			m.spend()
			v := n
			n = m.Binary("+", n, step)
			return v, true
		}}
	})
	add("itertools.cycle", func(m *Machine, a Args) Value {
		list, i := m.Items(a.Pos[0]), -1
		return &Iterator{Next: func() (Value, bool) {
			m.spend()
			i++
			if len(list) == 0 {
				return nil, false
			}
			return list[i%len(list)], true
		}}
	})
	add("itertools.islice", func(m *Machine, a Args) Value {
		s := &Slice{None, a.Pos[1], None}
		if len(a.Pos) > 2 {
			s = &Slice{a.Pos[1], a.Pos[2], a.Or(3, "", None)}
		}
		stop, bounded := integer(s.Upper)
		over := m.Iterator(a.Pos[0])
		var list []Value
		for !bounded || int64(len(list)) < stop {
			v, ok := over.Next()
			if !ok {
				break
			}
			m.spend()
			list = append(list, v)
		}
		return Walk(m.part(list, s))
	})
	add("itertools.accumulate", func(m *Machine, a Args) Value {
		var list []Value
		for _, v := range m.Items(a.Pos[0]) {
			switch {
			case len(list) == 0:
			case a.Get(1, "func") != nil:
				v = m.Call(a.Get(1, "func"), Positional(list[len(list)-1], v))
			default:
				v = m.Binary("+", list[len(list)-1], v)
			}
			list = append(list, v)
		}
		return Walk(list)
	})
	add("itertools.zip_longest", func(m *Machine, a Args) Value {
		longest := 0
		lists := make([][]Value, len(a.Pos))
		for i, v := range a.Pos {
			lists[i] = m.Items(v)
			longest = max(longest, len(lists[i]))
		}
		fill := a.Named("fillvalue")
		if fill == nil {
			fill = None
		}
		m.multiplies(int64(longest), itemRoom*int64(len(a.Pos)+4))
		rows := make([][]Value, longest)
		for r := range rows {
			for _, list := range lists {
				if r < len(list) {
					rows[r] = append(rows[r], list[r])
				} else {
					rows[r] = append(rows[r], fill)
				}
			}
		}
		return Walk(tuples(rows))
	})
	add("itertools.pairwise", func(m *Machine, a Args) Value {
		list := m.Items(a.Pos[0])
		m.grows(6 * itemRoom * len(list))
		var rows [][]Value
		for i := 1; i < len(list); i++ {
			rows = append(rows, []Value{list[i-1], list[i]})
		}
		return Walk(tuples(rows))
	})
	add("itertools.starmap", func(m *Machine, a Args) Value {
		var list []Value
		for _, v := range m.Items(a.Pos[1]) {
			list = append(list, m.Call(a.Pos[0], Positional(m.Items(v)...)))
		}
		return Walk(list)
	})
}

func tuples(rows [][]Value) []Value {
	list := make([]Value, len(rows))
	for i, row := range rows {
		list[i] = &Tuple{Items: row}
	}
	return list
}

func (m *Machine) combinations(list []Value, n int) [][]Value {
	if n == 0 {
		return [][]Value{nil}
	}
	var all [][]Value
	for i, v := range list {
		for _, rest := range m.combinations(list[i+1:], n-1) {
			m.grows(itemRoom * (len(rest) + 4))
			all = append(all, append([]Value{v}, rest...))
		}
	}
	return all
}
