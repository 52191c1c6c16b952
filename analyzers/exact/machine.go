// Package exact runs Python as Python does, on values that are known: one way through the program, every loop to its
// end, exceptions raised and caught. Where something is not known on which the way depends, the run stops there and
// says why. (Package run asks what may happen on any way; it never stops, and is content with less.)
//
// It knows Python and its standard library. What calls of other libraries give is asked of a Library.
package exact

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Project finds what a program imports from itself.
type Project interface {
	// Find is the module of the project behind a dotted name as it is imported in the file at from, and the name
	// under which it is known; nil when the name is a library's.
	Find(dotted, from string) (*python.Module, string)
}

// Library says what a library's names are, and how its values are used. Of a value that is not the library's, each
// method gives nil or false.
type Library interface {
	// Lookup is what a dotted name stands for; nil when the library does not know it. Absent reports names of
	// packages whose import fails.
	Lookup(m *Machine, dotted string) Value
	Absent(dotted string) bool
	// Call calls a Symbol or a value of the library.
	Call(m *Machine, callee Value, a Args) Value
	Attribute(m *Machine, v Value, name string) Value
	SetAttribute(m *Machine, v Value, name string, to Value) bool
	Binary(m *Machine, op string, a, b Value) Value
	InPlace(m *Machine, op string, a, b Value) Value
	Unary(m *Machine, op string, v Value) Value
	Item(m *Machine, v, key Value) Value
	SetItem(m *Machine, v, key, to Value) bool
	Truth(m *Machine, v Value) (truth, ok bool)
	Iterate(m *Machine, v Value) []Value
	Len(m *Machine, v Value) (int, bool)
	ClassOf(v Value) *Class
	// Harmless reports whether a call of something unknown with these arguments changes nothing that matters.
	Harmless(callee Value, a Args) bool
	// Blank reports whether a value is an array of which no element is known: writing into it changes nothing that is.
	Blank(v Value) bool
}

// hung are values by the last word of a dotted name and by the whole of it.
type hung map[string]map[string]Value

// Machine runs one program. It belongs to one goroutine.
type Machine struct {
	Project Project
	Library Library // nil: nothing is known but Python itself
	// Steps bounds the work: statements and expressions. 0 is the usual bound.
	Steps int
	// Allowed is asked for further steps, of a budget that others draw from, too; nil: all are allowed.
	Allowed func(steps int) bool
	// Globals is what a name of a module is where the module's body, as it is imported, does not say: what a program
	// makes of its command line. nil for a name of which nothing is known.
	Globals func(u *Unit, name string) Value

	// Returned is told of the names that a call ends with, once its result is known: what they name lived until now.
	// nil: nobody asks.
	Returned func(names map[string]Value)
	// Replaced is told of what a name or an attribute stood for until now. nil: nobody asks.
	Replaced func(old Value)
	// Based is what the name _base_ stands for in a config in Python, once it is said which files are its bases: what
	// these set. nil: the file is no such config.
	Based func(u *Unit, bases Value) Value
	// Decide takes one of the ways where something unknown says which one the program takes; ok is false where it does
	// not. nil: the run stops there.
	Decide func(u *Unknown) (truth, ok bool)
	// True reports whether what stands under a library's dotted name is true, whatever it is; nil: of none it is known.
	True func(dotted string) bool
	// Told is what somebody else knows that a call of something unknown gives or, as a dictionary, of the arguments
	// that a function gets from a library; nil where nobody knows.
	Told func(u *Unit, n python.Node) Value
	// Counted is a number in the place of one that the program counts, or reads off what is not known; ok is false
	// where it stays unknown. nil: all do.
	Counted func(u *Unknown) (n int64, ok bool)
	// Sizes are what somebody says of expressions whose value only data tells.
	Sizes []*Size
	// Wants is what a sample of something unknown has to be like, as Asked has it, by the expression that gave it:
	// where it was handed to something that tells; "" for anything else.
	Wants func(Expression) string
	// Idle reports whether what is computed now leaves nothing behind but its results: an evaluation between two steps.
	// nil: it always may.
	Idle func() bool
	// Lenient: a statement that cannot be followed leaves what it binds unknown, and the program goes on.
	Lenient bool
	// Asserts: an assert statement asks for a truth; what nobody knows leaves it open.
	Asserts bool

	units  map[*python.Module]*Unit
	roots  map[*Unknown]Expression   // the expressions that gave what is not known
	called map[Expression]bool       // those that are variables, or the values of some
	shaped map[Expression]bool       // those of which a tensor's method is called
	sides  map[Expression]Expression // of what the sides are that such an expression reads
	parts  map[*Unknown]bool         // what has other sides than what is asked for in its place
	ended  map[Stop]*Asked           // statements that were not followed to their end for want of a size, by where and why
	sized  map[*python.Module]map[source.Span]sizedHere
	frame  *frame
	steps  int
	depth  int
	yields map[*python.Function]bool
	ends   []func() // of generators that may still wait

	hung       hung                    // what the program left at a library's modules
	top        string                  // the folder of the script that is run from its start
	clock      int64                   // how often it was looked at
	caught     int                     // how many statements that may catch an exception the run is in
	collecting int                     // laps that stand for all laps of a loop over what nobody knows
	endless    *frame                  // where a range is taken to be long enough whose end nobody knows; nil: nowhere
	guards     int                     // try statements with handlers around what runs
	watched    *watched                // a loop that the program is to come to; nil: none
	locals     map[*python.Class]Value // those of LocalClass
	environ    *Instance               // os.environ; nil: nobody has asked
	longest    map[*List]int           // deques that drop what was there first, by how much they hold
	unworded   *Unknown                // a value whose text is not known, in the text that is being put together
}

const (
	usualSteps = 5_000_000
	// maxDepth is CPython's own bound, about: Go's stack would take more.
	maxDepth = 900
)

// New prepares a machine.
func New(project Project, library Library) *Machine {
	return &Machine{
		Project: project,
		Library: library,
		Steps:   usualSteps,
		units:   map[*python.Module]*Unit{},
		yields:  map[*python.Function]bool{},
		roots:   map[*Unknown]Expression{},
		called:  map[Expression]bool{},
	}
}

// frame is one call under way, or the body of a module or class.
type frame struct {
	above    *frame
	unit     *Unit
	scope    *scope
	function *Function
	class    *Class
	node     python.Node
	result   Value
	yield    func(Value) // of a generator
	handling *Raised     // for a bare raise
}

// scope holds the names of a module, a class body or a call.
type scope struct {
	names   map[string]Value
	parent  *scope
	unit    *Unit
	class   bool
	globals map[string]bool // declared global: true, nonlocal: false
}

// Stop ends a run: something on which the rest depends is not known.
type Stop struct {
	At     Place
	Reason string
	// Asks is the expression that would have to be known; nil: no size is all that is missing.
	Asks *Asked
	// Spent says that the work which following it may cost is done.
	Spent bool
}

func (s *Stop) Error() string {
	if s.At.Path == "" {
		return s.Reason
	}
	return fmt.Sprintf("%s:%d: %s", s.At.Path, s.At.Line, s.Reason)
}

// Stop ends the run where it stands.
func (m *Machine) Stop(why string, words ...any) {
	panic(&Stop{At: m.Place(), Reason: fmt.Sprintf(why, words...)})
}

// maxReason bounds what is said about why something is unknown, in bytes.
const maxReason = 300

// boundOpen begins what is said of a range that nobody knows the end of.
const boundOpen = "the bound of a range is not known"

// StopFor ends the run because of something unknown.
func (m *Machine) StopFor(u *Unknown, what string) {
	stop := &Stop{At: m.Place(), Reason: u.Why}
	if ended := m.ended[Stop{At: u.At, Reason: u.Why}]; ended != nil {
		stop.Asks = ended
	} else if number, asked := asks[what]; asked {
		if root := m.rootOf(u); root.Path != "" {
			stop.Asks = m.askedAt(root, (number || u.Whole) && !m.shaped[root])
		}
	}
	reason := u.Why
	// it is unknown because of others that are, and says so of each
	if len(reason) > maxReason || strings.HasPrefix(reason, boundOpen) {
		panic(stop)
	}
	if u.At.Path != "" && u.At != m.Place() {
		reason = fmt.Sprintf("%s (%s:%d)", u.Why, u.At.Path, u.At.Line)
	}
	stop.Reason = fmt.Sprintf("%s is not known: %s", what, reason)
	panic(stop)
}

// Unknown is something that only a running program knows.
func (m *Machine) Unknown(why string, words ...any) *Unknown {
	return &Unknown{Why: fmt.Sprintf(why, words...), At: m.Place()}
}

// Place is where the run stands.
func (m *Machine) Place() Place {
	for f := m.frame; f != nil; f = f.above {
		if f.node != nil && f.unit != nil && f.unit.Module != nil {
			file := f.unit.Module.File
			if strings.HasPrefix(file.Path, "<") { // a library's: whoever called it is told
				continue
			}
			return Place{file.Path, file.LineOf(f.node.Span().Start)}
		}
	}
	return Place{}
}

// here is where the program stands, for what depends on it.
func (m *Machine) here() *frame {
	if m.frame == nil {
		m.Stop("what it gives depends on where the program stands")
	}
	return m.frame
}

// PlaceOf is where a function or class of the project is defined.
func (m *Machine) PlaceOf(v Value) Place {
	var unit *Unit
	var node python.Node
	switch v := v.(type) {
	case *Function:
		if unit = v.Unit; v.Node != nil {
			node = v.Node
		} else {
			node = v.Lambda
		}
	case *Class:
		if v.Node == nil {
			return Place{}
		}
		unit, node = v.Unit, v.Node
	default:
		return Place{}
	}
	return Place{unit.Module.File.Path, unit.Module.File.LineOf(node.Span().Start)}
}

// Loud lets a fault of trainlint's own end the program, as tests want it to.
var Loud bool

// Try does something in the run; the error is a *Stop or a *Raised. A fault of trainlint's own ends what is being
// followed, with that as the reason: what people write holds calls that nobody has thought of.
func (m *Machine) Try(do func()) (err error) {
	frame, depth := m.frame, m.depth
	defer func() {
		switch fault := recover().(type) {
		case nil:
			return
		case *Stop:
			err = fault
		case *Raised:
			err = fault
		case runtime.Error:
			if Loud {
				panic(fault)
			}
			err = &Stop{At: m.Place(), Reason: "trainlint fails here, please report it: " + fault.Error()}
		default:
			panic(fault)
		}
		m.frame, m.depth = frame, depth
	}()
	do()
	return nil
}

// Close ends the generators that nobody has run to their end.
func (m *Machine) Close() {
	for _, end := range m.ends {
		end()
	}
	m.ends = nil
}

// TooLong is why a run ends that has taken all the steps it may.
const TooLong = "the program takes too long to be followed to its end"

// spend counts a step of work.
func (m *Machine) spend() {
	m.Spend(1)
}

// together are the steps after which Allowed is asked.
const together = 256

// Worked is how many steps the run has taken.
func (m *Machine) Worked() int { return m.steps }

// Spend counts steps of work. What a library does costs steps, too, where programs repeat it.
func (m *Machine) Spend(steps int) {
	before := m.steps / together
	if m.steps += steps; m.steps > m.Steps {
		panic(&Stop{At: m.Place(), Reason: TooLong, Spent: true})
	}
	if now := m.steps / together; now != before && m.Allowed != nil && !m.Allowed((now-before)*together) {
		m.Steps = 0
		panic(&Stop{At: m.Place(), Reason: "the files of the project together take too many steps", Spent: true})
	}
}

// Unit is a module of the project in this run; its body is run.
func (m *Machine) Unit(module *python.Module, name string) *Unit {
	u := m.unit(module, name)
	m.execute(u)
	return u
}

// unit is a module in this run, before its body is.
func (m *Machine) unit(module *python.Module, name string) *Unit {
	u := m.units[module]
	if u == nil {
		u = &Unit{Module: module, Name: name}
		u.sized = m.sizesOf(module)
		u.scope = &scope{names: map[string]Value{"__name__": name, "__file__": module.File.Path, "__doc__": None}, unit: u}
		m.units[module] = u
	}
	return u
}

// maxImport bounds the work of one statement of a module's body that defines nothing: scripts train there.
const maxImport = 300_000

// execute runs a module's body. A statement that cannot be followed leaves what it binds unknown, and the next one goes
// on.
func (m *Machine) execute(u *Unit) {
	if u.state != unitNew {
		return
	}
	u.state = unitRunning
	outer, depth := m.frame, m.depth
	m.frame = &frame{above: outer, unit: u, scope: u.scope}
	for _, s := range u.Module.Body {
		_ = m.topLevel(s, maxImport)
	}
	m.frame, m.depth = outer, depth
	u.state = unitDone
}

// topLevel runs a statement of a module's body; the error says where it ends.
func (m *Machine) topLevel(s python.Stmt, steps int) error {
	limit := m.Steps
	m.Steps = min(limit, m.steps+steps)
	err := m.Try(func() { m.exec(s) })
	if m.Steps > 0 {
		m.Steps = limit
	}
	if err == nil {
		if m.Globals != nil {
			m.given(s)
		}
		return nil
	}
	if errors.Is(err, reached) {
		return err
	}
	why := &Unknown{Why: err.Error(), At: m.Place()}
	var stop *Stop
	if errors.As(err, &stop) {
		why = m.stopped(stop)
	}
	for _, name := range append(bound(s), filled(s)...) {
		if v := m.frame.scope.names[name]; v == nil || isData(v) {
			m.frame.scope.names[name] = why // it may have been bound before, and bound anew
		}
	}
	if m.Globals != nil {
		m.given(s)
	}
	return err
}

// isData reports whether a value is none of those that a module defines for others.
func isData(v Value) bool {
	switch v.(type) {
	case *Function, *Class, *Unit, Symbol, *Builtin:
		return false
	}
	return true
}

// given gives the names that a statement binds what somebody else knows of them, where it leaves them unknown.
func (m *Machine) given(s python.Stmt) {
	for _, name := range bound(s) {
		v := m.frame.scope.names[name]
		if _, unknown := v.(*Unknown); v != nil && !unknown {
			continue
		}
		if v := m.Globals(m.frame.unit, name); v != nil {
			m.frame.scope.names[name] = v
		}
	}
}

// bound lists the names that a statement binds in its own scope.
func bound(s python.Stmt) []string {
	var list []string
	python.Walk(s, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function:
			list = append(list, n.Name)
			return false
		case *python.Class:
			list = append(list, n.Name)
			return false
		case *python.Lambda, *python.Comprehension:
			return false
		case *python.Assign:
			for _, t := range n.Targets {
				list = append(list, targets(t)...)
			}
		case *python.For:
			list = append(list, targets(n.Target)...)
		case *python.Alias:
			if name := n.As; name != "" {
				list = append(list, name)
			} else {
				list = append(list, firstPart(n.Path))
			}
		}
		return true
	})
	return list
}

// filled lists the names of which a statement writes elements: options["x"] = 1.
func filled(s python.Stmt) []string {
	var list []string
	note := func(t python.Expr) {
		if at, ok := t.(*python.Subscript); ok {
			list = append(list, targets(at.Value)...)
		}
	}
	python.Walk(s, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Assign:
			for _, t := range n.Targets {
				note(t)
			}
		case *python.AugAssign:
			note(n.Target)
		}
		return true
	})
	return list
}

func targets(t python.Expr) []string {
	switch t := t.(type) {
	case *python.Name:
		return []string{t.ID}
	case *python.Starred:
		return targets(t.Value)
	case *python.Sequence:
		var list []string
		for _, item := range t.Items {
			list = append(list, targets(item)...)
		}
		return list
	}
	return nil
}

// Names are what a module's body binds, but for what Python itself does.
func (m *Machine) Names(u *Unit) *Dict {
	m.readAll(u)
	d := NewDict()
	m.grows(entryRoom * len(u.scope.names))
	for _, name := range slices.Sorted(maps.Keys(u.scope.names)) {
		if !strings.HasPrefix(name, "__") {
			d.Set(name, u.scope.names[name])
		}
	}
	return d
}

// Global is a name of a module; nil when nothing binds it.
func (m *Machine) Global(u *Unit, name string) Value {
	if v := u.scope.names[name]; v != nil {
		return v
	}
	if s := u.unread[name]; s != nil && !u.read[s] {
		m.readOne(u, s)
		if v := u.scope.names[name]; v != nil {
			return v
		}
	}
	m.Spend(len(u.stars))
	for _, from := range u.stars {
		v := m.library(from + "." + name)
		if _, unknown := v.(Symbol); !unknown {
			return v
		}
	}
	return nil
}

// Evaluate is an expression as it reads in a module.
func (m *Machine) Evaluate(u *Unit, text string) (v Value, err error) {
	err = m.Try(func() {
		outer := m.frame
		m.frame = &frame{above: outer, unit: u, scope: u.scope}
		v = m.evaluated(text)
		m.frame = outer
	})
	return v, err
}
