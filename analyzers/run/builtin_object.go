package run

import (
	"slices"
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

func hasAttribute(m *Machine, c *Call, _ python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	if !ok {
		return nil
	}
	if class, ok := argument(m, c, 0).(*Class); ok {
		switch {
		case m.lookupClass(class, string(name)) != nil:
			return Bool(true)
		case m.lacks(class, string(name)):
			return Bool(false)
		}
		return nil
	}
	o, isObject := argument(m, c, 0).(*Object)
	if !isObject {
		return nil
	}
	if v := o.fields.get(string(name)); v != nil {
		if there := m.get(o, thereAs+string(name)); there != nil {
			return there
		}
		return Bool(true)
	}
	class, ours := o.Class.(*Class)
	if !ours {
		return nil
	}
	if m.lookupClass(class, string(name)) != nil {
		return Bool(true)
	}
	if !class.Foreign() && o.Kind == Instance && len(class.Unit.Module.Member(class.Node, string(name))) == 0 {
		return Bool(false)
	}
	return nil
}

// lacks reports whether a class of the project has no such attribute, nor a base that might.
func (m *Machine) lacks(class *Class, name string) bool {
	return !class.Foreign() && m.lookupClass(class, name) == nil && !strings.HasPrefix(name, "__") &&
		!slices.ContainsFunc(class.Node.Bases, func(b *python.Arg) bool { return b.Name == "metaclass" })
}

func getAttribute(m *Machine, c *Call, at python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	if u, module := argument(m, c, 0).(*Unit); module && !ok {
		return m.theOffered(u)
	}
	if !ok {
		return nil
	}
	on := argument(m, c, 0)
	if class, ok := on.(*Class); ok && len(c.Args) == 3 && m.lacks(class, string(name)) {
		return m.byDefault(given(m, c, 2), at)
	}
	if o, ok := on.(*Object); ok && len(c.Args) == 3 {
		if v := m.get(o, string(name)); v != nil {
			there := m.get(o, thereAs+string(name))
			if there == nil {
				return v
			}
			return m.each(there, func(there Value) Value {
				if there == Value(Bool(false)) {
					return m.byDefault(given(m, c, 2), at)
				}
				return m.here(v)
			})
		}
		if has, ok := hasAttribute(m, c, at).(Bool); ok && !bool(has) {
			return m.byDefault(given(m, c, 2), at)
		}
		v := m.attribute(on, string(name), at)
		if a, ok := v.(*Object); ok && a.Kind == Unknown && a.Default == nil {
			a.Default = given(m, c, 2)
		}
		return v
	}
	v := m.attribute(on, string(name), at)
	if s, ok := v.(Symbol); ok { // getattr(torch, config["dtype"])
		if by, ok := given(m, c, 1).(*Located); ok {
			return (&Located{Value: s, Origin: by.Origin, Via: by.Via, Default: by.Default}).through(m.Origin(at))
		}
	}
	return v
}

// theOffered is what getattr(module, name) gives where nobody knows the name, as a config file says it: the one class
// or function that the module, or package, has for others; nil where it has none, or several.
func (m *Machine) theOffered(u *Unit) Value {
	if !m.Open {
		return nil
	}
	list, all := m.offered(u, 0)
	if !all || len(list) != 1 {
		return nil
	}
	switch list[0].(type) {
	case *Class, *Function:
		return list[0]
	}
	return nil
}

// maxPackages bounds how deep packages import from packages.
const maxPackages = 3

// offered is what a module has for others, but for other modules; all is false where there may be more.
func (m *Machine) offered(u *Unit, depth int) (list []Value, all bool) {
	if depth > maxPackages || !m.spend(1) {
		return nil, false
	}
	add := func(v Value) {
		if _, module := v.(*Unit); !module && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, name := range u.Module.Offered() {
		add(m.global(u, name))
	}
	for _, star := range u.Module.ModuleScope().Stars() {
		from := m.find(star, u)
		if from == nil || from == u {
			return nil, false
		}
		more, whole := m.offered(from, depth+1)
		if !whole {
			return nil, false
		}
		for _, v := range more {
			add(v)
		}
	}
	return list, true
}

func setAttributeCall(m *Machine, c *Call, at python.Node) Value {
	m.each(given(m, c, 1), func(name Value) Value {
		if text, ok := name.(Str); ok {
			m.setAttribute(argument(m, c, 0), string(text), given(m, c, 2), at)
		} else {
			m.setSome(argument(m, c, 0), given(m, c, 2), at)
		}
		return None
	})
	return None
}

// setSome sets an attribute whose name is not known: for key, value in saved["config"].items(): setattr(config, key,
// value). Each constant that the object holds may be another one from there on. Nobody puts a layer in the place of a
// number: setattr(self, f"block{i}", block) changes none.
func (m *Machine) setSome(of, v Value, at python.Node) {
	o, ok := of.(*Object)
	if !ok || o.Kind != Instance && o.Kind != Namespace {
		return
	}
	if set, isObject := Bare(v).(*Object); isObject && set.Kind != Unknown {
		return
	}
	names, values := m.Named(o)
	for _, name := range classConstants(o) {
		if !slices.Contains(names, name) {
			names, values = append(names, name), append(values, m.attribute(o, name, at))
		}
	}
	m.spend(len(names))
	for i, name := range names {
		if Known(values[i]) && !IsNone(values[i]) {
			m.setAttribute(o, name, m.unknown(at, "an attribute that setattr may set"), at)
		}
	}
}

// classConstants are the names that the bodies of an object's classes bind: class Config: batch_size = 8.
func classConstants(o *Object) (names []string) {
	class, ours := o.Class.(*Class)
	if !ours {
		return nil
	}
	for _, one := range class.Line() {
		c, ours := one.(*Class)
		if !ours || c.Node == nil {
			continue
		}
		for _, s := range c.Node.Body {
			a, ok := s.(*python.Assign)
			if !ok {
				continue
			}
			for _, target := range a.Targets {
				if name, ok := target.(*python.Name); ok {
					names = append(names, name.ID)
				}
			}
		}
	}
	return names
}

func deleteAttributeCall(m *Machine, c *Call, at python.Node) Value {
	m.each(given(m, c, 1), func(name Value) Value {
		if text, ok := name.(Str); ok {
			if o, ok := argument(m, c, 0).(*Object); ok {
				m.deleteAttribute(o, string(text), at)
			}
		}
		return None
	})
	return None
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

func copied(m *Machine, c *Call, at python.Node) Value { return m.copyOf(given(m, c, 0), at) }

// copyOf copies a value, or each of several: an average of one of two models is neither of them.
func (m *Machine) copyOf(v Value, at python.Node) Value {
	if c, ok := v.(*Choice); ok {
		return m.each(c, func(one Value) Value { return m.copyOf(one, at) })
	}
	o, ok := v.(*Object)
	if !ok {
		return v
	}
	switch o.Kind {
	case List, Set:
		return m.container(o.Kind, m.items(o), at)
	case Dict:
		return m.newDict(m.entries(o), at)
	}
	m.spend(len(o.fields.list) + len(o.first.all()))
	twin := *o
	twin.Seq, twin.At, twin.Laps = m.next(), m.place(at), m.lapsNow()
	twin.fields = fields{list: append([]field(nil), o.fields.list...)}
	twin.first = &fields{list: append([]field(nil), o.first.all()...)}
	twin.under = nil
	twin.Operands, twin.Operator = []Value{o}, copying
	return &twin
}

// deeply is copy.deepcopy(x): what a container holds, and an object's attributes, are copied as well: what happens to
// the layers of a teacher happens to none of its student's.
func deeply(m *Machine, c *Call, at python.Node) Value {
	return m.deepCopy(given(m, c, 0), at, map[*Object]*Object{})
}

// deepCopy copies a container or an object with what it holds, each once; anything else as copyOf does.
func (m *Machine) deepCopy(v Value, at python.Node, done map[*Object]*Object) Value {
	if c, ok := v.(*Choice); ok {
		return m.each(c, func(one Value) Value { return m.deepCopy(one, at, done) })
	}
	o, ok := v.(*Object)
	if !ok {
		return v
	}
	if twin := done[o]; twin != nil {
		return twin
	}
	made := m.copyOf(o, at)
	twin, ok := made.(*Object)
	if !ok {
		return made
	}
	done[o] = twin
	if !holds(o) {
		return twin
	}
	// a part that a call gave which nobody knows may be a network, with weights of its own from here on
	copied := func(v Value) bool {
		return slices.ContainsFunc(Alternatives(m.here(v)), func(one Value) bool {
			held, ok := one.(*Object)
			return ok && (holds(held) || held.Kind == Unknown && held.Made != nil)
		})
	}
	inner := func(list []Value) []Value {
		copies := slices.Clone(list)
		m.copied(len(list))
		for i, one := range list {
			if copied(one) && m.spend(1) {
				copies[i] = m.deepCopy(m.here(one), at, done)
			}
		}
		return copies
	}
	further := func(rest Value) Value { // the layers that a loop of any length appends
		if rest == nil || !copied(rest) || !m.spend(1) {
			return rest
		}
		return m.deepCopy(m.here(rest), at, done)
	}
	switch held := m.get(twin, contents).(type) {
	case *items:
		m.set(twin, contents, &items{inner(held.list), further(held.rest)})
	case *entries:
		all := *held
		all.values, all.rest = inner(held.values), further(held.rest)
		m.set(twin, contents, &all)
	default:
		// Nobody else has the copy yet: what it starts with is no change that another way through the program could lack.
		for _, part := range []*fields{&twin.fields, twin.first} {
			for _, f := range slices.Clone(part.all()) {
				if (part == &twin.fields || twin.fields.get(f.name) == nil) && copied(f.value) && m.spend(1) {
					part.set(f.name, m.deepCopy(m.here(f.value), at, done))
				}
			}
		}
	}
	return twin
}

// CopyOf is what an object is a copy of.
func (o *Object) CopyOf() (base *Object, ok bool) {
	if o.Operator != copying || len(o.Operands) != 1 {
		return nil, false
	}
	base, ok = o.Operands[0].(*Object)
	return base, ok
}

// copying is the operator of a copy.
const copying = "copy"

// holds reports whether an object may hold others that a deep copy copies with it.
func holds(o *Object) bool {
	return o.Kind == List || o.Kind == Dict || o.Kind == Instance || o.Kind == Result
}

// shallow is copy.copy(x). Of a module it is the module, whose parameters it shares.
func shallow(m *Machine, c *Call, at python.Node) Value {
	o, ok := argument(m, c, 0).(*Object)
	class, ours := (*Class)(nil), false
	if ok {
		class, ours = o.Class.(*Class)
	}
	if ok && (o.Kind == List || o.Kind == Set || o.Kind == Dict || ours && !class.Foreign()) {
		return copied(m, c, at)
	}
	return given(m, c, 0)
}

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
