package run

import "github.com/trainlint/trainlint/analyzers/python"

// Object is anything with an identity: what two names can share, and what changes as the program goes. Its state
// lies in fields: attributes, the names of a scope, the contents of a container.
//
// There are very many: the small fields stand together, so that one takes 288 bytes, as much as a class of sizes holds.
type Object struct {
	Kind Kind
	// PassedOver: its constructor was not run, as the run was told to.
	PassedOver bool
	// scalar is what was found out about a result: isScalar, isNoScalar, 0 for nothing yet.
	scalar uint8
	// Positive: it is a number that is not known, and at least one.
	Positive bool
	// Class is what the object is an instance of: *Class, a Symbol, or nil when it is not known.
	Class Value
	// Word is the last name by which the code reached the object, where nothing else is known of it:
	// the parameter, the attribute, the function that returned it.
	Word string
	// Named is the first variable or attribute that it was bound to, where it came out of something unknown.
	Named string
	// Why and At say why the object is unknown, and where.
	Why string
	At  Place
	// Made is the call that gave the object.
	Made *Call
	// Operands are what the object was computed from, where no call made it: the sides of an operator,
	// the object of an item or attribute.
	Operands []Value
	// Operator is what computed it: "+", "[]", ".attribute".
	Operator string
	// Like is the object of an earlier run of the same function that this one stands for.
	Like *Object
	// Written is where a container stands in a config file, nil for any other.
	Written *Origin
	// Default is what stands in when nobody says otherwise: a parameter's or an option's default.
	Default Value
	// Laps are the laps of the loops it was made in.
	Laps []Lap
	// Grad is whether operations were recorded for the backward pass where it was made.
	Grad Value
	// Seq orders objects and events by when they came to be.
	Seq int

	fields fields
	// first holds what was found out about the object when it was first asked for, nil for nothing. It was so from the
	// beginning: no fork takes it back.
	first *fields
	// under is the condition for each test of this object that was made so far.
	under map[conditionKey]*Condition
	// lexical is what only a scope has.
	*lexical
	// view is the dictionary that it shows, for what keys(), values() and items() give.
	view *view
}

// lexical is where a scope stands in the code. Most objects are no scopes, and there are very many objects.
type lexical struct {
	parent *Object // the scope around it
	unit   *Unit
	// globals are the names that it declares global, true, or nonlocal, false.
	globals map[string]bool
	// gathers is the comprehension whose scope it is, nil for any other.
	gathers *collecting
}

// What a result of numbers is, and any other.
const (
	isScalar uint8 = iota + 1
	isNoScalar
)

// Kind tells objects apart.
type Kind uint8

// The kinds of objects.
const (
	// Unknown is something of which only the origin is known.
	Unknown Kind = iota
	// Instance is an instance of Class.
	Instance
	// List, Dict and Set hold contents; see Items and Entry.
	List
	Dict
	Set
	// Result is what a call of a library or an operator computed, where nothing more is known.
	Result
	// Namespace holds attributes only: argparse's, SimpleNamespace.
	Namespace
	// Scope holds the names of a module, a class body or one call of a function.
	Scope
)

// Place is a node and the file it stands in.
type Place struct {
	Unit *Unit
	Node python.Node
}

// Line is the place's line, from 1; 0 for no place.
func (p Place) Line() int {
	if p.Unit == nil || p.Node == nil {
		return 0
	}
	return p.Unit.Module.File.LineOf(p.Node.Span().Start)
}

// File is the path of the place's file, "" for no place.
func (p Place) File() string {
	if p.Unit == nil {
		return ""
	}
	return p.Unit.Module.File.Path
}

// Lap is one time around a loop.
type Lap struct {
	Loop  python.Node
	Entry int // of all the times that the loop is entered, this one
	N     int // 0 is the first lap
	// Exact: the loop walks over something known, lap by lap. Otherwise it goes round twice, and the second
	// lap stands for all later ones.
	Exact bool

	trail int // what was written before it began
}

// fields are named values, few in most objects.
type fields struct {
	list  []field
	index map[string]int // when there are many
}

type field struct {
	name   string
	value  Value
	round  uint32 // see placed
	number int32
}

const manyFields = 12

func (f *fields) find(name string) int {
	if f == nil {
		return -1
	}
	if f.index != nil {
		if i, ok := f.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range f.list {
		if f.list[i].name == name {
			return i
		}
	}
	return -1
}

func (f *fields) get(name string) Value {
	if i := f.find(name); i >= 0 {
		return f.list[i].value
	}
	return nil
}

// set stores a value and returns what was there, nil for nothing.
func (f *fields) set(name string, v Value) Value {
	if i := f.find(name); i >= 0 {
		old := f.list[i].value
		f.list[i].value = v
		return old
	}
	f.list = append(f.list, field{name: name, value: v})
	if f.index != nil {
		f.index[name] = len(f.list) - 1
	} else {
		f.number()
	}
	return nil
}

// all lists them in the order in which they came to be.
func (f *fields) all() []field {
	if f == nil {
		return nil
	}
	return f.list
}

// fieldsOf are the fields of a list, which no one else holds.
func fieldsOf(list []field) *fields {
	f := &fields{list: list}
	f.number()
	return f
}

// number lets fields be found by name where there are many.
func (f *fields) number() {
	if len(f.list) <= manyFields {
		return
	}
	f.index = make(map[string]int, 2*len(f.list))
	for i := range f.list {
		f.index[f.list[i].name] = i
	}
}

// begin notes what an object had from the beginning.
func (o *Object) begin(name string, v Value) {
	if o.first == nil {
		o.first = &fields{}
	}
	o.first.set(name, v)
}

// contents is the field that holds what is in a container.
const contents = "[]"

// items is what is in a list or set. It is never changed, only replaced.
type items struct {
	list []Value
	// rest stands for any number of further elements, in unknown places; nil when list is all.
	rest Value
}

// ItemFrom is what an object was taken from, by a key or in a loop; nil for one that is no item.
func (o *Object) ItemFrom() Value {
	if (o.Operator == "[]" || o.Operator == Iterating) && len(o.Operands) > 0 {
		return o.Operands[0]
	}
	return nil
}
