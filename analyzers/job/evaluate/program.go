package evaluate

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Program is a script in one run. It is not for several goroutines at once.
type Program struct {
	Module *python.Module
	// Arguments are what the launcher passes; LaunchFile is where they stand.
	Arguments  launch.Arguments
	LaunchFile *source.File
	// Environment are the variables that the command line sets.
	Environment map[string]launch.Word
	// Launcher answers for the variables that a launcher of several processes sets in
	// each of them; ok is false for one that it does not set. May be nil.
	Launcher func(variable string) (v Value, ok bool)
	// Open finds the config file that a path in the script or on the command
	// line names; nil when there is none.
	Open func(path string) *config.Document
	// Attribute answers for attributes of library objects that the run decides
	// elsewhere, such as accelerator.mixed_precision; may be nil.
	Attribute func(object Value, name string) (Value, bool)
	// Host loads the YAML files that the script opens by itself.
	Host *config.Host
	// Library: this module is imported by the script; what stands in a function
	// that nobody calls does not run.
	Library bool
	// Find is the project's module behind a dotted name as it is imported in the
	// file at from; nil when the name is a library's.
	Find func(dotted, from string) *python.Module
	// Hides names the parts of the module that this run leaves out: what belongs
	// to another stage of a script that trains several times; may be nil.
	Hides func(python.Node) bool

	memo     map[python.Expr]Value
	busy     map[python.Expr]bool
	frames   []frame
	writes   map[string][]*python.Assign // args.x = …, by the target's text
	options  map[string]option
	overlays []overlay
	calls    map[*python.Function][]*python.Call
	fired    map[*python.Function]bool
	library  map[string]func(*Program, *python.Call) Value
	prepared bool
	steps    int
	depth    int
	run      *session
	// importers are the programs that call functions of this one.
	importers []*Program
}

// session is what the modules of one run share.
type session struct {
	read  []*config.Document // the configs that evaluation opened
	peers map[*python.Module]*Program
}

// frame is a function of the script that is being evaluated.
type frame map[*python.Param]Value

// maxSteps bounds the work for one question.
const maxSteps = 20_000

// Value is what an expression is in this run.
func (p *Program) Value(e python.Expr) Value {
	p.prepare()
	p.steps = 0
	return p.value(e)
}

// Configs are the config files that were read so far, in order.
func (p *Program) Configs() []*config.Document {
	p.prepare()
	return p.run.read
}

// Place is where a node of the script stands.
func (p *Program) Place(n python.Node) Place {
	return Place{File: p.Module.File, Span: n.Span()}
}

func (p *Program) prepare() {
	if p.prepared {
		return
	}
	p.prepared = true
	p.memo = map[python.Expr]Value{}
	p.busy = map[python.Expr]bool{}
	p.library = libraryFunctions()
	p.calls = map[*python.Function][]*python.Call{}
	p.writes = map[string][]*python.Assign{}
	if p.Host == nil {
		p.Host = config.PyYAML
	}
	if p.run == nil {
		p.run = &session{peers: map[*python.Module]*Program{p.Module: p}}
	}
	python.WalkBody(p.Module.Body, func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok && a.Value != nil {
			for _, t := range a.Targets {
				p.noteWrite(t, a)
			}
		}
		return true
	})
	p.options = p.declaredOptions()
	p.overlays = p.findOverlays()
}

func (p *Program) noteWrite(target python.Expr, a *python.Assign) {
	switch target.(type) {
	case *python.Attribute, *python.Subscript:
		if text := python.PathText(target); text != "" {
			p.writes[text] = append(p.writes[text], a)
		}
	}
}

func (p *Program) open(path string) *config.Document {
	if p.Open == nil || path == "" {
		return nil
	}
	d := p.Open(path)
	if d != nil && !slices.Contains(p.run.read, d) {
		p.run.read = append(p.run.read, d)
	}
	return d
}

// value evaluates with a memory: the tree is the same for every question.
func (p *Program) value(e python.Expr) Value {
	if e == nil {
		return Value{}
	}
	if p.steps++; p.steps > maxSteps {
		return Value{}
	}
	if len(p.frames) == 0 {
		if v, ok := p.memo[e]; ok {
			return v
		}
	}
	defer p.Module.Meter.Leave()
	if !p.Module.Meter.Enter() || p.busy[e] {
		return Value{}
	}
	p.busy[e] = true
	v := p.evaluate(e)
	delete(p.busy, e)
	if len(p.frames) == 0 && p.steps <= maxSteps {
		p.memo[e] = v
	}
	return v
}

func (p *Program) evaluate(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Constant, *python.Number, *python.String:
		return p.literal(e)
	case *python.Name:
		return p.name(e)
	case *python.Attribute:
		return p.attribute(e)
	case *python.Subscript:
		return p.subscript(e)
	case *python.Call:
		return p.call(e)
	case *python.IfExp:
		return p.choice(e)
	case *python.Unary:
		return p.unary(e)
	case *python.Binary:
		return p.binary(e)
	case *python.Bool:
		return p.boolean(e)
	case *python.Compare:
		return p.compare(e)
	case *python.Sequence:
		v := Value{Kind: List, Place: p.Place(e)}
		for _, item := range e.Items {
			v.Items = append(v.Items, p.value(item))
		}
		return v
	case *python.Dict:
		return p.dict(e)
	case *python.Walrus:
		return p.value(e.Value)
	}
	return Value{}
}

func (p *Program) literal(e python.Expr) Value {
	c, ok := p.Module.Const(e)
	if !ok {
		return Value{}
	}
	v := Value{Place: p.Place(e), Bool: c.Bool, Int: c.Int, Float: c.Float, Str: c.Str}
	v.Kind = [...]Kind{None, Bool, Int, Float, String}[c.Kind]
	return v
}

func (p *Program) dict(d *python.Dict) Value {
	v := Value{Kind: Table, Place: p.Place(d), Fields: map[string]Value{}}
	for _, item := range d.Items {
		if item.Key == nil {
			p.spread(v.Fields, p.value(item.Value))
			continue
		}
		if key := p.value(item.Key); key.Known() {
			v.Fields[key.Text()] = p.value(item.Value)
		}
	}
	return v
}

// spread copies the entries of **value.
func (p *Program) spread(into map[string]Value, v Value) {
	switch v.Kind {
	case Mapping:
		for _, key := range v.Node.Keys() {
			into[key], _ = v.Child(key)
		}
	case Table:
		for key, child := range v.Fields {
			into[key] = child
		}
	}
}

// Runs reports whether the tests around a node of the script let it run in this
// run; known is false when only the run can tell.
func (p *Program) Runs(n python.Node) (runs, known bool) {
	p.prepare()
	p.steps = 0
	if p.Hides != nil && p.Hides(n) || p.Library && !p.reached(n) {
		return false, true
	}
	return p.runs(n, nil)
}

// reached reports whether the function around a node is called in this run, or
// its class made.
func (p *Program) reached(n python.Node) bool {
	f := python.EnclosingFunction(n)
	if f == nil {
		return true
	}
	if class, isMethod := f.Parent().(*python.Class); isMethod && f.Name != "__init__" {
		init, ok := p.Module.Method(class, "__init__").(*python.Function)
		return ok && len(p.everyCall(init)) > 0
	}
	return len(p.everyCall(f)) > 0
}

// Lookup is a field of an Options namespace in this run, as namespace.name.
func (p *Program) Lookup(namespace Value, name string) (Value, bool) {
	p.prepare()
	p.steps = 0
	return p.optionOf(namespace, name, nil)
}

// Dataclasses are the namespaces that HfArgumentParser or TrlParser fill in
// this script; nil when it has no such parser.
func (p *Program) Dataclasses() []Value {
	p.prepare()
	for _, c := range p.Module.AllCalls() {
		switch c.MethodName() {
		case "parse_args_into_dataclasses", "parse_args_and_config", "parse_yaml_file", "parse_json_file":
			p.steps = 0
			if runs, known := p.runs(c, nil); known && !runs {
				continue
			}
			if v := p.dataclasses(c.MethodName(), c); v.Kind == List {
				return v.Items
			}
		}
	}
	return nil
}
