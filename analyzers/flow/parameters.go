package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Parameters is what the file shows an optimizer to have been made of.
type Parameters struct {
	// Call makes the optimizer.
	Call *python.Call
	// Owners are the paths of the modules whose parameters it takes: `model`,
	// `model.head`.
	Owners []string
	// Filtered says that it takes only those that require a gradient at the time.
	Filtered bool
	// Whole is false when it also takes something that cannot be told.
	Whole bool
}

// ParametersOf tells what an optimizer was made of; ok is false when the file does
// not show the one call that makes it.
func (f *Facts) ParametersOf(optimizer python.Expr) (p Parameters, ok bool) {
	call, isCall := f.ValueOf(optimizer).(*python.Call)
	if !isCall || f.RoleOf(call) != Optimizer {
		return Parameters{}, false
	}
	return f.ParametersIn(call)
}

// ParametersIn reads the parameters off the call that makes an optimizer.
func (f *Facts) ParametersIn(call *python.Call) (Parameters, bool) {
	p := Parameters{Call: call, Whole: true}
	arg := f.Module.Argument(call, "params", 0)
	if arg.Presence != python.Given {
		return p, false
	}
	f.collectOwners(arg.Value, &p, 0)
	return p, len(p.Owners) > 0
}

func (f *Facts) collectOwners(e python.Expr, p *Parameters, depth int) {
	if depth > 4 {
		p.Whole = false
		return
	}
	switch e := e.(type) {
	case *python.Call:
		f.ownersOfCall(e, p, depth)
	case *python.Name, *python.Attribute:
		if value := f.ValueOf(e); value != nil && value != e {
			f.collectOwners(value, p, depth+1)
			return
		}
		p.Whole = false
	case *python.Comprehension:
		for _, c := range e.Clauses {
			p.Filtered = p.Filtered || requiresGradIn(c)
			f.collectOwners(c.Iter, p, depth+1)
		}
	case *python.Binary:
		f.collectOwners(e.Left, p, depth+1)
		f.collectOwners(e.Right, p, depth+1)
	case *python.Sequence:
		for _, item := range e.Items {
			f.collectOwners(item, p, depth+1)
		}
	case *python.Dict:
		if group, _ := f.Module.DictOf(e); group != nil {
			for _, item := range group.Items {
				if item.Key == "params" {
					f.collectOwners(item.Value, p, depth+1)
				}
			}
		}
	default:
		p.Whole = false
	}
}

func (f *Facts) ownersOfCall(c *python.Call, p *Parameters, depth int) {
	switch name := lastName(c.Func); {
	case (name == "parameters" || name == "named_parameters") && c.Receiver() != nil:
		if path := f.ObjectPath(c.Receiver()); path != "" {
			p.Owners = append(p.Owners, path)
			return
		}
		p.Whole = false
	case name == "filter" && len(c.Args) == 2:
		p.Filtered = p.Filtered || requiresGradIn(c.Args[0].Value)
		f.collectOwners(c.Args[1].Value, p, depth+1)
	case name == "list" || name == "tuple" || name == "chain" || name == "iter":
		for _, a := range c.Args {
			f.collectOwners(a.Value, p, depth+1)
		}
	default:
		p.Whole = false
	}
}

// requiresGradIn reports whether a filter asks for requires_grad.
func requiresGradIn(n python.Node) bool {
	found := false
	python.Walk(n, func(n python.Node) bool {
		a, ok := n.(*python.Attribute)
		found = found || ok && a.Attr == "requires_grad"
		return !found
	})
	return found
}

// Covers reports whether a module path is the other one or holds it.
func Covers(whole, part string) bool {
	return whole == part || strings.HasPrefix(part, whole+".") || strings.HasPrefix(part, whole+"[")
}

// SchedulerOf is the optimizer that a learning-rate scheduler was made for, nil
// when the file does not show the one call that makes it.
func (f *Facts) SchedulerOf(scheduler python.Expr) (made *python.Call, optimizer python.Expr) {
	call, ok := f.ValueOf(scheduler).(*python.Call)
	if !ok {
		return nil, nil
	}
	if arg := f.Module.Argument(call, "optimizer", 0); arg.Presence == python.Given && f.RoleOf(arg.Value) == Optimizer {
		return call, arg.Value
	}
	return call, nil
}

// DividesBy reports whether the file divides something by an expression, or
// multiplies by its inverse: the loss or the learning rate are scaled then.
func (f *Facts) DividesBy(n python.Expr) bool {
	text, found := f.Module.File.Slice(n.Span()), false
	python.WalkBody(f.Module.Body, func(node python.Node) bool {
		switch node := node.(type) {
		case *python.Binary:
			found = found || node.Op == "/" && f.Module.File.Slice(node.Right.Span()) == text
		case *python.AugAssign:
			found = found || node.Op == "/=" && f.Module.File.Slice(node.Value.Span()) == text
		case *python.Call:
			found = found || (node.MethodName() == "div" || node.MethodName() == "div_") && len(node.Args) == 1 && f.Module.File.Slice(node.Args[0].Value.Span()) == text
		}
		return !found
	})
	return found
}
