package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// eval is what an expression is here.
func (m *Machine) eval(e python.Expr) Value {
	if e == nil {
		return None
	}
	if !m.spend(1) {
		return m.unknown(e, "the program is too long to be followed to here")
	}
	v := m.evaluate(e)
	if m.Locate {
		m.keep(e, v)
	}
	return v
}

func (m *Machine) evaluate(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Name:
		return m.lookupName(e)
	case *python.Attribute:
		if v := m.ofMember(e); v != nil {
			return v
		}
		return m.reread(m.attribute(m.eval(e.Value), e.Attr, e), e)
	case *python.Call:
		return m.evalCall(e)
	case *python.Number:
		if v := parseNumber(e.Text); v != nil {
			return m.literally(v, e)
		}
		return m.unknown(e, "a complex number")
	case *python.String:
		return m.literally(m.text(e), e)
	case *python.Constant:
		return m.literally(constant(e), e)
	case *python.Binary:
		left := m.eval(e.Left)
		return m.operate(e.Op, left, m.eval(e.Right), e)
	case *python.Unary:
		return m.unary(e)
	case *python.Bool:
		return m.either(e)
	case *python.Compare:
		return m.comparison(e)
	case *python.IfExp:
		return m.conditional(e)
	case *python.Subscript:
		on := m.eval(e.Value)
		return m.reread(m.item(on, m.index(e), e), e)
	case *python.Sequence:
		return m.sequence(e)
	case *python.Dict:
		return m.dictionary(e)
	case *python.Comprehension:
		return m.comprehension(e)
	case *python.Lambda:
		return m.lambda(e)
	case *python.Walrus:
		v := m.eval(e.Value)
		m.bindWalrus(e.Target.ID, v)
		return v
	case *python.Starred:
		return m.eval(e.Value)
	case *python.Await:
		return m.eval(e.Value)
	case *python.Yield:
		return m.yield(e)
	case *python.Slice:
		return &Slice{m.eval(e.Lower), m.eval(e.Upper), m.eval(e.Step)}
	case *python.Opaque:
		for _, part := range e.Parts {
			m.eval(part)
		}
	}
	return m.unknown(e, "an expression that is not understood")
}

func constant(e *python.Constant) Value {
	switch e.Kind {
	case python.True, python.False:
		return Bool(e.Kind == python.True)
	case python.Ellipsis:
		return EllipsisType{}
	}
	return None
}

func (m *Machine) text(e *python.String) Value {
	switch {
	case e.Known:
		return Str(e.Text)
	case e.Bytes:
		return m.unknown(e, "bytes")
	}
	return m.formatted(e)
}

// index is what stands between the brackets of a subscript.
func (m *Machine) index(e *python.Subscript) Value {
	if len(e.Index) == 1 {
		return m.eval(e.Index[0])
	}
	list := make([]Value, len(e.Index))
	for i := range e.Index {
		list[i] = m.eval(e.Index[i])
	}
	return m.tuple(list, e)
}

func (m *Machine) sequence(e *python.Sequence) Value {
	parts := make([]Value, len(e.Items))
	spread, choices := 0, 0 // of the parts with a star, one that is one of several values, and how many are
	for i, item := range e.Items {
		star, ok := item.(*python.Starred)
		if !ok {
			parts[i] = m.eval(item)
			continue
		}
		parts[i] = m.eval(star.Value)
		if _, several := m.narrow(parts[i]).(*Choice); several {
			spread = i
			choices++
		}
	}
	if choices != 1 {
		return m.sequenceOf(e, parts)
	}
	return m.each(parts[spread], func(one Value) Value {
		parts := slices.Clone(parts)
		parts[spread] = one
		return m.sequenceOf(e, parts)
	})
}

// sequenceOf is a display of parts. What stands behind something of an unknown length has no known place.
func (m *Machine) sequenceOf(e *python.Sequence, parts []Value) Value {
	var list []Value
	var rest Value
	for i, v := range parts {
		more := []Value{v}
		if star, ok := e.Items[i].(*python.Starred); ok {
			list, exact := m.elements(v)
			if !exact {
				rest = m.choiceOf(rest, m.element(v, star))
				continue
			}
			more = list
		}
		if rest != nil && e.Kind != python.Set {
			rest = m.choiceOf(append([]Value{rest}, more...)...)
			continue
		}
		list = append(list, more...)
	}
	switch e.Kind {
	case python.Tuple:
		if rest != nil {
			return m.newList(list, rest, e)
		}
		return m.tuple(list, e)
	case python.Set:
		return m.container(Set, &items{list, rest}, e)
	}
	return m.newList(list, rest, e)
}

func (m *Machine) dictionary(e *python.Dict) Value {
	o := m.newDict(&entries{}, e)
	held := &entries{}
	for _, item := range e.Items {
		if item.Key == nil {
			m.set(o, contents, held)
			m.update(o, m.eval(item.Value), item)
			held = m.entries(o)
			continue
		}
		key := Bare(m.eval(item.Key))
		v := m.eval(item.Value)
		if !comparable(key) || isUnknown(key) || unhashable(key) {
			held = &entries{keys: held.keys, values: held.values, rest: m.choiceOf(held.rest, v)}
			continue
		}
		m.copied(held.withCost(key))
		held = held.with(key, v)
	}
	o.begin(contents, held)
	m.set(o, contents, held)
	return o
}

func (m *Machine) lambda(e *python.Lambda) Value {
	f := &Function{Lambda: e, Unit: m.frame.unit, scope: m.frame.scope, Defaults: m.defaults(e.Params), made: m.next()}
	return f
}

// conditional is Body if Test else Else.
func (m *Machine) conditional(e *python.IfExp) Value {
	outer := m.decider
	m.decider = nil
	test := m.test(e.Test)
	by := m.decider
	m.decider = outer
	chosen := e.Else
	if test.holds {
		chosen = e.Body
	}
	switch {
	case test.known && by != nil:
		return m.decidedBy(m.eval(chosen), by, e)
	case test.known:
		return m.eval(chosen)
	}
	return m.fork([]arm{
		{test.yes, func() Value { return m.eval(e.Body) }},
		{test.no, func() Value { return m.eval(e.Else) }},
	})
}

// either is the value of `a or b` or `a and b`.
func (m *Machine) either(e *python.Bool) Value {
	left := m.eval(e.Left)
	test := m.truthOf(left, e.Left)
	if e.Op == "and" {
		test = test.negated()
	}
	switch {
	case test.known && test.holds:
		return left
	case test.known:
		return m.eval(e.Right)
	}
	return m.fork([]arm{
		{test.yes, func() Value { return m.here(left) }},
		{test.no, func() Value { return m.eval(e.Right) }},
	})
}

func (m *Machine) unary(e *python.Unary) Value {
	if e.Op == "not" {
		test := m.test(e.Operand)
		if test.known {
			return m.literally(Bool(!test.holds), e)
		}
		return m.choice([]Alternative{{test.yes, Bool(false)}, {test.no, Bool(true)}})
	}
	return m.eachAsItIs(m.eval(e.Operand), func(raw Value) Value {
		v := Bare(raw)
		switch e.Op {
		case "-":
			if f, ok := v.(Float); ok {
				return m.derived(-f, e, raw)
			}
			if result := arithmetic("-", Int(0), v); result != nil {
				return m.derived(result, e, raw)
			}
		case "+":
			if _, ok := v.(Bool); ok {
				return m.derived(arithmetic("+", Int(0), v), e, raw)
			}
			if _, ok := number(v); ok {
				return raw
			}
		case "~":
			if _, ok := integer(v); ok {
				if result := arithmetic("-", Int(-1), v); result != nil {
					return m.derived(result, e, raw)
				}
			}
		}
		return m.computed(e.Op, e, v)
	})
}

// operate applies a binary operator.
func (m *Machine) operate(op string, left, right Value, at python.Node) Value {
	a, b := m.here(left), m.here(right)
	if c, ok := a.(*Choice); ok {
		return m.eachAsItIs(c, func(v Value) Value { return m.operate(op, v, b, at) })
	}
	if c, ok := b.(*Choice); ok {
		return m.eachAsItIs(c, func(v Value) Value { return m.operate(op, a, v, at) })
	}
	left, right = Bare(a), Bare(b)
	if v := arithmetic(op, left, right); v != nil {
		return m.derived(v, at, a, b)
	}
	if _, isTimes := small(left); isTimes && op == "*" { // 3 * [64] is [64] * 3
		if _, both := small(right); !both {
			left, right = right, left
		}
	}
	if v := m.operateOnTexts(op, left, right); v != nil {
		return m.derived(v, at, a, b)
	}
	if v := m.operateOnContainers(op, left, right, at); v != nil {
		return v
	}
	if v := m.cancelled(op, left, right); v != nil {
		return m.derived(Bare(v), at, v)
	}
	o := m.computed(op, at, left, right)
	for _, factor := range []Value{a, b} {
		if l, ok := factor.(*Located); ok && op == "*" {
			m.factors[o] = l
		}
	}
	return o
}

// cancelled is n of n * steps / steps, where the steps are a number that nobody knows.
func (m *Machine) cancelled(op string, left, right Value) Value {
	product, ok := left.(*Object)
	if !ok || op != "/" && op != "//" || product.Operator != "*" || len(product.Operands) != 2 || !isNumber(right) {
		return nil
	}
	for i, v := range product.Operands {
		n, ok := v.(Int)
		if !ok || product.Operands[1-i] != right {
			continue
		}
		var out Value = n
		if op == "/" {
			out = Float(n)
		}
		if l := m.factors[product]; l != nil {
			located := *l
			located.Value = out
			return &located
		}
		return out
	}
	return nil
}

// isNumber reports whether something unknown is a number for sure, by what computed it.
func isNumber(v Value) bool {
	o, ok := v.(*Object)
	if !ok {
		return false
	}
	if o.Made != nil {
		f, ok := o.Made.Callee.(Symbol)
		return ok && strings.HasPrefix(string(f), "math.")
	}
	return scalar(o)
}

func (m *Machine) operateOnTexts(op string, left, right Value) Value {
	s, ok := left.(Str)
	if !ok {
		return nil
	}
	switch op {
	case "+":
		if t, ok := right.(Str); ok && len(s)+len(t) < maxText {
			return m.written(string(s + t))
		}
	case "*":
		if n, ok := small(right); ok && n < maxText && int64(len(s))*n < maxText {
			return m.written(strings.Repeat(string(s), int(max(0, n))))
		}
	case "%":
		return m.percent(s, right)
	}
	return nil
}

func (m *Machine) operateOnContainers(op string, left, right Value, at python.Node) Value {
	switch a := left.(type) {
	case *Tuple:
		if b, ok := right.(*Tuple); ok && op == "+" && len(a.Items)+len(b.Items) <= maxComprehension {
			return m.tuple(append(a.Items[:len(a.Items):len(a.Items)], b.Items...), at)
		}
		if n, ok := small(right); ok && op == "*" && fewTimes(a.Items, n) {
			return m.tuple(repeated(a.Items, n), at)
		}
	case *Object:
		b, isObject := right.(*Object)
		switch {
		case a.Kind == List && op == "+" && isObject && b.Kind == List:
			x, y := m.items(a), m.items(b)
			if len(x.list)+len(y.list) > maxComprehension {
				return m.newList(nil, m.anyOf([]Value{m.anyOf(x.list, x.rest, at), m.anyOf(y.list, y.rest, at)}, nil, at), at)
			}
			if x.rest == nil {
				return m.newList(append(x.list[:len(x.list):len(x.list)], y.list...), y.rest, at)
			}
			return m.newList(x.list, m.anyOf(append([]Value{x.rest}, y.list...), y.rest, at), at)
		case a.Kind == List && op == "*":
			held := m.items(a)
			if n, ok := small(right); ok && held.rest == nil && fewTimes(held.list, n) {
				return m.newList(repeated(held.list, n), nil, at)
			}
			return m.newList(nil, m.anyOf(held.list, held.rest, at), at)
		case a.Kind == Dict && op == "|" && isObject && b.Kind == Dict:
			o := m.newDict(m.entries(a), at)
			m.update(o, b, at)
			return o
		}
	}
	return nil
}

// fewTimes reports whether a list n times over is short.
func fewTimes(list []Value, n int64) bool {
	return n < maxComprehension && n*int64(len(list)) < maxComprehension
}

func repeated(list []Value, n int64) []Value {
	var out []Value
	for range max(0, n) {
		out = append(out, list...)
	}
	return out
}

// pureKey tells results of operators on numbers apart: the same operation on the same operands is the same number.
type pureKey struct {
	operator    string
	left, right Value
}

// computed is the result of an operator on something unknown.
func (m *Machine) computed(op string, at python.Node, operands ...Value) *Object {
	key := pureKey{operator: op}
	pure := len(operands) > 0 && (op == "%" || op == "//" || scalar(operands[0]) && scalar(operands[len(operands)-1]))
	if pure {
		key.left, key.right = m.sameSum(operands[0]), operands[len(operands)-1]
		if pure = comparable(key.left) && comparable(key.right); pure {
			if o := m.pure[key]; o != nil {
				return o
			}
		}
	}
	o := m.object(Result, at)
	o.Why, o.Operator, o.Operands = "computed from something unknown", op, operands
	if pure {
		m.pure[key] = o
	}
	return o
}

// sameSum is a sum of something unknown and a number, as it was first computed: (progress.step + 1) % n is one
// question, however often it is asked. The sums themselves are tensors of their own, if they are tensors.
func (m *Machine) sameSum(v Value) Value {
	o, ok := v.(*Object)
	if !ok || o.Kind != Result || o.Operator != "+" && o.Operator != "-" || len(o.Operands) != 2 ||
		!comparable(o.Operands[0]) || !comparable(o.Operands[1]) {
		return v
	}
	if _, isNumber := number(o.Operands[1]); !isNumber {
		return v
	}
	key := pureKey{operator: "sum " + o.Operator, left: o.Operands[0], right: o.Operands[1]}
	if first := m.pure[key]; first != nil {
		return first
	}
	m.pure[key] = o
	return v
}

// scalar values are numbers for sure, not tensors.
func scalar(v Value) bool {
	o, ok := v.(*Object)
	if !ok {
		_, isNumber := number(v)
		return isNumber
	}
	if o.Operator == counting || o.Operator == "len" {
		return true
	}
	if o.Kind != Result || len(o.Operands) == 0 {
		return false
	}
	if o.scalar == 0 { // n + n of n + n of … would be asked again and again
		o.scalar = isScalar
		for _, operand := range o.Operands {
			if !scalar(operand) {
				o.scalar = isNoScalar
			}
		}
	}
	return o.scalar == isScalar
}

func (m *Machine) yield(e *python.Yield) Value {
	v := m.eval(e.Value)
	f := m.frame
	for f.above != nil && f.function == nil { // a comprehension's frame
		f = f.above
	}
	if e.From {
		list, exact := m.elements(v)
		if !exact {
			list = []Value{m.element(v, e)}
		}
		f.yields = append(f.yields, list...)
	} else {
		f.yields = append(f.yields, v)
	}
	f.yielded = append(f.yielded, append([]Value(nil), m.managed[f.managed:]...))
	return m.unknown(e, "what is sent to a generator")
}
