package run

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

func typeOf(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) != 1 {
		return nil
	}
	return m.each(given(m, c, 0), func(v Value) Value {
		switch v := v.(type) {
		case *Object:
			if v.Class != nil {
				return v.Class
			}
		case Str:
			return Symbol("str")
		case Int, BigInt:
			return Symbol("int")
		case Float:
			return Symbol("float")
		case Bool:
			return Symbol("bool")
		}
		return m.unknownResult(c, at)
	})
}

func isCallable(m *Machine, c *Call, _ python.Node) Value {
	switch v := argument(m, c, 0).(type) {
	case *Function, *Class, *Method, *Partial:
		return Bool(true)
	default:
		if Known(v) {
			return Bool(false)
		}
	}
	return nil
}

// isInstance answers where both sides are known well enough.
func isInstance(m *Machine, c *Call, at python.Node) Value {
	classes := []Value{argument(m, c, 1)}
	if t, ok := classes[0].(*Tuple); ok {
		classes = t.Items
	}
	return m.each(argument(m, c, 0), func(v Value) Value {
		sure := true
		for _, class := range classes {
			is, known := m.instanceOf(v, Bare(class))
			if is && known {
				return Bool(true)
			}
			sure = sure && known
		}
		if sure {
			return Bool(false)
		}
		o, ok := v.(*Object)
		if !ok || len(classes) == 0 || !comparable(Bare(classes[0])) {
			return m.unknownResult(c, at)
		}
		test := m.open(m.condition(o, "isinstance", Bare(classes[0]), at))
		if test.known {
			return Bool(test.holds)
		}
		return m.choice([]Alternative{{test.yes, Bool(true)}, {test.no, Bool(false)}})
	})
}

var constantClasses = map[Symbol]func(Value) bool{
	"int":   func(v Value) bool { _, ok := integer(v); return ok },
	"float": func(v Value) bool { _, ok := v.(Float); return ok },
	"bool":  func(v Value) bool { _, ok := v.(Bool); return ok },
	"str":   func(v Value) bool { _, ok := v.(Str); return ok },
	"tuple": func(v Value) bool { _, ok := v.(*Tuple); return ok },
}

// notWithAttributes are builtin classes from which what is followed as an object with attributes, such as a parser,
// does not come: a library's classes inherit from dict now and then.
var notWithAttributes = map[Symbol]bool{
	"int":   true,
	"float": true,
	"bool":  true,
	"str":   true,
	"tuple": true,
	"list":  true,
	"set":   true,
}

func (m *Machine) instanceOf(v, class Value) (is, known bool) {
	o, isObject := v.(*Object)
	if s, ok := class.(Symbol); ok && abstract(s) {
		return abstractInstance(v, s)
	} else if ok && mayBeSeveral(s) {
		return false, false
	}
	if !isObject {
		s, ok := class.(Symbol)
		if !ok {
			_, ours := class.(*Class)
			return false, ours && concrete(v)
		}
		if test := constantClasses[s]; test != nil {
			return test(v), true
		}
		return false, concrete(v)
	}
	switch have := o.Class.(type) {
	case *Class:
		for _, one := range have.line {
			if one == class {
				return true, true
			}
		}
		return false, !have.Foreign()
	case Symbol:
		if o.Kind == Unknown {
			return false, false
		}
		if have == class {
			return true, true
		}
		if name, ok := class.(Symbol); ok && have == Generator && (notWithAttributes[name] || name == "dict") {
			return false, true
		}
		if name, ok := class.(Symbol); ok && (o.Kind == Namespace || strings.HasPrefix(string(have), "argparse.")) &&
			notWithAttributes[name] {
			// a parser is no number, text or container; of what another library makes, nobody knows what it inherits from
			return false, true
		}
		name, _ := class.(Symbol)
		// an OrderedDict is a dictionary here
		special := strings.HasPrefix(string(name), "collections.") || name == "frozenset"
		return false, (o.Kind == List || o.Kind == Dict || o.Kind == Set) && !special
	}
	return false, false
}

// variables is vars(x): the attributes of a namespace as a dictionary.
func variables(m *Machine, c *Call, at python.Node) Value {
	if u, module := argument(m, c, 0).(*Unit); module {
		return &Member{u, namesOfUnit}
	}
	o, ok := argument(m, c, 0).(*Object)
	if !ok || o.Kind != Namespace && o.Kind != Instance {
		if ok && m.byName(o) {
			return o
		}
		return nil
	}
	return m.attributes(o, at)
}

// locals is a dictionary of what the function's names hold where it is asked; nil where it is asked of a module.
func locals(m *Machine, c *Call, at python.Node) Value {
	if m.frame == nil || m.frame.function == nil || len(c.Args) > 0 {
		return nil
	}
	held := &entries{}
	names, values := m.Named(m.frame.scope)
	m.spend(len(names))
	for i, name := range names {
		held.keys, held.values = append(held.keys, Str(name)), append(held.values, values[i])
	}
	return m.newDict(held, at)
}

// Local is what a name of the function in which a call stands holds; nil for one that it has not.
func (m *Machine) Local(name string) Value {
	if m.frame == nil || m.frame.function == nil {
		return nil
	}
	return m.get(m.frame.scope, name)
}

func namespace(m *Machine, c *Call, at python.Node) Value {
	o := m.object(Namespace, at)
	o.Class, o.Made = c.Callee, c
	for _, a := range c.Args {
		if a.Name != "" {
			m.set(o, a.Name, a.Value)
		} else if a.Star > 0 {
			o.Kind = Unknown
			o.Why = "made from something unknown"
		}
	}
	return o
}

// maxArguments bounds what partial gathers.
const maxArguments = 500

func partial(m *Machine, c *Call, _ python.Node) Value {
	f, args := argument(m, c, 0), c.Args
	if f == nil {
		return nil
	}
	args = args[1:]
	if inner, ok := f.(*Partial); ok { // as Python does
		m.spend(len(inner.Args) / 2)
		f, args = inner.Func, append(inner.argsIn(c.Unit), args...)
	}
	if len(args) > maxArguments {
		return nil
	}
	return &Partial{f, args, c.Unit}
}

// changesNothing is a decorator that leaves what a function does as it is.
const changesNothing = Symbol("<identity>")

func wraps(*Machine, *Call, python.Node) Value { return changesNothing }

func superOf(m *Machine, c *Call, _ python.Node) Value {
	class, ok := argument(m, c, 0).(*Class)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	return &Super{class, argument(m, c, 1)}
}

func joinPath(m *Machine, c *Call, at python.Node) Value {
	joined := ""
	from := make([]Value, 0, len(c.Args))
	for i := range c.Args {
		from = append(from, given(m, c, i))
		s, ok := argument(m, c, i).(Str)
		if !ok {
			o := m.unknownResult(c, at)
			for _, a := range c.Args {
				o.Operands = append(o.Operands, a.Value)
			}
			return o
		}
		switch {
		case joined == "" || strings.HasPrefix(string(s), "/"):
			joined = string(s)
		case strings.HasSuffix(joined, "/"):
			joined += string(s)
		default:
			joined += "/" + string(s)
		}
		if len(joined) > maxText {
			return nil
		}
	}
	return m.derived(m.written(joined), at, from...)
}

func chained(m *Machine, c *Call, at python.Node) Value {
	o := m.newList(nil, nil, at)
	for _, a := range c.Args {
		m.extend(o, a.Value, at)
	}
	return o
}

func importModule(m *Machine, c *Call, at python.Node) Value {
	name, ok := argument(m, c, 0).(Str)
	if !ok {
		return nil
	}
	if u := m.find(string(name), m.frame.unit); u != nil {
		if m.Brought != nil {
			m.Brought(u.Module)
		}
		return u
	}
	return Symbol(name)
}

// importedForNames is __import__(name, fromlist=[…]): with names that are wanted of it, the module itself, else the
// package around it.
func importedForNames(m *Machine, c *Call, at python.Node) Value {
	wanted, _ := c.Argument("fromlist", 3)
	if o, ok := wanted.(*Object); ok && o.Kind == List {
		return importModule(m, c, at)
	}
	name, ok := argument(m, c, 0).(Str)
	if !ok || wanted != nil {
		return nil
	}
	first, _, nested := strings.Cut(string(name), ".")
	if !nested {
		return importModule(m, c, at)
	}
	if _, ok := importModule(m, c, at).(*Unit); !ok {
		return nil
	}
	if top := m.find(first, m.frame.unit); top != nil {
		return top
	}
	if m.folders == nil { // it has no __init__.py
		m.folders = map[Symbol]*Unit{}
	}
	m.folders[Symbol(first)] = m.frame.unit
	return Symbol(first)
}
