// Package compat holds the rules about what newer versions of PyTorch and
// Hugging Face's libraries have renamed, deprecated or removed.
package compat

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// usage is what a program does with a deprecated thing at one place.
type usage int

const (
	neither    usage = iota // asked about (`is None`), or only a part of it is used
	called                  // autocast(…)
	partial                 // functools.partial(autocast, …)
	decorating              // @autocast, without parentheses
	entered                 // with autocast:, without parentheses
	asType                  // an annotation, isinstance
	inherited               // class Scaler(GradScaler)
	stored                  // kept or passed on, to be called elsewhere
)

// use is one place that names a deprecated thing.
type use struct {
	ref  python.Expr
	kind usage
	call *python.Call // of called and partial
}

// uses lists where the file uses one of the names, without those that are one of
// several ways for several versions.
func uses(m *python.Module, names ...string) []use {
	var list []use
	for _, ref := range m.References(names...) {
		u := useOf(m, ref)
		if u.kind != neither && !m.Guarded(ref) {
			list = append(list, u)
		}
	}
	return list
}

func useOf(m *python.Module, ref python.Expr) use {
	u := use{ref: ref}
	if python.InAnnotation(ref) {
		u.kind = asType
		return u
	}
	switch p := ref.Parent().(type) {
	case *python.Call:
		u.kind, u.call = called, p
	case *python.Decorator:
		u.kind = decorating
	case *python.WithItem:
		u.kind = entered
	case *python.Arg:
		u.kind, u.call = argumentUse(m, p)
	case *python.Sequence:
		u.kind = sequenceUse(m, p)
	case *python.Assign, *python.Return, *python.IfExp, *python.DictItem, *python.Param, *python.Lambda:
		u.kind = stored
	}
	return u
}

func argumentUse(m *python.Module, a *python.Arg) (usage, *python.Call) {
	switch p := a.Parent().(type) {
	case *python.Class:
		return inherited, nil
	case *python.Call:
		if strings.HasPrefix(p.MethodName(), "assert") || a.Name == "spec" {
			return asType, nil // assertIsInstance, Mock(spec=…)
		}
		switch m.Resolve(p.Func) {
		case "isinstance", "issubclass":
			return asType, nil
		case knowledge.Partial:
			if p.Args[0] == a {
				return partial, p
			}
		case "hasattr", "getattr", "setattr", "inspect.signature", "callable":
			return neither, nil
		}
	}
	return stored, nil
}

// sequenceUse: isinstance takes a tuple of types.
func sequenceUse(m *python.Module, s *python.Sequence) usage {
	if a, ok := s.Parent().(*python.Arg); ok {
		if kind, _ := argumentUse(m, a); kind == asType {
			return asType
		}
	}
	return stored
}

// arguments are what is passed on to the thing itself; those of functools.partial
// start behind it.
func (u use) arguments() []*python.Arg {
	switch u.kind {
	case called:
		return u.call.Args
	case partial:
		return u.call.Args[1:]
	}
	return nil
}

// replaced reports whether another library, imported here or in another file, puts classes of its own in a library's
// place.
func replaced(p *rules.Pass, library string) bool {
	by := knowledge.Replaces(library)
	return by != "" &&
		(p.Python.ImportsFrom(func(module string) bool { return module == by }) || p.Elsewhere == nil || p.Elsewhere(by))
}
