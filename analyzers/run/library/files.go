package library

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// loaders are functions that read a config file, and who loads it.
var loaders = map[string]*config.Host{
	"yaml.safe_load": config.PyYAML, "yaml.load": config.PyYAML, "yaml.full_load": config.PyYAML,
	"yaml.unsafe_load": config.PyYAML,
	"json.load":        config.JSONHost, "json.loads": config.JSONHost, "toml.load": config.TOMLHost,
	"toml.loads":   config.TOMLHost,
	"tomllib.load": config.TOMLHost, "tomli.load": config.TOMLHost, "omegaconf.OmegaConf.load": config.OmegaConf,
	"json5.load": config.JSONHost, "json5.loads": config.JSONHost, "pyjson5.load": config.JSONHost,
	"pyjson5.loads": config.JSONHost, "commentjson.load": config.JSONHost, "commentjson.loads": config.JSONHost,
	"hjson.load": config.JSONHost, "hjson.loads": config.JSONHost, "simplejson.load": config.JSONHost,
	"simplejson.loads": config.JSONHost, "ujson.load": config.JSONHost, "ujson.loads": config.JSONHost,
	"orjson.loads":                 config.JSONHost,
	"hyperpyyaml.load_hyperpyyaml": config.Ruamel, "ruamel.yaml.safe_load": config.Ruamel,
}

// attributeLoaders are functions that read a config whose keys are attributes: Munch.fromYAML(file.read()),
// Box.from_yaml(filename="a.yaml").
var attributeLoaders = map[string]struct {
	argument string
	host     *config.Host
}{
	"munch.Munch.fromYAML": {"stream", config.PyYAML}, "munch.Munch.fromJSON": {"stream", config.JSONHost},
	"sconf.Config": {"default", config.Ruamel}, "sconf.config.Config": {"default", config.Ruamel},
	"box.Box.from_yaml": {
		"filename",
		config.Ruamel,
	}, "box.Box.from_json": {"filename", config.JSONHost}, "box.Box.from_toml": {"filename", config.TOMLHost},
}

// fileCall is a call that reads or merges configs, or says where they lie or what is in them; nil leaves it unknown.
func (l Library) fileCall(m *run.Machine, c *run.Call, name string) run.Value {
	if host := loaders[name]; host != nil {
		v, _ := c.Argument("stream", 0)
		if o, ok := l.document(m, c, v, host).(*run.Object); ok {
			if host == config.OmegaConf {
				return l.byName(m, c, o)
			}
			return o
		}
		return nil
	}
	if read := attributeLoaders[name]; read.host != nil {
		if o, ok := l.document(m, c, argument(c, read.argument, 0), read.host).(*run.Object); ok {
			return l.byName(m, c, o)
		}
		return nil
	}
	if knowledge.LoadsPythonConfig(name) {
		return l.pythonConfig(m, c)
	}
	switch name {
	case "dataclasses.fields":
		return l.fieldsOf(m, c)
	case "dataclasses.asdict":
		return l.asDict(m, c)
	case "dataclasses.replace":
		return l.replaced(m, c)
	case "dataclasses.is_dataclass":
		return isDataclass(m, argument(c, "obj", 0))
	case "typing.get_origin", "typing.get_args":
		return ofPlainType(argument(c, "tp", 0), name)
	case "omegaconf.OmegaConf.merge", "omegaconf.OmegaConf.unsafe_merge":
		return l.merged(m, c)
	case "omegaconf.OmegaConf.from_cli":
		if l.Launch != nil {
			return l.overrides(m, c, l.Launch.Words, nil)
		}
	case "omegaconf.OmegaConf.from_dotlist":
		if words, known := l.dotlist(m, argument(c, "dotlist", 0)); known {
			return l.overrides(m, c, words, nil)
		}
	case "omegaconf.OmegaConf.create", "omegaconf.OmegaConf.structured":
		return l.byName(m, c, argument(c, "obj", 0))
	case "omegaconf.OmegaConf.to_container", "omegaconf.OmegaConf.to_object":
		return l.plain(m, c, argument(c, "cfg", 0))
	}
	if knowledge.KeysAreAttributes(name) {
		if len(c.Args) == 0 {
			return l.byName(m, c, m.Dict(nil, nil, c))
		}
		if o, ok := argument(c, "", 0).(*run.Object); ok && o.Kind == run.Dict {
			return l.byName(m, c, o)
		}
	}
	if knowledge.AsksWhetherThere(name) && name != knowledge.AsksForFolder {
		return l.isThere(argument(c, "path", 0))
	}
	if name == knowledge.AsksSize {
		return l.sizeOf(argument(c, "filename", 0))
	}
	return pathCall(c, name)
}

// isThere is true for the path of a config file of the project: what else lies on the disk, only the run knows.
func (l Library) isThere(v run.Value) run.Value {
	if l.fileAt(v) == nil {
		return nil
	}
	return run.Bool(true)
}

// pythonConfig is a config in Python that a project reads for a trainer of its own: Config.fromfile("configs/a.py"),
// whose keys are attributes. One that stands on others (_base_) is not put together here.
func (l Library) pythonConfig(m *run.Machine, c *run.Call) run.Value {
	file, ok := PathOf(argument(c, "filename", 0))
	at, isPython := strings.CutSuffix(path.Clean(file), ".py")
	if !ok || !isPython || strings.HasPrefix(at, "/") || strings.HasPrefix(at, "..") {
		return nil
	}
	names, values, ok := m.Assigned(strings.ReplaceAll(at, "/", "."))
	if !ok {
		return nil
	}
	keys := make([]run.Value, len(names))
	for i, name := range names {
		if name == "_base_" {
			return nil
		}
		keys[i] = run.Str(name)
	}
	return l.byName(m, c, m.Dict(keys, values, c))
}

// sizeOf is the size in bytes of a config file of the project; nil for any other path.
func (l Library) sizeOf(v run.Value) run.Value {
	d := l.fileAt(v)
	if d == nil {
		return nil
	}
	return run.Int(len(d.File.Text))
}

// fileAt is the config file of the project that a value is the path of; nil for none.
func (l Library) fileAt(v run.Value) *config.Document {
	name, ok := PathOf(v)
	if !ok || l.Open == nil || name == "" {
		return nil
	}
	return l.Open(name)
}

// document is the content of a config file as a value; nil when it is not found. host is who loads YAML, nil for
// PyYAML.
func (l Library) document(m *run.Machine, c *run.Call, file run.Value, host *config.Host) run.Value {
	d := l.fileAt(file)
	if l.Read != nil {
		if d != nil && d.Root() != nil {
			l.Read.Found++
		} else {
			l.Read.Missed++
		}
	}
	if d == nil || d.Root() == nil {
		return nil
	}
	if host == nil || d.Format != config.YAML {
		host = config.HostFor(d.Format)
	}
	r := &reading{m: m, c: c, host: host}
	v := r.value(d.Root())
	if r.nodes > maxNodes {
		return nil
	}
	return v
}

// maxNodes bounds the documents that become values: aliases may stand for a tree many times.
const maxNodes = 50_000

// perNode is what it takes to make a value of a node, in steps: a program may read one file a thousand times.
const perNode = 6

// reading makes values of a document's nodes.
type reading struct {
	m     *run.Machine
	c     *run.Call
	host  *config.Host
	at    *run.Origin // of all of it, where it stands in no file
	nodes int
	depth int
}

// maxNesting bounds lists and mappings in each other: aliases nest them deeper than any text.
const maxNesting = 32

func (r *reading) value(n *config.Node) run.Value {
	r.depth++
	defer func() { r.depth-- }()
	r.nodes++
	r.m.Paid(perNode)
	if r.nodes > maxNodes || r.depth > maxNesting || n == nil {
		return r.m.Unknown("a file that is too long")
	}
	at := run.Origin{File: n.Document().File, Span: n.Span, Key: n.Path()}
	if r.at != nil {
		at = *r.at
	}
	v := r.host.Value(n)
	located := func(v run.Value) run.Value { return &run.Located{Value: v, Origin: at} }
	switch v.Kind {
	case config.Null:
		return located(run.None)
	case config.Bool:
		return located(run.Bool(v.Bool))
	case config.Int:
		return located(run.Int(v.Int))
	case config.Float:
		return located(run.Float(v.Float))
	case config.String:
		return located(run.Str(v.Text))
	case config.MappingValue:
		return r.mapping(v.Node, at)
	case config.SequenceValue:
		list := make([]run.Value, len(v.Node.Items))
		for i, item := range v.Node.Items {
			list[i] = r.value(item)
		}
		o := r.m.List(list, r.c)
		o.Written = &at
		return o
	}
	u := r.m.Unknown("decided elsewhere than in its file")
	u.Written = &at
	if r.host == config.OmegaConf && strings.Contains(v.Text, "${") {
		u.Operator, u.Operands = refers, []run.Value{run.Str(v.Text)}
	}
	return u
}

func (r *reading) mapping(n *config.Node, at run.Origin) run.Value {
	var keys, values []run.Value
	seen, index := map[string]bool{}, n.Index()
	var add func(n *config.Node, depth int)
	add = func(of *config.Node, depth int) {
		of = of.Resolve()
		if r.nodes++; of == nil || depth > 8 || r.nodes > maxNodes {
			return
		}
		for _, key := range of.Keys() {
			if e := index[key]; e != nil && !seen[key] {
				seen[key] = true
				keys, values = append(keys, r.key(e)), append(values, r.value(e.Value))
			}
		}
		for _, e := range of.Entries {
			if !e.Merge {
				continue
			}
			if source := e.Value.Resolve(); source != nil {
				add(source, depth+1)
				for _, item := range source.Items {
					add(item, depth+1)
				}
			}
		}
	}
	add(n, 0)
	o := r.m.Dict(keys, values, r.c)
	o.Written = &at
	return o
}

// key is a mapping's key: text in nearly all files, else what the loader makes of it.
func (r *reading) key(e *config.Entry) run.Value {
	if e.KeyNode != nil {
		switch v := r.host.Value(e.KeyNode); v.Kind {
		case config.Int:
			return run.Int(v.Int)
		case config.Bool:
			return run.Bool(v.Bool)
		}
	}
	return run.Str(e.Key)
}

// byName is a copy of a dictionary, and of those in it, whose keys are attributes.
func (l Library) byName(m *run.Machine, c *run.Call, v run.Value) run.Value {
	return l.copied(m, c, v, true, 0)
}

// plain is a copy of such a dictionary as plain dictionaries.
func (l Library) plain(m *run.Machine, c *run.Call, v run.Value) run.Value {
	return l.copied(m, c, v, false, 0)
}

func (l Library) copied(m *run.Machine, c *run.Call, v run.Value, byName bool, depth int) run.Value {
	o, ok := run.Bare(m.Here(v)).(*run.Object)
	if !ok || depth > 40 {
		return v
	}
	switch o.Kind {
	case run.Dict:
		keys, values, exact := m.Entries(o)
		if !exact {
			return v
		}
		out := make([]run.Value, len(values))
		for i := range values {
			out[i] = l.copied(m, c, values[i], byName, depth+1)
		}
		d := m.Dict(keys, out, c)
		d.Written = o.Written
		if byName {
			m.ByName(d)
		}
		return d
	case run.List:
		list, exact := m.Elements(o)
		if !exact {
			return v
		}
		out := make([]run.Value, len(list))
		for i := range list {
			out[i] = l.copied(m, c, list[i], byName, depth+1)
		}
		d := m.List(out, c)
		d.Written = o.Written
		return d
	}
	return v
}

// merged is OmegaConf.merge: mappings on several layers merge, of anything else the last wins.
func (l Library) merged(m *run.Machine, c *run.Call) run.Value {
	var out run.Value
	for _, a := range c.Args {
		v := run.Bare(m.Here(a.Value))
		if o, ok := v.(*run.Object); a.Star > 0 || !ok || o.Kind != run.Dict {
			return nil
		}
		out = l.over(m, c, out, v)
	}
	if out == nil {
		return nil
	}
	return l.byName(m, c, withReferences(m, c, out))
}

// over lays a value over another one.
func (l Library) over(m *run.Machine, c *run.Call, below, above run.Value) run.Value {
	a, okA := run.Bare(below).(*run.Object)
	b, okB := run.Bare(above).(*run.Object)
	if !okA || !okB || a.Kind != run.Dict || b.Kind != run.Dict {
		return above
	}
	keys, values, _ := m.Entries(a)
	keys, values = keys[:len(keys):len(keys)], append([]run.Value(nil), values...)
	more, moreValues, _ := m.Entries(b)
next:
	for i, k := range more {
		for j := range keys {
			if keys[j] == k {
				values[j] = l.over(m, c, values[j], moreValues[i])
				continue next
			}
		}
		keys, values = append(keys, k), append(values, moreValues[i])
	}
	d := m.Dict(keys, values, c)
	d.Written = a.Written
	return d
}

// dotlist are the words of a list that is taken for key=value words: one that is known, or those of the command line
// that a parser left over.
func (l Library) dotlist(m *run.Machine, v run.Value) (words []Word, known bool) {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return nil, false
	}
	if o.Kind == run.Unknown && o.Why == leftOver {
		return l.leftOver(), l.Launch != nil
	}
	if list, exact := m.Elements(o); exact {
		return wordsOf(list), true
	}
	return nil, false
}

// leftOver are the key=value words of the command line; the options among them are their parser's.
func (l Library) leftOver() []Word {
	if l.Launch == nil {
		return nil
	}
	return l.Launch.Words
}

// overriding is the value of a key=value word: a list or a mapping is written as YAML writes it.
func (l Library) overriding(m *run.Machine, c *run.Call, text string, at run.Origin) run.Value {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		if n := config.Inline(text); n != nil {
			r := &reading{m: m, c: c, host: config.OmegaConf, at: &at}
			return r.value(n)
		}
	}
	return &run.Located{Value: Guess(text), Origin: at}
}

// overrides are key=value words as a nested dictionary; without the choices of config groups.
func (l Library) overrides(m *run.Machine, c *run.Call, words []Word, groups map[string]bool) run.Value {
	var root run.Value = m.Dict(nil, nil, c)
	for _, w := range words {
		key, ok := overrideKey(w)
		if !ok || groups[key] {
			continue
		}
		keys := strings.FieldsFunc(key, func(r rune) bool { return r == '.' || r == '/' })
		if len(keys) == 0 {
			continue
		}
		var v run.Value = m.Unknown("a word of the command line that only the run knows")
		if w.Behind.Known {
			v = l.overriding(m, c, w.Behind.Text, keyed(w.Behind.Origin, key))
		}
		for i := len(keys) - 1; i >= 0; i-- {
			v = m.Dict([]run.Value{run.Str(keys[i])}, []run.Value{v}, c)
		}
		root = l.over(m, c, root, v)
	}
	return l.byName(m, c, root)
}

// overrideKey is the key of a key=value word, as OmegaConf and Hydra take them.
func overrideKey(w Word) (string, bool) {
	if isFlag(w) || w.Behind == nil {
		return "", false
	}
	key, _, _ := strings.Cut(w.Text, "=")
	if strings.HasPrefix(key, "~") {
		return "", false
	}
	return strings.TrimLeft(key, "+"), key != ""
}

// hydraMain is a function under @hydra.main(config_path, config_name): it gets the primary file, one file for each
// group of its defaults list, and the command line's overrides on top.
func (l Library) hydraMain(m *run.Machine, c *run.Call, fn *run.Function, decorator *run.Call) run.Value {
	loose := l.Open == nil && l.Composes != nil
	if loose {
		l.Open = l.Composes
	}
	if decorator == nil || l.Open == nil || len(fn.Params()) == 0 {
		return nil
	}
	name, _ := argument(decorator, "config_name", 1).(run.Str)
	folder := ""
	if l.Launch != nil {
		p := sortWords(l.Launch.Words, nil)
		for _, flag := range []string{"config_name", "cn"} {
			if g, ok := p.others[flag]; ok && len(g.words) > 0 {
				name = run.Str(g.words[0].Text)
			}
		}
		folder = givenFolder(p, decorator)
	}
	base := ""
	if file, ok := argument(decorator, "config_path", 0).(run.Str); ok && name == "" && path.Ext(string(file)) == ".yaml" {
		// as Hydra had it before its 1.0
		name, base = run.Str(
			path.Base(string(file)),
		), path.Join(
			path.Dir(decorator.Unit.Module.File.Path),
			path.Dir(string(file)),
		)
	}
	switch {
	case name == "":
		return nil
	case base == "":
		base = l.configDir(decorator, string(name))
	}
	if folder != "" {
		base = l.givenDir(decorator, folder, string(name))
	}
	h := &composing{l: l, m: m, c: c, base: base, groups: map[string]bool{}}
	cfg := h.compose(string(name))
	if cfg == nil {
		return nil
	}
	if loose {
		cfg = undecided(m, c, cfg, 0)
	}
	c.Filled = []run.Argument{{Name: fn.Params()[0].Name, Value: l.byName(m, c, cfg)}}
	return m.Invoke(fn, []run.Argument{{Value: c.Filled[0].Value}}, c)
}

// undecided is a config of which each value may be said otherwise, on the command line or in another file, and keys may
// be added: what its files say is the default. What its _target_ names is made so.
func undecided(m *run.Machine, c *run.Call, v run.Value, depth int) run.Value {
	o, ok := run.Bare(m.Here(v)).(*run.Object)
	if !ok || depth > maxNesting {
		return v
	}
	switch o.Kind {
	case run.Dict:
		keys, values, exact := m.Entries(o)
		out := make([]run.Value, len(values))
		made := false
		for i, key := range keys {
			name, _ := key.(run.Str)
			switch {
			case strings.HasPrefix(string(name), "_"):
				out[i], made = values[i], made || name == "_target_"
			case run.Known(values[i]):
				u := m.Unknown("a value of the config")
				u.Word, u.Default = string(name), values[i]
				out[i] = u
			default:
				out[i] = undecided(m, c, values[i], depth+1)
			}
		}
		d := m.OpenDict(keys, out, c)
		if made && exact {
			d = m.Dict(keys, out, c)
		}
		m.ByName(d)
		return d
	case run.List:
		if list, exact := m.Elements(o); exact {
			out := make([]run.Value, len(list))
			for i := range list {
				out[i] = undecided(m, c, list[i], depth+1)
			}
			return m.List(out, c)
		}
	}
	return v
}
