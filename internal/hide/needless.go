package main

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// byName is what the names in a tree say of its functions.
type byName struct {
	functions map[string][]*python.Function
	calls     map[string][]*python.Call
}

func namesOf(modules map[string]*python.Module) *byName {
	names := &byName{map[string][]*python.Function{}, map[string][]*python.Call{}}
	for _, m := range modules {
		for n := range python.AllIn(m.Body) {
			if fn, ok := n.(*python.Function); ok {
				names.functions[fn.Name] = append(names.functions[fn.Name], fn)
			}
		}
		for _, c := range m.AllCalls() {
			names.calls[python.LastName(c.Func)] = append(names.calls[python.LastName(c.Func)], c)
		}
	}
	return names
}

// needless reports whether nothing is lost where calls are taken out, as far as names show it: the function around them
// runs once, what they are called on is made there for one lap, another function that it calls does the same, or only
// gradients of inputs are asked for.
func (t *tree) needless(k *kind, s site) bool {
	if len(s.taken) == 0 || k.name != "zero-grad" && k.name != "train" {
		return false
	}
	method := s.taken[0].MethodName()
	if k.name == "zero-grad" && onlyOfInputs(t.listed[s.path]) {
		return true
	}
	if !slices.ContainsFunc(s.taken, inLoopOf) && t.runsOnce(s.within, maxUp) {
		return true
	}
	if !slices.ContainsFunc(s.taken, func(c *python.Call) bool { return !madeInLap(c) && !ofOwnClass(c) }) {
		return true
	}
	for _, c := range t.listed[s.path].AllCalls() {
		if python.EnclosingFunction(c) == s.within && !setsMode(c) && !onlyAtTimes(c, s.taken[0]) &&
			t.does(python.LastName(c.Func), method, s.within) {
			return true
		}
	}
	return false
}

// onlyOfInputs reports whether a file steps no optimizer and reads gradients of what is called no parameter: of
// pictures, for an attack.
func onlyOfInputs(m *python.Module) bool {
	inputs, parameters := false, false
	for n := range python.AllIn(m.Body) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == "grad" {
			name := python.LastName(a.Value)
			if name == "p" || strings.HasPrefix(name, "param") {
				parameters = true
			}
			inputs = inputs || name != "torch" && name != "autograd"
		}
	}
	return inputs && !parameters && !calls(m, "step")
}

func inLoopOf(c *python.Call) bool { return inLoop(c) }

// maxUp bounds how many callers of callers are asked.
const maxUp = 4

// runsOnce reports whether a function is called, and never in a loop; the script runs once.
func (n *byName) runsOnce(fn *python.Function, up int) bool {
	if fn == nil {
		return true
	}
	by := n.calls[fn.Name]
	return len(by) > 0 && up > 0 && !slices.ContainsFunc(by, func(c *python.Call) bool {
		caller := python.EnclosingFunction(c)
		return inLoop(c) || caller == fn || !n.runsOnce(caller, up-1)
	})
}

// does reports whether each function of the tree with some name, of those that are not the one given, calls a method
// itself.
func (n *byName) does(name, method string, but *python.Function) bool {
	fns := n.functions[name]
	if len(fns) == 0 || name == method || knowledge.OfStep(name) || slices.Contains(fns, but) {
		return false
	}
	return !slices.ContainsFunc(fns, func(fn *python.Function) bool {
		return !contains(fn.Body, func(n python.Node) bool {
			c, ok := n.(*python.Call)
			return ok && c.MethodName() == method && c.Receiver() != nil
		})
	})
}

// setsMode reports whether a call is one of model.train() and the like.
func setsMode(c *python.Call) bool {
	return c.Receiver() != nil && len(c.Args) < 2 && (c.MethodName() == "train" || c.MethodName() == "eval")
}

// onlyAtTimes reports whether a call stands behind a test behind which another does not.
func onlyAtTimes(c, other *python.Call) bool {
	for at := c.Parent(); at != nil; at = at.Parent() {
		switch at := at.(type) {
		case *python.If:
			if !python.Within(other, at) {
				return true
			}
		case *python.Function:
			return false
		}
	}
	return false
}

// madeInLap reports whether what a method is called on is bound in the innermost loop around the call.
func madeInLap(c *python.Call) bool {
	name, around := python.PathText(c.Receiver()), python.EnclosingLoop(c)
	if name == "" || around == nil || knowledge.RoleOfWord(python.LastName(c.Receiver())) != knowledge.Optimizer {
		return false
	}
	return contains(bodyOf(around), func(n python.Node) bool {
		assign, ok := n.(*python.Assign)
		return ok && slices.ContainsFunc(assign.Targets, func(t python.Expr) bool { return python.PathText(t) == name }) &&
			!contains([]python.Stmt{&python.ExprStmt{Value: assign.Value}}, func(n python.Node) bool { // adjusted(optimizer)
				e, ok := n.(python.Expr)
				return ok && python.PathText(e) == name
			})
	})
}

// ofOwnClass reports whether a method is called on self in a class that has one of that name: what it does is the
// class's.
func ofOwnClass(c *python.Call) bool {
	self, ok := c.Receiver().(*python.Name)
	class := python.EnclosingClass(c)
	return ok && self.ID == "self" && class != nil && slices.ContainsFunc(class.Body, func(s python.Stmt) bool {
		fn, ok := s.(*python.Function)
		return ok && fn.Name == c.MethodName()
	})
}
