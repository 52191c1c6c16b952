package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// summary is what is remembered of a function that costs much to run and changes nothing but its own objects: run
// again with arguments of the same kind, it gives the same with new identities.
type summary struct {
	result Value
	args   []Argument // of the run that is remembered
	began  int        // what is older than it was there before
	// numbers: the result holds numbers or texts, which may be others once anything has changed.
	numbers bool
	writes  int // of the whole run up to its end
}

type summaryKey struct {
	function python.Node
	around   *Object // the names around it: of a function in a function, those of one call
	kinds    string  // of the arguments
	grad     Value   // whether gradients are recorded where it is called
}

func (m *Machine) summaryKey(f *Function, c *Call) summaryKey {
	return summaryKey{f.At(), f.scope, m.kindsOf(c.Args), m.GradEnabled()}
}

// heavySteps is the work from which on a run of a function is remembered.
const heavySteps = 150

// remembered is the result of an earlier run of a function, made anew; nil when there is none.
func (m *Machine) remembered(f *Function, c *Call) Value {
	// the same value may be decided elsewhere; who enters a function asks what happens in it
	if m.Locate || c.Entry || !m.heavy[f.At()] {
		return nil
	}
	s, ok := m.summaries[m.summaryKey(f, c)]
	if !ok || s.numbers && s.writes != m.writes {
		return nil
	}
	return m.renewed(s.result, &rerun{summary: s, call: c, twins: map[*Object]*Object{}})
}

// rerun is a run of a function that is not made again.
type rerun struct {
	summary
	call  *Call
	twins map[*Object]*Object
	// core is what all results of the run have in common.
	core *Object
}

// remember keeps the result of a run that began at a mark, if the run was worth it and quiet.
func (m *Machine) remember(f *Function, c *Call, since mark, result Value) {
	if m.steps-since.steps < heavySteps || !m.quiet(since) { // a summary would leave out what else it did
		return
	}
	numbers := m.holdsNumbers(result, numbersDepth)
	if numbers && !byValue(c.Args) {
		return // it may be what an attribute of an argument says, and only the classes of those are told apart
	}
	m.heavy[f.At()] = true
	m.summaries[m.summaryKey(f, c)] = summary{result, c.Args, since.seq, numbers, m.writes}
}

// numbersDepth bounds how deep containers are looked into for numbers.
const numbersDepth = 4

// holdsNumbers reports whether a value is, or holds, a number, a text or a truth.
func (m *Machine) holdsNumbers(v Value, depth int) bool {
	any := func(list ...Value) bool {
		return slices.ContainsFunc(list, func(one Value) bool { return m.holdsNumbers(one, depth-1) })
	}
	if depth == 0 || IsNone(v) {
		return false
	}
	switch v := Bare(v).(type) {
	case *Tuple:
		return any(v.Items...)
	case *Choice:
		return any(Alternatives(v)...)
	case *Object:
		switch v.Kind {
		case List, Dict, Set:
			return any(m.Contents(v)...)
		case Instance, Namespace:
			_, values := m.Named(v)
			return any(values...)
		}
		return false
	default:
		return Known(v)
	}
}

// byValue reports whether arguments are told apart by what they are.
func byValue(args []Argument) bool {
	for _, a := range args {
		switch Bare(a.Value).(type) {
		case Symbol, *Function, *Class:
		default:
			if !Known(a.Value) {
				return false
			}
		}
	}
	return true
}

// mark is where a run of a function began.
type mark struct {
	steps, seq, calls, stores, trail int
	grad                             Value
}

func (m *Machine) mark() mark {
	return mark{m.steps, m.seq, len(m.Trace.Calls), len(m.Trace.Stores), len(m.trail), m.GradEnabled()}
}

// documentation is the attribute of a function or class that no program asks for while it trains.
const documentation = "__doc__"

// quiet reports whether nothing happened since a mark that anybody else could notice.
func (m *Machine) quiet(since mark) bool {
	for _, s := range m.Trace.Stores[min(since.stores, len(m.Trace.Stores)):] {
		if s.Target == nil || s.Target.Kind != Scope && s.Target.Seq <= since.seq && s.Name != documentation {
			return false
		}
	}
	m.copied(len(m.trail) - since.trail)
	for _, w := range m.trail[since.trail:] { // a global, an attribute of a class, a list that loses an item
		if w.object.Seq <= since.seq && w.object != m.state && w.name != documentation {
			return false
		}
	}
	if !same(m.GradEnabled(), since.grad) {
		return false
	}
	if m.Notable == nil {
		return true
	}
	for _, c := range m.Trace.Calls[min(since.calls, len(m.Trace.Calls)):] {
		if m.Notable(c) {
			return false
		}
	}
	return true
}

// kindsOf tells the arguments of calls apart as far as a summary depends on them: constants by value, objects by class
// and by the constants that they hold: build({"name": "a"}) is not build({"name": "b"}).
func (m *Machine) kindsOf(args []Argument) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.Name)
		b.WriteByte('=')
		m.writeKind(&b, a.Value, 2)
		b.WriteByte(' ')
	}
	return b.String()
}

// toldApart is how many parts of an object tell it from others of its kind.
const toldApart = 64

func (m *Machine) writeKind(b *strings.Builder, v Value, depth int) {
	switch v := Bare(v).(type) {
	case nil:
	case Symbol:
		b.WriteString(string(v))
	case *Tuple:
		b.WriteString(strings.Join(v.Names, " "))
		b.WriteByte('(')
		for _, item := range v.Items {
			if depth > 0 {
				m.writeKind(b, item, depth-1)
			}
			b.WriteByte(',')
		}
	case *Object:
		b.WriteByte('@' + byte(v.Kind))
		switch class := v.Class.(type) {
		case *Class:
			b.WriteString(class.Name())
			b.WriteString(Repr(Int(v.At.Line())))
		case Symbol:
			b.WriteString(string(class))
		default:
			b.WriteString(v.Word)
		}
		if depth > 0 {
			m.writeParts(b, v, depth-1)
		}
	case *Choice:
		for _, a := range v.Alternatives {
			if depth > 0 {
				m.writeKind(b, a.Value, depth-1)
			}
			b.WriteByte('|')
		}
	case *Function:
		b.WriteString(v.Name())
	case *Class:
		b.WriteString(v.Name())
	default:
		b.WriteString(Repr(v))
	}
}

// writeParts tells an object apart by what it holds: what is constant by value, all else by its kind.
func (m *Machine) writeParts(b *strings.Builder, o *Object, depth int) {
	write := func(values []Value) {
		for _, v := range values[:min(len(values), toldApart)] {
			m.writeKind(b, v, depth)
			b.WriteByte(',')
		}
	}
	switch o.Kind {
	case List, Set:
		write(m.items(o).list)
	case Dict:
		held := m.entries(o)
		write(held.keys)
		write(held.values)
	case Instance, Namespace:
		names, values := m.Named(o)
		for i, v := range values {
			if Known(v) {
				b.WriteString(names[i])
				b.WriteByte(':')
				m.writeKind(b, v, 0)
			}
		}
	}
}

// renewed is a result with new identities.
func (m *Machine) renewed(v Value, r *rerun) Value {
	switch v := v.(type) {
	case *Tuple:
		m.copied(len(v.Items))
		t := &Tuple{Items: make([]Value, len(v.Items)), Names: v.Names}
		for i := range v.Items {
			t.Items[i] = m.renewed(v.Items[i], r)
		}
		return t
	case *Choice:
		list := make([]Alternative, len(v.Alternatives))
		for i, a := range v.Alternatives {
			list[i] = Alternative{a.When, m.renewed(a.Value, r)}
		}
		return &Choice{list}
	case *Object:
		return m.renewedObject(v, r)
	}
	return v
}

func (m *Machine) renewedObject(o *Object, r *rerun) *Object {
	for i, a := range r.args { // what was handed in comes out again
		if a.Value == Value(o) && i < len(r.call.Args) {
			if given, ok := r.call.Args[i].Value.(*Object); ok {
				return given
			}
		}
	}
	if o.Seq <= r.began {
		return o
	}
	if twin := r.twins[o]; twin != nil {
		return twin
	}
	twin := &Object{
		Kind:     o.Kind,
		Class:    o.Class,
		Word:     o.Word,
		Named:    o.Named,
		Why:      o.Why,
		At:       o.At,
		Like:     o,
		Operator: o.Operator,
		Default:  o.Default,
		Laps:     m.lapsNow(),
		Grad:     o.Grad,
		Seq:      m.next(),
		lexical:  o.lexical,
	}
	r.twins[o] = twin
	twin.Made = m.madeAgain(o, twin, r)
	if o.Kind == Result && r.core == nil {
		core := *twin
		for _, a := range r.call.Args {
			core.Operands = append(core.Operands, a.Value)
		}
		r.core = &core
	}
	switch {
	case r.core != nil:
		twin.Operands = []Value{r.core}
	case o.Operator != "": // what it is an attribute, an item or a product of
		for _, v := range o.Operands {
			twin.Operands = append(twin.Operands, m.renewed(v, r))
		}
	}
	switch o.Kind {
	case List, Set:
		held := m.items(o)
		fresh := &items{rest: m.renewed(held.rest, r)}
		for _, item := range held.list {
			fresh.list = append(fresh.list, m.renewed(item, r))
		}
		twin.begin(contents, fresh)
	case Dict:
		held := m.entries(o)
		fresh := &entries{keys: held.keys, rest: m.renewed(held.rest, r)}
		for _, item := range held.values {
			fresh.values = append(fresh.values, m.renewed(item, r))
		}
		twin.begin(contents, fresh)
	default:
		for _, f := range slices.Concat(o.first.all(), o.fields.list) {
			if f.value != nil && o.Kind == Instance {
				twin.begin(f.name, f.value)
			}
		}
	}
	return twin
}

// madeAgain is the call that made an object, with what this run of the function made in the place of what that one did:
// the optimizer that a scheduler was given. Of what was computed all results have the call of the function in common
// instead, see rerun.core.
func (m *Machine) madeAgain(o, twin *Object, r *rerun) *Call {
	anew := func(a Argument) bool {
		held, ok := a.Value.(*Object)
		return ok && held.Kind != Result && held.Seq > r.began
	}
	if o.Made == nil || !slices.ContainsFunc(o.Made.Args, anew) {
		return o.Made
	}
	m.copied(len(o.Made.Args))
	c := *o.Made
	c.Result = twin
	c.Args = slices.Clone(c.Args)
	for i, a := range c.Args {
		if anew(a) {
			c.Args[i].Value = m.renewed(a.Value, r)
		}
	}
	return &c
}
