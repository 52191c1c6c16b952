package exact

import (
	"slices"
	"strings"
)

var (
	orderedDictClass = NewClass("OrderedDict", dictClass)
	defaultDictClass = NewClass("defaultdict", dictClass)
	counterClass     = NewClass("Counter", dictClass)
	dequeClass       = NewClass("deque", listClass)
	simpleClass      = NewClass("SimpleNamespace")
	namespaceClass   = NewClass("Namespace")
	namedTupleClass  = NewClass("NamedTuple", tupleClass)
	enumClass        = NewClass("Enum")
	autoClass        = NewClass("auto")
)

// shorten drops from a deque of bounded length what was there first.
func (m *Machine) shorten(l *List) {
	if bound, ok := m.longest[l]; ok && len(l.Items) > bound {
		l.Items = append([]Value(nil), l.Items[len(l.Items)-bound:]...)
	}
}

// containers are collections, copy, types, dataclasses and enum.
func containers(add adds, names map[string]Value) {
	names["dataclasses.MISSING"] = missing
	orderedDictClass.Make = func(m *Machine, c *Class, a Args) Value {
		return m.made(c, orderedDictClass, &Dict{Class: orderedDictClass}, a)
	}
	defaultDictClass.Make = func(m *Machine, c *Class, a Args) Value {
		d := &Dict{Class: defaultDictClass, Missing: a.Or(0, "default_factory", None)}
		return m.made(c, defaultDictClass, d, a.Rest(1))
	}
	counterClass.Make = func(m *Machine, _ *Class, a Args) Value {
		d := &Dict{Class: counterClass, Missing: function("zero", func(*Machine, Args) Value { return int64(0) })}
		for _, v := range m.collected(a) {
			n, _ := integer(d.Get(m.hashable(v)))
			d.Set(v, n+1)
		}
		return d
	}
	dequeClass.Make = func(m *Machine, _ *Class, a Args) Value {
		longest := a.Or(1, "maxlen", None)
		if longest == Value(None) {
			return &List{m.collected(a)}
		}
		bound, known := Integer(longest)
		if !known {
			return m.Unknown("a deque of bounded length")
		}
		list := &List{}
		if len(a.Pos) > 0 {
			list.Items = m.collected(Positional(a.Pos[0]))
		}
		if m.longest == nil {
			m.longest = map[*List]int{}
		}
		m.longest[list] = int(bound)
		m.shorten(list)
		return list
	}
	for _, c := range []*Class{simpleClass, namespaceClass} {
		c.Method("__init__", func(_ *Machine, a Args) Value {
			if o, ok := a.Pos[0].(*Instance); ok {
				for _, k := range a.Kw {
					o.Attrs.Set(k.Name, k.Value)
				}
			}
			return None
		})
	}
	namespaceClass.Method("_get_kwargs", func(m *Machine, a Args) Value {
		list := &List{}
		for name, v := range a.Pos[0].(*Instance).Attrs.All() {
			m.spend()
			list.Items = append(list.Items, &Tuple{Items: []Value{name, v}})
		}
		return list
	})
	namespaceClass.Method("__contains__", func(_ *Machine, a Args) Value {
		o, isObject := a.Pos[0].(*Instance)
		name, isText := a.Pos[1].(string)
		return isObject && isText && o.Attrs.Get(name) != nil
	})
	names["collections.OrderedDict"], names["typing.OrderedDict"] = orderedDictClass, orderedDictClass
	names["collections.defaultdict"], names["collections.Counter"] = defaultDictClass, counterClass
	names["collections.deque"] = dequeClass
	names["collections.UserDict"] = dictClass
	names["types.SimpleNamespace"], names["argparse.Namespace"] = simpleClass, namespaceClass
	names["types.FunctionType"], names["types.LambdaType"] = functionClass, functionClass
	names["types.ModuleType"] = moduleClass
	add("types.MethodType", func(m *Machine, a Args) Value {
		if len(a.Pos) < 2 {
			m.Raise(TypeError, "method expected 2 arguments, got %d", len(a.Pos))
		}
		return &Method{a.Pos[0], a.Pos[1]}
	})
	for _, name := range []string{"collections.abc.Iterable", "collections.Iterable", "typing.Iterable"} {
		names[name] = abstract("Iterable", func(m *Machine, v Value) bool { return m.iterable(v) })
	}
	for _, name := range []string{"collections.abc.Sequence", "collections.Sequence", "typing.Sequence"} {
		names[name] = abstract("Sequence", isSequence)
	}
	for _, name := range []string{
		"collections.abc.Mapping", "collections.Mapping", "typing.Mapping", "typing.Dict", "collections.abc.MutableMapping",
	} {
		names[name] = abstract("Mapping", func(m *Machine, v Value) bool { return m.ClassOf(v).Is(dictClass) })
	}
	for _, name := range []string{"collections.abc.Callable", "typing.Callable"} {
		names[name] = abstract(
			"Callable",
			func(m *Machine, v Value) bool { return callable(m, Positional(v)) == Value(true) },
		)
	}
	number := abstract("Number", func(m *Machine, v Value) bool { _, ok := float(v); return ok })
	names["numbers.Number"], names["numbers.Real"] = number, number
	names["numbers.Integral"] = abstract("Integral", func(m *Machine, v Value) bool { _, ok := integer(v); return ok })
	names["typing.List"], names["typing.Tuple"], names["typing.Set"] = listClass, tupleClass, setClass
	add("collections.namedtuple", func(m *Machine, a Args) Value { return m.namedTuple(a) })
	add("copy.copy", func(m *Machine, a Args) Value { return m.Copied(a.Pos[0], nil) })
	add("copy.deepcopy", func(m *Machine, a Args) Value { return m.Copied(a.Pos[0], map[any]Value{}) })
	dataclasses(add)
	enums(names)
}

// Namespace is an object without attributes yet, as argparse.Namespace() makes it.
func (*Machine) Namespace() *Instance { return &Instance{Class: namespaceClass} }

// abstract is a class of which values are instances that do not inherit from it.
func abstract(name string, is func(m *Machine, v Value) bool) *Class {
	c := NewClass(name)
	c.Dict.Set(
		"__instancecheck__",
		function("__instancecheck__", func(m *Machine, a Args) Value { return is(m, a.Pos[1]) }),
	)
	return c
}

func isSequence(_ *Machine, v Value) bool {
	switch v := v.(type) {
	case *List, *Tuple, *Range, string:
		return true
	case *Instance:
		switch v.Native.(type) {
		case *List, *Tuple:
			return true
		}
	}
	return false
}

func (m *Machine) iterable(v Value) bool {
	switch v := v.(type) {
	case *List, *Tuple, *Range, string, *Dict, *Set, *Iterator:
		return true
	case *Instance:
		_, holds := container(v.Native)
		return holds || m.lookup(v.Class, "__iter__") != nil
	}
	return m.Library != nil && m.Library.Attribute(m, v, "__iter__") != nil
}

// namedTuple is collections.namedtuple(name, fields).
func (m *Machine) namedTuple(a Args) Value {
	called, given := a.Get(0, "typename"), a.Get(1, "field_names")
	if called == nil || given == nil {
		m.Raise(TypeError, "namedtuple() missing a required argument")
	}
	var fields []string
	if text, ok := given.(string); ok {
		fields = strings.Fields(strings.ReplaceAll(text, ",", " "))
	} else {
		for _, v := range m.Items(given) {
			fields = append(fields, m.word(v))
		}
	}
	c := NewClass(m.word(called), namedTupleClass)
	c.Fields = fields
	names := &Tuple{}
	for _, name := range fields {
		names.Items = append(names.Items, name)
	}
	c.Dict.Set("_fields", names)
	if given := a.Named("defaults"); given != nil && given != Value(None) {
		presets := m.Items(given)
		if len(presets) > len(fields) {
			m.Raise(TypeError, "Got more default values than field names")
		}
		for i, v := range presets {
			c.Dict.Set(fields[len(fields)-len(presets)+i], v)
		}
	}
	return c
}

// fieldsOf are the names of a named tuple's items.
func fieldsOf(c *Class) (fields []string) {
	for _, one := range slices.Backward(c.Line) {
		fields = append(fields, one.Fields...)
	}
	return fields
}

func init() {
	named := func(a Args) (c *Class, items []Value) {
		o := a.Pos[0].(*Instance)
		return o.Class, o.Native.(*Tuple).Items
	}
	namedTupleClass.Method("_replace", func(m *Machine, a Args) Value {
		c, items := named(a)
		given := Args{Kw: slices.Clone(a.Kw)}
		for i, name := range fieldsOf(c) {
			if a.Named(name) == nil {
				given.Kw = append(given.Kw, Keyword{name, items[i]})
			}
		}
		return m.record(c, given)
	})
	namedTupleClass.Method("_asdict", func(_ *Machine, a Args) Value {
		c, items := named(a)
		d := NewDict()
		for i, name := range fieldsOf(c) {
			d.Set(name, items[i])
		}
		return d
	})
}

// record makes an instance of a named tuple: a tuple whose items have names, too.
func (m *Machine) record(c *Class, a Args) Value {
	fields := fieldsOf(c)
	o := &Instance{Class: c}
	t := &Tuple{Items: make([]Value, len(fields))}
	for i, name := range fields {
		v := a.Get(i, name)
		if v == nil {
			v = m.lookup(c, name)
		}
		if v == nil {
			m.Raise(TypeError, "%s() missing required arguments: '%s'", c.Name, name)
		}
		t.Items[i] = v
		o.Attrs.Set(name, v)
	}
	o.Native = t
	return o
}

// RecordClass is a class of tuples whose items have names, as libraries return them.
func RecordClass(name string, fields ...string) *Class {
	c := NewClass(name, namedTupleClass)
	c.Fields = fields
	return c
}

// Record is such a tuple.
func Record(c *Class, items []Value) *Instance {
	o := &Instance{Class: c, Native: &Tuple{Items: items}}
	for i, name := range c.Fields {
		o.Attrs.Set(name, items[i])
	}
	return o
}

// Copied is a copy of a value; twins is nil for a shallow one, and knows what was copied already for a deep one.
func (m *Machine) Copied(v Value, twins map[any]Value) Value {
	deep := func(v Value) Value {
		if twins == nil {
			return v
		}
		return m.Copied(v, twins)
	}
	if twin, ok := known(v, twins); ok {
		return twin
	}
	switch v.(type) {
	case *List, *Tuple, *Dict, *Set, *Instance, *Method, *Partial:
		m.grows(room(v))
		m.Deeper()
		defer m.Shallower()
	}
	switch o := v.(type) {
	case *List:
		out := &List{}
		remember(twins, v, out)
		for _, item := range o.Items {
			out.Items = append(out.Items, deep(item))
		}
		return out
	case *Tuple:
		out := &Tuple{Items: make([]Value, len(o.Items))}
		for i, item := range o.Items {
			out.Items[i] = deep(item)
		}
		remember(twins, v, out)
		return out
	case *Dict:
		out := &Dict{Missing: o.Missing, Class: o.Class}
		remember(twins, v, out)
		for i, key := range o.keys {
			out.Set(key, deep(o.values[i]))
		}
		return out
	case *Set:
		return m.NewSet(o.keys)
	case *Instance:
		return m.copiedInstance(o, twins, deep)
	case *Method:
		return &Method{o.Func, deep(o.Self)}
	case *Partial:
		out := &Partial{Func: o.Func}
		for _, p := range o.Args.Pos {
			out.Args.Pos = append(out.Args.Pos, deep(p))
		}
		for _, k := range o.Args.Kw {
			out.Args.Kw = append(out.Args.Kw, Keyword{k.Name, deep(k.Value)})
		}
		return out
	}
	if m.Library != nil && twins != nil {
		if f := m.Library.Attribute(m, v, "__deepcopy__"); f != nil {
			out := m.Call(f, Args{})
			remember(twins, v, out)
			return out
		}
	}
	return v
}

func known(v Value, twins map[any]Value) (Value, bool) {
	switch v.(type) {
	case *Unknown, string, int64, float64, bool, NoneType:
		return nil, false
	}
	if twins == nil || !comparableValue(v) {
		return nil, false
	}
	twin, ok := twins[v]
	return twin, ok
}

func remember(twins map[any]Value, v, twin Value) {
	if twins != nil && comparableValue(v) {
		twins[v] = twin
	}
}

// Copier is what a class written in Go keeps in its instances and copies itself.
type Copier interface {
	Copied(of *Instance, deep func(Value) Value) any
}

// copyCost is what copying one object is worth in steps.
const copyCost = 100

func (m *Machine) copiedInstance(o *Instance, twins map[any]Value, deep func(Value) Value) Value {
	if f := m.lookup(o.Class, "__deepcopy__"); f != nil && twins != nil {
		return m.Call(f, Positional(o, NewDict()))
	}
	m.Spend(copyCost)
	out := &Instance{Class: o.Class}
	remember(twins, o, out)
	for name, v := range o.Attrs.All() {
		out.Attrs.Set(name, deep(v))
	}
	switch native := o.Native.(type) {
	case Copier:
		out.Native = native.Copied(out, deep)
	case *List, *Dict, *Set, *Tuple:
		out.Native = m.Copied(native, twins)
		if twins == nil {
			out.Native = m.Copied(native, nil)
		}
	default:
		out.Native = native
	}
	return out
}

func dataclasses(add adds) {
	add("dataclasses.dataclass", func(m *Machine, a Args) Value {
		if c, ok := a.Get(0, "").(*Class); ok {
			return m.dataclass(c)
		}
		return function("dataclass", func(m *Machine, a Args) Value {
			c, ok := a.Pos[0].(*Class)
			if !ok {
				return a.Pos[0]
			}
			return m.dataclass(c)
		})
	})
	add("dataclasses.field", func(_ *Machine, a Args) Value { return &fieldOf{a} })
	add("dataclasses.asdict", func(m *Machine, a Args) Value {
		if o, ok := a.Pos[0].(*Instance); ok {
			return m.attributesOf(o)
		}
		return NewDict()
	})
	add("dataclasses.is_dataclass", func(m *Machine, a Args) Value {
		switch v := a.Pos[0].(type) {
		case *Unknown:
			return v
		case *Class:
			return len(v.allFields()) > 0
		case *Instance:
			return len(v.Class.allFields()) > 0
		}
		return false
	})
	add("dataclasses.fields", func(m *Machine, a Args) Value {
		c, ok := a.Pos[0].(*Class)
		if o, isInstance := a.Pos[0].(*Instance); isInstance {
			c, ok = o.Class, true
		}
		t := &Tuple{}
		if ok {
			for _, name := range c.allFields() {
				f := &Instance{Class: namespaceClass}
				f.Attrs.Set("name", name)
				f.Attrs.Set("default", missing)
				f.Attrs.Set("default_factory", missing)
				f.Attrs.Set("type", m.Unknown("the type of a field"))
				switch v := m.lookup(c, name).(type) {
				case nil:
				case *fieldOf:
					for _, key := range []string{"default", "default_factory"} {
						if given := v.args.Named(key); given != nil {
							f.Attrs.Set(key, given)
						}
					}
				default:
					f.Attrs.Set("default", v)
				}
				t.Items = append(t.Items, f)
			}
		}
		return t
	})
	add("dataclasses.replace", func(m *Machine, a Args) Value {
		o := m.Copied(a.Pos[0], nil)
		for _, k := range a.Kw {
			m.SetAttribute(o, k.Name, k.Value)
		}
		return o
	})
}

// missing is dataclasses.MISSING: a field has no default.
var missing = &Instance{Class: NewClass("_MISSING_TYPE")}

// fieldOf is dataclasses.field(…).
type fieldOf struct{ args Args }

// allFields are the fields of a dataclass and those that it inherits.
func (c *Class) allFields() []string {
	var names []string
	for _, one := range slices.Backward(c.Line) {
		for _, name := range one.Fields {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// dataclass gives a class the constructor that takes its fields.
func (m *Machine) dataclass(c *Class) Value {
	if c.Dict.Get("__init__") != nil {
		return c
	}
	c.Method("__init__", func(m *Machine, a Args) Value {
		o, ok := a.Pos[0].(*Instance)
		if !ok {
			return None
		}
		names := c.allFields()
		if len(a.Pos)-1 > len(names) {
			m.Raise(TypeError, "%s() takes %d positional arguments but %d were given", c.Name, len(names), len(a.Pos)-1)
		}
		for i, name := range names {
			v := a.Get(i+1, name)
			if v == nil {
				v = m.fieldDefault(c, name)
			}
			if v == nil {
				m.Raise(TypeError, "%s() missing required arguments: '%s'", c.Name, name)
			}
			m.SetAttribute(o, name, v)
		}
		for _, k := range a.Kw {
			if !slices.Contains(names, k.Name) {
				m.Raise(TypeError, "%s() got an unexpected keyword argument '%s'", c.Name, k.Name)
			}
		}
		if f := m.lookup(o.Class, "__post_init__"); f != nil {
			m.Call(f, Positional(o))
		}
		return None
	})
	return c
}

// fieldDefault is what a field holds that nobody sets; nil when it has to be set.
func (m *Machine) fieldDefault(c *Class, name string) Value {
	v := m.lookup(c, name)
	f, ok := v.(*fieldOf)
	if !ok {
		return v
	}
	if factory := f.args.Named("default_factory"); factory != nil {
		return m.Call(factory, Args{})
	}
	return f.args.Named("default")
}

func enums(names map[string]Value) {
	names["enum.Enum"], names["enum.Flag"] = enumClass, enumClass
	names["enum.IntEnum"], names["enum.StrEnum"] = NewClass("IntEnum", enumClass), NewClass("StrEnum", enumClass)
	names["enum.auto"] = autoClass
	enumClass.Dict.Set("__class_made__", function("__class_made__", func(m *Machine, a Args) Value {
		c, ok := a.Pos[0].(*Class)
		if !ok || c.Node == nil {
			return None
		}
		members := NewDict()
		n := int64(0)
		for name, v := range c.Dict.Copy().pairs() {
			switch v.(type) {
			case *Function, *StaticMethod, *ClassMethod, *Property:
				continue
			}
			if strings.HasPrefix(name, "_") {
				continue
			}
			if o, isAuto := v.(*Instance); isAuto && o.Class == autoClass {
				n++
				v = n
			}
			member := &Instance{Class: c}
			member.Attrs.Set("name", name)
			member.Attrs.Set("value", v)
			members.Set(name, member)
			c.Dict.Set(name, member)
		}
		c.Dict.Set("__members__", members)
		c.Dict.Set("_member_map_", members)
		byValue := NewDict()
		for _, member := range members.values {
			v := member.(*Instance).Attrs.Get("value")
			switch v.(type) {
			case *Unknown:
				return None // and the map is one that nobody looks into
			case *List, *Dict, *Set: // no key
			default:
				byValue.Set(v, member)
			}
		}
		c.Dict.Set("_value2member_map_", byValue)
		return None
	}))
	enumClass.Make = func(m *Machine, c *Class, a Args) Value { // by value
		members, _ := c.Dict.Get("__members__").(*Dict)
		if members != nil {
			for _, v := range members.values {
				if o, ok := v.(*Instance); ok && m.same(o.Attrs.Get("value"), a.Pos[0]) {
					return o
				}
			}
		}
		m.Raise(ValueError, "%s is not a valid %s", m.Repr(a.Pos[0]), c.Name)
		return nil
	}
}

func (a Attrs) pairs() func(yield func(string, Value) bool) { return a.All() }
