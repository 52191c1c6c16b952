package run

import (
	"math"
	"math/big"
	"slices"
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
		"collections.OrderedDict": toDict, "collections.defaultdict": toDefaultDict, "collections.deque": toDeque,
		"range": toRange, "enumerate": enumerate, "zip": zip, "reversed": reversed, "sorted": sorted, "iter": first,
		"next": next, "map": mapped, "filter": filtered, "min": smallest, "max": largest, "sum": total, "abs": absolute,
		"round": rounded, "any": anyTrue, "all": allTrue, "isinstance": isInstance, "issubclass": isSubclass,
		"hasattr": hasAttribute, "getattr": getAttribute, "setattr": setAttributeCall, "delattr": deleteAttributeCall,
		"type": typeOf, "vars": variables, "locals": locals,
		"functools.partial": partial, "functools.partialmethod": partial, "functools.wraps": wraps, "copy.copy": shallow,
		"copy.deepcopy": deeply,
		"callable":      isCallable, "super": superOf, "os.path.join": joinPath, "os.environ.get": unknownCall,
		"itertools.chain": chained, "itertools.product": product, "argparse.Namespace": namespace,
		"types.SimpleNamespace": namespace,
		"divmod":                unknownCall, "id": unknownCall, "typing.cast": second, "pow": power,
		"importlib.import_module": importModule,
		"__import__":              importedForNames, "collections.namedtuple": namedTuple, named: ofNamed,
		"random.shuffle": shuffled,
		"exec":           executed, "eval": evaluated, "globals": globalNames, "ast.literal_eval": literalOf,
	}
	for _, name := range []string{"lower", "upper", "strip"} { // str.lower, as the type of an option
		builtins[Symbol("str."+name)] = func(m *Machine, c *Call, at python.Node) Value {
			return constantly(m, c, at, func(v Value) Value {
				if s, ok := v.(Str); ok && len(c.Args) == 1 {
					return m.textMethod(s, name, &Call{}, at)
				}
				return nil
			})
		}
	}
	for _, name := range exits {
		builtins[name] = ends
	}
}

// shuffled is random.shuffle(list): of its items nobody knows which one comes first.
func shuffled(m *Machine, c *Call, at python.Node) Value {
	if o, ok := argument(m, c, 0).(*Object); ok && o.Kind == List {
		if held := m.items(o); len(held.list) > 1 || len(held.list) == 1 && held.rest != nil {
			m.set(o, contents, &items{nil, m.anyOf(held.list, held.rest, at)})
		}
	}
	return None
}

// exits are the calls behind which the program is over.
var exits = []Symbol{"exit", "quit", "sys.exit", "os._exit", "os.abort"}

// Ends reports whether a statement ends the program: exit(0), or raise SystemExit.
func Ends(s python.Stmt) bool {
	if r, ok := s.(*python.Raise); ok {
		return python.LastName(r.Value) == "SystemExit"
	}
	e, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*python.Call)
	return ok && slices.Contains(exits, Symbol(python.PathText(c.Func)))
}

// argument is a positional argument for who looks at it; nil for none.
func argument(m *Machine, c *Call, i int) Value { return Bare(given(m, c, i)) }

// given is a positional argument as it is.
func given(m *Machine, c *Call, i int) Value {
	v, _ := c.Argument("", i)
	return m.here(v)
}

// ends is a call behind which the program is over: what follows is not reached, as behind a raise. Taken for a call
// like any other, an `if args.evaluate: test(model); exit()` would leave the model of the training below in evaluation
// mode. Where every way comes to it, at the end of main(), what was set by then stays: functions that nobody calls are
// looked at with it.
func ends(m *Machine, _ *Call, _ python.Node) Value {
	if m.forks > 0 && !m.Locate {
		m.dead, m.raised = true, true
	}
	return nil
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
		case *Object: // i % int(args.every) == 0, asked twice
			if v.Kind == Unknown {
				return m.sameInt(v, c, at)
			}
		}
		return nil
	})
}

// sameInt is int(v) of something unknown, such as an option: the same number each time.
func (m *Machine) sameInt(v *Object, c *Call, at python.Node) Value {
	key := pureKey{operator: "int", left: v}
	o := m.pure[key]
	if o == nil {
		o = m.unknownResult(c, at)
		o.Operands = []Value{v}
		m.pure[key] = o
	}
	return o
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
		if v.Kind == Dict && slices.ContainsFunc(m.entries(v).values, mayMiss) {
			return m.computed("len", at, v)
		}
	}
	if list, exact := m.elements(v); exact {
		return Int(len(list))
	}
	return m.computed("len", at, v)
}

func toList(m *Machine, c *Call, at python.Node) Value { return gathered(m, c, at, List) }

// toDeque makes a list, of which nobody knows what it has lost where its length is bounded.
func toDeque(m *Machine, c *Call, at python.Node) Value {
	v := gathered(m, c, at, List)
	bound, uncertain := c.Argument("maxlen", 1)
	o, ok := v.(*Object)
	if !ok || (bound == nil || IsNone(bound)) && !uncertain {
		return v
	}
	if held := m.items(o); held.rest == nil {
		m.set(o, contents, &items{nil, m.anyOf(held.list, m.unknown(at, "an item of a bounded deque"), at)})
	}
	return o
}

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
	one := func(list []Value) Value { return m.container(kind, &items{list: list}, at) }
	if v := m.eachWhole(v, at, one); v != nil {
		return v
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
	if v := m.eachWhole(v, at, func(list []Value) Value { return m.tuple(list, at) }); v != nil {
		return v
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
			m.copied(m.entries(o).withCost(Str(a.Name)))
			m.set(o, contents, m.entries(o).with(Str(a.Name), a.Value))
		default:
			m.update(o, a.Value, at)
		}
	}
	o.begin(contents, m.entries(o))
	return o
}

func toDefaultDict(m *Machine, c *Call, at python.Node) Value {
	o := m.newDict(&entries{}, at)
	if factory := argument(m, c, 0); factory != nil {
		o.begin(defaultFactory, factory)
	}
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
		if list, exact = m.elements(list[0]); !exact {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
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
	if sign, known := order(v, Int(0)); known && sign <= 0 {
		return m.derived(arithmetic("-", Int(0), v), at, v)
	} else if _, isBool := Bare(v).(Bool); isBool {
		return m.derived(Int(1), at, v)
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
