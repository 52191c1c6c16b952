package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Condition is a question to which only the program knows the answer. Asking the same object the same thing
// twice is the same condition: both tests go the same way.
type Condition struct {
	// Test is the expression that asked first.
	Test Place
	// Object is what is asked about, nil when it is several.
	Object *Object
	// Operator is "" for the object's truth, "is None", or a comparison with Operand: "==", "<", "in", ….
	Operator string
	Operand  Value
	question string // which choice is asked what it is equal to, for such a test
	// Parts are the literals that have to hold together, of a condition joined by `and`. The condition that `or` joins is
	// the opposite of one.
	Parts []Literal
	// whole: where the parts hold it does; of another one they are only known to hold where it does.
	whole bool
	seq   int
	// opposed: it holds where the test fails as the code writes it.
	opposed bool
	// assumed is what holds of it on the way through the program that is being run.
	assumed assumption
	// certain: the program fails where it is otherwise, so what follows does not depend on it.
	certain bool
}

// assumption is what holds of a condition on one way through a program.
type assumption uint8

const (
	unasked assumption = iota
	assumedFalse
	assumedTrue
)

func assuming(holds bool) assumption {
	if holds {
		return assumedTrue
	}
	return assumedFalse
}

// Literal is a condition and its answer.
type Literal struct {
	Condition *Condition
	Holds     bool
}

// Succeeds reports whether the test succeeds, as the code writes it, where the literal holds. The condition of `a != b`
// is that both are equal, and that of `a or b` that neither holds.
func (l Literal) Succeeds() bool {
	if l.Condition.opposed {
		return !l.Holds
	}
	switch test := l.Condition.Test.Node.(type) {
	case *python.Compare:
		if len(test.Ops) == 1 && (test.Ops[0] == "!=" || test.Ops[0] == "is not" || test.Ops[0] == "not in") {
			return !l.Holds
		}
	case *python.Bool:
		if test.Op == "or" {
			return !l.Holds
		}
	}
	return l.Holds
}

// conditionKey tells the questions to one object apart.
type conditionKey struct {
	operator string
	operand  Value // a constant or another object
}

// condition is the question to an object, made when it is first asked.
func (m *Machine) condition(o *Object, operator string, operand Value, at python.Node) *Condition {
	if !comparable(operand) {
		operand = nil
		return m.newCondition(o, operator, operand, at)
	}
	key := conditionKey{operator, operand}
	if c := o.under[key]; c != nil {
		return c
	}
	c := m.newCondition(o, operator, operand, at)
	if o.under == nil {
		o.under = map[conditionKey]*Condition{}
	}
	o.under[key] = c
	return c
}

func (m *Machine) newCondition(o *Object, operator string, operand Value, at python.Node) *Condition {
	return &Condition{Test: m.place(at), Object: o, Operator: operator, Operand: operand, seq: m.next()}
}

// comparable reports whether a value can be part of a map's key and means the same wherever it is written.
func comparable(v Value) bool {
	switch v.(type) {
	case nil, NoneType, Bool, Int, Float, Str, Symbol, *Object, *Function, *Class:
		return true
	}
	return false
}

// unhashable reports whether Python refuses a value as a key.
func unhashable(v Value) bool {
	o, ok := Bare(v).(*Object)
	return ok && (o.Kind == List || o.Kind == Dict || o.Kind == Set)
}

// outcome is what a test gives: sure, or open under literals.
type outcome struct {
	known, holds bool
	// yes and no are what holds where the test succeeds and where it fails.
	yes, no []Literal
}

func decided(holds bool) outcome { return outcome{known: true, holds: holds} }

func (o outcome) negated() outcome {
	if o.known {
		return decided(!o.holds)
	}
	return outcome{yes: o.no, no: o.yes}
}

// open is a test whose answer only the program knows, unless this way through the program has met it before. Who asks
// whether something is equal to another constant where it was found equal to one expects it to have changed since: that
// it is none of both is said of values that were chosen by it, and not of the test.
func (m *Machine) open(c *Condition) outcome {
	if is := c.met(maxNested); is != unasked {
		return decided(is == assumedTrue)
	}
	return outcome{yes: []Literal{{c, true}}, no: []Literal{{c, false}}}
}

// maxNested bounds how deep conditions of conditions are looked at.
const maxNested = 3

// here is what holds of a condition on this way through the program: it was asked before, or follows from what was.
func (c *Condition) here(nested int) assumption {
	if c.assumed == unasked && c.excluded() {
		return assumedFalse
	}
	return c.follows(nested, (*Condition).here)
}

// met is what holds of a condition that was asked before, or all of whose parts were.
func (c *Condition) met(nested int) assumption { return c.follows(nested, (*Condition).met) }

// follows is what holds of a condition itself, or by its parts.
func (c *Condition) follows(nested int, of func(part *Condition, nested int) assumption) assumption {
	switch {
	case c.assumed != unasked:
		return c.assumed
	case nested == 0 || len(c.Parts) == 0:
		return unasked
	}
	all := c.whole
	for _, part := range c.Parts {
		switch of(part.Condition, nested-1) {
		case unasked:
			all = false
		case assuming(!part.Holds):
			return assumedFalse
		}
	}
	if all {
		return assumedTrue
	}
	return unasked
}

// excluded reports whether what is asked about is equal to another constant here: it is not equal to this one, too.
func (c *Condition) excluded() bool {
	question := c.question
	if c.Operator == "==" {
		question = c.Operator
	}
	if question == "" || c.Object == nil || !written(c.Operand) {
		return false
	}
	for key, other := range c.Object.under {
		if other.assumed == assumedTrue && key.operator == question && written(key.operand) {
			if same, known := Equal(key.operand, c.Operand); known && !same {
				return true
			}
		}
	}
	return false
}

func written(v Value) bool {
	switch v.(type) {
	case Bool, Int, Float, Str:
		return true
	}
	return false
}

// assume adds literals to what holds on this way through the program.
func (m *Machine) assume(list []Literal) {
	for _, l := range list {
		if l.Condition.assumed == unasked {
			l.Condition.assumed = assuming(l.Holds)
			m.path = append(m.path, l)
		}
	}
}

// pathWithin is what holds on this way through a function; nil at the top of a module.
func (m *Machine) pathWithin() []Literal {
	if len(m.path) == 0 || m.frame.scope == m.frame.unit.scope {
		return nil
	}
	return slices.Clone(m.path)
}

// demand assumes what the program fails without: an assertion, or the way on which nothing is raised.
func (m *Machine) demand(list []Literal) {
	known := len(m.path)
	m.assume(list)
	for _, l := range m.path[known:] {
		l.Condition.certain = true
	}
}

// certainOf are the literals that were demanded.
func certainOf(path []Literal) (list []*Condition) {
	for _, l := range path {
		if l.Condition.certain {
			list = append(list, l.Condition)
		}
	}
	return list
}

// forget goes back to an earlier length of the path.
func (m *Machine) forget(length int) {
	for _, l := range m.path[length:] {
		l.Condition.assumed, l.Condition.certain = unasked, false
	}
	m.path = m.path[:length]
}

// possible reports whether nothing on this way through the program contradicts the literals under which a value was
// chosen.
func (m *Machine) possible(when []Literal) bool { return contradictsNone(when, (*Condition).here) }

// passable reports whether nothing on this way through the program contradicts the literals of a way on.
func (m *Machine) passable(when []Literal) bool { return contradictsNone(when, (*Condition).met) }

func contradictsNone(when []Literal, of func(c *Condition, nested int) assumption) bool {
	for _, l := range when {
		if is := of(l.Condition, maxNested); is != unasked && is != assuming(l.Holds) {
			return false
		}
	}
	return true
}
