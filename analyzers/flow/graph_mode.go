package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// gradMode is whether operations are recorded inside a context manager or under a
// decorator; false when it does not decide that.
func (f *Facts) gradMode(e python.Expr) (Carry, bool) { return f.gradModeOf(e, 0) }

func (f *Facts) gradModeOf(e python.Expr, depth int) (Carry, bool) {
	if depth > maxCallersUp { // ctx = ctx or torch.no_grad()
		return Carries, false
	}
	call, isCall := e.(*python.Call)
	callee := e
	if isCall {
		callee = call.Func
	}
	path := f.Module.Resolve(callee)
	name := lastName(callee)
	if path != "" && strings.HasPrefix(path, "torch.") {
		name = path[strings.LastIndexByte(path, '.')+1:]
	}
	switch name {
	case "no_grad":
		return CarriesNot, true
	case "inference_mode":
		if isCall && len(call.Args) > 0 {
			return f.switched(call.Args[0].Value, false), true
		}
		return CarriesNot, true
	case "enable_grad":
		return Carries, true
	case "set_grad_enabled":
		if isCall && len(call.Args) > 0 {
			return f.switched(call.Args[0].Value, true), true
		}
	}
	switch e := e.(type) {
	case *python.IfExp:
		return f.eitherMode(e.Body, e.Else, depth)
	case *python.Bool:
		return f.eitherMode(e.Left, e.Right, depth)
	case *python.Name: // ctx = torch.no_grad() if … else nullcontext()
		_, bindings := f.Module.Lookup(e.ID, e)
		for _, b := range bindings {
			if b.Kind == python.Assigned && b.Value != python.Expr(e) {
				if mode, ok := f.gradModeOf(b.Value, depth+1); ok {
					if len(bindings) == 1 {
						return mode, true
					}
					return MayCarry, true
				}
			}
		}
	}
	return Carries, false
}

func (f *Facts) eitherMode(a, b python.Expr, depth int) (Carry, bool) {
	_, first := f.gradModeOf(a, depth+1)
	_, second := f.gradModeOf(b, depth+1)
	return MayCarry, first || second
}

// switched is the mode that a flag turns on when it is `on`.
func (f *Facts) switched(flag python.Expr, on bool) Carry {
	switch {
	case f.Module.IsTrue(flag):
		return map[bool]Carry{true: Carries, false: CarriesNot}[on]
	case f.Module.IsFalse(flag):
		return map[bool]Carry{true: CarriesNot, false: Carries}[on]
	}
	return MayCarry
}

// functionGradMode is the mode that a function's decorators set.
func (f *Facts) functionGradMode(fn *python.Function) (Carry, bool) {
	for _, d := range fn.Decorators {
		if mode, ok := f.gradMode(d.Value); ok {
			return mode, true
		}
		decorator := d.Value
		if c, ok := decorator.(*python.Call); ok {
			decorator = c.Func
		}
		if name := lastName(decorator); strings.Contains(name, "no_grad") || strings.Contains(name, "inference") {
			return MayCarry, true
		}
	}
	return Carries, false
}

// GradMode is whether operations are recorded where n runs: CarriesNot inside
// no_grad and inference_mode, in functions so decorated, and in functions that this
// file only calls from there.
func (f *Facts) GradMode(n python.Node) Carry { return f.modeAt(n, 0) }

const maxCallersUp = 4

func (f *Facts) modeAt(n python.Node, depth int) Carry {
	for from, p := n, n.Parent(); p != nil; from, p = p, p.Parent() {
		switch p := p.(type) {
		case *python.With:
			if mode, ok := f.withMode(p, from); ok {
				return mode
			}
		case *python.Function:
			if _, decorator := from.(*python.Decorator); decorator {
				continue
			}
			if mode, ok := f.functionGradMode(p); ok {
				return mode
			}
			if mode, ok := f.statementMode(p, n); ok {
				return mode
			}
			return f.callersMode(p, depth)
		}
	}
	return Carries
}

// withMode is the mode of a with statement's body.
func (f *Facts) withMode(w *python.With, from python.Node) (Carry, bool) {
	if _, head := from.(*python.WithItem); head {
		return Carries, false
	}
	for i := len(w.Items) - 1; i >= 0; i-- {
		if mode, ok := f.gradMode(w.Items[i].Context); ok {
			return mode, true
		}
	}
	return Carries, false
}

// statementMode looks for torch.set_grad_enabled(…) as a statement before n.
func (f *Facts) statementMode(fn *python.Function, n python.Node) (mode Carry, found bool) {
	mode = Carries
	for _, s := range fn.Body {
		if s.Span().Start > n.Span().Start {
			break
		}
		if e, ok := s.(*python.ExprStmt); ok {
			if c, ok := e.Value.(*python.Call); ok && lastName(c.Func) == "set_grad_enabled" {
				mode, found = f.gradMode(c)
			}
		}
	}
	return mode, found
}

// callersMode is the mode in which the file calls a function, on which all its
// calls must agree.
func (f *Facts) callersMode(fn *python.Function, depth int) Carry {
	calls := f.CallsTo(fn)
	if len(calls) == 0 || depth > maxCallersUp {
		return Carries
	}
	agreed := f.modeAt(calls[0], depth+1)
	for _, c := range calls[1:] {
		if f.modeAt(c, depth+1) != agreed {
			return MayCarry
		}
	}
	return agreed
}
