package run

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Origin is where a value is written: in a script, in a config file, on a command line.
type Origin struct {
	File *source.File
	Span source.Span
	// Key is the dotted path of a config's value, or the flag of a command line; "" in a script.
	Key string
}

// Line is the origin's line, from 1; 0 for none.
func (o Origin) Line() int {
	if o.File == nil {
		return 0
	}
	return o.File.LineOf(o.Span.Start)
}

// Located is a constant or a Symbol together with where it was decided. Only a run with Options.Locate has such values.
// They travel through names, attributes, parameters and containers as they are; whoever looks at the value itself
// takes it out with Bare, or reads it with narrow, which does.
type Located struct {
	Value  Value // never Located itself
	Origin Origin
	// Via are the places that read it, the nearest to the decision first.
	Via []Origin
	// Default: nobody says so; it is what stands in when nobody does.
	Default bool
}

func (*Located) value() {}

// Bare is a value without where it was decided.
func Bare(v Value) Value {
	if l, ok := v.(*Located); ok {
		return l.Value
	}
	return v
}

// LocatedAt is a constant or Symbol with where it was decided; other values are left as they are.
func LocatedAt(v Value, at Origin, byDefault bool) Value {
	switch one := Bare(v).(type) {
	case nil:
		return nil
	case Symbol:
		return &Located{Value: one, Origin: at, Default: byDefault}
	default:
		if Known(one) {
			return &Located{Value: one, Origin: at, Default: byDefault}
		}
	}
	return v
}

// Origin is where a node of the present module stands.
func (m *Machine) Origin(n python.Node) Origin {
	if m.frame == nil || n == nil {
		return Origin{}
	}
	return Origin{File: m.frame.unit.Module.File, Span: n.Span()}
}

// Origin is a place without its tree.
func (p Place) Origin() Origin {
	if p.Unit == nil || p.Node == nil {
		return Origin{}
	}
	return Origin{File: p.Unit.Module.File, Span: p.Node.Span()}
}

// literally is a constant that stands in the program.
func (m *Machine) literally(v Value, at python.Node) Value {
	if _, done := v.(*Located); done || !m.Locate {
		return v
	}
	return LocatedAt(v, m.Origin(at), false)
}

// maxVia bounds the chain of places that read a value.
const maxVia = 8

// reread is a value that an attribute or item gave: the place that reads it is noted.
func (m *Machine) reread(v Value, at python.Expr) Value {
	if !m.Locate {
		return v
	}
	switch one := v.(type) {
	case Symbol:
		if _, inPath := at.Parent().(*python.Attribute); !inPath && !called(at) {
			return LocatedAt(v, m.Origin(at), false)
		}
	case *Located:
		return one.through(m.Origin(at))
	case *Choice:
		out := &Choice{make([]Alternative, len(one.Alternatives))}
		for i, a := range one.Alternatives {
			if l, ok := a.Value.(*Located); ok {
				a.Value = l.through(m.Origin(at))
			}
			out.Alternatives[i] = a
		}
		return out
	}
	return v
}

func (l *Located) through(at Origin) *Located {
	if len(l.Via) > maxVia || at.File == nil {
		return l
	}
	out := *l
	out.Via = append(l.Via[:len(l.Via):len(l.Via)], at)
	return &out
}

// derived is a constant that was computed from others: what another file says decides, before what the program does.
func (m *Machine) derived(v Value, at python.Node, from ...Value) Value {
	if !m.Locate || v == nil {
		return v
	}
	if _, done := v.(*Located); done || !Known(v) {
		return v
	}
	here := m.Origin(at)
	var by *Located
	byDefault := true
	for _, f := range from {
		l, ok := f.(*Located)
		if !ok {
			byDefault = byDefault && f == nil
			continue
		}
		byDefault = byDefault && l.Default
		if by == nil || by.Origin.File == here.File && l.Origin.File != here.File {
			by = l
		}
	}
	if by == nil {
		return LocatedAt(v, here, false)
	}
	out := &Located{Value: v, Origin: by.Origin, Via: by.Via, Default: byDefault}
	return out.through(here)
}

// decidedBy is a value of the program that something written elsewhere chose: DTYPES[config["dtype"]].
func (m *Machine) decidedBy(v, by Value, at python.Node) Value {
	chooser, ok := by.(*Located)
	if !ok || !m.Locate {
		return v
	}
	here := m.Origin(at)
	l, ok := v.(*Located)
	if !ok {
		if _, symbol := v.(Symbol); !symbol {
			return v
		}
		l = &Located{Value: v, Origin: here}
	}
	if l.Origin.File != here.File || chooser.Origin.File == here.File || chooser.Origin.File == nil {
		return v
	}
	out := &Located{Value: l.Value, Origin: chooser.Origin, Via: chooser.Via, Default: l.Default}
	return out.through(l.Origin)
}

// byDefault marks a value as one that holds because nobody says otherwise.
func (m *Machine) byDefault(v Value, at python.Node) Value {
	if !m.Locate {
		return v
	}
	if l, ok := v.(*Located); ok {
		out := *l
		out.Default = true
		return &out
	}
	return LocatedAt(v, m.Origin(at), true)
}

// decides remembers which value of another file a test looked at first.
func (m *Machine) decides(values ...Value) {
	if !m.Locate || m.decider != nil || m.frame == nil {
		return
	}
	for _, v := range values {
		if l, ok := v.(*Located); ok && l.Origin.File != m.frame.unit.Module.File {
			m.decider = l
			return
		}
	}
}
