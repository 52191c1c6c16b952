package evaluate

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// name evaluates a name: the binding that is in force where it is used.
func (p *Program) name(n *python.Name) Value {
	scope, bindings := p.Module.Lookup(n.ID, n)
	if scope == nil {
		if path := p.Module.Resolve(n); path != "" {
			return Value{Kind: Symbol, Str: path, Place: p.Place(n)}
		}
		return Value{}
	}
	return p.inForce(bindings, n)
}

// inForce walks bindings in the order of the text. One that stands under a test
// which this run fails is skipped; one whose test is not known makes the value
// unknown, unless it binds the same.
func (p *Program) inForce(bindings []*python.Binding, use python.Node) Value {
	var current Value
	var function *python.Function
	if use != nil {
		function = python.EnclosingFunction(use)
	}
	for _, b := range bindings {
		sameFunction := use != nil && python.EnclosingFunction(b.Node) == function
		if sameFunction && b.Kind != python.Parameter && b.Node.Span().End > use.Span().Start {
			break
		}
		runs, known := p.runs(b.Node, use)
		if known && !runs {
			continue
		}
		v := p.bound(b)
		switch same, ok := v.Same(current); {
		case known:
			current = v
		case ok && same:
		default:
			current = Value{}
		}
	}
	return current
}

// runs reports whether the tests around a node let it run in this run. Tests
// that stand around the use as well need no look: both run, or neither.
func (p *Program) runs(n, use python.Node) (runs, known bool) {
	known = true
	child := n
	for parent := n.Parent(); parent != nil; child, parent = parent, parent.Parent() {
		switch s := parent.(type) {
		case *python.Function, *python.Class:
			return true, known
		case *python.If:
			if encloses(s, use) && !(child == python.Node(s.Test)) && sameBranch(s, n, use) {
				continue
			}
			truth, ok := p.value(s.Test).Truth()
			if !ok {
				known = false
				continue
			}
			if inBody(s.Else, child) {
				truth = !truth
			} else if !inBody(s.Body, child) {
				continue
			}
			if !truth {
				return false, true
			}
		case *python.Handler:
			return false, true // the exception is not expected
		}
	}
	return true, known
}

func encloses(outer, inner python.Node) bool {
	return inner != nil && outer.Span().Contains(inner.Span())
}

func sameBranch(s *python.If, a, b python.Node) bool {
	for _, body := range [][]python.Stmt{s.Body, s.Else} {
		if len(body) == 0 {
			continue
		}
		start, end := body[0].Span().Start, body[len(body)-1].Span().End
		in := func(n python.Node) bool { return start <= n.Span().Start && n.Span().End <= end }
		if in(a) && in(b) {
			return true
		}
	}
	return false
}

func inBody(body []python.Stmt, n python.Node) bool {
	return slices.ContainsFunc(body, func(s python.Stmt) bool { return python.Node(s) == n })
}

// bound is the value that one binding gives.
func (p *Program) bound(b *python.Binding) Value {
	switch b.Kind {
	case python.Assigned:
		return p.value(b.Value)
	case python.Unpacked:
		return p.element(p.value(b.Value), b.Index)
	case python.WithTarget:
		return p.value(b.Value)
	case python.Parameter:
		if param, ok := b.Node.(*python.Param); ok {
			return p.parameter(param)
		}
	case python.Imported:
		if v, ok := p.importedValue(b.Path); ok {
			return v
		}
		return Value{Kind: Symbol, Str: b.Path, Place: p.Place(b.Node)}
	case python.FunctionDefined, python.ClassDefined:
		return Value{Kind: Symbol, Str: "." + b.Name, Place: p.Place(b.Node)}
	}
	return Value{}
}

func (p *Program) element(v Value, i int) Value {
	if v.Kind == List && i >= 0 && i < len(v.Items) {
		return v.Items[i]
	}
	return Value{}
}

// parameter is what the calls of its function pass, when they agree.
func (p *Program) parameter(param *python.Param) Value {
	for i := len(p.frames) - 1; i >= 0; i-- {
		if v, ok := p.frames[i][param]; ok {
			return v
		}
	}
	f, ok := param.Parent().(*python.Function)
	if !ok || param.Star > 0 {
		return Value{}
	}
	if v, ok := p.entryParameter(f, param); ok {
		return v
	}
	calls := p.everyCall(f)
	if len(calls) == 0 {
		return p.uncalled(param)
	}
	var agreed Value
	for i, c := range calls {
		v := p.passed(c, f, param)
		if i == 0 {
			agreed = v
			continue
		}
		if same, known := v.Same(agreed); !known || !same {
			if agreed.Kind == Options && v.Kind == Options {
				continue
			}
			return Value{}
		}
	}
	return agreed
}

// uncalled is a parameter of a function that only the outside calls: a function
// main(args) in a file with a parser takes the parsed options.
func (p *Program) uncalled(param *python.Param) Value {
	if len(p.options) > 0 && (param.Name == "args" || param.Name == "opt") {
		return Value{Kind: Options, Place: p.Place(param)}
	}
	return Value{}
}

// callsOf are the calls of a function of this file, of its class for __init__.
func (p *Program) callsOf(f *python.Function) []*python.Call {
	if list, ok := p.calls[f]; ok {
		return list
	}
	list := p.findCalls(f)
	if p.Hides != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(c *python.Call) bool { return p.Hides(c) })
	}
	p.calls[f] = list
	return list
}

func (p *Program) findCalls(f *python.Function) []*python.Call {
	class, isMethod := f.Parent().(*python.Class)
	switch {
	case !isMethod:
		return p.Module.Calls("." + f.Name)
	case f.Name == "__init__":
		return p.Module.Calls("." + class.Name)
	}
	var calls []*python.Call
	for _, c := range p.Module.AllCalls() {
		if c.MethodName() == f.Name && p.Module.Definition(c.Func) == python.Stmt(f) {
			calls = append(calls, c)
		}
	}
	return calls
}

// passed is what one call gives to a parameter, its default when nothing.
func (p *Program) passed(c callSite, f *python.Function, param *python.Param) Value {
	a := c.in.Module.Argument(c.call, param.Name, position(f, param))
	switch a.Presence {
	case python.Given:
		return c.in.value(a.Value)
	case python.Absent:
		if param.Default != nil {
			v := p.value(param.Default)
			v.Default = true
			return v
		}
	case python.Uncertain:
		for _, arg := range c.call.Args {
			if arg.Star == 2 {
				if v, ok := c.in.value(arg.Value).Child(param.Name); ok {
					return v
				}
			}
		}
	}
	return Value{}
}

// position is a parameter's place among the arguments of a call; self does not
// count.
func position(f *python.Function, param *python.Param) int {
	i := slices.Index(f.Params, param)
	if _, isMethod := f.Parent().(*python.Class); isMethod && !decorated(f, "staticmethod") {
		i--
	}
	return i
}

func decorated(f *python.Function, name string) bool {
	return slices.ContainsFunc(f.Decorators, func(d *python.Decorator) bool {
		n, ok := d.Value.(*python.Name)
		return ok && n.ID == name
	})
}
