package run

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/python"
)

// builtins are the functions of Python itself and of its standard library that values go through. A nil result means
// that nothing is known.
var builtins map[Symbol]func(m *Machine, c *Call, at python.Node) Value

func init() { // refers to itself through the functions
	builtins = map[Symbol]func(m *Machine, c *Call, at python.Node) Value{
		"int": toInt, "float": toFloat, "str": toStr, "bool": toBool, "len": length,
		"list": toList, "tuple": toTuple, "set": toSet, "frozenset": toSet, "dict": toDict,
		"collections.OrderedDict": toDict, "collections.defaultdict": toDefaultDict, "collections.deque": toList,
		"range": toRange, "enumerate": enumerate, "zip": zip, "reversed": reversed, "sorted": sorted, "iter": first,
		"next": next, "map": mapped, "filter": filtered, "min": smallest, "max": largest, "sum": total, "abs": absolute,
		"round": rounded, "any": anyTrue, "all": allTrue, "isinstance": isInstance, "issubclass": unknownCall,
		"hasattr": hasAttribute, "getattr": getAttribute, "setattr": setAttributeCall, "type": typeOf, "vars": variables,
		"functools.partial": partial, "functools.partialmethod": partial, "functools.wraps": wraps, "copy.copy": first, "copy.deepcopy": copied,
		"callable": isCallable, "super": superOf, "os.path.join": joinPath, "os.environ.get": unknownCall,
		"itertools.chain": chained, "argparse.Namespace": namespace, "types.SimpleNamespace": namespace,
		"divmod": unknownCall, "id": unknownCall, "typing.cast": second, "pow": power, "importlib.import_module": importModule,
	}
}

// argument is a positional argument for who looks at it; nil for none.
func argument(m *Machine, c *Call, i int) Value { return Bare(given(m, c, i)) }

// given is a positional argument as it is.
func given(m *Machine, c *Call, i int) Value {
	v, _ := c.Argument("", i)
	return m.here(v)
}

func unknownCall(*Machine, *Call, python.Node) Value { return nil }

func first(m *Machine, c *Call, _ python.Node) Value { return given(m, c, 0) }

func second(m *Machine, c *Call, _ python.Node) Value { return given(m, c, 1) }

// constantly applies a function of constants to each alternative of the first argument.
func constantly(m *Machine, c *Call, at python.Node, do func(Value) Value) Value {
	v := given(m, c, 0)
	if v == nil {
		return nil
	}
	return m.eachAsItIs(v, func(raw Value) Value {
		v := Bare(raw)
		if out := do(v); out != nil {
			return m.derived(out, at, raw)
		}
		o := m.unknownResult(c, at)
		o.Operands = []Value{v}
		return o
	})
}

func toInt(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) == 0 {
		return Int(0)
	}
	if len(c.Args) > 1 {
		return nil
	}
	return constantly(m, c, at, func(v Value) Value {
		switch v := v.(type) {
		case Int, BigInt:
			return v
		case Bool:
			n, _ := small(v)
			return Int(n)
		case Float:
			if f := float64(v); !math.IsNaN(f) && !math.IsInf(f, 0) {
				i, _ := big.NewFloat(f).Int(nil)
				return normal(i)
			}
		case Str:
			if len(v) > maxDigits {
				return nil
			}
			if i, ok := new(big.Int).SetString(strings.TrimSpace(strings.ReplaceAll(string(v), "_", "")), 10); ok {
				return normal(i)
			}
		}
		return nil
	})
}

// maxDigits bounds the texts that are read as numbers.
const maxDigits = 1000

func toFloat(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) != 1 {
		return nil
	}
	return constantly(m, c, at, func(v Value) Value {
		if f, ok := number(v); ok {
			return Float(f)
		}
		if s, ok := v.(Str); ok && len(s) <= maxDigits {
			if f, err := strconv.ParseFloat(strings.TrimSpace(string(s)), 64); err == nil {
				return Float(f)
			}
		}
		return nil
	})
}

func toStr(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) == 0 {
		return Str("")
	}
	return constantly(m, c, at, func(v Value) Value {
		if Known(v) {
			return m.written(Text(v))
		}
		return nil
	})
}

func toBool(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	if v == nil {
		return Bool(false)
	}
	test := m.truthOf(v, at)
	if test.known {
		return Bool(test.holds)
	}
	return m.choice([]Alternative{{test.yes, Bool(true)}, {test.no, Bool(false)}})
}

func length(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	switch v := v.(type) {
	case Str:
		m.copied(len(v))
		return Int(utf8.RuneCountInString(string(v)))
	case *Range:
		return Int(v.Len())
	case *Object:
		if class, ok := v.Class.(*Class); ok && v.Kind == Instance {
			if f, ok := m.lookupClass(class, "__len__").(*Function); ok {
				return m.call(&Method{f, v}, nil, nil, at)
			}
		}
	}
	if list, exact := m.elements(v); exact {
		return Int(len(list))
	}
	return m.computed("len", at, v)
}

func toList(m *Machine, c *Call, at python.Node) Value { return gathered(m, c, at, List) }

func toSet(m *Machine, c *Call, at python.Node) Value { return gathered(m, c, at, Set) }

func gathered(m *Machine, c *Call, at python.Node, kind Kind) Value {
	v := argument(m, c, 0)
	if v == nil {
		return m.container(kind, &items{}, at)
	}
	list, exact := m.elements(v)
	if exact {
		return m.container(kind, &items{list: list}, at)
	}
	if o, ok := v.(*Object); ok && (o.Kind == List || o.Kind == Set) {
		return m.container(kind, m.items(o), at)
	}
	o := m.container(kind, &items{rest: m.element(v, at)}, at)
	o.Operands = []Value{v}
	return o
}

func toTuple(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	if v == nil {
		return &Tuple{}
	}
	if list, exact := m.elements(v); exact {
		return m.tuple(list, at)
	}
	return gathered(m, c, at, List)
}

func toDict(m *Machine, c *Call, at python.Node) Value {
	first := &entries{} // names in a call differ: they are not looked for, nor copied for each
	args := c.Args
	for len(args) > 0 && args[0].Name != "" {
		first.keys, first.values = append(first.keys, Str(args[0].Name)), append(first.values, args[0].Value)
		args = args[1:]
	}
	o := m.newDict(first, at)
	for _, a := range args {
		switch {
		case a.Name != "":
			m.spend(len(m.entries(o).keys) / 64)
			m.set(o, contents, m.entries(o).with(Str(a.Name), a.Value))
		default:
			m.update(o, a.Value, at)
		}
	}
	o.first.set(contents, m.entries(o))
	return o
}

func toDefaultDict(m *Machine, c *Call, at python.Node) Value {
	o := m.newDict(&entries{}, at)
	if factory := argument(m, c, 0); factory != nil {
		o.first.set(defaultFactory, factory)
	}
	return o
}

func toRange(m *Machine, c *Call, at python.Node) Value {
	parts := [3]int64{0, 0, 1}
	for i := range c.Args {
		n, ok := small(argument(m, c, i))
		if !ok || i > 2 {
			o := m.object(Result, at)
			o.Operator, o.Why = counting, "a range of unknown length"
			for _, a := range c.Args {
				o.Operands = append(o.Operands, a.Value)
			}
			o.Operands = o.Operands[:1]
			o.Made = c
			return o
		}
		parts[i] = n
	}
	if len(c.Args) == 1 {
		parts[0], parts[1] = 0, parts[0]
	}
	if parts[2] == 0 {
		return nil
	}
	return &Range{parts[0], parts[1], parts[2]}
}

func enumerate(m *Machine, c *Call, at python.Node) Value {
	over := argument(m, c, 0)
	list, exact := m.elements(over)
	if !exact || len(list) > maxExactLaps {
		return m.walking(enumerated, c, at, over)
	}
	from := int64(0)
	start, _ := c.Argument("start", 1)
	if n, ok := small(m.narrow(start)); ok {
		from = n
	}
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = m.tuple([]Value{Int(from + int64(i)), v}, at)
	}
	return m.tuple(out, at)
}

func zip(m *Machine, c *Call, at python.Node) Value {
	var lists [][]Value
	var over []Value
	shortest, all := -1, true
	for _, a := range c.Args {
		if a.Name != "" {
			continue
		}
		over = append(over, a.Value)
		list, exact := m.elements(a.Value)
		all = all && exact && a.Star == 0
		lists = append(lists, list)
		if shortest < 0 || len(list) < shortest {
			shortest = len(list)
		}
	}
	if !all || shortest > maxExactLaps {
		return m.walking(zipped, c, at, over...)
	}
	out := make([]Value, max(0, shortest))
	for i := range out {
		row := make([]Value, len(lists))
		for k, list := range lists {
			row[k] = list[i]
		}
		out[i] = m.tuple(row, at)
	}
	return m.tuple(out, at)
}

// walking is something that gives other things' items, one after the other.
func (m *Machine) walking(operator string, c *Call, at python.Node, over ...Value) *Object {
	o := m.object(Result, at)
	o.Operator, o.Operands, o.Made, o.Why = operator, over, c, "walks over something unknown"
	return o
}

// Walk is what walks over v and adds nothing to its items: a progress bar.
func (m *Machine) Walk(v Value, c *Call) Value {
	if list, exact := m.elements(v); exact && len(list) <= maxExactLaps {
		if _, isTuple := v.(*Tuple); isTuple {
			return v
		}
	}
	o := m.walking(wrapping, c, c.At, v)
	return o
}

func reversed(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	list, exact := m.elements(v)
	if !exact {
		return m.walking(wrapping, c, at, v)
	}
	out := make([]Value, len(list))
	for i := range list {
		out[len(list)-1-i] = list[i]
	}
	return m.tuple(out, at)
}

func sorted(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	list, exact := m.elements(v)
	if !exact {
		return m.walking(wrapping, c, at, v)
	}
	if len(list) < 2 {
		return m.newList(list, nil, at)
	}
	return m.newList(nil, m.anyOf(list, nil, at), at)
}

func next(m *Machine, c *Call, at python.Node) Value {
	v := argument(m, c, 0)
	if v == nil {
		return nil
	}
	o := m.element(v, at)
	if one, ok := o.(*Object); ok && one.Made == nil && one.Kind == Unknown {
		one.Made = c
	}
	return o
}

func mapped(m *Machine, c *Call, at python.Node) Value {
	f, over := argument(m, c, 0), argument(m, c, 1)
	if over == nil || len(c.Args) != 2 {
		return nil
	}
	list, exact := m.elements(over)
	if exact && len(list) <= maxExactLaps {
		out := make([]Value, len(list))
		for i, v := range list {
			out[i] = m.call(f, []Argument{{Value: v}}, nil, at)
		}
		return m.newList(out, nil, at)
	}
	return m.newList(nil, m.call(f, []Argument{{Value: m.element(over, at)}}, nil, at), at)
}

func filtered(m *Machine, c *Call, at python.Node) Value {
	over := argument(m, c, 1)
	if over == nil {
		return nil
	}
	o := m.newList(nil, m.element(over, at), at)
	o.Made, o.Operands = c, []Value{over}
	return o
}

func smallest(m *Machine, c *Call, at python.Node) Value { return extreme(m, c, at, -1) }

func largest(m *Machine, c *Call, at python.Node) Value { return extreme(m, c, at, 1) }

func extreme(m *Machine, c *Call, at python.Node, sign int) Value {
	list := make([]Value, 0, len(c.Args))
	for _, a := range c.Args {
		if a.Name != "" || a.Star > 0 {
			return nil
		}
		list = append(list, m.here(a.Value))
	}
	if len(list) == 1 {
		var exact bool
		if list, exact = m.elements(list[0]); !exact || len(list) == 0 {
			return nil
		}
	}
	m.copied(2 * len(list))
	best := list[0]
	for _, v := range list {
		by, known := order(v, best)
		if !known {
			return m.computed("extreme", at, list...)
		}
		if by == sign {
			best = v
		}
	}
	return best
}

func total(m *Machine, c *Call, at python.Node) Value {
	list, exact := m.elements(argument(m, c, 0))
	if !exact {
		o := m.unknownResult(c, at)
		o.Operands = []Value{m.element(argument(m, c, 0), at)}
		return o
	}
	var sum Value = Int(0)
	if start := given(m, c, 1); start != nil {
		sum = start
	}
	for _, v := range list {
		if !m.spend(1) {
			return nil
		}
		sum = m.operate("+", sum, v, at)
	}
	return sum
}

func absolute(m *Machine, c *Call, at python.Node) Value {
	v := given(m, c, 0)
	if sign, known := order(v, Int(0)); known && sign < 0 {
		return m.derived(arithmetic("-", Int(0), v), at, v)
	} else if known {
		return v
	}
	return m.computed("abs", at, Bare(v))
}

func rounded(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) != 1 {
		return nil
	}
	if f, ok := argument(m, c, 0).(Float); ok && f > -1e15 && f < 1e15 {
		if n, err := strconv.ParseInt(strconv.FormatFloat(float64(f), 'f', 0, 64), 10, 64); err == nil {
			return m.derived(Int(n), at, given(m, c, 0)) // FormatFloat rounds half to even, as Python does
		}
	}
	if _, ok := argument(m, c, 0).(Int); ok {
		return given(m, c, 0)
	}
	return nil
}

func power(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) != 2 {
		return nil
	}
	return m.operate("**", given(m, c, 0), given(m, c, 1), at)
}

func anyTrue(m *Machine, c *Call, at python.Node) Value { return quantified(m, c, at, true) }

func allTrue(m *Machine, c *Call, at python.Node) Value { return quantified(m, c, at, false) }

func quantified(m *Machine, c *Call, at python.Node, deciding bool) Value {
	list, exact := m.elements(argument(m, c, 0))
	sure := exact
	m.spend(len(list) / 4)
	for _, v := range list {
		test := m.truthOf(v, at)
		if test.known && test.holds == deciding {
			return Bool(deciding)
		}
		sure = sure && test.known
	}
	if !sure {
		return nil
	}
	return Bool(!deciding)
}

func typeOf(m *Machine, c *Call, _ python.Node) Value {
	if o, ok := argument(m, c, 0).(*Object); ok && len(c.Args) == 1 {
		return o.Class
	}
	return nil
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
	"bytes": func(v Value) bool { _, ok := v.(Bytes); return ok },
	"tuple": func(v Value) bool { _, ok := v.(*Tuple); return ok },
}

func (m *Machine) instanceOf(v, class Value) (is, known bool) {
	o, isObject := v.(*Object)
	if s, ok := class.(Symbol); ok && abstract(s) {
		return abstractInstance(v, s)
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
		return false, !have.foreign()
	case Symbol:
		if o.Kind == Unknown {
			return false, false
		}
		if have == class {
			return true, true
		}
		return false, o.Kind == List || o.Kind == Dict || o.Kind == Set
	}
	return false, false
}

func hasAttribute(m *Machine, c *Call, _ python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	o, isObject := argument(m, c, 0).(*Object)
	if !ok || !isObject {
		return nil
	}
	if v := o.fields.get(string(name)); v != nil {
		return Bool(true)
	}
	class, ours := o.Class.(*Class)
	if !ours {
		return nil
	}
	if m.lookupClass(class, string(name)) != nil {
		return Bool(true)
	}
	if !class.foreign() && o.Kind == Instance && len(class.Unit.Module.Member(class.Node, string(name))) == 0 {
		return Bool(false)
	}
	return nil
}

func getAttribute(m *Machine, c *Call, at python.Node) Value {
	name, ok := argument(m, c, 1).(Str)
	if !ok {
		return nil
	}
	on := argument(m, c, 0)
	if o, ok := on.(*Object); ok && len(c.Args) == 3 {
		if v := m.get(o, string(name)); v != nil {
			return v
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

func setAttributeCall(m *Machine, c *Call, at python.Node) Value {
	if name, ok := argument(m, c, 1).(Str); ok {
		m.setAttribute(argument(m, c, 0), string(name), given(m, c, 2), at)
	}
	return None
}

// variables is vars(x): the attributes of a namespace as a dictionary.
func variables(m *Machine, c *Call, at python.Node) Value {
	o, ok := argument(m, c, 0).(*Object)
	if !ok || o.Kind != Namespace && o.Kind != Instance {
		if ok && m.byName(o) {
			return o
		}
		return nil
	}
	return m.attributes(o, at)
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
		f, args = inner.Func, append(inner.Args[:len(inner.Args):len(inner.Args)], args...)
	}
	if len(args) > maxArguments {
		return nil
	}
	return &Partial{f, args}
}

// wraps gives a decorator that changes nothing.
func wraps(*Machine, *Call, python.Node) Value { return Symbol("<identity>") }

func copied(m *Machine, c *Call, at python.Node) Value {
	v := given(m, c, 0)
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
	m.spend(len(o.fields.list) + len(o.first.list))
	twin := *o
	twin.Seq, twin.At, twin.Laps = m.next(), m.place(at), m.lapsNow()
	twin.fields = fields{list: append([]field(nil), o.fields.list...)}
	twin.first = fields{list: append([]field(nil), o.first.list...)}
	twin.under = nil
	twin.Operands, twin.Operator = []Value{o}, "copy"
	return &twin
}

func superOf(m *Machine, c *Call, _ python.Node) Value {
	class, ok := argument(m, c, 0).(*Class)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	return &Super{class, argument(m, c, 1)}
}

func joinPath(m *Machine, c *Call, at python.Node) Value {
	parts := make([]string, 0, len(c.Args))
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
		if strings.HasPrefix(string(s), "/") {
			parts = parts[:0]
		}
		parts = append(parts, strings.TrimSuffix(string(s), "/"))
	}
	return m.derived(m.written(strings.Join(parts, "/")), at, from...)
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
		return u
	}
	return Symbol(name)
}

// builtinMethod is a method of a container or constant; nil when the receiver is neither.
func (m *Machine) builtinMethod(f *Member, c *Call, at python.Node) Value {
	switch o := m.narrow(f.Object).(type) {
	case Str:
		return m.derived(m.textMethod(o, f.Name, c, at), at, f.Object)
	case *Super:
		self, ok := dictOf(o)
		switch {
		case !ok:
		case f.Name == "__init__":
			m.initDict(self, c.Args, at)
			return None
		default:
			return m.dictMethod(self, f.Name, c, at)
		}
	case *Object:
		switch o.Kind {
		case List, Set:
			return m.listMethod(o, f.Name, c, at)
		case Dict:
			return m.dictMethod(o, f.Name, c, at)
		}
		if f.Name == "get" && len(c.Args) > 0 { // of an unknown mapping
			if key, ok := argument(m, c, 0).(Str); ok && o.Kind == Unknown {
				v := m.part(o, key, at)
				if a, ok := v.(*Object); ok && a.Default == nil {
					if a.Default = given(m, c, 1); a.Default == nil {
						a.Default = None
					}
				}
				return v
			}
		}
	}
	return nil
}

func (m *Machine) listMethod(o *Object, name string, c *Call, at python.Node) Value {
	held := m.items(o)
	switch name {
	case "append", "add", "appendleft":
		if v := argument(m, c, 0); v != nil {
			m.add(o, v, at)
		}
		return None
	case "extend", "update":
		if v := argument(m, c, 0); v != nil {
			m.extend(o, v, at)
		}
		return None
	case "insert":
		if v := argument(m, c, 1); v != nil {
			m.copied(len(held.list))
			m.set(o, contents, &items{nil, m.anyOf(append(held.list[:len(held.list):len(held.list)], v), held.rest, at)})
			m.note(&Store{Kind: StoreAdded, Node: at, Target: o, New: v, Added: v})
		}
		return None
	case "pop", "popleft":
		return m.pop(o, held, name, c, at)
	case "clear":
		m.set(o, contents, &items{})
		return None
	case "copy":
		return m.container(o.Kind, held, at)
	case "sort", "reverse", "remove", "discard":
		if len(held.list) > 0 {
			m.set(o, contents, &items{nil, m.anyOf(held.list, held.rest, at)})
		}
		return None
	case "index", "count":
		return m.computed("len", at, o)
	}
	return nil
}

func (m *Machine) pop(o *Object, held *items, name string, c *Call, at python.Node) Value {
	if held.rest == nil && len(held.list) > 0 && (len(c.Args) == 0 || name == "popleft") {
		if name == "popleft" {
			m.set(o, contents, &items{list: held.list[1:]})
			return held.list[0]
		}
		last := len(held.list) - 1
		m.set(o, contents, &items{list: held.list[:last:last]})
		return held.list[last]
	}
	if len(held.list) == 0 && held.rest == nil {
		return m.unknown(at, "popped from an empty list")
	}
	m.set(o, contents, &items{nil, m.anyOf(held.list, held.rest, at)})
	return m.anyOf(held.list, held.rest, at)
}

func (m *Machine) dictMethod(o *Object, name string, c *Call, at python.Node) Value {
	held := m.entries(o)
	switch name {
	case "get", "pop", "setdefault":
		return m.lookupEntry(o, held, name, c, at)
	case "update":
		for _, a := range c.Args {
			if a.Name != "" {
				m.copied(2 * len(m.entries(o).keys))
				m.set(o, contents, m.entries(o).with(Str(a.Name), a.Value))
				m.storeThrough(o, Str(a.Name), a.Value)
				continue
			}
			m.update(o, a.Value, at)
		}
		return None
	case "keys":
		return m.newList(held.keys, m.restOf(held, "a key of a dictionary", at), at)
	case "values":
		return m.newList(held.values, held.rest, at)
	case "items":
		m.spend(len(held.keys))
		list := make([]Value, len(held.keys))
		for i := range held.keys {
			list[i] = m.tuple([]Value{held.keys[i], held.values[i]}, at)
		}
		var rest Value
		if held.rest != nil {
			rest = m.tuple([]Value{m.unknown(at, "a key of a dictionary"), held.rest}, at)
		}
		return m.newList(list, rest, at)
	case "copy":
		return m.newDict(held, at)
	case "clear":
		m.set(o, contents, &entries{})
		return None
	}
	return nil
}

func (m *Machine) restOf(held *entries, why string, at python.Node) Value {
	if held.rest == nil {
		return nil
	}
	return m.unknown(at, "%s", why)
}

func (m *Machine) lookupEntry(o *Object, held *entries, name string, c *Call, at python.Node) Value {
	key := argument(m, c, 0)
	otherwise := given(m, c, 1)
	if otherwise == nil {
		otherwise = None
	}
	otherwise = m.byDefault(otherwise, at)
	m.copied(held.compares(key))
	i := held.find(key)
	if i >= 0 {
		v := held.values[i]
		if choice, ok := v.(*Choice); ok && choice.has(missing) {
			var list []Alternative
			for _, a := range choice.Alternatives {
				if a.Value == Value(missing) {
					a.Value = otherwise
				}
				list = append(list, a)
			}
			v = m.here(m.choice(list))
		}
		if name == "pop" {
			m.copied(2 * len(held.keys))
			m.set(o, contents, held.without(i))
		}
		if e, ok := at.(python.Expr); ok {
			return m.reread(v, e)
		}
		return v
	}
	if held.rest == nil && Known(key) {
		if name == "setdefault" {
			m.copied(2 * len(held.keys))
			m.set(o, contents, held.with(key, otherwise))
		}
		return otherwise
	}
	v := m.anyOf(held.values, held.rest, at)
	if Known(key) && held.rest != nil {
		v = held.rest
	}
	return m.choiceOf(v, otherwise)
}

func (m *Machine) iterateInstance(o *Object) (list []Value, exact, ok bool) {
	class, ours := o.Class.(*Class)
	if !ours {
		return nil, false, false
	}
	f, has := m.lookupClass(class, "__iter__").(*Function)
	if !has || m.onStack(f.Node) {
		return nil, false, false
	}
	v := m.call(&Method{f, o}, nil, nil, f.Node)
	if inner, isObject := v.(*Object); isObject && inner == o {
		next, has := m.lookupClass(class, "__next__").(*Function)
		if !has {
			return nil, false, false
		}
		return []Value{m.call(&Method{next, o}, nil, nil, next.Node)}, false, true
	}
	list, exact = m.elements(v)
	if !exact {
		list = []Value{m.element(v, f.Node)}
	}
	return list, exact, true
}
