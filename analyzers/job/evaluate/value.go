// Package evaluate works out what a training script's expressions are in one
// run: with the command line of its launcher and the configs that it names.
package evaluate

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Place is where something is written.
type Place struct {
	File *source.File
	Span source.Span
	// Key is the dotted path of a config value, or the flag of a command line;
	// "" in a script.
	Key string
}

// Line is the place's line, from 1.
func (p Place) Line() int {
	if p.File == nil {
		return 0
	}
	return p.File.LineOf(p.Span.Start)
}

// Kind is the type of a value.
type Kind uint8

// The types of values. The zero Kind is Unknown: only the run can tell.
const (
	Unknown Kind = iota
	None
	Bool
	Int
	Float
	String
	// Symbol is something of a library, by its dotted name: torch.float16.
	Symbol
	// Mapping is a part of a config file.
	Mapping
	// Table is a dictionary or namespace that the script itself puts together.
	Table
	// List is a list or tuple.
	List
	// Options is the namespace of a command line parser.
	Options
	// Object is what a call returned that is not looked into.
	Object
	// Merged are mappings and tables on top of each other: Items, the last wins.
	Merged
	// Handle is an opened file: Str is its path.
	Handle
)

// Value is what an expression is in one run.
type Value struct {
	Kind  Kind
	Bool  bool
	Int   int64
	Float float64
	Str   string // String, Symbol, Handle
	// Default: nothing in the run says so; a parser's or a dataclass's default.
	Default bool
	// Place is where the value is decided; Via are the places that read it, the
	// nearest to the decision first.
	Place Place
	Via   []Place

	Node   *config.Node // Mapping
	Host   *config.Host // Mapping: who loads it
	Parsed bool         // Mapping: argparse gets its entries as defaults, and converts text
	Fields map[string]Value
	Items  []Value
	// Layers of an Options value are looked at in order before its parser.
	Layers []Value
	// Class is the dataclass of an Options value, "" for argparse's namespace.
	Class  string
	Local  *python.Class // the same when the script defines it
	Call   *python.Call  // Object
	Module *Program      // the script that Call and Local stand in
}

// Known reports whether the value is a scalar that the files decide.
func (v Value) Known() bool {
	switch v.Kind {
	case Bool, Int, Float, String, Symbol, None:
		return true
	}
	return false
}

// Truth is the value's truth; known is false when only the run can tell.
func (v Value) Truth() (truth, known bool) {
	switch v.Kind {
	case None:
		return false, true
	case Bool:
		return v.Bool, true
	case Int:
		return v.Int != 0, true
	case Float:
		return v.Float != 0, true
	case String:
		return v.Str != "", true
	case Symbol, Handle, Options, Merged:
		return true, true
	case Mapping:
		return len(v.Node.Keys()) > 0 || len(v.Node.Items) > 0, true
	case List:
		return len(v.Items) > 0, true
	case Table:
		return len(v.Fields) > 0, len(v.Fields) > 0
	}
	return false, false
}

// Number is the value as a float.
func (v Value) Number() (float64, bool) {
	switch v.Kind {
	case Int:
		return float64(v.Int), true
	case Float:
		return v.Float, true
	case Bool:
		if v.Bool {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// Text is the value as Python prints it.
func (v Value) Text() string {
	switch v.Kind {
	case None:
		return "None"
	case Bool:
		if v.Bool {
			return "True"
		}
		return "False"
	case Int:
		return strconv.FormatInt(v.Int, 10)
	case Float:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	}
	return v.Str
}

// Same reports whether two known values are equal for Python.
func (v Value) Same(w Value) (same, known bool) {
	if !v.Known() || !w.Known() {
		return false, false
	}
	a, okA := v.Number()
	b, okB := w.Number()
	if okA && okB {
		return a == b, true
	}
	return v.Kind == w.Kind && v.Str == w.Str, true
}

// through notes that the value is read at a place.
func (v Value) through(p Place) Value {
	if v.Kind == Unknown || p.File == nil || len(v.Via) > 8 {
		return v
	}
	v.Via = append(v.Via[:len(v.Via):len(v.Via)], p)
	return v
}

// FromNode is what a config's host makes of a node.
func FromNode(n *config.Node, host *config.Host) Value {
	left := maxItems
	return fromNode(n, host, &left, 0)
}

// maxNesting bounds lists in lists: aliases nest them deeper than any text.
const maxNesting = 32

// maxItems bounds the lists that one value is made of: nine lines of aliases can stand
// for a billion items.
const maxItems = 10_000

func fromNode(n *config.Node, host *config.Host, left *int, depth int) Value {
	if *left--; n == nil || *left < 0 || depth > maxNesting {
		return Value{}
	}
	place := Place{File: n.Document().File, Span: n.Span, Key: n.Path()}
	v := host.Value(n)
	out := Value{Place: place, Bool: v.Bool, Int: v.Int, Float: v.Float}
	switch v.Kind {
	case config.Null:
		out.Kind = None
	case config.Bool:
		out.Kind = Bool
	case config.Int:
		out.Kind = Int
	case config.Float:
		out.Kind = Float
	case config.String, config.Date:
		out.Kind, out.Str = String, v.Text
	case config.MappingValue:
		out.Kind, out.Node, out.Host = Mapping, v.Node, host
	case config.SequenceValue:
		out.Kind = List
		for _, item := range v.Node.Items {
			out.Items = append(out.Items, fromNode(item, host, left, depth+1))
		}
	}
	return out
}

// Child is a key of a mapping, table or namespace.
func (v Value) Child(key string) (Value, bool) {
	switch v.Kind {
	case Mapping:
		n := v.Node.Lookup(key)
		if n == nil {
			return Value{}, false
		}
		return FromNode(n, v.Host), true
	case Table:
		child, ok := v.Fields[key]
		return child, ok
	case Merged:
		return layered(v.Items, key)
	}
	return Value{}, false
}
