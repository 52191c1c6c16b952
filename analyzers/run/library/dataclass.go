package library

import (
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// dataclassParser is a method of HfArgumentParser, TrlParser and their like: one object for each dataclass that the
// parser was made with. The command line wins over a file, the file over the defaults.
func (l Library) dataclassParser(m *run.Machine, c *run.Call, parser *run.Object, name string) run.Value {
	files, read, unread := []*run.Object(nil), false, false
	switch name {
	case "parse_args_into_dataclasses", "parse_args_and_config":
		if name == "parse_args_and_config" {
			files = l.configFlag(m, c)
		}
		read = true
	case knowledge.ParsesFileAndWords:
		read, unread = true, l.operandMissing(m, c)
	case "parse_yaml_file", "parse_json_file":
		d, ok := l.document(m, c, argument(c, strings.TrimPrefix(name, "parse_"), 0), nil).(*run.Object)
		if unread = !ok; ok {
			files = append(files, d)
		}
	case "parse_dict":
		if d, ok := argument(c, "args", 0).(*run.Object); ok {
			files = append(files, d)
		}
	default:
		return nil
	}
	if parser.Made == nil {
		return nil
	}
	classes, _ := parser.Made.Argument("dataclass_types", 0)
	list, exact := m.Elements(classes)
	if !exact {
		list = []run.Value{classes}
	}
	words, known := l.wordsFor(m, &run.Call{})
	known = (known || !read) && !unread
	out := &run.Tuple{}
	for _, class := range list {
		f := &filling{l: l, m: m, c: c, known: known, files: files, convert: name == "parse_args_and_config"}
		if read {
			f.passed = sortWords(words, nil)
			if known && len(files) == 0 {
				f.files = l.operandFiles(m, c, f.passed)
			}
		}
		out.Items = append(out.Items, f.make(run.Bare(class)))
	}
	if name == "parse_args_into_dataclasses" && len(c.Args) == 0 {
		l.refuseField(m, c, parser, list)
	}
	if name == knowledge.ParsesFileAndWords && len(out.Items) == 1 {
		return out.Items[0]
	}
	if rest, _ := c.Argument("return_remaining_strings", -1); rest != nil && run.Bare(rest) == run.Value(run.Bool(true)) {
		out.Items = append(out.Items, m.Unknown(leftOver))
	}
	return out
}

// parsesFileAndWords reports whether a method of a project's parser fills dataclasses from a config that is the
// script's first word, over which the other words win, as the alignment handbook's does, which many projects hold a
// copy of under another name.
func parsesFileAndWords(f *run.Method) bool {
	if f.Func.Name() != knowledge.ParsesFileAndWords ||
		!slices.ContainsFunc(f.Func.Class.Node.Body, func(s python.Stmt) bool {
			helper, ok := s.(*python.Function)
			return ok && helper.Name == knowledge.FillsFromFileAndWords
		}) {
		return false
	}
	return slices.ContainsFunc(f.Func.Class.Line(), func(v run.Value) bool {
		base, ok := v.(run.Symbol)
		return ok && knowledge.ParsesDataclasses(string(base))
	})
}

// operandMissing reports whether a script is given a config that cannot be read.
func (l Library) operandMissing(m *run.Machine, c *run.Call) bool {
	words, _ := l.wordsFor(m, &run.Call{})
	p := sortWords(words, nil)
	named := 0
	for _, w := range p.positional {
		if isConfigFile(w.Text) {
			named++
		}
	}
	return len(l.operandFiles(m, c, p)) < named
}

// configFlag is the file behind --config.
func (l Library) configFlag(m *run.Machine, c *run.Call) []*run.Object {
	words, _ := l.wordsFor(m, &run.Call{})
	g, ok := sortWords(words, nil).others["config"]
	if !ok || len(g.words) == 0 || !g.words[0].Known {
		return nil
	}
	if d, ok := l.document(m, c, run.Str(g.words[0].Text), nil).(*run.Object); ok {
		return []*run.Object{d}
	}
	return nil
}

// operandFiles are the config files that a script is given as its only operand.
func (l Library) operandFiles(m *run.Machine, c *run.Call, p passed) []*run.Object {
	var list []*run.Object
	for _, w := range p.positional {
		if !isConfigFile(w.Text) || !w.Known {
			continue
		}
		if d, ok := l.document(m, c, run.Str(w.Text), nil).(*run.Object); ok {
			list = append(list, d)
		}
	}
	return list
}

func isConfigFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".json")
}

// filling makes one object of what a command line and files say.
type filling struct {
	l       Library
	m       *run.Machine
	c       *run.Call
	known   bool // the command line is
	passed  passed
	files   []*run.Object
	convert bool // text in the files goes through the types of the fields
	nested  bool // the fields of dataclasses in fields are options, too
	depth   int  // how far into these
}

// maxNestedFields bounds how far dataclasses are followed into their fields.
const maxNestedFields = 4

// make is an instance of a class, or the result of a function, given what the command line says.
func (f *filling) make(class run.Value) run.Value {
	switch class := class.(type) {
	case *run.Class:
		made := f.m.Call(class, f.arguments(class), f.c)
		if o, ok := run.Bare(made).(*run.Object); ok {
			for _, one := range class.Line() {
				if base, ok := one.(run.Symbol); ok {
					f.inherited(o, class, base)
					f.unasked(o, base)
				}
			}
		}
		return made
	case *run.Function:
		return f.m.Invoke(class, f.parameters(class), f.c)
	case run.Symbol:
		return f.ofLibrary(class)
	}
	return f.m.Unknown("filled from the command line")
}

// arguments are those of a dataclass's constructor.
func (f *filling) arguments(class *run.Class) []run.Argument {
	names, of := class.AllFields()
	var args []run.Argument
	for _, name := range names {
		v := f.given(name, fieldType(of[name], name))
		if inner := f.m.FieldClass(class, name); v == nil && f.nested && inner != nil && f.depth < maxNestedFields {
			f.depth++
			v = f.make(inner)
			f.depth--
		}
		if v == nil && !f.known {
			v = f.undecided(name, f.m.FieldDefault(class, name, f.c))
		}
		if v != nil {
			args = append(args, run.Argument{Name: name, Value: v})
		}
	}
	return args
}

// parameters are those of a main function.
func (f *filling) parameters(fn *run.Function) []run.Argument {
	var args []run.Argument
	position := 0
	for _, p := range fn.Params() {
		if p.Star > 0 {
			continue
		}
		standard := fn.ParameterDefault(p.Name)
		names, operand := typerNames(standard)
		v := f.givenBy(p, names)
		if v == nil && f.known && (standard == nil || operand) && position < len(f.passed.positional) {
			w := f.passed.positional[position]
			position++
			if v = f.undecided(p.Name, nil); w.Known {
				v = &run.Located{Value: typed(w.Text, typeText(p.Annotation)), Origin: w.Origin}
			}
		}
		if v == nil {
			standard = f.declared(standard)
			switch class := f.configClass(fn, p).(type) {
			case *run.Class:
				v = f.make(class)
			default:
				v = f.undecided(p.Name, standard)
				if f.known && standard != nil {
					v = asDefault(standard, run.Origin{})
				}
			}
		}
		args = append(args, run.Argument{Name: p.Name, Value: v})
	}
	return args
}

// givenBy is what the command line says of a parameter, by the names of its options, or by its own where it has none.
func (f *filling) givenBy(p *python.Param, names []string) run.Value {
	for _, name := range names {
		if v := f.given(name, typeText(p.Annotation)); v != nil {
			return v
		}
	}
	if len(names) > 0 {
		return nil
	}
	return f.given(p.Name, typeText(p.Annotation))
}

// declared is the default inside typer.Option(3, "--n"), pydantic.Field(3) and the like.
func (f *filling) declared(v run.Value) run.Value {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil {
		return v
	}
	if s, ok := o.Made.Callee.(run.Symbol); !ok || !strings.HasPrefix(string(s), "typer.") {
		return v
	}
	d, _ := o.Made.Argument("default", 0)
	if _, required := run.Bare(d).(run.EllipsisType); required {
		return nil
	}
	return d
}

// configClass is the class of the project that a decorated main takes as a whole: draccus, pyrallis.
func (f *filling) configClass(fn *run.Function, p *python.Param) run.Value {
	if p.Annotation == nil || p.Default != nil {
		return nil
	}
	return f.m.Annotated(fn, p)
}

// ofLibrary is an instance of a library's class with what the command line and the files say.
func (f *filling) ofLibrary(class run.Symbol) run.Value {
	o := f.m.NewObject(run.Instance, f.c)
	o.Class = class
	o.Made = &run.Call{Node: f.c.Node, At: f.c.At, Unit: f.c.Unit, Callee: class}
	set := func(name string, v run.Value) {
		f.m.Set(o, name, v)
		o.Made.Args = append(o.Made.Args, run.Argument{Name: name, Value: v})
	}
	for _, file := range f.files {
		keys, values, _ := f.m.Entries(file)
		for i, k := range keys {
			if name, ok := k.(run.Str); ok && f.passed.others[string(name)].key.Text == "" {
				set(string(name), f.fromFile(values[i], ""))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.passed.others)) {
		set(name, f.given(name, ""))
	}
	f.unasked(o, class)
	return o
}

// inherited gives an instance of a class of the project what the command line and the files say of the fields that it
// has from transformers' TrainingArguments: its own do not show them.
func (f *filling) inherited(o *run.Object, class *run.Class, base run.Symbol) {
	if o.Made == nil || !knowledge.IsTrainingArguments(string(base)) {
		return
	}
	_, own := class.AllFields()
	set := func(name string, v run.Value) {
		if own[name] == nil && f.m.Get(o, name) == nil {
			f.m.Set(o, name, v)
			o.Made.Args = append(o.Made.Args, run.Argument{Name: name, Value: v})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.passed.others)) { // they win over the files
		set(name, f.given(name, ""))
	}
	for _, file := range f.files {
		keys, values, _ := f.m.Entries(file)
		for i, k := range keys {
			if name, ok := k.(run.Str); ok {
				set(string(name), f.fromFile(values[i], ""))
			}
		}
	}
}

// unasked switches off what transformers' TrainingArguments have to be asked for: to train, and to predict.
func (f *filling) unasked(o *run.Object, class run.Symbol) {
	if !f.known || !knowledge.IsTrainingArguments(string(class)) {
		return
	}
	for _, name := range knowledge.AskedOfTrainer() {
		switch v := f.given(name, "bool"); {
		case v != nil && f.m.Get(o, name) == nil:
			f.m.Set(o, name, v)
		case v == nil && f.m.Get(o, name) == nil:
			f.m.Set(o, name, asDefault(run.Bool(false), run.Origin{}))
		}
	}
}

// given is what the command line or a file says of a field; nil for nothing.
func (f *filling) given(name, typ string) run.Value {
	if g, ok := f.passed.others[name]; ok {
		return f.word(g, name, typ)
	}
	if g, ok := f.passed.others["no_"+name]; ok && len(g.words) == 0 {
		return &run.Located{Value: run.Bool(false), Origin: keyed(g.key.Origin, g.key.Text)}
	}
	for _, file := range f.files {
		keys, values, _ := f.m.Entries(file)
		for i, k := range keys {
			if k == run.Value(run.Str(name)) {
				return f.fromFile(values[i], typ)
			}
		}
	}
	return nil
}

func (f *filling) word(g given, name, typ string) run.Value {
	at := keyed(g.key.Origin, g.key.Text)
	typ, isList := strings.CutPrefix(typ, listOf)
	isList = isList && len(g.words) > 0 && !strings.HasPrefix(g.words[0].Text, "[") // some parsers take a list as one word
	switch {
	case len(g.words) == 0:
		return &run.Located{Value: run.Bool(true), Origin: at}
	case !g.words[0].Known:
		return f.undecided(name, nil)
	case isList || len(g.words) > 1 && !plainTypes[typ]: // one of those takes one word, and leaves the rest
		list := make([]run.Value, len(g.words))
		for i, w := range g.words {
			if list[i] = f.undecided(name, nil); w.Known {
				list[i] = &run.Located{Value: typed(w.Text, typ), Origin: keyed(w.Origin, g.key.Text)}
			}
		}
		return f.m.List(list, f.c)
	}
	return &run.Located{Value: typed(g.words[0].Text, typ), Origin: keyed(g.words[0].Origin, g.key.Text)}
}

// fromFile is a file's value; a parser that takes the file's entries as its defaults converts text.
func (f *filling) fromFile(v run.Value, typ string) run.Value {
	l, ok := v.(*run.Located)
	if !ok || !f.convert {
		return v
	}
	if s, ok := l.Value.(run.Str); ok {
		switch n := typed(string(s), typ).(type) {
		case run.Int, run.Float:
			out := *l
			out.Value = n
			return &out
		}
	}
	return v
}

func (f *filling) undecided(name string, standard run.Value) run.Value {
	u := f.m.Unknown("an option of the command line")
	u.Word, u.Default = name, standard
	return u
}

// boolWords are the words that parsers of dataclasses take for booleans.
var boolWords = map[string]run.Bool{
	"yes":   true,
	"true":  true,
	"t":     true,
	"y":     true,
	"1":     true,
	"no":    false,
	"false": false,
	"f":     false,
	"n":     false,
	"0":     false,
}

// typed reads a word as a type's name says; text for str, its look for what is not known.
func typed(text, typ string) run.Value {
	switch typ {
	case "str":
		return run.Str(text)
	case "bool":
		if b, ok := boolWords[strings.ToLower(text)]; ok {
			return b
		}
	case "float":
		if n, ok := Guess(text).(run.Int); ok {
			return run.Float(float64(n))
		}
	}
	return Guess(text)
}

// main is a function or class that a library calls with what the command line says.
func (l Library) main(m *run.Machine, c *run.Call, callee run.Value) run.Value {
	words, known := l.wordsFor(m, &run.Call{})
	f := &filling{l: l, m: m, c: c, known: known, passed: sortWords(words, nil)}
	return f.make(run.Bare(callee))
}

// decorated is a call of a function whose decorator fills its parameters: click, typer, fastcore, Hydra. nil leaves the
// call as it is.
func (l Library) decorated(m *run.Machine, c *run.Call, fn *run.Function) run.Value {
	if len(c.Args) > 0 {
		return nil
	}
	for i, d := range fn.Decorators {
		switch {
		case knowledge.IsHydraMain(string(d)):
			return l.hydraMain(m, c, fn, fn.Decorated[i])
		case knowledge.DecoratesMain(string(d)):
			return l.clicked(m, c, fn)
		}
	}
	return nil
}

// clickTypes are click's own names of types.
var clickTypes = map[run.Value]run.Value{
	run.Symbol("click.INT"): run.Symbol(
		"int",
	), run.Symbol("click.FLOAT"): run.Symbol("float"), run.Symbol("click.STRING"): run.Symbol("str"),
}
