package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// parse is parse_args: a namespace with what the command line says, else the defaults, else, when it is not known how
// the program is started, something unknown that says its default. Of parse_known_args strict is false: it takes any
// word.
func (l Library) parse(m *run.Machine, c *run.Call, parser *run.Object, strict bool) run.Value {
	options := l.optionsOf(m, parser, 0)
	commands, classes := held(m, parser, commandsField), held(m, parser, classesField)
	if len(options) == 0 && len(commands) == 0 && len(classes) == 0 {
		return nil
	}
	if strict {
		l.refuse(m, c, parser, options)
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
		// Several options may set one attribute: the one that was given last does, and of their defaults the first
		// counts.
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
		if v := r.toTrain(o); v != nil {
			return v
		}
		if o.standard == nil || r.l.Launch != nil && r.l.Launch.Open {
			return r.undecided(o)
		}
		return r.converted(o, o.standard, true)
	}
	if !g.key.Known && g.key.Behind == nil { // one way through the launcher does not give it
		return r.undecided(o)
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
	case "append":
		return r.appended(o, g)
	default:
		return r.undecided(o)
	}
	return r.words(o, g.words, g.key)
}

// appended is the list of an option that may be given several times, --set a=1 --set b=2: what it is by default, and
// a word for each time.
func (r *parsing) appended(o *option, g given) run.Value {
	if o.nargs != nil || o.standard == nil || len(g.words) == 0 {
		return r.undecided(o)
	}
	var list []run.Value
	if standard := run.Bare(o.standard); !run.IsNone(standard) {
		held, exact := r.m.Elements(standard)
		if !exact {
			return r.undecided(o)
		}
		list = slices.Clone(held)
	}
	for _, w := range g.words {
		list = append(list, r.word(o, w))
	}
	return r.m.List(list, r.c)
}

// word is a word of an option as a value.
func (r *parsing) word(o *option, w Word) run.Value {
	if !w.Known {
		return r.undecided(o)
	}
	return r.converted(
		o,
		&run.Located{Value: run.Str(w.Text), Origin: keyed(w.Origin, "--"+strings.ReplaceAll(o.dest, "-", "_"))},
		false,
	)
}

// words are the words of an option as its value: a list when it may take several.
func (r *parsing) words(o *option, words []Word, key Word) run.Value {
	one := func(w Word) run.Value { return r.word(o, w) }
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
	// a conversion that is not followed
	if unknown, ok := out.(*run.Object); ok && unknown.Kind == run.Result && len(unknown.Operands) < 2 {
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

// toTrain is the value of an option that has a script train: one that nobody starts, and that is known to train, is
// started with it. nil for any other option.
func (r *parsing) toTrain(o *option) run.Value {
	if r.l.Launch == nil || !r.l.Launch.Alone {
		return nil
	}
	if on, isBool := run.Bare(o.standard).(run.Bool); o.action == "store_true" && isBool && !bool(on) {
		if !knowledge.SwitchesTraining(o.dest) {
			return nil
		}
		return run.LocatedAt(run.Bool(true), o.call.Place().Origin(), true)
	}
	if o.action != "store" || o.standard != nil && !run.IsNone(run.Bare(o.standard)) || !knowledge.NamesMode(o.dest) {
		return nil
	}
	choices, exact := r.m.Elements(argument(o.call, "choices", -1))
	if !exact {
		return nil
	}
	for _, v := range choices {
		if word, isText := run.Bare(v).(run.Str); isText && knowledge.MeansTraining(string(word)) {
			return run.LocatedAt(word, o.call.Place().Origin(), true)
		}
	}
	return nil
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
