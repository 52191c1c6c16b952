package job

import (
	"bytes"
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// execution is one run of a script, which its modules share.
type execution struct {
	w        *Workspace
	entry    *Program
	programs map[*python.Module]*Program
	modules  []*Program // that are run, those that the others import first; nil when the run was let go
	begin    *Program   // the module with the training step, to run again from
	library  run.Library
	hides    func(python.Node) bool
	launch   *launch.Launch // nil where nothing starts the script
	started  *library.Launch
	function string             // what is called of the script, "" where the script does all itself
	read     []*config.Document // the configs that the run opened

	files map[string]bool // of the modules that ran, once the run was let go

	machine *run.Machine
	parsed  parsedOptions
	calls   map[*python.Call][]*run.Call
	// members are the functions that were entered with an object that the program makes, or that it hands to a dataset.
	members map[*python.Function]bool
	// passed are the functions whose every call the program came by and did not make.
	passed map[*python.Function]bool
	over   bool
	// cut: the script itself was not followed to its end. reached: it came to a training step.
	cut, reached bool
	// trainsLibrary: it came to a call by which a library trains.
	trainsLibrary bool
	followed      int // the calls of the trace that the script itself makes
}

// Steps of the interpreter for the script, for each function that nobody calls, and for all of these together.
const (
	scriptSteps   = 100_000
	functionSteps = 5_000
	enteredSteps  = 30_000
)

// program is a script as a job starts it: what the launcher says of the variables that it sets and of objects that
// depend on it comes from the job.
func (f *finder) program(m *python.Module, j *Job) *Program {
	e := &execution{w: f.w, programs: map[*python.Module]*Program{}}
	e.entry = &Program{module: m, file: m.File, run: e}
	e.programs[m] = e.entry
	e.modules = []*Program{e.entry}
	if e.launch = j.Launch; j.Launch != nil {
		e.function = j.Launch.Function
		e.entry.Arguments, e.entry.LaunchFile = j.Launch.Arguments, j.Launch.Command.File
	}
	file := m.File // what is kept below holds the text, and not the tree
	e.started = withFiles(started(j.Launch, file.Path, j.launcherVariable), j.Launch, f.w, file)
	e.library = launchedLibrary{
		Library: library.Library{
			Launch: e.started,
			Open: func(name string) *config.Document {
				d := f.w.opened(name, j.Launch, file.Path)
				if d != nil && !slices.Contains(e.read, d) {
					e.read = append(e.read, d)
				}
				return d
			},
			Named: e.named,
			OnGPU: true,
			Read:  &run.Reads{},
			Holds: func(name, releases string) knowledge.Holding {
				switch v := f.w.Versions(file.Path); {
				case v.Requires(name, releases):
					return knowledge.SurelyHeld
				case !v.Allows(name, releases):
					return knowledge.NeverHeld
				}
				return knowledge.PerhapsHeld
			},
		},
		decided: j.launched,
	}
	return e.entry
}

// named takes in the module of a class that a config names, as if the script imported it.
func (e *execution) named(v run.Value) {
	class, ok := v.(*run.Class)
	if !ok {
		return
	}
	for _, one := range class.Line() {
		if base, ok := one.(*run.Class); ok {
			e.takeIn(base.Unit.Module)
		}
	}
}

// takeIn has a module belong to the job as if the script imported it.
func (e *execution) takeIn(m *python.Module) {
	if len(e.modules) >= maxModules {
		return
	}
	if q := e.entry.peer(m); !slices.Contains(e.modules, q) {
		e.modules = append([]*Program{q}, e.modules...)
	}
}

// Find is the module of the project behind a dotted name, for the interpreter.
func (e *execution) Find(dotted, from string) (*python.Module, string) {
	m := e.imported(dotted, from)
	if m == nil {
		return nil, ""
	}
	return m, imports.Name(m.File.Path)
}

// Locate is the file behind a dotted name.
func (e *execution) Locate(dotted, from string) string { return e.w.locate(dotted, from) }

// Skim is a glance at a file.
func (e *execution) Skim(file string) *python.Skim { return e.w.skim(file) }

// Note is what make says of a file.
func (e *execution) Note(file string, key any, make func(*python.Module) any) any {
	return e.w.note(file, key, make)
}

// imported is the module of the project behind a dotted name.
func (e *execution) imported(dotted, from string) *python.Module {
	return e.held(e.w.imported(dotted, from))
}

// held is a module as the job holds it: a run that is made once more may find it parsed again since.
func (e *execution) held(m *python.Module) *python.Module {
	if m != nil && e.files != nil {
		for own := range e.programs {
			if own.File.Path == m.File.Path {
				return own
			}
		}
	}
	return m
}

// ran runs the script if nobody asked for it before.
func (e *execution) ran() *run.Machine {
	if e.machine != nil {
		return e.machine
	}
	if e.modules == nil {
		e.entry.Module() // which is held, and so is the one of the training step
		e.begin.Module()
		e.begin.parts(e.entry)
	}
	asked := survey.New(deciding, e)
	var m *run.Machine
	m = run.New(
		run.Options{
			Project: e,
			Library: e.library,
			Main:    e.entry.Module(),
			Steps:   scriptSteps,
			Locate:  true,
			Hides:   e.hides,
			Skips:   e.skips,
			Idle:    func(f *run.Function) bool { return asked.Idle(m, f) },
			Script:  e.script,
			Brought: e.takeIn,
			Apart:   ofModule, // who puts a network together still gives it back
			Binds:   func(dotted, from, name string) bool { return survey.Binds(e, dotted, from, name) },
		},
	)
	e.machine = m
	for _, p := range e.modules {
		m.Run(p.Module(), p.name())
	}
	e.startDecorated()
	e.startFunction()
	e.startGiven()
	e.trainsLibrary = reachesLibrary(m)
	e.cut, e.reached, e.followed = m.Over(), e.trainsLibrary || reachesStep(m), len(m.Trace.Calls)
	e.over = e.cut
	e.enterRest()
	e.enterMapped()
	e.calls = map[*python.Call][]*run.Call{}
	for _, c := range m.Trace.Calls {
		if c.Node != nil {
			e.calls[c.Node] = append(e.calls[c.Node], c)
		}
	}
	return m
}

// script is the file of the project that the program means by a path: from where it is started, else from where it is.
func (e *execution) script(name string) *python.Module {
	if path.Ext(name) != ".py" {
		return nil
	}
	var places []string
	if e.launch != nil {
		places = e.w.candidates(e.launch.Command, name)
	}
	for _, at := range append(places, e.w.around(name, e.entry.File().Path)...) {
		if e.w.exists(at) {
			return e.held(e.w.Module(at))
		}
	}
	return nil
}

// startDecorated calls the functions of the script that their decorators call.
func (e *execution) startDecorated() {
	if !bytes.Contains(e.entry.File().Text, []byte("call_parse")) {
		return
	}
	m := e.machine
	for _, f := range m.Functions(e.entry.Module(), e.entry.name(), nil) {
		if m.Visited(f.Node) == 0 &&
			slices.ContainsFunc(f.Decorators, func(d run.Symbol) bool { return knowledge.RunsItself(string(d)) }) {
			m.Start(f)
		}
	}
}

// deciding is what makes a function worth following to its end, whatever it costs: what is loaded, trained and fed, and
// what changes the options of the command line or of a config.
var deciding = &survey.Purpose{Does: func(n python.Node, _ bool) survey.Interest {
	switch n := n.(type) {
	case *python.Assign:
		return survey.If(slices.ContainsFunc(n.Targets, changesOption))
	case *python.AugAssign:
		return survey.If(changesOption(n.Target))
	case *python.Arg:
		return survey.If(knowledge.OfJob(n.Name))
	case *python.Attribute:
		if name, ok := n.Value.(*python.Name); ok && knowledge.ReadsConfig(name.ID, n.Attr) {
			return survey.Deep
		}
		return decides(n.Attr)
	case *python.Name:
		return decides(n.ID)
	}
	return survey.None
}}

func decides(word string) survey.Interest {
	if knowledge.OfJobStep(word) {
		return survey.Inside
	}
	return survey.If(knowledge.OfJob(word))
}

// changesOption reports whether a target is args.name or the like: an attribute of what holds options by its name, or
// one that is named like a part of a job, of an object that is not one's own. A name of one letter tells nothing (a =
// parse_args()), and any other object has its attributes set all over a library: following each such function takes all
// the steps of a job.
func changesOption(e python.Expr) bool {
	if item, ok := e.(*python.Subscript); ok { // os.environ["MASTER_PORT"] = …
		return python.LastName(item.Value) == "environ"
	}
	at, ok := e.(*python.Attribute)
	if !ok {
		return false
	}
	name, ok := at.Value.(*python.Name)
	return ok && name.ID != "self" &&
		(knowledge.NamesOptionsObject(name.ID) || knowledge.OfJob(at.Attr) || len(name.ID) == 1)
}

// manyLayers is how many layers of one class are built before the next ones are taken to be like them.
const manyLayers = 3

// skips are the functions that are not followed: what a network computes, and how its many layers are built.
func (e *execution) skips(f *run.Function) bool {
	if computes(f) {
		return true
	}
	return f.Name() == "__init__" && ofModule(f) && e.machine.Visited(f.Node) >= manyLayers
}

// ofModule reports whether a method is one of a torch module.
func ofModule(f *run.Function) bool {
	return f.Class != nil && slices.Contains(f.Class.Line(), run.Value(run.Symbol("torch.nn.Module")))
}

// computes reports whether a function is what a network does with a batch, or works without gradients: it decides
// nothing of a job, and costs the most to follow.
func computes(f *run.Function) bool {
	if f.Class != nil && f.Name() == "forward" {
		return true
	}
	return slices.ContainsFunc(f.Decorators, func(d run.Symbol) bool {
		mode, _, set := knowledge.GradMode(string(d))
		return set && !mode
	})
}

func (p *Program) name() string {
	if p == p.run.entry {
		return "__main__"
	}
	return imports.Name(p.File().Path)
}

// enterRest runs the functions that nobody calls: the methods of objects that the program makes, and those of the
// script's own modules.
func (e *execution) enterRest() {
	m := e.machine
	e.members, e.passed = map[*python.Function]bool{}, map[*python.Function]bool{}
	made, space := e.madeObjects()
	left := enteredSteps
	for i := len(e.modules) - 1; i >= 0; i-- {
		p := e.modules[i]
		for _, f := range m.Functions(p.Module(), p.name(), nil) {
			if left <= 0 || m.Visited(f.Node) > 0 || computes(f) {
				continue
			}
			if e.passedOver(p.Module(), f) {
				e.passed[f.Node] = true
				continue
			}
			self, known := run.Value(nil), false
			if f.Class != nil {
				self, known = made[f.Class]
			}
			if p.imported && !known {
				continue
			}
			m.Renew(min(functionSteps, left))
			if !known {
				self = m.SelfOf(f)
			} else {
				e.members[f.Node] = true
			}
			m.Enter(f, self, optionsFor(f, space)...)
			left -= m.Spent()
		}
	}
	e.over = e.over || left <= 0
}

// passedOver reports whether the program came by each call of a function and did not make it: add_adapters(model) under
// an `if args.rank > 0` that is false says nothing of the job. That shows only where the run came to the training and
// to its end, and not where the call stands in a lambda, which somebody else makes: data.map(lambda x: tokenize(x,
// tokenizer)).
func (e *execution) passedOver(module *python.Module, f *run.Function) bool {
	if !e.reached || e.cut || f.Class != nil || len(f.Node.Decorators) > 0 {
		return false
	}
	_, bindings := module.Lookup(f.Name(), f.Node)
	if len(bindings) != 1 {
		return false
	}
	uses := module.Uses(bindings[0])
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use *python.Name) bool {
		call, ok := use.Parent().(*python.Call)
		around := python.EnclosingFunction(use)
		return !ok || call.Func != python.Expr(use) || inLambda(call) ||
			around != nil && (e.machine.Visited(around) == 0 || e.machine.LeftOff(around))
	})
}

// madeObjects are the objects that the program made of its own classes, by class, and the one namespace that it parses
// its command line into.
func (e *execution) madeObjects() (made map[*run.Class]run.Value, space run.Value) {
	made = map[*run.Class]run.Value{}
	spaces := 0
	for _, c := range e.machine.Trace.Calls {
		o, ok := c.Result.(*run.Object)
		if !ok {
			continue
		}
		if o.Class == run.Value(run.Symbol("argparse.Namespace")) && run.Value(o) != space {
			space = o
			spaces++
		}
		class, ok := o.Class.(*run.Class)
		if !ok || o.Kind != run.Instance {
			continue
		}
		for _, one := range class.Line() {
			if base, ok := one.(*run.Class); ok && made[base] == nil {
				made[base] = o
			}
		}
	}
	if spaces != 1 {
		space = nil
	}
	return made, space
}

// optionsFor gives a function main(args) that only the outside calls what the file's parser gives.
func optionsFor(f *run.Function, space run.Value) []run.Argument {
	if space == nil {
		return nil
	}
	for _, p := range f.Params() {
		if p.Name == "args" || p.Name == "opt" || p.Name == "opts" {
			return []run.Argument{{Name: p.Name, Value: space}}
		}
	}
	return nil
}

// end lets go of the run: a project has many jobs, and each run holds all that it met, each module the tree of its
// file. What is asked afterwards is asked of a new run.
func (e *execution) end(job *Job) {
	if e.files == nil || e.machine != nil {
		e.files = map[string]bool{}
		for m := range e.programs {
			e.files[m.File.Path] = true
		}
	}
	e.modules, e.begin = nil, job.Program
	e.machine, e.calls, e.members, e.passed, e.parsed = nil, nil, nil, nil, parsedOptions{}
	for m, p := range e.programs {
		if e.hides != nil && (p == job.Program || p == e.entry) { // what is hidden are nodes of the tree
			continue
		}
		p.rest()
		delete(e.programs, m)
	}
	for i := range job.Loads {
		if p := job.Loads[i].In; e.programs[p.module] != p {
			p.rest()
		}
	}
	if p := job.argumentsIn; p != nil && e.programs[p.module] != p {
		p.rest()
	}
}

// alone is a value without what it was made of.
func (f Found) alone() Found {
	f.Via = nil
	switch v := f.Value.(type) {
	case *run.Object:
		f.Value = &run.Object{Kind: v.Kind}
	case run.Symbol:
	default:
		if !f.Known() {
			f.Value = nil
		}
	}
	items := make([]Found, len(f.Items))
	for i, item := range f.Items {
		items[i] = item.alone()
	}
	if f.Items != nil {
		f.Items = items
	}
	return f
}
