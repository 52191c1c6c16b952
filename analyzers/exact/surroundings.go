package exact

import (
	"path"
	"slices"
	"strings"
)

// surroundings are os, sys, logging, warnings and the like: what a model's file asks on its way.
func surroundings(add adds, names map[string]Value) {
	nothing := func(*Machine, Args) Value { return None }
	for _, name := range []string{
		"warnings.warn", "warnings.filterwarnings", "warnings.simplefilter", "logging.basicConfig", "logging.info",
		"logging.warning",
		"logging.debug", "logging.error", "sys.path.append", "sys.path.insert", "random.seed", "os.makedirs", "gc.collect",
		"time.sleep",
		"sys.stdout.flush", "sys.stdout.write", "faulthandler.enable", "sys.setrecursionlimit", "pprint.pprint",
		"json.dump", "pickle.dump", "logging.config.dictConfig", "sys.gettrace", "sys.settrace", "sys.getprofile",
	} {
		add(name, nothing)
	}
	quiet := NewClass("Logger")
	quiet.Method("__getattr__", func(_ *Machine, a Args) Value {
		if a.Pos[1] == Value("handlers") { // logger.handlers.clear()
			return &List{}
		}
		return function("log", nothing)
	})
	add("logging.getLogger", func(*Machine, Args) Value { return &Instance{Class: quiet} })
	names["sys.version_info"] = &Tuple{Items: []Value{int64(3), int64(11), int64(0), "final", int64(0)}}
	names["sys.modules"] = &Instance{Class: modulesClass()}
	names["sys.version"] = "3.11.0"
	names["sys.platform"] = "linux"
	names["sys.argv"] = &Unknown{Why: "the words of the command line"}
	names["sys.maxsize"] = int64(1<<63 - 1)
	names["os.sep"] = "/"
	names["string.ascii_lowercase"] = "abcdefghijklmnopqrstuvwxyz"
	names["string.ascii_uppercase"] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	names["string.ascii_letters"] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	names["string.digits"], names["string.octdigits"] = "0123456789", "01234567"
	names["string.hexdigits"], names["string.whitespace"] = "0123456789abcdefABCDEF", " \t\n\r\v\f"
	const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	names["string.punctuation"] = punctuation
	names["string.printable"] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + punctuation +
		" \t\n\r\v\f"
	add("os.getenv", func(m *Machine, a Args) Value { return a.Or(1, "default", None) })
	add("os.cpu_count", func(m *Machine, _ Args) Value { return m.Unknown("the number of processors") })
	add("os.path.join", func(m *Machine, a Args) Value {
		parts := make([]string, len(a.Pos))
		for i, v := range a.Pos {
			if u := unknownOf(v); u != nil {
				return u
			}
			parts[i] = m.Text(v)
			if strings.HasPrefix(parts[i], "/") {
				clear(parts[:i])
			}
		}
		return path.Join(parts...)
	})
	for name, do := range map[string]func(string) string{
		"basename": behindSlash, "dirname": path.Dir, "abspath": path.Clean, "realpath": path.Clean, "normpath": path.Clean,
		"expanduser": path.Clean,
	} {
		add("os.path."+name, func(m *Machine, a Args) Value {
			of := pathGiven(a)
			if u := unknownOf(of); u != nil {
				return u
			}
			return do(m.Text(of))
		})
	}
	add("os.path.splitext", func(m *Machine, a Args) Value {
		of := pathGiven(a)
		if u := unknownOf(of); u != nil {
			return u
		}
		name := m.Text(of)
		end := path.Ext(name)
		if bare := strings.TrimLeft(behindSlash(name), "."); !strings.Contains(bare, ".") { // .profile has none
			end = ""
		}
		return &Tuple{Items: []Value{strings.TrimSuffix(name, end), end}}
	})
	add("os.path.split", func(m *Machine, a Args) Value {
		of := pathGiven(a)
		if u := unknownOf(of); u != nil {
			return u
		}
		name := m.Text(of)
		tail := behindSlash(name)
		head := strings.TrimSuffix(name, tail)
		if bare := strings.TrimRight(head, "/"); bare != "" {
			head = bare
		}
		return &Tuple{Items: []Value{head, tail}}
	})
	add("os.path.relpath", relativePath)
	for _, name := range []string{"glob.glob", "glob.iglob", "os.walk", "os.scandir"} {
		add(name, func(m *Machine, _ Args) Value { return m.Unknown("%s: what lies on the disk", name) })
	}
	add("codecs.open", func(m *Machine, a Args) Value {
		return opened(m, Args{Pos: a.Pos[:min(len(a.Pos), 2)]}) // behind these is how it is encoded
	})
	add("io.open", opened)
	for _, name := range []string{"os.path.exists", "os.path.isfile"} {
		add(name, func(m *Machine, a Args) Value {
			if _, unknown := opened(m, Args{Pos: []Value{pathGiven(a)}}).(*Unknown); !unknown {
				return true // it is one of the project's
			}
			return m.Unknown("%s: what lies on the disk", name)
		})
	}
	add("os.getcwd", func(m *Machine, _ Args) Value { return m.Unknown(here) })
	for _, name := range []string{"os.path.isdir", "os.listdir"} {
		add(name, func(m *Machine, _ Args) Value { return m.Unknown("%s: what lies on the disk", name) })
	}
	for _, name := range []string{
		"random.randint", "random.uniform", "random.randrange", "random.gauss",
		"datetime.datetime.now",
	} {
		add(name, func(m *Machine, _ Args) Value {
			u := m.Unknown("%s: only a run knows", name)
			u.Whole = name == "random.randint" || name == "random.randrange"
			u.Real = name == "random.uniform" || name == "random.gauss"
			return u
		})
	}
	for _, name := range []string{"random.choice", "random.sample", "random.choices"} {
		add(name, func(m *Machine, a Args) Value { return m.drawn(name, a) })
	}
	for _, name := range []string{"time.time", "time.perf_counter", "time.monotonic", "time.process_time"} {
		add(name, func(m *Machine, _ Args) Value { // what reports read of it; hardly any time passes while nothing is run
			m.clock++
			return 1.7e9 + float64(m.clock)/16
		})
	}
	add("random.random", func(m *Machine, _ Args) Value {
		u := m.Unknown("random.random: only a run knows")
		u.Share = true
		return u
	})
	add("random.shuffle", func(m *Machine, a Args) Value {
		if l, ok := a.Pos[0].(*List); ok && len(l.Items) > 1 {
			for i := range l.Items {
				l.Items[i] = m.Unknown("random.shuffle: only a run knows")
			}
		}
		return None
	})
	add("importlib.import_module", func(m *Machine, a Args) Value {
		name := m.word(a.Pos[0])
		if u := m.module(name, m.frame.unit); u != nil {
			return u
		}
		return m.library(name)
	})
	enterExpressions(add)
	enterByName(add)
	for _, module := range []string{"json", "simplejson", "ujson", "orjson"} {
		add(module+".load", loads)
		add(module+".loads", loads)
	}
	for _, module := range []string{"json5", "pyjson5", "commentjson", "hjson"} {
		add(module+".load", loadsAs("json5"))
		add(module+".loads", loadsAs("json5"))
	}
	for _, name := range []string{"yaml.safe_load", "yaml.load", "yaml.full_load", "yaml.unsafe_load"} {
		add(name, loadsAs("yaml"))
	}
	for _, name := range []string{"yaml.load_all", "yaml.safe_load_all", "yaml.full_load_all"} {
		add(name, documentsOf)
	}
	for _, name := range []string{"yaml.dump", "yaml.safe_dump"} {
		add(name, func(m *Machine, a Args) Value {
			if a.Or(1, "stream", None) == Value(None) {
				return m.Unknown("the text that %s makes", name)
			}
			return None
		})
	}
	add("toml.load", loadsAs("toml"))
	add("toml.loads", loadsAs("toml"))
	add("tomllib.loads", loadsAs("toml"))
	add("inspect.isfunction", func(_ *Machine, a Args) Value { _, ok := a.Pos[0].(*Function); return ok })
	add("inspect.isclass", func(_ *Machine, a Args) Value { _, ok := a.Pos[0].(*Class); return ok })
	add("inspect.getfullargspec", inspected)
	add("inspect.signature", signature)
	names["inspect._empty"], names["inspect.Parameter.empty"] = emptyClass, emptyClass
	names["inspect.Signature.empty"] = emptyClass
	for _, kind := range kinds {
		names["inspect.Parameter."+kind] = kind
	}
	add("sys.exit", exits)
	names["exit"], names["quit"], names["os._exit"] = names["sys.exit"], names["sys.exit"], names["sys.exit"]
}

// drawn is what random picks out of several things: one that may be any of them, or so many of those.
func (m *Machine) drawn(name string, a Args) Value {
	u := m.Unknown("%s: only a run knows", name)
	var one Value
	var items []Value
	switch from := a.Get(0, "population").(type) {
	case *List:
		items = from.Items
	case *Tuple:
		items = from.Items
	case *Range:
		one = &Unknown{Why: u.Why, At: u.At, Whole: true}
	}
	if one == nil {
		one = m.anyOf(items, u)
	}
	if name == "random.choice" {
		if one == nil {
			one = m.pick(items, u)
		}
		if one == nil {
			return u
		}
		return one
	}
	k := a.Get(1, "k")
	if name == "random.choices" {
		k = a.Or(-1, "k", int64(1))
	}
	n, known := Integer(k)
	if !known || n < 0 {
		return u
	}
	if one == nil { // so many of whatever it is
		one = u
	}
	m.multiplies(n, 1)
	out := &List{}
	if name == "random.sample" && int64(len(items)) >= n && areRecords(items) {
		out.Items = append(out.Items, items[:n]...) // as good as any others
		return out
	}
	for range n {
		out.Items = append(out.Items, one)
	}
	return out
}

// areRecords reports whether items are tuples of one length, or objects of one class: what a memory of an agent holds,
// each like the others.
func areRecords(items []Value) bool {
	if len(items) == 0 {
		return false
	}
	return !slices.ContainsFunc(items, func(v Value) bool {
		switch first := items[0].(type) {
		case *Tuple:
			t, ok := v.(*Tuple)
			return !ok || len(t.Items) != len(first.Items)
		case *Instance:
			o, ok := v.(*Instance)
			return !ok || o.Class != first.Class
		}
		return true
	})
}

// pathGiven is what a function of os.path is given, by its place or, with a name that differs, by that.
func pathGiven(a Args) Value {
	if v := a.Get(0, "p"); v != nil {
		return v
	}
	if v := a.Named("path"); v != nil {
		return v
	}
	return a.Or(0, "filename", None)
}

// here is why the folder is not known that a program runs in.
const here = "where the program runs"

// environment is os.environ of this run.
func (m *Machine) environment() *Instance {
	if m.environ == nil {
		m.environ = &Instance{Class: environmentClass, Native: NewDict()}
	}
	return m.environ
}

// environmentClass is os.environ: what the program and its launcher put there. Of one process, the first of its
// launcher, the number is known; any other variable that the program cannot do without is one that its people set.
var environmentClass = NewClass("_Environ", dictClass)

func init() {
	environmentClass.Method("__getitem__", func(m *Machine, a Args) Value {
		d := a.Pos[0].(*Instance).Native.(*Dict)
		switch v := d.Get(m.hashable(a.Pos[1])); {
		case v != nil:
			return v
		case a.Pos[1] == Value("LOCAL_RANK") || a.Pos[1] == Value("RANK"):
			return "0"
		case m.guards > 0: // who catches it goes on without
			m.Raise(KeyError, "%s", m.Repr(a.Pos[1]))
		}
		return m.Unknown("a variable of the environment")
	})
}

// exits ends the program: a way on which it does says nothing about those on which it goes on.
func exits(m *Machine, _ Args) Value {
	o := &Instance{Class: exceptions["SystemExit"]}
	o.Attrs.Set("args", &Tuple{Items: []Value{"the program ends here"}})
	panic(&Raised{Value: o, At: m.Place(), Said: true})
}

// modulesClass is sys.modules: what a name stands for that is imported here, too.
func modulesClass() *Class {
	c := NewClass("modules")
	find := func(m *Machine, name Value) Value {
		text, ok := name.(string)
		if !ok {
			return m.Unknown("a module by its name")
		}
		for _, u := range m.units {
			if u.Name == text {
				return u
			}
		}
		if u := m.module(text, m.frame.unit); u != nil {
			return u
		}
		return m.library(text)
	}
	c.Method("__getitem__", func(m *Machine, a Args) Value { return find(m, a.Pos[1]) })
	c.Method("get", func(m *Machine, a Args) Value { return find(m, a.Pos[1]) })
	c.Method("__contains__", func(m *Machine, a Args) Value {
		for _, u := range m.units {
			if u.Name == a.Pos[1] {
				return true
			}
		}
		return m.Unknown("whether a module is imported")
	})
	return c
}

// emptyClass is what inspect.signature gives as the default of a parameter that has none.
var emptyClass = NewClass("_empty")

// kinds are how parameters take arguments, by the stars before them and whether they are given by name alone.
var kinds = []string{"POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "VAR_KEYWORD", "KEYWORD_ONLY", "POSITIONAL_ONLY"}

// signature is inspect.signature of a function or class of the project.
func signature(m *Machine, a Args) Value {
	skip := 0
	f, ok := a.Pos[0].(*Function)
	switch of := a.Pos[0].(type) {
	case *Class:
		f, ok = m.lookup(of, "__init__").(*Function)
		skip = 1
	case *Method:
		f, ok = of.Func.(*Function)
		skip = 1
	}
	if !ok {
		return m.Unknown("inspect.signature")
	}
	all := NewDict()
	for i, p := range f.params {
		kind := kinds[p.Star]
		if p.KeywordOnly && p.Star == 0 {
			kind = "KEYWORD_ONLY"
		}
		one := &Instance{Class: namespaceClass}
		one.Attrs.Set("name", p.Name)
		one.Attrs.Set("kind", kind)
		one.Attrs.Set("default", emptyClass)
		one.Attrs.Set("annotation", emptyClass)
		if p.Annotation != nil {
			one.Attrs.Set("annotation", m.Unknown("an annotation"))
		}
		if f.defaults[i] != nil {
			one.Attrs.Set("default", f.defaults[i])
		}
		if i >= skip {
			all.Set(p.Name, one)
		}
	}
	o := &Instance{Class: namespaceClass}
	o.Attrs.Set("parameters", all)
	return o
}

func inspected(m *Machine, a Args) Value {
	f, ok := a.Pos[0].(*Function)
	if c, isClass := a.Pos[0].(*Class); isClass {
		f, ok = m.lookup(c, "__init__").(*Function)
	}
	if !ok {
		return m.Unknown("inspect.getfullargspec")
	}
	list := &List{}
	for _, p := range f.params {
		if p.Star == 0 {
			list.Items = append(list.Items, p.Name)
		}
	}
	o := &Instance{Class: namespaceClass}
	o.Attrs.Set("args", list)
	return o
}

// behindSlash is os.path.basename: of a folder with a slash behind it, nothing.
func behindSlash(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// relativePath is os.path.relpath: files of the project are called from where it runs.
func relativePath(m *Machine, a Args) Value {
	of, start := pathGiven(a), a.Or(1, "start", None)
	if o, ok := start.(*Instance); ok { // a path of pathlib's
		start = m.Call(builtin("str"), Positional(o))
	}
	u, unknown := start.(*Unknown)
	if unknown && u.Why != here || !unknown && start != Value(None) {
		return m.Unknown("os.path.relpath: what lies on the disk")
	}
	if u := unknownOf(of); u != nil {
		return u
	}
	return path.Clean(m.Text(of))
}
