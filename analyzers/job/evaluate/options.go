package evaluate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// option is one add_argument call, or a click or typer declaration.
type option struct {
	call   *python.Call
	flags  []string // without dashes, as launch.Flag names them
	typ    string
	action string
}

// declaredOptions reads every add_argument call by its destination.
func (p *Program) declaredOptions() map[string]option {
	list := map[string]option{}
	for name, declared := range p.Module.Options() {
		o := option{call: declared.Node}
		for _, a := range declared.Node.Args {
			if s, ok := a.Value.(*python.String); ok && a.Name == "" && s.Known {
				o.flags = append(o.flags, strings.ReplaceAll(strings.TrimLeft(s.Text, "-"), "-", "_"))
			}
		}
		if t := declared.Node.Keyword("type"); t != nil {
			o.typ = p.Module.Resolve(t.Value)
			if o.typ == "" {
				o.typ = "?"
			}
		}
		if a := declared.Node.Keyword("action"); a != nil {
			o.action = "?"
			if s, ok := a.Value.(*python.String); ok {
				o.action = s.Text
			} else if strings.HasSuffix(p.Module.Resolve(a.Value), "BooleanOptionalAction") {
				o.action = "boolean"
			}
		}
		list[name] = o
	}
	return list
}

// isPositional reports whether the option is an operand, not a flag.
func (o option) isPositional() bool {
	for _, a := range o.call.Args {
		if s, ok := a.Value.(*python.String); ok && a.Name == "" && strings.HasPrefix(s.Text, "-") {
			return false
		}
	}
	return true
}

// Option is the value of a command line option in this run, as args.name.
func (p *Program) Option(name string) Value {
	p.prepare()
	p.steps = 0
	v, _ := p.optionOf(Value{Kind: Options}, name, nil)
	return v
}

// optionOf looks one attribute of a namespace up: what the script assigns, what
// the configs it merges in say, the command line, the defaults.
func (p *Program) optionOf(namespace Value, name string, use *python.Attribute) (Value, bool) {
	if use != nil {
		if v, written := p.written(use); written {
			return v, true
		}
	}
	if v, ok := p.overlaid(name, true); ok {
		return v, true
	}
	if v, ok := p.flag(namespace, name); ok {
		return v, true
	}
	for _, layer := range namespace.Layers {
		if v, ok := layer.Child(name); ok {
			if layer.Parsed {
				v = asNumber(v, "?")
			}
			return v, true
		}
	}
	if v, ok := p.overlaid(name, false); ok {
		return asNumber(v, p.options[name].typ), true // argparse converts a default given as text
	}
	return p.defaultOf(namespace, name)
}

// written is what "args.name = …" in the script makes of it.
func (p *Program) written(use python.Expr) (Value, bool) {
	text := python.PathText(use)
	assigns := p.writes[text]
	if text == "" || len(assigns) == 0 {
		return Value{}, false
	}
	var bindings []*python.Binding
	for _, a := range assigns {
		if a.Span().End > use.Span().Start && python.EnclosingFunction(a) == python.EnclosingFunction(use) {
			continue
		}
		if runs, known := p.runs(a, use); known && !runs {
			continue
		}
		bindings = append(bindings, &python.Binding{Kind: python.Assigned, Node: a, Value: a.Value, Index: -1})
	}
	if len(bindings) == 0 {
		return Value{}, false
	}
	last := bindings[len(bindings)-1]
	if runs, known := p.runs(last.Node, use); !known || !runs || len(bindings) > 1 {
		return Value{}, true
	}
	return p.value(last.Value), true
}

// flag is what the command line passes.
func (p *Program) flag(namespace Value, name string) (Value, bool) {
	o, declared := p.options[name]
	if !declared || namespace.Class != "" {
		f, ok := p.Arguments.Flag(name)
		if !ok {
			return p.negated(name)
		}
		return p.passedFlag(f, option{typ: "?"}), namespace.Class != "" || !declared && len(p.options) == 0
	}
	if o.isPositional() {
		return p.operand(name, o)
	}
	if o.action == "boolean" {
		if v, ok := p.negated(name); ok {
			return v, true
		}
	}
	f, ok := p.Arguments.Flag(o.flags...)
	if !ok {
		return Value{}, false
	}
	return p.passedFlag(f, o), true
}

// negated reads "--no-name".
func (p *Program) negated(name string) (Value, bool) {
	f, ok := p.Arguments.Flag("no_" + name)
	if !ok || len(f.Values) > 0 {
		return Value{}, false
	}
	return Value{Kind: Bool, Place: Place{p.LaunchFile, f.Key, "--no-" + name}}, true
}

// operand finds the value of a positional option by its place in the file.
func (p *Program) operand(name string, o option) (Value, bool) {
	before := 0
	for other, q := range p.options {
		if other != name && q.isPositional() && q.call.Span().Start < o.call.Span().Start {
			before++
		}
	}
	if before >= len(p.Arguments.Positional) {
		return Value{}, false
	}
	return p.converted(p.Arguments.Positional[before], o.typ, name), true
}

func (p *Program) passedFlag(f launch.Flag, o option) Value {
	key := "--" + f.Name
	switch o.action {
	case "store_false":
		return Value{Kind: Bool, Place: Place{p.LaunchFile, f.Key, key}}
	case "store_true", "boolean":
		return Value{Kind: Bool, Bool: true, Place: Place{p.LaunchFile, f.Key, key}}
	}
	if len(f.Values) == 0 {
		return Value{Kind: Bool, Bool: true, Place: Place{p.LaunchFile, f.Key, key}}
	}
	if len(f.Values) > 1 && o.call != nil && o.call.Keyword("nargs") != nil {
		v := Value{Kind: List, Place: Place{p.LaunchFile, f.Span, key}}
		for _, w := range f.Values {
			v.Items = append(v.Items, p.converted(w, o.typ, f.Name))
		}
		return v
	}
	return p.converted(f.Values[0], o.typ, f.Name)
}

// converted applies an option's type to a word of the command line. "?" is a
// type that is not known: the word's own look decides.
func (p *Program) converted(w launch.Word, typ, name string) Value {
	v := Value{Kind: String, Str: w.Text, Place: Place{p.LaunchFile, w.Origin, "--" + name}}
	if !w.Known {
		return Value{}
	}
	switch typ {
	case "", "str", "pathlib.Path":
		return v
	}
	return guessed(v, typ)
}

// guessed reads a word as the number or boolean it looks like.
func guessed(v Value, typ string) Value {
	text := strings.TrimSpace(v.Str)
	if n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64); err == nil && typ != "float" {
		v.Kind, v.Int, v.Str = Int, n, ""
		return v
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && typ != "int" {
		v.Kind, v.Float, v.Str = Float, f, ""
		return v
	}
	if typ == "int" || typ == "float" {
		return Value{}
	}
	switch strings.ToLower(text) {
	case "true", "yes":
		v.Kind, v.Bool, v.Str = Bool, true, ""
	case "false", "no":
		if text != "no" { // --mixed_precision no
			v.Kind, v.Str = Bool, ""
		}
	case "none", "null":
		v.Kind, v.Str = None, ""
	}
	return v
}

// asNumber is text that an option's type makes a number; "?" is a type that is not
// known, under which text that looks like a number may be one.
func asNumber(v Value, typ string) Value {
	if v.Kind != String || typ != "int" && typ != "float" && typ != "?" {
		return v
	}
	if w := guessed(v, typ); typ != "?" || w.Kind == Int || w.Kind == Float {
		return w
	}
	return v
}

// defaultOf is what holds when nothing says otherwise: the parser's default, or
// the field's in a dataclass of this file.
func (p *Program) defaultOf(namespace Value, name string) (Value, bool) {
	if namespace.Local != nil {
		if namespace.Module != nil {
			return namespace.Module.fieldDefault(namespace.Local, name)
		}
		return p.fieldDefault(namespace.Local, name)
	}
	o, ok := p.options[name]
	if !ok || namespace.Class != "" {
		return Value{}, false
	}
	v := Value{Kind: None, Place: p.Place(o.call), Default: true}
	switch d := o.call.Keyword("default"); {
	case d != nil:
		v = p.value(d.Value)
		v.Default = true
		if v.Place.File == p.Module.File {
			v.Place = p.Place(d.Value)
		}
		v = asNumber(v, o.typ) // argparse converts a default given as text
	case o.call.Spreads() || o.call.Keyword("required") != nil:
		return Value{}, true
	case o.action == "store_true":
		v.Kind = Bool
	case o.action == "store_false":
		v.Kind, v.Bool = Bool, true
	case o.action == "?":
		return Value{}, true
	}
	return v, true
}

// fieldDefault is a dataclass field's default: x: int = 3, or field(default=3).
func (p *Program) fieldDefault(c *python.Class, name string) (Value, bool) {
	for _, class := range p.Module.Ancestry(c) {
		members := p.Module.Member(class, name)
		if len(members) == 0 {
			continue
		}
		if members[0].Value == nil {
			return Value{}, true
		}
		v := p.value(members[0].Value)
		if v.Kind == Object {
			v = p.declaredField(v.Call)
		}
		v.Default = true
		return v, true
	}
	return Value{}, false
}

func (p *Program) declaredField(c *python.Call) Value {
	if d := c.Keyword("default"); d != nil {
		return p.value(d.Value)
	}
	if positional, ok := c.Positional(); ok && len(positional) > 0 && !strings.HasSuffix(p.Module.Resolve(c.Func), "dataclasses.field") {
		return p.value(positional[0].Value) // pydantic.Field(3), typer.Option(3)
	}
	return Value{}
}

// overlay is a config that the script merges into its options.
type overlay struct {
	config python.Expr
	// over the command line, or under it.
	over bool
	at   python.Node
}

// findOverlays finds set_defaults(**config), vars(args).update(config),
// args.__dict__.update(config) and the setattr loop over config.items().
func (p *Program) findOverlays() []overlay {
	var list []overlay
	for _, c := range p.Module.AllCalls() {
		switch c.MethodName() {
		case "set_defaults":
			for _, a := range c.Args {
				if a.Star == 2 {
					list = append(list, overlay{a.Value, false, c})
				}
			}
		case "update":
			if len(c.Args) == 1 && p.isNamespaceDict(c.Receiver()) {
				list = append(list, overlay{c.Args[0].Value, true, c})
			}
		}
		if p.Module.Resolve(c.Func) == "setattr" && len(c.Args) == 3 {
			if source := p.loopedItems(c.Args[1].Value); source != nil {
				list = append(list, overlay{source, true, c})
			}
		}
	}
	return list
}

func (p *Program) isNamespaceDict(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Attribute:
		return e.Attr == "__dict__"
	case *python.Call:
		return p.Module.Resolve(e.Func) == "vars"
	}
	return false
}

// loopedItems is config in "for key, value in config.items(): setattr(args, key, value)".
func (p *Program) loopedItems(key python.Expr) python.Expr {
	n, ok := key.(*python.Name)
	if !ok {
		return nil
	}
	_, bindings := p.Module.Lookup(n.ID, n)
	if len(bindings) != 1 || bindings[0].Kind != python.LoopTarget {
		return nil
	}
	if c, ok := bindings[0].Value.(*python.Call); ok && c.MethodName() == "items" {
		return c.Receiver()
	}
	return nil
}

func (p *Program) overlaid(name string, over bool) (Value, bool) {
	for i := len(p.overlays) - 1; i >= 0; i-- {
		o := p.overlays[i]
		if o.over != over {
			continue
		}
		if runs, known := p.runs(o.at, nil); known && !runs {
			continue
		}
		if v, ok := p.value(o.config).Child(name); ok {
			return v, true
		}
	}
	return Value{}, false
}

// entryParameter is a parameter that a command line library fills: fire, click,
// typer, hydra.
func (p *Program) entryParameter(f *python.Function, param *python.Param) (Value, bool) {
	for _, d := range f.Decorators {
		call, _ := d.Value.(*python.Call)
		if call == nil {
			continue
		}
		switch path := p.Module.Resolve(call.Func); {
		case path == "hydra.main" && slices.Index(f.Params, param) == 0:
			return p.hydra(call), true
		case path == "click.option" || path == "click.argument":
			if v, ok := p.clicked(call, param); ok {
				return v, true
			}
		}
	}
	if !p.firedFunction(f) {
		return Value{}, false
	}
	if flag, ok := p.Arguments.Flag(param.Name); ok {
		return p.passedFlag(flag, option{typ: "?"}), true
	}
	if param.Default == nil {
		return Value{}, true
	}
	v := p.value(param.Default)
	if v.Kind == Object {
		v = p.declaredField(v.Call)
	}
	v.Default = true
	return v, true
}

// firedFunction reports whether a command line library calls the function.
func (p *Program) firedFunction(f *python.Function) bool {
	if p.fired == nil {
		p.fired = map[*python.Function]bool{}
		for _, c := range p.Module.Calls("fire.Fire", "typer.run", "jsonargparse.CLI", "tyro.cli") {
			if len(c.Args) == 0 {
				continue
			}
			if called, ok := p.Module.Definition(c.Args[0].Value).(*python.Function); ok {
				p.fired[called] = true
			}
		}
	}
	return p.fired[f]
}

// clicked reads @click.option("--name", default=3) for the parameter it fills.
func (p *Program) clicked(c *python.Call, param *python.Param) (Value, bool) {
	var flags []string
	for _, a := range c.Args {
		if s, ok := a.Value.(*python.String); ok && a.Name == "" {
			flags = append(flags, strings.ReplaceAll(strings.TrimLeft(s.Text, "-"), "-", "_"))
		}
	}
	if !slices.Contains(flags, param.Name) {
		return Value{}, false
	}
	if f, ok := p.Arguments.Flag(flags...); ok {
		return p.passedFlag(f, option{typ: "?"}), true
	}
	if d := c.Keyword("default"); d != nil {
		v := p.value(d.Value)
		v.Default = true
		return v, true
	}
	return Value{Kind: None, Default: true, Place: p.Place(c)}, true
}

// Guess reads a word as the number, boolean or None it looks like, else as text.
func Guess(word string) Value { return guessed(Value{Kind: String, Str: word}, "?") }
