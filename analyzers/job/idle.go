package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// idleSteps reports whether the steps of a script stand only in functions and classes that it does not name, from what
// it does when it is run: a playground has several experiments, and starts one of them.
func idleSteps(m *python.Module) bool {
	u := &uses{m: m, defined: map[string][]python.Stmt{}}
	u.define(m.Body)
	u.body(m.Body)
	return !u.any && !u.trains
}

// uses follows the names of a script from what it does when it is run.
type uses struct {
	m       *python.Module
	defined map[string][]python.Stmt // the functions and classes of the script that nothing named yet
	trains  bool                     // a training step was met
	any     bool                     // what is called may be any of the functions
}

func (u *uses) define(body []python.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *python.Function:
			if len(s.Decorators) == 0 { // else the decorator has it, and may call it
				u.defined[s.Name] = append(u.defined[s.Name], s)
			}
		case *python.Class:
			u.defined[s.Name] = append(u.defined[s.Name], s)
		}
	}
}

func (u *uses) body(body []python.Stmt) {
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function:
			return !u.isOpen(n.Name)
		case *python.Class:
			return !u.isOpen(n.Name)
		case *python.Call:
			u.trains = u.trains || isStep(u.m, n)
			u.any = u.any || knowledge.CallsAny(python.PathText(n.Func))
		case *python.Subscript: // getattr(sys.modules[__name__], name)
			u.any = u.any || knowledge.HoldsOwnNames(u.m.File.Slice(n.Span()))
		case *python.Name:
			u.named(n.ID)
		case *python.String: // cProfile.run("main()")
			for name := range u.defined {
				if strings.Contains(n.Text, name) {
					u.named(name)
				}
			}
		}
		return !u.trains && !u.any
	})
}

// isOpen reports whether a function or class of the script waits for somebody to name it.
func (u *uses) isOpen(name string) bool { return len(u.defined[name]) > 0 }

func (u *uses) named(name string) {
	list := u.defined[name]
	delete(u.defined, name)
	for _, s := range list {
		switch s := s.(type) {
		case *python.Function:
			u.body(s.Body)
		case *python.Class:
			for _, base := range s.Bases { // class Small(Experiment): width = 8, and Small().fit() is Experiment's
				for n := range python.All(base) {
					if name, ok := n.(*python.Name); ok {
						u.named(name.ID)
					}
				}
			}
			u.body(s.Body)
			u.heirs(s)
		}
	}
}

// heirs follows the classes that a class hears of when they inherit from it: it may make any of them.
func (u *uses) heirs(of *python.Class) {
	if u.m.Method(of, knowledge.Registers) == nil {
		return
	}
	for name, list := range u.defined {
		if slices.ContainsFunc(list, func(s python.Stmt) bool {
			c, ok := s.(*python.Class)
			return ok && slices.Contains(u.m.Ancestry(c), of)
		}) {
			u.named(name)
		}
	}
}
