package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// handedOn is what a parameter that an expression names is given where the program itself is not seen to call its
// function, as a library does it with samples: what those give it who hand the function on, partial(tokenize,
// max_length=512), fn_kwargs={"max_length": 512}, or call it in a lambda, where they agree; else its default. What the
// run has seen there counts where the program calls it. ok is false for any other expression.
func (j *Job) handedOn(p *Program, e python.Expr, seen Found) (given Found, ok bool) {
	name, isName := e.(*python.Name)
	if !isName {
		return Found{}, false
	}
	f := python.EnclosingFunction(e)
	if f == nil {
		return Found{}, false
	}
	if _, byProgram := p.run.ran().Called(f); byProgram && seen.Known() {
		return Found{}, false
	}
	at := slices.IndexFunc(f.Params, func(one *python.Param) bool { return one.Name == name.ID })
	if at < 0 || bindsAgain(p.Module(), f, name.ID) {
		return Found{}, false
	}
	first := true
	for _, q := range j.programs {
		for _, value := range givenFor(q.Module(), f.Name, name.ID, at) {
			v := Found{}
			if value != nil {
				v = q.Value(value)
			}
			if same, known := given.Same(v); !v.Known() || !first && (!known || !same) {
				return Found{}, true
			}
			given, first = v, false
		}
	}
	if first && f.Params[at].Default != nil {
		return p.Value(f.Params[at].Default), true
	}
	return given, !first
}

// givenFor are the values that a file gives a function's parameter; nil for one that it may give and that is not seen.
func givenFor(m *python.Module, function, parameter string, position int) (list []python.Expr) {
	h := m.Keep(handingKey{}, func() any { return handingIn(m) }).(*handing)
	for _, c := range h.calls[function] {
		if a := m.Argument(c, parameter, position); a.Presence != python.Absent {
			list = append(list, a.Value)
		}
	}
	for _, c := range h.passed[function] {
		if a := c.Keyword(parameter); a != nil {
			list = append(list, a.Value)
		}
	}
	return append(list, h.keys[parameter]...)
}

type handingKey struct{}

// handing is what a file calls and hands on, by name, and what its dictionaries hold, by key.
type handing struct {
	calls, passed map[string][]*python.Call
	keys          map[string][]python.Expr
}

func handingIn(m *python.Module) *handing {
	h := &handing{map[string][]*python.Call{}, map[string][]*python.Call{}, map[string][]python.Expr{}}
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Call:
			name := python.LastName(n.Func)
			h.calls[name] = append(h.calls[name], n)
			for _, a := range n.Args {
				if passed := python.LastName(a.Value); passed != "" && passed != name {
					h.passed[passed] = append(h.passed[passed], n)
				}
			}
		case *python.DictItem:
			if key, ok := n.Key.(*python.String); ok && key.Known {
				h.keys[key.Text] = append(h.keys[key.Text], n.Value)
			}
		}
	}
	return h
}

// boundAgain asks whether a function gives one of its names another value.
type boundAgain struct {
	function *python.Function
	name     string
}

func bindsAgain(m *python.Module, f *python.Function, name string) bool {
	return m.Keep(boundAgain{f, name}, func() any {
		for n := range python.All(f) {
			if one, ok := n.(*python.Name); ok && one.ID == name && python.IsTarget(one) {
				return true
			}
		}
		return false
	}).(bool)
}
