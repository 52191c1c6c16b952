package library

import (
	"slices"
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

// isParser reports whether a value is a parser of the argparse kind, or an instance of a class of the project that is one.
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
		return l.parse(m, c, parser)
	case "parse_known_args", "parse_known_intermixed_args":
		return &run.Tuple{Items: []run.Value{l.parse(m, c, parser), m.Unknown(leftOver)}}
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

// parse is parse_args: a namespace with what the command line says, else the defaults, else, when it is not known how
// the program is started, something unknown that says its default.
func (l Library) parse(m *run.Machine, c *run.Call, parser *run.Object) run.Value {
	options := l.optionsOf(m, parser, 0)
	commands, classes := held(m, parser, commandsField), held(m, parser, classesField)
	if len(options) == 0 && len(commands) == 0 && len(classes) == 0 {
		return nil
	}
	words, known := l.wordsFor(m, c)
	given := argument(c, "namespace", 1)
	space, isSpace := given.(*run.Object)
	if !isSpace && given != nil && !run.IsNone(given) { // a class
		return nil
	}
	if !isSpace {
		space = m.NewObject(run.Namespace, c)
		space.Made, space.Class, space.Word = c, run.Symbol("argparse.Namespace"), "parse_args"
		if !known {
			space.Kind, space.Class, space.Why = run.Result, nil, "the result of .parse_args()"
		}
	}
	r := &parsing{l: l, m: m, c: c, space: space, known: known, keep: isSpace}
	r.run(parser, options, commands, words)
	for _, one := range classes {
		l.fill(m, c, space, one, words, known)
	}
	return space
}

// fill makes one of the dataclasses that a parser fills an attribute of what it parsed.
func (l Library) fill(m *run.Machine, c *run.Call, space, added *run.Object, words []Word, known bool) {
	dest, ok := run.Bare(argument(added.Made, "dest", 1)).(run.Str)
	if !ok {
		return
	}
	f := &filling{l: l, m: m, c: c, known: known, nested: true, passed: sortWords(words, nil)}
	m.Set(space, string(dest), f.make(run.Bare(argument(added.Made, "dataclass", 0))))
}

// wordsFor are the words that a parse_args call reads; known is false when nothing is known of them.
func (l Library) wordsFor(m *run.Machine, c *run.Call) (words []Word, known bool) {
	v, uncertain := c.Argument("args", 0)
	v = run.Bare(v)
	if uncertain {
		return nil, false
	}
	if v == nil || run.IsNone(v) {
		if l.Launch == nil {
			return nil, false
		}
		if argv, ok := m.Get(m.State(), argvField).(*run.Object); ok { // the program may have changed it
			switch list, exact := m.Elements(argv); {
			case !exact:
				return nil, false
			case len(list) > 0 && !l.asStarted(list[1:]):
				return wordsOf(list[1:]), true
			}
		}
		return l.Launch.Words, true
	}
	list, exact := m.Elements(v)
	if s, isText := v.(run.Str); isText {
		list, exact = nil, s == ""
	}
	if !exact {
		return nil, false
	}
	return wordsOf(list), true
}

// asStarted reports whether values are the words that the program was started with.
func (l Library) asStarted(list []run.Value) bool {
	return slices.EqualFunc(list, l.Launch.Words, func(v run.Value, w Word) bool {
		s, ok := run.Bare(v).(run.Str)
		return ok == w.Known && (!ok || string(s) == w.Text)
	})
}

// wordsOf are values as words of a command line.
func wordsOf(list []run.Value) []Word {
	words := make([]Word, len(list))
	for i, v := range list {
		s, ok := run.Bare(v).(run.Str)
		words[i] = Word{Text: string(s), Known: ok}
		if l, ok := v.(*run.Located); ok {
			words[i].Origin = l.Origin
		}
		if _, rest, has := strings.Cut(string(s), "="); has && ok {
			words[i].Behind = &Word{Text: rest, Known: true, Origin: words[i].Origin}
		}
	}
	return words
}

// parsing fills one namespace.
type parsing struct {
	l     Library
	m     *run.Machine
	c     *run.Call
	space *run.Object
	known bool           // the command line is
	keep  bool           // what the namespace has already counts before defaults
	setBy map[string]int // how many options set an attribute: --no-ema beside --ema
	// behind is how many words the operands after this one need.
	behind int
}

func (r *parsing) run(parser *run.Object, options []*option, commands []*run.Object, words []Word) {
	var p passed
	if r.known {
		p = sortWords(words, options)
	}
	r.setBy = make(map[string]int, len(options))
	for _, o := range options {
		r.setBy[o.dest]++
	}
	defaults := map[string]run.Value{}
	open := false
	if d, ok := r.m.Get(parser, defaultsField).(*run.Object); ok {
		keys, values, exact := r.m.Entries(d)
		open = !exact
		for i, k := range keys {
			if name, ok := k.(run.Str); ok {
				defaults[string(name)] = values[i]
			}
		}
	}
	operands := p.positional
	met := map[string]bool{}
	for i, o := range options {
		r.behind = leastOf(options[i+1:])
		if v, set := defaults[o.dest]; set {
			o.standard = v
			delete(defaults, o.dest)
		} else if open {
			o.standard = nil
		}
		// Several options may set one attribute: the one that was given last does, and of their defaults the first counts.
		other := p.flags[o.dest].of
		if r.known && len(o.flags) > 0 && (other == nil && met[o.dest] || other != nil && other != o) {
			continue
		}
		met[o.dest] = true
		left := len(operands)
		v := r.value(o, p, &operands)
		given := p.flags[o.dest].key.Text != "" || len(operands) < left
		if r.keep && !given && r.m.Get(r.space, o.dest) != nil {
			continue
		}
		r.m.Set(r.space, o.dest, v)
	}
	for name, v := range defaults {
		r.m.Set(r.space, name, v)
	}
	for _, group := range commands {
		r.command(group, operands, words)
	}
}

// command goes on with the parser of the command that is given, or, not knowing it, with all.
func (r *parsing) command(group *run.Object, operands, words []Word) {
	var name Word
	if len(operands) > 0 {
		name = operands[0]
	}
	if dest, ok := argument(group.Made, "dest", -1).(run.Str); ok && name.Known {
		r.m.Set(r.space, string(dest), &run.Located{Value: run.Str(name.Text), Origin: name.Origin})
	}
	for _, sub := range held(r.m, group, commandsField) {
		if !r.m.Pay(1) {
			return
		}
		text, ok := argument(sub.Made, "name", 0).(run.Str)
		if r.known && name.Known && ok && string(text) != name.Text {
			continue
		}
		var rest []Word
		for i, w := range words {
			if w.Text == string(text) && !isFlag(w) {
				rest = words[i+1:]
				break
			}
		}
		inner := *r
		inner.known = r.known && name.Known
		inner.run(sub, r.l.optionsOf(r.m, sub, 0), held(r.m, sub, commandsField), rest)
	}
}

// value is what one option is.
func (r *parsing) value(o *option, p passed, operands *[]Word) run.Value {
	if !r.known {
		if b, ok := o.onlySwitched(); ok && r.setBy[o.dest] == 1 {
			return b
		}
		return r.undecided(o)
	}
	if len(o.flags) == 0 {
		return r.operand(o, operands)
	}
	g, ok := p.flags[o.dest]
	if !ok {
		if o.standard == nil || r.l.Launch != nil && r.l.Launch.Open {
			return r.undecided(o)
		}
		return r.converted(o, o.standard, true)
	}
	on := func(b bool) run.Value {
		return &run.Located{Value: run.Bool(b), Origin: keyed(g.key.Origin, g.key.Text)}
	}
	switch o.action {
	case "store_true":
		return on(true)
	case "store_false":
		return on(false)
	case boolean:
		return on(!g.off)
	case "store_const":
		return run.LocatedAt(argument(o.call, "const", -1), keyed(g.key.Origin, g.key.Text), false)
	case "store", "extend":
	default:
		return r.undecided(o)
	}
	return r.words(o, g.words, g.key)
}

// words are the words of an option as its value: a list when it may take several.
func (r *parsing) words(o *option, words []Word, key Word) run.Value {
	one := func(w Word) run.Value {
		if !w.Known {
			return r.undecided(o)
		}
		return r.converted(o, &run.Located{Value: run.Str(w.Text), Origin: keyed(w.Origin, "--"+strings.ReplaceAll(o.dest, "-", "_"))}, false)
	}
	several := o.nargs != nil && o.nargs != run.Value(run.Str("?"))
	switch {
	case several:
		list := make([]run.Value, len(words))
		for i, w := range words {
			list[i] = one(w)
		}
		return r.m.List(list, r.c)
	case len(words) == 0 && o.nargs == run.Value(run.Str("?")):
		v, _ := o.call.Argument("const", -1)
		if v == nil {
			v = run.None
		}
		return run.LocatedAt(v, keyed(key.Origin, key.Text), false)
	case len(words) == 0:
		return r.undecided(o)
	}
	return one(words[0])
}

// leastOf is how many words operands take at least.
func leastOf(options []*option) (least int) {
	for _, o := range options {
		if len(o.flags) > 0 {
			continue
		}
		switch n := o.nargs.(type) {
		case nil:
			least++
		case run.Int:
			least += int(n)
		case run.Str:
			if n == "+" {
				least++
			}
		}
	}
	return least
}

func (r *parsing) operand(o *option, operands *[]Word) run.Value {
	take := 1
	switch n := o.nargs.(type) {
	case run.Int:
		take = int(n)
	case run.Str:
		if n != "?" {
			take = len(*operands) - r.behind
		}
	case run.Symbol: // argparse.REMAINDER
		take = len(*operands)
		if take == 0 {
			return r.m.List(nil, r.c)
		}
	}
	words := (*operands)[:min(max(0, take), len(*operands))]
	*operands = (*operands)[len(words):]
	if len(words) == 0 {
		if o.standard == nil {
			return r.undecided(o)
		}
		if o.nargs == run.Value(run.Str("*")) { // argparse leaves this default as it is written, and makes a list of none
			if run.IsNone(run.Bare(o.standard)) {
				return r.m.List(nil, r.c)
			}
			return o.standard
		}
		return r.converted(o, o.standard, true)
	}
	return r.words(o, words, Word{})
}

// converted applies the option's type. argparse converts a default, too, when it is given as text.
func (r *parsing) converted(o *option, v run.Value, isDefault bool) run.Value {
	l, located := v.(*run.Located)
	_, isText := run.Bare(v).(run.Str)
	if !isText || o.typ == nil || run.IsNone(o.typ) {
		return v
	}
	if s, ok := o.typ.(run.Symbol); ok && (s == "str" || strings.HasPrefix(string(s), "pathlib.")) {
		return v
	}
	out := r.m.Call(o.typ, []run.Argument{{Value: v}}, r.c)
	if unknown, ok := out.(*run.Object); ok && unknown.Kind == run.Result && len(unknown.Operands) < 2 { // a conversion that is not followed
		return r.undecided(o)
	}
	if located {
		if choice, ok := out.(*run.Choice); ok {
			return choice
		}
		return run.LocatedAt(run.Bare(out), l.Origin, l.Default && isDefault)
	}
	return out
}

// onlySwitched is the value of a switch whose default is what it is switched to: nobody can give it another one.
func (o *option) onlySwitched() (v run.Value, ok bool) {
	on, isBool := run.Bare(o.standard).(run.Bool)
	return o.standard, isBool && (o.action == "store_true" && bool(on) || o.action == "store_false" && !bool(on))
}

// undecided is an option that only the run knows; it says its default.
func (r *parsing) undecided(o *option) run.Value {
	u := r.m.Unknown("an option of the command line")
	u.Word, u.Operator, u.Operands = o.dest, "."+o.dest, []run.Value{r.space}
	u.Default = o.standard
	u.Laps, u.Seq, u.Grad = r.space.Laps, r.space.Seq, r.space.Grad
	return u
}

func keyed(at run.Origin, key string) run.Origin {
	key, _, _ = strings.Cut(key, "=")
	at.Key = key
	return at
}
