package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// CalledQuietly says how a file calls a function of a name that stands in another file of the project: quiet is whether
// one of the calls may run with gradients off, as far as the file shows, and by are the functions of the file in which
// the other calls stand.
func CalledQuietly(m *python.Module, name string) (quiet bool, by []string) {
	todo, met := []string{name}, map[string]bool{name: true}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		for n := range python.AllIn(m.Body) {
			e, ok := n.(python.Expr)
			if !ok || !refersTo(m, e, next, next != name) {
				continue
			}
			call, ok := e.Parent().(*python.Call)
			if !ok || call.Func != e || quietAround(m, call) || setsGradMode(m) {
				return true, nil // handed on to somebody, or perhaps called with gradients off
			}
			if fn := python.EnclosingFunction(call); fn != nil && !met[fn.Name] {
				met[fn.Name] = true
				by, todo = append(by, fn.Name), append(todo, fn.Name)
			}
		}
	}
	return false, by
}

// refersTo reports whether an expression may be a function of a name: one of this file, or one of another.
func refersTo(m *python.Module, e python.Expr, name string, here bool) bool {
	switch e := e.(type) {
	case *python.Name:
		if e.ID != name && !strings.HasSuffix(m.Resolve(e), "."+name) {
			return false
		}
	case *python.Attribute:
		if e.Attr != name {
			return false
		}
	default:
		return false
	}
	if python.IsTarget(e) {
		return false
	}
	path := m.Resolve(e)
	if own := path == "."+name; own || here {
		return here && (own || path == "")
	}
	root, _, _ := strings.Cut(path, ".")
	return root == "" || !knowledge.IsLibrary(root)
}

// setsGradMode reports whether a file turns gradients on and off by statements: for whom is not seen.
func setsGradMode(m *python.Module) bool {
	for _, c := range m.AllCalls() {
		if _, statement := c.Parent().(*python.ExprStmt); statement {
			if _, _, set := knowledge.GradMode(m.Resolve(c.Func)); set {
				return true
			}
		}
	}
	return false
}

// quietAround reports whether what stands around a call may turn gradients off: a with or a decorator that does, or of
// which it is not known what it does, and a class that a framework calls.
func quietAround(m *python.Module, call *python.Call) bool {
	for n := call.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.With:
			for _, item := range n.Items {
				if !leavesGradMode(m, item.Context) {
					return true
				}
			}
		case *python.Function:
			for _, d := range n.Decorators {
				if !leavesGradMode(m, d.Value) {
					return true
				}
			}
		case *python.Class:
			for _, base := range n.Bases {
				if callerOf(m.Resolve(base.Value)) != PlainTorch {
					return true
				}
			}
		}
	}
	return false
}

// leavesGradMode reports whether a context manager or a decorator is one of a library that does nothing about
// gradients.
func leavesGradMode(m *python.Module, e python.Expr) bool {
	if c, ok := e.(*python.Call); ok {
		e = c.Func
	}
	path := m.Resolve(e)
	root, _, dotted := strings.Cut(path, ".")
	if _, _, set := knowledge.GradMode(path); set || path == "" {
		return false
	}
	return !dotted || knowledge.IsLibrary(root)
}
