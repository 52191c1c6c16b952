package run

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Unit is a module of the project in a run.
type Unit struct {
	Module *python.Module
	// Name is the dotted name by which the project imports it.
	Name string

	scope    *Object
	executed bool
	running  bool
	// resolving are the names that are being looked up without running the module's body.
	resolving map[string]bool
	// deferred are the imported names that nobody has read yet.
	deferred map[string]*python.Alias
	filled   *filled
}

// Project finds what a program imports from itself.
type Project interface {
	// Find is the module of the project behind a dotted name as it is imported in the file at from, and the name
	// under which it is known; nil when the name is a library's.
	Find(dotted, from string) (*python.Module, string)
}

// Library says what calls of libraries give. It may look at the call and change the machine's state through it;
// a nil Value leaves the answer to the machine.
type Library interface {
	Call(m *Machine, c *Call) Value
	Attribute(m *Machine, object Value, name string) Value
}

// Reader is a Library that knows how often the program has read a file whose content is known, and how often another.
type Reader interface {
	Reads() Reads
}

// Distributor is a Library that knows which methods, called on one of several objects, give or change just that one:
// net = (resnet50() if deep else resnet18()).cuda() is either.
type Distributor interface {
	Distributes(object Value, method string) bool
}

// Reads counts the files that a program has read so far.
type Reads struct{ Found, Missed int }

// onlyFound reports whether what was read since is known, all of it.
func (r Reads) onlyFound(since Reads) bool { return r.Found > since.Found && r.Missed == since.Missed }

func (m *Machine) reads() Reads {
	if r, ok := m.Library.(Reader); ok {
		return r.Reads()
	}
	return Reads{}
}

// Options say how a program is run.
type Options struct {
	Project Project // nil: the file stands alone
	Library Library // nil: nothing is known but Python itself
	// Steps bounds the work: statements, calls, items of containers. 0 is the usual bound.
	Steps int
	// Notable reports whether a call matters to whoever reads the trace: a function in which none happens need not be
	// run for each of its calls. nil: none does.
	Notable func(*Call) bool
	// Idle reports whether nothing that anybody asks about happens in a function and in what it calls: it is given up
	// where it costs much, and what it would have changed is unknown. nil: none is.
	Idle func(*Function) bool
	// Apart reports whether the work of a constructor is not part of what an idle function around it may cost. nil: all
	// is.
	Apart func(*Function) bool
	// Locate keeps with every constant where it was decided and who read it on the way, and with every expression what it
	// was; see Located and ValueOf. The run is taken to get through: a `raise` to which what is known leads is passed
	// over.
	Locate bool
	// Main is the module that runs as a script; its __name__ is "__main__".
	Main *python.Module
	// Skips are functions whose calls are not followed; nil: none.
	Skips func(*Function) bool
	// Open takes a parameter's default for one of the values that callers give it, where no caller is seen: what stands
	// behind an option that is off when nobody asks for it is run, too.
	Open bool
	// Near keeps to the module that is run: what it imports from other modules of the project is unknown.
	Near bool
	// Binds reports whether a module behind a dotted name, as it is imported in the file at from, may have a name, without
	// anything being run; nil: nobody knows.
	Binds func(dotted, from, name string) bool
	// Brief has the result of a function that was given up told by its own statements: what it calls is not followed then.
	Brief bool
	// Script is the file of the project that a program opens by a path, to run what it says; nil for none.
	Script func(path string) *python.Module
	// Brought is told of a module of the project that a program imports by a name that it computes; nil: nobody asks.
	Brought func(*python.Module)
	// Hides are statements and calls that this run leaves out; nil: none.
	Hides func(python.Node) bool
}

const usualSteps = 200_000

// Machine runs one program. It belongs to one goroutine.
type Machine struct {
	Options
	units map[*python.Module]*Unit
	// importing are those that put off what imported names stand for.
	importing []*Unit

	handed map[*Object]*Call // what constructors hand on to a library's, by the object; nil where several calls do

	trail []write
	path  []Literal
	dead  bool // what follows is not reached
	forks int  // how many forks are open
	// chosen counts the literals of path that choose the object whose method is called next.
	chosen int

	seq        int
	steps      int
	writes     int    // how often anything but a function's own names was changed
	limit      int    // of the steps: Steps, or less inside of an idle function
	idled      int    // the steps of idle functions
	abridged   int    // functions are being run in brief
	briefly    int    // the steps of functions that were run in brief
	cut        *Trace // what had happened when an idle function came to its limit, nil while none has
	stopped    int    // the sequence number at which the work ran out, 0 while it has not
	frame      *frame
	laps       []Lap
	managed    []Value            // the context managers around, outermost first
	entering   python.Expr        // what a with goes into
	paused     map[*Object]*frame // of the generators that are context managers and are not left yet
	node       python.Node
	pure       map[pureKey]*Object
	factors    map[*Object]*Located // of products with a number: where it was decided
	both       map[bothKey]*Condition
	joined     map[string][]*Condition // by the text of what was asked
	made       map[python.Node]*Object // what stands for a parameter or the like, made once
	built      map[*Object]Trace       // what their constructors did, of the objects of entries
	visited    map[python.Node]int     // how often a function was run
	inTrace    map[python.Node]bool    // the functions of whose runs one is in the trace
	hidden     int                     // how many runs that the trace does not show stand around the present
	heavy      map[python.Node]bool
	leaves     map[decoration]bool       // decorators that were run: whether they leave everything as it is
	decorating int                       // decorators of the project are being applied, one inside of another
	givenUp    map[python.Node]bool      // idle functions that were given up
	passing    map[*python.Function]bool // functions that only call another one, see passesOn
	folders    map[Symbol]*Unit          // packages without a file of their own that __import__ gave, and where it stands
	binding    map[string]bool           // the files that only bind names, by path: they are not run
	begun      map[begun]*Call           // constructors that were, by the object they were building
	// settling are the attributes and methods that were tried in order to find an attribute.
	settling  map[*Object]map[string]bool
	summaries map[summaryKey]summary
	absent    *Object  // stands for keys that may not be there, made when it is first asked for
	state     *Object  // what is global to the process: whether gradients are recorded
	decider   *Located // what the test that is being asked looked at in another file
	kept      map[python.Node]*seen
	asked     map[python.Expr]*asked
	raised    bool // what follows is not reached because of a raise
	// departures counts the ways that left a function or a lap otherwise than by a raise.
	departures int

	// Room that is used again where ways meet: none of it outlives one meeting.
	places       placed
	table        []Value
	alternatives []Alternative
	flat         []Alternative
	gatesNow     []Literal
	endings      []ending // of the forks that are going on, those within last
	conjoined    []Literal
	// What was put together last.
	conjunctions conjunctions
	// The gates and managers of the last call: the next one mostly has the same.
	lastGates    []Literal
	lastManagers []Value

	// Trace is what happened, in order.
	Trace Trace
}

// frame is one call that is being run, or the body of a module or class.
type frame struct {
	function *Function
	class    *Class
	unit     *Unit
	scope    *Object
	call     *Call // who called
	above    *frame
	depth    int
	trail    int
	path     int
	forks    int
	laps     int
	managed  int
	endings  []ending // of returns
	grads    []Value  // whether operations are recorded around each open with
	yields   []Value
	yielded  [][]Value // the context managers around each yield
	guessed  bool      // nobody passes the arguments
	loops    []*turning
	halves   *halves // of a context manager that a with goes into
}

// New prepares a machine.
func New(o Options) *Machine {
	if o.Steps == 0 {
		o.Steps = usualSteps
	}
	return &Machine{
		Options: o, units: map[*python.Module]*Unit{}, pure: map[pureKey]*Object{}, factors: map[*Object]*Located{},
		made: map[python.Node]*Object{}, built: map[*Object]Trace{}, visited: map[python.Node]int{},
		inTrace: map[python.Node]bool{},
		heavy:   map[python.Node]bool{}, leaves: map[decoration]bool{}, givenUp: map[python.Node]bool{},
		begun: map[begun]*Call{}, limit: o.Steps, summaries: map[summaryKey]summary{}, state: &Object{Kind: Namespace},
		kept: map[python.Node]*seen{}, asked: map[python.Expr]*asked{}, settling: map[*Object]map[string]bool{},
	}
}

// Over reports whether the work ran out; what was found before holds, what was not found says nothing.
func (m *Machine) Over() bool { return m.steps > m.Steps }

// Stopped is the sequence number at which the work ran out: what came before was all seen. 0 when it did not.
func (m *Machine) Stopped() int { return m.stopped }

// Visited reports how often a function's body was run.
func (m *Machine) Visited(f *python.Function) int { return m.visited[f] }

// Shown reports whether a trace shows a run of a function's body: a method that was only run to see what it assigns to
// an attribute left nothing there.
func (m *Machine) Shown(f *python.Function) bool { return m.inTrace[f] }

func (m *Machine) next() int {
	m.seq++
	return m.seq
}

func (m *Machine) place(n python.Node) Place {
	if m.frame == nil {
		return Place{}
	}
	return Place{m.frame.unit, n}
}

// Unit is a module of the project in this run.
func (m *Machine) Unit(module *python.Module, name string) *Unit {
	u := m.units[module]
	if u == nil {
		u = &Unit{Module: module, Name: name, resolving: map[string]bool{}}
		u.scope = &Object{Kind: Scope, lexical: &lexical{unit: u}, At: Place{u, nil}}
		m.units[module] = u
	}
	return u
}

// Modules are the files of the project that the run has met.
func (m *Machine) Modules() int { return len(m.units) }

// EachModule visits the files of the project that the run has met.
func (m *Machine) EachModule(visit func(*python.Module)) {
	for module := range m.units {
		visit(module)
	}
}

// object makes an object where the run stands.
func (m *Machine) object(kind Kind, at python.Node) *Object {
	return &Object{Kind: kind, At: m.place(at), Laps: m.lapsNow(), Seq: m.next(), Grad: m.GradEnabled()}
}

func (m *Machine) lapsNow() []Lap { return m.laps[:len(m.laps):len(m.laps)] }

// unknown is something that only the program knows.
func (m *Machine) unknown(at python.Node, why string, words ...any) *Object {
	o := m.object(Unknown, at)
	o.Why = why
	if len(words) > 0 {
		o.Why = fmt.Sprintf(why, words...)
	}
	return o
}

// Run executes a module as a script.
func (m *Machine) Run(module *python.Module, name string) {
	m.execute(m.Unit(module, name))
}

// execute runs the body of a module once.
func (m *Machine) execute(u *Unit) {
	if u.executed || u.running {
		return
	}
	u.running = true
	m.unlimited(func() {
		m.inFrame(&frame{unit: u, scope: u.scope}, func() { m.block(u.Module.Body) })
	})
	u.running, u.executed = false, true
	m.dead = false
}

// inFrame does something inside a frame. Ways that end in it meet at its end.
func (m *Machine) inFrame(f *frame, do func()) Value {
	f.above, f.trail, f.path, f.laps, f.managed = m.frame, len(m.trail), len(m.path), len(m.laps), len(m.managed)
	f.forks = m.forks
	f.guessed = f.call != nil && f.call.Entry
	if m.frame != nil {
		f.depth = m.frame.depth + 1
		f.guessed = f.guessed || m.frame.guessed
	}
	m.frame = f
	do()
	if !m.dead {
		f.endings = append(f.endings, m.endOfFrame(None))
	}
	m.dead = false
	m.laps, m.managed = m.laps[:f.laps], m.managed[:f.managed]
	var result Value
	if len(f.endings) == 1 && f.endings[0].inPlace {
		result = f.endings[0].result
	} else {
		m.undo(f.trail)
		m.forget(f.path)
		result = m.meet(f.endings)
	}
	m.forget(f.path)
	m.frame = f.above
	return result
}

// endOfFrame describes the present state as the end of the frame. When nothing else ends there the state need not be
// copied.
func (m *Machine) endOfFrame(result Value) ending {
	f := m.frame
	if len(f.endings) == 0 && m.forks == f.forks && len(f.loops) == 0 {
		return ending{result: result, inPlace: true}
	}
	return m.ends(f.trail, f.path, result)
}

// Enter runs a function that nobody calls, with unknown arguments but for those that are given; self is the object of
// a method, nil for none.
func (m *Machine) Enter(f *Function, self Value, given ...Argument) Value {
	call := &Call{Unit: f.Unit, Callee: f, At: f.At(), Entry: true}
	if self != nil && f.Kind != StaticMethod {
		call.Args = []Argument{{Value: self}}
	}
	call.Args = append(call.Args, given...)
	var result Value
	m.inFrame(&frame{unit: f.Unit, scope: f.Unit.scope}, func() {
		m.assume(f.under)
		m.record(call)
		result = m.invoke(f, call, f.At())
	})
	call.Result = result
	m.dead = false
	m.forget(0)
	if o, ok := self.(*Object); ok && f.Name() == "__init__" { // which has made its attributes anew
		m.built[o] = m.Trace
	}
	// what this method left there is not all that others may find
	if o, ok := self.(*Object); ok && m.Open && f.Class != nil && o.Kind == Instance {
		m.openAttributes(o)
	}
	return result
}

// Instance is an instance of a class that nobody makes where it can be seen: its constructor runs with unknown
// arguments.
func (m *Machine) Instance(c *Class) *Object {
	if o := m.made[c.Node]; o != nil {
		return o
	}
	var o *Object
	m.inFrame(&frame{unit: c.Unit, scope: c.Unit.scope}, func() {
		o = m.object(Instance, c.Node)
		o.Class, o.Word, o.Laps = c, c.Name(), nil
		m.made[c.Node] = o
		if f, ok := m.lookupClass(c, "__init__").(*Function); ok {
			call := &Call{Unit: f.Unit, Callee: f, At: f.At(), Args: []Argument{{Value: o}}, Entry: true}
			m.apart(func() {
				m.Trace = Trace{}
				m.invoke(f, call, f.At())
				m.built[o] = m.Trace
			})
		}
	})
	m.dead = false
	if m.Open {
		m.openAttributes(o)
	}
	return o
}

// Building is what happened while an object was made on which a method was entered: its constructor ran before, and no
// trace of an entry shows that.
func (m *Machine) Building(v Value) Trace {
	o, _ := v.(*Object)
	return m.built[o]
}

// Renew gives the run new steps: each entry has its own bound. What a job's run enters besides its script belongs to
// the same program, so idle functions have one purse there.
func (m *Machine) Renew(steps int) {
	m.steps, m.Steps, m.limit, m.stopped, m.cut = 0, steps, steps, 0, nil
	if !m.Locate {
		m.idled = 0
	}
}

// Global is a name of a module, found without running the module's body where that is possible.
func (m *Machine) Global(u *Unit, name string) Value { return m.global(u, name) }

// GradEnabled is whether operations are recorded here: a Bool, or unknown.
func (m *Machine) GradEnabled() Value {
	if v := m.get(m.state, "grad"); v != nil {
		return v
	}
	return Bool(true)
}

// SetGradEnabled is what torch.set_grad_enabled and its like do.
func (m *Machine) SetGradEnabled(v Value) { m.set(m.state, "grad", v) }

// spend counts work; it reports whether there is any left. All entries together are paid
// for by the file.
func (m *Machine) spend(n int) bool {
	m.steps += n
	m.Main.Meter.Spend(2 * n)
	if m.steps > m.Steps && m.stopped == 0 {
		m.stopped = m.seq
	}
	if m.steps <= m.limit {
		return true
	}
	if m.cut == nil {
		trace := m.Trace
		m.cut = &trace
	}
	return false
}

// NewObject makes an object where a call stands.
func (m *Machine) NewObject(kind Kind, c *Call) *Object { return m.object(kind, c.At) }

// Begin gives an object a field that it has from the beginning.
func (m *Machine) Begin(o *Object, name string, v Value) { o.begin(name, v) }

// Set changes a field of an object.
func (m *Machine) Set(o *Object, name string, v Value) { m.set(o, name, v) }

// Get reads a field of an object; nil when it has none.
func (m *Machine) Get(o *Object, name string) Value { return m.get(o, name) }

// Running reports whether the program runs: a question that is asked behind its end can call nothing.
func (m *Machine) Running() bool { return m.frame != nil }

// Unknown is something that only the program knows.
func (m *Machine) Unknown(why string) *Object { return m.unknown(m.node, "%s", why) }

// Call calls a value where another call stands.
func (m *Machine) Call(callee Value, args []Argument, where *Call) Value {
	return m.call(callee, args, nil, where.At)
}

// InProcess calls a function as a process of its own does: what ends or fails there does not end the program that
// started it.
func (m *Machine) InProcess(callee Value, args []Argument, where *Call) {
	m.Call(callee, args, where)
	m.dead, m.raised = false, false
}

// ClassMember is an attribute of a class or its bases; nil when the project's classes do not have it.
func (m *Machine) ClassMember(c *Class, name string) Value { return m.lookupClass(c, name) }

// HandedOn is the call by which a constructor of the project hands an object's arguments on to the constructor of a
// library's class: super().__init__(…). nil where none was seen, or one of several.
func (m *Machine) HandedOn(o *Object) *Call { return m.handed[o] }

func (m *Machine) handOn(self Value, c *Call) {
	o, ok := Bare(self).(*Object)
	if !ok {
		return
	}
	if m.handed == nil {
		m.handed = map[*Object]*Call{}
	}
	if before, known := m.handed[o]; known && (before == nil || before.At != c.At) {
		c = nil
	}
	m.handed[o] = c
}

// Spent is the work done since the steps were renewed.
func (m *Machine) Spent() int { return m.steps }

// Contents are the values that a container may hold.
func (m *Machine) Contents(o *Object) []Value {
	var list []Value
	switch o.Kind {
	case List, Set:
		held := m.items(o)
		list = held.list
		if held.rest != nil {
			list = append(list[:len(list):len(list)], held.rest)
		}
	case Dict:
		held := m.entries(o)
		list = held.values
		if held.rest != nil {
			list = append(list[:len(list):len(list)], held.rest)
		}
	}
	return list
}

// ItemsReplaced reports whether the program has stored items in an object of which nothing else is known.
func (m *Machine) ItemsReplaced(o *Object) bool {
	for _, f := range o.fields.list {
		if f.value != nil && f.name[0] == '[' && f.name != contents {
			return true
		}
	}
	return false
}
