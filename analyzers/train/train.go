// Package train knows what a program does when it trains: which loop is which, what happens in a training step and in
// what order, to which object, and which tensors carry a graph. It asks the interpreter what ran.
package train

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// Facts answers questions about the programs that start in one file. Answers are computed when they are first asked
// for; a Facts belongs to one goroutine at a time.
type Facts struct {
	Module *python.Module

	project Project
	machine *run.Machine
	entries []*Entry
	ran     bool
	survey  *survey.Survey
	passes  *forwards
	// quietly are the functions that an evaluator of a library calls with gradients off; nil: not looked for yet
	quietly map[string]bool
	readers map[string][]*python.Function      // of attributes, by name
	inner   map[*python.Function]*run.Function // defined inside of others, until all entries were run

	cudaLoads   map[python.Node]bool        // calls of torch.load; nil until somebody asks
	loadsBehind map[python.Node][]*run.Call // by LoadsBehind
	loadsAmong  map[python.Node]map[int][]*run.Call

	configures *[]lightningSetup // what LightningModules give their trainer; nil until somebody asks

	held *holding // the modules of the file as they are made; nil until somebody asks

	classes  []*python.Class // that are modules with a forward pass; nil until somebody asks
	trains   *bool           // whether a program trains anything; nil until somebody asks
	switched []*Switch       // where gradients of modules are switched; nil until somebody asks
	methods  map[string]bool // that are differentiated, of objects of which nothing is known; nil until somebody asks
	// freezeOnly are the classes that freeze something and compute no gradients, and those that were looked at.
	freezeOnly map[*python.Class]bool
}

// Entry is one place where a program starts, and what happened from there: the file as a script, or a function that
// no other entry has run.
type Entry struct {
	Facts *Facts
	// Function is nil for the script.
	Function *run.Function
	Calls    []*run.Call
	Stores   []*run.Store
	Altered  []*run.Store // what is taken out of lists, sets and dictionaries
	Loops    []*run.LoopRun
	Walks    []*run.Walk
	Returns  []*run.Return
	// Whole is false when the run had to stop early: what did not happen says nothing then.
	Whole bool
	// Built is what happened when the object was made on which a method is entered.
	Built run.Trace
	// Until is the sequence number at which a run that is not whole stopped: before it, everything was seen.
	Until int

	hook    *python.Param // what a forward hook is given last: a module's output; nil for any other entry
	events  []*Event
	loops   []*Loop
	graph   *graph
	usedBy  *uses
	fates   map[*run.Call]*fate // of the passes whose results were followed
	loopsOf map[int]*Loop
	steps   []*Step
	// optimized are the modules whose parameters optimizers take; nil until somebody asks.
	optimized map[*run.Object]bool
	frozen    []freezing
	thawed    []freezing
	ownedBy   Owner
	known     known
	// missed says of the loops and functions that somebody asked for whether a backward pass is written there that the run
	// did not come to.
	missed map[python.Node]bool
	// methods are the calls in loops of methods that are not seen; nil until somebody asks.
	methods map[methodOf][]*run.Call
	// few are the calls that many questions look for; nil until somebody asks.
	few *fewCalls
	// runners are the calls within which a module is run, for those modules that somebody asked for.
	runners map[*run.Object]map[*run.Call]bool
	// givenAway says of the modules that somebody asked for whether a function that is not seen is given them.
	givenAway map[*run.Object]bool
}

// known says which answers were computed.
type known struct{ events, loops, steps, owner, freezings, thawings bool }

// Project is where the files that a program imports are found.
type Project interface {
	run.Project
	survey.Project
	// Text is the content of a file of any kind; nil when it cannot be read.
	Text(path string) []byte
}

// New prepares the facts of a file; project is nil for a file that stands alone.
func New(m *python.Module, project Project) *Facts {
	return &Facts{Module: m, project: project}
}

// Of are the facts of what somebody else's run of a program did: calls are those of its calls that count. Nothing more
// is run.
func Of(m *python.Module, machine *run.Machine, calls []*run.Call) *Facts {
	f := &Facts{Module: m, machine: machine, ran: true}
	t := machine.Trace
	f.entries = []*Entry{
		{Facts: f, Calls: calls, Stores: t.Stores, Altered: t.Altered, Loops: t.Loops, Walks: t.Walks, Returns: t.Returns,
			Whole: !machine.Over(), Until: machine.Stopped()},
	}
	return f
}

// Steps of the interpreter for one entry, and for all entries of a file together.
const (
	entrySteps = 60_000
	fileSteps  = 400_000
	// scriptSteps are for the script itself: large trainers read their options, and put a dataset and a model together,
	// before they come to their loop.
	scriptSteps = 120_000
	// inTests is the part of them that a file of tests gets: its functions put whole libraries to work for a step that
	// nobody waits for, and there are hundreds of them in one folder.
	inTests = 5
)

// stepsFor are the steps for the script of a file, for one other entry, and for all of these.
func stepsFor(file string) (script, entry, all int) {
	if strings.HasPrefix(path.Base(file), "test_") && strings.Contains("/"+file, "/tests/") {
		return scriptSteps / inTests, entrySteps / inTests, fileSteps / inTests
	}
	return scriptSteps, entrySteps, fileSteps
}

// Entries are the places where programs start in the file. A program that was too long to be followed to its end is one
// more time looked at with nothing but its own file: building a model of which nobody says which one can cost more than
// all the rest.
func (f *Facts) Entries() []*Entry {
	if f.ran {
		return f.entries
	}
	f.ran = true
	f.survey = survey.New(training, f.surveyed())
	f.machine = f.newMachine(false)
	followed := map[python.Node]bool{}
	whole := f.enterAll(followed)
	if whole || f.project == nil {
		return f.entries
	}
	far := f.machine
	f.machine = f.newMachine(true)
	f.enterAll(followed)
	f.machine = far
	return f.entries
}

// surveyed is the project for a survey, which knows nil for a file that stands alone.
func (f *Facts) surveyed() survey.Project {
	if f.project == nil {
		return nil
	}
	return f.project
}

// binds reports whether a star gives a name.
func (f *Facts) binds(dotted, from, name string) bool {
	return f.project == nil || survey.Binds(f.project, dotted, from, name)
}

// configAt is a config file of the project; nil when there is none.
func (f *Facts) configAt(path string) *config.Document {
	if f.project == nil {
		return nil
	}
	text := f.project.Text(path)
	if text == nil {
		return nil
	}
	return config.Parse(source.New(path, text))
}

func (f *Facts) newMachine(near bool) *run.Machine {
	return f.machineWith(func(o *run.Options) { o.Near = near })
}

// machineWith is an interpreter of the file, with what is changed of its options.
func (f *Facts) machineWith(change func(*run.Options)) *run.Machine {
	steps, _, _ := stepsFor(f.Module.File.Path)
	var m *run.Machine
	options := run.Options{
		Project: f.project,
		Library: library.Library{Composes: f.configAt},
		Main:    f.Module,
		Steps:   steps,
		Notable: notable,
		Idle:    func(fn *run.Function) bool { return f.survey.Idle(m, fn) },
		Binds:   f.binds,
		Open:    true,
		Brief:   true,
	}
	change(&options)
	m = run.New(options)
	return m
}

// enterAll runs the entries that were not followed to their end yet, and notes those that are; nil is the script's
// node. It reports whether all were.
func (f *Facts) enterAll(followed map[python.Node]bool) bool {
	interest := interestOf(f.Module)
	whole := true
	f.inner = nil
	enter := func(fn *run.Function, node python.Node, do func()) {
		f.enter(fn, do)
		e := f.entries[len(f.entries)-1]
		whole = whole && e.Whole
		if !e.Whole {
			return
		}
		followed[node] = true
		for _, c := range e.Calls {
			if g := functionOf(c); g != nil && g.Node != nil {
				followed[g.Node] = true
			}
		}
	}
	if interest.script && !followed[nil] {
		enter(nil, nil, func() { f.machine.Run(f.Module, "__main__") })
	}
	if len(interest.functions) == 0 {
		return whole
	}
	_, each, left := stepsFor(f.Module.File.Path)
	visit := func(fn *run.Function, self run.Value, given []run.Argument) {
		if left <= 0 {
			return
		}
		f.machine.Renew(min(each, left))
		enter(fn, fn.Node, func() {
			if before := f.machine.GradEnabled(); isQuietHook(fn) {
				f.machine.SetGradEnabled(run.Bool(false))
				defer f.machine.SetGradEnabled(before)
			}
			f.machine.Enter(fn, self, given...)
		})
		f.entries[len(f.entries)-1].Built = f.machine.Building(self)
		left -= f.machine.Spent()
	}
	functions := f.machine.Functions(
		f.Module,
		"__main__",
		func(fn *python.Function) bool { return interest.functions[fn] },
	)
	for _, fn := range functions {
		if interest.functions[fn.Node] && !f.machine.Shown(fn.Node) && !followed[fn.Node] {
			visit(fn, f.machine.SelfOf(fn), nil)
		}
	}
	f.enterInherited(func(fn *run.Function, self run.Value) { visit(fn, self, nil) })
	f.enterInner(func(fn *run.Function) { visit(fn, nil, nil) })
	f.enterAgain(functions, visit)
	return whole
}

// notable calls are events, and forward passes of whole models: a function that makes one is run for each of its calls.
// What computes the loss of a batch is called where the model trains and where it is evaluated.
func notable(c *run.Call) bool { return newEvent(c) != nil || runsModel(c) }

// runsModel reports whether code that is no module runs one: something that is handed in, or that is no single layer of
// torch's.
func runsModel(c *run.Call) bool {
	o, ok := c.Callee.(*run.Object)
	if !ok || c.Node == nil || ofModule(c.Caller) {
		return false
	}
	if isHandedIn(o) {
		return !knowledge.NamesCriterion(python.LastName(c.Node.Func))
	}
	class, ofLibrary := o.Class.(run.Symbol)
	return library.IsModule(o) && !(ofLibrary && strings.HasPrefix(string(class), "torch.nn."))
}

// enter runs one entry and keeps what happened.
func (f *Facts) enter(fn *run.Function, do func()) {
	f.machine.Trace = run.Trace{}
	do()
	t := f.machine.Trace
	f.keepInner(t.Functions)
	f.entries = append(
		f.entries,
		&Entry{Facts: f, Function: fn, Calls: t.Calls, Stores: t.Stores, Altered: t.Altered, Loops: t.Loops, Walks: t.Walks,
			Returns: t.Returns, Whole: !f.machine.Over(), Until: f.machine.Stopped()},
	)
}

// Machine is the interpreter that ran the entries.
func (f *Facts) Machine() *run.Machine {
	f.Entries()
	return f.machine
}
