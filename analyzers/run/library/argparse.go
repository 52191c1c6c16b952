package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// option is one add_argument call.
type option struct {
	call   *run.Call
	dest   string
	flags  []string // with their dashes; none for an operand
	off    string   // the flag that turns it off, "" for --no- and its name
	action string
	typ    run.Value
	nargs  run.Value
	// standard is the default: nil where it could not be seen.
	standard run.Value
	required bool
}

// The actions that argparse has no name for.
const (
	boolean       = "boolean" // BooleanOptionalAction
	unknownAction = "?"
)

// The fields of a parser's object.
const (
	optionsField  = "<options>"
	defaultsField = "<defaults>"
	commandsField = "<commands>"
	// classesField are the dataclasses that a parser fills beside its options.
	classesField = "<classes>"
)

// isParser reports whether a value is a parser of the argparse kind, or an instance of a class of the project that is
// one.
func isParser(v run.Value) (*run.Object, bool) {
	if s, ok := v.(*run.Super); ok {
		v = s.Self
	}
	o, ok := v.(*run.Object)
	if !ok || o.Kind != run.Instance {
		return nil, false
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		return o, knowledge.ParsesArguments(string(class))
	case *run.Class:
		for _, one := range class.Line() {
			if s, ok := one.(run.Symbol); ok && knowledge.ParsesArguments(string(s)) {
				return o, true
			}
		}
	}
	return nil, false
}

// parserMethod is a method of a parser; nil leaves it unknown.
func (l Library) parserMethod(m *run.Machine, c *run.Call, parser *run.Object, name string) run.Value {
	switch name {
	case "add_argument":
		o := m.NewObject(run.Result, c)
		o.Made, o.Why = c, "an option of a command line"
		keep(m, parser, optionsField, c).add(m, o, c)
		return o
	case "add_arguments": // of simple_parsing: a dataclass becomes an attribute of what is parsed
		o := m.NewObject(run.Result, c)
		o.Made = c
		keep(m, parser, classesField, c).add(m, o, c)
		return run.None
	case "add_argument_group", "add_mutually_exclusive_group":
		return parser
	case "add_subparsers":
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made, o.Operands = run.Symbol(knowledge.Subparsers), c, []run.Value{parser}
		keep(m, parser, commandsField, c).add(m, o, c)
		return o
	case "set_defaults":
		d, ok := m.Get(parser, defaultsField).(*run.Object)
		if !ok {
			d = m.Dict(nil, nil, c)
			m.Set(parser, defaultsField, d)
		}
		m.Call(&run.Member{Object: d, Name: "update"}, c.Args, c)
		for _, a := range c.Args {
			if a.Star > 0 {
				m.Call(&run.Member{Object: d, Name: "update"}, []run.Argument{{Value: a.Value}}, c)
			}
		}
		return run.None
	case "parse_args", "parse_intermixed_args":
		return l.parse(m, c, parser, true)
	case "parse_known_args", "parse_known_intermixed_args":
		return &run.Tuple{Items: []run.Value{l.parse(m, c, parser, false), m.Unknown(leftOver)}}
	}
	return nil
}

// leftOver is why the words that a parser does not know are unknown.
const leftOver = "the words that a parser does not know"

// subparser is add_parser of what add_subparsers gave.
func (l Library) subparser(m *run.Machine, c *run.Call, of *run.Object) run.Value {
	o := m.NewObject(run.Instance, c)
	o.Class, o.Made = run.Symbol("argparse.ArgumentParser"), c
	keep(m, of, commandsField, c).add(m, o, c)
	return o
}

// kept is a list in a field of an object.
type kept struct{ list *run.Object }

func keep(m *run.Machine, o *run.Object, field string, c *run.Call) kept {
	list, ok := m.Get(o, field).(*run.Object)
	if !ok {
		list = m.List(nil, c)
		m.Set(o, field, list)
	}
	return kept{list}
}

func (k kept) add(m *run.Machine, v run.Value, c *run.Call) {
	m.Call(&run.Member{Object: k.list, Name: "append"}, []run.Argument{{Value: v}}, c)
}

// held are the objects in a field that keep made.
func held(m *run.Machine, o *run.Object, field string) []*run.Object {
	list, ok := m.Get(o, field).(*run.Object)
	if !ok {
		return nil
	}
	var out []*run.Object
	for _, v := range m.Contents(list) {
		for _, one := range run.Alternatives(v) {
			if o, ok := one.(*run.Object); ok && o.Made != nil { // else a function that was given up may have added more
				out = append(out, o)
			}
		}
	}
	return out
}

// optionCost is what an option is worth in steps, each time that its parser is read.
const optionCost = 10

// optionsOf are a parser's options, those of its parents first.
func (l Library) optionsOf(m *run.Machine, parser *run.Object, depth int) []*option {
	var list []*option
	if parser.Made != nil && depth < 4 {
		if parents, _ := parser.Made.Argument("parents", -1); parents != nil {
			more, _ := m.Elements(parents)
			for _, p := range more {
				if o, ok := isParser(p); ok && m.Pay(1) {
					list = append(list, l.optionsOf(m, o, depth+1)...)
				}
			}
		}
	}
	for _, o := range held(m, parser, optionsField) {
		if !m.Pay(optionCost) {
			break
		}
		if opt := declared(m, o.Made); opt != nil {
			list = append(list, opt)
		}
	}
	return list
}

// declared reads one add_argument call; nil when its names are not known.
func declared(m *run.Machine, c *run.Call) *option {
	o := &option{call: c, action: "store"}
	for _, a := range c.Args {
		if a.Name != "" || a.Star > 0 {
			continue
		}
		s, ok := run.Bare(m.Here(a.Value)).(run.Str)
		if !ok {
			return nil
		}
		if strings.HasPrefix(string(s), "-") {
			o.flags = append(o.flags, string(s))
		} else if o.dest == "" {
			o.dest = string(s)
		}
	}
	o.named()
	switch action := argument(c, "action", -1).(type) {
	case nil:
	case run.Str:
		o.action = string(action)
	case run.Symbol:
		o.action = unknownAction
		if strings.HasSuffix(string(action), "BooleanOptionalAction") {
			o.action = boolean
		}
	default:
		o.action = unknownAction
	}
	o.typ = argument(c, "type", -1)
	o.nargs = argument(c, "nargs", -1)
	if b, ok := argument(c, "required", -1).(run.Bool); ok {
		o.required = bool(b)
	}
	o.standard = o.declaredDefault()
	return o
}

// named finds where the option is stored.
func (o *option) named() {
	if s, ok := argument(o.call, "dest", -1).(run.Str); ok {
		o.dest = string(s)
		return
	}
	if o.dest != "" {
		return
	}
	for _, flag := range o.flags {
		if o.dest == "" || strings.HasPrefix(flag, "--") {
			o.dest = flagName(flag)
		}
		if strings.HasPrefix(flag, "--") {
			return
		}
	}
}

// declaredDefault is what the option is when nobody gives it; nil when only the run knows.
func (o *option) declaredDefault() run.Value {
	at := o.call.Place().Origin()
	if v, uncertain := o.call.Argument("default", -1); v != nil {
		for _, a := range o.call.Args {
			if l, ok := a.Value.(*run.Located); ok && a.Name == "default" && a.Node != nil && l.Origin.File == at.File {
				at.Span = a.Node.Span()
				return run.LocatedAt(l.Value, at, true)
			}
		}
		return asDefault(v, at)
	} else if uncertain || o.required {
		return nil
	}
	switch o.action {
	case "store_true":
		return run.LocatedAt(run.Bool(false), at, true)
	case "store_false":
		return run.LocatedAt(run.Bool(true), at, true)
	case unknownAction:
		return nil
	}
	return run.LocatedAt(run.None, at, true)
}
