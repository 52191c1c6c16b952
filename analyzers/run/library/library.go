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
	// Composes finds the config files of a Hydra program of which nobody says how it is started: it is made of what they
	// name, and each of their values may be said otherwise. nil where Open finds them, or nobody does.
	Composes func(path string) *config.Document
	// OnGPU: the program runs where there is a GPU.
	OnGPU bool
	// Named is told what a config names, before it is made. May be nil.
	Named func(v run.Value)
	// Read counts the config files that the program reads. May be nil.
	Read *run.Reads
	// Holds says whether the project has one of some releases of a package. nil: it says nothing.
	Holds func(library, releases string) knowledge.Holding
}

// Reads counts the config files that the program has read.
func (l Library) Reads() run.Reads {
	if l.Read == nil {
		return run.Reads{}
	}
	return *l.Read
}

// Call is what a call of a library gives; nil leaves it unknown.
func (l Library) Call(m *run.Machine, c *run.Call) run.Value {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return l.function(m, c, string(callee))
	case *run.Function:
		return l.decorated(m, c, callee)
	case *run.Method:
		if parser, ok := isParser(callee.Self); ok && parsesFileAndWords(callee) {
			return l.dataclassParser(m, c, parser, callee.Func.Name())
		}
	case *run.Class: // one of the project's whose constructor is a library's
		if slices.ContainsFunc(callee.Line(), func(v run.Value) bool {
			s, ok := v.(run.Symbol)
			return ok && knowledge.IsLightningCLI(string(s))
		}) {
			l.commanded(m, c)
		}
		if o, made := c.Result.(*run.Object); made && o.Class == run.Value(callee) && IsDistributed(o) {
			wraps(m, c, o)
		}
	case *run.Member:
		if o, ok := callee.Object.(*run.Object); ok && callee.Name == "save_hyperparameters" && isLightning(o) {
			return l.savedArguments(m, c, o)
		}
		if o, ok := callee.Object.(*run.Object); ok && knowledge.GivesConfigured(callee.Name) && isLightning(o) {
			return configured(m, c, o, callee.Name)
		}
		if o, ok := callee.Object.(*run.Object); ok {
			if filled := l.filledItself(m, c, o, callee.Name); filled != nil {
				return filled
			}
		}
		if submitted(m, c, callee) {
			return nil
		}
		l.fitted(m, c, callee)
		return l.method(m, c, callee)
	case *run.Object:
		if _, ok := callee.Class.(run.Symbol); ok && callee.Kind == run.Instance {
			return instance(m, c, callee)
		}
		// arg = parser.add_argument
		if method, ok := strings.CutPrefix(callee.Operator, "."); ok && len(callee.Operands) == 1 {
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
	initialises(m, c, path)
	if made := l.created(m, c, path); made != nil {
		return made
	}
	switch {
	case strings.HasPrefix(path, "absl."):
		return l.abslCall(m, c, path)
	case knowledge.IsLightningCLI(path):
		return l.commanded(m, c)
	}
	if v := l.settings(m, c, path); v != nil {
		return v
	}
	if joined := l.joined(m, path); joined != nil {
		return joined
	}
	if v := computed(c, path); v != nil {
		return v
	}
	switch path {
	case "hasattr":
		return hasMethod(m, c)
	case "inspect.signature":
		return l.signature(m, c)
	case "hydra.utils.instantiate", "hydra.utils.call":
		return l.instantiated(m, c)
	case "hydra.compose", "hydra.experimental.compose":
		return l.composed(m, c)
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
	case knowledge.MakesEngine:
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
	if made := l.instances(m, c, path); made != nil {
		return made
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
	if knowledge.WrapsModule(path) {
		return l.wrapped(m, c, path)
	}
	return nil
}

// instances are what a function gives that makes an instance of a class of its library, alone or with what comes along;
// nil for any other.
func (l Library) instances(m *run.Machine, c *run.Call, path string) run.Value {
	if class, ok := knowledge.InstanceOf(path); ok && knowledge.IsUnslothModel(class) {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol(class), c
		return &run.Tuple{Items: []run.Value{o, m.Unknown("a tokenizer")}}
	}
	if n := knowledge.LoadsCLIP(path); n > 0 { // the model, and what is done to its images
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol("open_clip.CLIP"), c
		items := []run.Value{o}
		for len(items) < n {
			items = append(items, m.Unknown("what is done to the images of a CLIP"))
		}
		if n == 1 {
			return o
		}
		return &run.Tuple{Items: items}
	}
	if class, ok := knowledge.InstanceOf(path); ok {
		o := m.NewObject(run.Instance, c)
		o.Class, o.Made = run.Symbol(class), c
		return o
	}
	if knowledge.HoldsItsArguments(path) {
		return holding(m, c, path)
	}
	return nil
}

// holding is an object whose attributes are the arguments that it is made with.
func holding(m *run.Machine, c *run.Call, path string) run.Value {
	o := m.NewObject(run.Instance, c)
	o.Class, o.Made = run.Symbol(path), c
	for _, a := range c.Args {
		if a.Name != "" && a.Star == 0 {
			m.Begin(o, a.Name, a.Value)
		}
	}
	return o
}

// settings are what a library's function gives that makes a parser, keeps the settings of a run, or says whether there
// is a GPU; nil for any other.
func (l Library) settings(m *run.Machine, c *run.Call, path string) run.Value {
	if l.OnGPU && (knowledge.AsksForGPU(path) || knowledge.AsksForBF16(path) && len(c.Args) == 0) {
		return run.Bool(true)
	}
	if l.OnGPU && knowledge.CountsGPUs(path) {
		o := m.NewObject(run.Result, c)
		o.Class, o.Made, o.Why, o.Word, o.Positive = run.Symbol(path), c, "built by "+path, run.LastPart(path), true
		return o
	}
	if knowledge.TracksSettings(path) {
		return l.tracked(m, c)
	}
	if options := knowledge.BroughtParser(path); options != nil {
		return broughtParser(m, c, options)
	}
	return nil
}

// processGroup is what the state of the program says of its process group.
const processGroup = "process group"

// joined notes that the process is one of a group, and answers who asks for it where a loader is made, far from where
// the processes met; nil where nothing is known. One that was started alone, and has joined none, is in none.
func (l Library) joined(m *run.Machine, path string) run.Value {
	switch {
	case knowledge.JoinsProcesses(path):
		m.Set(m.State(), processGroup, run.Bool(true))
	case path == "torch.distributed.is_initialized":
		joined := m.Get(m.State(), processGroup)
		if joined != nil && run.Known(joined) {
			return joined
		}
		if joined == nil && l.startedAlone() {
			return run.Bool(false)
		}
	}
	return nil
}

// startedAlone reports whether a command starts the program, and neither it nor its launcher says how many processes
// there are: python train.py.
func (l Library) startedAlone() bool {
	if l.Launch == nil || l.Launch.Environment == nil {
		return false
	}
	_, set := l.Launch.Environment("WORLD_SIZE")
	return !set
}

// positional are the arguments that have no names.
func positional(args []run.Argument) []run.Argument {
	return slices.DeleteFunc(slices.Clone(args), func(a run.Argument) bool { return a.Name != "" || a.Star == 2 })
}

// wrapped is DistributedDataParallel(model): another module that holds the model.
func (l Library) wrapped(m *run.Machine, c *run.Call, path string) run.Value {
	o := m.NewObject(run.Instance, c)
	o.Class, o.Made = run.Symbol(path), c
	if !wraps(m, c, o) {
		return nil
	}
	return o
}

// wraps makes an object hold the model that its constructor is given; it reports whether there is one.
func wraps(m *run.Machine, c *run.Call, o *run.Object) bool {
	inner, _ := c.Argument("module", 0)
	if inner == nil {
		return false
	}
	o.Operands, o.Operator = []run.Value{inner}, Wraps
	m.Begin(o, "module", inner)
	return true
}

// IsDistributed reports whether an object is one of DistributedDataParallel, or of a class of the project's that
// inherits from it.
func IsDistributed(o *run.Object) bool {
	if class, ok := o.Class.(*run.Class); ok {
		return slices.Contains(class.Line(), run.Value(distributed))
	}
	return o.Class == run.Value(distributed)
}

const distributed = run.Symbol("torch.nn.parallel.DistributedDataParallel")

// Wraps is the operator of a module that runs another one.
const Wraps = "wraps"

// Wrapped is what a module runs that is around another one; nil for any other object.
func Wrapped(o *run.Object) run.Value {
	if o.Operator != Wraps {
		return nil
	}
	return o.Operands[0]
}

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
