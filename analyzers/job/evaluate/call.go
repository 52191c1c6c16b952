package evaluate

import (
	"math"
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/python"
)

// call evaluates the calls that read configs and options and the plain
// conversions between them. Anything else is an Object: known to be what that
// call returned, and not looked into.
func (p *Program) call(c *python.Call) Value {
	name := p.Module.Resolve(c.Func)
	if f, ok := p.library[name]; ok {
		return f(p, c)
	}
	if passing[lastPart(name)] && len(c.Args) == 1 {
		return p.passedOn(c.Args[0])
	}
	in, defined := p.definition(c.Func)
	switch d := defined.(type) {
	case *python.Function:
		return in.returned(d, callSite{p, c})
	case *python.Class:
		return in.constructed(d, callSite{p, c})
	}
	if method := c.MethodName(); method != "" {
		if v, ok := p.method(method, c); ok {
			return v
		}
	}
	return Value{Kind: Object, Call: c, Place: p.Place(c), Module: p}
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// passing are constructors and converters that keep what they are given.
var passing = map[string]bool{
	"EasyDict": true, "edict": true, "Munch": true, "munchify": true, "Box": true, "DictConfig": true, "ConfigDict": true, "AttrDict": true,
	"AttributeDict": true, "SimpleNamespace": true, "Namespace": true, "DotMap": true, "Dict": true, "addict": true, "deepcopy": true, "copy": true,
	"to_container": true, "create": true, "to_object": true, "Path": true, "expanduser": true, "abspath": true, "realpath": true, "DictObject": true,
	"dict": true, "str": true,
}

func (p *Program) passedOn(a *python.Arg) Value {
	v := p.value(a.Value)
	if v.Kind == Handle {
		v.Kind = String
	}
	return v
}

// libraryFunctions are the functions that are evaluated, by their resolved name.
func libraryFunctions() map[string]func(*Program, *python.Call) Value {
	return map[string]func(*Program, *python.Call) Value{
		"int": conversion("int"), "float": conversion("float"), "bool": conversion("bool"),
		"open": (*Program).handle, "io.open": (*Program).handle,
		"getattr": (*Program).getattr, "os.getenv": (*Program).getenv, "os.environ.get": (*Program).getenv, "os.path.join": (*Program).joinPath,
		"yaml.safe_load": (*Program).load, "yaml.load": (*Program).load, "yaml.full_load": (*Program).load, "yaml.unsafe_load": (*Program).load,
		"json.load": (*Program).load, "json.loads": (*Program).load, "toml.load": (*Program).load, "toml.loads": (*Program).load,
		"tomllib.load": (*Program).load, "tomli.load": (*Program).load, "omegaconf.OmegaConf.load": (*Program).loadOmega,
		"omegaconf.OmegaConf.merge": (*Program).merge, "omegaconf.OmegaConf.from_cli": (*Program).overrides, "omegaconf.OmegaConf.create": (*Program).first,
		"omegaconf.OmegaConf.to_container": (*Program).first, "hyperpyyaml.load_hyperpyyaml": (*Program).load,
	}
}

func (p *Program) argument(c *python.Call, i int) Value {
	if i < len(c.Args) && c.Args[i].Star == 0 {
		return p.value(c.Args[i].Value)
	}
	return Value{}
}

func (p *Program) first(c *python.Call) Value { return p.argument(c, 0) }

func conversion(typ string) func(*Program, *python.Call) Value {
	return func(p *Program, c *python.Call) Value {
		v := p.argument(c, 0)
		switch {
		case typ == "bool":
			if truth, ok := v.Truth(); ok {
				return Value{Kind: Bool, Bool: truth, Place: v.Place, Via: v.Via, Default: v.Default}
			}
		case v.Kind == String:
			return guessed(v, typ)
		case typ == "int" && v.Kind == Float && !(math.Abs(v.Float) < 1<<63):
			return Value{}
		case typ == "int" && v.Kind == Float:
			v.Kind, v.Int = Int, int64(v.Float)
			return v
		case typ == "float" && v.Kind == Int:
			v.Kind, v.Float = Float, float64(v.Int)
			return v
		case v.Kind == Int || v.Kind == Float:
			return v
		}
		return Value{}
	}
}

func (p *Program) handle(c *python.Call) Value {
	v := p.argument(c, 0)
	if v.Kind == String {
		v.Kind = Handle
		return v
	}
	return Value{}
}

func (p *Program) getattr(c *python.Call) Value {
	object, name := p.argument(c, 0), p.argument(c, 1)
	if name.Kind != String {
		return Value{}
	}
	switch object.Kind {
	case Symbol:
		out := Value{Kind: Symbol, Str: object.Str + "." + name.Str, Place: name.Place, Via: name.Via, Default: name.Default}
		return out.through(p.Place(c))
	case Options:
		if v, ok := p.optionOf(object, name.Str, nil); ok {
			return v.through(p.Place(c))
		}
	default:
		if v, ok := object.Child(name.Str); ok {
			return v.through(p.Place(c))
		}
		if object.Kind == Unknown || object.Kind == Object {
			return Value{}
		}
	}
	return p.argument(c, 2)
}

func (p *Program) getenv(c *python.Call) Value {
	name := p.argument(c, 0)
	if name.Kind != String {
		return Value{}
	}
	if v, set := p.environment(name.Str); set {
		return v
	}
	v := p.argument(c, 1)
	v.Default = true
	return v
}

func (p *Program) joinPath(c *python.Call) Value {
	var parts []string
	out := Value{Kind: String}
	for i := range c.Args {
		v := p.argument(c, i)
		if v.Kind != String {
			return Value{}
		}
		parts = append(parts, v.Str)
		out.Place = v.Place
	}
	out.Str = path.Join(parts...)
	return out
}

// load reads the file behind a handle, a path or its text.
func (p *Program) load(c *python.Call) Value {
	v := p.argument(c, 0)
	if v.Kind != Handle && v.Kind != String {
		return Value{}
	}
	return p.document(v.Str, p.Host)
}

func (p *Program) loadOmega(c *python.Call) Value {
	v := p.argument(c, 0)
	if v.Kind != Handle && v.Kind != String {
		return Value{}
	}
	return p.document(v.Str, config.OmegaConf)
}

func (p *Program) document(file string, host *config.Host) Value {
	d := p.open(file)
	if d == nil {
		return Value{}
	}
	if d.Format != config.YAML {
		host = config.HostFor(d.Format)
	}
	return FromNode(d.Root(), host)
}

func (p *Program) merge(c *python.Call) Value {
	out := Value{Kind: Merged, Place: p.Place(c)}
	for i, a := range c.Args {
		if a.Star > 0 {
			if list := p.value(a.Value); list.Kind == List {
				out.Items = append(out.Items, list.Items...)
				continue
			}
			return Value{}
		}
		out.Items = append(out.Items, p.argument(c, i))
	}
	return out
}

// overrides is the command line's key=value words as a nested table.
func (p *Program) overrides(*python.Call) Value { return p.overridesBut(nil) }

// overridesBut leaves the choices of config groups out.
func (p *Program) overridesBut(groups map[string]bool) Value {
	root := Value{Kind: Table, Fields: map[string]Value{}}
	for _, o := range p.Arguments.Overrides {
		if groups[o.Key] {
			continue
		}
		at := root.Fields
		keys := strings.FieldsFunc(o.Key, func(r rune) bool { return r == '.' || r == '/' })
		for i, key := range keys {
			if i == len(keys)-1 {
				v := p.converted(o.Value, "?", o.Key)
				v.Place.Key = o.Key
				at[key] = v
				break
			}
			if at[key].Kind != Table {
				at[key] = Value{Kind: Table, Fields: map[string]Value{}}
			}
			at = at[key].Fields
		}
	}
	return root
}

// returned evaluates a function of this file with the arguments of one call.
func (p *Program) returned(f *python.Function, c callSite) Value {
	if len(p.frames) > 8 {
		return Value{}
	}
	fr := frame{}
	for _, param := range f.Params {
		if param.Star == 0 && param.Name != "self" {
			fr[param] = p.passed(c, f, param)
		}
	}
	p.frames = append(p.frames, fr)
	defer func() { p.frames = p.frames[:len(p.frames)-1] }()
	for _, r := range python.Returns(f) {
		runs, known := p.runs(r, nil)
		if !known {
			return Value{}
		}
		if runs {
			return p.value(r.Value)
		}
	}
	return Value{}
}

// constructed is an instance of a class of this file: its fields as given.
func (p *Program) constructed(class *python.Class, c callSite) Value {
	given := Value{Kind: Table, Fields: map[string]Value{}}
	for _, a := range c.call.Args {
		switch {
		case a.Star == 2:
			p.spread(given.Fields, c.in.value(a.Value))
		case a.Name != "":
			given.Fields[a.Name] = c.in.value(a.Value)
		}
	}
	if p.Module.Method(class, "__init__") != nil {
		return Value{Kind: Object, Call: c.call, Local: class, Place: c.in.Place(c.call), Module: p}
	}
	p.convert(class, given.Fields)
	return Value{Kind: Options, Class: "." + class.Name, Local: class, Layers: []Value{given}, Place: c.in.Place(c.call), Module: p}
}

// method evaluates a method call by its name and what it is called on.
func (p *Program) method(name string, c *python.Call) (Value, bool) {
	switch name {
	case "parse_args", "parse_intermixed_args":
		return Value{Kind: Options, Place: p.Place(c)}, true
	case "parse_known_args":
		return Value{Kind: List, Items: []Value{{Kind: Options, Place: p.Place(c)}, {}}}, true
	case "parse_args_into_dataclasses", "parse_args_and_config", "parse_yaml_file", "parse_json_file", "parse_dict":
		return p.dataclasses(name, c), true
	}
	object := p.value(c.Receiver())
	switch object.Kind {
	case Mapping, Table, Merged, Options:
		return p.tableMethod(name, object, c)
	case String, Handle:
		return p.textMethod(name, object, c)
	case Symbol:
		if object.Str == "os.environ" && name == "get" {
			return p.getenv(c), true
		}
	}
	return Value{}, false
}

func (p *Program) tableMethod(name string, object Value, c *python.Call) (Value, bool) {
	switch name {
	case "get", "pop", "setdefault":
		key := p.argument(c, 0)
		if !key.Known() {
			return Value{}, true
		}
		v, ok := object.Child(key.Text())
		if object.Kind == Options {
			v, ok = p.optionOf(object, key.Text(), nil)
		}
		switch {
		case ok:
			return v.through(p.Place(c)), true
		case len(c.Args) > 1:
			v := p.argument(c, 1)
			v.Default = true
			return v, true
		}
		return Value{Kind: None, Place: p.Place(c), Default: true}, true
	case "copy", "to_dict", "toDict", "_asdict", "model_dump":
		return object, true
	}
	return Value{}, false
}

func (p *Program) textMethod(name string, s Value, c *python.Call) (Value, bool) {
	switch name {
	case "lower":
		s.Str = strings.ToLower(s.Str)
	case "upper":
		s.Str = strings.ToUpper(s.Str)
	case "strip":
		s.Str = strings.TrimSpace(s.Str)
	case "open":
		s.Kind = Handle
	case "read", "read_text", "resolve", "expanduser", "absolute", "as_posix":
	case "startswith", "endswith":
		with := p.argument(c, 0)
		if with.Kind != String {
			return Value{}, false
		}
		b := strings.HasPrefix(s.Str, with.Str)
		if name == "endswith" {
			b = strings.HasSuffix(s.Str, with.Str)
		}
		return Value{Kind: Bool, Bool: b, Place: s.Place, Via: s.Via, Default: s.Default}, true
	case "split":
		sep := p.argument(c, 0)
		if sep.Kind != String || sep.Str == "" {
			return Value{}, false
		}
		list := Value{Kind: List, Place: s.Place}
		for _, part := range strings.Split(s.Str, sep.Str) {
			v := s
			v.Str = part
			list.Items = append(list.Items, v)
		}
		return list, true
	case "replace":
		old, with := p.argument(c, 0), p.argument(c, 1)
		if old.Kind != String || with.Kind != String {
			return Value{}, false
		}
		s.Str = strings.ReplaceAll(s.Str, old.Str, with.Str)
	default:
		return Value{}, false
	}
	return s, true
}

// dataclasses is what HfArgumentParser and TrlParser return: one namespace for
// each dataclass the parser was made with. The command line wins over a YAML or
// JSON file, the file over the defaults.
func (p *Program) dataclasses(method string, c *python.Call) Value {
	parser := p.value(c.Receiver())
	if parser.Kind != Object || parser.Call == nil {
		return Value{}
	}
	classes := p.value(firstArgument(parser.Call, "dataclass_types"))
	if classes.Kind != List {
		classes = Value{Kind: List, Items: []Value{classes}}
	}
	layers := p.parsedFiles(method, c)
	out := Value{Kind: List, Place: p.Place(c)}
	for _, class := range classes.Items {
		ns := Value{Kind: Options, Class: class.Str, Layers: layers, Place: p.Place(c)}
		if local := strings.TrimPrefix(class.Str, "."); local != class.Str {
			ns.Local = p.classNamed(local)
		}
		out.Items = append(out.Items, ns)
	}
	return out
}

func firstArgument(c *python.Call, keyword string) python.Expr {
	if a := c.Keyword(keyword); a != nil {
		return a.Value
	}
	if len(c.Args) > 0 && c.Args[0].Star == 0 {
		return c.Args[0].Value
	}
	return nil
}

func (p *Program) classNamed(name string) *python.Class {
	for _, b := range p.Module.ModuleScope().Bindings(name) {
		if class, ok := b.Node.(*python.Class); ok {
			return class
		}
	}
	return nil
}

// parsedFiles are the files a dataclass parser reads: --config for TRL's, the
// only operand for scripts that test sys.argv[1].endswith(".yaml").
func (p *Program) parsedFiles(method string, c *python.Call) []Value {
	var names []string
	switch method {
	case "parse_dict":
		return []Value{p.argument(c, 0)}
	case "parse_yaml_file", "parse_json_file":
		if v := p.argument(c, 0); v.Kind == String {
			names = append(names, v.Str)
		}
	case "parse_args_and_config":
		if f, ok := p.Arguments.Flag("config"); ok && len(f.Values) > 0 {
			names = append(names, f.Values[0].Text)
		}
	}
	for _, w := range p.Arguments.Positional {
		if ext := path.Ext(w.Text); ext == ".yaml" || ext == ".yml" || ext == ".json" {
			names = append(names, w.Text)
		}
	}
	var layers []Value
	for _, name := range names {
		if v := p.document(name, p.Host); v.Kind == Mapping {
			v.Parsed = method == "parse_args_and_config"
			layers = append(layers, v)
		}
	}
	return layers
}
