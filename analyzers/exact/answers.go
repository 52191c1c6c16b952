package exact

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// A loop that collects calls functions that do nothing but give an answer: a tokenizer, a method that reads a line.
// They change what they make themselves, and nothing that was there before.

// mostWithin is how deep such functions call each other.
const mostWithin = 5

// ofTexts are methods of texts, arrays and tensors that change nothing.
var ofTexts = []string{
	"endswith", "startswith", "lower", "upper", "split", "rsplit", "strip", "rstrip", "lstrip", "replace", "isdigit",
	"find", "join", "format", "encode", "decode", "title", "splitlines", "tolist", "numpy", "item", "size", "dim",
	"squeeze", "unsqueeze", "view", "reshape", "flatten", "long", "float", "int", "clone", "astype", "permute",
	"transpose", "mean", "sum", "max", "min",
}

// answers reports whether a function of the project, or of a library that is written out, does nothing but give an
// answer. self is what it is a method of, nil for none.
func (k *skimmed) answers(f *Function, self Value) bool {
	if f.Node == nil || f.yields || f.Node.Async || len(f.Node.Decorators) > 0 || k.within >= mostWithin {
		return false
	}
	if k.looked == nil {
		k.looked = map[*python.Function]bool{}
	}
	if answers, looked := k.looked[f.Node]; looked {
		return answers
	}
	k.looked[f.Node] = true // one that calls itself does what the rest of it does
	inside := &skimmed{m: k.m, left: mostSkimmed, own: map[string]bool{}, within: k.within + 1, looked: k.looked}
	names := map[string]Value{}
	for i, p := range f.params {
		if i == 0 && self != nil {
			names[p.Name] = self
			continue
		}
		inside.own[p.Name], names[p.Name] = true, &Unknown{}
	}
	for _, s := range f.Node.Body {
		for _, name := range bound(s) {
			inside.own[name], names[name] = true, &Unknown{}
		}
	}
	outer := k.m.frame.scope
	k.m.frame.scope = &scope{names: names, parent: f.scope, unit: f.Unit}
	defer func() { k.m.frame.scope = outer }()
	inside.fresh = k.m.namesMade(f.Node.Body)
	for _, p := range f.params {
		delete(inside.fresh, p.Name)
	}
	k.looked[f.Node] = inside.block(f.Node.Body)
	return k.looked[f.Node]
}

// namesMade are the names that a function binds to nothing but what it makes there: lists that are written out,
// comprehensions, numbers and texts, and objects.
func (m *Machine) namesMade(body []python.Stmt) map[string]bool {
	names, others := map[string]bool{}, map[string]bool{}
	note := func(t, v python.Expr) {
		name, ok := t.(*python.Name)
		if !ok {
			for _, other := range targets(t) {
				others[other] = true
			}
			return
		}
		switch v := v.(type) {
		case *python.Sequence, *python.Comprehension, *python.Dict, *python.Number, *python.String, *python.Binary:
			names[name.ID] = true
		case *python.Call:
			if callee, ok := v.Func.(*python.Name); ok {
				if _, ok := m.find(callee.ID).(*Class); ok {
					names[name.ID] = true
					return
				}
			}
			others[name.ID] = true
		default:
			others[name.ID] = true
		}
	}
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				sequence, several := t.(*python.Sequence)
				values, written := n.Value.(*python.Sequence)
				if several && written && len(sequence.Items) == len(values.Items) {
					for i := range sequence.Items {
						note(sequence.Items[i], values.Items[i])
					}
					continue
				}
				note(t, n.Value)
			}
		case *python.For:
			for _, name := range targets(n.Target) {
				others[name] = true
			}
		}
		return true
	})
	for name := range others {
		delete(names, name)
	}
	return names
}

// makes reports whether an expression is one of the names that hold what the function makes, or an item of one.
func (k *skimmed) makes(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Name:
		return k.fresh[e.ID]
	case *python.Subscript:
		return k.makes(e.Value) && !slices.ContainsFunc(e.Index, func(i python.Expr) bool { return !k.reads(i) })
	}
	return false
}

// inside reports whether a function that is looked into may assign to a target: a name of its own, or an item of what
// it makes.
func (k *skimmed) inside(t python.Expr) bool {
	switch t := t.(type) {
	case *python.Name:
		k.own[t.ID] = true
		return true
	case *python.Subscript:
		return k.makes(t)
	case *python.Sequence:
		return !slices.ContainsFunc(t.Items, func(item python.Expr) bool { return !k.inside(item) })
	}
	return false
}

// called is the function behind a call of a method, or of an object, that is known: self.read(line), or
// self.tokenizer(line).
func (k *skimmed) called(f python.Expr) (*Function, Value) {
	method := "__call__"
	on, ok := k.kept(f).(*Instance)
	if at, isAttribute := f.(*python.Attribute); !ok && isAttribute {
		method = at.Attr
		on, ok = k.kept(at.Value).(*Instance)
	}
	if !ok || on.Class.Node == nil || on.Attrs.Get(method) != nil {
		return nil, nil
	}
	fn, _ := k.m.lookup(on.Class, method).(*Function)
	return fn, on
}

// kept is what a name holds, or an attribute of what one holds that keeps its own; nil for anything else.
func (k *skimmed) kept(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Name:
		return k.m.find(e.ID)
	case *python.Attribute:
		if on, ok := k.kept(e.Value).(*Instance); ok {
			return on.Attrs.Get(e.Attr)
		}
	}
	return nil
}

// ofOwn reports whether a function that is looked into may call a method: one that changes nothing, where it is one of
// something that was there before.
func (k *skimmed) ofOwn(f python.Expr) bool {
	at, ok := f.(*python.Attribute)
	if !ok || k.makes(at.Value) || slices.Contains(lookers, at.Attr) || slices.Contains(ofTexts, at.Attr) {
		return true
	}
	for e := at.Value; ; {
		switch on := e.(type) {
		case *python.Attribute:
			e = on.Value
		case *python.Name: // json.loads
			return !k.own[on.ID] && k.kept(on) != nil && !isObject(k.kept(on))
		case *python.String:
			return true
		default:
			return false
		}
	}
}

// isObject reports whether a value is an object that may change.
func isObject(v Value) bool {
	switch v.(type) {
	case *Instance, *List, *Dict, *Set, *Unknown:
		return true
	}
	return false
}
