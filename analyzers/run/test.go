package run

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// ask is test without its memory.
func (m *Machine) ask(e python.Expr) outcome {
	switch e := e.(type) {
	case nil:
		return decided(true)
	case *python.Unary:
		if e.Op == "not" {
			return m.test(e.Operand).negated()
		}
	case *python.Bool:
		return m.testBoth(e)
	case *python.Compare:
		if len(e.Ops) == 1 {
			left := m.eval(e.Operands[0])
			return m.compare(e.Ops[0], left, m.eval(e.Operands[1]), e)
		}
	}
	return m.truthOf(m.eval(e), e)
}

// testBoth is `a and b`, and by De Morgan `a or b`.
func (m *Machine) testBoth(e *python.Bool) outcome {
	or := e.Op == "or"
	flip := func(o outcome) outcome {
		if or {
			return o.negated()
		}
		return o
	}
	left := flip(m.test(e.Left))
	if left.known && !left.holds {
		return flip(left)
	}
	length := len(m.path)
	if !left.known {
		m.assume(left.yes)
	}
	right := flip(m.test(e.Right)) // is only asked where the left side holds
	m.forget(length)
	switch {
	case left.known:
		return flip(right)
	case right.known && right.holds:
		return flip(left)
	case right.known:
		return flip(decided(false))
	}
	both := m.bothConditions(left.yes, right.yes, e)
	out := m.open(both)
	if out.known {
		return flip(out)
	}
	out.yes = conjunction(conjunction(left.yes, right.yes), out.yes)
	return flip(out)
}

// bothConditions is the condition that all literals hold; the same literals give the same condition.
func (m *Machine) bothConditions(a, b []Literal, at python.Node) *Condition {
	if len(a) == 0 || len(b) == 0 { // a choice of which it is not known when it holds
		c := m.newCondition(nil, "and", nil, at)
		c.Parts = append(append(c.Parts, a...), b...)
		return c
	}
	last := b[len(b)-1]
	owner := a[len(a)-1].Condition
	key := bothKey{owner, a[len(a)-1].Holds, last}
	if m.both == nil {
		m.both = map[bothKey]*Condition{}
	}
	if c := m.both[key]; c != nil {
		return c
	}
	c := m.newCondition(nil, "and", nil, at)
	c.Parts = append(append(c.Parts, a...), b...)
	m.both[key] = c
	return c
}

type bothKey struct {
	left  *Condition
	holds bool
	right Literal
}

// truthOf is how `if v:` sees a value.
func (m *Machine) truthOf(v Value, at python.Node) outcome {
	m.decides(v)
	v = m.narrow(v)
	if is, known := truth(v); known {
		return decided(is)
	}
	switch v := v.(type) {
	case *Choice:
		return m.testChoice(v, question{}, func(one Value) outcome { return m.truthOf(one, at) }, at)
	case Symbol:
		return decided(true)
	case *Object:
		if is, known := m.objectTruth(v); known {
			return decided(is)
		}
		return m.open(m.condition(v, "", nil, at))
	}
	return m.open(m.newCondition(nil, "", nil, at))
}

func (m *Machine) objectTruth(o *Object) (is, known bool) {
	switch o.Kind {
	case List, Set:
		held := m.items(o)
		return len(held.list) > 0, len(held.list) > 0 || held.rest == nil
	case Dict:
		held := m.entries(o)
		sure := slices.ContainsFunc(held.values, func(v Value) bool { return !mayMiss(v) })
		return sure, sure || len(held.keys) == 0 && held.rest == nil
	case Namespace:
		return true, true
	case Result:
		return o.Positive, o.Positive
	case Instance:
		class, ok := o.Class.(*Class)
		if ok && m.lookupClass(class, "__bool__") == nil && m.lookupClass(class, "__len__") == nil {
			return true, true
		}
	}
	return false, false
}

// testChoice asks the same of each alternative. Where all that may succeed stand under conditions, these are what is
// known of success.
func (m *Machine) testChoice(c *Choice, asked question, ask func(Value) outcome, at python.Node) outcome {
	var yes, no []Alternative
	open := false
	for _, a := range c.Alternatives {
		switch one := ask(a.Value); {
		case !one.known && contradicts(a.When, one.yes): // it is this one where the test was asked before, and failed
			no = append(no, a)
		case !one.known && contradicts(a.When, one.no):
			yes = append(yes, a)
		case !one.known:
			open = true
			yes = append(yes, Alternative{When: conjunction(a.When, one.yes)})
			no = append(no, Alternative{When: conjunction(a.When, one.no)})
		case one.holds:
			yes = append(yes, a)
		default:
			no = append(no, a)
		}
	}
	switch {
	case !open && len(no) == 0:
		return decided(true)
	case !open && len(yes) == 0:
		return decided(false)
	}
	out := outcome{yes: all(yes), no: all(no)}
	switch {
	case len(out.yes) == 0 && len(out.no) == 0:
		return m.openChoice(m.choiceCondition(c, asked, at))
	case len(out.yes) == 0: // flag = a or b: neither holds where it fails, and one of them where it succeeds
		return m.asOne(out.no, alone(no, yes), true, at).negated()
	case len(out.no) == 0:
		return m.asOne(out.yes, alone(yes, no), false, at)
	case open && !contradicts(out.yes, out.no): // what all alternatives have in common tells no success from failure
		asks := m.openChoice(m.choiceCondition(c, asked, at))
		if asks.known {
			return asks
		}
		return outcome{yes: conjunction(out.yes, asks.yes), no: conjunction(out.no, asks.no)}
	}
	return out
}

// joinedAlone stands for all that is asked where the text of it does not matter.
const joinedAlone = "*"

// maxJoined bounds the conditions that are kept of a variable: the last are asked for again.
const maxJoined = 8

// asOne is the outcome of a test of which it is known what holds where it succeeds, and of where it fails only that it
// does: a condition of its own. Where one way alone leads there the literals are all of it: what two functions answer
// by the same ones, or a function that is called twice, is one condition. Of several ways it is the same variable's
// under the same literals. opposed: it is known what holds where the test in the code fails.
func (m *Machine) asOne(when []Literal, whole, opposed bool, at python.Node) outcome {
	var c *Condition
	e, _ := at.(python.Expr)
	path := python.PathText(e)
	if whole {
		path = joinedAlone
	}
	for _, known := range m.joined[path] {
		if path != "" && slices.Equal(known.Parts, when) {
			c = known
		}
	}
	if c == nil {
		c = m.newCondition(nil, "and", nil, at)
		c.Parts, c.whole, c.opposed = when, whole && len(when) < maxWhen, opposed
		if m.joined == nil {
			m.joined = map[string][]*Condition{}
		}
		list := m.joined[path]
		m.joined[path] = append(list[max(0, len(list)-maxJoined):], c)
	}
	out := m.open(c)
	if !out.known {
		out.yes = conjunction(when, out.yes)
	}
	return out
}

// alone reports whether the literals of one alternative are all that leads to it: none of the others can hold under
// them. Those of a value that was met on several ways are only what these have in common.
func alone(list, others []Alternative) bool {
	return len(list) == 1 && !slices.ContainsFunc(others, func(other Alternative) bool {
		return !contradicts(list[0].When, other.When)
	})
}

// all are the literals that every alternative has.
func all(list []Alternative) []Literal {
	held := list[0].When
	for _, a := range list[1:] {
		held = common(held, a.When)
	}
	return held
}

// question is what is asked of a value: its truth, or how it compares with another one.
type question struct {
	operator string
	operand  Value
}

// choiceCondition stands for a test of a choice between values of which it is not known when they hold. It is the
// same one where the same is asked again of a choice between the same values: `step < n` says nothing of `step >=
// n`, and that a network is no "gru" nothing of whether it is an "mlp".
func (m *Machine) choiceCondition(c *Choice, asked question, at python.Node) *Condition {
	var first *Object
	which, operand := "choice "+asked.operator, Value(nil)
	for _, a := range c.Alternatives {
		if o, ok := a.Value.(*Object); ok {
			which += " " + strconv.Itoa(o.Seq)
			if first == nil {
				first = o
			}
		} else if written(a.Value) {
			which += " " + Repr(a.Value)
		}
	}
	switch asked.operator {
	case "<", ">", "<=", ">=":
		operand = asked.operand
	case "==":
		if written(asked.operand) {
			operand = asked.operand
		}
	}
	if first == nil {
		return m.newCondition(nil, asked.operator, nil, at)
	}
	m.copied(len(which))
	condition := m.condition(first, which, operand, at)
	if condition.Operator = "choice"; asked.operator == "==" {
		condition.question = which
	}
	return condition
}

// openChoice is the test of a choice. What was found equal to one constant is equal to no other: else a program that
// asks for one phase after the other, again and again, goes more ways than can be followed to the end.
func (m *Machine) openChoice(c *Condition) outcome {
	out := m.open(c)
	if !out.known && c.excluded() {
		return decided(false)
	}
	return out
}

func (m *Machine) comparison(e *python.Compare) Value {
	left := m.eval(e.Operands[0])
	asked := []Value{left}
	var result Value = Bool(true)
	for i, op := range e.Ops {
		right := m.eval(e.Operands[i+1])
		one := m.compare(op, left, right, e)
		left = right
		asked = append(asked, right)
		switch {
		case one.known && !one.holds:
			return m.derived(Bool(false), e, asked...)
		case one.known:
			continue
		case len(e.Ops) > 1:
			result = m.computed("compare", e, left, right)
			continue
		}
		return m.choice([]Alternative{{one.yes, Bool(true)}, {one.no, Bool(false)}})
	}
	return m.derived(result, e, asked...)
}

// compare is one comparison.
func (m *Machine) compare(op string, left, right Value, at python.Node) outcome {
	m.decides(left, right)
	left, right = m.narrow(left), m.narrow(right)
	switch op {
	case "!=":
		return m.compare("==", left, right, at).negated()
	case "is not":
		return m.compare("is", left, right, at).negated()
	case "not in":
		return m.compare("in", left, right, at).negated()
	}
	if c, ok := left.(*Choice); ok {
		return m.testChoice(c, question{op, right}, func(v Value) outcome { return m.compare(op, v, right, at) }, at)
	}
	if c, ok := right.(*Choice); ok && op != "in" {
		return m.testChoice(c, question{mirrored[op], left}, func(v Value) outcome { return m.compare(op, left, v, at) }, at)
	}
	if f, o, other := m.comparesItself(op, left, right); f != nil {
		if v := m.call(&Method{f, o}, []Argument{{Value: other}}, nil, at); v != Value(Symbol("NotImplemented")) {
			return m.truthOf(v, at)
		}
		return m.open(m.newCondition(nil, op, right, at))
	}
	if out, ok := m.compareKnown(op, left, right); ok {
		return out
	}
	o, ok := left.(*Object)
	if !ok {
		if o, ok = right.(*Object); !ok {
			return m.open(m.newCondition(nil, op, right, at))
		}
		right = left
		op = mirrored[op]
	}
	if op == "is" {
		switch Bare(right).(type) {
		case NoneType:
			op = "is None"
		case Str, Int, Float: // name is "cosine" asks what name == "cosine" asks, as people mean it
			op = "=="
		}
	}
	return m.open(m.condition(o, op, right, at))
}

// comparesItself is the __eq__ of the project's class of one side, with that side and the other; nil for none.
func (m *Machine) comparesItself(op string, left, right Value) (f *Function, o *Object, other Value) {
	if op != "==" {
		return nil, nil, nil
	}
	for _, side := range [][2]Value{{left, right}, {right, left}} {
		o, ok := side[0].(*Object)
		if !ok || o.Kind != Instance {
			continue
		}
		if class, ok := o.Class.(*Class); ok {
			if f, ok := m.lookupClass(class, "__eq__").(*Function); ok {
				return f, o, side[1]
			}
		}
	}
	return nil, nil, nil
}

var mirrored = map[string]string{"==": "==", "is": "is", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "in": "contains"}

// compareKnown answers where the values say enough.
func (m *Machine) compareKnown(op string, left, right Value) (outcome, bool) {
	m.copied(min(weightOf(left), weightOf(right)))
	switch op {
	case "==":
		if same, known := Equal(left, right); known {
			return decided(same), true
		}
		if neverNone(left) && IsNone(right) || neverNone(right) && IsNone(left) {
			return decided(false), true
		}
	case "is":
		switch {
		case IsNone(left) && IsNone(right):
			return decided(true), true
		case IsNone(right) && neverNone(left), IsNone(left) && neverNone(right):
			return decided(false), true
		case IsNone(left) || IsNone(right):
			return outcome{}, false
		}
		if same, known := Equal(left, right); known {
			_, isBool := left.(Bool)
			_, areBools := right.(Bool)
			return decided(same && isBool == areBools), true // `1 is True` does not hold
		}
	case "<", ">", "<=", ">=":
		sign, known := order(left, right)
		if !known {
			return outcome{}, false
		}
		return decided(map[string]bool{"<": sign < 0, ">": sign > 0, "<=": sign <= 0, ">=": sign >= 0}[op]), true
	case "in":
		return m.contains(left, right)
	}
	return outcome{}, false
}

// neverNone reports whether a value is something else than None for sure.
func neverNone(v Value) bool {
	switch v := v.(type) {
	case NoneType, nil, *Choice:
		return false
	case *Object:
		switch v.Kind {
		case Unknown:
			return v.Operator == counting || v.Operator == iterating || makesSomething(v)
		case Result:
			return v.Made == nil || makesSomething(v)
		}
	}
	return true
}

// makesSomething reports whether a value is what a constructor of Python gave, whatever it was given: str(x) is a text.
func makesSomething(v *Object) bool {
	if v.Made == nil {
		return false
	}
	callee, ok := Bare(v.Made.Callee).(Symbol)
	return ok && somethingMade[callee]
}

var somethingMade = map[Symbol]bool{
	"str": true, "int": true, "float": true, "bool": true, "len": true, "list": true, "dict": true, "tuple": true,
	"set": true, "sorted": true,
	"repr": true, "pathlib.Path": true, "os.path.join": true, "os.path.abspath": true, "os.path.dirname": true,
	"os.path.basename": true,
	"os.path.realpath": true, "os.path.expanduser": true, "os.getcwd": true,
}

func (m *Machine) contains(v, in Value) (outcome, bool) {
	if names, ok := in.(*Member); ok {
		unit, ok := names.namesOf()
		name, known := v.(Str)
		if ok && known && m.get(unit.scope, string(name)) != nil { // key in globals()
			return decided(true), true
		}
		return outcome{}, false
	}
	if s, ok := v.(Str); ok {
		if of, ok := in.(Symbol); ok && m.Library != nil {
			if has, ok := m.Library.Attribute(m, of, HasItem+string(s)).(Bool); ok {
				return decided(bool(has)), true
			}
		}
		if t, ok := in.(Str); ok {
			return decided(strings.Contains(string(t), string(s))), true
		}
	}
	if _, ok := in.(Str); ok { // Python raises for `1 in 'abc'`
		return outcome{}, false
	}
	var list []Value
	var exact bool
	if o, ok := in.(*Object); ok && (o.Kind == Dict || o.Kind == Set) && unhashable(v) {
		return outcome{}, false
	}
	if o, ok := in.(*Object); ok && o.Kind == Dict {
		held := m.entries(o)
		list, exact = held.keys, held.rest == nil
		for i, k := range held.keys {
			if mayMiss(held.values[i]) {
				if same, known := Equal(v, k); !known || same {
					return outcome{}, false
				}
			}
		}
	} else {
		list, exact = m.elements(in)
	}
	sure := exact
	m.copied(len(list) * weightOf(v))
	for _, item := range list {
		same, known := Equal(item, v)
		if same && known {
			return decided(true), true
		}
		sure = sure && known
	}
	return decided(false), sure
}

func (c *Choice) has(v Value) bool {
	for _, a := range c.Alternatives {
		if a.Value == v {
			return true
		}
	}
	return false
}
