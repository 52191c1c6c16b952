package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
)

// reading collects what a constructor reads of an object that it is given: config.width of a parameter config.
type reading struct {
	m      *exact.Machine
	seen   map[part]bool
	found  []string // config.width, config.mlp.hidden, in order
	stored map[string]bool
}

// part is a parameter of a function, and what of the first object it gets.
type part struct {
	of           *exact.Function
	name, prefix string
}

// mostRead bounds through how many functions an object is followed.
const mostRead = 200

// attributesOf are the attributes of a parameter of a constructor that it reads, or that classes do which it hands the
// object to, by their paths: config.width.
func attributesOf(m *exact.Machine, made exact.Value, parameter string) []string {
	r := &reading{m: m, seen: map[part]bool{}, stored: map[string]bool{}}
	f, class := constructor(m, made)
	if f == nil {
		return nil
	}
	r.follow(f, class, parameter, parameter)
	var list []string
	for _, path := range r.found {
		whole := slices.ContainsFunc(r.found, func(longer string) bool { return strings.HasPrefix(longer, path+".") })
		if !whole && !r.stored[path] && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	return list
}

// constructor is the function that a call of a class or function runs, and its class.
func constructor(m *exact.Machine, made exact.Value) (*exact.Function, *exact.Class) {
	switch of := made.(type) {
	case *exact.Function:
		return of, of.Class
	case *exact.Method:
		return constructor(m, of.Func)
	case *exact.Class:
		f, _ := m.Lookup(of, "__init__").(*exact.Function)
		return f, of
	}
	return nil, nil
}

// follow reads the body of a function of which a parameter holds what prefix says.
func (r *reading) follow(f *exact.Function, class *exact.Class, parameter, prefix string) {
	at := part{f, parameter, prefix}
	if r.seen[at] || len(r.seen) > mostRead || f.Node == nil {
		return
	}
	r.seen[at] = true
	names := map[string]string{parameter: prefix}
	held := map[string]string{} // self.config
	for n := range python.All(f.Node) {
		if a, ok := n.(*python.Assign); ok && a.Value != nil {
			r.alias(a, names, held)
		}
	}
	r.body(f, class, names)
	if class == nil || len(held) == 0 {
		return
	}
	for _, v := range class.Dict.All() { // methods read what the constructor put on self
		if method, ok := v.(*exact.Function); ok && method.Node != nil && !r.seen[part{method, "self", prefix}] {
			r.seen[part{method, "self", prefix}] = true
			r.body(method, class, held)
		}
	}
}

// alias notes another name of what is followed: cfg = config, self.config = config, and what is written to:
// config.width = 3.
func (r *reading) alias(a *python.Assign, names, held map[string]string) {
	from, known := under(names, python.PathText(a.Value))
	for _, t := range a.Targets {
		to := python.PathText(t)
		switch path, isPart := under(names, to); {
		case isPart && strings.Contains(to, "."):
			r.stored[path] = true
		case known && strings.HasPrefix(to, "self."):
			held[to] = from
			names[to] = from
		case known && to != "":
			names[to] = from
		}
	}
}

// under is what a path stands for whose first words are a name of what is followed.
func under(names map[string]string, path string) (string, bool) {
	for head := path; head != ""; {
		if of, ok := names[head]; ok {
			return of + path[len(head):], true
		}
		dot := strings.LastIndexByte(head, '.')
		if dot < 0 {
			break
		}
		head = head[:dot]
	}
	return "", false
}

// ofDictionaries are methods that objects have which hold settings.
var ofDictionaries = map[string]bool{
	"get": true, "items": true, "keys": true, "values": true, "to_dict": true, "copy": true, "update": true, "pop": true,
	"setdefault": true,
}

func (r *reading) body(f *exact.Function, class *exact.Class, names map[string]string) {
	methods := map[python.Node]bool{}
	for n := range python.All(f.Node) {
		switch n := n.(type) {
		case *python.Call:
			if at, ok := n.Func.(*python.Attribute); ok && ofDictionaries[at.Attr] {
				methods[n.Func] = true
			}
			r.handed(f, class, n, names)
		case *python.Attribute:
			text := python.PathText(n)
			if path, ok := under(names, text); ok && names[text] == "" && !methods[n] {
				r.found = append(r.found, path)
			}
		}
	}
}

// handed follows what a call hands on into what it calls.
func (r *reading) handed(f *exact.Function, class *exact.Class, call *python.Call, names map[string]string) {
	var callee *exact.Function
	var of *exact.Class
	for i, a := range call.Args {
		path, ok := under(names, python.PathText(a.Value))
		if !ok || a.Star > 0 {
			continue
		}
		if callee == nil {
			if callee, of = r.callee(f, class, call); callee == nil {
				return
			}
		}
		name := a.Name
		if params := callee.Parameters(); name == "" {
			if of != nil && len(params) > 0 && params[0].Name == "self" {
				i++
			}
			if i >= len(params) || params[i].Star > 0 {
				continue
			}
			name = params[i].Name
		}
		r.follow(callee, of, name, path)
	}
}

// callee is what a call runs, as far as its words say: a class, a function, super().__init__, a method of self.
func (r *reading) callee(f *exact.Function, class *exact.Class, call *python.Call) (*exact.Function, *exact.Class) {
	if at, ok := call.Func.(*python.Attribute); ok && class != nil {
		if super, ok := at.Value.(*python.Call); ok && python.PathText(super.Func) == "super" && len(class.Line) > 1 {
			for _, base := range class.Line[1:] {
				if method, ok := base.Dict.Get(at.Attr).(*exact.Function); ok {
					return method, base
				}
			}
			return nil, nil
		}
		if python.PathText(at.Value) == "self" {
			method, _ := r.m.Lookup(class, at.Attr).(*exact.Function)
			return method, class
		}
	}
	text := python.PathText(call.Func)
	if text == "" {
		return nil, nil
	}
	made, err := r.m.Evaluate(f.Unit, text)
	if err != nil {
		return nil, nil
	}
	return constructor(r.m, made)
}

// called is what a class or function gives. Of objects that are given by their attributes, those that are missing are
// named.
func (r *run) called(made exact.Value, args exact.Args) exact.Value {
	var v exact.Value
	err := r.m.Try(func() { v = r.m.Call(made, args) })
	var raised *exact.Raised
	if errors.As(err, &raised) && raised.Value.Class.Is(exact.AttributeError) &&
		strings.Contains(raised.Error(), "'Namespace' object has no attribute") {
		var reads []string
		for _, k := range args.Kw {
			o, ok := k.Value.(*exact.Instance)
			if !ok || o.Class != r.m.Namespace().Class {
				continue
			}
			for _, path := range attributesOf(r.m, made, k.Name) {
				if !holds(o, strings.Split(path, ".")[1:]) {
					reads = append(reads, path)
				}
			}
		}
		if len(reads) > 0 {
			panic(
				&exact.Stop{
					At: raised.At,
					Reason: fmt.Sprintf(
						"it reads %s, too: give each with --arg, as --arg %s=VALUE",
						strings.Join(reads, ", "),
						reads[0],
					),
				},
			)
		}
	}
	if err != nil {
		panic(err)
	}
	return v
}

// holds reports whether an object has an attribute by its path.
func holds(o *exact.Instance, path []string) bool {
	v := o.Attrs.Get(path[0])
	if len(path) == 1 || v == nil {
		return v != nil
	}
	below, ok := v.(*exact.Instance)
	return !ok || holds(below, path[1:])
}
