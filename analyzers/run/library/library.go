// Package library does to an interpreted program what the calls of libraries do: it asks package knowledge what a name
// means and answers in the interpreter's values.
package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Library answers for what no file of the project shows.
type Library struct {
	// Launch is how the program is started; nil when nobody says.
	Launch *Launch
	// Open finds the config file that a path in the program names; nil when there is none. May itself be nil.
	Open func(path string) *config.Document
	// OnGPU: the program runs where there is a GPU.
	OnGPU bool
	// Named is told what a config names, before it is made. May be nil.
	Named func(v run.Value)
}

// Call is what a call of a library gives; nil leaves it unknown.
func (l Library) Call(m *run.Machine, c *run.Call) run.Value {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return l.function(m, c, string(callee))
	case *run.Function:
		return l.decorated(m, c, callee)
	case *run.Member:
		if o, ok := callee.Object.(*run.Object); ok && callee.Name == "save_hyperparameters" && isLightning(o) {
			return l.savedArguments(m, c, o)
		}
		return l.method(m, c, callee)
	case *run.Object:
		if _, ok := callee.Class.(run.Symbol); ok && callee.Kind == run.Instance {
			return instance(m, c, callee)
		}
		if method, ok := strings.CutPrefix(callee.Operator, "."); ok && len(callee.Operands) == 1 { // arg = parser.add_argument
			if _, ok := isParser(callee.Operands[0]); ok {
				return l.method(m, c, &run.Member{Object: callee.Operands[0], Name: method})
			}
		}
	}
	return nil
}

func (l Library) function(m *run.Machine, c *run.Call, path string) run.Value {
	if v := l.fileCall(m, c, path); v != nil {
		return v
	}
	if strings.HasPrefix(path, "absl.") {
		return l.abslCall(m, c, path)
	}
	if knowledge.IsLightningCLI(path) {
		return l.commanded(m, c)
	}
	if l.OnGPU && path == "torch.cuda.is_available" {
		return run.Bool(true)
	}
	if joined := l.joined(m, path); joined != nil {
		return joined
	}
	switch path {
	case "hydra.utils.instantiate", "hydra.utils.call":
		return l.instantiated(m, c)
	case "os.environ.get", "os.getenv":
		return l.getenv(m, c)
	case "torch.set_grad_enabled":
		if mode, _ := c.Argument("mode", 0); mode != nil {
			o := m.NewObject(run.Result, c)
			o.Made, o.Class = c, run.Symbol(path)
			o.Default = m.GradEnabled()
			m.SetGradEnabled(truth(m, mode, true))
			return o
		}
	case "deepspeed.initialize":
		return l.initialized(m, c)
	case "apex.amp.initialize": // patches what it is given
		models, _ := c.Argument("models", 0)
		optimizers, open := c.Argument("optimizers", 1)
		switch {
		case models == nil || open:
		case optimizers == nil || run.IsNone(optimizers):
			return models
		default:
			return &run.Tuple{Items: []run.Value{models, optimizers}}
		}
	}
	if class, ok := knowledge.InstanceOf(path); ok && knowledge.IsUnslothModel(class) {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol(class), c
		return &run.Tuple{Items: []run.Value{o, m.Unknown("a tokenizer")}}
	}
	if class, ok := knowledge.InstanceOf(path); ok {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol(class), c
		return o
	}
	if knowledge.CallsMain(path) && len(c.Args) > 0 && c.Args[0].Star == 0 {
		return l.main(m, c, c.Args[0].Value)
	}
	if how, ok := knowledge.Spawns(path); ok {
		l.spawn(m, c, how)
		return nil
	}
	switch knowledge.CallGives(path) {
	case knowledge.Same:
		if v, _ := c.Argument("model", 0); v != nil {
			return v
		}
		if len(c.Args) > 0 && c.Args[0].Star == 0 {
			return c.Args[0].Value
		}
	case knowledge.WalkRange:
		return m.Walk(m.Call(run.Symbol("range"), positional(c.Args), c), c)
	case knowledge.Walk:
		if v, _ := c.Argument("iterable", 0); v != nil {
			return m.Walk(v, c)
		}
	}
	if strings.HasSuffix(path, "DataParallel") || strings.HasSuffix(path, "FullyShardedDataParallel") {
		return l.wrapped(m, c, path)
	}
	return nil
}

// processGroup is what the state of the program says of its process group.
const processGroup = "process group"

// joined notes that the process is one of a group, and answers who asks for it where a loader is made, far from where the
// processes met; nil where nothing is known.
func (Library) joined(m *run.Machine, path string) run.Value {
	switch {
	case knowledge.JoinsProcesses(path):
		m.Set(m.State(), processGroup, run.Bool(true))
	case path == "torch.distributed.is_initialized":
		if joined := m.Get(m.State(), processGroup); joined != nil && run.Known(joined) {
			return joined
		}
	}
	return nil
}

// positional are the arguments that have no names.
func positional(args []run.Argument) []run.Argument {
	return slices.DeleteFunc(slices.Clone(args), func(a run.Argument) bool { return a.Name != "" || a.Star == 2 })
}

// wrapped is DistributedDataParallel(model): another module that holds the model.
func (l Library) wrapped(m *run.Machine, c *run.Call, path string) run.Value {
	inner, _ := c.Argument("module", 0)
	if inner == nil {
		return nil
	}
	o := m.NewObject(run.Instance, c)
	o.Class, o.Made = run.Symbol(path), c
	o.Operands, o.Operator = []run.Value{inner}, Wraps
	m.Begin(o, "module", inner)
	return o
}

// Wraps is the operator of a module that runs another one.
const Wraps = "wraps"

// initialized is what deepspeed.initialize gives: engine, optimizer, loader, scheduler.
func (l Library) initialized(m *run.Machine, c *run.Call) run.Value {
	part := func(class string) *run.Object {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol(class), c
		return o
	}
	engine := part("deepspeed.DeepSpeedEngine")
	if inner, _ := c.Argument("model", 1); inner != nil {
		engine.Operands, engine.Operator = []run.Value{inner}, Wraps
		m.Begin(engine, "module", inner)
	}
	return &run.Tuple{Items: []run.Value{engine, part("deepspeed.DeepSpeedOptimizer"), part("torch.utils.data.DataLoader"),
		part(schedulerClass)}}
}

const schedulerClass = "torch.optim.lr_scheduler.LRScheduler"

func (l Library) method(m *run.Machine, c *run.Call, f *run.Member) run.Value {
	if of, ok := f.Object.(*run.Class); ok && knowledge.GivesInstance(f.Name) {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = of, c
		return o
	}
	if parser, ok := isParser(f.Object); ok {
		if v := l.dataclassParser(m, c, parser, f.Name); v != nil {
			return v
		}
		if v := l.parserMethod(m, c, parser, f.Name); v != nil {
			return v
		}
	}
	o, ok := f.Object.(*run.Object)
	if !ok {
		return nil
	}
	if o.Class == run.Value(run.Symbol(knowledge.Subparsers)) && f.Name == "add_parser" {
		return l.subparser(m, c, o)
	}
	if o.Kind == run.Dict {
		return l.nodeMethod(m, c, o, f.Name)
	}
	if held, ok := elements(m, o).(*run.Object); ok && containerMethods[f.Name] {
		return m.Call(&run.Member{Object: held, Name: f.Name}, c.Args, c)
	}
	setMode(m, c, o, f.Name)
	role := RoleOf(o)
	switch {
	case role == knowledge.Loader && knowledge.GivesNext(f.Name) && len(c.Args) == 0:
		return m.Walked(o, c)
	case knowledge.AddsModule(f.Name) && o.Kind == run.Instance && len(c.Args) == 2:
		if held, ok := elements(m, o).(*run.Object); ok {
			return m.Call(&run.Member{Object: held, Name: "append"}, c.Args[1:], c)
		}
		if name, ok := run.Bare(c.Args[0].Value).(run.Str); ok {
			m.Set(o, string(name), c.Args[1].Value)
			return run.None
		}
	case knowledge.Prepares(f.Name) && role != knowledge.Model && role != knowledge.Optimizer:
		return l.prepared(c)
	case f.Name == "forward" && o.Operator == Wraps:
		return m.Call(o, c.Args, c)
	case f.Name == "detach_":
		m.Set(o, "<detached>", run.Bool(true))
		return o
	case knowledge.ReturnsItself(f.Name) && (IsModule(o) || o.Kind == run.Instance || keptAsModel(o)):
		return o
	case f.Name == "step" && (role == knowledge.Optimizer || role == knowledge.Scaler):
		for _, a := range c.Args { // the closure
			if fn, ok := a.Value.(*run.Function); ok {
				m.Call(fn, nil, c)
			}
		}
	}
	return nil
}

// setMode is what train() and eval() do to a module: what asks `model.training` afterwards knows the answer, as a forward pass
// does that is recorded in training only. Something unknown has a mode only where eval() says so: anything may be trained.
func setMode(m *run.Machine, c *run.Call, module *run.Object, method string) {
	switch {
	case method == "eval" && len(c.Args) == 0:
		m.Set(module, "training", run.Bool(false))
	case method == "train" && (IsModule(module) || module.Kind == run.Instance || keptAsModel(module)):
		on := run.Value(run.Bool(true))
		if given, _ := c.Argument("mode", 0); given != nil {
			on = given
		}
		m.Set(module, "training", on)
	}
}

// keptAsModel reports whether an object of which nothing is known but what made it was bound to a name for the only model of a
// program: model = build(args); if args.cuda: model = model.cuda().
func keptAsModel(o *run.Object) bool {
	return o.Class == nil && (o.Kind == run.Result || o.Kind == run.Unknown) && knowledge.NamesMainModel(o.Named)
}

// containerMethods are those that a ModuleList or ModuleDict shares with the container behind it.
var containerMethods = map[string]bool{"append": true, "extend": true, "insert": true, "items": true, "keys": true, "values": true, "update": true, "pop": true}

// prepared is what accelerator.prepare gives: what it is given, one or several.
func (l Library) prepared(c *run.Call) run.Value {
	var list []run.Value
	for _, a := range c.Args {
		if a.Name != "" {
			continue
		}
		if a.Star > 0 {
			return nil
		}
		list = append(list, a.Value)
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &run.Tuple{Items: list}
}

// instance is a call of an object of a library.
func instance(m *run.Machine, c *run.Call, o *run.Object) run.Value {
	if o.Operator != Wraps || len(o.Operands) != 1 {
		return nil
	}
	inner, ok := o.Operands[0].(*run.Object)
	if ok && (inner.Kind == run.Result || inner.Kind == run.Unknown) && !IsModule(inner) {
		return nil // what it wraps is a module, whatever else is known of it: the wrapper is one
	}
	return m.Call(o.Operands[0], c.Args, c)
}

// Attribute is an attribute of something of a library; nil leaves it unknown.
func (l Library) Attribute(m *run.Machine, object run.Value, name string) run.Value {
	if name == run.GradMode {
		return gradMode(m, object)
	}
	if s, ok := object.(run.Symbol); ok {
		return l.symbolAttribute(m, s, name)
	}
	o, ok := object.(*run.Object)
	if !ok {
		return nil
	}
	switch name {
	case run.AnyItem:
		return anyItem(m, o)
	case run.Elements:
		return elements(m, o)
	}
	if name == "trainer" && isLightning(o) {
		return trainerOf(m, o)
	}
	if holdsModule(o, name) {
		return m.Part(o, name)
	}
	if knowledge.KeptByLoader(name) && o.Kind == run.Instance && o.Made != nil && RoleOf(o) == knowledge.Loader {
		if v, _ := o.Made.Argument(name, knowledge.LoaderPosition(name)); v != nil && !run.IsNone(v) {
			return v
		}
	}
	return nil
}

// holdsModule reports whether an attribute of which nothing is known is a network to be called, not a method:
// self.model(batch) in a class whose base sets it.
func holdsModule(o *run.Object, name string) bool {
	if o.Kind != run.Instance && o.Kind != run.Unknown || !knowledge.NamesModule(name) {
		return false
	}
	_, ofLibrary := o.Class.(run.Symbol)
	return !ofLibrary && roleOfObject(o) == knowledge.NoRole
}

// elements is the list or dictionary of modules behind a ModuleList, ModuleDict or Sequential.
func elements(m *run.Machine, o *run.Object) run.Value {
	class, ok := o.Class.(run.Symbol)
	if !ok || o.Made == nil || o.Kind != run.Instance {
		return nil
	}
	if held := m.Get(o, run.Elements); held != nil {
		return held
	}
	var held run.Value
	switch class {
	case "torch.nn.ModuleList", "torch.nn.ParameterList":
		if given, _ := o.Made.Argument("modules", 0); given != nil {
			held = m.Call(run.Symbol("list"), []run.Argument{{Value: given}}, o.Made)
		} else {
			held = m.Call(run.Symbol("list"), nil, o.Made)
		}
	case "torch.nn.ModuleDict", "torch.nn.ParameterDict":
		if given, _ := o.Made.Argument("modules", 0); given != nil {
			held = m.Call(run.Symbol("dict"), []run.Argument{{Value: given}}, o.Made)
		} else {
			held = m.Call(run.Symbol("dict"), nil, o.Made)
		}
	case "torch.nn.Sequential":
		layers, exact := layersOf(m, o.Made)
		if !exact {
			return nil
		}
		held = m.List(layers, o.Made)
	default:
		return nil
	}
	m.Begin(o, run.Elements, held)
	return held
}

// layersOf are the layers that a Sequential is made of; exact is false when there may be others.
func layersOf(m *run.Machine, made *run.Call) (layers []run.Value, exact bool) {
	for _, a := range made.Args {
		if a.Star > 0 || a.Name != "" {
			return nil, false
		}
		layers = append(layers, a.Value)
	}
	if len(layers) == 1 {
		if named, ok := layers[0].(*run.Object); ok && named.Kind == run.Dict { // an OrderedDict of layers
			_, layers, exact = m.Entries(named)
			return layers, exact
		}
	}
	return layers, true
}

// anyItem is one of a collection of optimizers, schedulers or modules: the same object stands for each, so that what one
// loop does to all of them meets what another does.
func anyItem(m *run.Machine, o *run.Object) run.Value {
	if o.Kind != run.Unknown {
		return nil
	}
	switch RoleOf(o) {
	case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler:
	default:
		return nil
	}
	if item := m.Get(o, run.AnyItem); item != nil {
		return item
	}
	item := m.Unknown("one of several")
	item.Word, item.Operands, item.Operator, item.Laps, item.Seq = o.Word, []run.Value{o}, run.Iterating, o.Laps, o.Seq
	m.Begin(o, run.AnyItem, item)
	return item
}

// gradMode is whether operations are recorded inside a context manager or decorated function; nil when it does not
// decide that.
func gradMode(m *run.Machine, manager run.Value) run.Value {
	switch v := manager.(type) {
	case run.Symbol:
		if mode, _, set := knowledge.GradMode(string(v)); set {
			return run.Bool(mode)
		}
	case *run.Choice:
		decides := false
		for _, a := range v.Alternatives {
			decides = decides || gradMode(m, a.Value) != nil
		}
		if decides {
			return m.Unknown("chosen by the program")
		}
	case *run.Object:
		if v.Made == nil {
			return nil
		}
		path, ok := v.Made.Callee.(run.Symbol)
		if !ok {
			return nil
		}
		mode, position, set := knowledge.GradMode(string(path))
		if !set {
			return nil
		}
		if position >= 0 {
			if flag, _ := v.Made.Argument("mode", position); flag != nil {
				return truth(m, flag, mode)
			}
		}
		return run.Bool(mode)
	}
	return nil
}

// truth is the mode that a flag turns on: on when it is true.
func truth(m *run.Machine, flag run.Value, on bool) run.Value {
	if b, ok := flag.(run.Bool); ok {
		return run.Bool(bool(b) == on)
	}
	return m.Unknown("decided by the program")
}

// RoleOf is what a value does in training: by its class, else by the word for it.
func RoleOf(v run.Value) knowledge.Role {
	switch v := v.(type) {
	case *run.Object:
		return roleOfObject(v)
	case *run.Choice:
		found := knowledge.NoRole
		for _, a := range v.Alternatives {
			if run.IsNone(a.Value) {
				continue
			}
			role := RoleOf(a.Value)
			if found != knowledge.NoRole && role != found {
				return knowledge.NoRole
			}
			found = role
		}
		return found
	}
	return knowledge.NoRole
}

func roleOfObject(o *run.Object) knowledge.Role {
	if role, known := roleOfClass(o.Class); known {
		return role
	}
	switch o.Kind {
	case run.List, run.Dict, run.Set, run.Namespace, run.Scope:
		return knowledge.NoRole
	}
	if o.Made != nil {
		if path, ok := o.Made.Callee.(run.Symbol); ok {
			if role := roleOfFactory(string(path)); role != knowledge.NoRole {
				return role
			}
		}
		if module := PickedFrom(o.Made); module != "" {
			return knowledge.RoleOfClass(module + ".Any")
		}
	}
	if o.Operator == "choice" && o.Kind == run.Unknown && len(o.Operands) > 0 { // one of too many to tell apart
		return RoleOf(anyOf(o.Operands))
	}
	if role := knowledge.RoleOfWord(o.Word); role != knowledge.NoRole {
		return role
	}
	return knowledge.RoleOfTarget(o.Named)
}

// anyOf is the choice of several values.
func anyOf(list []run.Value) *run.Choice {
	c := &run.Choice{}
	for _, v := range list {
		c.Alternatives = append(c.Alternatives, run.Alternative{Value: v})
	}
	return c
}

// PickedFrom is the module of a library from which the class that is called was picked by a name that is not known:
// getattr(torch.optim, name)(parameters); "" for any other call.
func PickedFrom(c *run.Call) string {
	class, ok := c.Callee.(*run.Object)
	if !ok || class.Made == nil || class.Made.Callee != run.Value(run.Symbol("getattr")) {
		return ""
	}
	module, _ := class.Made.Argument("", 0)
	path, _ := run.Bare(module).(run.Symbol)
	return string(path)
}

// roleOfClass is the role of a class of the project or a library; known is false when it is not known.
func roleOfClass(class run.Value) (role knowledge.Role, known bool) {
	switch c := class.(type) {
	case run.Symbol:
		return knowledge.RoleOfClass(string(c)), true
	case *run.Class:
		for _, one := range c.Line() {
			if s, ok := one.(run.Symbol); ok {
				if role := knowledge.RoleOfClass(string(s)); role != knowledge.NoRole {
					return role, true
				}
			}
		}
		return knowledge.NoRole, true
	}
	return knowledge.NoRole, false
}

// roleOfFactory is the role of what a library's function returns.
func roleOfFactory(path string) knowledge.Role {
	last := run.LastPart(path)
	if strings.HasPrefix(path, "transformers.") && strings.Contains(last, "schedule") ||
		strings.HasPrefix(path, "diffusers.") && last == "get_scheduler" {
		return knowledge.Scheduler
	}
	return knowledge.RoleOfClass(path)
}

// IsModule reports whether a value is a network: an instance of a class of modules, or something that is called one.
func IsModule(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	switch class := o.Class.(type) {
	case run.Symbol:
		if o.Kind == run.Unknown && class == "torch.nn.Module" {
			return true
		}
		return knowledge.CallGives(string(class)) == knowledge.Module || knowledge.RoleOfClass(string(class)) == knowledge.Model
	case *run.Class:
		return ModuleClass(class)
	}
	switch o.Kind {
	case run.List, run.Dict, run.Set, run.Namespace, run.Scope:
		return false
	case run.Result:
		if o.Made == nil {
			return false
		}
		if path, ok := o.Made.Callee.(run.Symbol); ok {
			return knowledge.CallGives(string(path)) == knowledge.Module
		}
		switch callee := o.Made.Callee.(type) {
		case *run.Member:
			return knowledge.MethodGives(callee.Name) == knowledge.NotKnown && knowledge.Makes(callee.Name) && knowledge.NamesModule(callee.Name)
		case *run.Object:
			return callee.Kind == run.Unknown && knowledge.Makes(callee.Word) && knowledge.NamesModule(callee.Word)
		}
		return false
	}
	if o.Operator == "choice" && len(o.Operands) > 0 { // one of too many to tell apart
		return !slices.ContainsFunc(o.Operands, func(one run.Value) bool { return !IsModule(one) && !run.IsNone(one) })
	}
	return knowledge.NamesModule(o.Word)
}

// ModuleClass reports whether a class of the project is one of modules.
func ModuleClass(c *run.Class) bool {
	for _, one := range c.Line() {
		if s, ok := one.(run.Symbol); ok && knowledge.RoleOfClass(string(s)) == knowledge.Model {
			return true
		}
	}
	return false
}
