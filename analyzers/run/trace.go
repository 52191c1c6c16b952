package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Trace is what happened in a run, each list in order.
type Trace struct {
	Calls  []*Call
	Stores []*Store
	// Deletes are the attributes and items that del took out of something that is not known whole.
	Deletes []*Store
	// Altered are the changes of what lists, sets and dictionaries hold that Stores do not tell: what is popped, deleted
	// or cleared, keys that update(key=…) and setdefault set.
	Altered []*Store
	Loops   []*LoopRun
	// Walks are what comprehensions walk over.
	Walks []*Walk
	// Functions are those whose definitions were run.
	Functions []*Function
	// Returns are what functions gave.
	Returns []*Return
}

// Return is what a call of a project's function gives at one of its ends.
type Return struct {
	Function *Function
	Caller   *Call
	Value    Value
	Seq      int
}

// Call is one call as the run met it.
type Call struct {
	Node *python.Call // nil where the program makes none: an entry, an operator, a decorator
	At   python.Node  // where it happens
	Unit *Unit
	// Callee is what is called: a Symbol, a *Function, a *Class, a *Member of an object, an unknown object.
	Callee Value
	Args   []Argument
	Result Value
	// Gates are the open conditions under which it happens, in the order in which they were met, since the entry.
	Gates []Literal
	// Demanded are those that something before it made sure of, since the entry: an assert, or a test that raises.
	Demanded []Literal
	// Chosen counts the last of them that only say which of several objects it is whose method is called: one of them it
	// is.
	Chosen int
	Laps   []Lap
	// Caller is the call that runs the function in which this one stands; nil in an entry.
	Caller *Call
	// Managers are the context managers around it, outermost first, callers' included.
	Managers []Value
	// Grad is whether operations are recorded: a Bool or unknown.
	Grad Value
	Seq  int
	// Entry marks a call that only the run makes.
	Entry bool
	// Filled are what a library calls Callee with, where the program itself gives it no arguments: @hydra.main.
	Filled []Argument
}

// Place is where the call happens.
func (c *Call) Place() Place { return Place{c.Unit, c.At} }

// Argument is one argument of a call, evaluated.
type Argument struct {
	Name  string // "" for a positional one
	Value Value
	// Star is 1 for *Value, 2 for **Value that could not be seen through.
	Star int
	Node python.Expr // nil where it comes out of a spread, or of a partial in another file
	Away Place       // where a partial in another file writes it
	// item says that Value is what any further item of a spread dictionary holds, not the dictionary.
	item bool
}

// Written is where an argument of a call is written, in whichever file; its Node is nil where it comes out of a spread.
func (c *Call) Written(a *Argument) Place {
	if a.Node == nil {
		return a.Away
	}
	return Place{c.Unit, a.Node}
}

// Store is one change of something that outlives a statement: an attribute, an item, a sum.
type Store struct {
	Node   python.Node
	Unit   *Unit
	Target *Object // whose attribute or item; the scope for a name
	Name   string  // the attribute or variable; "" for items
	Key    Value   // of an item
	Old    Value   // what was there, nil for nothing
	New    Value   // nil for what is taken out
	Index  int     // of a key that is taken out of a dictionary: where it stood
	Added  Value   // what was added, for += and append
	Kind   StoreKind
	Gates  []Literal
	Laps   []Lap
	Caller *Call
	Grad   Value
	Seq    int
}

// StoreKind tells changes apart.
type StoreKind uint8

// The kinds of stores.
const (
	StoreName StoreKind = iota // a name that is bound to another instance than before
	StoreAttribute
	StoreItem
	StoreAdded  // append, add, extend, update
	StoreSummed // += and the like, x = x + y
)

// LoopRun is one time that a loop is entered.
type LoopRun struct {
	Node     python.Stmt
	Unit     *Unit
	Iterated Value // what a for loop walks over; nil for while
	Item     Value // what its last lap was given; nil for while
	Entry    int
	Laps     []Lap // of the loops around it
	Caller   *Call
	Gates    []Literal
	Seq      int
	End      int // the last sequence number inside
	// Names and Values are the variables of the function or module around, and of the functions around that, when it is
	// entered, of a run that locates values.
	Names  []string
	Values []Value
	// Turns is how often it went round: more than once unless it holds one thing, or something always leaves it.
	Turns int
}

// Walk is one time that a clause of a comprehension is entered.
type Walk struct {
	Over   Value
	Clause *python.Clause
	Unit   *Unit
	Gates  []Literal
	Laps   []Lap
	Caller *Call
	Seq    int
	// Kept is what a list or a set gets for each item, told as one more item is: nil where another clause stands inside,
	// or each item is known.
	Kept *Store
}

func (m *Machine) caller() *Call {
	for f := m.frame; f != nil; f = f.above {
		if f.call != nil {
			return f.call
		}
	}
	return nil
}

func (m *Machine) gates() []Literal {
	m.copied(len(m.path))
	list := m.gatesNow[:0]
	for _, l := range m.path {
		if !l.Condition.certain {
			list = append(list, l)
		}
	}
	m.gatesNow = list
	if !slices.Equal(m.lastGates, list) { // mostly they are those of the call before
		m.lastGates = slices.Clone(list)
	}
	return m.lastGates[:len(m.lastGates):len(m.lastGates)]
}

// demanded are the literals of the path that gates leaves out.
func (m *Machine) demanded() (list []Literal) {
	if len(m.lastGates) == len(m.path) {
		return nil
	}
	for _, l := range m.path {
		if l.Condition.certain {
			list = append(list, l)
		}
	}
	return list
}

func (m *Machine) record(c *Call) {
	c.Gates, c.Laps, c.Caller, c.Grad = m.gates(), m.lapsNow(), m.caller(), m.GradEnabled()
	c.Demanded = m.demanded()
	m.copied(len(m.managed))
	if !slices.Equal(m.lastManagers, m.managed) {
		m.lastManagers = slices.Clone(m.managed)
	}
	c.Managers = m.lastManagers[:len(m.lastManagers):len(m.lastManagers)]
	c.Seq = m.next()
	m.Trace.Calls = append(m.Trace.Calls, c)
}

func (m *Machine) note(s *Store) {
	m.situate(s)
	m.Trace.Stores = append(m.Trace.Stores, s)
}

// alters notes a change that no rule asks for: who wants to know what a container held before does.
func (m *Machine) alters(s *Store) {
	m.situate(s)
	m.Trace.Altered = append(m.Trace.Altered, s)
}

// situate says where and when a change happens.
func (m *Machine) situate(s *Store) {
	s.Unit, s.Gates, s.Laps, s.Caller = m.frame.unit, m.gates(), m.lapsNow(), m.caller()
	s.Grad, s.Seq = m.GradEnabled(), m.next()
}

// Argument is the value that a call passes for a parameter of that name or position (-1: by name only). uncertain is
// set when a spread that could not be seen through may hold it.
func (c *Call) Argument(name string, position int) (v Value, uncertain bool) {
	passed, uncertain := c.Passed(name, position)
	if passed == nil {
		return nil, uncertain
	}
	return passed.Value, uncertain
}

// Passed is the argument that a call passes for a parameter of that name or position (-1: by name only); nil where it
// passes none that is seen. uncertain is set when a spread that could not be seen through may hold it.
func (c *Call) Passed(name string, position int) (passed *Argument, uncertain bool) {
	n := 0
	for i := range c.Args {
		a := &c.Args[i]
		switch {
		case a.Star > 0:
			uncertain = true
			if a.Star == 1 {
				n = 1 << 20
			}
		case a.Name != "":
			if a.Name == name {
				return a, false
			}
		default:
			if n == position {
				return a, false
			}
			n++
		}
	}
	return nil, uncertain
}
