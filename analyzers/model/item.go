package model

import (
	"errors"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// item is one item of a dataset, made on every way on which it may be: apart from the device, and without gradients.
func (l *library) item(m *exact.Machine, dataset exact.Value) exact.Value {
	if l.training == nil {
		return m.Unknown("an item of a dataset")
	}
	if l.training.ways != nil {
		return m.Item(dataset, sample(m))
	}
	device, replaced, decide, lenient := l.tape, m.Replaced, m.Decide, m.Lenient
	l.tape = tensor.NewTape()
	l.tape.Grad = false
	m.Decide = func(*exact.Unknown) (bool, bool) { return l.way(m, 2, "") == 0, true }
	m.Replaced = nil
	defer func() {
		l.tape, l.training.ways, m.Decide, m.Replaced, m.Lenient = device, nil, decide, replaced, lenient
	}()
	name := m.ClassOf(dataset).Name
	v := l.itemAgain(m, dataset, l.training.items[name])
	if v == nil {
		var made *item
		made, v = l.itemAnew(m, dataset)
		l.training.items[name] = made
	}
	if !l.training.unified {
		for _, t := range tensorsOf(v) {
			t.Host()
		}
	}
	return v
}

// item is how one of a dataset came out. All laps of all ways of a loop take one, with a model that is made anew for
// each way: twenty runs where chance decides twice how a sample is made and five kinds of it come out, and what takes
// longest in them is to find those five.
type item struct {
	outcomes []outcome
	lenient  bool // statements were passed over
}

// outcome is one of the kinds of an item, with the way on which it is made.
type outcome struct {
	kind string
	made []decision
}

// pick is the outcome that is followed now.
func (t *training) chosen(m *exact.Machine, one *item) int {
	if n := len(one.outcomes); n > 1 {
		if t.outcomes > 1 && t.outcomes != n {
			m.Stop("what one item of several datasets is, which their files decide")
		}
		t.outcomes = n
	}
	t.lenient = t.lenient || one.lenient
	return min(t.pick, len(one.outcomes)-1)
}

// itemAgain is an item made as one of such a dataset was before; nil where that asks for other decisions, or gives
// something else, as for a dataset of the same class for validation.
func (l *library) itemAgain(m *exact.Machine, dataset exact.Value, known *item) exact.Value {
	if known == nil {
		return nil
	}
	made := known.outcomes[min(l.training.pick, len(known.outcomes)-1)]
	was := m.Lenient
	w := &ways{made: slices.Clone(made.made)}
	l.training.ways, m.Lenient = w, m.Lenient || known.lenient
	var v exact.Value
	err := m.Try(func() { v = m.Item(dataset, sample(m)) })
	if err != nil || w.astray || len(w.made) != len(made.made) || w.next != len(w.made) || kindOf(m, v) != made.kind {
		m.Lenient = was
		return nil
	}
	l.training.chosen(m, known)
	return v
}

// itemAnew follows all ways on which an item is made, and gives the outcome that is followed now.
func (l *library) itemAnew(m *exact.Machine, dataset exact.Value) (made *item, v exact.Value) {
	var values []exact.Value
	var raised *exact.Raised
	crowded := func() string { return fmt.Sprint(m.ClassOf(dataset).Name, m.Lenient) }
	since := m.Worked()
	begin := func(w *ways) {
		since = m.Worked()
		w.singly = w.singly || l.training.crowded[crowded()]
		l.training.ways, made, values, raised = w, &item{lenient: m.Lenient}, nil, nil
	}
	begin(&ways{})
	for n := 0; ; n++ {
		// what one decision changes does not depend on the others, mostly
		if w := l.training.ways; !w.singly &&
			(n == maxWays || n == someWays && w.crowded(n) || n >= someWays && m.Worked()-since > dearItem) {
			l.training.crowded[crowded()] = true
			begin(&ways{})
			n = 0
		}
		if n == maxWays {
			m.Stop("an item of its dataset may be made in too many ways")
		}
		var v exact.Value
		err := m.Try(func() { v = m.Item(dataset, sample(m)) })
		var stop *exact.Stop
		if errors.As(err, &stop) && !m.Lenient {
			m.Lenient, l.training.lenient, n = true, true, -1 // from the start
			begin(&ways{})
			continue
		}
		switch {
		case errors.As(err, &stop):
			panic(stop)
		case err != nil:
			errors.As(err, &raised)
		default:
			kind := kindOf(m, v)
			if !slices.ContainsFunc(made.outcomes, func(o outcome) bool { return o.kind == kind }) {
				made.outcomes = append(made.outcomes, outcome{kind, slices.Clone(l.training.ways.made)})
				values = append(values, v)
			}
		}
		l.training.ways.followed()
		if !l.training.ways.advance() {
			break
		}
	}
	if len(values) == 0 {
		panic(raised)
	}
	return made, values[l.training.chosen(m, made)]
}

// sample is the index of a sample: some whole number.
func sample(m *exact.Machine) *exact.Unknown {
	u := m.Unknown("an index")
	u.Whole = true
	return u
}

// anyOne is a key for a tensor in which whole numbers that are not known are the first one: whichever it is, as much is
// picked. Where a part of a dimension begins and ends by the same number, its length is known. any says whether there
// was such a one.
func (l *library) anyOne(key exact.Value) (one exact.Value, any bool) {
	switch k := key.(type) {
	case *exact.Unknown:
		if k.Whole {
			return int64(0), true
		}
	case *exact.Slice:
		if n, ok := l.between(k.Lower, k.Upper); ok && n >= 0 && !isNumber(k.Lower) {
			return &exact.Slice{Lower: exact.None, Upper: n, Step: k.Step}, true
		}
	case *exact.Tuple:
		out := &exact.Tuple{Items: make([]exact.Value, len(k.Items))}
		for i, item := range k.Items {
			var one bool
			out.Items[i], one = l.anyOne(item)
			any = any || one
		}
		return out, any
	}
	return key, false
}

// isNumber reports whether a number is known.
func isNumber(v exact.Value) bool {
	_, ok := v.(int64)
	return ok
}

// between is how far one number lies behind another: two that are known and no ends counted from behind, or two that
// are told by the same one.
func (l *library) between(from, to exact.Value) (n int64, ok bool) {
	a, first := from.(int64)
	b, second := to.(int64)
	if first && second {
		return b - a, a >= 0 && b >= 0
	}
	x, first := from.(*tensor.Tensor)
	y, second := to.(*tensor.Tensor)
	if !first || !second {
		return exact.Between(from, to)
	}
	here, there := l.plus(x), l.plus(y)
	return there.n - here.n, here.of == there.of
}

// told is a number in a tensor, told by another one: so much more.
type told struct {
	of *tensor.Tensor
	n  int64
}

func (l *library) plus(t *tensor.Tensor) told {
	if by, ok := l.told[t]; ok {
		return by
	}
	return told{of: t}
}

// tell notes that a tensor with one whole number is another one, and so much more.
func (l *library) tell(t exact.Value, op string, a, b exact.Value) exact.Value {
	x, isTensor := a.(*tensor.Tensor)
	n, isNumber := b.(int64)
	if op == "+" && !isTensor { // 1 + i
		x, isTensor = b.(*tensor.Tensor)
		n, isNumber = a.(int64)
	}
	out, made := t.(*tensor.Tensor)
	if !isTensor || !isNumber || !made || len(x.Shape) > 0 || x.DType.Floating() || op != "+" && op != "-" {
		return t
	}
	if op == "-" {
		n = -n
	}
	by := l.plus(x)
	if l.told == nil {
		l.told = map[*tensor.Tensor]told{}
	}
	l.told[out] = told{of: by.of, n: by.n + n}
	return t
}

// asSeries is the tensor of a row of numbers of which nobody knows how many there are, or of an array of which not even
// the shape is known; d its type. nil for any other value.
func asSeries(m *exact.Machine, v exact.Value, d tensor.DType) exact.Value {
	if u, ok := v.(*exact.Unknown); ok && u.Numbers {
		if d == tensor.NoDType {
			d, _ = u.Elements.(tensor.DType)
		}
		if d == tensor.NoDType {
			return nil
		}
		return m.Call(m.Imported("numpy.rows"), exact.Positional(d))
	}
	o, ok := v.(*exact.Instance)
	if !ok || o.Class.Name != "series" {
		return nil
	}
	if d == tensor.NoDType {
		return m.Call(m.Attribute(o, "tensors"), exact.Args{})
	}
	return m.Call(m.Attribute(o, "tensors"), exact.Positional(d))
}

// Overwritten has nothing be known of the numbers in a tensor of the host, into which some are written; false for any
// other value.
func (l *library) Overwritten(v exact.Value) bool {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.RequiresGrad || t.Parameter {
		return false
	}
	t.Known = nil
	return true
}

// reshapedFile is the reshape of something that lies in a file: an array of the shape that is written, whose first side
// alone may be left open. nil where that may be a tensor of the training loop.
func (l *library) reshapedFile(u *exact.Unknown) exact.Value {
	if len(l.calls) > 0 || l.training != nil && l.training.ways == nil {
		return nil
	}
	return exact.NewFunction("reshape", func(m *exact.Machine, a exact.Args) exact.Value {
		sizes := a.Pos
		if len(sizes) == 1 {
			sizes = numbers(sizes[0])
		}
		for i, v := range sizes {
			if n, ok := exact.Integer(v); !ok || n < 1 && (i > 0 || n != -1) {
				return made(u)
			}
		}
		if len(sizes) < 2 || len(a.Kw) > 0 {
			return made(u)
		}
		return m.Call(m.Imported("numpy.of_file"), exact.Positional(&exact.Tuple{Items: sizes}))
	})
}

// kindOf says what a value is but for what its numbers are.
func kindOf(m *exact.Machine, v exact.Value) string {
	m.Deeper()
	defer m.Shallower()
	var list []string
	each := func(items []exact.Value) string {
		for _, item := range items {
			list = append(list, kindOf(m, item))
		}
		return m.Joined(list, ",")
	}
	switch v := v.(type) {
	case *tensor.Tensor:
		return fmt.Sprint(v.DType, v.Shape)
	case *exact.Tuple:
		return "(" + each(v.Items) + ")"
	case *exact.List:
		return "[" + each(v.Items) + "]"
	case *exact.Dict:
		return "{" + each(v.Keys()) + ":" + each(v.Values()) + "}"
	case *exact.Unknown:
		if v.Whole {
			return "int"
		}
		return "?"
	case string:
		return v
	case *exact.Instance:
		var words []string
		for name, held := range v.Attrs.All() {
			words = append(words, name+"="+kindOf(m, held))
		}
		return v.Class.Name + "<" + m.Joined(words, ",") + ">"
	}
	return m.ClassOf(v).Name
}
